#ifndef SHARDWRIGHT_LIB_RESHARD_PACKEDSTATE_H
#define SHARDWRIGHT_LIB_RESHARD_PACKEDSTATE_H

#include "lib/Reshard/AtomLists.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright::reshard {

/// A state as a row of numbers: the list of every dimension, the list of the partial atoms in order, and their kind.
using Row = llvm::SmallVector<AtomLists::Id, 10>;
using RowRef = llvm::ArrayRef<AtomLists::Id>;

/// Goes between states and rows, and answers for rows what is asked of every state.
class Packing {
public:
  explicit Packing(const Problem &problem);

  size_t width() const { return rank + 2; }
  Row pack(const State &state);
  State unpack(RowRef row) const;

  AtomSet partial(RowRef row) const { return lists[row[rank]].members; }
  /// The number of parts in every column of the row, and the kind: what all rows have in common that permutes lead to.
  Row parts(RowRef row) const {
    Row out(row);
    for (size_t column = 0; column <= rank; ++column)
      out[column] = static_cast<AtomLists::Id>(lists[row[column]].parts);
    return out;
  }
  ReductionKind kind(RowRef row) const { return static_cast<ReductionKind>(row[rank + 1]); }
  /// Sum where nothing is partial.
  void setPartial(Row &row, AtomSet set, ReductionKind kind) {
    row[rank] = lists.ofSet(set);
    row[rank + 1] = static_cast<AtomLists::Id>(set ? kind : ReductionKind::Sum);
  }
  /// Atoms that the state uses, and those that may not stand beside them.
  AtomSet taken(RowRef row) const {
    AtomSet set = 0;
    for (size_t column = 0; column <= rank; ++column)
      set |= lists[row[column]].taken;
    return set;
  }

  /// movedAtoms() between two rows.
  AtomSet moved(RowRef before, RowRef after) {
    AtomSet set = 0;
    for (size_t column = 0; column <= rank; ++column)
      if (before[column] != after[column])
        set |= movedBetween(before[column], after[column]);
    return set;
  }

  int64_t blockLength(size_t dim, AtomLists::Id list) {
    size_t place = list * rank + dim;
    if (place >= lengths.size())
      lengths.resize(lists.size() * rank, kUnknown);
    if (lengths[place] == kUnknown)
      lengths[place] = llvm::divideCeil(problem.shape[dim], lists[list].parts);
    return lengths[place];
  }
  int64_t localBytes(RowRef row) {
    int64_t bytes = problem.elementBytes;
    for (size_t dim = 0; dim < rank; ++dim)
      bytes *= blockLength(dim, row[dim]);
    return bytes;
  }

  const Problem &problem;
  AtomLists lists;
  const size_t rank;

private:
  AtomSet movedBetween(AtomLists::Id before, AtomLists::Id after);

  static constexpr int64_t kUnknown = -1;
  /// Of each list and dimension.
  std::vector<int64_t> lengths;
  llvm::DenseMap<std::pair<AtomLists::Id, AtomLists::Id>, AtomSet> movedKnown;
};

/// The rows of one search, each once, numbered in the order in which they came.
class RowSet {
public:
  explicit RowSet(size_t width) : width(width), slots(kFirstSlots, kFree) {}

  RowRef operator[](size_t number) const { return RowRef(rows).slice(number * width, width); }
  /// The row's number, and whether it is new.
  std::pair<size_t, bool> insert(RowRef row);

private:
  static constexpr size_t kFirstSlots = 256; ///< a power of two, as every number of slots
  static constexpr uint32_t kFree = ~uint32_t(0);

  size_t hash(RowRef row) const;
  void grow();

  size_t width, count = 0;
  std::vector<AtomLists::Id> rows;
  std::vector<uint32_t> slots;
};

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_PACKEDSTATE_H
