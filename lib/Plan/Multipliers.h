#ifndef LIB_PLAN_MULTIPLIERS_H
#define LIB_PLAN_MULTIPLIERS_H

#include "lib/Plan/Model.h"

namespace shardwright::plan {

/// Prices of memory, by row, in cost per unit of usage: what the limit costs where it binds (Lagrangian relaxation).
/// They are whole multiples of `grain`, a power of two, and their sum is less than 2^52 of them: sums over any rows are
/// exact.
class Multipliers {
public:
  explicit Multipliers(const Model &model) : model(model), byRow(model.numRows()), before(model.numRows() + 1) {}

  llvm::ArrayRef<double> rows() const { return byRow; }
  /// Negative ones count as none.
  void set(llvm::ArrayRef<double> values);
  /// Of the rows first <= row < last.
  double sum(size_t first, size_t last) const { return before[last] - before[first]; }
  /// What usage costs beside the costs themselves: by choice; whole numbers, rounded down.
  void addTo(llvm::MutableArrayRef<double> costs) const;
  /// What is paid back at least: the limit, and what is used already, at those prices; rounded up.
  double ofLimit() const;

private:
  const Model &model;
  std::vector<double> byRow, before;
  double grain = 1;
};

/// By row, the sum over live nodes of what each holds, and what is used already.
std::vector<double> sumByRow(const Model &model, llvm::ArrayRef<double> usages);

/// What all live nodes hold, by row.
std::vector<double> usageByRow(const Model &model, llvm::ArrayRef<uint32_t> choices);

} // namespace shardwright::plan

#endif // LIB_PLAN_MULTIPLIERS_H
