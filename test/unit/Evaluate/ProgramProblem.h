#ifndef TEST_UNIT_EVALUATE_PROGRAMPROBLEM_H
#define TEST_UNIT_EVALUATE_PROGRAMPROBLEM_H

#include "lib/Driver/ProgramFile.h"
#include "passes/common/SharedCostModel.h"
#include "passes/partition/Passes.h"
#include "passes/partition/PlacementGraph.h"

#include "mlir/Pass/PassManager.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

namespace shardwright {

/// What partitioning a program for a machine decides about.
struct ProgramProblem {
  explicit ProgramProblem(const compiler::Target &target) : target(target), shared(target.machine) {}
  const ShardingProblem &problem() const { return graph->program; }

  compiler::Target target;
  std::unique_ptr<compiler::Pipeline> program; ///< as far as it is when placements are chosen
  SharedCostModel shared;
  const CostModel *costs = nullptr;
  mlir::FailureOr<PlacementGraph> graph;
};

/// Null where the program has no mesh of several devices, or one that the machine does not hold.
inline std::unique_ptr<ProgramProblem> problemOf(const std::string &file, const std::string &topology) {
  absl::StatusOr<std::unique_ptr<compiler::Pipeline>> program = driver::readProgram(file);
  if (!program.ok())
    return nullptr;
  compiler::Target target;
  target.machine.topology = topology;
  if (!(*program)->compile(compiler::Phase::Propagate, target).ok())
    return nullptr;
  auto result = std::make_unique<ProgramProblem>(target);
  absl::StatusOr<const CostModel *> costs = result->shared.on((*program)->mesh());
  if ((*program)->mesh().numDevices() <= 1 || !costs.ok())
    return nullptr;
  result->costs = *costs;
  mlir::PassManager passes((*program)->module().getContext());
  buildPlacementPreparation(passes, target.partition, std::make_shared<SharedCostModel>(**costs));
  EXPECT_TRUE(mlir::succeeded(passes.run((*program)->module()))) << file;
  auto function = (*program)->module().lookupSymbol<mlir::func::FuncOp>("main");
  result->graph = buildPlacementGraph(function, **costs, target.partition);
  EXPECT_TRUE(mlir::succeeded(result->graph)) << file;
  result->program = *std::move(program);
  return result;
}

} // namespace shardwright

#endif // TEST_UNIT_EVALUATE_PROGRAMPROBLEM_H
