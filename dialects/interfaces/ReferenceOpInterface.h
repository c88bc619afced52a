#ifndef DIALECTS_INTERFACES_REFERENCEOPINTERFACE_H
#define DIALECTS_INTERFACES_REFERENCEOPINTERFACE_H

#include "dialects/interfaces/Tensor.h"

#include "mlir/IR/OpDefinition.h"

#include "absl/status/statusor.h"

#include <functional>

namespace shardwright::interp {

/// What an element-wise op does to one element of each operand.
using ScalarFunction = std::function<Element(llvm::ArrayRef<Element>)>;
using Operands = llvm::ArrayRef<const Tensor *>;
using Results = absl::StatusOr<std::vector<Tensor>>;

/// The scalar function of an op; empty where it is not element-wise, or its element types have no such operation.
ScalarFunction scalarFunction(mlir::Operation *op);
/// By its scalar function, element by element. A scalar that an op takes in the place of a tensor (select's predicate,
/// clamp's bounds) stands for every element.
Results evaluateElementwise(mlir::Operation *op, Operands operands);

/// The integers of an `array<i64>` or `dense<...>` attribute; `missing` repeated `count` times where it is absent.
Index integers(mlir::Operation *op, llvm::StringRef name, size_t count = 0, int64_t missing = 0);
/// The type of a result.
mlir::RankedTensorType resultType(mlir::Operation *op, unsigned index = 0);
/// `file:line:col: 'name': message`, with the op's location.
absl::Status unsupported(mlir::Operation *op, const std::string &message);
/// `file:line:col`, or `unknown`.
std::string locationText(mlir::Operation *op);

} // namespace shardwright::interp

#include "dialects/interfaces/ReferenceOpInterface.h.inc"

namespace shardwright::interp {

/// `evaluateOp`: the op's results on one device.
template <typename OpT, Results (*evaluateOp)(mlir::Operation *, Operands)>
struct ReferenceModel : ReferenceOpInterface::ExternalModel<ReferenceModel<OpT, evaluateOp>, OpT> {
  Results evaluate(mlir::Operation *op, Operands operands) const { return evaluateOp(op, operands); }
};
template <typename OpT, Results (*evaluateOp)(mlir::Operation *, Operands)>
void attachReference(mlir::MLIRContext &context) {
  OpT::template attachInterface<ReferenceModel<OpT, evaluateOp>>(context);
}

/// Of an op whose results are its operands.
Results identity(mlir::Operation *op, Operands operands);

} // namespace shardwright::interp

#endif // DIALECTS_INTERFACES_REFERENCEOPINTERFACE_H
