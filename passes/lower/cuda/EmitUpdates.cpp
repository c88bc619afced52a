#include "passes/lower/cuda/ThreadEmitter.h"

#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;

namespace shardwright::lower::cuda {

/// Whether the element of the point is the thread's own.
Value ThreadEmitter::isOwn() {
  OpBuilder &b = here();
  Value element = address(plan.owner, indexType, b).base;
  if (plan.ownerUnit > 1)
    element = arith::DivUIOp::create(b, loc, element, number(b, plan.ownerUnit));
  element = arith::AndIOp::create(b, loc, element, number(b, plan.owners - 1));
  return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, element, owner);
}

/// Whether all threads of a warp own the same elements: which it is that an update changes depends on no loop along
/// which neighbours are other points.
bool ThreadEmitter::ownsByWarp() const {
  int64_t inner = 1;
  uint64_t within = 0;
  for (const MergedLoop &loop : llvm::reverse(plan.points)) {
    if (inner % kWarp == 0)
      break;
    inner *= loop.extent;
    within |= maskOf(loop.id);
  }
  return inner % kWarp == 0 &&
         llvm::none_of(plan.owner.nodes, [&](const auto &term) { return (term.first->loops & within) != 0; });
}

/// A point whose element is the thread's own. Nothing of it is computed for others.
void ThreadEmitter::emitOwned(size_t n, OpBuilder inside) {
  open(inside);
  llvm::DenseMap<unsigned, size_t> outside = loopDepth;
  for (const MergedLoop &merged : loops.nests[n])
    loopDepth[merged.id] = scopes.size() - 1;
  emitPoint(n, {});
  loopDepth = outside;
  scopes.pop_back();
}

/// The innermost loop of updates where all threads of a warp own the same elements: each looks at another update, and
/// those that are theirs are made by all, in order.
void ThreadEmitter::emitUpdates(size_t n, const MergedLoop &merged) {
  constexpr int64_t kGroups = 4; // of updates that a warp looks at, whose places are loaded together
  Value lane = arith::RemUIOp::create(here(), loc, thread, number(here(), kWarp));
  loop(merged.id, number(here(), 0), number(here(), merged.extent), number(here(), kGroups * kWarp), {},
       [&](SmallVector<Value>) {
         Value from = loopValue[merged.id];
         SmallVector<Value> firsts, owned;
         for (int64_t i = 0; i != kGroups; ++i) {
           firsts.push_back(arith::AddIOp::create(here(), loc, from, number(here(), i * kWarp)));
           Value place = arith::AddIOp::create(here(), loc, firsts.back(), lane), inside;
           open(here());
           setLoop(merged.id, place);
           if (merged.extent % (kGroups * kWarp) != 0) {
             inside =
                 arith::CmpIOp::create(here(), loc, arith::CmpIPredicate::ult, place, number(here(), merged.extent));
             bounds.push_back({maskOf(merged.id), inside});
           }
           owned.push_back(both(here(), isOwn(), inside));
           if (inside)
             bounds.pop_back();
           scopes.pop_back();
         }
         for (int64_t i = 0; i != kGroups; ++i)
           emitUpdatesOf(n, merged, firsts[i], DeviceBuilder(here(), loc).ballot(owned[i]));
         return SmallVector<Value>();
       });
}

/// Of the updates from `first` on, those whose bits are set, the lowest first.
void ThreadEmitter::emitUpdatesOf(size_t n, const MergedLoop &merged, Value first, Value bits) {
  OpBuilder &b = here();
  auto zero = [&](OpBuilder &at) { return DeviceBuilder(at, loc).i32(0); };
  auto loopOp = scf::WhileOp::create(b, loc, TypeRange{bits.getType()}, ValueRange{bits});
  OpBuilder before(b.getContext()), after(b.getContext());
  before.createBlock(&loopOp.getBefore(), {}, bits.getType(), loc);
  Value left = loopOp.getBefore().getArgument(0);
  Value isLeft = arith::CmpIOp::create(before, loc, arith::CmpIPredicate::ne, left, zero(before));
  scf::ConditionOp::create(before, loc, isLeft, ValueRange{left});
  after.createBlock(&loopOp.getAfter(), {}, bits.getType(), loc);
  left = loopOp.getAfter().getArgument(0);
  Value lowest = arith::AndIOp::create(after, loc, left, arith::SubIOp::create(after, loc, zero(after), left));
  Value rest = arith::XOrIOp::create(after, loc, left, lowest);
  Value number = arith::SubIOp::create(after, loc, DeviceBuilder(after, loc).i32(kWarp - 1),
                                       math::CountLeadingZerosOp::create(after, loc, lowest));
  if (indexType != number.getType())
    number = arith::ExtUIOp::create(after, loc, indexType, number);
  Value place = arith::AddIOp::create(after, loc, first, number);
  auto yield = scf::YieldOp::create(after, loc, ValueRange{rest});
  after.setInsertionPoint(yield);
  const Value outside = loopValue[merged.id];
  loopValue[merged.id] = place;
  emitOwned(n, after);
  loopValue[merged.id] = outside;
}

} // namespace shardwright::lower::cuda
