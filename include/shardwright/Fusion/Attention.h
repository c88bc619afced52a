#ifndef SHARDWRIGHT_FUSION_ATTENTION_H
#define SHARDWRIGHT_FUSION_ATTENTION_H

#include "shardwright/Cost/Attention.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace shardwright::fusion {

/// A kernel of attention, whatever the sizes of its space: the same on whole arrays and on blocks of them. Dimensions
/// are those of the space, by number.
struct AttentionKernel {
  /// What is read at points, along these dimensions.
  struct Read {
    llvm::SmallVector<int64_t, 4> dims;
    double elementBytes = 4;
  };
  llvm::SmallVector<int64_t, 4> outer, summed; ///< beside rows and columns
  int64_t rows = 0, columns = 0;
  int64_t tileRows = 1, tileColumns = 1; ///< of a block, and walked at a time
  int64_t depth = 0;                     ///< of all products
  /// Columns from row + first to row + last alone, where these are known.
  std::optional<int64_t> first, last;
  std::vector<Read> reads;

  /// On a space of these sizes. `isWhole`: rows and columns are those that `first` and `last` were found for. Linear in
  /// blocks of rows.
  cost::AttentionWork work(llvm::ArrayRef<int64_t> extents, bool isWhole = true) const;
};

/// Whether kernels on a space of these sizes, and so many `further` small ones, take no longer than the steps in their
/// place.
bool paysOff(llvm::ArrayRef<cost::AttentionWork> kernels, size_t further, const cost::AttentionSteps &steps,
             llvm::ArrayRef<int64_t> extents, const cost::AttentionRates &rates);

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_ATTENTION_H
