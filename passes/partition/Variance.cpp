#include "passes/partition/Variance.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {

Variance::Variance(func::FuncOp func, const Mesh &mesh) : mesh(mesh) {
  for (BlockArgument arg : func.getArguments())
    if (sharding::SpecAttr spec = sharding::getSpec(arg)) {
      for (const DimSharding &dim : spec.getValue().dims)
        add(arg, dim.axes);
      for (const PartialAxis &partial : spec.getValue().partial)
        add(arg, partial.axis);
    }
  visitBlock(func.getBody().front());
}

ArrayRef<AxisRef> Variance::of(Value value) const {
  auto found = varying.find(value);
  return found == varying.end() ? ArrayRef<AxisRef>() : ArrayRef<AxisRef>(found->second);
}

/// What of `axes` no entry of `holes` covers.
static AxisList without(const Mesh &mesh, ArrayRef<AxisRef> axes, ArrayRef<AxisRef> holes) {
  AxisList rest(axes.begin(), axes.end());
  for (const AxisRef &hole : holes) {
    AxisList next;
    for (const AxisRef &axis : rest)
      llvm::append_range(next, subtract(mesh, axis, hole));
    rest = std::move(next);
  }
  return rest;
}

bool Variance::add(Value value, ArrayRef<AxisRef> axes) {
  AxisList &known = varying[value];
  bool news = false;
  for (const AxisRef &axis : axes)
    for (const AxisRef &part : without(mesh, {axis}, known)) {
      known.push_back(part);
      news = true;
    }
  return news;
}

void Variance::visitBlock(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

void Variance::visit(Operation *op) {
  if (isa<stablehlo::WhileOp>(op))
    return visitLoop(op);
  if (isa<stablehlo::CaseOp, stablehlo::IfOp>(op))
    return visitBranches(op);
  AxisList axes;
  for (Value operand : op->getOperands())
    llvm::append_range(axes, of(operand));
  // Values that a reducer's body reads from outside.
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      llvm::append_range(axes, of(operand));
  });
  llvm::TypeSwitch<Operation *>(op)
      .Case<spmd::AllGatherOp, spmd::AllReduceOp>(
          [&](auto collective) { axes = without(mesh, axes, collective.getAxes().getValue()); })
      .Case<spmd::SliceOp, spmd::ReduceScatterOp, spmd::AllToAllOp, spmd::CollectivePermuteOp, spmd::AxisIndexOp>(
          [&](auto placed) { llvm::append_range(axes, placed.getAxes().getValue()); });
  for (Value result : op->getResults())
    add(result, axes);
}

/// Carries grow until nothing is new; a predicate that differs makes every carry differ.
void Variance::visitLoop(Operation *op) {
  Block &condition = op->getRegion(0).front(), &body = op->getRegion(1).front();
  bool news = true;
  auto flow = [&](unsigned index, ArrayRef<AxisRef> from) {
    AxisList axes(from.begin(), from.end());
    news |= add(condition.getArgument(index), axes);
    news |= add(body.getArgument(index), axes);
    news |= add(op->getResult(index), axes);
  };
  for (unsigned i = 0; i < op->getNumOperands(); ++i)
    flow(i, of(op->getOperand(i)));
  while (news) {
    news = false;
    visitBlock(condition);
    visitBlock(body);
    for (unsigned i = 0; i < op->getNumOperands(); ++i) {
      flow(i, of(body.getTerminator()->getOperand(i)));
      flow(i, of(condition.getTerminator()->getOperand(0)));
    }
  }
}

void Variance::visitBranches(Operation *op) {
  for (Region &region : op->getRegions()) {
    visitBlock(region.front());
    for (auto [result, yielded] : llvm::zip_equal(op->getResults(), region.front().getTerminator()->getOperands())) {
      AxisList axes(of(yielded));
      add(result, axes);
    }
  }
  AxisList selector(of(op->getOperand(0)));
  for (Value result : op->getResults())
    add(result, selector);
}

} // namespace shardwright
