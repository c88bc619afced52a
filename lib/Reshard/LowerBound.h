#ifndef LIB_RESHARD_LOWERBOUND_H
#define LIB_RESHARD_LOWERBOUND_H

#include "lib/Reshard/GroupPrices.h"
#include "lib/Reshard/PackedState.h"

namespace shardwright::reshard {

/// At least this is still to be done.
struct Left {
  int64_t bytes, collectives;
  /// The value must be combined over some atoms, which permutes never do.
  bool combines;
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
  explicit LowerBound(Packing &packing, llvm::ArrayRef<AtomSet> outward = {});

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
  /// What a device's block under some list holds, along one dimension, of its target block.
  struct Held {
    double share = kUnknown; ///< on average over the devices
    AtomSet varies = 0;      ///< the atoms on whose coordinates it depends
  };
  static constexpr double kUnknown = -1;

  const Held &held(size_t dim, AtomLists::Id list);
  Held work(size_t dim, AtomLists::Id list) const;
  /// Devices that differ only in atoms that do not lead out.
  struct Cells {
    AtomSet outward;
    double number, devices; ///< of cells, and in each
    double wanted;          ///< content of what the devices of a cell want together
    std::vector<Held> shares = {};
  };
  const Held &heldByCell(size_t dim, AtomLists::Id list, Cells &cells);
  Held workOfCell(size_t dim, AtomLists::Id list, AtomSet outward) const;
  double crossing(RowRef row, Cells &cells);
  double spread(RowRef row, const Cells &cells) const;
  /// Product over the dimensions, where shares are independent.
  template <typename HeldOf> double together(HeldOf heldOf) const;
  /// An upper bound on the share of its target block that a device holds, on average.
  double heldShare(RowRef row);
  double combination(AtomSet partial) const;
  /// More than splitting takes the state to the target.
  bool mustUnsplit(RowRef row) const;

  const Problem &problem;
  Packing &packing;
  int64_t targetBytes;
  /// What is no padding: in a device's target block, on average, and in the whole array.
  double targetContent, content;
  /// What rounding may take off the bytes of all-reduces.
  double rounded;
  /// Of each dimension: how the target's list begins, in all lengths.
  llvm::SmallVector<llvm::SmallVector<AtomLists::Id, 4>, 6> fronts;
  /// Of each list and dimension.
  std::vector<Held> shares;
  llvm::SmallVector<Cells, kMostCells> cellSizes;
};

} // namespace shardwright::reshard

#endif // LIB_RESHARD_LOWERBOUND_H
