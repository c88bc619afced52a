#include "lib/Fusion/LiveBytes.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

namespace shardwright::fusion {
namespace {

class Combiner {
public:
  explicit Combiner(const Sequence &sequence)
      : sequence(sequence), alive(sequence), deadlines(sequence.ops.size()), groupPlaces(sequence.ops.size(), 0) {}

  CombinedCollectives run() {
    for (const Sequence::Op &op : sequence.ops)
      if (op.isCollective)
        mostWaiting = std::max(mostWaiting, op.limit);
    findDeadlines();
    llvm::MapVector<int64_t, llvm::SmallVector<uint32_t>> alike;
    for (uint32_t at = 0; at < sequence.ops.size(); ++at)
      if (const Sequence::Op &op = sequence.ops[at]; op.kind >= 0 && heldBy(op) <= op.limit)
        alike[op.kind].push_back(at);
    for (auto &[kind, collectives] : alike)
      meet(collectives);
    if (!result.groups.empty())
      reorder();
    return std::move(result);
  }

private:
  int64_t bytesOf(llvm::ArrayRef<uint32_t> values) const {
    int64_t bytes = 0;
    for (uint32_t value : values)
      bytes += sequence.values[value].bytes;
    return bytes;
  }
  int64_t bytesRead(const Sequence::Op &op) const {
    return bytesOf(llvm::ArrayRef(op.reads).take_front(op.numOperands));
  }
  /// What a collective holds of its operands or its results, whichever is more.
  int64_t heldBy(const Sequence::Op &op) const { return std::max(bytesRead(op), bytesOf(op.results)); }

  /// Small arithmetic may wait with what it reads: little is kept in memory by it.
  bool mayWait(const Sequence::Op &op) const {
    return !op.isCollective && !op.stays && bytesRead(op) + bytesOf(op.results) <= mostWaiting;
  }

  /// The first position at which someone cannot wait any longer for an op's results.
  void findDeadlines() {
    for (size_t at = sequence.ops.size(); at-- > 0;) {
      size_t deadline = sequence.ops.size() - 1;
      for (uint32_t value : sequence.ops[at].results)
        for (uint32_t reader : sequence.values[value].readers)
          deadline = std::min<size_t>(deadline, mayWait(sequence.ops[reader]) ? deadlines[reader] : reader);
      deadlines[at] = deadline;
    }
  }

  /// Each in turn, the most urgent first, is joined by those that are there before its deadline, in the order of the
  /// program, until there is no more room; but by none where that would be the peak.
  void meet(llvm::ArrayRef<uint32_t> collectives) {
    llvm::SmallVector<uint32_t> waiting(collectives);
    llvm::stable_sort(waiting, [&](uint32_t a, uint32_t b) { return deadlines[a] < deadlines[b]; });
    std::vector<bool> gone(sequence.ops.size());
    for (uint32_t urgent : waiting) {
      if (gone[urgent])
        continue;
      size_t place = deadlines[urgent];
      llvm::SmallVector<uint32_t, 4> group;
      int64_t room = sequence.ops[urgent].limit - heldBy(sequence.ops[urgent]);
      for (uint32_t op : collectives) {
        if (gone[op] || op == urgent || op >= place || heldBy(sequence.ops[op]) > room)
          continue;
        // The first to join brings about that the urgent one waits.
        llvm::SmallVector<uint32_t, 2> moved{op};
        if (group.empty())
          moved.push_back(urgent);
        if (!alive.move(moved, place))
          continue;
        room -= heldBy(sequence.ops[op]);
        group.push_back(op);
      }
      gone[urgent] = true;
      for (uint32_t op : group)
        gone[op] = true;
      if (group.empty())
        continue;
      group.push_back(urgent);
      llvm::sort(group);
      for (uint32_t op : group)
        groupPlaces[op] = place;
      result.groups.push_back(std::move(group));
    }
  }

  /// What reads something that moves, and stands in front of its new place, moves there too, behind it.
  void reorder() {
    for (uint32_t at = 0; at < sequence.ops.size(); ++at)
      if (size_t place = groupPlaces[at])
        for (uint32_t value : sequence.ops[at].results)
          for (uint32_t reader : sequence.values[value].readers)
            if (reader < place)
              groupPlaces[reader] = std::max(groupPlaces[reader], place);
    result.order.resize(sequence.ops.size());
    std::iota(result.order.begin(), result.order.end(), 0u);
    // (position, 1) for what stays, (place, 0) for what moves in front of it.
    auto place = [&](uint32_t at) {
      return groupPlaces[at] ? std::pair<size_t, int>(groupPlaces[at], 0) : std::pair<size_t, int>(at, 1);
    };
    llvm::stable_sort(result.order, [&](uint32_t a, uint32_t b) { return place(a) < place(b); });
  }

  const Sequence &sequence;
  LiveBytes alive;
  std::vector<size_t> deadlines;
  /// In front of which position an op is done that does not stay where it is; 0: it stays.
  std::vector<size_t> groupPlaces;
  int64_t mostWaiting = 0;
  CombinedCollectives result;
};

} // namespace

CombinedCollectives combineCollectives(const Sequence &sequence) { return Combiner(sequence).run(); }

} // namespace shardwright::fusion
