#include "test/cuda-double/ptx/Types.h"

#include <cstddef>

namespace shardwright::cudadouble {

namespace {

struct Row {
  std::string_view name;
  unsigned size;
};

// In the order of the enumeration.
constexpr Row kTypes[] = {
    {"", 0},     {"pred", 0},   {"b8", 1},     {"b16", 2},   {"b32", 4},    {"b64", 8},   {"b128", 16},
    {"u8", 1},   {"u16", 2},    {"u32", 4},    {"u64", 8},   {"s8", 1},     {"s16", 2},   {"s32", 4},
    {"s64", 8},  {"f16", 2},    {"f16x2", 4},  {"bf16", 2},  {"bf16x2", 4}, {"f32", 4},   {"f64", 8},
    {"tf32", 4}, {"e4m3x2", 2}, {"e5m2x2", 2}, {"u16x2", 4}, {"s16x2", 4},  {"f32x2", 8},
};
constexpr std::string_view kSpaces[] = {"generic", "global", "shared", "local", "const", "param"};

} // namespace

Type typeNamed(std::string_view name) {
  for (size_t i = 1; i < sizeof(kTypes) / sizeof(kTypes[0]); ++i)
    if (kTypes[i].name == name)
      return static_cast<Type>(i);
  return Type::None;
}

std::string_view nameOf(Type type) { return kTypes[static_cast<size_t>(type)].name; }
unsigned sizeOf(Type type) { return kTypes[static_cast<size_t>(type)].size; }
std::string_view nameOf(Space space) { return kSpaces[static_cast<size_t>(space)]; }

} // namespace shardwright::cudadouble
