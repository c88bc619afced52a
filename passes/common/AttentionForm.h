#ifndef PASSES_COMMON_ATTENTIONFORM_H
#define PASSES_COMMON_ATTENTIONFORM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>

namespace shardwright::lower {

/// What a routine of attention computes: over a space of rows and columns, and of outer dimensions around them, matrix
/// products of what belongs to rows and what belongs to columns; of these, elements; and of the elements what is summed
/// over all columns. Neither products nor elements are ever in memory.
///
/// A graph computes the elements at a point. Its buffers, of one element each, are: the products (f32), the indices of
/// the space (i32), what is read at the point, and the elements.
struct AttentionForm {
  /// Of a buffer, by its number among inputs and then outputs: the distances between neighbours along the dimensions of
  /// the space.
  struct Access {
    int64_t buffer = 0;
    llvm::SmallVector<int64_t> strides;
    bool operator==(const Access &other) const { return buffer == other.buffer && strides == other.strides; }
  };
  /// Sum over `depth` of an element of a row and an element of a column.
  struct Product {
    Access row, column;
    int64_t rowStride = 1, columnStride = 1, depth = 0; ///< strides: along the depth
  };
  /// Sums over columns of the element `element` times what belongs to a column, a vector of `width`; of the element
  /// alone, where `width` is 0.
  struct Output {
    int64_t element = 0, width = 0;
    Access column;
    int64_t columnStride = 1; ///< along the width
    Access out;
    int64_t outStride = 1;
    /// Numbers of 16 bits that elements are multiplied as: the element, rounded, what rounding left, rounded, and so
    /// on.
    int64_t parts = 1;
  };

  /// Element 0 is what a softmax is taken of: the output is sums of exp(element - maximum) times vectors, over the sum
  /// of these; the row's maximum and sum are outputs, too.
  bool isSoftmax = false;
  bool isNormalized = true;           ///< divided by the sum
  llvm::SmallVector<int64_t> extents; ///< of the outer dimensions, the rows, the columns
  int64_t numSummed = 0;              ///< outer dimensions, the last of them, that are summed over, too
  llvm::SmallVector<Product> products;
  llvm::SmallVector<Access> reads;
  llvm::SmallVector<Output> outputs;
  /// Of a softmax; where the form is none, those of the softmax that it belongs to: the maximum where there is a limit,
  /// and the sum, at least 1, where it is read.
  Access maximum, sum;
  /// Elements count only at columns from row + first and up to row + last, where these are known: where the maximum of
  /// each row is larger than `limit`, a float's bits. Otherwise, and where it is no number, all columns count.
  std::optional<int64_t> first, last, limit;

  size_t rank() const { return extents.size(); }
  int64_t rows() const { return extents[extents.size() - 2]; }
  int64_t columns() const { return extents.back(); }

  /// As the parameters of a routine.
  llvm::SmallVector<int64_t> parameters() const;
  /// Nothing where the parameters are none.
  static std::optional<AttentionForm> of(llvm::ArrayRef<int64_t> parameters);
  /// Whether all that it names is there: `numInputs` and then `numOutputs` buffers, elements of a graph.
  bool fits(int64_t numInputs, int64_t numOutputs, int64_t numElements) const;
};

} // namespace shardwright::lower

#endif // PASSES_COMMON_ATTENTIONFORM_H
