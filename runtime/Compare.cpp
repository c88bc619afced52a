#include "shardwright/Runtime/Compare.h"

#include "shardwright/Runtime/FloatFormat.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <tuple>

namespace shardwright::runtime {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Calls body with a reader `value(pointer, index)` for the type: long double holds every integer, double and float
/// exactly.
template <typename Body> auto withType(ElementType type, const Body &body) {
  auto plain = [](auto zero) {
    return [](const void *base, int64_t i) {
      decltype(zero) value;
      std::memcpy(&value, static_cast<const char *>(base) + static_cast<size_t>(i) * sizeof(value), sizeof(value));
      return static_cast<long double>(value);
    };
  };
  auto half = [](float (*widen)(uint16_t)) {
    return [widen](const void *base, int64_t i) {
      uint16_t bits;
      std::memcpy(&bits, static_cast<const char *>(base) + 2 * i, 2);
      return static_cast<long double>(widen(bits));
    };
  };
  switch (type) {
  case ElementType::I2:
  case ElementType::I4:
  case ElementType::I8:
    return body(plain(int8_t{}));
  case ElementType::I1:
  case ElementType::U2:
  case ElementType::U4:
  case ElementType::U8:
    return body(plain(uint8_t{}));
  case ElementType::I16:
    return body(plain(int16_t{}));
  case ElementType::I32:
    return body(plain(int32_t{}));
  case ElementType::I64:
    return body(plain(int64_t{}));
  case ElementType::U16:
    return body(plain(uint16_t{}));
  case ElementType::U32:
    return body(plain(uint32_t{}));
  case ElementType::U64:
    return body(plain(uint64_t{}));
  case ElementType::F16:
    return body(half(f16ToFloat));
  case ElementType::BF16:
    return body(half(bf16ToFloat));
  case ElementType::F64:
  case ElementType::C128: // element by half element
    return body(plain(double{}));
  case ElementType::F32:
  case ElementType::C64:
    return body(plain(float{}));
  default:
    break;
  }
  return body([format = *floatFormat(type)](const void *base, int64_t i) {
    return static_cast<long double>(decodeFloat(format, static_cast<const uint8_t *>(base)[i]));
  });
}

/// |got - want|: 0 for alike infinities and NaN, infinity for unlike ones.
double distance(long double got, long double want) {
  if (std::isfinite(got) && std::isfinite(want))
    return static_cast<double>(std::abs(got - want));
  return got == want || (std::isnan(got) && std::isnan(want)) ? 0 : kInfinity;
}

void note(Comparison &result, int64_t at, double error, bool differs) {
  if (error == 0 && !differs)
    return;
  Comparison one;
  one.differing = differs;
  one.maxError = one.errorThere = error;
  one.maxErrorAt = at;
  result.add(one);
}

/// A total order in which neighbours are neighbours, of the bits of a float with a sign at `sign` (0: without one).
int64_t ordered(uint64_t bits, uint64_t sign) {
  return bits & sign ? -static_cast<int64_t>(bits ^ sign) : static_cast<int64_t>(bits);
}

} // namespace

bool Comparison::add(const Comparison &other) {
  auto rank = [](const Comparison &one) { return one.maxErrorAt < 0 ? 0 : one.differing == 0 ? 1 : 2; };
  const bool isWorse = std::make_tuple(rank(other), other.errorThere, maxErrorAt) >
                       std::make_tuple(rank(*this), errorThere, other.maxErrorAt);
  elements += other.elements;
  differing += other.differing;
  maxError = std::max(maxError, other.maxError);
  if (isWorse) {
    maxErrorAt = other.maxErrorAt;
    errorThere = other.errorThere;
  }
  return isWorse;
}

void SumOfSquares::add(ElementType type, int64_t count, const void *data) {
  const int64_t parts = isComplex(type) ? 2 : 1;
  withType(type, [&](auto value) {
    for (int64_t i = 0, n = count * parts; i != n; ++i)
      if (double element = static_cast<double>(value(data, i)); std::isfinite(element)) {
        sum += element * element;
        ++elements;
      }
  });
}

void SumOfSquares::add(const SumOfSquares &other) {
  elements += other.elements;
  sum += other.sum;
}

double SumOfSquares::rootMean() const { return elements ? std::sqrt(sum / static_cast<double>(elements)) : 0; }

SumOfSquares sumOfSquares(const Array &array) {
  SumOfSquares all;
  all.add(array.type, array.numElements(), array.bytes.data());
  return all;
}

Tolerance defaultTolerance(const Accuracy &accuracy, const SumOfSquares &want, std::optional<double> known) {
  double sums = std::min(accuracy.epsilon, 0x1p-23);
  double rtol = known.value_or(4 * accuracy.epsilon + 16 * sums * (4 + std::sqrt(static_cast<double>(accuracy.terms))));
  return {rtol, rtol * want.rootMean() + 8 * sums};
}

Comparison compareElements(ElementType type, int64_t elements, const void *got, const void *want, double rtol,
                           double atol) {
  Comparison result;
  result.elements = elements;
  withType(type, [&](auto value) {
    for (int64_t i = 0; i != elements; ++i) {
      double error, magnitude;
      if (isComplex(type)) {
        long double wantRe = value(want, 2 * i), wantIm = value(want, 2 * i + 1);
        double re = distance(value(got, 2 * i), wantRe), im = distance(value(got, 2 * i + 1), wantIm);
        error = std::hypot(re, im);
        magnitude = static_cast<double>(std::hypot(wantRe, wantIm));
      } else {
        error = distance(value(got, i), value(want, i));
        magnitude = static_cast<double>(std::abs(value(want, i)));
      }
      if (error == 0)
        continue;
      double allowed = isInexact(type) && std::isfinite(magnitude) ? atol + rtol * magnitude : 0;
      note(result, i, error, error > allowed || error == kInfinity);
    }
  });
  return result;
}

Comparison compareUlps(ElementType type, int64_t elements, const void *got, const void *want, uint64_t minUlp,
                       uint64_t maxUlp) {
  Comparison result;
  result.elements = elements;
  size_t size = elementBytes(type) / (isComplex(type) ? 2 : 1);
  int64_t parts = isComplex(type) ? 2 : 1;
  const FloatFormat *format = floatFormat(type);
  uint64_t sign = format ? format->signBit() : uint64_t{1} << (8 * size - 1);
  withType(type, [&](auto value) {
    for (int64_t i = 0; i != elements * parts; ++i) {
      long double a = value(got, i), b = value(want, i);
      uint64_t bits[2] = {0, 0};
      std::memcpy(&bits[0], static_cast<const char *>(got) + static_cast<size_t>(i) * size, size);
      std::memcpy(&bits[1], static_cast<const char *>(want) + static_cast<size_t>(i) * size, size);
      bool special = !std::isfinite(a) || !std::isfinite(b);
      double error = distance(a, b);
      uint64_t ulps = special ? (error == 0 ? 0 : UINT64_MAX)
                              : static_cast<uint64_t>(std::abs(ordered(bits[0], sign) - ordered(bits[1], sign)));
      note(result, i / parts, error, ulps < minUlp || ulps > maxUlp);
    }
  });
  return result;
}

std::string elementText(ElementType type, const void *data, int64_t at) {
  return withType(type, [&](auto value) -> std::string {
    int digits = type == ElementType::F64 || type == ElementType::C128 ? 17 : 9;
    if (isComplex(type))
      return absl::StrFormat("(%.*g, %.*g)", digits, static_cast<double>(value(data, 2 * at)), digits,
                             static_cast<double>(value(data, 2 * at + 1)));
    if (isInexact(type))
      return absl::StrFormat("%.*g", digits, static_cast<double>(value(data, at)));
    long double exact = value(data, at);
    return exact < 0 ? absl::StrCat(static_cast<int64_t>(exact)) : absl::StrCat(static_cast<uint64_t>(exact));
  });
}

std::string describeComparison(const Comparison &comparison, ElementType type, const std::vector<int64_t> &shape,
                               const void *got, const void *want) {
  const int64_t at = comparison.maxErrorAt;
  return at < 0 ? describeComparison(comparison, shape, "", "")
                : describeComparison(comparison, shape, elementText(type, got, at), elementText(type, want, at));
}

std::string describeComparison(const Comparison &comparison, const std::vector<int64_t> &shape, const std::string &got,
                               const std::string &want) {
  int64_t at = comparison.maxErrorAt;
  if (at < 0)
    return absl::StrCat(comparison.elements, " elements are equal");
  std::vector<int64_t> index(shape.size());
  for (size_t d = shape.size(), rest = static_cast<size_t>(at); d-- > 0;) {
    index[d] = static_cast<int64_t>(rest % static_cast<size_t>(shape[d]));
    rest /= static_cast<size_t>(shape[d]);
  }
  std::string where;
  for (int64_t i : index)
    absl::StrAppend(&where, where.empty() ? "" : ", ", i);
  return absl::StrFormat("element [%s] is %s, expected %s; %d of %d elements differ, largest error %g", where, got,
                         want, comparison.differing, comparison.elements, comparison.maxError);
}

} // namespace shardwright::runtime
