#include "passes/common/ScoreSpace.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/TensorType.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower {

bool isReduction(stablehlo::ReduceOp reduce, bool isMaximum) {
  if (reduce.getInputs().size() != 1 || !reduce.getBody().hasOneBlock())
    return false;
  Block &body = reduce.getBody().front();
  if (std::distance(body.begin(), body.end()) != 2)
    return false;
  Operation &op = body.front();
  if (op.getNumOperands() != 2 || op.getOperand(0) == op.getOperand(1) ||
      !llvm::all_of(op.getOperands(), [&](Value value) { return llvm::is_contained(body.getArguments(), value); }) ||
      body.back().getOperand(0) != op.getResult(0))
    return false;
  auto init = reduce.getInitValues().front().getDefiningOp<stablehlo::ConstantOp>();
  if (!init || !isa<FloatType>(getElementTypeOrSelf(init.getType())))
    return false;
  const APFloat first = cast<DenseElementsAttr>(init.getValue()).getSplatValue<APFloat>();
  return isMaximum ? isa<stablehlo::MaxOp>(op) && first.isInfinity() && first.isNegative()
                   : isa<stablehlo::AddOp>(op) && first.isZero();
}

Dims operandOfDot(stablehlo::DotGeneralOp dot, bool isLhs, const Dims &result) {
  auto numbers = dot.getDotDimensionNumbers();
  ArrayRef<int64_t> batching = isLhs ? numbers.getLhsBatchingDimensions() : numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> contracting = isLhs ? numbers.getLhsContractingDimensions() : numbers.getRhsContractingDimensions();
  RankedTensorType type = tensorType(isLhs ? dot.getLhs() : dot.getRhs());
  const auto other =
      static_cast<size_t>(tensorType(dot.getLhs()).getRank()) - numbers.getLhsContractingDimensions().size();
  size_t free = isLhs ? batching.size() : other; // of the result: batching, free of lhs, free of rhs
  Dims dims;
  for (int64_t d = 0; d < type.getRank(); ++d) {
    if (const auto *at = llvm::find(batching, d); at != batching.end())
      dims.push_back(result[static_cast<size_t>(at - batching.begin())]);
    else
      dims.push_back(llvm::is_contained(contracting, d) ? -1 : result[free++]);
  }
  return dims;
}

ScoreSpace::ScoreSpace(stablehlo::DotGeneralOp product) : product(product) {
  RankedTensorType type = tensorType(product.getResult());
  extents.assign(type.getShape().begin(), type.getShape().end());
  Dims dims;
  for (int64_t d = 0; d < type.getRank(); ++d)
    dims.push_back(extents[static_cast<size_t>(d)] == 1 ? -1 : static_cast<int>(d));
  isValid = choose() && visit(product.getResult(), dims);
  while (isValid && !work.empty())
    isValid = visitUsers(work.pop_back_val());
}

/// Columns are what the first maximum behind the product is over; rows the largest free dimension of the other operand.
bool ScoreSpace::choose() {
  llvm::SmallVector<std::pair<Value, Dims>> front;
  Dims dims;
  for (size_t d = 0; d != extents.size(); ++d)
    dims.push_back(static_cast<int>(d));
  front.push_back({product.getResult(), dims});
  llvm::DenseSet<Operation *> seen;
  while (!front.empty() && column < 0) {
    auto [value, at] = front.pop_back_val();
    for (OpOperand &use : value.getUses()) {
      Operation *user = use.getOwner();
      if (!seen.insert(user).second)
        continue;
      if (auto reduce = dyn_cast<stablehlo::ReduceOp>(user)) {
        if (use.getOperandNumber() == 0 && reduce.getDimensions().size() == 1 && isReduction(reduce, true))
          column = at[static_cast<size_t>(reduce.getDimensions()[0])];
        continue;
      }
      if (auto transpose = dyn_cast<stablehlo::TransposeOp>(user)) {
        Dims to;
        for (int64_t d : transpose.getPermutation())
          to.push_back(at[static_cast<size_t>(d)]);
        front.push_back({transpose.getResult(), to});
      } else if (isElementwise(user) && user->getNumResults() == 1) {
        front.push_back({user->getResult(0), at});
      }
    }
  }
  if (column < 0)
    return false;
  auto numbers = product.getDotDimensionNumbers();
  const size_t batch = numbers.getLhsBatchingDimensions().size();
  const size_t left =
      static_cast<size_t>(tensorType(product.getLhs()).getRank()) - numbers.getLhsContractingDimensions().size();
  const auto at = static_cast<size_t>(column);
  if (at < batch)
    return false;
  const bool isLeft = at < left;
  for (size_t d = isLeft ? left : batch; d < (isLeft ? extents.size() : left); ++d)
    if (row < 0 || extents[d] >= extents[static_cast<size_t>(row)])
      row = static_cast<int>(d);
  return row >= 0 && extents[static_cast<size_t>(row)] > 1 && extents[at] > 1;
}

bool ScoreSpace::spans(const Dims &dims) const {
  return llvm::is_contained(dims, row) && llvm::is_contained(dims, column);
}

std::optional<Dims> ScoreSpace::operandDims(Operation *op, unsigned operand, const Dims &dims) {
  ArrayRef<int64_t> shape = tensorType(op->getOperand(operand)).getShape();
  ArrayRef<int64_t> result = tensorType(op->getResult(0)).getShape();
  Dims from(shape.size(), -1);
  if (auto transpose = dyn_cast<stablehlo::TransposeOp>(op)) {
    for (auto [i, d] : llvm::enumerate(transpose.getPermutation()))
      from[static_cast<size_t>(d)] = dims[i];
    return from;
  }
  if (auto broadcast = dyn_cast<stablehlo::BroadcastInDimOp>(op)) {
    for (auto [i, d] : llvm::enumerate(broadcast.getBroadcastDimensions()))
      from[i] = shape[i] == 1 && result[static_cast<size_t>(d)] != 1 ? -1 : dims[static_cast<size_t>(d)];
    return from;
  }
  if (isa<stablehlo::ReshapeOp>(op)) { // of dimensions of one element
    size_t next = 0;
    for (size_t d = 0; d != shape.size(); ++d) {
      if (shape[d] == 1)
        continue;
      while (next != result.size() && result[next] == 1)
        ++next;
      if (next == result.size() || result[next] != shape[d])
        return std::nullopt;
      from[d] = dims[next++];
    }
    return from;
  }
  if (!isElementwise(op) || op->getNumResults() != 1)
    return std::nullopt;
  if (shape == result)
    return dims;
  return shape.empty() ? std::optional<Dims>(Dims()) : std::nullopt;
}

/// Whether a product of the space is this: it goes over rows and columns, from one operand each, over one depth.
bool ScoreSpace::isProduct(stablehlo::DotGeneralOp dot, const Dims &dims) const {
  if (dot.getDotDimensionNumbers().getLhsContractingDimensions().size() != 1)
    return false;
  const Dims lhs = operandOfDot(dot, true, dims), rhs = operandOfDot(dot, false, dims);
  auto has = [](const Dims &all, int d) { return llvm::is_contained(all, d); };
  return (has(lhs, row) && !has(lhs, column) && has(rhs, column) && !has(rhs, row)) ||
         (has(rhs, row) && !has(rhs, column) && has(lhs, column) && !has(lhs, row));
}

bool ScoreSpace::dependsOnProduct(Value value, const Dims &dims) {
  if (!spans(dims))
    return false;
  auto [it, isNew] = depends.try_emplace(value, false);
  if (!isNew)
    return it->second;
  Operation *op = value.getDefiningOp();
  bool found = false;
  if (auto dot = dyn_cast_or_null<stablehlo::DotGeneralOp>(op))
    found = isProduct(dot, dims);
  else if (op && op->getNumResults() == 1 && op->getBlock() == product->getBlock())
    for (OpOperand &operand : op->getOpOperands())
      if (isa<RankedTensorType>(operand.get().getType()))
        if (std::optional<Dims> from = operandDims(op, operand.getOperandNumber(), dims))
          found = found || dependsOnProduct(operand.get(), *from);
  return depends[value] = found;
}

bool ScoreSpace::visit(Value value, const Dims &dims) {
  auto [it, isNew] = values.try_emplace(value, dims);
  if (!isNew)
    return it->second == dims;
  work.push_back(value);
  Operation *op = value.getDefiningOp();
  if (isa<stablehlo::DotGeneralOp>(op)) {
    products.insert(op);
    return true;
  }
  return visitOperands(op, dims);
}

bool ScoreSpace::visitOperands(Operation *op, const Dims &dims) {
  for (OpOperand &operand : op->getOpOperands()) {
    std::optional<Dims> from = operandDims(op, operand.getOperandNumber(), dims);
    if (!from)
      return false;
    if (dependsOnProduct(operand.get(), *from) && !visit(operand.get(), *from))
      return false;
  }
  return true;
}

bool ScoreSpace::visitUsers(Value value) {
  const Dims dims = values.lookup(value);
  for (OpOperand &use : value.getUses()) {
    Operation *user = use.getOwner();
    if (user->getBlock() != product->getBlock())
      return false;
    if (auto reduce = dyn_cast<stablehlo::ReduceOp>(user)) {
      if (use.getOperandNumber() != 0 || reduce.getDimensions().size() != 1 ||
          dims[static_cast<size_t>(reduce.getDimensions()[0])] != column ||
          !(isReduction(reduce, false) || isReduction(reduce, true)))
        return false;
      reductions.insert(reduce);
      continue;
    }
    if (isa<stablehlo::DotGeneralOp>(user)) {
      consumers.push_back(&use);
      continue;
    }
    Dims to;
    if (auto transpose = dyn_cast<stablehlo::TransposeOp>(user)) {
      for (int64_t d : transpose.getPermutation())
        to.push_back(dims[static_cast<size_t>(d)]);
    } else if (isa<stablehlo::ReshapeOp>(user)) {
      ArrayRef<int64_t> shape = tensorType(value).getShape(), result = tensorType(user->getResult(0)).getShape();
      size_t next = 0;
      for (int64_t size : result) {
        while (next != shape.size() && shape[next] == 1 && size != 1)
          ++next;
        if (size != 1 && (next == shape.size() || shape[next] != size))
          return false;
        to.push_back(size == 1 ? -1 : dims[next++]);
      }
    } else if (isElementwise(user) && user->getNumResults() == 1 &&
               tensorType(user->getResult(0)).getShape() == tensorType(value).getShape()) {
      to = dims;
    } else {
      return false;
    }
    if (!visit(user->getResult(0), to))
      return false;
  }
  return true;
}

} // namespace shardwright::lower
