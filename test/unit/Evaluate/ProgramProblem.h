#ifndef TEST_UNIT_EVALUATE_PROGRAMPROBLEM_H
#define TEST_UNIT_EVALUATE_PROGRAMPROBLEM_H

#include "lib/Driver/Compilation.h"
#include "passes/common/SharedCostModel.h"
#include "passes/partition/PlacementGraph.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace shardwright {

/// What partitioning a program for a machine decides about.
struct ProgramProblem {
  explicit ProgramProblem(const driver::Target &target) : target(target), shared(target.machine) {}
  const ShardingProblem &problem() const { return graph->program; }

  driver::Target target;
  std::unique_ptr<driver::Compilation> program; ///< as far as it is when placements are chosen
  SharedCostModel shared;
  const CostModel *costs = nullptr;
  mlir::FailureOr<PlacementGraph> graph;
};

/// Null where the program has no mesh of several devices, or one that the machine does not hold.
inline std::unique_ptr<ProgramProblem> problemOf(const std::string &file, const std::string &topology) {
  absl::StatusOr<std::unique_ptr<driver::Compilation>> program = driver::Compilation::read(file);
  if (!program.ok())
    return nullptr;
  driver::Target target;
  target.machine.topology = topology;
  if (!(*program)->compile(driver::Phase::Propagate, target).ok())
    return nullptr;
  auto result = std::make_unique<ProgramProblem>(target);
  absl::StatusOr<const CostModel *> costs = result->shared.on((*program)->mesh());
  if ((*program)->mesh().numDevices() <= 1 || !costs.ok())
    return nullptr;
  result->costs = *costs;
  EXPECT_TRUE((*program)->runPasses("fold", "fold-slices").ok()) << file;
  auto function = (*program)->module().lookupSymbol<mlir::func::FuncOp>("main");
  result->graph = buildPlacementGraph(function, **costs, target.partition);
  EXPECT_TRUE(mlir::succeeded(result->graph)) << file;
  result->program = *std::move(program);
  return result;
}

} // namespace shardwright

#endif // TEST_UNIT_EVALUATE_PROGRAMPROBLEM_H
