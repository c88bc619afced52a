#ifndef LIB_RESHARD_GROUPPRICES_H
#define LIB_RESHARD_GROUPPRICES_H

#include "lib/Reshard/State.h"
#include "shardwright/Cost/CostModel.h"
#include "shardwright/Reshard/Reshard.h"

#include "llvm/ADT/DenseMap.h"

#include <array>
#include <map>
#include <tuple>

namespace shardwright::reshard {

/// Where links are unlike, devices that near links join form cells: those that differ in the other atoms only. At most
/// so many sizes of cells are looked at.
constexpr size_t kMostCells = 2;

/// What a path sends at least, of one device on average.
struct Demand {
  double bytes = 0;
  /// Of all bytes, those of all-gathers.
  double gathered = 0;
  /// What cells receive from outside, over their devices; the smaller cells first.
  std::array<double, kMostCells> crossing = {0, 0};
  /// Of that, what makes cells hold more together: all-gathers and permutes alone do.
  std::array<double, kMostCells> spread = {0, 0};
  int64_t collectives = 0;
};

/// A linear function of what is sent that no collective is cheaper than, and so no path of them.
struct Tariff {
  double each = 0, sent = 0, gathered = 0;
  std::array<double, kMostCells> eachCrossing = {0, 0}, crossing = {0, 0}, spread = {0, 0};

  double seconds(const Demand &demand) const {
    double seconds = each * static_cast<double>(demand.collectives) + sent * demand.bytes + gathered * demand.gathered;
    for (size_t cell = 0; cell < kMostCells; ++cell)
      if (demand.crossing[cell] > 0 || demand.spread[cell] > 0)
        seconds += eachCrossing[cell] + crossing[cell] * demand.crossing[cell] + spread[cell] * demand.spread[cell];
    return seconds;
  }
};

/// Prices of collectives over groups of some axes and sub-axes of a mesh, for elements of one type: each resolved once
/// for all problems about these.
class GroupPrices {
public:
  GroupPrices(llvm::ArrayRef<AxisRef> atoms, llvm::ArrayRef<int64_t> sizes, llvm::ArrayRef<AtomSet> excluded,
              const CostModel &costs, llvm::StringRef type);

  const CollectivePrice &price(CollectiveKind op, AtomSet group);
  /// Of a collective over the group that sends so many bytes. Searches ask about few sizes again and again.
  double secondsOfSent(CollectiveKind op, AtomSet group, double sent);
  /// No permute over any group takes less for so many bytes.
  double permuteAtLeast(double bytes);
  /// Of every size of cells that makes a difference, the atoms that lead out of them.
  llvm::ArrayRef<AtomSet> outward() const { return outward_; }
  /// What a tariff is for. It is close where cells are sent `crossing` bytes a device and what else is sent is
  /// `inside`.
  struct Use {
    int insideLog2, crossingLog2;
    bool spreads;      ///< what crosses is to be spread
    bool crossesFirst; ///< nothing counts beside what crosses
    AtomSet partial;   ///< the atoms that a path may reduce over

    bool operator<(const Use &o) const {
      return std::tie(insideLog2, crossingLog2, spreads, crossesFirst, partial) <
             std::tie(o.insideLog2, o.crossingLog2, o.spreads, o.crossesFirst, o.partial);
    }
  };
  const Tariff &tariff(const Use &use);

private:
  struct Asked;
  Asked &placeOf(CollectiveKind op, AtomSet group, double sent);
  /// Every group that a collective may be over.
  void forEachGroup(llvm::function_ref<void(AtomSet)> visit) const;
  /// A collective over a group, and what its bytes count for.
  struct Choice {
    CollectiveKind op;
    AtomSet group;
    const PriceLines *lines;
    std::array<double, kMostCells> crossing; ///< share of its bytes
    bool gathers, spreads;
    double slope = 0, taken = 0, start = 0; ///< of the tariff at hand
  };
  Tariff makeTariff(const Use &use);
  void addChoices();
  double crossingShare(CollectiveKind op, AtomSet group, size_t cell) const;

  llvm::SmallVector<AxisRef, 8> atoms;
  llvm::SmallVector<int64_t, 8> sizes;
  llvm::SmallVector<AtomSet, 8> excluded;
  const CostModel &costs;
  std::string type;
  llvm::SmallVector<AtomSet, kMostCells> outward_;
  llvm::DenseMap<std::pair<unsigned, AtomSet>, const CollectivePrice *> prices;
  /// Of what was asked last, each at a place that its hash says.
  struct Asked {
    AtomSet group = 0; ///< 0: nothing; kAnyGroup: the least of all groups
    CollectiveKind op;
    double sent, seconds;

    bool isAbout(CollectiveKind otherOp, AtomSet otherGroup, double otherSent) const {
      return group == otherGroup && op == otherOp && sent == otherSent;
    }
  };
  static constexpr AtomSet kAnyGroup = ~AtomSet(0);
  std::array<Asked, 256> asked{};
  std::vector<Choice> choices;
  std::map<Use, Tariff> tariffs;
  llvm::SmallVector<AtomSet, 32> groups;
};

} // namespace shardwright::reshard

#endif // LIB_RESHARD_GROUPPRICES_H
