#ifndef DIALECTS_STABLEHLO_FAMILY_H
#define DIALECTS_STABLEHLO_FAMILY_H

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/interfaces/ReferenceOpInterface.h"
#include "dialects/interfaces/RuleShapes.h"
#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/stablehlo/StablehloOps.h"

/// What a folder of operations is written with. Beside the definition it says all that the rest of the compiler knows
/// of each operation, as models of the interfaces in dialects/interfaces; `registerNAMEOps` of its NAMEOps.cpp makes it
/// known. Folders are found by the build (CMakeLists.txt).
namespace shardwright::stablehlo {

/// Adds operations to the dialect, whoever defines them.
template <typename... Ops> void addOps(StablehloDialect &dialect) {
  (mlir::RegisteredOperationName::insert<Ops>(dialect), ...);
}

/// Calls registerNAMEOps of every folder.
void registerFamilies(StablehloDialect &dialect);

using Rule = llvm::FailureOr<ShardingRule>;

/// A rule attribute on the op comes before the op's own rule.
Rule withAttribute(mlir::Operation *op, Rule own);
/// A dimension that the partitioner must leave whole.
void keepWhole(ShardingRule &rule, const DimFactors &factors);
/// Marks every factor so.
void keepWhole(ShardingRule &rule);

template <typename OpT> void leaveAsItIs(OpT, ShardingRule &) {}

/// `ruleOf`: the op's rule, of static shapes. `onBlocks` makes of it the rule that the partitioner can run.
template <typename OpT, Rule (*ruleOf)(OpT), void (*onBlocks)(OpT, ShardingRule &)>
struct RuleModel : ShardingRuleOpInterface::ExternalModel<RuleModel<OpT, ruleOf, onBlocks>, OpT> {
  Rule getShardingRule(mlir::Operation *op) const {
    return withAttribute(op, hasStaticTensors(op) ? ruleOf(llvm::cast<OpT>(op)) : Rule(mlir::failure()));
  }
  Rule getPartitionRule(mlir::Operation *op) const {
    Rule rule = getShardingRule(op);
    if (succeeded(rule))
      onBlocks(llvm::cast<OpT>(op), *rule);
    return rule;
  }
};
template <typename OpT, Rule (*ruleOf)(OpT), void (*onBlocks)(OpT, ShardingRule &) = leaveAsItIs<OpT>>
void attachRule(mlir::MLIRContext &context) {
  OpT::template attachInterface<RuleModel<OpT, ruleOf, onBlocks>>(context);
}

using interp::attachReference;

/// A step of its own that computes an element of its result at a time.
template <typename OpT> struct StepModel : KernelOpInterface::ExternalModel<StepModel<OpT>, OpT> {};
/// One that computes nothing: control flow, what only orders or stands for values.
template <typename OpT> struct FreeStepModel : KernelOpInterface::ExternalModel<FreeStepModel<OpT>, OpT> {
  int64_t getFlops(mlir::Operation *) const { return 0; }
};
template <template <typename> class Model, typename... Ops> void attachKernels(mlir::MLIRContext &context) {
  (Ops::template attachInterface<Model<Ops>>(context), ...);
}

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_FAMILY_H
