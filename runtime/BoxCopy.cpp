#include "runtime/BoxCopy.h"

#include <algorithm>
#include <cstring>

namespace shardwright::runtime {

BoxCopy::BoxCopy(size_t elementBytes, const std::vector<int64_t> &box, const std::vector<int64_t> &from,
                 const std::vector<int64_t> &fromStart, const std::vector<int64_t> &to,
                 const std::vector<int64_t> &toStart) {
  bytes = elementBytes;
  int64_t fromStride = static_cast<int64_t>(elementBytes), toStride = fromStride;
  std::vector<Loop> inner; // innermost first
  for (size_t d = box.size(); d-- > 0;) {
    if (box[d] == 0) {
      bytes = 0;
      return;
    }
    fromOffset += fromStart[d] * fromStride;
    toOffset += toStart[d] * toStride;
    int64_t run = static_cast<int64_t>(bytes);
    if (box[d] != 1) {
      if (inner.empty() && fromStride == run && toStride == run)
        bytes *= static_cast<size_t>(box[d]);
      else if (!inner.empty() && inner.back().count * inner.back().fromStride == fromStride &&
               inner.back().count * inner.back().toStride == toStride)
        inner.back().count *= box[d];
      else
        inner.push_back({box[d], fromStride, toStride, 0});
    }
    fromStride *= from[d];
    toStride *= to[d];
  }
  int64_t dense = static_cast<int64_t>(bytes);
  for (Loop &loop : inner) {
    loop.denseStride = dense;
    dense *= loop.count;
  }
  loops.assign(inner.rbegin(), inner.rend());
}

uint64_t BoxCopy::totalBytes() const {
  return loops.empty() ? bytes : static_cast<uint64_t>(loops[0].count * loops[0].denseStride);
}

int64_t BoxCopy::denseFrom() const {
  const bool isDense =
      std::all_of(loops.begin(), loops.end(), [](const Loop &loop) { return loop.fromStride == loop.denseStride; });
  return isDense ? fromOffset : -1;
}

int64_t BoxCopy::denseTo() const {
  const bool isDense =
      std::all_of(loops.begin(), loops.end(), [](const Loop &loop) { return loop.toStride == loop.denseStride; });
  return isDense ? toOffset : -1;
}

namespace {
/// Runs of a fixed, short length: a few moves, where a call to memcpy would cost more than the copy.
template <size_t bytes>
void copyShortRuns(char *to, const char *from, int64_t count, int64_t toStride, int64_t fromStride) {
  for (int64_t i = 0; i != count; ++i)
    std::memcpy(to + i * toStride, from + i * fromStride, bytes);
}

/// Runs of `part` to twice as many bytes: the first and the last ones, which may be the same.
template <size_t part>
void copyBothEnds(size_t bytes, char *to, const char *from, int64_t count, int64_t toStride, int64_t fromStride) {
  for (int64_t i = 0; i != count; ++i) {
    std::memcpy(to + i * toStride, from + i * fromStride, part);
    std::memcpy(to + i * toStride + bytes - part, from + i * fromStride + bytes - part, part);
  }
}
} // namespace

void copyRuns(size_t bytes, char *to, const char *from, int64_t count, int64_t toStride, int64_t fromStride) {
  switch (bytes) {
  case 1:
    return copyShortRuns<1>(to, from, count, toStride, fromStride);
  case 2:
    return copyShortRuns<2>(to, from, count, toStride, fromStride);
  case 4:
    return copyShortRuns<4>(to, from, count, toStride, fromStride);
  case 8:
    return copyShortRuns<8>(to, from, count, toStride, fromStride);
  case 16:
    return copyShortRuns<16>(to, from, count, toStride, fromStride);
  case 32:
    return copyShortRuns<32>(to, from, count, toStride, fromStride);
  case 64:
    return copyShortRuns<64>(to, from, count, toStride, fromStride);
  }
  if (bytes > 2 && bytes < 128) {
    if (bytes > 64)
      return copyBothEnds<64>(bytes, to, from, count, toStride, fromStride);
    if (bytes > 32)
      return copyBothEnds<32>(bytes, to, from, count, toStride, fromStride);
    if (bytes > 16)
      return copyBothEnds<16>(bytes, to, from, count, toStride, fromStride);
    if (bytes > 8)
      return copyBothEnds<8>(bytes, to, from, count, toStride, fromStride);
    if (bytes > 4)
      return copyBothEnds<4>(bytes, to, from, count, toStride, fromStride);
    return copyBothEnds<2>(bytes, to, from, count, toStride, fromStride);
  }
  for (int64_t i = 0; i != count; ++i)
    std::memcpy(to + i * toStride, from + i * fromStride, bytes);
}

void BoxCopy::run(void *to, const void *from) const {
  copy(static_cast<char *>(to) + toOffset, static_cast<const char *>(from) + fromOffset, &Loop::toStride,
       &Loop::fromStride);
}

void BoxCopy::pack(void *dense, const void *from) const {
  copy(static_cast<char *>(dense), static_cast<const char *>(from) + fromOffset, &Loop::denseStride, &Loop::fromStride);
}

void BoxCopy::unpack(void *to, const void *dense) const {
  copy(static_cast<char *>(to) + toOffset, static_cast<const char *>(dense), &Loop::toStride, &Loop::denseStride);
}

void BoxCopy::copy(char *target, const char *source, int64_t Loop::*toStride, int64_t Loop::*fromStride) const {
  if (bytes == 0)
    return;
  size_t depth = loops.size();
  if (depth == 0) {
    std::memcpy(target, source, bytes);
    return;
  }
  const Loop &last = loops[depth - 1];
  int64_t index[32] = {};
  for (;;) {
    copyRuns(bytes, target, source, last.count, last.*toStride, last.*fromStride);
    size_t d = depth - 1;
    for (;;) {
      if (d == 0)
        return;
      const Loop &loop = loops[--d];
      target += loop.*toStride;
      source += loop.*fromStride;
      if (++index[d] != loop.count)
        break;
      index[d] = 0;
      target -= loop.count * loop.*toStride;
      source -= loop.count * loop.*fromStride;
    }
  }
}

} // namespace shardwright::runtime
