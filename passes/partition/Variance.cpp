#include "passes/partition/Variance.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "shardwright/Base/PositionDigit.h"

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

/// Axes cut into digits of prime size, major to minor: a block index along them is a mixed-radix number of these.
static AxisList primeDigits(const Mesh &mesh, ArrayRef<AxisRef> axes) {
  AxisList digits;
  for (const AxisRef &axis : axes) {
    int64_t before = axis.preSize();
    for (int64_t rest = axis.size(mesh), prime = 2; rest > 1;) {
      if (rest % prime) {
        ++prime;
        continue;
      }
      digits.push_back(makeAxisRef(mesh, axis.name, before, prime));
      before *= prime;
      rest /= prime;
    }
  }
  return digits;
}

/// Along which digits of its group's axes the result of a permute differs: those where changing the digit of a receiver
/// changes its sender along something that the operand varies over.
static AxisList variesAfter(const Mesh &mesh, spmd::CollectivePermuteOp op, ArrayRef<AxisRef> varying) {
  AxisList digits = primeDigits(mesh, op.getAxes().getValue()), result;
  int64_t devices = numParts(mesh, digits);
  std::vector<int64_t> source(devices, -1);
  for (size_t i = 0; i < op.getNumPairs(); ++i)
    source[op.getTarget(i)] = op.getSource(i);
  if (llvm::is_contained(source, -1)) // some receive zeros
    return digits;
  const std::vector<PositionDigit> ofBlocks =
      rowMajorDigits(llvm::map_range(digits, [&](const AxisRef &axis) { return axis.size(mesh); }));
  // What each sender's operand depends on: its block index with the digits that do not matter set to zero.
  auto content = [&](int64_t block) {
    for (auto [axis, digit] : llvm::zip_equal(digits, ofBlocks))
      if (!overlaps(mesh, varying, axis))
        block = digit.clearedIn(block);
    return block;
  };
  for (size_t i = digits.size(); i-- > 0;)
    for (int64_t target = 0; target < devices; ++target)
      if (content(source[target]) != content(source[ofBlocks[i].clearedIn(target)])) {
        result.push_back(digits[i]);
        break;
      }
  return result;
}

bool Variance::add(Value value, ArrayRef<AxisRef> axes) {
  AxisList &known = varying[value];
  bool news = false;
  for (const AxisRef &axis : axes) {
    if (llvm::is_contained(known, axis))
      continue;
    for (const AxisRef &part : without(mesh, {axis}, known)) {
      known.push_back(part);
      news = true;
    }
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
  if (spmd::isCollective(op)) {
    for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
      add(result, variesAfterExchange(op, of(operand)));
    return;
  }
  // Also the values that a reducer's body reads from outside.
  AxisList axes;
  op->walk([&](Operation *inner) {
    for (Value operand : inner->getOperands())
      llvm::append_range(axes, of(operand));
  });
  llvm::TypeSwitch<Operation *>(op).Case<spmd::SliceOp, spmd::AxisIndexOp>(
      [&](auto placed) { llvm::append_range(axes, placed.getAxes().getValue()); });
  for (Value result : op->getResults())
    add(result, axes);
}

AxisList Variance::variesAfterExchange(Operation *op, ArrayRef<AxisRef> varying) const {
  AxisList axes(varying.begin(), varying.end());
  llvm::TypeSwitch<Operation *>(op)
      .Case<spmd::AllGatherOp, spmd::AllReduceOp>(
          [&](auto collective) { axes = without(mesh, axes, collective.getAxes().getValue()); })
      .Case([&](spmd::CollectivePermuteOp permute) {
        AxisList moved = variesAfter(mesh, permute, axes);
        axes = without(mesh, axes, permute.getAxes().getValue());
        llvm::append_range(axes, moved);
      })
      .Case<spmd::ReduceScatterOp, spmd::AllToAllOp>(
          [&](auto placed) { llvm::append_range(axes, placed.getAxes().getValue()); });
  return axes;
}

/// Loop-carried values grow until nothing is new; a predicate that differs makes every loop-carried value differ.
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
