// A training step of 100 layers on a machine: the timeline alone, and with every operation priced anew.
#include "lib/Estimate/Estimate.h"
#include "passes/pipelines/RegisterAll.h"
#include "shardwright/Topology/Files.h"

#include "mlir/Parser/Parser.h"

#include <benchmark/benchmark.h>

using namespace shardwright;

namespace {

/// What one device runs of a step: forward and, at twice the work, backward through so many layers, unrolled; in each
/// gathered weights, two products, a chain of element-wise operations, a normalisation and a reduction over the group.
std::string stepOf(int layers) {
  std::string text = "sharding.mesh @mesh = <x=8>\nfunc.func @main(%x0: tensor<2048x1024xbf16>";
  const int blocks = 3 * layers;
  for (int i = 0; i < blocks; ++i)
    text += ", %w" + std::to_string(i) + ": tensor<1024x512xbf16>";
  text += ") -> tensor<2048x1024xbf16> {\n%zero = stablehlo.constant dense<0.0> : tensor<bf16>\n";
  for (int i = 0; i < blocks; ++i) {
    std::string block = R"(
      %gN = spmd.all_gather %wN dim 1 over {x} on @mesh : (tensor<1024x512xbf16>) -> tensor<1024x4096xbf16>
      %hN = stablehlo.dot_general %xN, %gN, contracting_dims = [1] x [0] : (tensor<2048x1024xbf16>, tensor<1024x4096xbf16>) -> tensor<2048x4096xbf16>
      %sN = stablehlo.logistic %hN : tensor<2048x4096xbf16>
      %aN = stablehlo.multiply %hN, %sN : tensor<2048x4096xbf16>
      %oN = stablehlo.dot_general %aN, %gN, contracting_dims = [1] x [1] : (tensor<2048x4096xbf16>, tensor<1024x4096xbf16>) -> tensor<2048x1024xbf16>
      %rN = spmd.all_reduce sum %oN over {x} on @mesh : tensor<2048x1024xbf16>
      %yN = stablehlo.add %xN, %rN : tensor<2048x1024xbf16>
      %qN = stablehlo.multiply %yN, %yN : tensor<2048x1024xbf16>
      %nN = stablehlo.reduce(%qN init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<2048x1024xbf16>, tensor<bf16>) -> tensor<2048xbf16>
      %iN = stablehlo.rsqrt %nN : tensor<2048xbf16>
      %bN = stablehlo.broadcast_in_dim %iN, dims = [0] : (tensor<2048xbf16>) -> tensor<2048x1024xbf16>
      %xM = stablehlo.multiply %yN, %bN : tensor<2048x1024xbf16>
)";
    std::string number = std::to_string(i), next = "%x" + std::to_string(i + 1);
    for (size_t at; (at = block.find("%xM")) != std::string::npos;)
      block.replace(at, 3, next);
    for (size_t at = 0; (at = block.find('%', at)) != std::string::npos; ++at)
      if (block[at + 2] == 'N')
        block.replace(at + 2, 1, number);
    text += block;
  }
  return text + "return %x" + std::to_string(blocks) + " : tensor<2048x1024xbf16>\n}\n";
}

struct Step {
  mlir::MLIRContext context;
  mlir::OwningOpRef<mlir::ModuleOp> module;
  CostModel machine;

  explicit Step(int layers)
      : machine(*CostModel::create(*findTopology("h100-8", TOPOLOGIES), TOPOLOGIES, *Mesh::create({{"x", 8}}))) {
    mlir::DialectRegistry registry;
    registerAllDialects(registry);
    context.appendDialectRegistry(registry);
    context.disableMultithreading();
    context.loadAllAvailableDialects();
    module = mlir::parseSourceString<mlir::ModuleOp>(stepOf(layers), &context);
  }
};

void timeline(benchmark::State &state) {
  Step step(static_cast<int>(state.range(0)));
  TaskGraph graph = estimate::estimateStep(*step.module, step.machine)->step.graph;
  for (auto _ : state) {
    Timeline timeline = *simulate(graph);
    benchmark::DoNotOptimize(memoryOverTime(graph, timeline, 0));
    benchmark::DoNotOptimize(busySeconds(graph, timeline, 0));
  }
  state.counters["tasks"] = double(graph.tasks.size());
}
BENCHMARK(timeline)->Arg(100)->Unit(benchmark::kMillisecond);

void wholeEstimate(benchmark::State &state) {
  Step step(static_cast<int>(state.range(0)));
  for (auto _ : state)
    benchmark::DoNotOptimize(estimate::estimateStep(*step.module, step.machine)->seconds());
}
BENCHMARK(wholeEstimate)->Arg(100)->Unit(benchmark::kMillisecond);

} // namespace

BENCHMARK_MAIN();
