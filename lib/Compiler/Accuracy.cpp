#include "lib/Compiler/Accuracy.h"

#include "dialects/exec/ExecOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/TripCount.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/TypeSwitch.h"

#include <algorithm>
#include <cmath>

namespace shardwright::compiler {
namespace {

using runtime::Accuracy;

void join(Accuracy &into, const Accuracy &other) {
  into.epsilon = std::max(into.epsilon, other.epsilon);
  into.terms = std::max(into.terms, other.terms);
}

int64_t elements(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  return tensor && tensor.hasStaticShape() ? tensor.getNumElements() : 0;
}

/// Of the type's numbers near 1; 0 for integers.
double epsilonOf(mlir::Type type) {
  mlir::Type element = mlir::getElementTypeOrSelf(type);
  if (auto complex = llvm::dyn_cast<mlir::ComplexType>(element))
    element = complex.getElementType();
  auto real = llvm::dyn_cast<mlir::FloatType>(element);
  return real ? std::ldexp(1.0, 1 - static_cast<int>(real.getFPMantissaWidth())) : 0;
}

/// Results are elements of the operands, unrounded.
bool movesOnly(mlir::Operation *op) {
  return llvm::isa<stablehlo::ConstantOp, stablehlo::IotaOp, stablehlo::BroadcastInDimOp, stablehlo::ReshapeOp,
                   stablehlo::TransposeOp, stablehlo::SliceOp, stablehlo::PadOp, stablehlo::ConcatenateOp,
                   stablehlo::ReverseOp, stablehlo::DynamicSliceOp, stablehlo::DynamicUpdateSliceOp,
                   stablehlo::GatherOp, stablehlo::OptimizationBarrierOp, stablehlo::WhileOp, stablehlo::CaseOp,
                   stablehlo::IfOp, stablehlo::SelectOp, stablehlo::BitcastConvertOp>(op);
}

/// How many numbers an op adds up into one.
int64_t termsOf(mlir::Operation *op) {
  return llvm::TypeSwitch<mlir::Operation *, int64_t>(op)
      .Case([](stablehlo::DotGeneralOp dot) {
        auto lhs = llvm::dyn_cast<mlir::RankedTensorType>(dot.getLhs().getType());
        int64_t terms = 1;
        for (int64_t d : dot.getDotDimensionNumbers().getLhsContractingDimensions())
          terms *= lhs ? lhs.getDimSize(d) : 1;
        return terms;
      })
      .Case([](stablehlo::ConvolutionOp convolution) {
        auto kernel = llvm::cast<mlir::RankedTensorType>(convolution.getRhs().getType());
        int64_t outputs = kernel.getDimSize(convolution.getDimensionNumbers().getKernelOutputFeatureDimension());
        return outputs ? elements(kernel) / outputs : 1;
      })
      .Case([](stablehlo::ReduceWindowOp window) {
        int64_t terms = 1;
        for (int64_t size : window.getWindowDimensions())
          terms *= size;
        return terms;
      })
      .Case([](stablehlo::ReduceOp reduce) {
        int64_t results = elements(reduce->getResult(0).getType());
        return results ? elements(reduce->getOperand(0).getType()) / results : 1;
      })
      .Default(int64_t(1));
}

/// What an op adds by itself, as often as it runs.
Accuracy accuracyOf(mlir::Operation *op) {
  Accuracy own;
  if (op->hasTrait<mlir::OpTrait::IsTerminator>() || movesOnly(op))
    return own;
  for (mlir::Type type : op->getResultTypes())
    own.epsilon = std::max(own.epsilon, epsilonOf(type));
  // A sum that goes on from one iteration to the next is as long as all of them together.
  double terms = double(std::max<int64_t>(termsOf(op), 1)) * iterationsAround(op);
  own.terms = static_cast<int64_t>(std::min(std::max(terms, 1.0), 0x1p40));
  return own;
}

} // namespace

std::vector<Accuracy> resultAccuracies(mlir::ModuleOp module) {
  std::vector<Accuracy> found;
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!main || main.isExternal())
    return found;
  llvm::DenseMap<mlir::Value, Accuracy> values;
  for (mlir::Operation &op : main.getBody().front()) {
    Accuracy all;
    op.walk([&](mlir::Operation *inner) {
      if (inner->getNumResults() != 0)
        join(all, accuracyOf(inner));
      for (mlir::Value operand : inner->getOperands())
        join(all, values.lookup(operand));
    });
    for (mlir::Value result : op.getResults())
      values[result] = all;
    if (op.hasTrait<mlir::OpTrait::IsTerminator>())
      for (mlir::Value operand : op.getOperands())
        found.push_back(values.lookup(operand));
  }
  return found;
}

void allowForTf32(mlir::ModuleOp lowered, std::vector<Accuracy> &results) {
  const bool isExact = !lowered
                            .walk([](exec::MatmulOp product) {
                              return product.mayBeTf32() ? mlir::WalkResult::interrupt() : mlir::WalkResult::advance();
                            })
                            .wasInterrupted();
  const double least = epsilonOf(mlir::FloatTF32Type::get(lowered.getContext()));
  for (Accuracy &result : results)
    if (!isExact && result.epsilon != 0)
      result.epsilon = std::max(result.epsilon, least);
}

} // namespace shardwright::compiler
