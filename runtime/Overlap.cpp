#include "runtime/Overlap.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <tuple>

namespace shardwright::runtime {

StepBuffer stepBuffer(const Executable &executable, uint32_t slot, bool isWritten) {
  Slot bytes = executable.slots[slot];
  if (bytes.space == SlotSpace::Result) {
    const Interface &result = executable.results[bytes.block];
    if (result.alias >= 0) {
      bytes.space = SlotSpace::Argument;
      bytes.block = static_cast<uint32_t>(result.alias);
    } else if (result.place >= 0) {
      bytes.space = SlotSpace::Arena;
      bytes.block = 0;
      bytes.offset += static_cast<uint64_t>(result.place);
    }
  }
  bool isKept = bytes.space == SlotSpace::Argument && !executable.arguments[bytes.block].donated;
  return {bytes, isWritten, isKept};
}

absl::Status checkWritable(const StepBuffer &buffer, size_t number) {
  if (buffer.isWritten && buffer.bytes.space == SlotSpace::Constant)
    return absl::InvalidArgumentError(absl::StrCat("buffer ", number, " is written and is a constant"));
  if (buffer.isWritten && buffer.isKept)
    return absl::InvalidArgumentError(
        absl::StrCat("buffer ", number, " is written and is argument ", buffer.bytes.block, ", which is not donated"));
  return absl::OkStatus();
}

absl::Status checkApart(const std::vector<StepBuffer> &buffers, const std::vector<int64_t> &partners) {
  struct Interval {
    SlotSpace space;
    uint32_t block;
    uint64_t begin, end;
    size_t number;
  };
  std::vector<Interval> intervals;
  for (size_t i = 0; i != buffers.size(); ++i) {
    const Slot &bytes = buffers[i].bytes;
    if (absl::Status status = checkWritable(buffers[i], i); !status.ok())
      return status;
    if (bytes.bytes != 0)
      intervals.push_back({bytes.space, bytes.block, bytes.offset, bytes.offset + bytes.bytes, i});
  }
  std::sort(intervals.begin(), intervals.end(), [](const Interval &a, const Interval &b) {
    return std::tie(a.space, a.block, a.begin, a.number) < std::tie(b.space, b.block, b.begin, b.number);
  });
  auto inPlace = [&](const Interval &a, const Interval &b) {
    return a.begin == b.begin && (partners[a.number] == static_cast<int64_t>(b.number) ||
                                  partners[b.number] == static_cast<int64_t>(a.number));
  };
  // Those that reach beyond the beginning of the interval at hand: at most one that is written, or this ends.
  std::vector<Interval> open;
  for (const Interval &next : intervals) {
    open.erase(std::remove_if(open.begin(), open.end(),
                              [&](const Interval &o) {
                                return std::tie(o.space, o.block) != std::tie(next.space, next.block) ||
                                       o.end <= next.begin;
                              }),
               open.end());
    for (const Interval &o : open)
      if ((buffers[o.number].isWritten || buffers[next.number].isWritten) && !inPlace(o, next))
        return absl::InvalidArgumentError(absl::StrCat("buffers ", std::min(o.number, next.number), " and ",
                                                       std::max(o.number, next.number), " overlap: ", o.end - o.begin,
                                                       " bytes from ", o.begin, " and ", next.end - next.begin,
                                                       " bytes from ", next.begin));
    open.push_back(next);
    // Of those that are only read, the two that reach furthest: one may be a later one's partner, not both.
    auto isBehind = [&](const Interval &a, const Interval &b) {
      bool aIsRead = !buffers[a.number].isWritten, bIsRead = !buffers[b.number].isWritten;
      return std::tuple(aIsRead, a.end) > std::tuple(bIsRead, b.end);
    };
    std::sort(open.begin(), open.end(), isBehind);
    if (open.size() > 2 && !buffers[open[2].number].isWritten)
      open.erase(open.begin() + 2);
  }
  return absl::OkStatus();
}

} // namespace shardwright::runtime
