#ifndef LIB_RESHARD_LOWERBOUND_H
#define LIB_RESHARD_LOWERBOUND_H

#include "lib/Reshard/GroupPrices.h"
#include "lib/Reshard/PackedState.h"

#include <map>
#include <tuple>

namespace shardwright::reshard {

/// At least this is still to be done.
struct Left {
  int64_t bytes, collectives;
  /// The value must be combined over some atoms, which permutes never do.
  bool combines;
};

/// What a block under some list holds, along one dimension, of the block under another.
struct Held {
  static constexpr double kUnknown = -1;
  double share = kUnknown; ///< on average over the devices
  AtomSet varies = 0;      ///< the atoms on whose coordinates it depends
};

/// The same for all lists of one array: a bound asks about those of its target, and the next one again.
class HeldShares {
public:
  /// By list. `cell`: 0 of devices, else of a size of cells.
  std::vector<Held> &of(size_t cell, int64_t length, AtomLists::Id target) { return known[{cell, length, target}]; }

private:
  std::map<std::tuple<size_t, int64_t, AtomLists::Id>, std::vector<Held>> known;
};

/// Lower bounds. Bytes: what one device must still send, which is what it must receive, on average over the devices.
///
/// Whatever a device's target block holds that its block does not must reach it once, and no step brings more than it
/// sends. Where a value is partial and the target is not, every element has n summands, on n devices at least: n - 1
/// messages before the first device knows the result, and one more for every other device that needs it.
///
/// Collectives: those that combine only ever split further. Where blocks must grow, or lie otherwise, too, it takes
/// another.
class LowerBound {
public:
  /// `outward`: of every size of cells, the atoms that lead out of them.
  LowerBound(const State &target, Packing &packing, HeldShares &known, llvm::ArrayRef<AtomSet> outward = {});

  Left operator()(RowRef row, int64_t localBytes);

  /// What prices are asked about: see there.
  ///
  /// A cell must be told whatever its devices' target blocks hold together that their blocks do not: the same bound,
  /// with the atoms inside cells left out. Only all-gathers make blocks hold more, and they
  /// and permutes what cells hold together.
  Demand demand(RowRef row, const Left &left);

  /// A closer bound on collectives. Each joins blocks along one dimension, but a permute, which keeps the number of
  /// parts of every dimension.
  int64_t collectives(RowRef row, const Left &left) const;

private:
  /// Of each dimension, by list.
  using Shares = llvm::SmallVector<std::vector<Held> *, 6>;

  const Held &held(size_t dim, AtomLists::Id list);
  Held work(size_t dim, AtomLists::Id list) const;
  /// Devices that differ only in atoms that do not lead out.
  struct Cells {
    AtomSet outward;
    double number, devices; ///< of cells, and in each
    double wanted;          ///< content of what the devices of a cell want together
    Shares shares = {};
  };
  const Held &heldByCell(size_t dim, AtomLists::Id list, const Cells &cells);
  Held workOfCell(size_t dim, AtomLists::Id list, AtomSet outward) const;
  double crossing(RowRef row, const Cells &cells);
  double spread(RowRef row, const Cells &cells) const;
  /// Product over the dimensions, where shares are independent.
  template <typename HeldOf> double together(HeldOf heldOf) const;
  /// An upper bound on the share of its target block that a device holds, on average.
  double heldShare(RowRef row);
  double combination(AtomSet partial) const;
  /// More than splitting takes the state to the target.
  bool mustUnsplit(RowRef row) const;

  const Problem &problem; ///< whose ends may be others
  const State target;
  Packing &packing;
  int64_t targetBytes;
  /// What is no padding: in a device's target block, on average, and in the whole array.
  double targetContent, content;
  /// What rounding may take off the bytes of all-reduces.
  double rounded;
  /// Of each dimension: how the target's list begins, in all lengths.
  llvm::SmallVector<llvm::SmallVector<AtomLists::Id, 4>, 6> fronts;
  Shares shares;
  llvm::SmallVector<Cells, kMostCells> cellSizes;
};

} // namespace shardwright::reshard

#endif // LIB_RESHARD_LOWERBOUND_H
