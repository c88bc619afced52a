#include "test/cuda-double/nccl/Reduce.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace shardwright::cudadouble {

namespace {

struct TypeInfo {
  const char *name;
  size_t bytes;
};
constexpr TypeInfo kTypes[] = {{"int8", 1},    {"uint8", 1},    {"int32", 4},      {"uint32", 4},
                               {"int64", 8},   {"uint64", 8},   {"float16", 2},    {"float32", 4},
                               {"float64", 8}, {"bfloat16", 2}, {"float8e4m3", 1}, {"float8e5m2", 1}};
constexpr const char *kReductions[] = {"sum", "prod", "max", "min"};

struct BFloat16 {
  uint16_t bits;
  BFloat16() = default;
  explicit BFloat16(float value) {
    uint32_t wide;
    std::memcpy(&wide, &value, 4);
    bits = static_cast<uint16_t>(value != value ? 0x7fff : (wide + 0x7fff + (wide >> 16 & 1)) >> 16);
  }
  operator float() const {
    const uint32_t wide = uint32_t(bits) << 16;
    float value;
    std::memcpy(&value, &wide, 4);
    return value;
  }
};

// Floats of 16 bits are combined in f32 and rounded; of a NaN and a number, max and min give the number.
template <typename T, typename Wide> void combine(int reduction, uint8_t *into, const uint8_t *with, size_t count) {
  for (size_t i = 0; i < count; ++i) {
    T a, b;
    std::memcpy(&a, into + i * sizeof(T), sizeof(T));
    std::memcpy(&b, with + i * sizeof(T), sizeof(T));
    const Wide x = static_cast<Wide>(a), y = static_cast<Wide>(b);
    Wide result;
    if constexpr (std::is_floating_point_v<Wide>)
      result = reduction == 0 ? x + y : reduction == 1 ? x * y : reduction == 2 ? std::fmax(x, y) : std::fmin(x, y);
    else
      result = static_cast<Wide>(reduction == 0   ? x + y
                                 : reduction == 1 ? x * y
                                 : reduction == 2 ? static_cast<Wide>(std::max(a, b))
                                                  : static_cast<Wide>(std::min(a, b)));
    a = static_cast<T>(result);
    std::memcpy(into + i * sizeof(T), &a, sizeof(T));
  }
}

} // namespace

size_t bytesOf(int type) {
  return type >= 0 && type < static_cast<int>(sizeof kTypes / sizeof *kTypes) ? kTypes[type].bytes : 0;
}

const char *nameOfType(int type) { return bytesOf(type) ? kTypes[type].name : "no type"; }

const char *nameOfReduction(int reduction) {
  return reduction >= 0 && reduction < 4 ? kReductions[reduction] : nullptr;
}

bool reduce(int type, int reduction, uint8_t *into, const uint8_t *with, size_t count) {
  if (!nameOfReduction(reduction))
    return false;
  switch (type) {
  case 0:
    return combine<int8_t, uint32_t>(reduction, into, with, count), true;
  case 1:
    return combine<uint8_t, uint32_t>(reduction, into, with, count), true;
  case 2:
    return combine<int32_t, uint32_t>(reduction, into, with, count), true;
  case 3:
    return combine<uint32_t, uint32_t>(reduction, into, with, count), true;
  case 4:
    return combine<int64_t, uint64_t>(reduction, into, with, count), true;
  case 5:
    return combine<uint64_t, uint64_t>(reduction, into, with, count), true;
  case 6:
    return combine<_Float16, float>(reduction, into, with, count), true;
  case 7:
    return combine<float, float>(reduction, into, with, count), true;
  case 8:
    return combine<double, double>(reduction, into, with, count), true;
  case 9:
    return combine<BFloat16, float>(reduction, into, with, count), true;
  default:
    return false;
  }
}

} // namespace shardwright::cudadouble
