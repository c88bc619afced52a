#include "passes/lower/cuda/Division.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"

#include "llvm/ADT/STLExtras.h"

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

/// The divisor that all lanes have, else null.
Value scalarOf(Value divisor) {
  if (!isa<VectorType>(divisor.getType()))
    return divisor;
  auto splat = divisor.getDefiningOp<vector::BroadcastOp>();
  return splat && !isa<VectorType>(splat.getSource().getType()) ? splat.getSource() : Value();
}

bool isInLoopBehind(Operation *op, Value value) {
  for (auto loop = op->getParentOfType<scf::ForOp>(); loop; loop = loop->getParentOfType<scf::ForOp>())
    if (!loop->isAncestor(value.getParentBlock()->getParentOp()))
      return true;
  return false;
}

/// A quotient x / d is computed as q = x r, q + (x - q d) r with r = 1 / d, rounded: correct where r is (P. Markstein,
/// IA-64 and Elementary Functions, 8.3) and neither the remainder nor a result is too small to be exact. Small
/// dividends are scaled, which is exact.
class Reciprocals {
public:
  void run(ArrayRef<arith::DivFOp> divisions) {
    llvm::DenseMap<Value, unsigned> uses;
    for (arith::DivFOp division : divisions)
      if (Value scalar = scalarOf(division.getRhs()))
        uses[scalar] += isa<VectorType>(division.getType()) ? 2 : 1;
    for (arith::DivFOp division : divisions) {
      Value scalar = scalarOf(division.getRhs());
      if (!scalar || matchPattern(scalar, m_Constant()) || matchPattern(division.getLhs(), m_Constant()))
        continue;
      if (uses.lookup(scalar) > 1 || isInLoopBehind(division, scalar))
        expand(division, scalar);
    }
  }

private:
  struct Divisor {
    Value reciprocal, isSafe;
  };

  static Value number(OpBuilder &b, Location loc, Type type, float value) {
    FloatAttr scalar = b.getF32FloatAttr(value);
    auto shaped = dyn_cast<VectorType>(type);
    return arith::ConstantOp::create(b, loc, shaped ? TypedAttr(DenseElementsAttr::get(shaped, scalar)) : scalar);
  }

  Divisor &divisorOf(Value scalar, Location loc) {
    Divisor &known = divisors[scalar];
    if (!known.reciprocal) {
      OpBuilder b(scalar.getContext());
      b.setInsertionPointAfterValue(scalar);
      Type type = scalar.getType();
      known.reciprocal = arith::DivFOp::create(b, loc, number(b, loc, type, 1), scalar);
      Value size = math::AbsFOp::create(b, loc, scalar);
      Value isLarge = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OGE, size, number(b, loc, type, 0x1p-32F));
      Value isSmall = arith::CmpFOp::create(b, loc, arith::CmpFPredicate::OLE, size, number(b, loc, type, 0x1p60F));
      known.isSafe = arith::AndIOp::create(b, loc, isLarge, isSmall);
    }
    return known;
  }

  void expand(arith::DivFOp division, Value scalar) {
    Location loc = division.getLoc();
    const Divisor divisor = divisorOf(scalar, loc);
    OpBuilder b(division);
    Type type = division.getType();
    Value x = division.getLhs(), d = division.getRhs(), r = divisor.reciprocal;
    if (isa<VectorType>(type))
      r = vector::BroadcastOp::create(b, loc, type, r);
    auto constant = [&](float value) { return number(b, loc, type, value); };
    auto compare = [&](arith::CmpFPredicate predicate, Value a, float c) {
      return Value(arith::CmpFOp::create(b, loc, predicate, a, constant(c)));
    };
    auto multiply = [&](Value a, Value c) { return Value(arith::MulFOp::create(b, loc, a, c)); };
    auto choose = [&](Value a, Value yes, Value no) { return Value(arith::SelectOp::create(b, loc, a, yes, no)); };
    Value size = math::AbsFOp::create(b, loc, x);
    Value isSmall = compare(arith::CmpFPredicate::OLT, size, 0x1p-64F);
    Value scaled = choose(isSmall, multiply(x, constant(0x1p96F)), x);
    Value near = multiply(scaled, r);
    Value rest = math::FmaOp::create(b, loc, arith::NegFOp::create(b, loc, near), d, scaled);
    Value exact = math::FmaOp::create(b, loc, rest, r, near);
    Value result = choose(isSmall, multiply(exact, constant(0x1p-96F)), exact);
    Value isNull = compare(arith::CmpFPredicate::OEQ, x, 0);
    result = choose(isNull, near, result); // with its sign
    // That is not it for large dividends, those that are no numbers, and results that are not normal.
    Value isLarge = compare(arith::CmpFPredicate::UGT, size, 0x1p64F);
    Value isOther = compare(arith::CmpFPredicate::UNE, x, 0);
    Value isTiny = compare(arith::CmpFPredicate::OLE, math::AbsFOp::create(b, loc, result), 0x1p-126F);
    Value isLost = arith::OrIOp::create(b, loc, isLarge, arith::AndIOp::create(b, loc, isTiny, isOther));
    const auto vector = dyn_cast<VectorType>(type);
    const int64_t lanes = vector ? vector.getNumElements() : 1;
    auto lane = [&](OpBuilder &at, Value value, int64_t i) {
      return vector ? Value(vector::ExtractOp::create(at, loc, value, ArrayRef<int64_t>{i})) : value;
    };
    Value isSlow =
        arith::XOrIOp::create(b, loc, divisor.isSafe, arith::ConstantOp::create(b, loc, b.getBoolAttr(true)));
    for (int64_t i = 0; i != lanes; ++i)
      isSlow = arith::OrIOp::create(b, loc, isSlow, lane(b, isLost, i));
    auto branch = scf::IfOp::create(b, loc, TypeRange{type}, isSlow, /*withElseRegion=*/true);
    OpBuilder slow = OpBuilder::atBlockEnd(branch.thenBlock()), fast = OpBuilder::atBlockEnd(branch.elseBlock());
    SmallVector<Value> quotients;
    for (int64_t i = 0; i != lanes; ++i)
      quotients.push_back(quotient(slow, loc, lane(slow, x, i), scalar));
    Value all = vector ? Value(vector::FromElementsOp::create(slow, loc, vector, quotients)) : quotients.front();
    scf::YieldOp::create(slow, loc, ValueRange{all});
    scf::YieldOp::create(fast, loc, ValueRange{result});
    division.replaceAllUsesWith(branch.getResult(0));
    division.erase();
  }

  /// The instruction, which is not computed where nobody asks for it.
  static Value quotient(OpBuilder &b, Location loc, Value x, Value d) {
    auto text = LLVM::InlineAsmOp::create(b, loc, b.getF32Type(), ValueRange{x, d}, "div.rn.f32 $0, $1, $2;", "=f,f,f",
                                          /*has_side_effects=*/true, /*is_align_stack=*/false, LLVM::TailCallKind::None,
                                          LLVM::AsmDialectAttr(), ArrayAttr());
    return text.getRes();
  }

  llvm::DenseMap<Value, Divisor> divisors;
};

} // namespace

void shareReciprocals(ModuleOp kernels) {
  for (Operation &function : *kernels.getBody()) {
    SmallVector<arith::DivFOp> divisions;
    function.walk([&](arith::DivFOp division) {
      if (getElementTypeOrSelf(division.getType()).isF32())
        divisions.push_back(division);
    });
    Reciprocals().run(divisions);
  }
}

} // namespace shardwright::lower::cuda
