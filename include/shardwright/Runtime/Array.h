#ifndef SHARDWRIGHT_RUNTIME_ARRAY_H
#define SHARDWRIGHT_RUNTIME_ARRAY_H

#include "shardwright/Runtime/Executable.h"

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

namespace shardwright::runtime {

/// A whole (global) array in memory: dense, row-major, elements as ElementType says they lie.
struct Array {
  ElementType type = ElementType::F32;
  std::vector<int64_t> shape;
  std::vector<uint8_t> bytes;

  /// All zeros.
  static Array zeros(ElementType type, std::vector<int64_t> shape);
  int64_t numElements() const;
};

/// `64x32xf32`, `f32` for a scalar.
std::string describeType(ElementType type, const std::vector<int64_t> &shape);

/// Element `index` of a real type as a double (integers beyond 2^53 lose bits; i1 is 0 or 1).
double realElement(const Array &array, int64_t index);

/// bf16 and f16 as their bits; conversions to them round to the nearest, ties to even. Those of bf16 are without
/// branches and inline, so that loops over them are vectors.
inline float bf16ToFloat(uint16_t bits) {
  uint32_t wide = static_cast<uint32_t>(bits) << 16;
  float value;
  std::memcpy(&value, &wide, sizeof(value));
  return value;
}
/// The bits of `value` rounded to bf16, in those of an f32.
inline uint32_t roundedToBf16Bits(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof(bits));
  uint32_t rounded = bits + 0x7fff + (bits >> 16 & 1), quiet = bits | 0x400000; // a NaN whose payload survives the cut
  return (value != value ? quiet : rounded) & 0xffff0000;
}
inline uint16_t floatToBf16(float value) { return static_cast<uint16_t>(roundedToBf16Bits(value) >> 16); }
inline float roundedToBf16(float value) {
  uint32_t bits = roundedToBf16Bits(value);
  std::memcpy(&value, &bits, sizeof(value));
  return value;
}
float f16ToFloat(uint16_t bits);
uint16_t floatToF16(float value);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_ARRAY_H
