#include "lib/Interp/Scalar.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/bit.h"

#include <cmath>

namespace shardwright::interp {
namespace {

using Complex = std::complex<double>;

/// One operation on each kind of number; null where the kind has none.
struct UnaryOp {
  double (*onReal)(double) = nullptr;
  Complex (*onComplex)(Complex) = nullptr;
};

double signReal(double x) { return std::isnan(x) || x == 0 ? x : std::copysign(1.0, x); }
Complex signComplex(Complex x) { return x == Complex() ? x : x / std::abs(x); }

/// The functions of numbers; those of bits are in integerFunction.
UnaryOp lookupUnary(llvm::StringRef name) {
  return llvm::StringSwitch<UnaryOp>(name)
      .Case("negate", {[](double x) { return -x; }, [](Complex x) { return -x; }})
      .Case("abs", {[](double x) { return std::fabs(x); }, [](Complex x) { return Complex(std::abs(x)); }})
      .Case("sign", {signReal, signComplex})
      .Case("sqrt", {[](double x) { return std::sqrt(x); }, [](Complex x) { return std::sqrt(x); }})
      .Case("rsqrt", {[](double x) { return 1 / std::sqrt(x); }, [](Complex x) { return 1.0 / std::sqrt(x); }})
      .Case("cbrt", {[](double x) { return std::cbrt(x); }, [](Complex x) { return std::pow(x, 1.0 / 3); }})
      .Case("exponential", {[](double x) { return std::exp(x); }, [](Complex x) { return std::exp(x); }})
      .Case("exponential_minus_one",
            {[](double x) { return std::expm1(x); }, [](Complex x) { return std::exp(x) - 1.0; }})
      .Case("log", {[](double x) { return std::log(x); }, [](Complex x) { return std::log(x); }})
      .Case("log_plus_one", {[](double x) { return std::log1p(x); }, [](Complex x) { return std::log(1.0 + x); }})
      .Case("logistic",
            {[](double x) { return 1 / (1 + std::exp(-x)); }, [](Complex x) { return 1.0 / (1.0 + std::exp(-x)); }})
      .Case("sine", {[](double x) { return std::sin(x); }, [](Complex x) { return std::sin(x); }})
      .Case("cosine", {[](double x) { return std::cos(x); }, [](Complex x) { return std::cos(x); }})
      .Case("tan", {[](double x) { return std::tan(x); }, [](Complex x) { return std::tan(x); }})
      .Case("tanh", {[](double x) { return std::tanh(x); }, [](Complex x) { return std::tanh(x); }})
      .Case("floor", {[](double x) { return std::floor(x); }, nullptr})
      .Case("ceil", {[](double x) { return std::ceil(x); }, nullptr})
      .Case("round_nearest_afz", {[](double x) { return std::round(x); }, nullptr})
      .Case("round_nearest_even", {[](double x) { return std::nearbyint(x); }, nullptr})
      .Default({});
}

/// The function of an integer element's bits, given zero-extended.
ScalarFunction integerFunction(llvm::StringRef name, const ElementFormat &format) {
  using Function = int64_t (*)(int64_t value, uint64_t bits, unsigned width);
  auto function =
      llvm::StringSwitch<Function>(name)
          .Case("negate", [](int64_t x, uint64_t, unsigned) { return static_cast<int64_t>(-static_cast<uint64_t>(x)); })
          .Case("abs", [](int64_t x, uint64_t,
                          unsigned) { return x < 0 ? static_cast<int64_t>(-static_cast<uint64_t>(x)) : x; })
          .Case("sign", [](int64_t x, uint64_t, unsigned) -> int64_t { return x > 0   ? 1
                                                                              : x < 0 ? -1
                                                                                      : 0; })
          .Case("not", [](int64_t x, uint64_t, unsigned) { return ~x; })
          .Case("popcnt", [](int64_t, uint64_t bits, unsigned) -> int64_t { return llvm::popcount(bits); })
          .Case("count_leading_zeros",
                [](int64_t, uint64_t bits, unsigned width) -> int64_t {
                  return static_cast<int64_t>(llvm::countl_zero(bits)) - (64 - static_cast<int64_t>(width));
                })
          .Default(nullptr);
  if (!function)
    return {};
  return [=](llvm::ArrayRef<Element> x) {
    return format.round(Element::ofInt(function(x[0].integer, format.toBits(x[0]), format.width())));
  };
}

} // namespace

ScalarFunction unaryFunction(llvm::StringRef name, const ElementFormat &operand, const ElementFormat &result) {
  if (name == "real")
    return [](llvm::ArrayRef<Element> x) { return Element::ofReal(x[0].real); };
  if (name == "imag")
    return [](llvm::ArrayRef<Element> x) { return Element::ofReal(x[0].imag); };
  if (name == "is_finite")
    return [](llvm::ArrayRef<Element> x) { return Element::ofInt(std::isfinite(x[0].real)); };
  if (operand.isInteger())
    return integerFunction(name, operand);
  UnaryOp op = lookupUnary(name);
  if (operand.isFloat() && op.onReal)
    return [=](llvm::ArrayRef<Element> x) { return result.round(Element::ofReal(op.onReal(x[0].real))); };
  if (operand.isComplex() && op.onComplex)
    return [=](llvm::ArrayRef<Element> x) { return result.round(Element::ofComplex(op.onComplex(x[0].complex()))); };
  return {};
}

} // namespace shardwright::interp
