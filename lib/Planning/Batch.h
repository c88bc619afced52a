#ifndef LIB_PLANNING_BATCH_H
#define LIB_PLANNING_BATCH_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "llvm/ADT/MapVector.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardwright::planning {

/// The batch of a program: the dimension that its data have in common and its weights lack, with every dimension that
/// is tied to it by the sharding rules of ops, in whatever it is reshaped to.
///
///   data      arguments of signed integers, and those of which alone the first operand of a product comes whose second
///             comes of another argument alone; where there are none, and results take the place of some arguments, the
///             others that are no weights
///   weights   other arguments of which alone an operand of a product comes, without a factor that both operands and
///             the result have
///
/// The batch is the first dimension of the first data argument that is tied to one of each other data argument, to none
/// of a weight, and to at most one of any value: a sequence is tied to two of its attention's scores. Linear in the
/// program for each dimension that is tried.
class Batch {
public:
  /// Of an imported program with one function. None where no dimension is one, or ops say more of it than their rules;
  /// in programs with manual regions.
  static std::optional<Batch> of(mlir::ModuleOp imported);

  int64_t size() const { return length; }
  /// The program, in which each use of a constant has its own.
  mlir::ModuleOp program() const { return *split; }
  /// Whether a value of program() has the batch.
  bool isIn(mlir::Value value) const { return places.contains(value); }
  /// Values of program() that are made of one weight alone.
  llvm::ArrayRef<mlir::Value> ofWeights() const { return weights; }
  /// A copy of the program as it would be exported with a batch of another size, but for constants that are computed
  /// with the number of samples. Null where elements of a constant differ along the batch, or no program is left that
  /// verifies.
  mlir::OwningOpRef<mlir::ModuleOp> withSize(int64_t size) const;

private:
  /// Where it is in a value.
  struct Place {
    size_t dim = 0;
    int64_t inner = 1; ///< elements of the dimension to a sample
    bool operator==(const Place &other) const { return dim == other.dim && inner == other.inner; }
    bool operator!=(const Place &other) const { return !(*this == other); }
  };
  friend class BatchSearch;

  mlir::Type typeWithSize(mlir::Value value, int64_t size) const;

  mlir::OwningOpRef<mlir::ModuleOp> split;
  int64_t length = 0;
  llvm::MapVector<mlir::Value, Place> places;
  std::vector<mlir::Value> weights;
};

} // namespace shardwright::planning

#endif // LIB_PLANNING_BATCH_H
