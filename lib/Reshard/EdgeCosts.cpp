#include "lib/Reshard/EdgeCosts.h"

#include "lib/Reshard/StateGraph.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>

namespace shardwright::reshard {

/// So many of the closest are asked.
static constexpr size_t kMostTariffs = 4;
/// What floating point may have added to a bound.
static constexpr double kRounding = 1e-9;

Demand EdgeCosts::scaled(Demand demand) const {
  demand.bytes *= scale;
  demand.gathered *= scale;
  for (size_t cell = 0; cell < kMostCells; ++cell) {
    demand.crossing[cell] *= scale;
    demand.spread[cell] *= scale;
  }
  return demand;
}

void EdgeCosts::aimAt(const Demand &demand) {
  Demand all = scaled(demand);
  double out = all.crossing[0], in = std::max(0.0, all.bytes - out);
  auto log2 = [](double bytes) { return bytes < 1 ? 0 : static_cast<int>(std::floor(std::log2(bytes))); };
  // As one collective each, as several, and as start-up time alone.
  llvm::SmallVector<std::pair<double, const Tariff *>, 16> found;
  for (auto [inside, crossing] : {std::pair(log2(in), log2(out)), std::pair(log2(all.bytes), log2(all.bytes)),
                                  std::pair(log2(in / 8), log2(out / 8)), std::pair(0, 0)})
    for (bool spreads : {false, true})
      for (bool crossesFirst : {false, true}) {
        if ((spreads && all.spread[0] == 0) || (crossesFirst && out == 0))
          continue;
        const Tariff *tariff = &prices.tariff({inside, crossing, spreads, crossesFirst, partial});
        found.push_back({-tariff->seconds(all), tariff});
      }
  llvm::stable_sort(found, llvm::less_first());
  for (auto [least, tariff] : found)
    if (tariffs.size() < kMostTariffs && !llvm::is_contained(tariffs, tariff))
      tariffs.push_back(tariff);
}

EdgeCosts::Least EdgeCosts::leastOf(const Problem &problem, StateGraph &graph) {
  // Collectives of no bytes take no time, which demands do not know.
  if (llvm::is_contained(problem.shape, 0))
    return {0, 0};
  const Remaining &remaining =
      graph.towards(problem.target).of(graph.insert(graph.packing.pack(problem.source)), graph);
  aimAt(remaining.demand);
  return {atLeast(remaining.demand), remaining.left.bytes};
}

double EdgeCosts::atLeast(const Demand &demand) const {
  Demand all = scaled(demand);
  double least = 0;
  for (const Tariff *tariff : tariffs)
    least = std::max(least, tariff->seconds(all));
  return least * (1 - kRounding);
}

double EdgeCosts::behindPermute(const Demand &demand, int64_t local, bool combines) const {
  Demand rest = demand;
  if (!combines) { // which permutes never do
    rest.bytes = std::max(0.0, rest.bytes - static_cast<double>(local));
    for (double &crossing : rest.crossing)
      crossing = std::max(0.0, crossing - static_cast<double>(local));
  }
  for (double &spread : rest.spread)
    spread = std::max(0.0, spread - static_cast<double>(local));
  rest.collectives = combines || rest.bytes > 0 || rest.gathered > 0;
  return atLeast(rest);
}

} // namespace shardwright::reshard
