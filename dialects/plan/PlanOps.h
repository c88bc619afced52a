#ifndef DIALECTS_PLAN_PLANOPS_H
#define DIALECTS_PLAN_PLANOPS_H

#include "mlir/Bytecode/BytecodeOpInterface.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/IR/OpImplementation.h"
#include "mlir/IR/RegionKindInterface.h"
#include "mlir/IR/SymbolTable.h"

#include "dialects/plan/PlanDialect.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/plan/PlanTypes.h.inc"

#define GET_OP_CLASSES
#include "dialects/plan/PlanOps.h.inc"

#endif // DIALECTS_PLAN_PLANOPS_H
