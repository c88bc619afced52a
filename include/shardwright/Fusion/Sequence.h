#ifndef SHARDWRIGHT_FUSION_SEQUENCE_H
#define SHARDWRIGHT_FUSION_SEQUENCE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace shardwright::fusion {

/// The operations of a block in their order, as far as their places and what is alive between them matter.
struct Sequence {
  struct Op {
    /// Values that it reads, those that only its regions read behind its own; one for each time.
    llvm::SmallVector<uint32_t, 3> reads;
    llvm::SmallVector<uint32_t, 1> results;
    unsigned numOperands = 0; ///< of `reads`, without those of regions
    bool isInPlace = false;   ///< results may lie over operands
    bool hasRegions = false;
    bool isEnd = false; ///< of the block
    bool stays = false; ///< nothing waits with it: it has an effect, or is control flow
    bool isCollective = false;
    int64_t kind = -1; ///< collectives of one kind may be one; -1: this one stays alone
    int64_t limit = 0; ///< the most bytes that a combined one holds of operands, or of results
  };
  struct Value {
    int64_t bytes = 0;
    bool isMade = false;                    ///< a constant or the like: made where it is read
    bool isView = false;                    ///< repeats or renames another
    bool isElementwise = false;             ///< becomes part of its one reader
    int64_t maker = -1;                     ///< position; -1: from outside
    llvm::SmallVector<uint32_t, 2> readers; ///< positions, one for each time
  };
  std::vector<Op> ops;
  std::vector<Value> values;

  /// Fills in makers and readers.
  void connect();
};

/// Which collectives of a block become one, and the order in which its operations run then.
struct CombinedCollectives {
  /// Positions of those that become one, in order, at the place of the first.
  std::vector<llvm::SmallVector<uint32_t, 4>> groups;
  std::vector<uint32_t> order;
};

/// Several small collectives take hardly longer than one: most of their time is until the first byte arrives. Those of
/// one kind that may wait for each other become one of several operands. A collective may wait until something needs
/// its result that cannot wait itself: its deadline. Collectives whose times from position to deadline overlap meet at
/// the earliest deadline among them; what reads their results and stands in front of it moves behind. Nothing else
/// moves, and no collective is done before its place. Nobody joins where more would be alive than anyway at the peak.
///
/// Another collective that reads a result cannot wait, unless that leaves fewer of them: then links of chains (a sum
/// that is scattered over one axis, added up over another and gathered) are combined one after the other, the last link
/// first, and those that feed a link wait until where it runs.
///
/// Without groups where nothing is gained. Quadratic in collectives of one kind.
CombinedCollectives combineCollectives(const Sequence &sequence);

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_SEQUENCE_H
