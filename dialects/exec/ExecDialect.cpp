#include "dialects/exec/ExecDialect.h"

#include "dialects/exec/ExecOps.h"
#include "dialects/sharding/ShardingDialect.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

#include "llvm/ADT/TypeSwitch.h"

#include "dialects/exec/ExecDialect.cpp.inc"
#include "dialects/exec/ExecEnums.cpp.inc"
#define GET_ATTRDEF_CLASSES
#include "dialects/exec/ExecAttrs.cpp.inc"
#define GET_TYPEDEF_CLASSES
#include "dialects/exec/ExecTypes.cpp.inc"

namespace shardwright::exec {

void ExecDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/exec/ExecAttrs.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "dialects/exec/ExecTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/exec/ExecOps.cpp.inc"
      >();
}

} // namespace shardwright::exec
