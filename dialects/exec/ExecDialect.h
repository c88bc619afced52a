#ifndef DIALECTS_EXEC_EXECDIALECT_H
#define DIALECTS_EXEC_EXECDIALECT_H

#include "dialects/exec/ExecEnums.h.inc"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"

#include "dialects/exec/ExecDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/exec/ExecAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/exec/ExecTypes.h.inc"

#endif // DIALECTS_EXEC_EXECDIALECT_H
