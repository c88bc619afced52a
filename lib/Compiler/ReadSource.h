#ifndef LIB_COMPILER_READSOURCE_H
#define LIB_COMPILER_READSOURCE_H

#include "shardwright/Compiler/Options.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "absl/status/statusor.h"

namespace shardwright::compiler {

/// Parses and verifies the text of a program, with the names that it gives to values where they are wanted (see
/// lib/Explain/SourceNames.h). Errors: it is not a program, ends early or holds operations
/// that nobody knows, which is reported as diagnostics and leaves the status without a message.
absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> readSource(const Source &source, mlir::MLIRContext &context,
                                                             bool withNames = false);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_READSOURCE_H
