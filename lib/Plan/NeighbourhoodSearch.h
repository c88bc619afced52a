#ifndef LIB_PLAN_NEIGHBOURHOODSEARCH_H
#define LIB_PLAN_NEIGHBOURHOODSEARCH_H

#include "lib/Plan/Elimination.h"
#include "lib/Plan/Multipliers.h"
#include "lib/Plan/UsageTree.h"

#include <array>
#include <functional>

namespace shardwright::plan {

/// Makes choices better, part by part (large-neighbourhood search, Shaw 1998): some nodes are chosen anew while the
/// others stay, by elimination, with multipliers of their own for the memory that the others leave them. Where the
/// bound of that shows that nothing better is there, the next nodes are tried. Choices beyond the limit first come down
/// to it. Deterministic for a seed.
class NeighbourhoodSearch {
public:
  NeighbourhoodSearch(const Model &model, uint64_t seed);

  void start(std::vector<uint32_t> choices);
  /// The same from choices that differ in few nodes, once it has started.
  void moveTo(llvm::ArrayRef<uint32_t> choices);
  /// By row: where parts begin with theirs.
  void setMultipliers(llvm::ArrayRef<double> rows) { prices.set(rows); }
  /// By node, by how much its choice now seems to be too dear: there it begins more often.
  void setExcess(llvm::ArrayRef<double> excess);
  /// Goes over so many entries of tables, as long as `goesOn` says.
  void run(double work, const std::function<bool()> &goesOn);
  /// Takes from the other choices what makes its own better.
  void combine(llvm::ArrayRef<uint32_t> others);

  /// Takes over what makes its own cheaper of other choices, which may be beyond the limit: where they differ, each
  /// connected part of the graph by itself, as long as there is room, those first that gain the most for the memory
  /// that they take. Where the multipliers leave a gap, the best choices lie between two that they lead to. Returns the
  /// gain.
  double takeParts(llvm::ArrayRef<uint32_t> others);

  /// Gives a node that choice, and those around it, so many at most, what is the cheapest then within the limit.
  void force(uint32_t node, uint32_t choice, size_t count);

  /// All at once, where that takes no more work than that. Returns a bound of all choices within the limit, scaled.
  std::optional<double> solveWhole(double work);

  llvm::ArrayRef<uint32_t> choices() const { return current; }
  double cost() const { return currentCost; }
  bool isWithinLimit() const { return usage.peak() <= model.limit; }
  /// Whether it is better than another: first within the limit, then cheaper.
  bool isBetterThan(const NeighbourhoodSearch &other) const;

private:
  /// What a part of a size gained for the work that it took, of late.
  struct Arm {
    size_t nodes, table;
    double gained = 0, work = 1;
  };
  /// Memory of the part at hand, by segment between the ends of its nodes' intervals.
  struct Segments {
    std::vector<uint32_t> first, last; ///< by member, of segments
    std::vector<double> room, held, prices;
    bool isBeyond = false;
    size_t size() const { return room.size(); }
  };
  struct Found {
    std::vector<uint32_t> choices; ///< by member; empty: none
    double cost = 0;
  };

  void change(uint32_t node, uint32_t choice);
  size_t pickArm();
  uint32_t pickSeed();
  std::vector<uint32_t> pickNodes(size_t count);
  void addAround(uint32_t seed, size_t count, std::vector<uint32_t> &nodes);
  /// Returns the gain. `bound`: of the part, as search().
  double improve(llvm::ArrayRef<uint32_t> nodes, llvm::ArrayRef<std::vector<uint32_t>> allowed,
                 Elimination::Limits limits, int rounds, double *bound = nullptr);
  void findSegments();
  std::vector<double> heldBy(llvm::ArrayRef<uint32_t> solution) const;
  /// Raises `bound` to what no choices of the part within the room cost less than.
  /// `beyond`: the cheapest on the way that are not within the room.
  Found search(double cost, int rounds, double &bound, std::vector<uint32_t> &beyond);
  Found reduceUsage(double cost, int rounds);
  /// The part's least cost with memory at the segments' prices, and choices by member that have it.
  std::pair<double, std::vector<uint32_t>> solvePriced();
  void take(const Found &found, double cost);
  /// A node takes another choice.
  struct Move {
    uint32_t node, choice;
  };
  /// Moves that depend on each other; by how much they change the cost, and what memory costs at the multipliers.
  struct Part {
    std::vector<Move> moves;
    double cost = 0, memory = 0;
  };
  std::vector<Part> partsOf(llvm::ArrayRef<Move> moves);
  double takeParts(llvm::ArrayRef<Move> moves);
  void hold(const Part &part, bool isTaken);

  const Model &model;
  std::mt19937_64 random;
  Multipliers prices;
  Elimination part;
  UsageTree usage;
  std::vector<uint32_t> current;
  double currentCost = 0;
  Segments segments;
  std::vector<double> priced; ///< the part's costs with memory
  std::vector<Arm> arms;
  std::vector<double> seedWeights; ///< by node, with those before it; empty: all alike
  std::vector<uint32_t> marks;     ///< by node, of the pick that took it
  uint32_t pick = 0;
  std::vector<int32_t> moveOf; ///< by node, of the moves at hand; -1: none
  double workDone = 0;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_NEIGHBOURHOODSEARCH_H
