#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/ReductionOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerReductionOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/ReductionOps.cpp.inc"
      >();
}

LogicalResult ReduceOp::verify() { return success(); }
LogicalResult ReduceWindowOp::verify() { return success(); }
LogicalResult SelectAndScatterOp::verify() { return success(); }
LogicalResult SortOp::verify() { return success(); }
LogicalResult MapOp::verify() { return success(); }

} // namespace shardwright::stablehlo
