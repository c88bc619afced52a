#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/DotConvOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerDotConvOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/DotConvOps.cpp.inc"
      >();
}

LogicalResult DotGeneralOp::verify() { return success(); }
LogicalResult DotOp::verify() { return success(); }
LogicalResult ConvolutionOp::verify() { return success(); }
LogicalResult DynamicConvOp::verify() { return success(); }
LogicalResult EinsumOp::verify() { return success(); }
LogicalResult UnaryEinsumOp::verify() { return success(); }

} // namespace shardwright::stablehlo
