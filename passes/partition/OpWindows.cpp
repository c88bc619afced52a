// What each operation that reads beside its own position reads, as windows of factors. Where blocks would not do even
// with their neighbours' elements, the factor needs the whole dimension.
#include "passes/partition/OpWindows.h"

#include "dialects/stablehlo/RuleOf.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/partition/OpRule.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;

namespace shardwright {
namespace {

/// Entry `dim` of an optional attribute of one number, or two, a dimension.
int64_t at(std::optional<ArrayRef<int64_t>> values, size_t dim, int64_t otherwise) {
  return values ? (*values)[dim] : otherwise;
}
int64_t lowPadding(std::optional<DenseIntElementsAttr> padding, size_t dim) {
  return padding ? padding->getValues<int64_t>()[2 * dim] : 0;
}

/// The factor of a result's dimension moves a window over a dimension of operands.
void readByResult(ShardingRule &rule, int64_t factor, int64_t size, ArrayRef<FactorWindow> windows) {
  rule.factors[factor].size = size;
  rule.factors[factor].kind = FactorKind::PassThrough;
  for (FactorWindow window : windows) {
    window.factor = factor;
    rule.windows.push_back(window);
  }
}

void addSlice(stablehlo::SliceOp op, ShardingRule &rule) {
  Shape operand = shapeOf(op.getOperand()), result = shapeOf(op.getResult());
  for (int64_t dim = 0; dim < static_cast<int64_t>(result.size()); ++dim)
    if (operand[dim] != result[dim])
      readByResult(rule, rule.results[0][dim].front(), result[dim],
                   {{0, dim, 0, op.getStartIndices()[dim], op.getStrides()[dim], 1, 1}});
}

/// Padding may move or spread elements even where it leaves the length as it was.
void addPad(stablehlo::PadOp op, ShardingRule &rule) {
  Shape result = shapeOf(op.getResult());
  for (int64_t dim = 0; dim < static_cast<int64_t>(result.size()); ++dim)
    if (op.getEdgePaddingLow()[dim] || op.getEdgePaddingHigh()[dim] || op.getInteriorPadding()[dim])
      readByResult(rule, rule.results[0][dim].front(), result[dim],
                   {{0, dim, 0, -op.getEdgePaddingLow()[dim], 1, 1, op.getInteriorPadding()[dim] + 1}});
}

void addReverse(stablehlo::ReverseOp op, ShardingRule &rule) {
  for (int64_t dim : op.getDimensions()) {
    int64_t size = shapeOf(op.getResult())[dim];
    readByResult(rule, rule.results[0][dim].front(), size, {{0, dim, 0, size - 1, -1, 1, 1}});
  }
}

void addConcatenate(stablehlo::ConcatenateOp op, ShardingRule &rule) {
  int64_t dim = op.getDimension(), start = 0;
  SmallVector<FactorWindow> windows;
  for (auto [index, input] : llvm::enumerate(op.getInputs())) {
    windows.push_back({static_cast<int64_t>(index), dim, 0, -start, 1, 1, 1});
    start += shapeOf(input)[dim];
  }
  readByResult(rule, rule.results[0][dim].front(), start, windows);
}

void addReduceWindow(stablehlo::ReduceWindowOp op, ShardingRule &rule) {
  Shape result = shapeOf(op.getResult(0));
  for (int64_t dim = 0; dim < static_cast<int64_t>(result.size()); ++dim) {
    if (rule.factors[rule.results[0][dim].front()].kind != FactorKind::Permutation)
      continue;
    int64_t reach = (op.getWindowDimensions()[dim] - 1) * at(op.getWindowDilations(), dim, 1);
    SmallVector<FactorWindow> windows;
    for (int64_t input = 0; input < static_cast<int64_t>(op.getInputs().size()); ++input)
      windows.push_back({input, dim, 0, -lowPadding(op.getPadding(), dim), at(op.getWindowStrides(), dim, 1), reach + 1,
                         at(op.getBaseDilations(), dim, 1)});
    readByResult(rule, rule.results[0][dim].front(), result[dim], windows);
  }
}

/// A device computes the windows that reach into its block, and needs all that they reach: what it adds for positions
/// of its neighbours is cut off. Beyond the ends there must be nothing that a window could select.
void addSelectAndScatter(stablehlo::SelectAndScatterOp op, ShardingRule &rule) {
  Shape operand = shapeOf(op.getOperand()), source = shapeOf(op.getSource());
  if (stablehlo::combinerOf(op.getScatter()) != ReductionKind::Sum)
    return;
  for (int64_t dim = 0; dim < static_cast<int64_t>(operand.size()); ++dim) {
    int64_t factor = rule.results[0][dim].front(), size = at(op.getWindowDimensions(), dim, 1),
            stride = at(op.getWindowStrides(), dim, 1);
    int64_t last = (source[dim] - 1) * stride + size;
    if (rule.factors[factor].kind != FactorKind::Permutation || lowPadding(op.getPadding(), dim) != 0 ||
        last > operand[dim])
      continue;
    rule.factors[rule.operands[1][dim].front()].size = 1;
    rule.operands[1][dim] = {factor};
    // The first window that reaches a block, seen from the block, and by how much it is more than just reached.
    int64_t low = 1 - size, first = llvm::divideCeilSigned(low, stride), inside = first * stride - low;
    int64_t reach = std::max<int64_t>(1, stride * llvm::divideFloorSigned(size - 2 - inside, stride) + size + 1);
    readByResult(rule, factor, operand[dim],
                 {{0, dim, 0, first * stride, 1, reach, 1}, {1, dim, 0, low, 1, size, stride}});
  }
}

/// A spatial dimension of the input can be split by windows or by what lies inside them (the gradient of a kernel):
/// whichever are more. A kernel that is reversed is not read in the order of its blocks.
void addSpatial(stablehlo::ConvolutionOp op, ShardingRule &rule, size_t spatial) {
  auto numbers = op.getDimensionNumbers();
  int64_t input = numbers.getInputSpatialDimensions()[spatial], kernel = numbers.getKernelSpatialDimensions()[spatial],
          output = numbers.getOutputSpatialDimensions()[spatial];
  int64_t windows = shapeOf(op.getResult())[output], inside = shapeOf(op.getRhs())[kernel];
  int64_t low = -lowPadding(op.getPadding(), spatial), stride = at(op.getWindowStrides(), spatial, 1);
  int64_t apart = at(op.getRhsDilation(), spatial, 1), dilation = at(op.getLhsDilation(), spatial, 1);
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
void addConvolution(stablehlo::ConvolutionOp op, ShardingRule &rule) {
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

} // namespace

void addWindows(Operation *op, ShardingRule &rule) {
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](stablehlo::SliceOp slice) { addSlice(slice, rule); })
      .Case([&](stablehlo::PadOp pad) { addPad(pad, rule); })
      .Case([&](stablehlo::ReverseOp reverse) { addReverse(reverse, rule); })
      .Case([&](stablehlo::ConcatenateOp concatenate) { addConcatenate(concatenate, rule); })
      .Case([&](stablehlo::ReduceWindowOp window) { addReduceWindow(window, rule); })
      .Case([&](stablehlo::SelectAndScatterOp scatter) { addSelectAndScatter(scatter, rule); })
      .Case([&](stablehlo::ConvolutionOp convolution) { addConvolution(convolution, rule); });
}

} // namespace shardwright
