#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/LinalgOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerLinalgOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/LinalgOps.cpp.inc"
      >();
}

LogicalResult FftOp::verify() { return success(); }
LogicalResult CholeskyOp::verify() { return success(); }
LogicalResult TriangularSolveOp::verify() { return success(); }
LogicalResult RngOp::verify() { return success(); }
LogicalResult RngBitGeneratorOp::verify() { return success(); }
LogicalResult BatchNormInferenceOp::verify() { return success(); }
LogicalResult BatchNormTrainingOp::verify() { return success(); }
LogicalResult BatchNormGradOp::verify() { return success(); }

} // namespace shardwright::stablehlo
