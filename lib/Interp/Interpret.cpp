#include "lib/Interp/Interpret.h"

#include "dialects/interfaces/ReferenceOpInterface.h"
#include "dialects/sharding/Shardings.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace shardwright::interp {
namespace {

constexpr llvm::StringLiteral kGlobalTypeAttr = "spmd.global_type";

absl::StatusOr<mlir::func::FuncOp> mainOf(mlir::ModuleOp module) {
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!main)
    for (auto function : module.getOps<mlir::func::FuncOp>())
      if (function.isPublic() && !function.isExternal())
        main = main ? main : function;
  if (!main || main.isExternal())
    return absl::InvalidArgumentError("the program has no function @main");
  return main;
}

/// The whole array's type of an argument or result: its own, or what partitioning noted.
absl::StatusOr<mlir::RankedTensorType> globalType(mlir::Type type, mlir::Attribute noted, const std::string &what) {
  if (auto attribute = llvm::dyn_cast_or_null<mlir::TypeAttr>(noted))
    type = attribute.getValue();
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  if (!tensor || !tensor.hasStaticShape() || !ElementFormat::get(tensor.getElementType()))
    return absl::InvalidArgumentError(what + " is not a tensor of static shape");
  return tensor;
}

Sharding shardingOf(sharding::SpecAttr spec, size_t rank) { return spec ? spec.getValue() : Sharding::closed(rank); }

absl::StatusOr<Outcome> runGlobal(mlir::func::FuncOp main, const std::vector<Tensor> &inputs,
                                  Interpreter &interpreter) {
  std::vector<DeviceValues> arguments;
  for (const Tensor &input : inputs)
    arguments.push_back({input});
  auto results = interpreter.run(main.getBody().front(), std::move(arguments), Mesh(), {0}, nullptr);
  if (!results.ok())
    return results.status();
  Outcome outcome;
  for (DeviceValues &result : *results)
    outcome.results.push_back(std::move(result[0]));
  return outcome;
}

absl::StatusOr<Outcome> runPerDevice(mlir::func::FuncOp main, const std::vector<Tensor> &inputs,
                                     llvm::ArrayRef<mlir::RankedTensorType> resultTypes, Interpreter &interpreter) {
  mlir::FailureOr<Mesh> found = sharding::lookupMesh(main);
  Mesh mesh = mlir::succeeded(found) ? *found : Mesh();
  std::vector<int64_t> devices(mesh.numDevices());
  for (size_t device = 0; device < devices.size(); ++device)
    devices[device] = static_cast<int64_t>(device);
  std::vector<DeviceValues> arguments;
  for (auto [argument, input] : llvm::zip_equal(main.getArguments(), inputs)) {
    Sharding sharding = shardingOf(sharding::getSpec(argument), input.rank());
    DeviceValues values;
    for (int64_t device : devices)
      values.push_back(blockOf(mesh, sharding, device, input, llvm::cast<mlir::RankedTensorType>(argument.getType())));
    arguments.push_back(std::move(values));
  }
  auto results = interpreter.run(main.getBody().front(), std::move(arguments), mesh, devices, nullptr);
  if (!results.ok())
    return results.status();
  Outcome outcome;
  for (auto [i, values] : llvm::enumerate(*results)) {
    Sharding sharding = shardingOf(sharding::getResultSpec(main, i), resultTypes[i].getRank());
    absl::StatusOr<Tensor> global = joined(mesh, sharding, devices, values, resultTypes[i]);
    if (!global.ok())
      return absl::Status(global.status().code(),
                          "result " + std::to_string(i) + ": " + std::string(global.status().message()));
    outcome.results.push_back(std::move(*global));
  }
  return outcome;
}

} // namespace

bool isPerDevice(mlir::ModuleOp module) {
  absl::StatusOr<mlir::func::FuncOp> found = mainOf(module);
  if (!found.ok())
    return false;
  mlir::func::FuncOp main = *found;
  for (unsigned i = 0; i < main.getNumArguments(); ++i)
    if (main.getArgAttr(i, kGlobalTypeAttr))
      return true;
  for (unsigned i = 0; i < main.getNumResults(); ++i)
    if (main.getResultAttr(i, kGlobalTypeAttr))
      return true;
  return main
      .walk([](mlir::Operation *op) {
        bool spmd = op->getName().getDialectNamespace() == "spmd" && !op->getParentOfType<sharding::ManualOp>();
        return spmd ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
      })
      .wasInterrupted();
}

absl::StatusOr<std::vector<mlir::RankedTensorType>> argumentTypes(mlir::ModuleOp module) {
  absl::StatusOr<mlir::func::FuncOp> main = mainOf(module);
  if (!main.ok())
    return main.status();
  std::vector<mlir::RankedTensorType> types;
  for (unsigned i = 0; i < main->getNumArguments(); ++i) {
    auto type = globalType(main->getArgument(i).getType(), main->getArgAttr(i, kGlobalTypeAttr),
                           "argument " + std::to_string(i));
    if (!type.ok())
      return type.status();
    types.push_back(*type);
  }
  return types;
}

absl::StatusOr<std::vector<mlir::RankedTensorType>> resultTypes(mlir::ModuleOp module) {
  absl::StatusOr<mlir::func::FuncOp> main = mainOf(module);
  if (!main.ok())
    return main.status();
  std::vector<mlir::RankedTensorType> types;
  for (unsigned i = 0; i < main->getNumResults(); ++i) {
    auto type =
        globalType(main->getResultTypes()[i], main->getResultAttr(i, kGlobalTypeAttr), "result " + std::to_string(i));
    if (!type.ok())
      return type.status();
    types.push_back(*type);
  }
  return types;
}

absl::StatusOr<Outcome> interpret(mlir::ModuleOp module, const std::vector<Tensor> &inputs, Tolerance tolerance) {
  auto arguments = argumentTypes(module), results = resultTypes(module);
  if (!arguments.ok() || !results.ok())
    return arguments.ok() ? results.status() : arguments.status();
  if (arguments->size() != inputs.size())
    return absl::InvalidArgumentError("the program has " + std::to_string(arguments->size()) + " arguments, " +
                                      std::to_string(inputs.size()) + " inputs were given");
  for (auto [i, type] : llvm::enumerate(*arguments))
    if (inputs[i].type() != type)
      return absl::InvalidArgumentError("input " + std::to_string(i) + " has another type than its argument");
  mlir::func::FuncOp main = *mainOf(module);
  Interpreter interpreter(tolerance);
  auto outcome =
      isPerDevice(module) ? runPerDevice(main, inputs, *results, interpreter) : runGlobal(main, inputs, interpreter);
  if (outcome.ok())
    outcome->failedChecks = interpreter.failedChecks;
  return outcome;
}

} // namespace shardwright::interp
