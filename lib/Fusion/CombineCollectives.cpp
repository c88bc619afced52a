#include "lib/Fusion/LiveBytes.h"
#include "lib/Fusion/Meet.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {
namespace {

class Combiner {
public:
  explicit Combiner(const Sequence &sequence) : sequence(sequence), alive(sequence), deadlines(sequence.ops.size()) {}

  CombinedCollectives run() {
    for (const Sequence::Op &op : sequence.ops)
      if (op.isCollective)
        mostWaiting = std::max(mostWaiting, op.limit);
    findDeadlines();
    llvm::MapVector<int64_t, llvm::SmallVector<uint32_t>> alike;
    for (uint32_t at = 0; at < sequence.ops.size(); ++at)
      if (const Sequence::Op &op = sequence.ops[at]; op.kind >= 0 && heldBy(at) <= op.limit)
        alike[op.kind].push_back(at);
    std::vector<Meeting> meetings;
    for (auto &[kind, collectives] : alike)
      meet(*this, collectives, meetings);
    CombinedCollectives result;
    if (meetings.empty())
      return result;
    std::vector<std::pair<uint32_t, uint32_t>> moved = movedBy(*this, meetings);
    std::vector<bool> moves(sequence.ops.size());
    for (auto [place, at] : moved)
      moves[at] = true;
    auto next = moved.begin();
    for (uint32_t at = 0; at < sequence.ops.size(); ++at) {
      for (; next != moved.end() && next->first == at; ++next)
        result.order.push_back(next->second);
      if (!moves[at])
        result.order.push_back(at);
    }
    for (Meeting &meeting : meetings)
      result.groups.push_back(std::move(meeting.members));
    return result;
  }

  // What meet() asks.
  uint32_t deadline(uint32_t at) const { return deadlines[at]; }
  int64_t limit(uint32_t at) const { return sequence.ops[at].limit; }
  /// What a collective holds of its operands or its results, whichever is more.
  int64_t heldBy(uint32_t at) const {
    const Sequence::Op &op = sequence.ops[at];
    return std::max(bytesRead(op), bytesOf(op.results));
  }
  bool move(llvm::ArrayRef<uint32_t> moved, uint32_t place) { return alive.move(moved, place); }
  template <typename Body> void forReaders(uint32_t at, Body body) const {
    for (uint32_t value : sequence.ops[at].results)
      llvm::for_each(sequence.values[value].readers, body);
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

  /// Small arithmetic may wait with what it reads: little is kept in memory by it.
  bool mayWait(const Sequence::Op &op) const {
    return !op.isCollective && !op.stays && bytesRead(op) + bytesOf(op.results) <= mostWaiting;
  }

  /// The first position at which someone cannot wait any longer for an op's results.
  void findDeadlines() {
    for (size_t at = sequence.ops.size(); at-- > 0;) {
      auto deadline = static_cast<uint32_t>(sequence.ops.size() - 1);
      for (uint32_t value : sequence.ops[at].results)
        for (uint32_t reader : sequence.values[value].readers)
          deadline = std::min(deadline, mayWait(sequence.ops[reader]) ? deadlines[reader] : reader);
      deadlines[at] = deadline;
    }
  }

  const Sequence &sequence;
  LiveBytes alive;
  std::vector<uint32_t> deadlines;
  int64_t mostWaiting = 0;
};

} // namespace

CombinedCollectives combineCollectives(const Sequence &sequence) { return Combiner(sequence).run(); }

} // namespace shardwright::fusion
