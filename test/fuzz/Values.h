#ifndef TEST_FUZZ_VALUES_H
#define TEST_FUZZ_VALUES_H

#include <cstdint>
#include <string>
#include <vector>

/// Values of random programs: their types, and how far two correct evaluations of them may lie apart.
namespace shardwright::fuzz {

using Shape = std::vector<int64_t>;

enum class Kind { Bool, Signed, Unsigned, Float, Complex };

/// An element type.
struct Element {
  const char *name;
  Kind kind;
  int bits;      ///< of an integer; of each part of a complex number
  int precision; ///< binary digits of the significand; 0 for integers

  bool isBool() const { return kind == Kind::Bool; }
  bool isInteger() const { return kind == Kind::Signed || kind == Kind::Unsigned; }
  bool isFloat() const { return kind == Kind::Float; }
  bool isComplex() const { return kind == Kind::Complex; }
  bool isFloatOrComplex() const { return isFloat() || isComplex(); }
  /// The largest magnitude that values are let grow to.
  double largest() const;
  /// Unit roundoff.
  double roundoff() const;
};
bool operator==(const Element &a, const Element &b);
inline bool operator!=(const Element &a, const Element &b) { return !(a == b); }

/// All element types by name; nullptr: none is called so.
const Element *findElement(const std::string &name);
const Element &element(const std::string &name);

/// What is known of the elements of a value. Exact values (error 0) are multiples of 2^-fraction: as long as
/// bound * 2^fraction fits the significand, sums in any order give the same bits.
struct Range {
  double bound = 0; ///< of the magnitude (of each part of a complex number)
  int fraction = 0; ///< binary digits after the point
  double error = 0; ///< by which two correct evaluations may differ
  bool exact() const { return error == 0; }
};
Range sum(const Range &a, const Range &b);
Range product(const Range &a, const Range &b);
Range join(const Range &a, const Range &b);
Range scaled(const Range &a, double factor);
/// What holds once the values are stored as `element` after so many roundings on the way.
Range stored(const Element &element, Range range, double roundings = 1);

struct Value {
  std::string name;
  Shape shape;
  Element element;
  Range range;
};

int64_t count(const Shape &shape);
std::string list(const std::vector<int64_t> &values);
/// `tensor<4x8xf32>`
std::string type(const Shape &shape, const Element &element);
inline std::string type(const Value &value) { return type(value.shape, value.element); }

} // namespace shardwright::fuzz

#endif // TEST_FUZZ_VALUES_H
