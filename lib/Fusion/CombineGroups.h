#ifndef LIB_FUSION_COMBINEGROUPS_H
#define LIB_FUSION_COMBINEGROUPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

namespace shardwright::fusion {

/// combineCollectives() over whatever knows a block, one block after another. A Block says, by position:
///
///   kind(at), limit(at)  of a collective, as of Sequence
///   heldBy(at)           the bytes that it holds of its operands or its results, whichever is more
///   mayWait(at)          whether an op that is no collective waits with what it reads; not for the block's end
///   forReaders(at, f)    f(position) for those that read its results
///   move(ops, place), mark(), undoTo(mark)   as of LiveBytes
///
/// Collectives that feed each other (a gradient that is scattered over one axis, added up over another and gathered)
/// are combined link by link, the last link first: a result is then needed where those collectives run that read it,
/// not where they stood. That is more to keep until then, so it is done where fewer collectives are left by it.
template <typename Block> class CombineGroups {
public:
  using Group = llvm::SmallVector<uint32_t, 4>;

  explicit CombineGroups(Block &block) : block(block) {}

  /// `collectives`: those that may join others, in order, each below its limit.
  void find(llvm::ArrayRef<uint32_t> collectives, uint32_t endOfBlock) {
    ++looks;
    end = endOfBlock;
    found.clear();
    order.clear();
    places.clear();
    if (states.size() <= end)
      states.resize(end + 1);
    findKinds(collectives);
    if (kinds.empty())
      return;
    const bool hasLinks = findWaiting();
    if (hasLinks)
      findLevels();
    llvm::sort(kinds, [&](const Kind &a, const Kind &b) { return members[a.begin] < members[b.begin]; });
    findDeadlines(/*allMayWait=*/true);
    size_t left = 0;
    for (Kind &kind : kinds)
      left += kind.left = kind.fewest = meet(kind, &State::deadline, /*inEarnest=*/true);
    for (auto &[place, at] : order)
      place = states[at].place;
    llvm::sort(order);
    if (!hasLinks)
      return;
    size_t fewest = 0;
    for (Kind &kind : kinds) {
      if (kind.level > 0 && kind.left > 1)
        kind.fewest = meet(kind, &State::movedDeadline, /*inEarnest=*/false);
      fewest += kind.fewest;
    }
    if (fewest >= left)
      return;
    std::vector<Group> foundBefore(std::move(found));
    std::vector<std::pair<uint32_t, uint32_t>> orderBefore(order);
    undoTo({});
    if (linkByLink(fewest, left))
      return sortMoved();
    found = std::move(foundBefore);
    order = std::move(orderBefore);
  }

  /// Those that become one, in order.
  llvm::ArrayRef<Group> groups() const { return found; }
  /// What does not stay where it is: in front of which position it runs, and where it was; in the order in which it
  /// runs, with those of a group where the first of them is.
  llvm::ArrayRef<std::pair<uint32_t, uint32_t>> moved() const { return order; }

private:
  struct State {
    uint64_t look = 0, move = 0; ///< when it was last asked about, and moved
    uint32_t place = 0;          ///< in front of which it runs; its own: there
    /// The first place at which someone cannot wait any longer for the results: where collectives that read them run
    /// where they stand, and where they run where they were moved to.
    uint32_t deadline = 0, movedDeadline = 0;
    uint32_t firstRead = 0;               ///< where someone reads the results that does not wait
    uint32_t readers = 0, numReaders = 0; ///< of `waitingReaders`
    uint32_t level = 0;                   ///< the most collectives that wait for its results, one for the other
    uint32_t first = 0;                   ///< of the group that it is in; itself
    uint32_t group = 0;                   ///< which that is
    uint32_t unplaced = 0; ///< of the first of a group: how much of what they read still has to be put in order
    bool isCollective = false, isWaiting = false, isGone = false;
  };
  /// Two or more collectives that may become one.
  struct Kind {
    size_t begin, size; ///< of `members`
    uint32_t level = 0;
    size_t left = 0, fewest = 0; ///< where nothing waits for collectives that read it, and where all wait
  };

  State &state(uint32_t at) {
    State &known = states[at];
    if (known.look != looks) {
      known = {};
      known.look = looks;
      known.place = known.first = at;
    }
    return known;
  }
  bool hasMoved(uint32_t at) { return state(at).place != at; }

  void findKinds(llvm::ArrayRef<uint32_t> collectives) {
    members.assign(collectives.begin(), collectives.end());
    std::stable_sort(members.begin(), members.end(),
                     [&](uint32_t a, uint32_t b) { return block.kind(a) < block.kind(b); });
    kinds.clear();
    for (size_t begin = 0, next = 0; begin < members.size(); begin = next) {
      while (next < members.size() && block.kind(members[next]) == block.kind(members[begin]))
        ++next;
      if (next - begin > 1)
        kinds.push_back({begin, next - begin});
    }
  }

  /// The collectives, and what waits with them; readers stand in front of what they read. Returns whether one of them
  /// waits for another.
  bool findWaiting() {
    bool hasLinks = false;
    waiting.clear();
    waitingReaders.clear();
    for (const Kind &kind : kinds)
      for (uint32_t at : membersOf(kind)) {
        state(at).isCollective = true;
        waiting.push_back(at);
      }
    for (size_t next = 0; next < waiting.size(); ++next) {
      State &own = state(waiting[next]);
      own.firstRead = end;
      own.readers = static_cast<uint32_t>(waitingReaders.size());
      block.forReaders(waiting[next], [&](uint32_t reader) {
        State &read = state(reader);
        if (!read.isWaiting && !read.isCollective) {
          if (!block.mayWait(reader)) {
            own.firstRead = std::min(own.firstRead, reader);
            return;
          }
          read.isWaiting = true;
          waiting.push_back(reader);
        }
        hasLinks |= read.isCollective;
        waitingReaders.push_back(reader);
      });
      own.numReaders = static_cast<uint32_t>(waitingReaders.size()) - own.readers;
    }
    llvm::sort(waiting, std::greater<>());
    return hasLinks;
  }

  llvm::ArrayRef<uint32_t> readersOf(const State &op) const {
    return llvm::ArrayRef(waitingReaders).slice(op.readers, op.numReaders);
  }
  llvm::ArrayRef<uint32_t> membersOf(const Kind &kind) const {
    return llvm::ArrayRef(members).slice(kind.begin, kind.size);
  }

  void findLevels() {
    for (uint32_t at : waiting) {
      State &own = states[at];
      for (uint32_t reader : readersOf(own))
        own.level = std::max(own.level, states[reader].level + states[reader].isCollective);
    }
    for (Kind &kind : kinds)
      for (uint32_t at : membersOf(kind))
        kind.level = std::max(kind.level, states[at].level);
  }

  /// `allMayWait`: taking it that collectives that read others wait as long as they may.
  void findDeadlines(bool allMayWait) {
    for (uint32_t at : waiting) {
      State &own = states[at];
      own.deadline = own.movedDeadline = own.firstRead;
      for (uint32_t reader : readersOf(own)) {
        const State &read = states[reader];
        own.deadline = std::min(own.deadline, read.isCollective ? reader : read.deadline);
        own.movedDeadline =
            std::min(own.movedDeadline, read.isCollective && !allMayWait ? read.place : read.movedDeadline);
      }
    }
  }

  /// `least`: the fewest that can be left of all kinds. Gives up where not fewer would be left than `most`.
  bool linkByLink(size_t least, size_t most) {
    llvm::SmallVector<const Kind *, 8> links;
    for (const Kind &kind : kinds)
      links.push_back(&kind);
    llvm::stable_sort(links, [](const Kind *a, const Kind *b) { return a->level < b->level; });
    for (const Kind *kind : links) {
      least += combine(*kind) - kind->fewest;
      if (least >= most)
        return false;
    }
    return true;
  }

  /// Collectives of one kind, when all that wait for them are where they run. Returns how many are left.
  size_t combine(const Kind &kind) {
    if (kind.fewest >= kind.left)
      return meet(kind, &State::deadline, true);
    findDeadlines(/*allMayWait=*/false);
    const Mark before{found.size(), order.size(), places.size(), block.mark()};
    const size_t left = meet(kind, &State::deadline, true);
    if (meet(kind, &State::movedDeadline, false) >= left)
      return left;
    undoTo(before);
    if (size_t later = meet(kind, &State::movedDeadline, true); later < left)
      return later;
    undoTo(before);
    return meet(kind, &State::deadline, true);
  }

  /// Each in turn, the most urgent first, is joined by those that are there before its deadline, in the order of the
  /// program, until there is no more room; but by none where that would be the peak. Returns how many are left.
  /// `inEarnest`: else nothing moves, and no peak matters.
  size_t meet(const Kind &kind, uint32_t State::*deadline, bool inEarnest) {
    llvm::ArrayRef<uint32_t> alike = membersOf(kind);
    urgency.assign(alike.begin(), alike.end());
    llvm::sort(urgency, [&](uint32_t a, uint32_t b) {
      return std::pair(state(a).*deadline, a) < std::pair(state(b).*deadline, b);
    });
    for (uint32_t at : alike)
      state(at).isGone = false;
    size_t left = 0;
    for (uint32_t urgent : urgency) {
      if (std::exchange(state(urgent).isGone, true))
        continue;
      ++left;
      const uint32_t place = state(urgent).*deadline;
      int64_t room = block.limit(urgent) - block.heldBy(urgent);
      Group group;
      for (uint32_t at : alike) {
        if (at >= place)
          break;
        if (state(at).isGone || block.heldBy(at) > room)
          continue;
        // The first to join brings about that the urgent one waits.
        llvm::SmallVector<uint32_t, 8> moving{at};
        if (group.empty())
          moving.push_back(urgent);
        if (inEarnest && !move(moving, place))
          continue;
        room -= block.heldBy(at);
        group.push_back(at);
        state(at).isGone = true;
      }
      if (!inEarnest || group.empty())
        continue;
      group.push_back(urgent);
      std::sort(group.begin(), group.end());
      found.push_back(std::move(group));
    }
    return left;
  }

  /// With what reads them and would run before.
  bool move(llvm::SmallVectorImpl<uint32_t> &moving, uint32_t place) {
    ++moves;
    for (uint32_t at : moving)
      state(at).move = moves;
    for (size_t next = 0; next < moving.size(); ++next)
      block.forReaders(moving[next], [&](uint32_t reader) {
        if (State &read = state(reader); read.place < place && std::exchange(read.move, moves) != moves)
          moving.push_back(reader);
      });
    if (!block.move(moving, place))
      return false;
    for (uint32_t at : moving) {
      if (!hasMoved(at))
        order.push_back({place, at});
      places.push_back({at, std::exchange(state(at).place, place)});
    }
    return true;
  }

  struct Mark {
    size_t found = 0, order = 0, places = 0, ofBlock = 0;
  };
  void undoTo(const Mark &mark) {
    block.undoTo(mark.ofBlock);
    found.resize(mark.found);
    order.resize(mark.order);
    for (; places.size() > mark.places; places.pop_back())
      state(places.back().first).place = places.back().second;
  }

  /// By place, and there in the order of the program, but a group behind all that it reads (Kahn 1962).
  void sortMoved() {
    for (auto [number, group] : llvm::enumerate(found))
      for (uint32_t at : group) {
        state(at).first = group.front();
        state(at).group = static_cast<uint32_t>(number);
      }
    using Next = std::pair<uint32_t, uint32_t>;
    std::priority_queue<Next, std::vector<Next>, std::greater<>> open;
    auto forOthers = [&](uint32_t at, auto body) {
      block.forReaders(at, [&](uint32_t reader) {
        const State &read = state(reader);
        if (hasMoved(reader) && read.place == state(at).place && read.first != state(at).first)
          body(state(read.first));
      });
    };
    for (auto [place, at] : order)
      forOthers(at, [](State &other) { ++other.unplaced; });
    for (auto [place, at] : order)
      if (const State &own = state(at); own.first == at && own.unplaced == 0)
        open.push({own.place, at});
    order.clear();
    auto put = [&](uint32_t at) {
      order.push_back({state(at).place, at});
      forOthers(at, [&](State &other) {
        if (--other.unplaced == 0)
          open.push({other.place, other.first});
      });
    };
    while (!open.empty()) {
      const uint32_t first = open.top().second;
      open.pop();
      const uint32_t group = state(first).group;
      if (group < found.size() && found[group].front() == first)
        llvm::for_each(found[group], put);
      else
        put(first);
    }
  }

  Block &block;
  uint32_t end = 0;
  uint64_t looks = 0, moves = 0;
  std::vector<State> states;              ///< by position
  llvm::SmallVector<Kind, 8> kinds;       ///< in the order of the program
  std::vector<uint32_t> members, waiting; ///< of kinds; with what waits for them, the last first
  std::vector<uint32_t> waitingReaders;   ///< of them, among them
  std::vector<uint32_t> urgency;
  std::vector<Group> found;
  std::vector<std::pair<uint32_t, uint32_t>> order;
  std::vector<std::pair<uint32_t, uint32_t>> places; ///< what moved, and from where, one move after the other
};

} // namespace shardwright::fusion

#endif // LIB_FUSION_COMBINEGROUPS_H
