#include "dialects/stablehlo/Verify.h"

#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/SmallSet.h"

using namespace mlir;

namespace shardwright::stablehlo {

bool agree(int64_t lhs, int64_t rhs) { return lhs == rhs || ShapedType::isDynamic(lhs) || ShapedType::isDynamic(rhs); }

bool agree(ArrayRef<int64_t> lhs, ArrayRef<int64_t> rhs) { return succeeded(verifyCompatibleShape(lhs, rhs)); }

bool agree(Type lhs, Type rhs) {
  auto left = dyn_cast<RankedTensorType>(lhs), right = dyn_cast<RankedTensorType>(rhs);
  if (!left || !right)
    return lhs == rhs;
  return left.getElementType() == right.getElementType() && agree(left.getShape(), right.getShape());
}

bool agree(TypeRange lhs, TypeRange rhs) {
  return lhs.size() == rhs.size() &&
         llvm::all_of(llvm::zip(lhs, rhs), [](auto pair) { return agree(std::get<0>(pair), std::get<1>(pair)); });
}

LogicalResult verifyCount(Operation *op, StringRef what, size_t count, size_t expected, StringRef per) {
  if (count == expected)
    return success();
  return op->emitOpError() << what << " has " << count << " entries, but there are " << expected << " " << per;
}

LogicalResult verifyDim(Operation *op, StringRef what, int64_t dim, int64_t rank) {
  if (dim >= 0 && dim < rank)
    return success();
  return op->emitOpError() << what << " names dimension " << dim << " of a tensor of rank " << rank;
}

LogicalResult verifyDims(Operation *op, StringRef what, ArrayRef<int64_t> dims, int64_t rank) {
  llvm::SmallSet<int64_t, 8> seen;
  for (int64_t dim : dims) {
    if (failed(verifyDim(op, what, dim, rank)))
      return failure();
    if (!seen.insert(dim).second)
      return op->emitOpError() << what << " names dimension " << dim << " twice";
  }
  return success();
}

LogicalResult verifySorted(Operation *op, StringRef what, ArrayRef<int64_t> dims) {
  if (llvm::is_sorted(dims))
    return success();
  return op->emitOpError() << what << " is not in ascending order: " << dims;
}

LogicalResult verifyAtLeast(Operation *op, StringRef what, ArrayRef<int64_t> values, int64_t least) {
  for (auto [index, value] : llvm::enumerate(values))
    if (value < least)
      return op->emitOpError() << what << " has " << value << " at " << index << ", expected at least " << least;
  return verifyLengths(op, what, values);
}

LogicalResult verifyLengths(Operation *op, StringRef what, ArrayRef<int64_t> values) {
  for (auto [index, value] : llvm::enumerate(values))
    if (value > kMaxLength || value < -kMaxLength)
      return op->emitOpError() << what << " has " << value << " at " << index << ", longer than any tensor: at most "
                               << kMaxLength << " is supported";
  return success();
}

LogicalResult verifyTensor(Operation *op, StringRef what, Type type, ArrayRef<int64_t> shape, Type element) {
  auto expected = RankedTensorType::get(shape, element);
  if (agree(type, expected))
    return success();
  return op->emitOpError() << what << " should be " << expected << ", got " << type;
}

LogicalResult verifyScalar(Operation *op, StringRef what, Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (tensor && tensor.getRank() == 0)
    return success();
  return op->emitOpError() << what << " should be a scalar, got " << type;
}

LogicalResult verifyBody(Operation *op, StringRef what, Region &region, TypeRange arguments, TypeRange results) {
  TypeRange taken = region.getArgumentTypes();
  if (!agree(taken, arguments))
    return op->emitOpError() << what << " should take (" << arguments << "), takes (" << taken << ")";
  if (region.front().empty() || region.front().back().getName().getStringRef() != "stablehlo.return")
    return op->emitOpError() << what << " should end with stablehlo.return";
  TypeRange returned = region.front().back().getOperandTypes();
  if (!agree(returned, results)) {
    InFlightDiagnostic error = op->emitOpError()
                               << what << " should return (" << results << "), returns (" << returned << ")";
    error.attachNote(region.front().back().getLoc()) << "it returns here";
    return error;
  }
  return success();
}

RankedTensorType scalarOf(Type tensor) { return RankedTensorType::get({}, getElementTypeOrSelf(tensor)); }

LogicalResult verifyReducer(Operation *op, StringRef what, Region &region, TypeRange inputs) {
  SmallVector<Type> results;
  for (Type input : inputs)
    results.push_back(scalarOf(input));
  SmallVector<Type> arguments(results);
  arguments.append(results);
  return verifyBody(op, what, region, arguments, results);
}

//===-- Windows ---------------------------------------------------------------------------------------------------===//

// Length with `dilation - 1` holes between elements; false where it is longer than any tensor.
static bool dilated(int64_t size, int64_t dilation, int64_t &length) {
  if (size == 0)
    return length = 0, true;
  return !__builtin_mul_overflow(size - 1, dilation, &length) && length++ < kMaxLength;
}

FailureOr<int64_t> windowCount(Operation *op, int64_t size, int64_t length, const Window &window, size_t dim) {
  if (ShapedType::isDynamic(size) || ShapedType::isDynamic(length))
    return ShapedType::kDynamic;
  int64_t input, extent;
  if (!dilated(size, window.baseDilations[dim], input) || !dilated(length, window.dilations[dim], extent))
    return op->emitOpError() << "window dimension " << dim << ": " << size << " elements dilated by "
                             << window.baseDilations[dim] << " under a window of " << length << " dilated by "
                             << window.dilations[dim] << " are longer than any tensor: at most " << kMaxLength
                             << " is supported";
  int64_t padded = window.low[dim] + input + window.high[dim];
  return padded <= 0 || extent > padded ? 0 : (padded - extent) / window.strides[dim] + 1;
}

FailureOr<Window> readWindow(Operation *op, size_t rank, DenseI64ArrayAttr strides, DenseI64ArrayAttr baseDilations,
                             DenseI64ArrayAttr dilations, DenseIntElementsAttr padding) {
  auto read = [&](StringRef what, DenseI64ArrayAttr attribute, SmallVector<int64_t> &values) -> LogicalResult {
    values.assign(rank, 1);
    if (!attribute)
      return success();
    if (failed(verifyCount(op, what, attribute.size(), rank, "window dimensions")) ||
        failed(verifyAtLeast(op, what, attribute.asArrayRef(), 1)))
      return failure();
    llvm::copy(attribute.asArrayRef(), values.begin());
    return success();
  };
  Window window;
  if (failed(read("window strides", strides, window.strides)) ||
      failed(read("base dilation", baseDilations, window.baseDilations)) ||
      failed(read("window dilation", dilations, window.dilations)))
    return failure();
  window.low.assign(rank, 0);
  window.high.assign(rank, 0);
  if (!padding)
    return window;
  auto type = padding.getType();
  if (type.getShape() != ArrayRef<int64_t>{static_cast<int64_t>(rank), 2}) {
    InFlightDiagnostic error = op->emitOpError() << "padding should have shape " << rank << "x2, got " << type;
    return error;
  }
  for (auto [index, value] : llvm::enumerate(padding.getValues<int64_t>()))
    (index % 2 == 0 ? window.low : window.high)[index / 2] = value;
  if (failed(verifyLengths(op, "padding at the low end", window.low)) ||
      failed(verifyLengths(op, "padding at the high end", window.high)))
    return failure();
  return window;
}

} // namespace shardwright::stablehlo
