#include "passes/common/Donation.h"

namespace shardwright {

bool isDonated(mlir::func::FuncOp function, unsigned argument) {
  auto donor = function.getArgAttrOfType<mlir::BoolAttr>(argument, "jax.buffer_donor");
  return (donor && donor.getValue()) || function.getArgAttr(argument, "tf.aliasing_output");
}

} // namespace shardwright
