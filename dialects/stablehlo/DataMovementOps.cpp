#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/DataMovementOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerDataMovementOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/DataMovementOps.cpp.inc"
      >();
}

LogicalResult IotaOp::verify() { return success(); }
LogicalResult BroadcastInDimOp::verify() { return success(); }
LogicalResult BroadcastOp::verify() { return success(); }
LogicalResult ReshapeOp::verify() { return success(); }
LogicalResult BitcastConvertOp::verify() { return success(); }
LogicalResult TransposeOp::verify() { return success(); }
LogicalResult ReverseOp::verify() { return success(); }
LogicalResult SliceOp::verify() { return success(); }
LogicalResult PadOp::verify() { return success(); }
LogicalResult ConcatenateOp::verify() { return success(); }
LogicalResult DynamicSliceOp::verify() { return success(); }
LogicalResult DynamicUpdateSliceOp::verify() { return success(); }
LogicalResult GatherOp::verify() { return success(); }
LogicalResult DynamicGatherOp::verify() { return success(); }
LogicalResult ScatterOp::verify() { return success(); }
LogicalResult TorchIndexSelectOp::verify() { return success(); }

} // namespace shardwright::stablehlo
