#ifndef SHARDWRIGHT_SHARDING_AXISREF_H
#define SHARDWRIGHT_SHARDING_AXISREF_H

#include "shardwright/Sharding/Mesh.h"

#include "llvm/ADT/Hashing.h"

#include <utility>

namespace shardwright {

/// The middle digit of an axis of size n reshaped to [pre, size, n / (pre * size)].
struct SubAxis {
  int64_t pre;
  int64_t size;
  bool operator==(const SubAxis &other) const { return pre == other.pre && size == other.size; }
};

/// A mesh axis, or a sub-axis of one: `X`, or `X:(pre)size`. Canonical form: a sub-axis that covers its whole axis is
/// written without the sub-axis part. The mesh is not part of the value, so every question takes it.
///
/// Answers, with an axis X of size 8 and Y of size 2 (`X:(2)4` has 2 more major positions and size 4):
///
///   contains(X, X:(2)4)        yes     contains(X:(1)4, X:(2)2)   yes    contains(X:(2)2, X:(1)4)  no
///   contains(X, Y)             no      contains(X, X)             yes    contains(X:(1)2, X:(2)2)  no
///   overlaps(X, X:(4)2)        yes     overlaps(X:(1)4, X:(2)4)   yes    overlaps(X:(1)2, X:(2)4)  no
///   isPrefixOf(X:(1)2, X)      yes     isPrefixOf(X:(1)2, X:(1)4) yes    isPrefixOf(X:(2)2, X)     no
///   isPrefixOf(X, X)           yes     isPrefixOf(X:(2)2, X:(2)4) yes    isPrefixOf(X, Y)          no
///   overlap(X:(1)4, X:(2)4)  = X:(2)2  overlap(X, X:(4)2) = X:(4)2       overlap(X:(1)2, X:(2)4)   nothing
///   merge(X:(1)2, X:(2)4)    = X       merge(X:(1)2, X:(2)2) = X:(1)4    merge(X:(2)2, X:(1)2)     nothing
///
/// Some sub-axes are digits of different splittings of one axis: with X of size 6, X:(1)2 and X:(1)3. They cannot stand
/// side by side, so they overlap, but no reference is what both cover: overlap() is nothing, and so is subtract().
/// Every question expects axes that verifyAxis() accepts.
struct AxisRef {
  AxisName name;
  std::optional<SubAxis> sub;

  AxisRef() = default;
  AxisRef(AxisName name) : name(name) {}
  AxisRef(AxisName name, int64_t pre, int64_t size) : name(name), sub(SubAxis{pre, size}) {}

  bool operator==(const AxisRef &other) const { return name == other.name && sub == other.sub; }
  bool operator!=(const AxisRef &other) const { return !(*this == other); }
  /// A total order for deterministic containers (name, pre, size); not the mesh's order.
  bool operator<(const AxisRef &other) const;

  /// Number of devices along it.
  int64_t size(const Mesh &mesh) const;
  /// Positions more major than it within its axis (1 for a whole axis).
  int64_t preSize() const { return sub ? sub->pre : 1; }

  /// `X` or `X:(2)4`.
  std::string str() const;
};

llvm::hash_code hash_value(const AxisRef &axis);

/// The sub-axis [pre, size] of `name`, in canonical form.
AxisRef makeAxisRef(const Mesh &mesh, AxisName name, int64_t pre, int64_t size);

bool contains(const Mesh &mesh, const AxisRef &outer, const AxisRef &inner);
bool overlaps(const Mesh &mesh, const AxisRef &a, const AxisRef &b);
bool isPrefixOf(const Mesh &mesh, const AxisRef &prefix, const AxisRef &axis);
/// What both cover, where they overlap and are digits of one splitting.
std::optional<AxisRef> overlap(const Mesh &mesh, const AxisRef &a, const AxisRef &b);
/// The one reference that covers `major` directly followed by `minor`.
std::optional<AxisRef> merge(const Mesh &mesh, const AxisRef &major, const AxisRef &minor);
/// The longest reference that both begin with.
std::optional<AxisRef> commonPrefix(const Mesh &mesh, const AxisRef &a, const AxisRef &b);
/// Splits an axis into its major part of the given size and the rest; nothing where the size is below 2 or does not
/// divide it. The rest is absent where the major part is the whole.
std::optional<std::pair<AxisRef, std::optional<AxisRef>>> split(const Mesh &mesh, const AxisRef &axis,
                                                                int64_t majorSize);
/// Parts of `axis` not covered by `hole`, major to minor (at most two).
llvm::SmallVector<AxisRef, 2> subtract(const Mesh &mesh, const AxisRef &axis, const AxisRef &hole);

/// Checks that the axis exists in the mesh and that its sub-axis divides; the error lists the mesh's axes.
absl::Status verifyAxis(const Mesh &mesh, const AxisRef &axis);

/// An ordered list of axes, major to minor.
using AxisList = llvm::SmallVector<AxisRef, 2>;

/// Product of sizes.
int64_t numParts(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes);
bool overlaps(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, const AxisRef &axis);
/// Adjacent mergeable sub-axes merged, axes of size 1 dropped.
AxisList canonicalize(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes);
/// Appends with canonicalization.
void append(const Mesh &mesh, AxisList &axes, const AxisRef &axis);
/// The longest list that both begin with (the last entry may be a common prefix of two axes).
AxisList commonPrefix(const Mesh &mesh, llvm::ArrayRef<AxisRef> a, llvm::ArrayRef<AxisRef> b);
bool isPrefixOf(const Mesh &mesh, llvm::ArrayRef<AxisRef> prefix, llvm::ArrayRef<AxisRef> axes);
/// What follows `prefix` in `axes`; only where isPrefixOf holds.
AxisList dropPrefix(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, llvm::ArrayRef<AxisRef> prefix);

/// Splits every axis at every point where some list in `lists` begins or ends a sub-axis, so that any two resulting
/// references are equal or disjoint. Same order, same meaning. Points of different splittings of one axis (2 and 3 of
/// size 6) cannot all be used: the references at hand may then still overlap.
void refine(const Mesh &mesh, llvm::MutableArrayRef<AxisList> lists);

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_AXISREF_H
