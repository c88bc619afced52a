#ifndef PASSES_PARTITION_PASSES_H
#define PASSES_PARTITION_PASSES_H

#include "passes/common/SharedCostModel.h"
#include "passes/partition/PartitionOptions.h"

#include "llvm/ADT/StringRef.h"

#include <memory>

namespace mlir {
class OpPassManager;
class Pass;
} // namespace mlir

namespace shardwright {

/// `--fold-slices`: what pads or joins slices along a split dimension reads what they are slices of.
std::unique_ptr<mlir::Pass> createFoldSlicesPass();

/// `--insert-reshards`: chooses a placement for every op, from the cheapest candidates of its rule, and makes every
/// change of sharding an explicit `sharding.reshard`. The program is still global. `listDisabled`: names of
/// PartitionOptions. `costs` here and below: what decisions cost; null: what the pass's own options say.
std::unique_ptr<mlir::Pass> createInsertReshardsPass(llvm::StringRef listDisabled = "",
                                                     std::shared_ptr<SharedCostModel> costs = nullptr);

/// `--print-sharding-problem`: prints what `--insert-reshards` chooses placements for, as Placement/ProblemText.h
/// writes it, to standard output.
std::unique_ptr<mlir::Pass> createPrintShardingProblemPass();

/// `--convert-global-to-local`: global shapes become local ones, reshards become collectives.
std::unique_ptr<mlir::Pass> createConvertGlobalToLocalPass(std::shared_ptr<SharedCostModel> costs = nullptr);

/// `--cse`: common subexpression elimination that looks at what a collective does, not at its cause.
std::unique_ptr<mlir::Pass> createCSEPass();

/// `--merge-permutes`: permutes of one value to different devices become one.
std::unique_ptr<mlir::Pass> createMergePermutesPass();

/// `--combine-collectives`: small collectives that may wait for each other become one of several operands.
std::unique_ptr<mlir::Pass> createCombineCollectivesPass(std::shared_ptr<SharedCostModel> costs = nullptr);

/// `--verify-partitioned`: no op of the sharding dialect but the mesh is left, and arguments and results say what they
/// are part of.
std::unique_ptr<mlir::Pass> createVerifyPartitionedPass();

/// `--hoist-weights`: what is computed of a function's arguments alone (casts, slices, transposes of weights) runs
/// three products ahead of the product that reads it, so that a gather of it can be sent meanwhile. On machines that
/// send beside computing, and where a gather of so many bytes takes longer than to start one.
std::unique_ptr<mlir::Pass> createHoistWeightsPass(std::shared_ptr<SharedCostModel> costs = nullptr);

/// In front of the choice of placements: `--fold-slices`, `--hoist-weights`, as far as they are chosen.
void buildPlacementPreparation(mlir::OpPassManager &pm, const PartitionOptions &choices,
                               std::shared_ptr<SharedCostModel> costs);

/// `--partition`: the phase, without what `listDisabled` names, priced by `costs` (null: on flat).
void buildPartitionPipeline(mlir::OpPassManager &pm, llvm::StringRef listDisabled = "",
                            std::shared_ptr<SharedCostModel> costs = nullptr);

void registerPartitionPasses();

} // namespace shardwright

#endif // PASSES_PARTITION_PASSES_H
