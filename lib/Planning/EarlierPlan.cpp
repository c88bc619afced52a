#include "lib/Planning/EarlierPlan.h"

#include "lib/Planning/FunctionOf.h"
#include "lib/Planning/OpenProgram.h"

#include "dialects/sharding/Shardings.h"
#include "shardwright/Sharding/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;

namespace shardwright::planning {
namespace {

std::string text(Type type) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  stream << type;
  return text;
}

/// The first type that differs, as `argument 3 is tensor<8xf32>`; empty where none does.
std::string firstDifference(StringRef name, TypeRange planned, TypeRange types) {
  if (planned.size() != types.size())
    return llvm::formatv("has {0} {1}s, the program that is planned {2}", planned.size(), name, types.size());
  for (auto [number, plan, program] : llvm::enumerate(planned, types))
    if (text(plan) != text(program)) // They may be of different contexts.
      return llvm::formatv("has {0} {1} of type {2}, the program that is planned of {3}", name, number, text(plan),
                           text(program));
  return "";
}

Sharding shardingOf(sharding::SpecAttr spec, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return spec ? spec.getValue() : Sharding::open(tensor ? static_cast<size_t>(tensor.getRank()) : 0);
}

} // namespace

EarlierPlan EarlierPlan::of(ModuleOp planned) {
  EarlierPlan plan;
  plan.mesh = *sharding::lookupMesh(planned);
  for (BlockArgument argument : functionOf(planned).getArguments())
    plan.arguments.push_back(shardingOf(sharding::getSpec(argument), argument.getType()));
  return plan;
}

Sharding EarlierPlan::argumentOn(const Mesh &other, size_t argument) const {
  Sharding sharding = arguments[argument].placement(mesh);
  for (DimSharding &dim : sharding.dims)
    llvm::erase_if(dim.axes, [&](const AxisRef &axis) { return !verifyAxis(other, axis).ok(); });
  return sharding;
}

LogicalResult checkSameTypes(ModuleOp planned, ModuleOp program) {
  func::FuncOp plan = functionOf(planned), function = functionOf(program);
  std::string difference = firstDifference("argument", plan.getArgumentTypes(), function.getArgumentTypes());
  if (difference.empty())
    difference = firstDifference("result", plan.getResultTypes(), function.getResultTypes());
  if (difference.empty())
    return success();
  InFlightDiagnostic error = plan.emitError() << "the earlier plan is of another program: it " << difference
                                              << "; give a plan of this program, or plan it without one";
  error.attachNote(function.getLoc()) << "the program that is planned is here";
  return error;
}

std::vector<ShardingChange> changedShardings(ModuleOp before, ModuleOp after, bool onlyDecided) {
  std::vector<ShardingChange> changes;
  func::FuncOp one = functionOf(before), other = functionOf(after);
  auto compare = [&](StringRef name, size_t number, Type type, sharding::SpecAttr was, sharding::SpecAttr is) {
    const Sharding a = shardingOf(was, type), b = shardingOf(is, type);
    if (!a.samePlacement(b) && (!onlyDecided || decides(was)))
      changes.push_back({(name + " " + Twine(number)).str(), str(a), str(b)});
  };
  for (auto [number, type] : llvm::enumerate(one.getArgumentTypes()))
    compare("argument", number, type, sharding::getSpec(one.getArgument(static_cast<unsigned>(number))),
            sharding::getSpec(other.getArgument(static_cast<unsigned>(number))));
  for (auto [number, type] : llvm::enumerate(one.getResultTypes()))
    compare("result", number, type, sharding::getResultSpec(one, static_cast<unsigned>(number)),
            sharding::getResultSpec(other, static_cast<unsigned>(number)));
  return changes;
}

} // namespace shardwright::planning
