#ifndef SHARDWRIGHT_SHARDING_SHARDING_H
#define SHARDWRIGHT_SHARDING_SHARDING_H

#include "shardwright/Sharding/AxisRef.h"

namespace shardwright {

/// How the summands of a partial value are combined.
enum class ReductionKind { Sum, Product, Max, Min, And, Or, Xor };
inline constexpr llvm::StringLiteral kReductionNames[] = {"sum", "product", "max", "min", "and", "or", "xor"};
llvm::StringRef name(ReductionKind kind);
std::optional<ReductionKind> parseReductionKind(llvm::StringRef text);

/// One dimension: the axes it is split over, major to minor, and whether propagation may add more behind them.
struct DimSharding {
  AxisList axes;
  bool open = false;
  int64_t priority = 0;
  /// Everything the author wrote before the first `_`, kept as names of axes are; documents, never binds, takes no part
  /// in comparisons.
  AxisName label;

  bool operator==(const DimSharding &other) const {
    return axes == other.axes && open == other.open && priority == other.priority;
  }
};

/// An axis along which a value is one summand of a partial combination.
struct PartialAxis {
  AxisRef axis;
  ReductionKind kind = ReductionKind::Sum;
  bool operator==(const PartialAxis &other) const { return axis == other.axis && kind == other.kind; }
};

/// In the mesh's order, adjacent sub-axes merged, axes of size 1 dropped: partial axes are a set.
std::vector<PartialAxis> canonicalize(const Mesh &mesh, std::vector<PartialAxis> partial);

/// `[I_X, J?]{U_Y, R_Z}`: how one array lies on a mesh. The mesh is not part of the value. See docs/concepts for the
/// meaning; Meaning.h computes it.
class Sharding {
public:
  Sharding() = default;
  explicit Sharding(std::vector<DimSharding> dims, std::vector<PartialAxis> partial = {},
                    std::vector<AxisRef> replicated = {})
      : dims(std::move(dims)), partial(std::move(partial)), replicated(std::move(replicated)) {}

  /// Every dimension open and empty / closed and empty.
  static Sharding open(size_t rank);
  static Sharding closed(size_t rank);

  size_t rank() const { return dims.size(); }
  /// No axis on any dimension, nothing partial.
  bool isFullyReplicated() const;
  bool isPartial() const { return !partial.empty(); }
  bool isFullyClosed() const;
  /// Axes of dims and partial (not of replicated), as used along the value.
  bool uses(const Mesh &mesh, const AxisRef &axis) const;
  /// The number of blocks of one dimension.
  int64_t numParts(const Mesh &mesh, size_t dim) const;
  /// Block length of each dimension: ceil(n / parts).
  llvm::SmallVector<int64_t, 6> localShape(const Mesh &mesh, llvm::ArrayRef<int64_t> globalShape) const;
  /// Some block is wholly or partly padding.
  bool isUneven(const Mesh &mesh, llvm::ArrayRef<int64_t> globalShape) const;

  /// Same placement of data: axes and partial axes, whatever is open, replicated, prioritised or labelled.
  bool samePlacement(const Sharding &other) const;
  /// The same, where axes of size 1 and the spelling of adjacent sub-axes make no difference.
  bool samePlacement(const Mesh &mesh, const Sharding &other) const;
  /// Placement only: closed, no priorities, labels or replicated axes. Partial axes in the mesh's order.
  Sharding placement(const Mesh &mesh) const;

  bool operator==(const Sharding &other) const {
    return dims == other.dims && partial == other.partial && replicated == other.replicated;
  }
  bool operator!=(const Sharding &other) const { return !(*this == other); }

  std::vector<DimSharding> dims;
  std::vector<PartialAxis> partial;
  std::vector<AxisRef> replicated;
};

llvm::hash_code hash_value(const Sharding &sharding);

/// Every axis exists and divides; none (nor an overlapping sub-axis) is used twice over dims, partial and replicated;
/// adjacent sub-axes are merged; all partial axes are of one kind (a maximum of sums is not a sum of maxima); the rank
/// is that of the array (when given).
absl::Status verify(const Mesh &mesh, const Sharding &sharding, std::optional<size_t> rank = std::nullopt);

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_SHARDING_H
