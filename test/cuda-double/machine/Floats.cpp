#include "test/cuda-double/machine/Floats.h"

namespace shardwright::cudadouble {

uint32_t roundTo(const SmallFormat &format, double value, Rounding rounding, bool satfinite) {
  const int bias = (1 << (format.exponentBits - 1)) - 1;
  const int mantissa = format.mantissaBits;
  const uint32_t sign = std::signbit(value) ? 1u << (format.exponentBits + mantissa) : 0;
  const uint32_t top = (1u << format.exponentBits) - 1;
  const uint32_t infinity = top << mantissa;
  const uint32_t nan = (1u << (format.exponentBits + mantissa)) - 1; // all ones
  const uint32_t largest = format.infinities ? infinity - 1 : nan - 1;
  if (value != value)
    return nan;
  double magnitude = std::fabs(value);
  if (std::isinf(magnitude))
    return sign | (satfinite ? largest : format.infinities ? infinity : nan);
  if (magnitude == 0)
    return sign;
  int exponent;
  std::frexp(magnitude, &exponent); // magnitude = f * 2^exponent, f in [0.5, 1)
  int lowest = 1 - bias - mantissa; // exponent of the smallest denormal
  int unit = std::max(exponent - 1 - mantissa, lowest);
  // Exact: a power of two moves no bit out, since a double has more exponents than any of the formats.
  double scaled = std::ldexp(magnitude, -unit);
  double whole = std::floor(scaled), rest = scaled - whole;
  bool up = false;
  switch (rounding) {
  case Rounding::Nearest:
    up = rest > 0.5 || (rest == 0.5 && std::fmod(whole, 2) == 1);
    break;
  case Rounding::NearestAway:
    up = rest >= 0.5;
    break;
  case Rounding::Zero:
    break;
  case Rounding::Down:
    up = sign && rest > 0;
    break;
  case Rounding::Up:
    up = !sign && rest > 0;
    break;
  }
  uint64_t digits = static_cast<uint64_t>(whole) + up;
  // The encoding of consecutive magnitudes is consecutive: a carry out of the mantissa goes into the exponent by
  // itself.
  uint64_t bits =
      digits >= (uint64_t(1) << mantissa) ? (static_cast<uint64_t>(unit - lowest) << mantissa) + digits : digits;
  if (bits > largest) {
    bool away = rounding == Rounding::Nearest || rounding == Rounding::NearestAway ||
                (rounding == Rounding::Up && !sign) || (rounding == Rounding::Down && sign);
    return sign | (satfinite || !away ? largest : format.infinities ? infinity : nan);
  }
  return sign | static_cast<uint32_t>(bits);
}

double valueOf(const SmallFormat &format, uint32_t bits) {
  const int mantissa = format.mantissaBits, bias = (1 << (format.exponentBits - 1)) - 1;
  const uint32_t top = (1u << format.exponentBits) - 1;
  uint32_t exponent = bits >> mantissa & top, digits = bits & ((1u << mantissa) - 1);
  double sign = bits >> (format.exponentBits + mantissa) & 1 ? -1 : 1;
  if (format.infinities && exponent == top)
    return digits ? std::numeric_limits<double>::quiet_NaN() : sign * std::numeric_limits<double>::infinity();
  if (!format.infinities && exponent == top && digits == (1u << mantissa) - 1)
    return std::numeric_limits<double>::quiet_NaN();
  if (exponent == 0)
    return sign * std::ldexp(digits, 1 - bias - mantissa);
  return sign * std::ldexp(digits + (1u << mantissa), static_cast<int>(exponent) - bias - mantissa);
}

double addToOdd(double a, double b) {
  double sum = a + b;
  if (!std::isfinite(sum))
    return sum;
  // Knuth's two-sum: the error of the addition is exact.
  double shadow = sum - a;
  double error = (a - (sum - shadow)) + (b - shadow);
  if (error == 0 || (bitsOf(sum) & 1))
    return sum;
  bool away = (error > 0) == (sum > 0);
  return doubleOf(away ? bitsOf(sum) + 1 : bitsOf(sum) - 1);
}

RoundingScope::RoundingScope(Rounding rounding) : saved(_mm_getcsr()) {
  unsigned mode = rounding == Rounding::Zero   ? _MM_ROUND_TOWARD_ZERO
                  : rounding == Rounding::Down ? _MM_ROUND_DOWN
                  : rounding == Rounding::Up   ? _MM_ROUND_UP
                                               : _MM_ROUND_NEAREST;
  _mm_setcsr((saved & ~_MM_ROUND_MASK) | mode);
}

RoundingScope::~RoundingScope() { _mm_setcsr(saved); }

} // namespace shardwright::cudadouble
