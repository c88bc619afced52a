#ifndef PASSES_LOWER_PADPRODUCTS_H
#define PASSES_LOWER_PADPRODUCTS_H

#include "passes/lower/Target.h"

#include "dialects/stablehlo/StablehloOps.h"

namespace shardwright::lower {

/// A product of bf16 or f16 whose rows begin where the machine's matrix units cannot read them (MachineTraits):
/// operands padded with zeros, and the result cut, where that moves little for what it computes. Pads are made by what
/// makes the operands and slices read by what reads the result, where kernels do that. Others stay as they are.
void padProduct(stablehlo::DotGeneralOp dot, const MachineTraits &traits);

} // namespace shardwright::lower

#endif // PASSES_LOWER_PADPRODUCTS_H
