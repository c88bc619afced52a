#ifndef SHARDWRIGHT_RUNTIME_FLOATFORMAT_H
#define SHARDWRIGHT_RUNTIME_FLOATFORMAT_H

#include "shardwright/Runtime/Executable.h"

#include <cstdint>

/// The binary floats of at most 16 bits as data: decoding, rounding, limits and the code of kernels follow from one
/// table. Sources: IEEE 754, the OCP formats for 8-bit floats and for microscaling, and their names in StableHLO.
namespace shardwright::runtime {

/// Bits from the most significant: sign (if any), exponent, mantissa. A number is 2^(exponent - bias) * 1.mantissa, and
/// 2^(1 - bias) * 0.mantissa where the exponent's bits are zero; f8E8M0FNU, which has no mantissa, has no zero and no
/// subnormal numbers.
struct FloatFormat {
  enum class Special : uint8_t {
    InfAndNan,         ///< exponent all ones: infinity, or NaN where the mantissa is not zero (IEEE 754)
    NanAtTop,          ///< all bits but the sign ones: NaN; no infinity ("FN")
    NanAtNegativeZero, ///< the bits of a negative zero: NaN; no infinity, no negative zero ("FNUZ")
    None,              ///< every pattern is a number: what is too large becomes the largest, NaN becomes negative zero
  };

  ElementType type;
  int exponentBits, mantissaBits, bias;
  Special special;
  bool hasSign = true;

  constexpr bool hasZero() const { return mantissaBits != 0; }
  /// Without the sign.
  constexpr int magnitudeBits() const { return exponentBits + mantissaBits; }
  constexpr int width() const { return magnitudeBits() + (hasSign ? 1 : 0); }
  /// The pattern of the sign alone; 0 where there is none.
  constexpr uint32_t signBit() const { return hasSign ? 1u << magnitudeBits() : 0; }
  /// The pattern of the largest finite number.
  constexpr uint32_t largest() const {
    uint32_t top = (1u << magnitudeBits()) - 1;
    return special == Special::InfAndNan  ? (((1u << exponentBits) - 1) << mantissaBits) - 1
           : special == Special::NanAtTop ? top - 1
                                          : top;
  }
  /// The pattern that NaN becomes, without its sign.
  constexpr uint32_t quietNan() const {
    return special == Special::InfAndNan  ? largest() + 1 + (1u << (mantissaBits - 1))
           : special == Special::NanAtTop ? largest() + 1
                                          : signBit();
  }
};

/// Null for f32, f64 and what is no float.
const FloatFormat *floatFormat(ElementType type);

/// The number that a pattern (the low `width()` bits) stands for: exact.
float decodeFloat(const FloatFormat &format, uint32_t bits);
/// The pattern of `value` rounded once, to the nearest, ties to even (f8E8M0FNU: upwards; zero and what is negative is
/// its NaN). Too large: infinity where there is one, else NaN where there is one, else the largest.
uint32_t encodeFloat(const FloatFormat &format, double value);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_FLOATFORMAT_H
