#ifndef PASSES_LOWER_LIBRARYCALLS_H
#define PASSES_LOWER_LIBRARYCALLS_H

#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <optional>
#include <string>

namespace shardwright::lower {

/// A call of one of the runtime's routines by name (runtime/backends/host/Library.h), as an operation: operands and
/// results are the routine's buffers.
stablehlo::CustomCallOp createLibraryCall(mlir::OpBuilder &builder, mlir::Location loc, mlir::TypeRange results,
                                          llvm::StringRef name, mlir::ValueRange operands,
                                          llvm::ArrayRef<int64_t> parameters);

/// The `exec.kernel` of the module that the routine asks for an element, where there is one.
constexpr llvm::StringLiteral kLibraryKernelAttr = "shardwright.kernel";

/// The parameters, where the operation is such a call.
std::optional<llvm::ArrayRef<int64_t>> libraryParameters(mlir::Operation *op);

/// A routine that an operation stands for: without a name where it stands for none.
struct RoutineCall {
  std::string name;
  llvm::SmallVector<int64_t> parameters;
};
/// Which of factorizations and solves the operation is. Its operands and results are the routine's buffers, where those
/// of complex elements are two: the real and the imaginary parts. A diagnostic where options are missing or unknown.
mlir::FailureOr<RoutineCall> routineCall(mlir::Operation *op);

/// Makes such calls of factorizations and triangular solves, and of the custom calls to LAPACK that stand for them.
/// Failure comes with a diagnostic: an option of LAPACK's is missing, or no letter that it knows.
mlir::LogicalResult callLibrary(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_LOWER_LIBRARYCALLS_H
