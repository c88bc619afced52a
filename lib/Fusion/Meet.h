#ifndef LIB_FUSION_MEET_H
#define LIB_FUSION_MEET_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace shardwright::fusion {

// combineCollectives() over whatever knows a block. A Block says, by position,
//   deadline(at)        the first position at which someone cannot wait any longer for the results
//   limit(at)           of bytes that a combined collective holds, and heldBy(at): what this one does
//   move(moved, place)  as of LiveBytes
//   forReaders(at, f)   f(position) for those that read its results

/// Collectives that become one, in order, and in front of which position.
struct Meeting {
  llvm::SmallVector<uint32_t, 4> members;
  uint32_t place = 0;
};

/// Of collectives of one kind, in order, each below its limit: each in turn, the most urgent first, is joined by those
/// that are there before its deadline, in the order of the program, until there is no more room; but by none where that
/// would be the peak.
template <typename Block>
void meet(Block &block, llvm::ArrayRef<uint32_t> collectives, std::vector<Meeting> &meetings) {
  llvm::SmallVector<std::pair<uint32_t, uint32_t>> waiting; // until when, and where
  for (uint32_t at : collectives)
    waiting.push_back({block.deadline(at), at});
  llvm::sort(waiting);
  llvm::SmallVector<uint32_t> gone;
  for (auto [deadline, urgent] : waiting) {
    if (llvm::is_contained(gone, urgent))
      continue;
    Meeting meeting{{}, deadline};
    int64_t room = block.limit(urgent) - block.heldBy(urgent);
    for (uint32_t at : collectives) {
      if (at >= meeting.place)
        break;
      if (at == urgent || block.heldBy(at) > room || llvm::is_contained(gone, at))
        continue;
      // The first to join brings about that the urgent one waits.
      llvm::SmallVector<uint32_t, 2> moved{at};
      if (meeting.members.empty())
        moved.push_back(urgent);
      if (!block.move(moved, meeting.place))
        continue;
      room -= block.heldBy(at);
      meeting.members.push_back(at);
    }
    gone.push_back(urgent);
    llvm::append_range(gone, meeting.members);
    if (meeting.members.empty())
      continue;
    meeting.members.push_back(urgent);
    llvm::sort(meeting.members);
    meetings.push_back(std::move(meeting));
  }
}

/// What does not stay where it is: in front of which position it is done then, and where it was; in the order in which
/// it runs. What reads something that moves, and stands in front of its new place, moves there too, behind it.
template <typename Block>
std::vector<std::pair<uint32_t, uint32_t>> movedBy(Block &block, llvm::ArrayRef<Meeting> meetings) {
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 16> open;
  llvm::SmallDenseMap<uint32_t, uint32_t, 32> places;
  auto moveTo = [&](uint32_t at, uint32_t place) {
    uint32_t &known = places[at];
    if (known >= place)
      return;
    known = place;
    open.push_back({at, place});
  };
  for (const Meeting &meeting : meetings)
    for (uint32_t at : meeting.members)
      moveTo(at, meeting.place);
  while (!open.empty()) {
    auto [at, place] = open.pop_back_val();
    block.forReaders(at, [&, place = place](uint32_t reader) {
      if (reader < place)
        moveTo(reader, place);
    });
  }
  std::vector<std::pair<uint32_t, uint32_t>> moved;
  for (auto [at, place] : places)
    moved.push_back({place, at});
  llvm::sort(moved);
  return moved;
}

} // namespace shardwright::fusion

#endif // LIB_FUSION_MEET_H
