#include "passes/common/OpCosts.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/Bytes.h"
#include "passes/common/ConvolutionShape.h"
#include "passes/common/ProductUnits.h"
#include "shardwright/Cost/Work.h"

#include "llvm/ADT/TypeSwitch.h"

#include <cmath>

namespace shardwright {
namespace {

int64_t elements(mlir::Value value) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

int64_t dim(mlir::Value value, int64_t d) { return llvm::cast<mlir::RankedTensorType>(value.getType()).getDimSize(d); }

int64_t lastDim(mlir::Value value) { return llvm::cast<mlir::RankedTensorType>(value.getType()).getShape().back(); }

int64_t groupSize(mlir::Operation *op, sharding::AxesAttr axes) {
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(op);
  return mlir::succeeded(mesh) ? numParts(*mesh, axes.getValue()) : 1;
}

/// Multiply-adds of a dot: every element of the result sums over the contracted dimensions.
int64_t dotProducts(stablehlo::DotGeneralOp op) {
  int64_t contracted = 1;
  for (int64_t d : op.getDotDimensionNumbers().getLhsContractingDimensions())
    contracted *= dim(op.getLhs(), d);
  return elements(op.getResult()) * contracted;
}

bool movesOnly(mlir::Operation *op) {
  return llvm::isa<stablehlo::ConstantOp, stablehlo::IotaOp, stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp,
                   stablehlo::TransposeOp, stablehlo::SliceOp, stablehlo::PadOp, stablehlo::ConcatenateOp,
                   stablehlo::ReverseOp, stablehlo::DynamicSliceOp, stablehlo::DynamicUpdateSliceOp,
                   stablehlo::GatherOp, stablehlo::OptimizationBarrierOp, stablehlo::WhileOp, stablehlo::CaseOp,
                   stablehlo::IfOp>(op);
}

} // namespace

/// Bytes of one operand's buffer: what is gathered, scattered, exchanged, combined or sent, with what pads it.
static int64_t bufferBytesOf(mlir::Operation *op, mlir::Value input, mlir::Value output) {
  auto exchange = llvm::dyn_cast<spmd::AllToAllOp>(op);
  return std::llround(bufferBytes(*parseCollectiveOp(op->getName().stripDialect()),
                                  groupSize(op, op->getAttrOfType<sharding::AxesAttr>("axes")),
                                  static_cast<double>(bytesOf(input)), static_cast<double>(bytesOf(output)),
                                  exchange ? dim(input, exchange.getSplitDim()) : 1));
}

CollectiveOpWork::CollectiveOpWork(mlir::Operation *op)
    : kind(*parseCollectiveOp(op->getName().stripDialect())),
      axes(op->getAttrOfType<sharding::AxesAttr>("axes").getValue()),
      type(rateType(mlir::getElementTypeOrSelf(op->getOperand(0)))) {
  if (auto permute = llvm::dyn_cast<spmd::CollectivePermuteOp>(op))
    for (size_t pair = 0; pair < permute.getNumPairs(); ++pair)
      pairs.push_back({permute.getSource(pair), permute.getTarget(pair)});
  for (auto [input, output] : llvm::zip_equal(op->getOperands(), op->getResults()))
    buffer += static_cast<double>(bufferBytesOf(op, input, output));
}

int64_t bytesSent(mlir::Operation *op) {
  if (!spmd::isCollective(op))
    return 0;
  int64_t n = groupSize(op, op->getAttrOfType<sharding::AxesAttr>("axes")), bytes = 0;
  for (auto [input, output] : llvm::zip_equal(op->getOperands(), op->getResults())) {
    int64_t buffer = bufferBytesOf(op, input, output);
    bytes += llvm::isa<spmd::CollectivePermuteOp>(op) ? buffer
             : llvm::isa<spmd::AllReduceOp>(op)       ? 2 * (n - 1) * buffer / n
                                                      : buffer / n * (n - 1);
  }
  return bytes;
}

bool isProduct(mlir::Operation *op) { return llvm::isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op); }

int64_t flops(mlir::Operation *op) {
  if (isProduct(op)) {
    int64_t multiplyAdd = llvm::isa<mlir::ComplexType>(mlir::getElementTypeOrSelf(op->getOperand(0))) ? 8 : 2;
    if (auto dot = llvm::dyn_cast<stablehlo::DotGeneralOp>(op))
      return multiplyAdd * dotProducts(dot);
    return multiplyAdd / 2 * static_cast<int64_t>(convolutionShape(llvm::cast<stablehlo::ConvolutionOp>(op)).flops());
  }
  if (auto fft = llvm::dyn_cast<stablehlo::FftOp>(op)) {
    double points = static_cast<double>(std::max(elements(fft.getOperand()), elements(fft.getResult()))), length = 1;
    for (int64_t n : fft.getFftLength())
      length *= static_cast<double>(n);
    return std::llround(5 * points * std::log2(std::max(2.0, length)));
  }
  if (llvm::isa<stablehlo::CholeskyOp>(op))
    return elements(op->getResult(0)) * lastDim(op->getResult(0)) / 3;
  if (auto solve = llvm::dyn_cast<stablehlo::TriangularSolveOp>(op))
    return elements(solve.getResult()) * lastDim(solve.getA());
  if (op->getName().getDialectNamespace() != "stablehlo" || op->getNumResults() == 0 || movesOnly(op) ||
      op->hasTrait<mlir::OpTrait::IsTerminator>())
    return 0;
  // A reduction looks at every element of its operand once.
  int64_t most = elements(op->getResult(0));
  if (op->getNumRegions())
    most = std::max(most, elements(op->getOperand(0)));
  return most;
}

std::optional<CallWork> callWork(mlir::Operation *op) {
  if (llvm::isa<stablehlo::FftOp, stablehlo::CholeskyOp, stablehlo::TriangularSolveOp>(op))
    return CallWork{double(flops(op)), /*isScalar=*/true};
  if (llvm::isa<stablehlo::RngBitGeneratorOp>(op))
    return CallWork{20 * double(elements(op->getResult(1)))};
  // What is left of the elements' own operations is complex, or what moves complex elements.
  if (!llvm::isa<stablehlo::CustomCallOp>(op) && op->getNumResults() == 1 && op->getNumRegions() == 0)
    return CallWork{cost::kOperationsPerComplexElement * double(elements(op->getResult(0)))};
  return std::nullopt;
}

int64_t peakBytes(mlir::Block &block) {
  llvm::DenseMap<mlir::Value, mlir::Operation *> lastUse;
  for (mlir::Operation &op : block)
    op.walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands())
        if (operand.getParentBlock() == &block)
          lastUse[operand] = &op;
    });
  int64_t live = 0, peak = 0;
  for (mlir::BlockArgument argument : block.getArguments())
    live += bytesOf(argument);
  peak = live;
  for (mlir::Operation &op : block) {
    int64_t inside = 0;
    for (mlir::Region &region : op.getRegions())
      for (mlir::Block &inner : region)
        inside = std::max(inside, peakBytes(inner));
    for (mlir::Value result : op.getResults())
      live += bytesOf(result);
    peak = std::max(peak, live + inside);
    llvm::SmallPtrSet<void *, 4> freed;
    op.walk([&](mlir::Operation *inner) {
      for (mlir::Value operand : inner->getOperands())
        if (lastUse.lookup(operand) == &op && freed.insert(operand.getAsOpaquePointer()).second)
          live -= bytesOf(operand);
    });
    for (mlir::Value result : op.getResults())
      if (result.use_empty())
        live -= bytesOf(result);
  }
  return peak;
}

} // namespace shardwright
