#ifndef LIB_PLAN_CHANGES_H
#define LIB_PLAN_CHANGES_H

#include "lib/Plan/ChangeClasses.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <deque>
#include <map>
#include <tuple>

namespace shardwright::plan {

/// What changes of a root's sharding cost, as often as it is made. Each is worked out once for an array and a class of
/// changes.
class Changes {
public:
  explicit Changes(SolverState &state);

  /// Every device has what it needs of it: nothing is sent, unless blocks do not nest.
  bool mayBeSlice(size_t root, ShardingId from, ShardingId to) { return classOf(root, from, to).change.isSlice; }
  /// About the least that a change which sends something costs, in ticks: below, nobody need look.
  double leastSent(size_t root) const { return startTicks * state.timesOf[root]; }
  /// About what it takes, as often as the value is made, without a search: what is combined, and what is gathered then.
  double estimate(size_t root, ShardingId from, ShardingId to);
  /// Of one change, as of Prices::between(); of slices nobody asks.
  std::optional<Price> price(size_t root, ShardingId from, ShardingId to);
  /// No more than that, in ticks, each time that the value is made.
  double ticksAtLeast(size_t root, ShardingId from, ShardingId to);
  /// No more than the price, in ticks, as often as the value is made.
  double atLeast(size_t root, ShardingId from, ShardingId to);
  /// Likewise; infinite where there is no way.
  double ticks(size_t root, ShardingId from, ShardingId to);

  /// Shardings, under one number.
  using ListId = uint32_t;
  ListId listOf(llvm::ArrayRef<ShardingId> shardings);
  /// The shardings that choices of a node stand for.
  struct View {
    llvm::SmallVector<ShardingId, 8> shardings; ///< each once
    std::vector<uint32_t> numberOf;             ///< by choice
    ListId list = 0;

    /// By sharding, the least of a value by choice.
    std::vector<double> leastOf(llvm::ArrayRef<double> byChoice) const;
  };
  View view(size_t numChoices, llvm::function_ref<ShardingId(uint32_t choice)> shardingOf);
  /// estimate() of every change from one list to another.
  struct Estimates {
    size_t numFrom, numTo;
    std::vector<double> byFrom, byTo; ///< by where it begins, then by where it ends; the same, turned
  };
  const Estimates &estimates(size_t root, ListId from, ListId to);

  SolverState &state;

private:
  /// What does not depend on the array.
  struct Change {
    bool isKnown = false, isSlice = false;
    const CollectivePrice *scatter = nullptr, *gather = nullptr;
    double combinedOf = 1; ///< summands
    double heldShare = 1;  ///< of what is wanted, that which a device has when all is combined
  };
  /// Of a class, for one array.
  struct Known {
    enum class Price : uint8_t { Unknown, AtLeast, Exact };
    static constexpr double kUnknown = -1;
    Price isPriced = Price::Unknown;
    double estimate = kUnknown, atLeast = 0;
    std::optional<shardwright::Price> price;
  };
  struct OfArray {
    ChangeClasses::ShapeId shape;
    std::vector<Known> known; ///< by class
  };
  /// Good until the next is asked for.
  struct Class {
    const Change &change;
    Known &known;
  };
  Class classOf(size_t root, ShardingId from, ShardingId to) { return classOf(ofArray(state.arrays[root]), from, to); }
  Class classOf(OfArray &array, ShardingId from, ShardingId to);
  OfArray &ofArray(ArrayId array);
  Change changeBetween(ShardingId from, ShardingId to);
  double estimateOnce(size_t root, OfArray &array, ShardingId from, ShardingId to);
  double estimateNew(size_t root, ShardingId from, ShardingId to, const Change &change) const;
  bool isEven(ArrayId array, ShardingId sharding);

  double startTicks = 0;
  ChangeClasses classes;
  std::vector<std::vector<Change>> changes; ///< by family and class
  std::deque<std::optional<OfArray>> arrays;
  llvm::DenseMap<std::pair<ArrayId, ShardingId>, bool> evens;
  Interner::Memory<ListId> listIds;
  std::deque<llvm::SmallVector<ShardingId, 8>> lists;
  std::map<std::tuple<ArrayId, ListId, ListId, double>, Estimates> tables; ///< the last: times
  std::vector<uint32_t> numberIn;                                          ///< by sharding, in the view at hand
};

} // namespace shardwright::plan

#endif // LIB_PLAN_CHANGES_H
