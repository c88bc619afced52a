#include "lib/Plan/Multipliers.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace shardwright::plan {

/// Products of doubles are off by at most half of 2^-52 of their size.
static constexpr double kProductError = 0x1p-50;

void Multipliers::set(llvm::ArrayRef<double> values) {
  double sum = 0;
  for (double value : values)
    sum += std::max(value, 0.0);
  grain = sum > 0 ? std::exp2(std::ceil(std::log2(sum)) - 50) : 1;
  for (auto [row, value] : llvm::enumerate(values)) {
    byRow[row] = std::floor(std::max(value, 0.0) / grain) * grain;
    before[row + 1] = before[row] + byRow[row];
  }
}

void Multipliers::addTo(llvm::MutableArrayRef<double> costs) const {
  for (size_t node = 0; node < model.numNodes(); ++node) {
    const double price = sum(model.firstRow[node], model.lastRow[node]);
    if (price == 0)
      continue;
    for (size_t choice = model.choiceOffsets[node]; choice < model.choiceOffsets[node + 1]; ++choice)
      costs[choice] += std::floor(price * model.usages[choice] * (1 - kProductError));
  }
}

double Multipliers::ofLimit() const {
  Total grains = 0;
  for (auto [row, value] : llvm::enumerate(byRow))
    if (value > 0)
      grains += Total(static_cast<int64_t>(value / grain)) * (model.limit - model.usedAlready[row]);
  const double exact = static_cast<double>(grains) * grain;
  return std::ceil(exact + std::abs(exact) * kProductError);
}

std::vector<double> sumByRow(const Model &model, llvm::ArrayRef<double> usages) {
  std::vector<double> usage(model.numRows() + 1);
  for (auto [node, held] : llvm::enumerate(usages)) {
    usage[model.firstRow[node]] += held;
    usage[model.lastRow[node]] -= held;
  }
  double now = 0;
  for (size_t row = 0; row < model.numRows(); ++row) {
    now += usage[row];
    usage[row] = now + static_cast<double>(model.usedAlready[row]);
  }
  usage.pop_back();
  return usage;
}

std::vector<double> usageByRow(const Model &model, llvm::ArrayRef<uint32_t> choices) {
  std::vector<double> usages;
  for (auto [node, choice] : llvm::enumerate(choices))
    usages.push_back(model.usagesOf(node)[choice]);
  return sumByRow(model, usages);
}

} // namespace shardwright::plan
