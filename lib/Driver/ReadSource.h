#ifndef LIB_DRIVER_READSOURCE_H
#define LIB_DRIVER_READSOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "absl/status/statusor.h"

#include <string>

namespace shardwright::driver {

/// Parses and verifies the text of a program, with the names that it gives to values where they are wanted (see
/// lib/Explain/SourceNames.h). Errors: the file cannot be read; it is not a program, ends early or holds operations
/// that nobody knows, which is reported as diagnostics and leaves the status without a message.
absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> readSource(const std::string &path, mlir::MLIRContext &context,
                                                             bool withNames = false);

} // namespace shardwright::driver

#endif // LIB_DRIVER_READSOURCE_H
