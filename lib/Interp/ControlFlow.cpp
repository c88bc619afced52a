#include "dialects/interfaces/ReferenceOpInterface.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "lib/Interp/Interpreter.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

#include <map>

namespace shardwright::interp {
namespace {

std::vector<DeviceValues> operandsOf(mlir::Operation *op, const Frame &frame) {
  std::vector<DeviceValues> operands;
  for (mlir::Value operand : op->getOperands())
    operands.push_back(frame.operand(operand));
  return operands;
}

void setResults(mlir::Operation *op, std::vector<DeviceValues> results, Frame &frame) {
  for (auto [value, result] : llvm::zip_equal(op->getResults(), results))
    frame.values.set(value, std::move(result));
}

/// Takes over what some devices computed.
void merge(std::vector<DeviceValues> &into, std::vector<DeviceValues> &&from, llvm::ArrayRef<int64_t> devices) {
  for (auto [to, value] : llvm::zip_equal(into, from))
    for (int64_t device : devices)
      to[device] = std::move(value[device]);
}

/// Devices leave the loop as their condition turns false; the others go on, and a collective among them complains if
/// one that it needs has left.
absl::Status runWhile(Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
  std::vector<DeviceValues> carried = operandsOf(op, frame);
  std::vector<int64_t> running = frame.active;
  while (!running.empty()) {
    auto condition = interpreter.run(op->getRegion(0).front(), carried, frame.mesh, running, &frame.values);
    if (!condition.ok())
      return condition.status();
    llvm::erase_if(running, [&](int64_t device) { return !(*condition)[0][device].get(0).integer; });
    if (running.empty())
      break;
    auto next = interpreter.run(op->getRegion(1).front(), carried, frame.mesh, running, &frame.values);
    if (!next.ok())
      return next.status();
    merge(carried, std::move(*next), running);
  }
  setResults(op, std::move(carried), frame);
  return absl::OkStatus();
}

/// Runs each branch on the devices that chose it, in the order of the branches.
absl::Status runBranches(Interpreter &interpreter, mlir::Operation *op, Frame &frame,
                         llvm::function_ref<int64_t(const Element &)> branchOf) {
  std::map<int64_t, std::vector<int64_t>> devicesOf;
  for (int64_t device : frame.active)
    devicesOf[branchOf(frame.values.get(op->getOperand(0), device).get(0))].push_back(device);
  std::vector<DeviceValues> results(op->getNumResults(), DeviceValues(frame.mesh.numDevices()));
  for (auto &[branch, devices] : devicesOf) {
    auto values = interpreter.run(op->getRegion(branch).front(), {}, frame.mesh, devices, &frame.values);
    if (!values.ok())
      return values.status();
    merge(results, std::move(*values), devices);
  }
  setResults(op, std::move(results), frame);
  return absl::OkStatus();
}

absl::Status runIf(Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
  return runBranches(interpreter, op, frame, [](const Element &predicate) { return predicate.integer ? 0 : 1; });
}

/// An index out of range takes the last branch.
absl::Status runCase(Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
  int64_t last = static_cast<int64_t>(op->getNumRegions()) - 1;
  return runBranches(interpreter, op, frame, [&](const Element &index) {
    return index.integer < 0 || index.integer > last ? last : index.integer;
  });
}

/// Runs the function that an attribute names.
absl::Status runCallee(Interpreter &interpreter, mlir::Operation *op, Frame &frame, llvm::StringRef attribute) {
  auto name = op->getAttrOfType<mlir::FlatSymbolRefAttr>(attribute);
  auto function = name ? mlir::SymbolTable::lookupNearestSymbolFrom<mlir::func::FuncOp>(op, name) : nullptr;
  if (!function || function.isExternal())
    return unsupported(op, "the function it calls has no body");
  auto results = interpreter.run(function.getBody().front(), operandsOf(op, frame), frame.mesh, frame.active, nullptr);
  if (!results.ok())
    return results.status();
  setResults(op, std::move(*results), frame);
  return absl::OkStatus();
}

} // namespace

void addControlFlow(InterpreterTable &table) {
  table.add<stablehlo::WhileOp>(runWhile);
  table.add<stablehlo::IfOp>(runIf);
  table.add<stablehlo::CaseOp>(runCase);
  table.add<mlir::func::CallOp>([](Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
    return runCallee(interpreter, op, frame, "callee");
  });
  table.add<stablehlo::CompositeOp>([](Interpreter &interpreter, mlir::Operation *op, Frame &frame) {
    return runCallee(interpreter, op, frame, "decomposition");
  });
}

} // namespace shardwright::interp
