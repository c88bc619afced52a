#include "dialects/stablehlo/Windows.h"
#include "dialects/stablehlo/contraction/Contraction.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

static Rule ruleOf(DotGeneralOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  DotDimensionNumbersAttr numbers = op.getDotDimensionNumbers();
  llvm::ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions(), rhsBatch = numbers.getRhsBatchingDimensions();
  llvm::ArrayRef<int64_t> lhsContracting = numbers.getLhsContractingDimensions(),
                          rhsContracting = numbers.getRhsContractingDimensions();
  int64_t out = 0;
  for (auto [lhs, rhs] : llvm::zip_equal(lhsBatch, rhsBatch))
    b.factor({lhs, rhs}, {out++}, b.operand(0)[lhs]);
  for (int64_t d = 0, n = b.operand(0).size(); d < n; ++d)
    if (!llvm::is_contained(lhsBatch, d) && !llvm::is_contained(lhsContracting, d))
      b.factor({d}, {out++}, b.operand(0)[d]);
  for (int64_t d = 0, n = b.operand(1).size(); d < n; ++d)
    if (!llvm::is_contained(rhsBatch, d) && !llvm::is_contained(rhsContracting, d))
      b.factor({b.kNone, d}, {out++}, b.operand(1)[d]);
  for (auto [lhs, rhs] : llvm::zip_equal(lhsContracting, rhsContracting))
    b.factor({lhs, rhs}, {}, b.operand(0)[lhs], FactorKind::Reduction);
  b.partial(PartialBehavior::ExactlyOne, {0, 1}, {ReductionKind::Sum});
  return b.build();
}

static Rule ruleOf(DotOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t lhsRank = b.operand(0).size(), rhsRank = b.operand(1).size();
  int64_t out = 0;
  if (lhsRank == 2)
    b.factor({0}, {out++}, b.operand(0)[0]);
  if (rhsRank == 2)
    b.factor({b.kNone, 1}, {out++}, b.operand(1)[1]);
  b.factor({lhsRank - 1, 0}, {}, b.operand(1)[0], FactorKind::Reduction);
  b.partial(PartialBehavior::ExactlyOne, {0, 1}, {ReductionKind::Sum});
  return b.build();
}

/// One spatial dimension: the input's is a compound of the windows (shared with the output) and of the window's inside
/// (shared with the kernel, summed over), the larger one major.
static void addSpatialFactors(RuleBuilder &b, int64_t inputDim, int64_t kernelDim, int64_t outputDim) {
  int64_t input = b.operand(0)[inputDim], kernel = b.operand(1)[kernelDim], windows = b.result(0)[outputDim];
  auto addWindows = [&](int64_t size) {
    if (size > 1)
      b.factor({inputDim}, {outputDim}, size, FactorKind::Permutation);
  };
  auto addInside = [&](int64_t size) {
    // Neighbouring windows overlap, so that a device's part of the inside is no block of the input.
    if (size > 1)
      b.factor({inputDim, kernelDim}, {}, size, FactorKind::Reduction).splittable = false;
  };
  if (input == 0)
    return;
  int64_t first = std::min(input, std::max(windows, kernel));
  if (first == 0)
    return;
  int64_t second = std::min(input / first, std::min(windows, kernel));
  if (windows >= kernel) {
    addWindows(first);
    addInside(second);
  } else {
    addInside(first);
    addWindows(second);
  }
}

static Rule ruleOf(ConvolutionOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  ConvDimensionNumbersAttr numbers = op.getDimensionNumbers();
  int64_t batch = numbers.getInputBatchDimension(), feature = numbers.getInputFeatureDimension();
  int64_t kernelIn = numbers.getKernelInputFeatureDimension(), kernelOut = numbers.getKernelOutputFeatureDimension();
  int64_t outBatch = numbers.getOutputBatchDimension(), outFeature = numbers.getOutputFeatureDimension();
  int64_t batchGroups = op.getBatchGroupCount(), featureGroups = op.getFeatureGroupCount();

  if (batchGroups > 1)
    b.factor({batch, kernelOut}, {outFeature}, batchGroups);
  if (b.operand(0)[batch] / batchGroups > 1 || batchGroups == 1)
    b.factor({batch}, {outBatch}, b.operand(0)[batch] / batchGroups);
  for (auto [in, kernel, out] :
       llvm::zip_equal(numbers.getInputSpatialDimensions(), numbers.getKernelSpatialDimensions(),
                       numbers.getOutputSpatialDimensions()))
    addSpatialFactors(b, in, kernel, out);
  if (featureGroups > 1)
    b.factor({feature, kernelOut}, {outFeature}, featureGroups);
  if (b.operand(1)[kernelIn] > 1 || featureGroups == 1)
    b.factor({feature, kernelIn}, {}, b.operand(1)[kernelIn], FactorKind::Reduction);
  int64_t groups = batchGroups * featureGroups;
  if (b.operand(1)[kernelOut] / groups > 1 || groups == 1)
    b.factor({b.kNone, kernelOut}, {outFeature}, b.operand(1)[kernelOut] / groups);
  b.partial(PartialBehavior::ExactlyOne, {0, 1}, {ReductionKind::Sum});
  return b.build();
}

/// A spatial dimension of the input can be split by windows or by what lies inside them (the gradient of a kernel):
/// whichever are more. A kernel that is reversed is not read in the order of its blocks.
static void addSpatial(ConvolutionOp op, ShardingRule &rule, size_t spatial) {
  auto numbers = op.getDimensionNumbers();
  int64_t input = numbers.getInputSpatialDimensions()[spatial], kernel = numbers.getKernelSpatialDimensions()[spatial],
          output = numbers.getOutputSpatialDimensions()[spatial];
  int64_t windows = tensorShape(op.getResult())[output], inside = tensorShape(op.getRhs())[kernel];
  int64_t low = -lowPadding(op.getPadding(), spatial), stride = entryAt(op.getWindowStrides(), spatial, 1);
  int64_t apart = entryAt(op.getRhsDilation(), spatial, 1), dilation = entryAt(op.getLhsDilation(), spatial, 1);
  bool isReversed = op.getWindowReversal() && (*op.getWindowReversal())[spatial];
  int64_t ofWindows = rule.results[0][output].front(), ofInside = rule.operands[1][kernel].front();
  for (int64_t factor : rule.operands[0][input])
    rule.factors[factor].size = 1;
  rule.factors[ofWindows] = Factor{windows, FactorKind::NeedReplication};
  rule.factors[ofInside] = Factor{inside, FactorKind::NeedReplication};
  if (windows >= inside) {
    rule.operands[0][input] = {ofWindows};
    readByResult(rule, ofWindows, windows, {{0, input, 0, low, stride, (inside - 1) * apart + 1, dilation}});
  } else {
    rule.operands[0][input] = {ofInside};
    rule.factors[ofInside].kind = isReversed ? FactorKind::NeedReplication : FactorKind::Reduction;
    if (!isReversed)
      rule.windows.push_back({0, input, ofInside, low, apart, (windows - 1) * stride + 1, dilation});
  }
}

/// Groups stand outermost in their dimensions: a device takes whole ones. What all groups sum over is split like that
/// of one group.
static void addWindows(ConvolutionOp op, ShardingRule &rule) {
  auto numbers = op.getDimensionNumbers();
  for (size_t spatial = 0; spatial < numbers.getInputSpatialDimensions().size(); ++spatial)
    addSpatial(op, rule, spatial);
  auto keepInsideWhole = [&](const DimFactors &factors) {
    for (int64_t factor : llvm::drop_begin(factors))
      rule.factors[factor].kind = FactorKind::NeedReplication;
  };
  if (op.getFeatureGroupCount() != 1)
    keepInsideWhole(rule.operands[0][numbers.getInputFeatureDimension()]);
  if (op.getBatchGroupCount() != 1)
    keepInsideWhole(rule.operands[0][numbers.getInputBatchDimension()]);
  if (op.getFeatureGroupCount() != 1 || op.getBatchGroupCount() != 1)
    keepInsideWhole(rule.operands[1][numbers.getKernelOutputFeatureDimension()]);
}

void attachContractionRules(mlir::MLIRContext &context) {
  attachRule<DotGeneralOp, ruleOf>(context);
  attachRule<DotOp, ruleOf>(context);
  attachRule<ConvolutionOp, ruleOf, addWindows>(context);
}

} // namespace shardwright::stablehlo
