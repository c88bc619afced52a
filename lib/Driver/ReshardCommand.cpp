#include "lib/Driver/Command.h"
#include "lib/Driver/MachineOptions.h"
#include "passes/common/ProductUnits.h"
#include "shardwright/Reshard/Reshard.h"
#include "shardwright/Sharding/Text.h"

#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/IR/MLIRContext.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

constexpr OptionSpec kReshardOptions[] = {
    {"mesh", "MESH", "axes and sizes, major to minor: x=2,y=4"},
    {"type", "TYPE", "shape and element type of the array: 16x8xf32"},
    {"from", "SHARDING", "its sharding now: [I_x, J]"},
    {"to", "SHARDING", "the sharding to reach: [I, J_y]"},
    {"json", nullptr, "print one JSON object"},
};

std::vector<OptionSpec> reshardOptions() {
  std::vector<OptionSpec> all(std::begin(kReshardOptions), std::end(kReshardOptions));
  all.push_back(kMemoryOption);
  return all;
}

struct ArrayType {
  llvm::SmallVector<int64_t, 6> shape;
  int64_t elementBytes;
  std::string rateType; ///< of the elements, as prices know it
};

absl::StatusOr<ArrayType> parseArrayType(const std::string &text) {
  mlir::MLIRContext context;
  mlir::ScopedDiagnosticHandler silence(&context, [](mlir::Diagnostic &) { return mlir::success(); });
  auto type = llvm::dyn_cast_if_present<mlir::RankedTensorType>(mlir::parseType("tensor<" + text + ">", &context));
  if (!type || type.getEncoding())
    return absl::InvalidArgumentError("'" + text + "' is not a shape and element type, such as 16x8xf32");
  if (!type.hasStaticShape())
    return absl::InvalidArgumentError("'" + text + "' has a dynamic dimension; every size must be given");
  mlir::Type element = type.getElementType();
  int64_t values = 1;
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element)) {
    element = complex.getElementType();
    values = 2;
  }
  if (!element.isIntOrFloat())
    return absl::InvalidArgumentError("'" + text + "' is not of a number type");
  return ArrayType{llvm::SmallVector<int64_t, 6>(type.getShape()),
                   values * static_cast<int64_t>(llvm::divideCeil(element.getIntOrFloatBitWidth(), 8)),
                   rateType(element).str()};
}

absl::StatusOr<Sharding> parseShardingOption(const CommandLine &line, const char *option, const Mesh &mesh,
                                             size_t rank) {
  absl::StatusOr<Sharding> sharding = parseWholeSharding(*line.text(option));
  if (!sharding.ok())
    return aboutOption(option, sharding.status().message());
  if (absl::Status status = verify(mesh, *sharding, rank); !status.ok())
    return aboutOption(option, status.message());
  return sharding;
}

absl::StatusOr<ReshardPlan> planFrom(const CommandLine &line) {
  for (const OptionSpec &option : kReshardOptions)
    if (option.value && !line.has(option.name))
      return absl::InvalidArgumentError("option '" + spelled(option.name) + "' is missing: " + option.help);
  absl::StatusOr<Mesh> mesh = Mesh::parse(*line.text("mesh"));
  if (!mesh.ok())
    return aboutOption("mesh", mesh.status().message());
  absl::StatusOr<ArrayType> type = parseArrayType(*line.text("type"));
  if (!type.ok())
    return aboutOption("type", type.status().message());
  absl::StatusOr<Sharding> from = parseShardingOption(line, "from", *mesh, type->shape.size());
  if (!from.ok())
    return from.status();
  absl::StatusOr<Sharding> to = parseShardingOption(line, "to", *mesh, type->shape.size());
  if (!to.ok())
    return to.status();
  absl::StatusOr<std::optional<int64_t>> memory = parseMemory(line);
  if (!memory.ok())
    return memory.status();
  ReshardOptions options;
  options.peakLimit = memory->value_or(0);
  if (!line.has("topology"))
    return planReshard(*mesh, type->shape, type->elementBytes, *from, *to, options);
  absl::StatusOr<CostModel> costs = parseCostModel(line, *mesh);
  if (!costs.ok())
    return costs.status();
  options.costs = &*costs;
  options.type = type->rateType;
  return planReshard(*mesh, type->shape, type->elementBytes, *from, *to, options);
}

absl::Status reshard(const CommandLine &line) {
  absl::StatusOr<ReshardPlan> plan = planFrom(line);
  if (!plan.ok())
    return plan.status();
  if (line.has("json"))
    llvm::outs() << json(*plan, /*priced=*/line.has("topology"));
  else
    llvm::outs() << str(*plan) << "per device: " << plan->bytesPerDevice << " bytes sent, " << plan->peakBytes
                 << " bytes at the peak"
                 << (line.has("topology") ? llvm::formatv(", {0:f2} us", plan->seconds * 1e6).str() : "") << "\n";
  return absl::OkStatus();
}

} // namespace

Command reshardCommand() {
  return {"reshard",
          "--mesh=MESH --type=TYPE --from=SHARDING --to=SHARDING [--topology=T] [--json]",
          "prints the cheapest steps from one sharding of an array to another",
          "Prints the steps that take an array from one sharding to another: those that send the fewest bytes, then "
          "the\nfewest collectives, then need the least memory. With --topology, first those that take the least time "
          "there.",
          /*files=*/0,
          withMachineOptions(reshardOptions()),
          reshard};
}

} // namespace shardwright::driver
