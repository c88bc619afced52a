#include "lib/Driver/CostCommand.h"
#include "lib/Driver/MachineOptions.h"
#include "shardwright/Cost/DeviceCosts.h"
#include "shardwright/Topology/Topology.h"
#include "tools/book/Matmul.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

constexpr OptionSpec kMatmulOptions[] = {
    {"m", "M", "rows of the left operand"},
    {"k", "K", "columns of the left and rows of the right operand"},
    {"n", "N", "columns of the right operand"},
    {"device", "NAME", "at its peaks, by the round figures of books: h100, tpu_v5e, ..."},
    {"topology", "T", "on a device of this machine, all of them at work: a shipped name or FILE.json"},
    {"type", "TYPE", "element type of all three: bf16 (default), int8, fp8, fp4, ..."},
    {"batch", "B", "so many products at once (default 1); with --topology"},
    {"json", nullptr, "print one JSON object"},
};

absl::StatusOr<int64_t> size(const CommandLine &line, const char *name) {
  absl::StatusOr<std::optional<int64_t>> given = line.integer(name, 1);
  if (!given.ok())
    return given.status();
  if (!*given)
    return absl::InvalidArgumentError("option '" + spelled(name) + "' is missing");
  return **given;
}

struct Sizes {
  int64_t m, k, n;
};

absl::StatusOr<Sizes> parseSizes(const CommandLine &line) {
  absl::StatusOr<int64_t> m = size(line, "m"), k = size(line, "k"), n = size(line, "n");
  for (const absl::StatusOr<int64_t> *given : {&m, &k, &n})
    if (!given->ok())
      return given->status();
  return Sizes{*m, *k, *n};
}

void printDerivation(const book::MatmulPrice &price, const std::string &device) {
  llvm::raw_ostream &out = llvm::outs();
  out << llvm::format("arithmetic: %.4g FLOPs at %.4g FLOPs/s = %.4g s\n", price.flops, price.flopsPerSecond,
                      price.mathSeconds());
  out << llvm::format("memory:     %.4g bytes at %.4g bytes/s = %.4g s\n", price.bytes, price.bytesPerSecond,
                      price.memorySeconds());
  out << llvm::format("intensity:  %.4g FLOPs/byte, where ", price.intensity()) << device
      << llvm::format(" needs %.4g to be bound by arithmetic\n", price.criticalIntensity());
  out << llvm::format("time:       %.4g s, bound by ", price.seconds())
      << (price.isBoundByMath() ? "arithmetic" : "memory") << "\n";
}

absl::Status atPeaks(const CommandLine &line, const Sizes &sizes, const std::string &type) {
  if (line.has("batch"))
    return absl::InvalidArgumentError("option '--batch' goes with --topology");
  std::string device = *line.text("device");
  absl::StatusOr<book::MatmulPrice> price = book::priceMatmul(device, type, sizes.m, sizes.k, sizes.n);
  if (!price.ok())
    return price.status();
  if (!line.has("json")) {
    printDerivation(*price, device);
    return absl::OkStatus();
  }
  llvm::outs() << llvm::json::Value(llvm::json::Object{{"flops", price->flops},
                                                       {"bytes", price->bytes},
                                                       {"math_seconds", price->mathSeconds()},
                                                       {"memory_seconds", price->memorySeconds()},
                                                       {"seconds", price->seconds()},
                                                       {"bound_by", price->isBoundByMath() ? "arithmetic" : "memory"}})
               << "\n";
  return absl::OkStatus();
}

absl::Status onMachine(const CommandLine &line, const Sizes &sizes, const std::string &type) {
  absl::StatusOr<std::optional<int64_t>> batch = line.integer("batch", 1);
  if (!batch.ok())
    return batch.status();
  const RateType *known = llvm::find_if(rateTypes(), [&](const RateType &entry) { return entry.name == type; });
  if (known == rateTypes().end())
    return absl::InvalidArgumentError(
        "unknown element type '" + type + "' (there is " +
        llvm::join(llvm::map_range(rateTypes(), [](const RateType &entry) { return entry.name; }), ", ") + ")");
  absl::StatusOr<Topology> topology = topologyOf(line);
  if (!topology.ok())
    return topology.status();
  cost::ProductWork work;
  work.type = type;
  work.batch = batch->value_or(1);
  work.m = sizes.m;
  work.n = sizes.n;
  work.k = sizes.k;
  double elements = known->bytes * double(work.batch);
  work.readBytes = elements * (double(work.m) * double(work.k) + double(work.k) * double(work.n));
  work.writtenBytes = elements * double(work.m) * double(work.n);
  cost::OpPrice price = cost::DeviceCosts(topology->groups.front().device, topology->numDevices()).product(work);
  if (!line.has("json")) {
    llvm::outs() << price.derivation;
    return absl::OkStatus();
  }
  llvm::outs() << llvm::json::Value(llvm::json::Object{{"flops", price.flops},
                                                       {"bytes", price.readBytes + price.writtenBytes},
                                                       {"seconds", price.seconds},
                                                       {"bound_by", cost::name(price.bound)},
                                                       {"derivation", price.derivation}})
               << "\n";
  return absl::OkStatus();
}

absl::Status matmul(const CommandLine &line) {
  absl::StatusOr<Sizes> sizes = parseSizes(line);
  if (!sizes.ok())
    return sizes.status();
  if (line.has("device") == line.has("topology"))
    return absl::InvalidArgumentError(line.has("device") ? "--device and --topology are two ways to say what computes; "
                                                           "give one"
                                                         : "option '--device' or '--topology' is missing");
  std::string type = line.text("type").value_or("bf16");
  return line.has("device") ? atPeaks(line, *sizes, type) : onMachine(line, *sizes, type);
}

} // namespace

Command costMatmulCommand() {
  return {"cost matmul",
          "-m M -k K -n N --device=NAME|--topology=T [options]",
          "how long one matrix product takes on one device",
          "Prices [M, K] times [K, N] on one device: the longer of its arithmetic and its way through memory. At the\n"
          "peaks of --device, or by what a device of --topology reaches with these sizes.",
          /*files=*/0,
          {std::begin(kMatmulOptions), std::end(kMatmulOptions)},
          matmul};
}

} // namespace shardwright::driver
