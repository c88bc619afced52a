#include "lib/Interp/Scalar.h"

#include "llvm/ADT/StringSwitch.h"

#include <cmath>
#include <limits>

namespace shardwright::interp {
namespace {

using Complex = std::complex<double>;

/// One operation on each kind of number; null where the kind has none. Integers come wide and are wrapped afterwards;
/// booleans are unsigned numbers of one bit.
struct BinaryOp {
  int64_t (*onSigned)(int64_t, int64_t, unsigned width) = nullptr;
  uint64_t (*onUnsigned)(uint64_t, uint64_t, unsigned width) = nullptr;
  double (*onReal)(double, double) = nullptr;
  Complex (*onComplex)(Complex, Complex) = nullptr;
};

template <typename T> T wrapAdd(T a, T b, unsigned width) {
  return width == 1 ? static_cast<T>(a | b) : static_cast<T>(static_cast<uint64_t>(a) + static_cast<uint64_t>(b));
}
template <typename T> T wrapSub(T a, T b, unsigned) {
  return static_cast<T>(static_cast<uint64_t>(a) - static_cast<uint64_t>(b));
}
template <typename T> T wrapMul(T a, T b, unsigned) {
  return static_cast<T>(static_cast<uint64_t>(a) * static_cast<uint64_t>(b));
}

/// Division by zero gives all ones, the smallest number by -1 itself.
int64_t divSigned(int64_t a, int64_t b, unsigned) {
  if (b == 0)
    return -1;
  return b == -1 ? wrapSub<int64_t>(0, a, 64) : a / b;
}
uint64_t divUnsigned(uint64_t a, uint64_t b, unsigned) { return b == 0 ? ~uint64_t(0) : a / b; }
/// The remainder has the dividend's sign; by zero it is the dividend.
int64_t remSigned(int64_t a, int64_t b, unsigned) { return b == 0 ? a : b == -1 ? 0 : a % b; }
uint64_t remUnsigned(uint64_t a, uint64_t b, unsigned) { return b == 0 ? a : a % b; }

/// A negative exponent gives 0 unless the base is 1 or -1.
template <typename T> T power(T base, T exponent, unsigned) {
  if constexpr (std::is_signed_v<T>)
    if (exponent < 0)
      return base == 1 ? 1 : base == -1 ? (exponent % 2 ? -1 : 1) : 0;
  T result = 1;
  for (uint64_t e = exponent; e; e >>= 1, base = wrapMul<T>(base, base, 64))
    if (e & 1)
      result = wrapMul<T>(result, base, 64);
  return result;
}

template <typename T> T shiftLeft(T a, T b, unsigned width) {
  return static_cast<uint64_t>(b) >= width ? 0 : static_cast<T>(static_cast<uint64_t>(a) << b);
}
uint64_t lowBits(uint64_t a, unsigned width) { return width == 64 ? a : a & ((uint64_t(1) << width) - 1); }
template <typename T> T shiftRightLogical(T a, T b, unsigned width) {
  return static_cast<uint64_t>(b) >= width ? 0 : static_cast<T>(lowBits(static_cast<uint64_t>(a), width) >> b);
}
/// Copies the type's top bit, for unsigned types too.
template <typename T> T shiftRightArithmetic(T a, T b, unsigned width) {
  int64_t wide = static_cast<int64_t>(static_cast<uint64_t>(a) << (64 - width)) >> (64 - width);
  return static_cast<T>(static_cast<uint64_t>(b) >= width ? (wide < 0 ? -1 : 0) : wide >> b);
}

template <typename T> T maxInt(T a, T b, unsigned) { return a < b ? b : a; }
template <typename T> T minInt(T a, T b, unsigned) { return b < a ? b : a; }
/// NaN wins; 0 is above -0.
double maxReal(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return a == b ? (std::signbit(a) ? b : a) : std::max(a, b);
}
double minReal(double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::numeric_limits<double>::quiet_NaN();
  return a == b ? (std::signbit(a) ? a : b) : std::min(a, b);
}
bool lessComplex(Complex a, Complex b) { return a.real() != b.real() ? a.real() < b.real() : a.imag() < b.imag(); }

template <typename T> T bitAnd(T a, T b, unsigned) { return a & b; }
template <typename T> T bitOr(T a, T b, unsigned) { return a | b; }
template <typename T> T bitXor(T a, T b, unsigned) { return a ^ b; }

BinaryOp lookupBinary(llvm::StringRef name) {
  return llvm::StringSwitch<BinaryOp>(name)
      .Case("add",
            {wrapAdd, wrapAdd, [](double a, double b) { return a + b; }, [](Complex a, Complex b) { return a + b; }})
      .Case("subtract",
            {wrapSub, wrapSub, [](double a, double b) { return a - b; }, [](Complex a, Complex b) { return a - b; }})
      .Case("multiply",
            {wrapMul, wrapMul, [](double a, double b) { return a * b; }, [](Complex a, Complex b) { return a * b; }})
      .Case("divide", {divSigned, divUnsigned, [](double a, double b) { return a / b; },
                       [](Complex a, Complex b) { return a / b; }})
      .Case("remainder", {remSigned, remUnsigned, [](double a, double b) { return std::fmod(a, b); }, nullptr})
      .Case("power", {power, power, [](double a, double b) { return std::pow(a, b); },
                      [](Complex a, Complex b) { return std::pow(a, b); }})
      .Case("maximum", {maxInt, maxInt, maxReal, [](Complex a, Complex b) { return lessComplex(a, b) ? b : a; }})
      .Case("minimum", {minInt, minInt, minReal, [](Complex a, Complex b) { return lessComplex(b, a) ? b : a; }})
      .Case("atan2", {nullptr, nullptr, [](double a, double b) { return std::atan2(a, b); },
                      [](Complex y, Complex x) {
                        const Complex i(0, 1);
                        return -i * std::log((x + i * y) / std::sqrt(x * x + y * y));
                      }})
      .Case("and", {bitAnd, bitAnd, nullptr, nullptr})
      .Case("or", {bitOr, bitOr, nullptr, nullptr})
      .Case("xor", {bitXor, bitXor, nullptr, nullptr})
      .Case("shift_left", {shiftLeft, shiftLeft, nullptr, nullptr})
      .Case("shift_right_logical", {shiftRightLogical, shiftRightLogical, nullptr, nullptr})
      .Case("shift_right_arithmetic", {shiftRightArithmetic, shiftRightArithmetic, nullptr, nullptr})
      .Default({});
}

} // namespace

ScalarFunction binaryFunction(llvm::StringRef name, const ElementFormat &operand, const ElementFormat &result) {
  if (name == "complex" && operand.isFloat())
    return [](llvm::ArrayRef<Element> x) { return Element::ofComplex({x[0].real, x[1].real}); };
  BinaryOp op = lookupBinary(name);
  unsigned width = operand.width();
  if (operand.isUnsigned() && op.onUnsigned)
    return [=](llvm::ArrayRef<Element> x) {
      return result.round(Element::ofInt(static_cast<int64_t>(op.onUnsigned(x[0].integer, x[1].integer, width))));
    };
  if (operand.isInteger() && op.onSigned)
    return [=](llvm::ArrayRef<Element> x) {
      return result.round(Element::ofInt(op.onSigned(x[0].integer, x[1].integer, width)));
    };
  if (operand.isFloat() && op.onReal)
    return [=](llvm::ArrayRef<Element> x) { return result.round(Element::ofReal(op.onReal(x[0].real, x[1].real))); };
  if (operand.isComplex() && op.onComplex)
    return [=](llvm::ArrayRef<Element> x) {
      return result.round(Element::ofComplex(op.onComplex(x[0].complex(), x[1].complex())));
    };
  return {};
}

} // namespace shardwright::interp
