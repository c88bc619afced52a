#ifndef LIB_INTERP_SCALAR_H
#define LIB_INTERP_SCALAR_H

#include "lib/Interp/Element.h"

#include "mlir/IR/Operation.h"

#include <functional>

namespace shardwright::interp {

/// What an element-wise op does to one element of each operand.
using ScalarFunction = std::function<Element(llvm::ArrayRef<Element>)>;

/// The scalar function of an element-wise op, or an empty function where the op is not element-wise or its element
/// types have no such operation. The op's name (without its dialect) picks from the tables of the three files below.
ScalarFunction scalarFunction(mlir::Operation *op);

/// add, multiply, and, shift_left, atan2, complex ...: two operands of one type.
ScalarFunction binaryFunction(llvm::StringRef name, const ElementFormat &operand, const ElementFormat &result);
/// abs, exponential, not, popcnt, real ...: one operand.
ScalarFunction unaryFunction(llvm::StringRef name, const ElementFormat &operand, const ElementFormat &result);
/// compare, select, clamp, convert, reduce_precision: what needs more than a name.
ScalarFunction selectingFunction(mlir::Operation *op, const ElementFormat &operand, const ElementFormat &result);

/// Converts between any two formats: floats truncate towards zero and saturate, NaN becomes 0, to bool is "not 0".
Element convertElement(const Element &element, const ElementFormat &from, const ElementFormat &to);

} // namespace shardwright::interp

#endif // LIB_INTERP_SCALAR_H
