#include "runtime/Overlap.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <tuple>

namespace shardwright::runtime {

StepBuffer stepBuffer(const Executable &executable, uint32_t slot, bool isWritten) {
  Slot bytes = executable.slots[slot];
  int64_t place = bytes.space == SlotSpace::Argument ? executable.arguments[bytes.offset].place
                  : bytes.space == SlotSpace::Result ? executable.results[bytes.offset].place
                                                     : -1;
  if (place >= 0)
    bytes = {SlotSpace::Arena, static_cast<uint64_t>(place), bytes.bytes};
  return {bytes, isWritten};
}

absl::Status checkApart(const std::vector<StepBuffer> &buffers, const std::vector<int64_t> &partners) {
  struct Interval {
    SlotSpace space;
    uint64_t object, begin, end;
    size_t number;
  };
  std::vector<Interval> intervals;
  for (size_t i = 0; i != buffers.size(); ++i) {
    const Slot &bytes = buffers[i].bytes;
    if (buffers[i].isWritten && bytes.space == SlotSpace::Constant)
      return absl::InvalidArgumentError(absl::StrCat("buffer ", i, " is written and is a constant"));
    // An argument or result that has memory of its own begins at 0 of it.
    bool isOffset = bytes.space == SlotSpace::Arena || bytes.space == SlotSpace::Constant;
    uint64_t begin = isOffset ? bytes.offset : 0;
    if (bytes.bytes != 0)
      intervals.push_back({bytes.space, isOffset ? 0 : bytes.offset, begin, begin + bytes.bytes, i});
  }
  std::sort(intervals.begin(), intervals.end(), [](const Interval &a, const Interval &b) {
    return std::tie(a.space, a.object, a.begin, a.number) < std::tie(b.space, b.object, b.begin, b.number);
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
                                return std::tie(o.space, o.object) != std::tie(next.space, next.object) ||
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
