#ifndef PASSES_COMMON_ATTENTIONTILES_H
#define PASSES_COMMON_ATTENTIONTILES_H

#include "passes/common/AttentionForm.h"
#include "shardwright/Fusion/Attention.h"

namespace shardwright::lower::cuda {

/// Rows of a block, and its threads: four warps of 16 rows.
constexpr int64_t kAttentionRows = 64, kAttentionThreads = 128;

/// What belongs to a tile of columns, in shared memory: a line for each column.
struct ColumnTile {
  AttentionForm::Access access;
  int64_t stride, depth;   ///< along the depth, in memory
  bool isInPieces = false; ///< lies in memory in pieces of 16 bytes
  int64_t begin = 0;       ///< bytes from the begin of the stage
  int64_t pitch = 0; ///< bytes from line to line: an odd multiple of 16, so that eight lines are in different banks
};

struct TilePlan {
  int64_t columns = 16; ///< of a tile
  int64_t stages = 1;   ///< 2: the next tile arrives while one is used
  int64_t stageBytes = 0;
  llvm::SmallVector<ColumnTile> tiles;
  llvm::SmallVector<size_t> ofProduct, ofOutput; ///< tiles
};

/// The depth that matrix units walk, in steps of 16.
int64_t paddedDepth(int64_t depth);

/// The largest tiles that fit into shared memory and registers.
TilePlan planTiles(const AttentionForm &form);

/// What decides how long a kernel takes, by dimensions of the form; `elementBytes`: of its buffers.
fusion::AttentionKernel kernelOf(const AttentionForm &form, llvm::ArrayRef<double> elementBytes);

/// Whether there is a kernel: all of a column's fits into shared memory, sums into registers.
bool fitsTiles(const AttentionForm &form);

} // namespace shardwright::lower::cuda

#endif // PASSES_COMMON_ATTENTIONTILES_H
