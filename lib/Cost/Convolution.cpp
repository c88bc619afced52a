#include "shardwright/Cost/Convolution.h"

#include <algorithm>

namespace shardwright::cost {

/// Instructions of a thread for a multiply-add of the definition (two loads, where they are, and whether there is an
/// element): 8 for windows of one tap, 12 of nine along features, 26 along rows, as the device double counts them.
constexpr double kDefinitionSteps = 16;

/// An instruction of a thread waits for the one before it for so many cycles; a unit begins as many of them in a cycle.
constexpr double kDependentCycles = 6, kUnitLanes = 128;

double secondsByDefinition(const ConvolutionWork &work, const DeviceCosts &device) {
  KernelWork kernel;
  kernel.vectorSteps = kDefinitionSteps * work.multiplyAdds;
  kernel.readBytes = work.bytes;
  // A thread sums an element in order, however few threads there are.
  const Device &its = device.device();
  const double cycle = kUnitLanes * static_cast<double>(its.products.count) / (its.vectorFlopsPerSecond / 2);
  return std::max(device.seconds(kernel),
                  its.secondsBeforeKernel() + kDefinitionSteps * work.depth * kDependentCycles * cycle);
}

double secondsByProducts(const ConvolutionWork &work, const DeviceCosts &device) {
  double seconds = 0;
  for (const ProductWork &product : work.products)
    seconds += device.seconds(product);
  for (double bytes : work.movedBytes) {
    KernelWork kernel;
    kernel.readBytes = bytes;
    seconds += device.seconds(kernel);
  }
  return seconds;
}

} // namespace shardwright::cost
