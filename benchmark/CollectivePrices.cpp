// Prices of collectives a second on one core: from a resolved curve, and with machine, operation and group resolved
// anew.
#include "shardwright/Cost/Collective.h"
#include "shardwright/Topology/Files.h"

#include <benchmark/benchmark.h>

using namespace shardwright;

static CollectiveCosts costsOf(const char *machine) {
  return *CollectiveCosts::create(*findTopology(machine, TOPOLOGIES), TOPOLOGIES);
}

static void evaluate(benchmark::State &state, const char *machine, int64_t members) {
  CollectiveCosts costs = costsOf(machine);
  CollectivePrice price = costs.price(CollectiveKind::AllReduce, *placeGroup(costs.levels(), {{members, 1}}, members));
  double bytes = 1024;
  for (auto _ : state) {
    benchmark::DoNotOptimize(price.seconds(bytes));
    bytes = bytes < 1e10 ? bytes * 1.1 : 1024;
  }
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK_CAPTURE(evaluate, measured, "h100-8", 8);
BENCHMARK_CAPTURE(evaluate, sampled, "tpu-v5p", 28);

static void resolve(benchmark::State &state) {
  CollectiveCosts costs = costsOf("h100-superpod");
  GroupAssignment group = *placeGroup(costs.levels(), {{64, 1}}, 1024);
  for (auto _ : state)
    benchmark::DoNotOptimize(costs.price(CollectiveKind::AllGather, group));
  state.SetItemsProcessed(state.iterations());
}
BENCHMARK(resolve);

BENCHMARK_MAIN();
