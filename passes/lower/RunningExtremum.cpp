#include "passes/lower/RunningExtremum.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/FloatArithmetic.h"
#include "passes/lower/VectorPlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

#include <limits>

using namespace mlir;

namespace shardwright::lower {

bool RunningExtremum::matches(const Nest &nest, const std::vector<const Node *> &nodes,
                              const AccumulatorSpec &accumulator) {
  std::optional<Opcode> op = laneReduction(accumulator);
  auto type = dyn_cast<FloatType>(accumulator.running->type);
  return type && type.getWidth() > 8 && (op == Opcode::Maximum || op == Opcode::Minimum) &&
         combinesAlone(nest, nodes, accumulator);
}

const Node *RunningExtremum::elementOf(const AccumulatorSpec &accumulator) {
  const auto &operands = accumulator.update->operands;
  return operands[operands[0] == accumulator.running ? 1 : 0];
}

RunningExtremum::RunningExtremum(OpBuilder &b, Location loc, const AccumulatorSpec &accumulator)
    : b(b), loc(loc), isMaximum(accumulator.update->op == Opcode::Maximum) {}

RunningExtremum::Values RunningExtremum::begin(Value first) const {
  FloatArithmetic a(b, loc, first.getType());
  return {first, a.bits(first), first};
}

RunningExtremum::Values RunningExtremum::advance(ValueRange parts, Value element) const {
  FloatArithmetic a(b, loc, element.getType());
  using P = arith::CmpFPredicate;
  // The order of operands in which this is one instruction of x86.
  Value isBeyond = a.compare(isMaximum ? P::OGT : P::OLT, parts[0], element);
  Value bits = a.bits(element);
  return {a.select(isBeyond, parts[0], element), isMaximum ? a.andInt(parts[1], bits) : a.orInt(parts[1], bits),
          a.select(a.isNan(element), element, parts[2])};
}

Value RunningExtremum::finish(ValueRange parts) const {
  FloatArithmetic a(b, loc, parts[0].getType());
  Value extremum = math::CopySignOp::create(b, loc, parts[0], a.fromBits(parts[1]));
  return a.select(a.isNan(parts[2]), parts[2], extremum);
}

Value RunningExtremum::finishLanes(ValueRange parts) const {
  FloatArithmetic wide(b, loc, parts[0].getType());
  FloatArithmetic a(b, loc, getElementTypeOrSelf(parts[0].getType()));
  auto reduce = [&](vector::CombiningKind kind, Value lanes, arith::FastMathFlags flags) {
    return vector::ReductionOp::create(b, loc, kind, lanes, flags);
  };
  // A lane that is no number, or a zero, counts by the other parts.
  Value extremum = reduce(isMaximum ? vector::CombiningKind::MAXNUMF : vector::CombiningKind::MINNUMF, parts[0],
                          arith::FastMathFlags::nnan | arith::FastMathFlags::nsz);
  Value isNegative = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::slt, parts[1], wide.integer(0));
  isNegative = reduce(isMaximum ? vector::CombiningKind::AND : vector::CombiningKind::OR, isNegative,
                      arith::FastMathFlags::none);
  extremum = math::CopySignOp::create(b, loc, extremum, a.select(isNegative, a.number(-1), a.number(1)));
  Value hasNan = reduce(vector::CombiningKind::OR, wide.isNan(parts[2]), arith::FastMathFlags::none);
  return a.select(hasNan, a.number(std::numeric_limits<double>::quiet_NaN()), extremum);
}

} // namespace shardwright::lower
