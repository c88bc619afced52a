#ifndef PASSES_LOWER_VECTORPLAN_H
#define PASSES_LOWER_VECTORPLAN_H

#include "passes/common/KernelGraph.h"
#include "passes/lower/Target.h"

#include <optional>

namespace shardwright::lower {

/// How a kernel's loops become machine loops: neighbours that every access walks as one are merged, and one loop is run
/// several points (lanes) at a time.
struct LoopPlan {
  struct MergedLoop {
    unsigned id; ///< the most minor of the merged loops; index expressions use its coefficient
    int64_t extent;
  };
  llvm::SmallVector<MergedLoop, 4> outer;
  std::vector<llvm::SmallVector<MergedLoop, 4>> nests;
  llvm::SmallVector<unsigned, 8> mergedInto; ///< loop -> the id that stands for it (itself where it is the most minor)

  enum class Vector { None, Outer, Nests };
  Vector vector = Vector::None;
  llvm::SmallVector<int64_t, 4> lanes; ///< of each nest (Outer: the same for all); 1: scalar

  bool isSequential = false;

  /// An outer loop that walks loads without gaps which the vectors' loop walks with gaps, as in a transpose: where
  /// there is one, as many of its points as there are lanes are run together, so that those loads are whole vectors
  /// along it, turned in registers.
  std::optional<unsigned> tile;
  llvm::SmallVector<const Node *, 4> turned; ///< those loads

  /// The trip count of the outermost loop in units that can be divided among workers.
  int64_t outerTrip() const {
    if (outer.empty() || isSequential)
      return 1;
    if (vector == Vector::Outer && outer.size() == 1)
      return (outer[0].extent + lanes[0] - 1) / lanes[0];
    return outer[0].extent;
  }
};

struct LoopChoices {
  bool vectors = true;
  bool tiles = true;
  int64_t lanes = MachineTraits().lanes;  ///< of a vector, at most
  bool gathers = MachineTraits().gathers; ///< else lanes that lie apart are loaded one by one
};

LoopPlan planLoops(const KernelGraph &kernel, LoopChoices choices = {});

/// Whether buffer `written` may be the memory of buffer `read`: every element is read, if at all, at the point that
/// writes the same one, or before by an earlier nest in the same row, and never in a later nest.
bool mayBeInPlace(const KernelGraph &kernel, unsigned read, unsigned written);

/// The nodes that a nest evaluates, each once, operands first.
std::vector<const Node *> nodesOf(const Nest &nest);

/// Of the loop, 0 where the expression does not vary with it.
int64_t coefficientOf(const IndexExpr &e, unsigned loop);

/// Whether an accumulator combines in any order: its running value is only used by its own update, which is not used.
/// `nodes`: of the nest.
bool combinesAlone(const Nest &nest, const std::vector<const Node *> &nodes, const AccumulatorSpec &accumulator);

/// Whether points of a nest's loop may be computed at once, or by different threads: its accumulators combine in any
/// order, and its stores go to different elements. `nodes`: of the nest; `loopMask`: the loops that are merged into it.
bool isDivisible(const Nest &nest, const std::vector<const Node *> &nodes, unsigned loop, uint64_t loopMask);

} // namespace shardwright::lower

#endif // PASSES_LOWER_VECTORPLAN_H
