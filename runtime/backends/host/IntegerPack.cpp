#include "runtime/backends/host/IntegerPack.h"

#include "runtime/IntegerBits.h"
#include "runtime/Simd.h"

#include <cstring>

namespace shardwright::runtime::host {
namespace {

/// Elements that are converted at once.
constexpr int64_t kSome = 16;
template <typename T> struct SomeOf { using Type [[gnu::vector_size(kSome * sizeof(T))]] = T; };
template <typename T> using Some = typename SomeOf<T>::Type;

template <typename To, typename From> SW_INLINE void convertSome(Some<To> &to, const From *from) {
  Some<From> read;
  std::memcpy(&read, from, sizeof(read));
  to = __builtin_convertvector(read, Some<To>);
}

template <typename T> SW_INLINE uint32_t half(T value) { return static_cast<uint16_t>(value); }

/// One line, whose elements lie `stride` apart; words without gaps.
template <typename T> SW_INLINE void pairAlong(uint32_t *to, const T *from, int64_t depth, int64_t stride) {
  int64_t p = 0;
  if (stride == 1)
    for (; p + kSome <= depth; p += kSome) {
      Some<int16_t> halves;
      convertSome<int16_t>(halves, from + p);
      std::memcpy(to + p / 2, &halves, sizeof(halves));
    }
  for (; p + 2 <= depth; p += 2)
    to[p / 2] = half(from[p * stride]) | half(from[(p + 1) * stride]) << 16;
  if (p < depth)
    to[p / 2] = half(from[p * stride]);
}

/// An element of each of the lines, which lie together, and the next one of each (null: there is none).
template <typename T> SW_INLINE void pairAcross(uint32_t *to, const T *from, const T *next, int64_t lines) {
  int64_t j = 0;
  for (; next && j + kSome <= lines; j += kSome) {
    Some<uint32_t> low, high;
    convertSome<uint32_t>(low, from + j);
    convertSome<uint32_t>(high, next + j);
    const Some<uint32_t> both = (low & 0xffff) | high << 16;
    std::memcpy(to + j, &both, sizeof(both));
  }
  for (; j != lines; ++j)
    to[j] = half(from[j]) | (next ? half(next[j]) << 16 : 0);
}

template <typename T> SW_INLINE void pairLines(const ContractedLines &of, const T *from, uint32_t *to, bool isAcross) {
  const int64_t words = wordsAlong(IntegerForm::Pairs, of.depth);
  for (int64_t line = 0; !isAcross && line != of.lines; ++line)
    pairAlong(to + line * words, from + line * of.lineStride, of.depth, of.depthStride);
  for (int64_t p = 0; isAcross && p < of.depth; p += 2) {
    const T *first = from + p * of.depthStride;
    pairAcross(to + p / 2 * of.lines, first, p + 1 < of.depth ? first + of.depthStride : nullptr, of.lines);
  }
}

SW_FOR_EACH_CPU void pairInt8(const ContractedLines &of, const int8_t *from, uint32_t *to, bool isAcross) {
  pairLines(of, from, to, isAcross);
}
SW_FOR_EACH_CPU void pairUint8(const ContractedLines &of, const uint8_t *from, uint32_t *to, bool isAcross) {
  pairLines(of, from, to, isAcross);
}
SW_FOR_EACH_CPU void pairInt16(const ContractedLines &of, const int16_t *from, uint32_t *to, bool isAcross) {
  pairLines(of, from, to, isAcross);
}

template <typename T> void widenLines(const ContractedLines &of, const T *from, uint32_t *to, bool isAcross) {
  const int64_t outer = isAcross ? of.depth : of.lines, outerStride = isAcross ? of.depthStride : of.lineStride;
  const int64_t inner = isAcross ? of.lines : of.depth, innerStride = isAcross ? of.lineStride : of.depthStride;
  for (int64_t i = 0; i != outer; ++i)
    for (int64_t j = 0; j != inner; ++j)
      to[i * inner + j] = static_cast<uint32_t>(from[i * outerStride + j * innerStride]);
}

template <typename T> SW_INLINE void narrow(T *to, const uint32_t *from, int64_t count) {
  int64_t i = 0;
  for (; i + kSome <= count; i += kSome) {
    Some<T> low;
    convertSome<T>(low, from + i);
    std::memcpy(to + i, &low, sizeof(low));
  }
  for (; i != count; ++i)
    to[i] = static_cast<T>(from[i]);
}
SW_FOR_EACH_CPU void narrowToBytes(uint8_t *to, const uint32_t *from, int64_t count) { narrow(to, from, count); }
SW_FOR_EACH_CPU void narrowToHalves(uint16_t *to, const uint32_t *from, int64_t count) { narrow(to, from, count); }

/// To less than a byte, which the byte then holds with its sign or zeros in front.
void narrowToBits(uint8_t *to, const uint32_t *from, int64_t count, int bits, bool isSigned) {
  for (int64_t i = 0; i != count; ++i) {
    const auto shifted = static_cast<uint8_t>(from[i] << (8 - bits));
    to[i] = static_cast<uint8_t>(isSigned ? static_cast<int8_t>(shifted) >> (8 - bits) : shifted >> (8 - bits));
  }
}

/// Of an integer that a product of words or pairs may have; 0: of others.
int bitsOf(ElementType type) {
  const int bits = integerBits(type);
  return bits >= 2 && bits <= 32 ? bits : 0;
}

bool isUnsigned(ElementType type) {
  return type == ElementType::U2 || type == ElementType::U4 || type == ElementType::U8 || type == ElementType::U16 ||
         type == ElementType::U32;
}

} // namespace

std::optional<IntegerForm> integerFormOf(const Matmul &matmul) {
  const int in = bitsOf(matmul.lhsType), out = bitsOf(matmul.outType);
  if (matmul.lhsType != matmul.rhsType || in == 0 || out == 0)
    return std::nullopt;
  // Of 16 bits without a sign the low bits of a product are the same with one.
  return in < 16 || (in == 16 && (!isUnsigned(matmul.lhsType) || out <= 16)) ? IntegerForm::Pairs : IntegerForm::Words;
}

int64_t wordsAlong(IntegerForm form, int64_t depth) { return form == IntegerForm::Pairs ? (depth + 1) / 2 : depth; }

PackedLines packLines(IntegerForm form, const ContractedLines &lines, const void *from, uint32_t *to) {
  const bool isAcross = lines.lineStride == 1 && lines.depthStride != 1;
  const int bits = bitsOf(lines.type);
  const bool isPlain = isUnsigned(lines.type);
  if (form == IntegerForm::Pairs && bits == 16)
    pairInt16(lines, static_cast<const int16_t *>(from), to, isAcross);
  else if (form == IntegerForm::Pairs && isPlain)
    pairUint8(lines, static_cast<const uint8_t *>(from), to, isAcross);
  else if (form == IntegerForm::Pairs)
    pairInt8(lines, static_cast<const int8_t *>(from), to, isAcross);
  else if (bits == 16)
    widenLines(lines, static_cast<const uint16_t *>(from), to, isAcross);
  else
    widenLines(lines, static_cast<const uint32_t *>(from), to, isAcross);
  return isAcross ? PackedLines{lines.lines, 1} : PackedLines{1, wordsAlong(form, lines.depth)};
}

void narrowSums(ElementType type, void *to, const uint32_t *from, int64_t count) {
  const int bits = bitsOf(type);
  if (bits == 32)
    std::memcpy(to, from, static_cast<size_t>(count) * sizeof(uint32_t));
  else if (bits == 16)
    narrowToHalves(static_cast<uint16_t *>(to), from, count);
  else if (bits == 8)
    narrowToBytes(static_cast<uint8_t *>(to), from, count);
  else
    narrowToBits(static_cast<uint8_t *>(to), from, count, bits, !isUnsigned(type));
}

} // namespace shardwright::runtime::host
