// Operations on complex values that have no counterpart part by part, as ones that have.
#include "passes/lower/ExpandComplex.h"

#include "dialects/interfaces/TensorType.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

bool isComplex(Value value) { return isa<ComplexType>(getElementTypeOrSelf(value.getType())); }

RankedTensorType partType(Value value) {
  RankedTensorType type = tensorType(value);
  return type.clone(cast<ComplexType>(type.getElementType()).getElementType());
}

/// A sort of the parts; the comparator puts the elements together again.
void expandSort(stablehlo::SortOp sort) {
  OpBuilder b(sort);
  Location loc = sort.getLoc();
  SmallVector<Value> inputs;
  for (Value input : sort.getInputs()) {
    if (!isComplex(input)) {
      inputs.push_back(input);
      continue;
    }
    inputs.push_back(stablehlo::RealOp::create(b, loc, partType(input), input));
    inputs.push_back(stablehlo::ImagOp::create(b, loc, partType(input), input));
  }
  auto types = llvm::map_to_vector(inputs, [](Value input) { return input.getType(); });
  OperationState state(loc, sort->getName(), inputs, types, sort->getAttrs());
  state.addRegion();
  Operation *parts = b.create(state);
  parts->getRegion(0).takeBody(sort.getComparator());

  Block &body = parts->getRegion(0).front();
  OpBuilder inside = OpBuilder::atBlockBegin(&body);
  for (unsigned at = 0; at < body.getNumArguments();) {
    BlockArgument lhs = body.getArgument(at), rhs = body.getArgument(at + 1);
    at += 2;
    if (!isComplex(lhs))
      continue;
    RankedTensorType whole = tensorType(lhs), part = partType(lhs);
    for (BlockArgument re : {lhs, rhs}) {
      BlockArgument im = body.insertArgument(at++, part, loc);
      re.setType(part);
      auto joined = stablehlo::ComplexOp::create(inside, loc, whole, re, im);
      re.replaceAllUsesExcept(joined, joined);
    }
  }

  unsigned next = 0;
  for (Value result : sort->getResults()) {
    Value sorted = parts->getResult(next++);
    if (isComplex(result))
      sorted = stablehlo::ComplexOp::create(b, loc, result.getType(), sorted, parts->getResult(next++));
    result.replaceAllUsesWith(sorted);
  }
  sort.erase();
}

void expandClamp(stablehlo::ClampOp clamp) {
  OpBuilder b(clamp);
  Location loc = clamp.getLoc();
  RankedTensorType type = tensorType(clamp.getResult());
  auto spread = [&](Value bound) -> Value {
    return bound.getType() == type ? bound
                                   : stablehlo::BroadcastInDimOp::create(b, loc, type, bound, ArrayRef<int64_t>());
  };
  Value low = stablehlo::MaxOp::create(b, loc, spread(clamp.getMin()), clamp.getOperand());
  clamp.replaceAllUsesWith(stablehlo::MinOp::create(b, loc, low, spread(clamp.getMax())).getResult());
  clamp.erase();
}

} // namespace

void expandComplex(func::FuncOp function) {
  SmallVector<Operation *> work;
  function.walk([&](Operation *op) {
    if (llvm::any_of(op->getOperands(), isComplex))
      work.push_back(op);
  });
  for (Operation *op : work) {
    if (auto sort = dyn_cast<stablehlo::SortOp>(op))
      expandSort(sort);
    else if (auto clamp = dyn_cast<stablehlo::ClampOp>(op))
      expandClamp(clamp);
  }
}

} // namespace shardwright::lower
