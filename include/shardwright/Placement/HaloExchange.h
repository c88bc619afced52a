#ifndef SHARDWRIGHT_PLACEMENT_HALOEXCHANGE_H
#define SHARDWRIGHT_PLACEMENT_HALOEXCHANGE_H

#include "shardwright/Cost/CostModel.h"
#include "shardwright/Placement/Placement.h"
#include "shardwright/Placement/Price.h"

#include <utility>

namespace shardwright {

/// A halo exchange: how devices that hold blocks of a dimension get all that their blocks of a factor's positions read
/// of it through a window. Every device is sent what it lacks of its neighbours' blocks. Positions that no device
/// really has, and elements that the dimension does not have, are sent by nobody.
///
///   10 elements over 4 devices, each position reads the element before it (low = -1):
///   blocks    [0 1 2] [3 4 5] [6 7 8] [9 . .]
///   to read  [. 0 1]  [2 3 4] [5 6 7] [8 . .]     one segment from the device before, [2, 3), and one's own [0, 2)
struct HaloExchange {
  /// Of the block of the device `distance` further on: elements `begin` to `end`. Segments are in the order of
  /// distance, and what they name is contiguous; those between others that nobody needs have no pairs. Sent are those
  /// from `firstRead` to `endRead` alone.
  struct Segment {
    int64_t distance, begin, end;
    int64_t firstRead, endRead;
    llvm::SmallVector<std::pair<int64_t, int64_t>> pairs; ///< source, target
  };
  llvm::SmallVector<Segment, 3> segments;
  int64_t block = 0; ///< elements that a device holds

  /// Before that, the dimension is reversed (a window of negative stride): every block goes, reversed, to the
  /// device as far from the last as its own is from the first. All else speaks of the blocks as they are then, padding
  /// first.
  llvm::SmallVector<std::pair<int64_t, int64_t>> mirror;

  // What a device has at the end: `length` elements of the dimension, from `first + index * advance` on; of the
  // window's `slots`, the first element lies in `phase`.
  int64_t first = 0, advance = 0, length = 0;
  int64_t slots = 0, phase = 0;

  // They lie in the segments joined, with `before` and `behind` elements added, from `offset + index * drift` on, or
  // where the joined elements begin or end if that would be beyond.
  int64_t before = 0, behind = 0;
  int64_t offset = 0, drift = 0;

  /// Some position reads where the dimension has no element.
  bool readsOutside = false;
  /// There stands what a device gets that is sent nothing: no device's block is padded, and all are shifted alike.
  bool isEmptyOutside = false;

  /// What a device sends, one permute after the other.
  struct Message {
    int64_t length; ///< elements along the dimension
    llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs;
  };
  llvm::SmallVector<Message, 3> messages() const;
  /// The elements of all.
  int64_t sent() const;
};

/// Nothing where blocks read by different rules (a window's stride over a block is no multiple of the dilation), or
/// where as much would be sent, in several pieces, as joining all blocks takes.
std::optional<HaloExchange> planHaloExchange(int64_t length, int64_t positions, int64_t parts,
                                             const FactorWindow &window);

/// What neighbours send each other along one dimension, and what a device holds then.
struct HaloMessages {
  AxisList axes;
  struct Message { ///< a permute
    double bytes;
    std::vector<std::pair<int64_t, int64_t>> pairs;
  };
  llvm::SmallVector<Message, 3> sent;
  Shape local;
};

/// Of one operand's blocks, one dimension after the other: what the first brought is sent on along the next.
llvm::SmallVector<HaloMessages, 1> haloMessages(const CostModel &costs, const ShardingRule &rule,
                                                const OpShapes &shapes, const Placement &placement, size_t operand,
                                                int64_t elementBytes);

/// What neighbours send each other of one operand's blocks.
Price priceHaloExchange(const CostModel &costs, const ShardingRule &rule, const OpShapes &shapes,
                        const Placement &placement, size_t operand, int64_t elementBytes);

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_HALOEXCHANGE_H
