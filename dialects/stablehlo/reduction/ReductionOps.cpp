#include "dialects/stablehlo/AsmForms.h"
#include "dialects/stablehlo/OperandError.h"
#include "dialects/stablehlo/Verify.h"
#include "dialects/stablehlo/reduction/Reduction.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/reduction/ReductionOps.cpp.inc"

namespace shardwright::stablehlo {

void registerReductionOps(StablehloDialect &dialect) {
  addOps<
#define GET_OP_LIST
#include "dialects/stablehlo/reduction/ReductionOps.cpp.inc"
      >(dialect);
  attachReductionRules(*dialect.getContext());
  attachReductionKernels(*dialect.getContext());
  attachReductionReferences(*dialect.getContext());
  attachReduceLocal(*dialect.getContext());
  attachWindowLocal(*dialect.getContext());
}

// Inputs of one shape, at least one; one result for each.
static LogicalResult verifyInputs(Operation *op, OperandRange inputs) {
  if (inputs.empty())
    return op->emitOpError() << "needs 1 input or more, got 0";
  if (op->getNumResults() != inputs.size())
    return op->emitOpError() << "has " << inputs.size() << " inputs but " << op->getNumResults() << " results";
  auto first = cast<RankedTensorType>(inputs.front().getType());
  for (auto [index, input] : llvm::enumerate(inputs)) {
    auto type = cast<RankedTensorType>(input.getType());
    if (!agree(type.getShape(), first.getShape()))
      return operandError(op, {0, static_cast<unsigned>(index)})
             << "inputs have different shapes: " << first << " and " << type;
  }
  return success();
}

// One scalar for each input, of its element type.
static LogicalResult verifyInits(Operation *op, OperandRange inputs, OperandRange inits) {
  for (auto [input, init] : llvm::zip(inputs, inits))
    if (failed(verifyTensor(op, "init value", init.getType(), {}, scalarOf(input.getType()).getElementType())))
      return failure();
  return success();
}

static LogicalResult verifyResults(Operation *op, OperandRange inputs, ArrayRef<int64_t> shape) {
  for (auto [input, result] : llvm::zip(inputs, op->getResults()))
    if (failed(verifyTensor(op, "result", result.getType(), shape, scalarOf(input.getType()).getElementType())))
      return failure();
  return success();
}

LogicalResult ReduceOp::verify() {
  if (failed(verifyInputs(*this, getInputs())))
    return failure();
  auto input = cast<RankedTensorType>(getInputs().front().getType());
  if (failed(verifyInits(*this, getInputs(), getInitValues())) ||
      failed(verifyDims(*this, "dimensions", getDimensions(), input.getRank())))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dim = 0; dim < input.getRank(); ++dim)
    if (!llvm::is_contained(getDimensions(), dim))
      shape.push_back(input.getDimSize(dim));
  if (failed(verifyResults(*this, getInputs(), shape)))
    return failure();
  return verifyReducer(*this, "the reducer", getBody(), getInputs().getTypes());
}

static FailureOr<SmallVector<int64_t>> windowCounts(Operation *op, RankedTensorType input, ArrayRef<int64_t> sizes,
                                                    const Window &window) {
  SmallVector<int64_t> counts;
  for (auto [dim, size] : llvm::enumerate(sizes)) {
    FailureOr<int64_t> count = windowCount(op, input.getDimSize(dim), size, window, dim);
    if (failed(count))
      return failure();
    counts.push_back(*count);
  }
  return counts;
}

LogicalResult ReduceWindowOp::verify() {
  if (failed(verifyInputs(*this, getInputs())) || failed(verifyInits(*this, getInputs(), getInitValues())))
    return failure();
  auto input = cast<RankedTensorType>(getInputs().front().getType());
  size_t rank = input.getRank();
  ArrayRef<int64_t> sizes = getWindowDimensions();
  if (failed(verifyCount(*this, "window_dimensions", sizes.size(), rank, "input dimensions")) ||
      failed(verifyAtLeast(*this, "window_dimensions", sizes, 1)))
    return failure();
  FailureOr<Window> window = readWindow(*this, rank, getWindowStridesAttr(), getBaseDilationsAttr(),
                                        getWindowDilationsAttr(), getPaddingAttr());
  if (failed(window))
    return failure();
  FailureOr<SmallVector<int64_t>> shape = windowCounts(*this, input, sizes, *window);
  if (failed(shape) || failed(verifyResults(*this, getInputs(), *shape)))
    return failure();
  return verifyReducer(*this, "the reducer", getBody(), getInputs().getTypes());
}

LogicalResult SelectAndScatterOp::verify() {
  RankedTensorType operand = getOperand().getType();
  size_t rank = operand.getRank();
  SmallVector<int64_t> sizes(rank, 1);
  if (auto given = getWindowDimensionsAttr()) {
    if (failed(verifyCount(*this, "window_dimensions", given.size(), rank, "operand dimensions")) ||
        failed(verifyAtLeast(*this, "window_dimensions", given.asArrayRef(), 1)))
      return failure();
    sizes.assign(given.asArrayRef().begin(), given.asArrayRef().end());
  }
  FailureOr<Window> window = readWindow(*this, rank, getWindowStridesAttr(), {}, {}, getPaddingAttr());
  if (failed(window))
    return failure();
  FailureOr<SmallVector<int64_t>> shape = windowCounts(*this, operand, sizes, *window);
  if (failed(shape))
    return failure();
  Type element = operand.getElementType();
  RankedTensorType scalar = scalarOf(operand);
  Type flag = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  if (failed(verifyTensor(*this, "source", getSource().getType(), *shape, element)) ||
      failed(verifyTensor(*this, "init value", getInitValue().getType(), {}, element)) ||
      failed(verifyTensor(*this, "result", getType(), operand.getShape(), element)) ||
      failed(verifyBody(*this, "select", getSelect(), {scalar, scalar}, flag)))
    return failure();
  return verifyBody(*this, "scatter", getScatter(), {scalar, scalar}, {scalar});
}

LogicalResult SortOp::verify() {
  if (failed(verifyInputs(*this, getInputs())))
    return failure();
  auto input = cast<RankedTensorType>(getInputs().front().getType());
  int64_t dim = getDimension(), rank = input.getRank();
  if (failed(verifyDim(*this, "dimension", dim < 0 ? dim + rank : dim, rank)) ||
      failed(verifyResults(*this, getInputs(), input.getShape())))
    return failure();
  SmallVector<Type> arguments;
  for (Value each : getInputs())
    arguments.append(2, scalarOf(each.getType()));
  Type flag = RankedTensorType::get({}, IntegerType::get(getContext(), 1));
  return verifyBody(*this, "the comparator", getComparator(), arguments, flag);
}

LogicalResult MapOp::verify() {
  int64_t rank = getType().getRank();
  if (failed(verifyCount(*this, "dimensions", getDimensions().size(), rank, "dimensions")))
    return failure();
  for (auto [index, dim] : llvm::enumerate(getDimensions()))
    if (dim != static_cast<int64_t>(index))
      return emitOpError() << "dimensions should count from 0 to " << rank - 1 << ", has " << dim << " at " << index;
  SmallVector<Type> arguments;
  for (Value input : getInputs())
    arguments.push_back(scalarOf(input.getType()));
  return verifyBody(*this, "the computation", getComputation(), arguments, {scalarOf(getType())});
}

} // namespace shardwright::stablehlo
