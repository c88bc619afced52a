#ifndef LIB_COMPILER_MEASUREPLANS_H
#define LIB_COMPILER_MEASUREPLANS_H

#include "lib/Compiler/Environment.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/ArrayRef.h"

#include <memory>
#include <vector>

namespace shardwright::compiler {

/// What PlanOptions::measure says of each annotated program, in seconds, compiled as they are with the machine of
/// `options`. Errors: those of Session::compile() and of `measure`.
absl::StatusOr<std::vector<double>> measurePlans(llvm::ArrayRef<mlir::ModuleOp> annotated, const PlanOptions &options,
                                                 const std::shared_ptr<const Environment> &environment);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_MEASUREPLANS_H
