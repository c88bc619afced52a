#include "dialects/stablehlo/linalg/Linalg.h"

#include <cmath>

using namespace mlir;

namespace shardwright::stablehlo {

/// Five operations a point and doubling of the length.
static int64_t routineFlops(FftOp op) {
  auto points = static_cast<double>(std::max(elementsIn(op.getOperand()), elementsIn(op.getResult())));
  double length = 1;
  for (int64_t n : op.getFftLength())
    length *= static_cast<double>(n);
  return std::llround(5 * points * std::log2(std::max(2.0, length)));
}
static int64_t lastDim(Value value) { return cast<RankedTensorType>(value.getType()).getShape().back(); }
static int64_t routineFlops(CholeskyOp op) { return elementsIn(op.getResult()) * lastDim(op.getResult()) / 3; }
static int64_t routineFlops(TriangularSolveOp op) { return elementsIn(op.getResult()) * lastDim(op.getA()); }

namespace {
template <typename OpT, Function function>
struct RoutineModel : KernelOpInterface::ExternalModel<RoutineModel<OpT, function>, OpT> {
  void describe(Operation *op, fusion::OpForm &form) const { setFunction(op, function, form); }
  int64_t getFlops(Operation *op) const { return routineFlops(cast<OpT>(op)); }
  std::optional<CallWork> getCallWork(Operation *op) const {
    return CallWork{static_cast<double>(routineFlops(cast<OpT>(op))), /*isScalar=*/true};
  }
};

struct RandomBitsModel : KernelOpInterface::ExternalModel<RandomBitsModel, RngBitGeneratorOp> {
  std::optional<CallWork> getCallWork(Operation *op) const {
    return CallWork{20 * static_cast<double>(elementsIn(op->getResult(1)))};
  }
};
} // namespace

void attachLinalgKernels(MLIRContext &context) {
  FftOp::attachInterface<RoutineModel<FftOp, Function::Fft>>(context);
  CholeskyOp::attachInterface<RoutineModel<CholeskyOp, Function::Cholesky>>(context);
  TriangularSolveOp::attachInterface<RoutineModel<TriangularSolveOp, Function::TriangularSolve>>(context);
  RngBitGeneratorOp::attachInterface<RandomBitsModel>(context);
  attachKernels<StepModel, RngOp, BatchNormInferenceOp, BatchNormTrainingOp, BatchNormGradOp>(context);
}

} // namespace shardwright::stablehlo
