#include "shardwright/Runtime/Executable.h"

namespace shardwright::runtime {
namespace {
struct Info {
  const char *name;
  uint64_t bytes;
};
// In the order of the enum.
constexpr Info kTypes[] = {
    {"i1", 1},   {"i2", 1},  {"i4", 1},  {"i8", 1},           {"i16", 2},           {"i32", 4},  {"i64", 8},
    {"ui2", 1},  {"ui4", 1}, {"ui8", 1}, {"ui16", 2},         {"ui32", 4},          {"ui64", 8}, {"f16", 2},
    {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"complex<f32>", 8}, {"complex<f64>", 16},
};
} // namespace

uint64_t alignmentOf(uint64_t bytes) {
  uint64_t alignment = 64;
  while (alignment > 1 && alignment > bytes)
    alignment /= 2;
  return alignment;
}

uint64_t elementBytes(ElementType type) { return kTypes[static_cast<size_t>(type)].bytes; }
const char *elementName(ElementType type) { return kTypes[static_cast<size_t>(type)].name; }

} // namespace shardwright::runtime
