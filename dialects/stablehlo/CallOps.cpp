#include "dialects/stablehlo/AsmForms.h"

using namespace mlir;

#define GET_OP_CLASSES
#include "dialects/stablehlo/CallOps.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerCallOps() {
  addOperations<
#define GET_OP_LIST
#include "dialects/stablehlo/CallOps.cpp.inc"
      >();
}

void CustomCallOp::getEffects(SmallVectorImpl<MemoryEffects::EffectInstance> &effects) {
  if (!getHasSideEffect())
    return;
  effects.emplace_back(MemoryEffects::Read::get());
  effects.emplace_back(MemoryEffects::Write::get());
}

LogicalResult CustomCallOp::verify() { return success(); }
LogicalResult CompositeOp::verify() { return success(); }
LogicalResult TupleOp::verify() { return success(); }
LogicalResult GetTupleElementOp::verify() { return success(); }
LogicalResult InfeedOp::verify() { return success(); }
LogicalResult RecvOp::verify() { return success(); }

} // namespace shardwright::stablehlo
