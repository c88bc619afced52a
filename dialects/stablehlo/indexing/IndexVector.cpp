#include "dialects/stablehlo/indexing/IndexVector.h"

#include "dialects/stablehlo/StablehloOps.h"

using namespace mlir;

namespace shardwright {

IndexVector::IndexVector(Value indices, int64_t vectorDim, ArrayRef<int64_t> indexed, OpBuilder &builder, Location loc,
                         const LocalContext &context)
    : builder(builder), loc(loc), vectorDim(vectorDim) {
  int64_t largest = indexed.empty() ? 0 : *llvm::max_element(indexed);
  indices = LocalBuilder(builder, loc, context).signedIndex(indices, largest);
  auto type = cast<RankedTensorType>(indices.getType());
  fullShape = componentShape = Shape(type.getShape());
  if (vectorDim == type.getRank()) {
    components.push_back(indices);
    return;
  }
  componentShape.erase(componentShape.begin() + vectorDim);
  for (int64_t i = 0; i < fullShape[vectorDim]; ++i) {
    SmallVector<int64_t> start(fullShape.size(), 0), limit(fullShape.begin(), fullShape.end()),
        stride(fullShape.size(), 1);
    start[vectorDim] = i;
    limit[vectorDim] = i + 1;
    Shape one = fullShape;
    one[vectorDim] = 1;
    Value slice =
        stablehlo::SliceOp::create(builder, loc, type.clone(one), indices, builder.getDenseI64ArrayAttr(start),
                                   builder.getDenseI64ArrayAttr(limit), builder.getDenseI64ArrayAttr(stride));
    components.push_back(stablehlo::ReshapeOp::create(builder, loc, type.clone(componentShape), slice));
  }
}

Value IndexVector::join() {
  if (vectorDim == static_cast<int64_t>(fullShape.size()))
    return components.front();
  auto type = cast<RankedTensorType>(components.front().getType());
  Shape one = fullShape;
  one[vectorDim] = 1;
  SmallVector<Value> parts;
  for (Value component : components)
    parts.push_back(stablehlo::ReshapeOp::create(builder, loc, type.clone(one), component));
  return stablehlo::ConcatenateOp::create(builder, loc, type.clone(fullShape), parts,
                                          builder.getI64IntegerAttr(vectorDim));
}

} // namespace shardwright
