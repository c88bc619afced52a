#include "dialects/interfaces/Element.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/Support/FormatVariadic.h"

#include <cmath>
#include <cstring>
#include <limits>

namespace shardwright::interp {

std::optional<ElementFormat> ElementFormat::get(mlir::Type type) {
  ElementFormat format;
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(type)) {
    type = complex.getElementType();
    format.kind_ = Class::Complex;
  }
  if (auto real = llvm::dyn_cast<mlir::FloatType>(type)) {
    format.width_ = real.getWidth();
    format.semantics_ = &real.getFloatSemantics();
    return format.width_ <= 64 ? std::optional(format) : std::nullopt;
  }
  auto integer = llvm::dyn_cast<mlir::IntegerType>(type);
  if (!integer || format.isComplex() || integer.getWidth() > 64)
    return std::nullopt;
  format.width_ = integer.getWidth();
  format.kind_ = integer.isUnsigned() ? Class::Unsigned : format.width_ == 1 ? Class::Bool : Class::Signed;
  return format;
}

double realOf(llvm::APFloat value) {
  if (value.isNaN()) // some types have no bits for what kind of NaN it is
    return std::copysign(std::numeric_limits<double>::quiet_NaN(), value.isNegative() ? -1.0 : 1.0);
  bool losesInfo;
  value.convert(llvm::APFloat::IEEEdouble(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value.convertToDouble();
}

double ElementFormat::roundReal(double value) const {
  using llvm::APFloat;
  if (width_ == 64)
    return value;
  if (semantics_ == &APFloat::IEEEsingle())
    return static_cast<float>(value);
  // What APFloat leaves open: types without NaN take a negative zero for it and the largest number for what is larger,
  // those without zero a NaN, and for what is too large, too.
  if (!APFloat::semanticsHasNaN(*semantics_)) {
    double largest = realOf(APFloat::getLargest(*semantics_));
    if (std::isnan(value) || std::fabs(value) > largest)
      return std::isnan(value) ? -0.0 : std::copysign(largest, value);
  }
  if (!APFloat::semanticsHasZero(*semantics_) &&
      (!(value > 0) || value >= 1.5 * realOf(APFloat::getLargest(*semantics_))))
    return std::numeric_limits<double>::quiet_NaN();
  APFloat narrow(value);
  bool losesInfo;
  narrow.convert(*semantics_, APFloat::rmNearestTiesToEven, &losesInfo);
  return realOf(narrow);
}

int64_t ElementFormat::wrap(int64_t value) const {
  if (isBool())
    return value & 1;
  if (width_ == 64)
    return value;
  uint64_t low = static_cast<uint64_t>(value) & ((uint64_t(1) << width_) - 1);
  bool negative = kind_ == Class::Signed && (low >> (width_ - 1));
  return static_cast<int64_t>(negative ? low | (~uint64_t(0) << width_) : low);
}

Element ElementFormat::round(Element element) const {
  if (isInteger())
    return Element::ofInt(wrap(element.integer));
  return {0, roundReal(element.real), isComplex() ? roundReal(element.imag) : 0};
}

static bool sameReal(double a, double b) { return a == b || (std::isnan(a) && std::isnan(b)); }

bool ElementFormat::equal(const Element &a, const Element &b) const {
  if (isInteger())
    return a.integer == b.integer;
  return sameReal(a.real, b.real) && (!isComplex() || sameReal(a.imag, b.imag));
}

Element ElementFormat::garbage() const {
  double nan = std::numeric_limits<double>::quiet_NaN();
  if (isBool())
    return Element::ofInt(1);
  if (isInteger())
    return Element::ofInt(wrap(0x5A5A5A5A5A5A5A5A));
  return round({0, nan, nan});
}

uint64_t ElementFormat::toBits(const Element &element) const {
  if (isInteger())
    return width_ == 64 ? element.integer : element.integer & ((uint64_t(1) << width_) - 1);
  llvm::APFloat value(element.real);
  bool losesInfo;
  value.convert(*semantics_, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value.bitcastToAPInt().getZExtValue();
}

Element ElementFormat::fromBits(uint64_t bits) const {
  if (isInteger())
    return Element::ofInt(wrap(static_cast<int64_t>(bits)));
  llvm::APInt own(width_, bits, /*isSigned=*/false, /*implicitTrunc=*/true);
  return Element::ofReal(realOf(llvm::APFloat(*semantics_, own)));
}

size_t ElementFormat::bytes() const { return (isComplex() ? 2 : 1) * ((width_ + 7) / 8); }

void ElementFormat::store(const Element &element, void *to) const {
  size_t part = (width_ + 7) / 8;
  // i2 and i4 lie sign-extended in their byte, so integers are stored from the wide value.
  uint64_t bits = isInteger() ? static_cast<uint64_t>(element.integer) : toBits(element);
  std::memcpy(to, &bits, part);
  if (isComplex()) {
    bits = toBits(Element::ofReal(element.imag));
    std::memcpy(static_cast<char *>(to) + part, &bits, part);
  }
}

Element ElementFormat::load(const void *from) const {
  size_t part = (width_ + 7) / 8;
  uint64_t bits = 0;
  std::memcpy(&bits, from, part);
  if (isBool())
    return Element::ofInt(bits != 0);
  Element element = fromBits(bits);
  if (isComplex()) {
    bits = 0;
    std::memcpy(&bits, static_cast<const char *>(from) + part, part);
    element.imag = fromBits(bits).real;
  }
  return element;
}

std::string ElementFormat::str(const Element &element) const {
  if (isBool())
    return element.integer ? "true" : "false";
  if (isInteger())
    return isUnsigned() ? std::to_string(static_cast<uint64_t>(element.integer)) : std::to_string(element.integer);
  char text[64];
  if (isComplex())
    std::snprintf(text, sizeof text, "(%.9g, %.9g)", element.real, element.imag);
  else
    std::snprintf(text, sizeof text, "%.9g", element.real);
  return text;
}

} // namespace shardwright::interp
