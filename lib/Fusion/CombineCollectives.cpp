#include "lib/Fusion/CombineGroups.h"
#include "lib/Fusion/LiveBytes.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::fusion {
namespace {

class Combiner {
public:
  explicit Combiner(const Sequence &sequence) : sequence(sequence), alive(sequence) {}

  CombinedCollectives run() {
    llvm::SmallVector<uint32_t> collectives;
    for (uint32_t at = 0; at < sequence.ops.size(); ++at) {
      const Sequence::Op &op = sequence.ops[at];
      if (!op.isCollective)
        continue;
      mostWaiting = std::max(mostWaiting, op.limit);
      if (op.kind >= 0 && heldBy(at) <= op.limit)
        collectives.push_back(at);
    }
    CombinedCollectives result;
    if (collectives.empty())
      return result;
    CombineGroups<Combiner> combined(*this);
    combined.find(collectives, static_cast<uint32_t>(sequence.ops.size() - 1));
    if (combined.groups().empty())
      return result;
    std::vector<bool> moves(sequence.ops.size());
    for (auto [place, at] : combined.moved())
      moves[at] = true;
    const auto *next = combined.moved().begin();
    for (uint32_t at = 0; at < sequence.ops.size(); ++at) {
      for (; next != combined.moved().end() && next->first == at; ++next)
        result.order.push_back(next->second);
      if (!moves[at])
        result.order.push_back(at);
    }
    result.groups = combined.groups();
    return result;
  }

  // What CombineGroups asks.
  int64_t kind(uint32_t at) const { return sequence.ops[at].kind; }
  int64_t limit(uint32_t at) const { return sequence.ops[at].limit; }
  int64_t heldBy(uint32_t at) const {
    const Sequence::Op &op = sequence.ops[at];
    return std::max(bytesRead(op), bytesOf(op.results));
  }
  /// Small arithmetic: little is kept in memory by it.
  bool mayWait(uint32_t at) const {
    const Sequence::Op &op = sequence.ops[at];
    return !op.isCollective && !op.stays && bytesRead(op) + bytesOf(op.results) <= mostWaiting;
  }
  bool move(llvm::ArrayRef<uint32_t> moved, uint32_t place) { return alive.move(moved, place); }
  size_t mark() const { return alive.mark(); }
  void undoTo(size_t mark) { alive.undoTo(mark); }
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

  const Sequence &sequence;
  LiveBytes alive;
  int64_t mostWaiting = 0;
};

} // namespace

CombinedCollectives combineCollectives(const Sequence &sequence) { return Combiner(sequence).run(); }

} // namespace shardwright::fusion
