#ifndef PASSES_LOWER_CUDA_THREADPLAN_H
#define PASSES_LOWER_CUDA_THREADPLAN_H

#include "passes/lower/VectorPlan.h"

#include <algorithm>
#include <optional>

namespace shardwright::lower::cuda {

/// Threads of a warp, which run together.
constexpr int64_t kWarp = 32;

/// Threads that a large GPU runs at a time: 2,048 on each of some 130 multiprocessors.
constexpr int64_t kFullThreads = 1 << 18;

/// Which thread of a GPU computes what of a kernel.
///
/// The points of `points`' loops are numbered row-major. A point belongs to a team of threads, a power of two; a team
/// of more than one shares the loops of the nests (`split`) and combines what its threads have accumulated. Lanes of a
/// warp lie along what is contiguous in memory: along the innermost of the points' loops, or inside the nests
/// (`isByRows`).
struct ThreadPlan {
  LoopPlan loops;                                     ///< merged, without vectors
  llvm::SmallVector<LoopPlan::MergedLoop, 4> points;  ///< of the outer loops, those whose points threads share
  llvm::SmallVector<LoopPlan::MergedLoop, 4> inOrder; ///< the others: each thread runs them in order

  /// Points that a thread computes at a time, of the innermost loop of `points` or, by rows, of `split`: accesses of 16
  /// bytes.
  int64_t lanes = 1;

  int64_t team = 1;
  bool isByRows = false;                      ///< threads beside each other are of one team; else of as many points
  std::vector<std::optional<unsigned>> split; ///< by nest: the loop that the team shares

  /// By rows, by nest where there are any: what it accumulates is asked for at each point (cumulative sums). Its one
  /// loop is shared, by a scan.
  std::vector<bool> scans;
  bool isScan(size_t n) const { return n < scans.size() && scans[n]; }

  /// By rows: all steps of a thread along the loops that its team shares are written out, and what they compute stays
  /// in registers for the nests that follow. The kernel is one of shareRowLoops().
  bool keepsRow = false;

  /// Where points change the same elements: threads that have each point, of which each changes those elements whose
  /// number (`owner` over `ownerUnit`) is its own modulo as many, a power of two; all in one order.
  int64_t owners = 1, ownerUnit = 1;
  IndexExpr owner;

  /// A transpose: a block has squares of `side` x `side` points, of the loop that walks `turned` loads without gaps and
  /// of the loops of `points` from `firstMinor` on, which walk the stores so. The loads go through shared memory, in
  /// rows of `pitch` elements, so that elements below each other lie in different banks.
  struct Tile {
    int64_t side;
    unsigned major;
    size_t firstMinor;
    llvm::SmallVector<const Node *, 4> turned;
    int64_t pitch(int64_t bytes) const { return side + std::max<int64_t>(1, 4 / bytes); }
  };
  std::optional<Tile> tile;

  int64_t pointsPerBlock = 1; ///< of all lanes together; teams in a block
  int64_t numPoints = 1;      ///< of all `points`' loops, times the owners, over the lanes where these lie along them
  int64_t threads = 1;        ///< of a block
  int64_t blocks = 1;

  /// Rows that a kernel keeps lie in shared memory; else, where a thread has a point for itself, in its own.
  bool keepsInShared() const { return team > 1; }
};

/// The points of all loops together.
int64_t extentOf(llvm::ArrayRef<LoopPlan::MergedLoop> loops);

/// What an accumulator that is a sum, or another operation of laneReduction(), adds at each point.
const Node *elementOfSum(const AccumulatorSpec &acc);

ThreadPlan planThreads(const KernelGraph &kernel);

/// Of a kernel of shareRowLoops(): with `keepsRow`; none where rows are too long for that, or no team has one.
std::optional<ThreadPlan> planKeptRows(const KernelGraph &kernel);

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_THREADPLAN_H
