#include "lib/Driver/CostCommand.h"
#include "shardwright/Cost/Matmul.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

constexpr OptionSpec kOptions[] = {
    {"m", "M", "rows of the left operand"},
    {"k", "K", "columns of the left and rows of the right operand"},
    {"n", "N", "columns of the right operand"},
    {"device", "NAME", "its peak rate and the bandwidth of its memory decide: h100, tpu_v5e, ..."},
    {"type", "TYPE", "element type of all three: bf16 (default), int8, fp8, fp4"},
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

void printDerivation(const cost::MatmulPrice &price, const std::string &device) {
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

absl::Status matmul(const CommandLine &line) {
  absl::StatusOr<int64_t> m = size(line, "m"), k = size(line, "k"), n = size(line, "n");
  for (const absl::StatusOr<int64_t> *given : {&m, &k, &n})
    if (!given->ok())
      return given->status();
  if (!line.has("device"))
    return absl::InvalidArgumentError("option '--device' is missing");
  std::string device = *line.text("device");
  absl::StatusOr<cost::MatmulPrice> price = cost::priceMatmul(device, line.text("type").value_or("bf16"), *m, *k, *n);
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

} // namespace

Command costMatmulCommand() {
  return {"cost matmul",
          "-m M -k K -n N --device=NAME [--type=TYPE] [--json]",
          "the roofline of one matrix product on one device",
          "Prices [M, K] times [K, N] on one device at its peaks: the longer of its arithmetic and its way through "
          "memory.",
          /*files=*/0,
          {std::begin(kOptions), std::end(kOptions)},
          matmul};
}

} // namespace shardwright::driver
