#ifndef DIALECTS_STABLEHLO_RULEOF_H
#define DIALECTS_STABLEHLO_RULEOF_H

#include "dialects/interfaces/RuleShapes.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "shardwright/Sharding/RuleBuilder.h"

namespace shardwright::stablehlo {

using Rule = llvm::FailureOr<ShardingRule>;

/// The combination that an operation of two values is. On bools, addition and maximum are or, multiplication and
/// minimum are and.
std::optional<ReductionKind> reductionOf(mlir::Operation *op);

/// What a region of scalars computes, when it is the same known combination for each of its results: block arguments
/// are the N values, then the N accumulators (or the reverse), each result one operation on its pair. Complex values
/// have no combination but the sum: their parts are combined each for itself.
std::optional<ReductionKind> combinerOf(mlir::Region &body);

// One per family.
Rule elementwiseRule(mlir::Operation *op);
Rule pairwiseRule(mlir::Operation *op);
Rule ruleOf(BroadcastInDimOp op);
Rule ruleOf(BroadcastOp op);
Rule ruleOf(TransposeOp op);
Rule ruleOf(ReshapeOp op);
Rule ruleOf(BitcastConvertOp op);
Rule ruleOf(ReverseOp op);
Rule ruleOf(SliceOp op);
Rule ruleOf(PadOp op);
Rule ruleOf(ConcatenateOp op);
Rule ruleOf(DynamicSliceOp op);
Rule ruleOf(DynamicUpdateSliceOp op);
Rule ruleOf(GatherOp op);
Rule ruleOf(ScatterOp op);
Rule ruleOf(DotGeneralOp op);
Rule ruleOf(DotOp op);
Rule ruleOf(ConvolutionOp op);
Rule ruleOf(ReduceOp op);
Rule ruleOf(ReduceWindowOp op);
Rule ruleOf(SelectAndScatterOp op);
Rule ruleOf(SortOp op);
Rule ruleOf(FftOp op);
Rule ruleOf(CholeskyOp op);
Rule ruleOf(TriangularSolveOp op);
Rule ruleOf(BatchNormInferenceOp op);
Rule ruleOf(BatchNormTrainingOp op);
Rule ruleOf(BatchNormGradOp op);
Rule ruleOf(RngOp op);
Rule ruleOf(RngBitGeneratorOp op);
Rule ruleOf(AllGatherOp op);
Rule ruleOf(ReduceScatterOp op);
Rule ruleOf(AllToAllOp op);
Rule ruleOf(CustomCallOp op);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_RULEOF_H
