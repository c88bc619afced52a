#ifndef LIB_DRIVER_READSOURCE_H
#define LIB_DRIVER_READSOURCE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"

#include "absl/status/statusor.h"

#include <string>

namespace shardwright::driver {

/// Parses and verifies the text of a program. Errors: the file cannot be read; it is not a program, ends early or holds
/// operations that nobody knows, which is reported as diagnostics and leaves the status without a message.
absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> readSource(const std::string &path, mlir::MLIRContext &context);

} // namespace shardwright::driver

#endif // LIB_DRIVER_READSOURCE_H
