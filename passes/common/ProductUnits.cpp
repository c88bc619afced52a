#include "passes/common/ProductUnits.h"

#include "dialects/stablehlo/StablehloOps.h"

#include <algorithm>

namespace shardwright {

llvm::StringRef rateType(mlir::Type element) {
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element))
    element = complex.getElementType();
  unsigned width = element.isIntOrFloat() ? element.getIntOrFloatBitWidth() : 32;
  if (llvm::isa<mlir::IntegerType>(element))
    return width == 4 ? "int4" : width == 8 ? "int8" : "f32";
  return element.isF64()    ? "f64"
         : element.isBF16() ? "bf16"
         : element.isF16()  ? "f16"
         : element.isTF32() ? "tf32"
         : width == 4       ? "fp4"
         : width <= 8       ? "fp8"
                            : "f32";
}

static mlir::Type elementOf(mlir::Value value) {
  return llvm::cast<mlir::RankedTensorType>(value.getType()).getElementType();
}

static void chooseByPrecision(mlir::Type lhs, mlir::Type rhs, std::optional<mlir::ArrayAttr> precisions,
                              const Device &device, cost::ProductWork &work) {
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(lhs)) {
    work.multiplyAdd = 8;
    lhs = rhs = complex.getElementType();
  }
  mlir::Type wider = lhs.getIntOrFloatBitWidth() >= rhs.getIntOrFloatBitWidth() ? lhs : rhs;
  work.type = rateType(wider);
  if (!wider.isF32())
    return;
  auto precision = stablehlo::Precision::DEFAULT;
  if (precisions)
    for (auto given : precisions->getAsRange<stablehlo::PrecisionAttr>())
      precision = std::max(precision, given.getValue());
  const ProductMode &mode = device.f32Products[static_cast<size_t>(precision)];
  work.type = mode.type;
  work.passes = mode.passes;
}

/// An algorithm names the type of the units and how often they run.
static void useAlgorithm(stablehlo::DotAlgorithmAttr algorithm, const Device &device, cost::ProductWork &work) {
  work.type = rateType(algorithm.getLhsPrecisionType());
  work.passes = std::max<int64_t>(1, algorithm.getNumPrimitiveOperations());
  bool isF32 = work.type == "f32", isTF32 = work.type == "tf32" && !device.flops("tf32");
  if (!isF32 && !isTF32)
    return;
  const ProductMode &mode =
      device.f32Products[static_cast<size_t>(isF32 ? stablehlo::Precision::HIGHEST : stablehlo::Precision::HIGH)];
  work.type = mode.type;
  work.passes *= mode.passes;
}

void chooseProductUnits(mlir::Operation *op, const Device &device, cost::ProductWork &work) {
  mlir::Type lhs = elementOf(op->getOperand(0)), rhs = elementOf(op->getOperand(1));
  if (auto dot = llvm::dyn_cast<stablehlo::DotGeneralOp>(op)) {
    chooseByPrecision(lhs, rhs, dot.getPrecisionConfig(), device, work);
    if (auto algorithm = dot.getAlgorithm())
      useAlgorithm(*algorithm, device, work);
    return;
  }
  chooseByPrecision(lhs, rhs, llvm::cast<stablehlo::ConvolutionOp>(op).getPrecisionConfig(), device, work);
}

} // namespace shardwright
