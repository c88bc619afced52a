#include "dialects/interfaces/ReferenceOpInterface.h"
#include "dialects/sharding/ShardingAttrs.h"
#include "dialects/spmd/SpmdOps.h"
#include "lib/Interp/Collectives.h"
#include "lib/Interp/Interpreter.h"

namespace shardwright::interp {
namespace {

/// Every member of the group of an active device must have arrived as well.
absl::Status checkGroups(mlir::Operation *op, const Frame &frame, llvm::ArrayRef<AxisRef> axes) {
  for (const AxisRef &axis : axes)
    if (!frame.mesh.find(axis.name))
      return unsupported(op, "axis '" + axis.name.str() + "' is not one of this region's devices");
  for (int64_t device : frame.active)
    for (int64_t member : groupOf(frame.mesh, axes, device))
      if (!llvm::is_contained(frame.active, member))
        return absl::InternalError(locationText(op) + ": '" + op->getName().getStringRef().str() + "': device " +
                                   std::to_string(device) + " arrives and device " + std::to_string(member) +
                                   " of its group does not: the program would hang");
  return absl::OkStatus();
}

/// Runs a collective, operand by operand: `receive(position, values, type)` is what a device gets of one.
template <typename Op, typename Receive> absl::Status runGroup(Op op, Frame &frame, Receive receive) {
  if (absl::Status status = checkGroups(op, frame, op.getAxes().getValue()); !status.ok())
    return status;
  for (auto [input, output] : llvm::zip_equal(op.getInputs(), op.getOutputs())) {
    DeviceValues values = frame.operand(input), results(values.size());
    auto type = llvm::cast<mlir::RankedTensorType>(output.getType());
    for (int64_t device : frame.active)
      results[device] = receive(device, values, type);
    frame.values.set(output, std::move(results));
  }
  return absl::OkStatus();
}

absl::Status runAllGather(Interpreter &, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<spmd::AllGatherOp>(operation);
  return runGroup(op, frame, [&](int64_t device, const DeviceValues &values, mlir::RankedTensorType type) {
    return allGather(frame.mesh, op.getAxes().getValue(), device, values, op.getDim(), type);
  });
}

absl::Status runSlice(Interpreter &, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<spmd::SliceOp>(operation);
  DeviceValues values = frame.operand(op.getInput()), results(values.size());
  for (int64_t device : frame.active)
    results[device] = slice(frame.mesh, op.getAxes().getValue(), device, values, op.getDim(), resultType(op));
  frame.values.set(op.getResult(), std::move(results));
  return absl::OkStatus();
}

absl::Status runReduceScatter(Interpreter &, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<spmd::ReduceScatterOp>(operation);
  return runGroup(op, frame, [&](int64_t device, const DeviceValues &values, mlir::RankedTensorType type) {
    return reduceScatter(frame.mesh, op.getAxes().getValue(), device, values, op.getKind().getValue(), op.getDim(),
                         type);
  });
}

absl::Status runAllReduce(Interpreter &, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<spmd::AllReduceOp>(operation);
  return runGroup(op, frame, [&](int64_t device, const DeviceValues &values, mlir::RankedTensorType) {
    return allReduce(frame.mesh, op.getAxes().getValue(), device, values, op.getKind().getValue());
  });
}

absl::Status runAllToAll(Interpreter &, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<spmd::AllToAllOp>(operation);
  return runGroup(op, frame, [&](int64_t device, const DeviceValues &values, mlir::RankedTensorType type) {
    return allToAll(frame.mesh, op.getAxes().getValue(), device, values, op.getSplitDim(), op.getConcatDim(), type);
  });
}

absl::Status runPermute(Interpreter &, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<spmd::CollectivePermuteOp>(operation);
  std::vector<std::pair<int64_t, int64_t>> pairs;
  for (size_t i = 0; i < op.getNumPairs(); ++i)
    pairs.emplace_back(op.getSource(i), op.getTarget(i));
  return runGroup(op, frame, [&](int64_t device, const DeviceValues &values, mlir::RankedTensorType) {
    return collectivePermute(frame.mesh, op.getAxes().getValue(), device, values, pairs);
  });
}

/// Nothing runs beside anything else here: what was started is there already.
absl::Status runDone(Interpreter &, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<spmd::DoneOp>(operation);
  frame.values.set(op.getOutput(), DeviceValues(frame.operand(op.getInput())));
  return absl::OkStatus();
}

absl::Status runAxisIndex(Interpreter &, mlir::Operation *operation, Frame &frame) {
  auto op = llvm::cast<spmd::AxisIndexOp>(operation);
  DeviceValues results(frame.mesh.numDevices());
  for (int64_t device : frame.active)
    results[device] =
        Tensor::splat(resultType(op), Element::ofInt(blockIndex(frame.mesh, op.getAxes().getValue(), device)));
  frame.values.set(op.getResult(), std::move(results));
  return absl::OkStatus();
}

} // namespace

void addCollectives(InterpreterTable &table) {
  table.add<spmd::AllGatherOp>(runAllGather);
  table.add<spmd::SliceOp>(runSlice);
  table.add<spmd::ReduceScatterOp>(runReduceScatter);
  table.add<spmd::AllReduceOp>(runAllReduce);
  table.add<spmd::AllToAllOp>(runAllToAll);
  table.add<spmd::CollectivePermuteOp>(runPermute);
  table.add<spmd::AxisIndexOp>(runAxisIndex);
  table.add<spmd::DoneOp>(runDone);
}

} // namespace shardwright::interp
