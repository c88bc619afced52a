#ifndef SHARDWRIGHT_LIB_RESHARD_STATE_H
#define SHARDWRIGHT_LIB_RESHARD_STATE_H

#include "shardwright/Sharding/Sharding.h"

namespace shardwright::reshard {

/// Ordered atoms (numbers into Problem::atoms), major to minor.
using Atoms = llvm::SmallVector<uint8_t, 4>;
/// A set of atoms.
using AtomSet = uint64_t;

/// Where a value lies, as a node of the search: the atoms of each dimension, and the set of partial ones.
struct State {
  llvm::SmallVector<Atoms, 4> dims;
  AtomSet partial = 0;
  /// Of the partial atoms; sum where there are none.
  ReductionKind kind = ReductionKind::Sum;

  bool operator==(const State &other) const {
    return dims == other.dims && partial == other.partial && kind == other.kind;
  }
};

/// Which axes and sub-axes a reshard may go by.
///   Exchanges  those that either end names, cut where either cuts them, and where that lets axes of different sizes
///              change places
///   Idle       those that either end names, cut where either cuts them, and what these leave of the mesh
enum class Ways { Exchanges, Idle };

/// A reshard with all axes of both ends cut into atoms: any two of these are equal, disjoint, or belong to different
/// splittings of one axis and exclude each other.
class Problem {
public:
  Problem(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &from,
          const Sharding &to, Ways ways = Ways::Exchanges);

  /// Product of sizes.
  int64_t parts(llvm::ArrayRef<uint8_t> list) const;
  int64_t parts(AtomSet set) const;
  /// Block length of a dimension of the state.
  int64_t blockLength(const State &state, size_t dim) const;
  int64_t localBytes(const State &state) const;
  /// The blocks of dimension `dim` over `kept * split` parts lie inside those over `kept` parts.
  bool blocksNest(size_t dim, int64_t kept, int64_t split) const;

  /// The atoms as axes, merged where adjacent.
  AxisList axes(llvm::ArrayRef<uint8_t> list) const;
  Sharding sharding(const State &state) const;

  const Mesh &mesh;
  llvm::SmallVector<int64_t, 6> shape;
  int64_t elementBytes;
  llvm::SmallVector<AxisRef, 8> atoms;
  llvm::SmallVector<int64_t, 8> sizes;
  /// Of each atom: those that overlap it, itself included.
  llvm::SmallVector<AtomSet, 8> excluded;
  /// Some atom overlaps another.
  bool exclusive = false;
  State source, target;
  /// Label of each dimension.
  std::vector<AxisName> labels;
};

/// As many as a set holds, but for the sign.
constexpr size_t kMostAtoms = 63;
/// What planReshard() refuses: ends that are no shardings of the array, arrays too large to plan for.
absl::Status verifyEnds(const Mesh &mesh, size_t rank, const Sharding &from, const Sharding &to);
absl::Status verifySize(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes);
/// Of ends and a size that are verified. Errors: more than kMostAtoms.
absl::StatusOr<Problem> makeProblem(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                    const Sharding &from, const Sharding &to, Ways ways);

/// The members of a set in order.
Atoms members(AtomSet set);
inline AtomSet setOf(llvm::ArrayRef<uint8_t> list) {
  AtomSet set = 0;
  for (uint8_t atom : list)
    set |= AtomSet(1) << atom;
  return set;
}

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_STATE_H
