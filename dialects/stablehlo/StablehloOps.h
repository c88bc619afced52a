#ifndef DIALECTS_STABLEHLO_STABLEHLOOPS_H
#define DIALECTS_STABLEHLO_STABLEHLOOPS_H

#include "dialects/stablehlo/ElementTypes.h"
#include "dialects/stablehlo/StablehloTraits.h"

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include "dialects/stablehlo/StablehloDialect.h.inc"
#include "dialects/stablehlo/StablehloEnums.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/stablehlo/StablehloTypes.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/stablehlo/StablehloAttrs.h.inc"

#define GET_OP_CLASSES
#include "dialects/stablehlo/CallOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/CollectiveOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/ControlFlowOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/DataMovementOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/DotConvOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/DynamicOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/ElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/LinalgOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/ReductionOps.h.inc"

#endif // DIALECTS_STABLEHLO_STABLEHLOOPS_H
