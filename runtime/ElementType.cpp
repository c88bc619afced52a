#include "shardwright/Runtime/Executable.h"

#include <algorithm>

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
  constexpr uint64_t kLine = 64;
  // Of a large buffer little is lost, whatever its size.
  return bytes >= kLine * kLine ? kLine : std::clamp<uint64_t>(bytes & -bytes, 1, kLine);
}

uint64_t elementBytes(ElementType type) { return kTypes[static_cast<size_t>(type)].bytes; }
const char *elementName(ElementType type) { return kTypes[static_cast<size_t>(type)].name; }

bool isDefinedOn(Reduction reduction, ElementType type) {
  if (reduction >= Reduction::And)
    return type < ElementType::F16;
  return (reduction != Reduction::Max && reduction != Reduction::Min) || type < ElementType::C64;
}

} // namespace shardwright::runtime
