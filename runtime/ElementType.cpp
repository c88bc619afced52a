#include "shardwright/Runtime/Executable.h"

#include <algorithm>
#include <iterator>

namespace shardwright::runtime {
namespace {
struct Info {
  const char *name;
  uint64_t bytes;
};
// In the order of the enum.
constexpr Info kTypes[] = {
    {"i1", 1},
    {"i2", 1},
    {"i4", 1},
    {"i8", 1},
    {"i16", 2},
    {"i32", 4},
    {"i64", 8},
    {"ui2", 1},
    {"ui4", 1},
    {"ui8", 1},
    {"ui16", 2},
    {"ui32", 4},
    {"ui64", 8},
    {"f16", 2},
    {"bf16", 2},
    {"f32", 4},
    {"f64", 8},
    {"complex<f32>", 8},
    {"complex<f64>", 16},
    {"f4E2M1FN", 1},
    {"f6E2M3FN", 1},
    {"f6E3M2FN", 1},
    {"f8E3M4", 1},
    {"f8E4M3", 1},
    {"f8E4M3B11FNUZ", 1},
    {"f8E4M3FN", 1},
    {"f8E4M3FNUZ", 1},
    {"f8E5M2", 1},
    {"f8E5M2FNUZ", 1},
    {"f8E8M0FNU", 1},
};
} // namespace

uint64_t alignmentOf(uint64_t bytes) {
  constexpr uint64_t kLine = 64;
  // Of a large buffer little is lost, whatever its size.
  return bytes >= kLine * kLine ? kLine : std::clamp<uint64_t>(bytes & -bytes, 1, kLine);
}

uint64_t elementBytes(ElementType type) { return kTypes[static_cast<size_t>(type)].bytes; }
bool isElementType(ElementType type) { return static_cast<size_t>(type) < std::size(kTypes); }
bool isInexact(ElementType type) { return type >= ElementType::F16; }
bool isComplex(ElementType type) { return type == ElementType::C64 || type == ElementType::C128; }
const char *elementName(ElementType type) { return kTypes[static_cast<size_t>(type)].name; }

bool isDefinedOn(Reduction reduction, ElementType type) {
  if (reduction > Reduction::Xor) // a file may hold any number
    return false;
  if (reduction >= Reduction::And)
    return !isInexact(type);
  return (reduction != Reduction::Max && reduction != Reduction::Min) || !isComplex(type);
}

} // namespace shardwright::runtime
