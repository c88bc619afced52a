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
#include "dialects/stablehlo/call/CallOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/collective/CollectiveOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/contraction/ContractionOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/controlflow/ControlFlowOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/dynamic/DynamicOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/elementwise/ElementwiseOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/indexing/IndexingOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/linalg/LinalgOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/reduction/ReductionOps.h.inc"
#define GET_OP_CLASSES
#include "dialects/stablehlo/shape/ShapeOps.h.inc"

#endif // DIALECTS_STABLEHLO_STABLEHLOOPS_H
