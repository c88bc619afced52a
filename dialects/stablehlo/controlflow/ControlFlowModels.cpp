#include "dialects/stablehlo/controlflow/ControlFlow.h"

namespace shardwright::stablehlo {

void attachControlFlowKernels(mlir::MLIRContext &context) {
  attachKernels<FreeStepModel, ReturnOp, WhileOp, CaseOp, IfOp, OptimizationBarrierOp>(context);
}

// Loops and branches, in which devices go different ways, are the interpreter's own.
void attachControlFlowReferences(mlir::MLIRContext &context) {
  attachReference<OptimizationBarrierOp, interp::identity>(context);
}

} // namespace shardwright::stablehlo
