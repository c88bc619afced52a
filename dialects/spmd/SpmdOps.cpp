#include "dialects/spmd/SpmdOps.h"
#include "dialects/sharding/Shardings.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/OpImplementation.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <string_view>

using namespace mlir;

namespace shardwright::spmd {

using sharding::parseAxes;
using sharding::parseKind;
using sharding::parsePairs;
using sharding::printAxes;
using sharding::printKind;
using sharding::printPairs;

template <typename Op> static constexpr bool isNamedByKind() {
  return std::string_view(Op::getOperationName()).substr(sizeof("spmd.") - 1) == collectiveName(Op::kKind);
}

std::optional<CollectiveKind> collectiveKind(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<CollectiveKind>>(op)
      .Case<AllGatherOp, AllReduceOp, ReduceScatterOp, AllToAllOp, CollectivePermuteOp>([](auto collective) {
        static_assert(isNamedByKind<decltype(collective)>());
        return decltype(collective)::kKind;
      })
      .Default(std::nullopt);
}

bool isStarted(Operation *op) { return op->hasAttr(kStartedAttr); }

//===--- assembly format directives ---===//

static ParseResult parseAlikeTypes(OpAsmParser &parser, llvm::SmallVectorImpl<Type> &inputs,
                                   llvm::SmallVectorImpl<Type> &outputs) {
  if (parser.parseTypeList(inputs))
    return failure();
  outputs.assign(inputs.begin(), inputs.end());
  return success();
}

static void printAlikeTypes(OpAsmPrinter &printer, Operation *, TypeRange inputs, TypeRange) { printer << inputs; }

//===--- verifiers ---===//

/// The size of the group, where its mesh and axes are right.
static FailureOr<int64_t> groupSize(Operation *op, FlatSymbolRefAttr mesh, sharding::AxesAttr axes) {
  FailureOr<Mesh> value = sharding::verifyAxes(op, mesh, axes.getValue());
  if (failed(value))
    return failure();
  return numParts(*value, axes.getValue());
}

static LogicalResult verifyDim(Operation *op, llvm::StringRef what, int64_t dim, RankedTensorType type) {
  if (dim < 0 || dim >= type.getRank())
    return op->emitOpError() << "has " << what << " " << dim << ", but its operand has rank " << type.getRank();
  return success();
}

/// Result and operand agree in rank, element type and all dimensions but `dims`.
static LogicalResult verifyOtherDims(Operation *op, RankedTensorType input, RankedTensorType result,
                                     llvm::ArrayRef<int64_t> dims) {
  if (input.getRank() != result.getRank() || input.getElementType() != result.getElementType())
    return op->emitOpError() << "has operand " << input << " and result " << result
                             << ", which differ in rank or element type";
  for (int64_t dim = 0; dim < input.getRank(); ++dim)
    if (!llvm::is_contained(dims, dim) && input.getDimSize(dim) != result.getDimSize(dim))
      return op->emitOpError() << "changes dimension " << dim << " from " << input.getDimSize(dim) << " to "
                               << result.getDimSize(dim) << ", which it does not touch";
  return success();
}

/// A dimension joined from `parts` blocks of the operand: never longer than all of them.
static LogicalResult verifyJoined(Operation *op, int64_t dim, int64_t joined, RankedTensorType result) {
  if (result.getDimSize(dim) > joined)
    return op->emitOpError() << "has a result of length " << result.getDimSize(dim) << " in dimension " << dim
                             << ", but the blocks of the group hold " << joined;
  return success();
}

static LogicalResult verifySplit(Operation *op, int64_t dim, int64_t parts, RankedTensorType input,
                                 RankedTensorType result) {
  int64_t block = llvm::divideCeilSigned(input.getDimSize(dim), parts);
  if (result.getDimSize(dim) != block)
    return op->emitOpError() << "has a result of length " << result.getDimSize(dim) << " in dimension " << dim
                             << ", but " << input.getDimSize(dim) << " in " << parts << " parts makes blocks of "
                             << block;
  return success();
}

static LogicalResult verifyKind(Operation *op, ReductionKind kind, RankedTensorType type) {
  if (!sharding::isDefinedOn(kind, type.getElementType()))
    return op->emitOpError() << "cannot take the " << name(kind) << " of elements of type " << type.getElementType();
  return success();
}

static RankedTensorType tensor(Value value) { return cast<RankedTensorType>(value.getType()); }

/// Checks each operand with the result of its own, and what holds for all of them.
static LogicalResult verifyEach(Operation *op,
                                llvm::function_ref<LogicalResult(RankedTensorType, RankedTensorType)> check) {
  if (op->getNumOperands() == 0 || op->getNumOperands() != op->getNumResults())
    return op->emitOpError() << "has " << op->getNumOperands() << " operands and " << op->getNumResults()
                             << " results; each operand has a result of its own, and there is one at least";
  Type element = tensor(op->getOperand(0)).getElementType();
  for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    if (tensor(operand).getElementType() != element)
      return op->emitOpError() << "has operands of elements " << element << " and " << tensor(operand).getElementType()
                               << "; what is exchanged together has one type";
    if (failed(check(tensor(operand), tensor(result))))
      return failure();
  }
  return success();
}

static LogicalResult verifyAlike(Operation *op, RankedTensorType input, RankedTensorType result) {
  if (input != result)
    return op->emitOpError() << "has operand " << input << " and result " << result << ", which must be alike";
  return success();
}

LogicalResult AllGatherOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<int64_t> size = groupSize(*this, getMeshAttr(), getAxes());
  int64_t dim = getDim();
  if (failed(size))
    return failure();
  return verifyEach(*this, [&](RankedTensorType input, RankedTensorType result) -> LogicalResult {
    if (failed(verifyDim(*this, "dim", dim, input)) || failed(verifyOtherDims(*this, input, result, {dim})))
      return failure();
    return verifyJoined(*this, dim, input.getDimSize(dim) * *size, result);
  });
}

LogicalResult SliceOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<int64_t> size = groupSize(*this, getMeshAttr(), getAxes());
  int64_t dim = getDim();
  RankedTensorType input = tensor(getInput()), result = tensor(getResult());
  if (failed(size) || failed(verifyDim(*this, "dim", dim, input)) ||
      failed(verifyOtherDims(*this, input, result, {dim})))
    return failure();
  return verifySplit(*this, dim, *size, input, result);
}

LogicalResult ReduceScatterOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<int64_t> size = groupSize(*this, getMeshAttr(), getAxes());
  int64_t dim = getDim();
  if (failed(size))
    return failure();
  return verifyEach(*this, [&](RankedTensorType input, RankedTensorType result) -> LogicalResult {
    if (failed(verifyDim(*this, "dim", dim, input)) || failed(verifyOtherDims(*this, input, result, {dim})) ||
        failed(verifyKind(*this, getKind().getValue(), input)))
      return failure();
    return verifySplit(*this, dim, *size, input, result);
  });
}

LogicalResult AllReduceOp::verifySymbolUses(SymbolTableCollection &) {
  if (failed(groupSize(*this, getMeshAttr(), getAxes())))
    return failure();
  return verifyEach(*this, [&](RankedTensorType input, RankedTensorType result) -> LogicalResult {
    if (failed(verifyAlike(*this, input, result)))
      return failure();
    return verifyKind(*this, getKind().getValue(), input);
  });
}

LogicalResult AllToAllOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<int64_t> size = groupSize(*this, getMeshAttr(), getAxes());
  int64_t split = getSplitDim(), concat = getConcatDim();
  if (failed(size))
    return failure();
  return verifyEach(*this, [&](RankedTensorType input, RankedTensorType result) -> LogicalResult {
    if (failed(verifyDim(*this, "split dim", split, input)) || failed(verifyDim(*this, "concat dim", concat, input)) ||
        failed(verifyOtherDims(*this, input, result, {split, concat})))
      return failure();
    if (split == concat)
      return verifyJoined(*this, concat, llvm::divideCeilSigned(input.getDimSize(split), *size) * *size, result);
    if (failed(verifySplit(*this, split, *size, input, result)))
      return failure();
    return verifyJoined(*this, concat, input.getDimSize(concat) * *size, result);
  });
}

LogicalResult CollectivePermuteOp::verifySymbolUses(SymbolTableCollection &) {
  FailureOr<int64_t> size = groupSize(*this, getMeshAttr(), getAxes());
  if (failed(size))
    return failure();
  if (getPairs().size() % 2 != 0)
    return emitOpError() << "has " << getPairs().size() << " numbers in its pairs; sources and targets alternate";
  llvm::SmallVector<bool> isSource(*size, false), isTarget(*size, false);
  for (size_t pair = 0; pair < getNumPairs(); ++pair) {
    int64_t source = getSource(pair), target = getTarget(pair);
    if (source < 0 || source >= *size || target < 0 || target >= *size)
      return emitOpError() << "has the pair [" << source << ", " << target << "], but its groups have " << *size
                           << " devices";
    if (isSource[source] || isTarget[target])
      return emitOpError() << "names " << (isSource[source] ? "source " : "target ")
                           << (isSource[source] ? source : target) << " twice";
    isSource[source] = isTarget[target] = true;
  }
  return verifyEach(*this,
                    [&](RankedTensorType input, RankedTensorType result) { return verifyAlike(*this, input, result); });
}

LogicalResult DoneOp::verify() {
  Operation *collective = getInput().getDefiningOp();
  if (!collective || !isCollective(collective) || !isStarted(collective))
    return emitOpError() << "waits for what no collective with '" << kStartedAttr << "' brings";
  return success();
}

LogicalResult AxisIndexOp::verifySymbolUses(SymbolTableCollection &) {
  return success(succeeded(groupSize(*this, getMeshAttr(), getAxes())));
}

} // namespace shardwright::spmd

#define GET_OP_CLASSES
#include "dialects/spmd/SpmdOps.cpp.inc"
