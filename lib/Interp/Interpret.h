#ifndef LIB_INTERP_INTERPRET_H
#define LIB_INTERP_INTERPRET_H

#include "lib/Interp/Interpreter.h"

#include "mlir/IR/BuiltinOps.h"

namespace shardwright::interp {

/// What a program computed.
struct Outcome {
  /// The results of @main, whole.
  std::vector<Tensor> results;
  /// One line for each `check.*` that failed on some device.
  std::vector<std::string> failedChecks;
};

/// Runs @main slowly and obviously: the definition that everything else is compared with.
///
/// A global program (stablehlo and sharding ops) runs as one device would; its manual regions run on as many devices as
/// their axes have, straight from the meaning of their shardings. A per-device program (its arguments carry
/// `spmd.global_type`, or it has `spmd` ops outside manual regions) runs on all devices of the mesh in lockstep: inputs
/// are cut by the meaning of `sharding.spec` with garbage in the padding, results joined by it.
///
/// `inputs`: whole arrays, of the global types of the arguments.
/// Errors: an op without a definition, with its location; devices that disagree about an element of a result; a
/// collective at which some device does not arrive.
absl::StatusOr<Outcome> interpret(mlir::ModuleOp module, const std::vector<Tensor> &inputs, Tolerance tolerance = {});

/// Partitioning has run: shapes are local, collectives explicit.
bool isPerDevice(mlir::ModuleOp module);

/// The global types of @main's arguments and results. Errors: no @main, dynamic shapes, other types than tensors.
absl::StatusOr<std::vector<mlir::RankedTensorType>> argumentTypes(mlir::ModuleOp module);
absl::StatusOr<std::vector<mlir::RankedTensorType>> resultTypes(mlir::ModuleOp module);

} // namespace shardwright::interp

#endif // LIB_INTERP_INTERPRET_H
