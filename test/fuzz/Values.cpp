#include "test/fuzz/Values.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace shardwright::fuzz {

static const Element kElements[] = {
    {"i1", Kind::Bool, 1, 0},
    {"i8", Kind::Signed, 8, 0},
    {"i16", Kind::Signed, 16, 0},
    {"i32", Kind::Signed, 32, 0},
    {"i64", Kind::Signed, 64, 0},
    {"ui8", Kind::Unsigned, 8, 0},
    {"ui16", Kind::Unsigned, 16, 0},
    {"ui32", Kind::Unsigned, 32, 0},
    {"ui64", Kind::Unsigned, 64, 0},
    {"bf16", Kind::Float, 16, 8},
    {"f16", Kind::Float, 16, 11},
    {"f32", Kind::Float, 32, 24},
    {"f64", Kind::Float, 64, 53},
    {"complex<f32>", Kind::Complex, 32, 24},
    {"complex<f64>", Kind::Complex, 64, 53},
};

bool operator==(const Element &a, const Element &b) { return std::strcmp(a.name, b.name) == 0; }

const Element *findElement(const std::string &name) {
  for (const Element &each : kElements)
    if (name == each.name)
      return &each;
  return nullptr;
}
const Element &element(const std::string &name) { return *findElement(name); }

double Element::largest() const {
  switch (kind) {
  case Kind::Bool:
    return 1;
  case Kind::Signed:
    return std::ldexp(1, bits - 1);
  case Kind::Unsigned:
    return std::ldexp(1, bits) - 1;
  case Kind::Float:
  case Kind::Complex:
    return bits == 16 && precision == 11 ? 2e4 : 1e15;
  }
  return 0;
}

double Element::roundoff() const { return precision ? std::ldexp(1, -precision) : 0; }

Range sum(const Range &a, const Range &b) {
  return {a.bound + b.bound, std::max(a.fraction, b.fraction), a.error + b.error};
}
Range product(const Range &a, const Range &b) {
  return {a.bound * b.bound, a.fraction + b.fraction, a.error * b.bound + b.error * a.bound + a.error * b.error};
}
Range join(const Range &a, const Range &b) {
  return {std::max(a.bound, b.bound), std::max(a.fraction, b.fraction), std::max(a.error, b.error)};
}
Range scaled(const Range &a, double factor) { return {a.bound * factor, a.fraction, a.error * factor}; }

Range stored(const Element &element, Range range, double roundings) {
  if (!element.precision)
    return {std::min(range.bound, element.largest()), 0, 0};
  if (range.exact() && std::ldexp(range.bound, range.fraction) <= std::ldexp(1, element.precision))
    return range;
  // A subnormal may be flushed or not; f16 has them where others have ordinary numbers.
  double tiny = element.bits == 16 && element.precision == 11 ? 1e-7 : 1e-37;
  return {range.bound, 0, range.error + roundings * (element.roundoff() * 2 * range.bound + tiny)};
}

int64_t count(const Shape &shape) {
  int64_t n = 1;
  for (int64_t d : shape)
    n *= d;
  return n;
}

std::string list(const std::vector<int64_t> &values) {
  std::string text;
  for (int64_t v : values)
    text += (text.empty() ? "" : ", ") + std::to_string(v);
  return text;
}

std::string type(const Shape &shape, const Element &element) {
  std::string text = "tensor<";
  for (int64_t d : shape)
    text += std::to_string(d) + "x";
  return text + element.name + ">";
}

} // namespace shardwright::fuzz
