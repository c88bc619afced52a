#ifndef SHARDWRIGHT_FUSION_PRODUCT_H
#define SHARDWRIGHT_FUSION_PRODUCT_H

#include "shardwright/Cost/Work.h"
#include "shardwright/Topology/FusionLimits.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>

/// How the library of a host multiplies: one product of matrices, or a batch of them, whose operands are walked by
/// strides. What that says of the transposes around a product is decided here, for lowering and for estimates.
namespace shardwright::fusion {

/// Whether a product is too small for a library: one side is a vector, or nothing is contracted, and calling costs more
/// than computing. On devices whose kernels are made by this compiler such products become multiplications and sums,
/// which fuse. Complex products do not.
bool isSmallProduct(const cost::ProductWork &product, const FusionLimits &limits);

/// Dimensions of an operand, in the order in which it lies in memory.
struct ProductOperand {
  using Dims = llvm::SmallVector<int64_t, 4>;
  Dims shape, strides;
  Dims batching, contracting; ///< which of them, in the order of the product's pairs

  /// The others, in order.
  Dims free() const;
  int64_t elements() const;
  /// What lies there has the shape `from`, and is repeated: its dimensions are those of the operand.
  void repeat(llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> dims);
  /// Row-major.
  static Dims stridesOf(llvm::ArrayRef<int64_t> shape);
};

/// A product of batches; its result has the batching dimensions, then the free ones of the left and of the right
/// operand.
struct ProductDims {
  ProductOperand lhs, rhs;

  int64_t resultRank() const;
};

/// A product as matrices. An operand fits when its batching, free and contracting dimensions can each be walked with
/// one stride; strides are meaningful where it does.
struct ProductWalk {
  struct Strides {
    int64_t batch = 0, free = 0, contracting = 0;
    int64_t outer = 0; ///< between batches of batches
  };
  int64_t batch = 1, m = 1, n = 1, k = 1;
  int64_t outer = 1; ///< batches of batches
  Strides lhs, rhs;
  bool lhsFits = false, rhsFits = false;
  /// The order of the contracting pairs that was chosen.
  llvm::SmallVector<unsigned, 4> contracting;

  /// Elements of the operands that do not fit: they are copied, as batches of rows whose last dimensions are
  /// contracted.
  int64_t copiedElements(const ProductDims &dims) const;
  /// How the operands lie in memory, as MeasuredDevice::Product, when that is done.
  std::string form() const;
};
/// `hasOuterBatch`: batching dimensions may be walked with two strides, where one does not do.
ProductWalk walkProduct(const ProductDims &dims, bool hasOuterBatch = false);

/// The product of what is behind the transpose of an operand. `toOld`: by dimension of the result, where it is now.
struct TakenTranspose {
  ProductDims dims;
  ProductOperand::Dims toOld;
};
/// Nothing where that copies more.
std::optional<TakenTranspose> takeUpTranspose(const ProductDims &dims, bool isLhs, llvm::ArrayRef<int64_t> permutation);

/// Where the dimensions of the result are when the operands change places.
ProductOperand::Dims exchangedPlaces(const ProductDims &dims);
/// Whether a transpose of the result puts the free dimensions of the right operand in front of those of the left one.
bool exchangesSides(const ProductDims &dims, llvm::ArrayRef<int64_t> permutation);
/// A transpose of the result that puts the left operand's free dimensions last, or exchanges the sides: of what the
/// exchanged product makes. Sorted: nothing is left of it. Nothing where that is no better.
std::optional<ProductOperand::Dims> takeUpResultTranspose(const ProductDims &dims, llvm::ArrayRef<int64_t> permutation);

/// A product whose left operand's free dimensions lie around the contracted ones: those in front as a batch, along
/// which the other operand repeats, and nothing is copied. Nothing where it fits anyway, or where the pieces would be
/// small.
std::optional<ProductDims> walkFrontAsBatch(const ProductDims &dims);

/// Whether an operand only repeats matrices along the batches, which the product can walk instead: `from` and
/// `broadcast` are the shape of what is repeated, and where its dimensions are in the operand.
bool walksRepetition(ProductDims dims, bool isLhs, llvm::ArrayRef<int64_t> from, llvm::ArrayRef<int64_t> broadcast);

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_PRODUCT_H
