// Floating point as PTX defines it: NaN results, flushing of denormals, saturation, rounding; types of 16 and 8 bits.
#ifndef TEST_CUDA_DOUBLE_MACHINE_FLOATS_H
#define TEST_CUDA_DOUBLE_MACHINE_FLOATS_H

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <immintrin.h>
#include <limits>

namespace shardwright::cudadouble {

inline uint32_t bitsOf(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, 4);
  return bits;
}
inline uint64_t bitsOf(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, 8);
  return bits;
}
inline float floatOf(uint32_t bits) {
  float value;
  std::memcpy(&value, &bits, 4);
  return value;
}
inline double doubleOf(uint64_t bits) {
  double value;
  std::memcpy(&value, &bits, 8);
  return value;
}

/// Of type f32 every NaN that an operation makes is this one.
inline float canonical(float value) { return value != value ? floatOf(0x7fffffff) : value; }
inline double canonical(double value) { return value; }

inline float flush(float value) {
  return std::fabs(value) < std::numeric_limits<float>::min() ? std::copysign(0.0f, value) : value;
}
inline double flush(double value) { return value; }

template <class T> inline T saturate(T value) { return !(value > 0) ? T(0) : value > 1 ? T(1) : value; }

enum class Rounding : uint8_t { Nearest, Zero, Down, Up, NearestAway };

/// A binary format of at most 16 bits: sign, exponent, mantissa.
struct SmallFormat {
  int exponentBits, mantissaBits;
  bool infinities; // e4m3 has none: its largest exponent holds numbers, all ones is NaN
};
constexpr SmallFormat kF16{5, 10, true}, kBF16{8, 7, true}, kE4M3{4, 3, false}, kE5M2{5, 2, true}, kTF32{8, 10, true},
    kF32{8, 23, true};

/// VALUE rounded to FORMAT, as its bits. Overflow gives infinity (e4m3: NaN) or, SATFINITE, the largest number; NaN the
/// format's canonical one.
uint32_t roundTo(const SmallFormat &format, double value, Rounding rounding, bool satfinite);
double valueOf(const SmallFormat &format, uint32_t bits);

/// A + B with the last bit set where the sum is not exact, so that rounding it once more rounds the exact sum.
double addToOdd(double a, double b);

inline float halfToFloat(uint16_t bits) { return _cvtsh_ss(bits); }
inline uint16_t floatToHalf(float value) { return value != value ? 0x7fff : _cvtss_sh(value, 0); }
inline float bfloatToFloat(uint16_t bits) { return floatOf(uint32_t(bits) << 16); }
inline uint16_t floatToBfloat(float value) {
  uint32_t bits = bitsOf(value);
  bits += 0x7fff + ((bits >> 16) & 1);
  return value != value ? 0x7fff : static_cast<uint16_t>(bits >> 16);
}

struct Half {
  uint16_t bits;
  static float widen(Half it) { return halfToFloat(it.bits); }
  static Half narrow(float value) { return {floatToHalf(value)}; }
  static const SmallFormat &format() { return kF16; }
};
struct Bfloat {
  uint16_t bits;
  static float widen(Bfloat it) { return bfloatToFloat(it.bits); }
  static Bfloat narrow(float value) { return {floatToBfloat(value)}; }
  static const SmallFormat &format() { return kBF16; }
};

/// Runs OP with the CPU's rounding set. OP must not be inlined into code that is moved across: see Floats.cpp.
class RoundingScope {
public:
  explicit RoundingScope(Rounding rounding);
  ~RoundingScope();

private:
  unsigned saved;
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MACHINE_FLOATS_H
