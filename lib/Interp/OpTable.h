#ifndef LIB_INTERP_OPTABLE_H
#define LIB_INTERP_OPTABLE_H

#include "lib/Interp/Tensor.h"

#include "mlir/IR/Operation.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/StringMap.h"

namespace shardwright::interp {

using Operands = llvm::ArrayRef<const Tensor *>;
using Results = absl::StatusOr<std::vector<Tensor>>;

/// What an op does on one device: its results from its operands, all of the shapes its types say.
using OpFunction = Results (*)(mlir::Operation *op, Operands operands);
/// By full name, `stablehlo.transpose`.
using OpTable = llvm::StringMap<OpFunction>;

/// Every op that needs nothing but its own operands. Element-wise ops are not in it: see Scalar.h.
const OpTable &localOps();

/// One function a family; each adds its ops.
void addConstructionOps(OpTable &table);  // constant, iota, broadcast_in_dim, reshape, bitcast_convert
void addMovementOps(OpTable &table);      // transpose, slice, pad, concatenate, reverse, dynamic_slice ...
void addContractionOps(OpTable &table);   // dot_general, dot, convolution
void addReductionOps(OpTable &table);     // reduce, map, sort
void addWindowOps(OpTable &table);        // reduce_window, select_and_scatter
void addIndexingOps(OpTable &table);      // gather, scatter
void addLinearAlgebraOps(OpTable &table); // cholesky, triangular_solve, fft
void addNormalizationOps(OpTable &table); // batch_norm_*

/// The integers of an `array<i64>` or `dense<...>` attribute; `missing` repeated `count` times where it is absent.
Index integers(mlir::Operation *op, llvm::StringRef name, size_t count = 0, int64_t missing = 0);
/// The type of a result.
mlir::RankedTensorType resultType(mlir::Operation *op, unsigned index = 0);
/// `file:line:col: 'name': message`, with the op's location.
absl::Status unsupported(mlir::Operation *op, const std::string &message);
/// `file:line:col`, or `unknown`.
std::string locationText(mlir::Operation *op);

} // namespace shardwright::interp

#endif // LIB_INTERP_OPTABLE_H
