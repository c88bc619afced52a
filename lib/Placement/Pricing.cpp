#include "lib/Placement/Candidates.h"

namespace shardwright {

std::optional<Price> priceOperand(const PlacementProblem &problem, const Placement &placement, size_t operand,
                                  ReshardPricer &pricer) {
  const OperandState &state = problem.operands[operand];
  if (state.free)
    return Price{};
  Sharding wanted = operandSharding(problem.mesh, problem.rule, placement, operand);
  if (state.first != operand &&
      operandSharding(problem.mesh, problem.rule, placement, state.first).samePlacement(wanted))
    return Price{};
  std::optional<Price> best;
  for (const Sharding &from : state.available) {
    if (from.samePlacement(wanted))
      return Price{};
    std::optional<Price> price = pricer.price(problem.shapes.operands[operand], state.elementBytes, from, wanted);
    if (price && (!best || *price < *best))
      best = price;
  }
  return best;
}

std::optional<Price> priceWish(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &made,
                               const Wishes &wishes, ReshardPricer &pricer) {
  std::optional<Price> best;
  for (const Wish &wish : wishes) {
    Price total = wish.price;
    if (!made.samePlacement(wish.sharding)) {
      std::optional<Price> price = pricer.price(shape, elementBytes, made, wish.sharding);
      if (!price)
        continue;
      total += *price;
    }
    if (!best || total < *best)
      best = total;
  }
  return best;
}

std::optional<Price> priceResults(const PlacementProblem &problem, const Placement &placement, ReshardPricer &pricer) {
  Price total;
  for (size_t i = 0; i < problem.results.size(); ++i) {
    const ResultState &state = problem.results[i];
    std::optional<Price> price =
        priceWish(problem.shapes.results[i], state.elementBytes,
                  resultSharding(problem.mesh, problem.rule, placement, i), state.wishes, pricer);
    if (!price)
      return std::nullopt;
    total += *price;
  }
  return total;
}

/// Every device sends what its block gave to the others of its group.
static void addCombination(const PlacementProblem &problem, const Placement &placement, Price &price) {
  int64_t parts = 1;
  for (auto [factor, axes] : llvm::zip_equal(problem.rule.factors, placement.factors))
    if (factor.combined)
      parts *= numParts(problem.mesh, axes);
  if (parts == 1)
    return;
  for (auto [index, result] : llvm::enumerate(problem.results)) {
    double bytes = static_cast<double>(result.elementBytes * (parts - 1));
    for (int64_t size : resultSharding(problem.mesh, problem.rule, placement, index)
                            .localShape(problem.mesh, problem.shapes.results[index]))
      bytes *= static_cast<double>(size);
    price.bytes += bytes;
    price.collectives += 1;
  }
}

Price priceOwn(const PlacementProblem &problem, const Placement &placement) {
  double points = 1;
  for (auto [factor, axes] : llvm::zip_equal(problem.rule.factors, placement.factors)) {
    int64_t parts = numParts(problem.mesh, axes);
    points *= static_cast<double>((factor.size + parts - 1) / parts);
  }
  Price price;
  price.compute = problem.computePerPoint * points;
  addCombination(problem, placement, price);
  return price;
}

} // namespace shardwright
