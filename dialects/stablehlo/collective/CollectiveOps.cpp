#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/collective/Collective.h"

#include "llvm/Support/MathExtras.h"

#include <set>

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/collective/CollectiveOps.cpp.inc"

namespace shardwright::stablehlo {

void registerCollectiveOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/collective/CollectiveOps.cpp.inc"
      >(dialect);
  attachCollectiveRules(*dialect.getContext());
  attachCollectiveKernels(*dialect.getContext());
}

// How many processes a group has; dynamic where the groups are mesh axes or groups differ in size.
static int64_t groupSize(Attribute groups) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense)
    return ShapedType::kDynamic;
  for (int64_t id : dense.getValues<int64_t>())
    if (id < 0)
      return ShapedType::kDynamic;
  return dense.getType().getShape()[1];
}

// Groups by ids: a matrix, one row a group, each id once, -1 where a row is short.
static LogicalResult verifyGroups(Operation *op, Attribute groups) {
  auto dense = dyn_cast<DenseIntElementsAttr>(groups);
  if (!dense)
    return success();
  if (dense.getType().getRank() != 2)
    return op->emitOpError() << "replica_groups should have rank 2, got " << dense.getType();
  std::set<int64_t> seen;
  for (int64_t id : dense.getValues<int64_t>()) {
    if (id < -1)
      return op->emitOpError() << "replica_groups contains " << id << ", expected -1 or a process";
    if (id >= 0 && !seen.insert(id).second)
      return op->emitOpError() << "replica_groups contains process " << id << " twice";
  }
  return success();
}

// One result for every operand.
static LogicalResult verifyPairs(Operation *op) {
  if (op->getNumOperands() != 0 && op->getNumOperands() == op->getNumResults())
    return success();
  return op->emitOpError() << "has " << op->getNumOperands() << " operands and " << op->getNumResults()
                           << " results, expected the same number and at least 1";
}

// Results have the operands' types.
static LogicalResult verifyUnchanged(Operation *op) {
  for (auto [index, operand, result] : llvm::enumerate(op->getOperandTypes(), op->getResultTypes()))
    if (!agree(operand, result))
      return operandError(op, {static_cast<unsigned>(index)})
             << "the operand is " << operand << " but the result is " << result;
  return success();
}

// `size` times `factor`, dynamic where either is or no number holds it.
static int64_t times(int64_t size, int64_t factor) {
  int64_t product;
  bool unknown = ShapedType::isDynamic(size) || ShapedType::isDynamic(factor);
  return unknown || llvm::MulOverflow(size, factor, product) ? ShapedType::kDynamic : product;
}

LogicalResult AllGatherOp::verify() {
  if (failed(verifyPairs(*this)) || failed(verifyGroups(*this, getReplicaGroups())))
    return failure();
  for (auto [operand, result] : llvm::zip(getOperandTypes(), getResultTypes())) {
    auto type = cast<RankedTensorType>(operand);
    if (failed(verifyDim(*this, "all_gather_dim", getAllGatherDim(), type.getRank())))
      return failure();
    SmallVector<int64_t> shape(type.getShape());
    shape[getAllGatherDim()] = times(shape[getAllGatherDim()], groupSize(getReplicaGroups()));
    if (failed(verifyTensor(*this, "result", result, shape, type.getElementType())))
      return failure();
  }
  return success();
}

// A computation over scalars: any element type wide enough may be accumulated in.
static LogicalResult verifyComputation(Operation *op, Region &region, Type result) {
  return verifyBody(op, "the computation", region, {scalarOf(result), scalarOf(result)}, {scalarOf(result)});
}

LogicalResult AllReduceOp::verify() {
  if (failed(verifyPairs(*this)) || failed(verifyGroups(*this, getReplicaGroups())) || failed(verifyUnchanged(*this)))
    return failure();
  return verifyComputation(*this, getComputation(), getResult(0).getType());
}

LogicalResult ReduceScatterOp::verify() {
  RankedTensorType operand = getOperand().getType();
  int64_t dim = getScatterDimension();
  if (failed(verifyGroups(*this, getReplicaGroups())) ||
      failed(verifyDim(*this, "scatter_dimension", dim, operand.getRank())))
    return failure();
  SmallVector<int64_t> shape(operand.getShape());
  int64_t group = groupSize(getReplicaGroups());
  if (!ShapedType::isDynamic(shape[dim]) && group > 0 && shape[dim] % group != 0)
    return emitOpError() << "dimension " << dim << " of size " << shape[dim] << " cannot be scattered over " << group
                         << " processes";
  shape[dim] = ShapedType::isDynamic(group) || ShapedType::isDynamic(shape[dim]) || group == 0 ? ShapedType::kDynamic
                                                                                               : shape[dim] / group;
  if (failed(verifyTensor(*this, "result", getType(), shape, operand.getElementType())))
    return failure();
  return verifyComputation(*this, getComputation(), getType());
}

LogicalResult AllToAllOp::verify() {
  int64_t count = getSplitCount(), group = groupSize(getReplicaGroups());
  if (failed(verifyPairs(*this)) || failed(verifyGroups(*this, getReplicaGroups())))
    return failure();
  if (count < 1)
    return emitOpError() << "split_count is " << count << ", expected at least 1";
  if (!agree(count, group))
    return emitOpError() << "split_count is " << count << " but groups have " << group << " processes";
  for (auto [operand, result] : llvm::zip(getOperandTypes(), getResultTypes())) {
    auto type = cast<RankedTensorType>(operand);
    if (failed(verifyDim(*this, "split_dimension", getSplitDimension(), type.getRank())) ||
        failed(verifyDim(*this, "concat_dimension", getConcatDimension(), type.getRank())))
      return failure();
    SmallVector<int64_t> shape(type.getShape());
    int64_t &split = shape[getSplitDimension()];
    if (!ShapedType::isDynamic(split) && split % count != 0)
      return emitOpError() << "split_count " << count << " does not divide dimension " << getSplitDimension()
                           << " of size " << split;
    split = ShapedType::isDynamic(split) ? split : split / count;
    shape[getConcatDimension()] = times(shape[getConcatDimension()], count);
    if (failed(verifyTensor(*this, "result", result, shape, type.getElementType())))
      return failure();
  }
  return success();
}

LogicalResult CollectivePermuteOp::verify() {
  auto type = getSourceTargetPairs().getType();
  if (type.getRank() != 2 || type.getShape()[1] != 2)
    return emitOpError() << "source_target_pairs should have shape Nx2, got " << type;
  std::set<int64_t> seen[2];
  for (auto [index, id] : llvm::enumerate(getSourceTargetPairs().getValues<int64_t>())) {
    StringRef role = index % 2 == 0 ? "source" : "target";
    if (id < 0)
      return emitOpError() << "source_target_pairs contains " << id << ", expected a process";
    if (!seen[index % 2].insert(id).second)
      return emitOpError() << "process " << id << " is a " << role << " twice";
  }
  return verifyUnchanged(*this);
}

LogicalResult CollectiveBroadcastOp::verify() {
  if (failed(verifyPairs(*this)) || failed(verifyGroups(*this, getReplicaGroups())))
    return failure();
  return verifyUnchanged(*this);
}

LogicalResult CollectiveReduceOp::verify() {
  if (failed(verifyPairs(*this)) || failed(verifyGroups(*this, getReplicaGroups())) || failed(verifyUnchanged(*this)))
    return failure();
  return verifyComputation(*this, getComputation(), getResult(0).getType());
}

LogicalResult CrossReplicaSumOp::verify() {
  if (failed(verifyGroups(*this, getReplicaGroups())))
    return failure();
  return verifyUnchanged(*this);
}

static LogicalResult verifyProcessId(Operation *op) {
  return verifyTensor(op, "result", op->getResult(0).getType(), {},
                      IntegerType::get(op->getContext(), 32, IntegerType::Unsigned));
}

LogicalResult PartitionIdOp::verify() { return verifyProcessId(*this); }

LogicalResult ReplicaIdOp::verify() { return verifyProcessId(*this); }

LogicalResult AsyncStartOp::verify() {
  return verifyBody(*this, "the body", getBody(), getOperandTypes(),
                    cast<FutureType>(getResult().getType()).getTypes());
}

LogicalResult AsyncDoneOp::verify() {
  TypeRange promised = cast<FutureType>(getFuture().getType()).getTypes();
  if (agree(promised, getResultTypes()))
    return success();
  return emitOpError() << "waits for (" << promised << ") but results in (" << getResultTypes() << ")";
}

} // namespace shardwright::stablehlo
