#include "passes/common/Donation.h"

namespace shardwright {

bool isDonated(mlir::func::FuncOp function, unsigned argument) {
  auto donor = function.getArgAttrOfType<mlir::BoolAttr>(argument, "jax.buffer_donor");
  return (donor && donor.getValue()) || function.getArgAttr(argument, "tf.aliasing_output");
}

std::optional<unsigned> aliasedResult(mlir::BlockArgument argument) {
  auto function = llvm::dyn_cast<mlir::func::FuncOp>(argument.getOwner()->getParentOp());
  auto result = function ? function.getArgAttrOfType<mlir::IntegerAttr>(argument.getArgNumber(), "tf.aliasing_output")
                         : mlir::IntegerAttr();
  if (!result || result.getInt() < 0)
    return std::nullopt;
  return static_cast<unsigned>(result.getInt());
}

} // namespace shardwright
