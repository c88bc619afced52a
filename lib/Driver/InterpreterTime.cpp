#include "lib/Driver/InterpreterTime.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/TripCount.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <cmath>

namespace shardwright::driver {
namespace {

/// Seconds for one scalar of an op, and for one multiplication with its addition in a dot product.
constexpr double kScalarSeconds = 1e-7, kMultiplyAddSeconds = 1e-8;

double elements(mlir::Value value) {
  auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
  double product = 1;
  if (type && type.hasStaticShape())
    for (int64_t size : type.getShape())
      product *= static_cast<double>(size);
  return product;
}

/// Elements of the largest operand or result.
double largest(mlir::Operation *op) {
  double most = 0;
  for (mlir::Value value : op->getOperands())
    most = std::max(most, elements(value));
  for (mlir::Value value : op->getResults())
    most = std::max(most, elements(value));
  return most;
}

/// Multiplications that one element of a product's result takes.
double contracted(mlir::Operation *op) {
  auto kernel = llvm::cast<mlir::RankedTensorType>(op->getOperand(1).getType());
  if (auto dot = llvm::dyn_cast<stablehlo::DotGeneralOp>(op)) {
    double product = 1;
    for (int64_t d : dot.getDotDimensionNumbers().getRhsContractingDimensions())
      product *= static_cast<double>(kernel.getDimSize(d));
    return product;
  }
  auto dims = llvm::cast<stablehlo::ConvolutionOp>(op).getDimensionNumbers();
  int64_t features = std::max<int64_t>(kernel.getDimSize(dims.getKernelOutputFeatureDimension()), 1);
  return elements(op->getOperand(1)) / static_cast<double>(features);
}

/// Window positions over one element: of a reduction over windows.
double windowSize(mlir::Operation *op) {
  double product = 1;
  if (auto window = op->getAttrOfType<mlir::DenseI64ArrayAttr>("window_dimensions"))
    for (int64_t size : window.asArrayRef())
      product *= static_cast<double>(size);
  return product;
}

/// An op without control flow in it: the interpreter goes over its elements, and for each over the ops of its region.
double secondsOf(mlir::Operation *op) {
  if (llvm::isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op))
    return elements(op->getResult(0)) * contracted(op) * kMultiplyAddSeconds + largest(op) * kScalarSeconds;
  double each = windowSize(op);
  for (mlir::Region &region : op->getRegions())
    for (mlir::Block &block : region)
      each *= static_cast<double>(block.getOperations().size());
  if (llvm::isa<stablehlo::SortOp>(op))
    each *= std::log2(largest(op) + 2);
  // Factorizations, solves and transforms, by their definitions: quadratic in a row.
  if (llvm::isa<stablehlo::CholeskyOp, stablehlo::TriangularSolveOp, stablehlo::FftOp>(op))
    each *= static_cast<double>(llvm::cast<mlir::RankedTensorType>(op->getOperand(0).getType()).getShape().back());
  return largest(op) * each * kScalarSeconds;
}

void add(mlir::Region &region, double times, InterpreterTime &time) {
  for (mlir::Operation &op : region.getOps()) {
    double inside = times;
    if (llvm::isa<stablehlo::WhileOp>(op)) {
      std::optional<int64_t> trips = tripCount(&op);
      time.unknownTripCounts |= !trips;
      inside *= static_cast<double>(trips.value_or(1));
    } else if (auto manual = llvm::dyn_cast<sharding::ManualOp>(op)) {
      mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(&op);
      inside *= mlir::succeeded(mesh) ? static_cast<double>(mesh->numDevices()) : 1;
    } else if (!llvm::isa<stablehlo::CaseOp, stablehlo::IfOp>(op)) {
      time.seconds += times * secondsOf(&op);
      continue;
    }
    for (mlir::Region &nested : op.getRegions())
      add(nested, inside, time);
  }
}

} // namespace

InterpreterTime estimateInterpreterTime(mlir::ModuleOp module) {
  InterpreterTime time;
  for (auto function : module.getOps<mlir::func::FuncOp>())
    if (function.isPublic())
      add(function.getBody(), 1, time);
  return time;
}

} // namespace shardwright::driver
