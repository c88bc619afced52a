#include "passes/common/RowDot.h"

#include "dialects/interfaces/TensorType.h"
#include "passes/common/TensorExpr.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Dimensions of one element left out, the others in the order of `wanted` and repeated along what is missing.
Value alignTo(OpBuilder &b, Location loc, const SpaceTensor &tensor, ArrayRef<int> wanted, ArrayRef<int64_t> shape) {
  RankedTensorType type = tensorType(tensor.value);
  SmallVector<int64_t> sizes, places;
  for (auto [dim, size] : llvm::zip_equal(tensor.dims, type.getShape()))
    if (dim != -1) {
      sizes.push_back(size);
      places.push_back(llvm::find(wanted, dim) - wanted.begin());
    }
  Type element = type.getElementType();
  Value value = stablehlo::ReshapeOp::create(b, loc, RankedTensorType::get(sizes, element), tensor.value);
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, static_cast<int64_t>(sizes.size())));
  auto at = [](ArrayRef<int64_t> all, int64_t i) { return all[static_cast<size_t>(i)]; };
  llvm::sort(order, [&](int64_t x, int64_t y) { return at(places, x) < at(places, y); });
  value = stablehlo::TransposeOp::create(
      b, loc, RankedTensorType::get(llvm::map_to_vector(order, [&](int64_t i) { return at(sizes, i); }), element),
      value, b.getDenseI64ArrayAttr(order));
  llvm::sort(places);
  value = stablehlo::BroadcastInDimOp::create(b, loc, RankedTensorType::get(shape, element), value,
                                              b.getDenseI64ArrayAttr(places));
  Type f32 = b.getF32Type();
  return element.isF32() ? value
                         : Value(stablehlo::ConvertOp::create(b, loc, RankedTensorType::get(shape, f32), value));
}

} // namespace

bool RowDot::fits() const {
  auto fits = [&](const SpaceTensor &tensor, bool hasDepth) {
    Dims seen;
    for (auto [dim, size] : llvm::zip_equal(tensor.dims, tensorType(tensor.value).getShape())) {
      if (dim == -1 ? size != 1 : llvm::is_contained(seen, dim))
        return false;
      if (dim != -1 && !(dim == kDepth && hasDepth) && !llvm::is_contained(result.dims, dim))
        return false;
      seen.push_back(dim);
    }
    Type type = getElementTypeOrSelf(tensor.value.getType());
    return llvm::is_contained(seen, kDepth) == hasDepth && (type.isF32() || tensor.isHalf());
  };
  auto isOfRow = [&](const SpaceTensor &tensor) { return fits(tensor, false); };
  return fits(vectors, true) && fits(sums, true) && llvm::all_of(factors, isOfRow) && llvm::all_of(divisors, isOfRow) &&
         getElementTypeOrSelf(result.value.getType()).isF32();
}

Value RowDot::build(OpBuilder &b, Location loc) const {
  RankedTensorType type = tensorType(result.value);
  Dims dims(result.dims);
  dims.push_back(kDepth);
  SmallVector<int64_t> shape(type.getShape());
  for (auto [dim, size] : llvm::zip_equal(vectors.dims, tensorType(vectors.value).getShape()))
    if (dim == kDepth)
      shape.push_back(size);
  Value product =
      stablehlo::MulOp::create(b, loc, alignTo(b, loc, vectors, dims, shape), alignTo(b, loc, sums, dims, shape));
  Value value = sumAlong(b, loc, product, type.getRank());
  for (const SpaceTensor &factor : factors)
    value = stablehlo::MulOp::create(b, loc, value, alignTo(b, loc, factor, result.dims, type.getShape()));
  for (const SpaceTensor &divisor : divisors)
    value = stablehlo::DivOp::create(b, loc, value, alignTo(b, loc, divisor, result.dims, type.getShape()));
  return value;
}

} // namespace shardwright::lower
