#ifndef LIB_PLAN_ELIMINATION_H
#define LIB_PLAN_ELIMINATION_H

#include "lib/Plan/Model.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

#include <random>

namespace shardwright::plan {

/// The cheapest choices of some nodes while all others stay as they are: bucket elimination (Dechter 1999) by the
/// smallest table first. The order is found once, for any costs of the nodes. A node that would need too large a table
/// stays as it is, too.
class Elimination {
public:
  explicit Elimination(const Model &model) : model(model), placeOf(model.numNodes(), -1) {}

  struct Limits {
    size_t table = 4096;     ///< entries of one
    double work = 2e6;       ///< entries of all
    bool mayLeaveOut = true; ///< else there are no members where that would be so
  };
  /// `choices`: of all nodes. `allowed`: by node, the choices looked at, the current one among them; empty: all.
  void prepare(llvm::ArrayRef<uint32_t> nodes, llvm::ArrayRef<uint32_t> choices,
               llvm::ArrayRef<std::vector<uint32_t>> allowed, Limits limits, std::mt19937_64 &random);

  /// Those that are not as they are, in the order in which they go.
  llvm::ArrayRef<uint32_t> nodes() const { return members; }
  /// By member; begins at offsets()[member]: of its costs and those with nodes outside.
  llvm::ArrayRef<double> ownCosts() const { return own; }
  llvm::ArrayRef<size_t> offsets() const { return ownOffsets; }
  /// What the member's n-th choice is.
  uint32_t choiceAt(size_t member, size_t index) const {
    return allowed.empty() ? static_cast<uint32_t>(index) : allowed[members[member]][index];
  }
  size_t numChoices(size_t member) const { return ownOffsets[member + 1] - ownOffsets[member]; }
  /// Of the members' choices: with nodes outside, and among themselves.
  double costOf(llvm::ArrayRef<uint32_t> memberChoices) const;
  /// Entries of tables that one solve() goes over.
  double work() const { return totalWork; }

  /// Costs by member as ownCosts(). Returns the least sum, with pairs of members; solution() is one of those that have
  /// it, as indices of choices.
  double solve(llvm::ArrayRef<double> costs);
  llvm::ArrayRef<uint32_t> solution() const { return solved; }

private:
  /// What a step adds up: a pair's table or what an earlier step left.
  struct Factor {
    const double *table = nullptr; ///< null: of `step`
    size_t step = 0;
    llvm::SmallVector<size_t, 4> strides; ///< by the step's neighbours
    size_t size = 0;                      ///< entries
  };
  static bool varies(const Factor &factor) {
    return llvm::any_of(factor.strides, [](size_t stride) { return stride > 0; });
  }
  /// Where a table stands for the choices of the step's neighbours at hand.
  struct Row {
    const double *at;
    llvm::ArrayRef<size_t> strides;
  };
  struct Step {
    llvm::SmallVector<uint32_t, 4> neighbours; ///< members eliminated later, the next one last
    std::vector<Factor> factors;               ///< those of equal strides, and so of one layout, side by side
    std::vector<double> table;                 ///< by neighbours, the last contiguous
  };

  size_t numAllowed(uint32_t node) const { return allowed.empty() ? model.numChoices(node) : allowed[node].size(); }
  std::vector<std::vector<uint32_t>> orderNodes(llvm::ArrayRef<uint32_t> nodes, Limits limits, std::mt19937_64 &random);
  void addOwnCosts(llvm::ArrayRef<uint32_t> choices);
  void addPairs(size_t member);
  const double *allowedTable(uint32_t edge, uint32_t node);
  void reduce(Step &step, const double *costs, size_t size);
  void reduceLast(llvm::ArrayRef<Row> rows, llvm::ArrayRef<double> fixed, llvm::MutableArrayRef<double> least);
  const double *mergeAlike(llvm::ArrayRef<Factor> alike, size_t place);
  const double *tableOf(const Factor &factor) const {
    return factor.table ? factor.table : steps[factor.step].table.data();
  }

  const Model &model;
  llvm::ArrayRef<std::vector<uint32_t>> allowed;
  std::vector<uint32_t> members;
  std::vector<int32_t> placeOf; // by node, -1: none
  std::vector<size_t> ownOffsets;
  std::vector<double> own;
  std::vector<Step> steps;
  std::vector<std::vector<double>> allowedTables;
  size_t numAllowedTables = 0;
  double totalWork = 0;
  std::vector<uint32_t> solved;
  std::vector<double> sums; ///< costs and what does not vary with neighbours, as ownCosts()
  std::vector<double> total;
  std::vector<std::vector<double>> merged; ///< factors of equal strides added up, of the step at hand
};

} // namespace shardwright::plan

#endif // LIB_PLAN_ELIMINATION_H
