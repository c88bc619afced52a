#ifndef DIALECTS_EXEC_EXECDIALECT_H
#define DIALECTS_EXEC_EXECDIALECT_H

#include "dialects/interfaces/Opcode.h"
#include "shardwright/Base/Collective.h"

#include "dialects/exec/ExecEnums.h.inc"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Dialect.h"
#include "mlir/IR/DialectImplementation.h"

namespace shardwright {
inline llvm::raw_ostream &operator<<(llvm::raw_ostream &out, CollectiveKind kind) {
  return out << llvm::StringRef(collectiveName(kind));
}
} // namespace shardwright

template <> struct mlir::FieldParser<shardwright::CollectiveKind> {
  static FailureOr<shardwright::CollectiveKind> parse(AsmParser &parser);
};

#include "dialects/exec/ExecDialect.h.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/exec/ExecAttrs.h.inc"

#define GET_TYPEDEF_CLASSES
#include "dialects/exec/ExecTypes.h.inc"

namespace shardwright::exec {

/// On operations of a function that is being lowered: how it becomes kernels.
constexpr llvm::StringLiteral kInlinedAttr = "exec.inlined", kPartAttr = "exec.part", kPointsAttr = "exec.points",
                              kPlannedAttr = "exec.planned";

} // namespace shardwright::exec

#endif // DIALECTS_EXEC_EXECDIALECT_H
