#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/DynamicOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerDynamicOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/DynamicOps.cpp.inc"
      >();
}

LogicalResult GetDimensionSizeOp::verify() { return success(); }
LogicalResult SetDimensionSizeOp::verify() { return success(); }
LogicalResult DynamicBroadcastInDimOp::verify() { return success(); }
LogicalResult DynamicReshapeOp::verify() { return success(); }
LogicalResult DynamicIotaOp::verify() { return success(); }
LogicalResult DynamicPadOp::verify() { return success(); }
LogicalResult RealDynamicSliceOp::verify() { return success(); }

} // namespace shardwright::stablehlo
