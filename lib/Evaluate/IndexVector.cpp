#include "lib/Evaluate/IndexVector.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

IndexVector::IndexVector(const ShardingProblem::Value &value, PartId indices,
                         const ShardingProblem::LocalOp::Indexing &indexing, llvm::ArrayRef<int64_t> whole,
                         LocalEmitter &emit)
    : elements(signedIndex(value.type, whole.empty() ? 0 : *llvm::max_element(whole))), vectorDim(indexing.vectorDim),
      shape(emit.shapeOf(indices)) {
  indices = emit.convert(indices, elementsOf(value), elements);
  if (vectorDim == shape.size()) {
    components.push_back(indices);
    return;
  }
  Shape component = shape;
  component.erase(component.begin() + static_cast<ptrdiff_t>(vectorDim));
  for (int64_t number = 0; number < shape[vectorDim]; ++number) {
    PartId slice = emit.slice(indices, vectorDim, number, number + 1, elements);
    components.push_back(emit.reshape(slice, component, elements));
  }
}

PartId IndexVector::relative(PartId index, llvm::ArrayRef<AxisRef> axes, int64_t blockLength,
                             LocalEmitter &emit) const {
  Shape of = emit.shapeOf(index);
  PartId start = emit.spread(emit.blockStart(axes, blockLength, elements), of, elements);
  return emit.binary('-', index, start, elements);
}

PartId IndexVector::join(LocalEmitter &emit) const {
  if (vectorDim == shape.size())
    return components.front();
  Shape one = shape;
  one[vectorDim] = 1;
  llvm::SmallVector<PartId> parts;
  for (PartId component : components)
    parts.push_back(emit.reshape(component, one, elements));
  return emit.make(formOf(fusion::OpForm::Kind::Concatenate, elements, parts.size()), parts, shape, elements,
                   vectorDim);
}

} // namespace shardwright::evaluation
