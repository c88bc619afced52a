#include "pjrt/HostArray.h"

#include "pjrt/Call.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <utility>

namespace shardwright::pjrt {
namespace {

using runtime::ElementType;

constexpr std::pair<ElementCode, ElementType> kTypes[] = {
    {ElementCode::Pred, ElementType::I1},
    {ElementCode::S2, ElementType::I2},
    {ElementCode::S4, ElementType::I4},
    {ElementCode::S8, ElementType::I8},
    {ElementCode::S16, ElementType::I16},
    {ElementCode::S32, ElementType::I32},
    {ElementCode::S64, ElementType::I64},
    {ElementCode::U2, ElementType::U2},
    {ElementCode::U4, ElementType::U4},
    {ElementCode::U8, ElementType::U8},
    {ElementCode::U16, ElementType::U16},
    {ElementCode::U32, ElementType::U32},
    {ElementCode::U64, ElementType::U64},
    {ElementCode::F16, ElementType::F16},
    {ElementCode::BF16, ElementType::BF16},
    {ElementCode::F32, ElementType::F32},
    {ElementCode::F64, ElementType::F64},
    {ElementCode::C64, ElementType::C64},
    {ElementCode::C128, ElementType::C128},
    {ElementCode::F4E2M1FN, ElementType::F4E2M1FN},
    {ElementCode::F6E2M3FN, ElementType::F6E2M3FN},
    {ElementCode::F6E3M2FN, ElementType::F6E3M2FN},
    {ElementCode::F8E3M4, ElementType::F8E3M4},
    {ElementCode::F8E4M3, ElementType::F8E4M3},
    {ElementCode::F8E4M3B11FNUZ, ElementType::F8E4M3B11FNUZ},
    {ElementCode::F8E4M3FN, ElementType::F8E4M3FN},
    {ElementCode::F8E4M3FNUZ, ElementType::F8E4M3FNUZ},
    {ElementCode::F8E5M2, ElementType::F8E5M2},
    {ElementCode::F8E5M2FNUZ, ElementType::F8E5M2FNUZ},
    {ElementCode::F8E8M0FNU, ElementType::F8E8M0FNU},
};
constexpr auto kLastCode = static_cast<int32_t>(ElementCode::F6E3M2FN);

/// One loop over elements.
struct Loop {
  int64_t count, toStride, fromStride;
};

template <typename T> void copyLine(char *to, int64_t toStride, const char *from, int64_t fromStride, int64_t count) {
  for (int64_t i = 0; i != count; ++i)
    std::memcpy(to + i * toStride, from + i * fromStride, sizeof(T));
}

using CopyLine = void (*)(char *, int64_t, const char *, int64_t, int64_t);
CopyLine lineOf(uint64_t size) {
  struct Sixteen {
    uint64_t parts[2];
  };
  switch (size) {
  case 1:
    return copyLine<uint8_t>;
  case 2:
    return copyLine<uint16_t>;
  case 4:
    return copyLine<uint32_t>;
  case 8:
    return copyLine<uint64_t>;
  default:
    return copyLine<Sixteen>;
  }
}

void copyLoops(const std::vector<Loop> &loops, size_t level, CopyLine line, char *to, const char *from) {
  const Loop &loop = loops[level];
  if (level + 1 == loops.size())
    return line(to, loop.toStride, from, loop.fromStride, loop.count);
  for (int64_t i = 0; i != loop.count; ++i)
    copyLoops(loops, level + 1, line, to + i * loop.toStride, from + i * loop.fromStride);
}

} // namespace

absl::StatusOr<ElementType> elementTypeOf(int32_t code) {
  for (const auto &[known, type] : kTypes)
    if (static_cast<int32_t>(known) == code)
      return type;
  if (code >= 0 && code <= kLastCode)
    return absl::UnimplementedError(absl::StrCat("there are no buffers of element type ", code));
  return absl::InvalidArgumentError(absl::StrCat("element type ", code, ": there are 0 to ", kLastCode));
}

ElementCode codeOf(ElementType type) {
  for (const auto &[code, known] : kTypes)
    if (known == type)
      return code;
  return ElementCode::Invalid;
}

absl::StatusOr<runtime::BufferType> bufferTypeOf(int32_t code, const int64_t *dims, size_t numDims) {
  absl::StatusOr<ElementType> element = elementTypeOf(code);
  if (!element.ok())
    return element.status();
  constexpr size_t kMostDims = 1 << 10;
  if (numDims > kMostDims || (!dims && numDims != 0))
    return absl::InvalidArgumentError(
        absl::StrCat("a shape of ", numDims, dims ? " dimensions" : " dimensions is null"));
  runtime::BufferType type{*element, {}};
  if (numDims != 0)
    type.shape.assign(dims, dims + numDims);
  uint64_t bytes = runtime::elementBytes(*element);
  for (int64_t length : type.shape)
    if (length < 0)
      return absl::InvalidArgumentError(absl::StrCat("a dimension of length ", length));
    else if (__builtin_mul_overflow(bytes, static_cast<uint64_t>(std::max<int64_t>(length, 1)), &bytes) ||
             bytes > static_cast<uint64_t>(std::numeric_limits<int64_t>::max()))
      return absl::ResourceExhaustedError(
          absl::StrCat("an array of ", runtime::describeType(*element, type.shape), " has more bytes than there are"));
  return type;
}

uint64_t bytesOf(const runtime::BufferType &type) {
  uint64_t bytes = runtime::elementBytes(type.type);
  for (int64_t length : type.shape)
    bytes *= static_cast<uint64_t>(length);
  return bytes;
}

std::vector<int64_t> denseStrides(const runtime::BufferType &type) {
  std::vector<int64_t> strides(type.shape.size());
  auto stride = static_cast<int64_t>(runtime::elementBytes(type.type));
  for (size_t d = strides.size(); d-- != 0;) {
    strides[d] = stride;
    stride *= std::max<int64_t>(type.shape[d], 1);
  }
  return strides;
}

absl::StatusOr<std::vector<int64_t>> stridesOf(const MemoryLayout *given, const runtime::BufferType &type) {
  std::vector<int64_t> strides = denseStrides(type);
  if (!given)
    return strides;
  const MemoryLayout layout = copyOf(*given);
  const size_t rank = type.shape.size();
  auto wrongRank = [&](size_t has) {
    return absl::InvalidArgumentError(absl::StrCat("a layout of ", has, " dimensions for an array of ", rank));
  };
  if (layout.type == LayoutType::Strides) {
    if (layout.strides.num_byte_strides != rank || (rank != 0 && !layout.strides.byte_strides))
      return wrongRank(layout.strides.num_byte_strides);
    std::copy_n(layout.strides.byte_strides, rank, strides.begin());
    return strides;
  }
  if (layout.type != LayoutType::Tiled)
    return absl::InvalidArgumentError(absl::StrCat("a layout of kind ", static_cast<int32_t>(layout.type)));
  if (layout.tiled.num_tiles != 0)
    return absl::UnimplementedError(absl::StrCat("a layout with ", layout.tiled.num_tiles, " tiles"));
  if (layout.tiled.minor_to_major_size != rank || (rank != 0 && !layout.tiled.minor_to_major))
    return wrongRank(layout.tiled.minor_to_major_size);
  std::vector<bool> isSeen(rank, false);
  auto stride = static_cast<int64_t>(runtime::elementBytes(type.type));
  for (size_t i = 0; i != rank; ++i) {
    const int64_t d = layout.tiled.minor_to_major[i];
    if (d < 0 || d >= static_cast<int64_t>(rank) || isSeen[static_cast<size_t>(d)])
      return absl::InvalidArgumentError(
          absl::StrCat("a layout that names dimension ", d, " of ", rank, ", or names it twice"));
    isSeen[static_cast<size_t>(d)] = true;
    strides[static_cast<size_t>(d)] = stride;
    stride *= std::max<int64_t>(type.shape[static_cast<size_t>(d)], 1);
  }
  return strides;
}

void copyStrided(const runtime::BufferType &type, void *to, const std::vector<int64_t> &toStrides, const void *from,
                 const std::vector<int64_t> &fromStrides) {
  const uint64_t size = runtime::elementBytes(type.type), bytes = bytesOf(type);
  if (bytes == 0)
    return;
  // Dimensions of length 1 are no loops, and those that lie in each other on both sides are one.
  std::vector<Loop> loops;
  for (size_t d = 0; d != type.shape.size(); ++d) {
    if (type.shape[d] == 1)
      continue;
    Loop loop{type.shape[d], toStrides[d], fromStrides[d]};
    if (!loops.empty() && loops.back().toStride == loop.toStride * loop.count &&
        loops.back().fromStride == loop.fromStride * loop.count) {
      loop.count *= loops.back().count;
      loops.pop_back();
    }
    loops.push_back(loop);
  }
  const auto step = static_cast<int64_t>(size);
  auto *target = static_cast<char *>(to);
  auto *source = static_cast<const char *>(from);
  if (loops.empty() || (loops.size() == 1 && loops[0].toStride == step && loops[0].fromStride == step)) {
    std::memcpy(target, source, bytes);
    return;
  }
  // What is written in order is read in any: the loop with the smallest steps to write is the innermost.
  std::stable_sort(loops.begin(), loops.end(),
                   [](const Loop &a, const Loop &b) { return std::abs(a.toStride) > std::abs(b.toStride); });
  copyLoops(loops, 0, lineOf(size), target, source);
}

void extendNarrow(const runtime::BufferType &type, void *bytes) {
  const bool isFour = type.type == ElementType::I4 || type.type == ElementType::U4;
  const bool isSigned = type.type == ElementType::I4 || type.type == ElementType::I2;
  if (!isFour && !isSigned && type.type != ElementType::U2)
    return;
  const int unused = isFour ? 4 : 6;
  auto *numbers = static_cast<uint8_t *>(bytes);
  for (uint64_t i = 0; i != bytesOf(type); ++i) {
    const auto top = static_cast<uint8_t>(numbers[i] << unused);
    numbers[i] =
        isSigned ? static_cast<uint8_t>(static_cast<int8_t>(top) >> unused) : static_cast<uint8_t>(top >> unused);
  }
}

} // namespace shardwright::pjrt
