#include "shardwright/Runtime/FloatFormat.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardwright::runtime {
namespace {
using Special = FloatFormat::Special;
using E = ElementType;
constexpr FloatFormat kFormats[] = {
    {E::F16, 5, 10, 15, Special::InfAndNan},
    {E::BF16, 8, 7, 127, Special::InfAndNan},
    {E::F4E2M1FN, 2, 1, 1, Special::None},
    {E::F6E2M3FN, 2, 3, 1, Special::None},
    {E::F6E3M2FN, 3, 2, 3, Special::None},
    {E::F8E3M4, 3, 4, 3, Special::InfAndNan},
    {E::F8E4M3, 4, 3, 7, Special::InfAndNan},
    {E::F8E4M3B11FNUZ, 4, 3, 11, Special::NanAtNegativeZero},
    {E::F8E4M3FN, 4, 3, 7, Special::NanAtTop},
    {E::F8E4M3FNUZ, 4, 3, 8, Special::NanAtNegativeZero},
    {E::F8E5M2, 5, 2, 15, Special::InfAndNan},
    {E::F8E5M2FNUZ, 5, 2, 16, Special::NanAtNegativeZero},
    {E::F8E8M0FNU, 8, 0, 127, Special::NanAtTop, /*hasSign=*/false},
};
} // namespace

const FloatFormat *floatFormat(ElementType type) {
  for (const FloatFormat &format : kFormats)
    if (format.type == type)
      return &format;
  return nullptr;
}

float decodeFloat(const FloatFormat &format, uint32_t bits) {
  uint32_t magnitude = bits & ((1u << format.magnitudeBits()) - 1), sign = bits & format.signBit();
  float nan = std::numeric_limits<float>::quiet_NaN(), value;
  if (format.special == Special::NanAtNegativeZero && sign != 0 && magnitude == 0)
    return nan;
  if (magnitude > format.largest()) {
    bool isInfinite = format.special == Special::InfAndNan && magnitude == format.largest() + 1;
    value = isInfinite ? std::numeric_limits<float>::infinity() : nan;
  } else {
    int exponent = static_cast<int>(magnitude >> format.mantissaBits);
    uint32_t one = 1u << format.mantissaBits, mantissa = magnitude & (one - 1);
    bool isNormal = exponent != 0 || !format.hasZero();
    value = std::ldexp(static_cast<float>(isNormal ? mantissa + one : mantissa),
                       (isNormal ? exponent : 1) - format.bias - format.mantissaBits);
  }
  return sign ? -value : value;
}

uint32_t encodeFloat(const FloatFormat &format, double value) {
  uint32_t sign = std::signbit(value) ? format.signBit() : 0;
  bool hasValue = format.hasZero() || value > 0;
  if (std::isnan(value) || !hasValue) {
    bool keepsSign = format.special == Special::InfAndNan || format.special == Special::NanAtTop;
    return format.quietNan() | (keepsSign ? sign : 0);
  }
  value = std::fabs(value);
  // In units of the last place: that of the smallest numbers, or that of the value's own power of two.
  int least = (format.hasZero() ? 1 : 0) - format.bias;
  uint32_t magnitude = format.largest() + 1;
  if (std::isfinite(value)) {
    int exponent = value == 0 ? least : std::max(std::ilogb(value), least);
    auto units = static_cast<uint32_t>(std::nearbyint(std::ldexp(value, format.mantissaBits - exponent)));
    if (!format.hasZero())
      units = std::max(units, 1u) - 1;
    magnitude = (static_cast<uint32_t>(exponent - least) << format.mantissaBits) + units;
  }
  if (magnitude > format.largest()) {
    if (format.special == Special::NanAtNegativeZero)
      return format.quietNan();
    magnitude = format.largest() + (format.special == Special::None ? 0 : 1);
  }
  return format.special == Special::NanAtNegativeZero && magnitude == 0 ? 0 : magnitude | sign;
}

} // namespace shardwright::runtime
