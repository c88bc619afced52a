#include "shardwright/Cost/Attention.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace shardwright::cost {

std::optional<AttentionRates> AttentionRates::of(const Device &device) {
  if (!device.attention)
    return std::nullopt;
  const Memory &memory = device.memories.front();
  const DeviceCosts costs(device);
  AttentionRates rates;
  rates.units = device.products.count;
  rates.flopsPerSecond = device.attention->flopsPerSecond;
  rates.bytesPerSecond = memory.bytesPerSecond * memory.efficiency;
  rates.kernelSeconds = device.secondsBeforeKernel();
  rates.halfFlopsPerSecond = costs.peakFlops("bf16") * device.products.efficiency;
  rates.wideFlopsPerSecond = costs.peakFlops("f32") * device.products.efficiency;
  return rates;
}

namespace {

struct Parts {
  double flops, math, memory;
};

Parts partsOf(const AttentionWork &work, const AttentionRates &rates) {
  const double flops = std::max(work.blocks, static_cast<double>(rates.units)) * work.blockFlops;
  return {flops, flops / rates.flopsPerSecond, work.bytes / rates.bytesPerSecond};
}

} // namespace

double seconds(const AttentionWork &work, const AttentionRates &rates) {
  const Parts parts = partsOf(work, rates);
  return rates.kernelSeconds + std::max(parts.math, parts.memory);
}

OpPrice price(const AttentionWork &work, const AttentionRates &rates) {
  const Parts parts = partsOf(work, rates);
  OpPrice price;
  price.seconds = seconds(work, rates);
  price.flops = work.blocks * work.blockFlops;
  price.readBytes = work.bytes;
  const double longest = std::max(parts.math, parts.memory);
  price.bound = rates.kernelSeconds > longest ? Bound::Launch
                : parts.math >= parts.memory  ? Bound::Compute
                                              : Bound::Memory;
  price.derivation =
      llvm::formatv("attention: {0:f0} blocks of rows on {1} units\n"
                    "launch: {2:f2} us\n"
                    "compute: {3:e3} FLOPs / {4:f1} TFLOP/s of fused attention = {5:f2} us\n"
                    "memory: {6:f0} bytes at points / {7:f1} GB/s = {8:f2} us\n"
                    "price: {9:f2} us, bound by {10}\n",
                    work.blocks, rates.units, rates.kernelSeconds * 1e6, parts.flops, rates.flopsPerSecond / 1e12,
                    parts.math * 1e6, work.bytes, rates.bytesPerSecond / 1e9, parts.memory * 1e6, price.seconds * 1e6,
                    name(price.bound))
          .str();
  return price;
}

double seconds(const AttentionSteps &steps, double points, const AttentionRates &rates) {
  return points * (steps.bytes / rates.bytesPerSecond + steps.halfFlops / rates.halfFlopsPerSecond +
                   steps.wideFlops / rates.wideFlopsPerSecond) +
         steps.kernels * rates.kernelSeconds;
}

} // namespace shardwright::cost
