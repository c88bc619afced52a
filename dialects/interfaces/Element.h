#ifndef DIALECTS_INTERFACES_ELEMENT_H
#define DIALECTS_INTERFACES_ELEMENT_H

#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/APFloat.h"

#include <complex>
#include <cstdint>

namespace shardwright::interp {

/// One element of a tensor, wide enough for every element type. Integers and booleans use `integer` (sign- or
/// zero-extended by their type), floats use `real`, complex numbers `real` and `imag`.
struct Element {
  int64_t integer = 0;
  double real = 0;
  double imag = 0;

  static Element ofInt(int64_t value) { return {value, 0, 0}; }
  static Element ofReal(double value) { return {0, value, 0}; }
  static Element ofComplex(std::complex<double> value) { return {0, value.real(), value.imag()}; }
  std::complex<double> complex() const { return {real, imag}; }
};

/// A number of any format as a double, exactly.
double realOf(llvm::APFloat value);

/// How elements of a type are stored, rounded and compared. Arithmetic is done wide and then rounded once: for f32 and
/// narrower, that is the correctly rounded result of + - * / and sqrt.
class ElementFormat {
public:
  enum class Class { Bool, Signed, Unsigned, Float, Complex };

  /// The format of an integer, float or complex element type; nothing for any other type.
  static std::optional<ElementFormat> get(mlir::Type type);

  Class kind() const { return kind_; }
  /// Bits of an integer or float; of each part of a complex number.
  unsigned width() const { return width_; }
  bool isInteger() const { return kind_ <= Class::Unsigned; }
  bool isUnsigned() const { return kind_ == Class::Unsigned || kind_ == Class::Bool; }
  bool isBool() const { return kind_ == Class::Bool; }
  bool isFloat() const { return kind_ == Class::Float; }
  bool isComplex() const { return kind_ == Class::Complex; }

  /// Integers wrap around; floats round to nearest even.
  Element round(Element element) const;
  double roundReal(double value) const;
  int64_t wrap(int64_t value) const;

  /// Same value; NaN equals NaN, -0 equals 0.
  bool equal(const Element &a, const Element &b) const;
  /// What padding holds: NaN, or an integer that nobody expects.
  Element garbage() const;

  /// The bits of one integer or float element, and back.
  uint64_t toBits(const Element &element) const;
  Element fromBits(uint64_t bits) const;

  /// Bytes of one element in memory: host order, at least one byte, complex as two floats.
  size_t bytes() const;
  void store(const Element &element, void *to) const;
  Element load(const void *from) const;

  /// For messages: `1.5`, `-3`, `(1, 2)`.
  std::string str(const Element &element) const;

private:
  Class kind_ = Class::Float;
  unsigned width_ = 32;
  const llvm::fltSemantics *semantics_ = nullptr;
};

} // namespace shardwright::interp

#endif // DIALECTS_INTERFACES_ELEMENT_H
