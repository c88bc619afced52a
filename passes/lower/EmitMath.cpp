// Polynomials on reduced arguments; the coefficients are the well-known minimax ones for single precision.
#include "passes/lower/EmitMath.h"

#include "passes/lower/FloatArithmetic.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/BuiltinTypes.h"

#include <algorithm>
#include <limits>

using namespace mlir;

namespace shardwright::lower {
namespace {

/// What the intrinsic of AVX-512 takes for the rounding mode that is set.
constexpr int32_t kCurrentRounding = 4;

Value divide(OpBuilder &b, Location loc, double x, Value y) {
  FloatArithmetic a(b, loc, y.getType());
  return a.div(a.number(x), y);
}

/// e^x is `fraction` x 2^`power`, a whole number.
struct Scaled {
  Value fraction, power;
};

Scaled reducedExponential(FloatArithmetic &a, Value x) {
  // Beyond these the result is infinity or zero anyway.
  Value clamped =
      arith::MinimumFOp::create(a.b, a.loc, arith::MaximumFOp::create(a.b, a.loc, x, a.number(-105)), a.number(90));
  Value n = a.round(a.mul(clamped, a.number(1.44269504088896341)));
  Value r = a.fma(n, a.number(-0.693359375), clamped);
  r = a.fma(n, a.number(2.12194440e-4), r);
  Value p = a.polynomial(
      r, {1.9875691500e-4, 1.3981999507e-3, 8.3334519073e-3, 4.1665795894e-2, 1.6666665459e-1, 5.0000001201e-1});
  Value y = a.add(a.fma(p, a.mul(r, r), r), a.number(1));
  // What rounds to zero is made zero here: masked scores are many, and a processor may take its time over a product
  // that underflows.
  return {a.select(a.compare(arith::CmpFPredicate::OLT, x, a.number(-103.98)), a.number(0), y), n};
}

Value exponential(OpBuilder &b, Location loc, Value x) {
  FloatArithmetic a(b, loc, x.getType());
  auto [y, n] = reducedExponential(a, x);
  // Two halves of the exponent: 2^n itself may be too large or too small for a normal number.
  Value whole = a.toInteger(n), half = a.shiftRight(whole, 1);
  y = a.mul(a.mul(y, a.powerOfTwo(half)), a.powerOfTwo(a.subInt(whole, half)));
  return a.select(a.isNan(x), x, y);
}

/// The same bits, where vectors of floats are multiplied with powers of two by an instruction: it rounds once, as the
/// second of two multiplications does, and leaves not-a-numbers what they are.
Value exponentialOfVectors(OpBuilder &b, Location loc, Value x) {
  auto type = dyn_cast<VectorType>(x.getType());
  const int64_t bits = type ? type.getNumElements() * 32 : 0;
  if (bits != 128 && bits != 256 && bits != 512)
    return exponential(b, loc, x);
  FloatArithmetic a(b, loc, type);
  auto [y, n] = reducedExponential(a, x);
  Type maskType = b.getIntegerType(std::max<int64_t>(8, type.getNumElements()));
  Value all = arith::ConstantOp::create(b, loc, b.getIntegerAttr(maskType, -1));
  SmallVector<Value> operands = {y, n, y, all};
  if (bits == 512)
    operands.push_back(arith::ConstantOp::create(b, loc, b.getI32IntegerAttr(kCurrentRounding)));
  auto name = b.getStringAttr("llvm.x86.avx512.mask.scalef.ps." + Twine(bits));
  return LLVM::CallIntrinsicOp::create(b, loc, type, name, operands).getResult(0);
}

Value logarithm(OpBuilder &b, Location loc, Value x) {
  FloatArithmetic a(b, loc, x.getType());
  using P = arith::CmpFPredicate;
  Value isSmall = a.compare(P::OLT, x, a.number(1.17549435e-38));
  Value normal = a.select(isSmall, a.mul(x, a.number(8388608)), x);
  Value e = a.select(isSmall, a.number(-23), a.number(0));
  // normal = m * 2^k with m in [1/2, 1), then in [sqrt(1/2), sqrt(2)).
  Value bits = a.bits(normal);
  Value k = a.toFloat(a.subInt(a.andInt(a.shiftRight(bits, 23), a.integer(0xff)), a.integer(126)));
  Value m = a.fromBits(a.orInt(a.andInt(bits, a.integer(0x007fffff)), a.integer(0x3f000000)));
  Value isLow = a.compare(P::OLT, m, a.number(0.707106781186547524));
  e = a.add(e, a.select(isLow, a.sub(k, a.number(1)), k));
  m = a.sub(a.select(isLow, a.add(m, m), m), a.number(1));
  Value z = a.mul(m, m);
  Value y = a.polynomial(m, {7.0376836292e-2, -1.1514610310e-1, 1.1676998740e-1, -1.2420140846e-1, 1.4249322787e-1,
                             -1.6668057665e-1, 2.0000714765e-1, -2.4999993993e-1, 3.3333331174e-1});
  y = a.mul(a.mul(y, m), z);
  y = a.fma(e, a.number(-2.12194440e-4), y);
  y = a.fma(z, a.number(-0.5), y);
  y = a.fma(e, a.number(0.693359375), a.add(m, y));
  double inf = std::numeric_limits<double>::infinity();
  y = a.select(a.compare(P::OEQ, x, a.number(inf)), x, y);
  y = a.select(a.compare(P::OEQ, x, a.number(0)), a.number(-inf), y);
  // The sign is the one that a processor gives to what is undefined: orders of all floats (a top-k) tell it.
  return a.select(a.compare(P::UGE, x, a.number(0)), a.select(a.isNan(x), x, y),
                  a.number(-std::numeric_limits<double>::quiet_NaN()));
}

Value tanh(OpBuilder &b, Location loc, Value x, const Functions &functions) {
  FloatArithmetic a(b, loc, x.getType());
  Value magnitude = a.abs(x), z = a.mul(x, x);
  Value p =
      a.polynomial(z, {-5.70498872745e-3, 2.06390887954e-2, -5.37397155531e-2, 1.33314422036e-1, -3.33332819422e-1});
  Value near = a.fma(a.mul(p, z), x, x);
  Value e = functions.exponential(b, loc, a.add(magnitude, magnitude));
  Value far = a.sub(a.number(1), functions.quotient(b, loc, 2, a.add(e, a.number(1))));
  Value y = a.select(a.compare(arith::CmpFPredicate::OLT, magnitude, a.number(0.625)), near, far);
  return math::CopySignOp::create(b, loc, y, x); // of a negative zero, too
}

/// sin(x) for quadrant 0, cos(x) for quadrant 1, by x - k pi/2.
Value circular(OpBuilder &b, Location loc, Value x, int32_t quadrant) {
  FloatArithmetic a(b, loc, x.getType());
  Value n = a.round(a.mul(x, a.number(0.636619772367581343)));
  Value r = a.fma(n, a.number(-1.5707962512969971), x);
  r = a.fma(n, a.number(-7.5497894158615964e-8), r);
  r = a.fma(n, a.number(-5.3903025299577648e-15), r);
  Value q = a.addInt(a.toInteger(n), a.integer(quadrant));
  Value z = a.mul(r, r);
  Value sine = a.polynomial(z, {-1.9515295891e-4, 8.3321608736e-3, -1.6666654611e-1});
  sine = a.fma(a.mul(sine, z), r, r);
  Value cosine = a.polynomial(z, {2.443315711809948e-5, -1.388731625493765e-3, 4.166664568298827e-2});
  cosine = a.fma(a.mul(cosine, z), z, a.fma(z, a.number(-0.5), a.number(1)));
  Value y = a.select(a.isBitSet(q, 1), cosine, sine);
  y = a.select(a.isBitSet(q, 2), arith::NegFOp::create(b, loc, y), y);
  // A negative zero has become a positive one.
  return quadrant == 0 ? a.select(a.compare(arith::CmpFPredicate::OEQ, x, a.number(0)), x, y) : y;
}

template <typename LibmOp> Value reduced(OpBuilder &b, Location loc, Value x, int32_t quadrant) {
  FloatArithmetic a(b, loc, x.getType());
  Value isFar = a.compare(arith::CmpFPredicate::UGE, a.abs(x), a.number(32768));
  if (isa<VectorType>(x.getType()))
    isFar = vector::ReductionOp::create(b, loc, vector::CombiningKind::OR, isFar);
  auto branch = scf::IfOp::create(b, loc, TypeRange{x.getType()}, isFar, /*withElseRegion=*/true);
  OpBuilder far = OpBuilder::atBlockEnd(branch.thenBlock()), near = OpBuilder::atBlockEnd(branch.elseBlock());
  scf::YieldOp::create(far, loc, ValueRange{LibmOp::create(far, loc, x)});
  scf::YieldOp::create(near, loc, ValueRange{circular(near, loc, x, quadrant)});
  return branch.getResult(0);
}

} // namespace

const Functions &hostFunctions(const runtime::CpuFeatures &features) {
  static const Functions plain{exponential, divide}, vectors{exponentialOfVectors, divide};
  return features.count("avx512f") && features.count("avx512vl") ? vectors : plain;
}

void expandFunctions(ModuleOp kernels, const Functions &functions) {
  SmallVector<Operation *> all;
  kernels.walk([&](Operation *op) {
    if (isa<math::ExpOp, math::LogOp, math::TanhOp, math::SinOp, math::CosOp>(op) &&
        getElementTypeOrSelf(op->getResult(0)).isF32())
      all.push_back(op);
  });
  for (Operation *op : all) {
    OpBuilder b(op);
    Location loc = op->getLoc();
    Value x = op->getOperand(0);
    Value y = isa<math::ExpOp>(op)    ? functions.exponential(b, loc, x)
              : isa<math::LogOp>(op)  ? logarithm(b, loc, x)
              : isa<math::TanhOp>(op) ? tanh(b, loc, x, functions)
              : isa<math::SinOp>(op)  ? reduced<math::SinOp>(b, loc, x, 0)
                                      : reduced<math::CosOp>(b, loc, x, 1);
    op->replaceAllUsesWith(ValueRange{y});
    op->erase();
  }
}

} // namespace shardwright::lower
