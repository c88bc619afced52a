#ifndef LIB_DRIVER_ARRAYS_H
#define LIB_DRIVER_ARRAYS_H

#include "shardwright/Runtime/Array.h"

#include "dialects/interfaces/Tensor.h"

#include "mlir/IR/BuiltinOps.h"

#include "absl/status/statusor.h"

namespace shardwright::driver {

/// The whole arrays that @main takes and gives, in order: `argument 0`, `result 1`. Errors: no @main, dynamic shapes,
/// element types that the runtime has no memory for.
struct ProgramInterface {
  std::vector<runtime::Interface> arguments, results;
};
absl::StatusOr<ProgramInterface> interfaceOf(mlir::ModuleOp module);

/// Between the runtime's arrays and the interpreter's.
interp::Tensor toTensor(const runtime::Array &array, mlir::RankedTensorType type);
absl::StatusOr<runtime::Array> toArray(const interp::Tensor &tensor);

} // namespace shardwright::driver

#endif // LIB_DRIVER_ARRAYS_H
