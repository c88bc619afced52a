#include "passes/lower/LowerKernelsToLLVM.h"

#include "mlir/Conversion/ArithToLLVM/ArithToLLVM.h"
#include "mlir/Conversion/ControlFlowToLLVM/ControlFlowToLLVM.h"
#include "mlir/Conversion/FuncToLLVM/ConvertFuncToLLVM.h"
#include "mlir/Conversion/LLVMCommon/ConversionTarget.h"
#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Conversion/MathToLLVM/MathToLLVM.h"
#include "mlir/Conversion/MathToLibm/MathToLibm.h"
#include "mlir/Conversion/MemRefToLLVM/MemRefToLLVM.h"
#include "mlir/Conversion/SCFToControlFlow/SCFToControlFlow.h"
#include "mlir/Conversion/VectorToLLVM/ConvertVectorToLLVM.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Math/Transforms/Passes.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Transforms/DialectConversion.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace shardwright::lower {

/// The functions that have an accurate polynomial here; others are expanded where they are emitted.
static bool hasPolynomial(StringRef name) { return name == "math.log1p" || name == "math.expm1"; }

static LogicalResult expandMath(ModuleOp kernels) {
  RewritePatternSet polynomials(kernels.getContext());
  populateMathPolynomialApproximationPatterns(polynomials, hasPolynomial);
  GreedyRewriteConfig config;
  config.enableFolding(false);
  if (failed(applyPatternsGreedily(kernels, std::move(polynomials), config)))
    return failure();
  // What is left and has no instruction: one call of libm a lane.
  RewritePatternSet calls(kernels.getContext());
  populateMathToLibmConversionPatterns(calls);
  ConversionTarget target(*kernels.getContext());
  target.addLegalDialect<arith::ArithDialect, func::FuncDialect, vector::VectorDialect, LLVM::LLVMDialect>();
  target.addIllegalDialect<math::MathDialect>();
  target.addLegalOp<math::AbsFOp, math::CopySignOp, math::SqrtOp, math::FloorOp, math::CeilOp, math::RoundEvenOp,
                    math::CtPopOp, math::CountLeadingZerosOp, math::FmaOp, math::TruncOp>();
  return applyPartialConversion(kernels, target, std::move(calls));
}

LogicalResult lowerKernelsToLLVM(ModuleOp kernels) {
  MLIRContext *context = kernels.getContext();
  if (failed(expandMath(kernels)))
    return failure();

  RewritePatternSet loops(context);
  populateSCFToControlFlowConversionPatterns(loops);
  ConversionTarget flat(*context);
  flat.addIllegalDialect<scf::SCFDialect>();
  flat.markUnknownOpDynamicallyLegal([](Operation *) { return true; });
  if (failed(applyPartialConversion(kernels, flat, std::move(loops))))
    return failure();

  LowerToLLVMOptions options(context);
  options.useBarePtrCallConv = true;
  LLVMTypeConverter converter(context, options);
  RewritePatternSet patterns(context);
  populateFuncToLLVMConversionPatterns(converter, patterns);
  populateFinalizeMemRefToLLVMConversionPatterns(converter, patterns);
  populateVectorToLLVMConversionPatterns(converter, patterns);
  arith::populateArithToLLVMConversionPatterns(converter, patterns);
  populateMathToLLVMConversionPatterns(converter, patterns);
  cf::populateControlFlowToLLVMConversionPatterns(converter, patterns);
  LLVMConversionTarget target(*context);
  target.addLegalOp<ModuleOp>();
  return applyFullConversion(kernels, target, std::move(patterns));
}

} // namespace shardwright::lower
