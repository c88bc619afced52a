#ifndef PASSES_COMMON_PRODUCTUNITS_H
#define PASSES_COMMON_PRODUCTUNITS_H

#include "shardwright/Cost/Work.h"
#include "shardwright/Topology/Device.h"

#include "mlir/IR/Operation.h"

namespace shardwright {

/// A type of elements as data sheets name it; `f32` for what they do not speak of.
llvm::StringRef rateType(mlir::Type element);

/// What multiplies the operands of a product or convolution on a device, as XLA chooses it: its algorithm where it
/// names one; else its precision, of which DEFAULT and HIGH let f32 be rounded to what the device's file says. Nothing
/// narrower is widened, and integers are exact. Sets type, passes and multiplyAdd.
void chooseProductUnits(mlir::Operation *op, const Device &device, cost::ProductWork &work);

} // namespace shardwright

#endif // PASSES_COMMON_PRODUCTUNITS_H
