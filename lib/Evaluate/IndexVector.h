#ifndef LIB_EVALUATE_INDEXVECTOR_H
#define LIB_EVALUATE_INDEXVECTOR_H

#include "lib/Evaluate/LocalEmitter.h"

namespace shardwright::evaluation {

/// The indices of a gather or scatter taken apart into components, and put together again, as
/// dialects/stablehlo/indexing/IndexVector.h does it.
class IndexVector {
public:
  /// `whole`: the shape of what is indexed.
  IndexVector(const ShardingProblem::Value &value, PartId indices, const ShardingProblem::LocalOp::Indexing &indexing,
              llvm::ArrayRef<int64_t> whole, LocalEmitter &emit);

  size_t size() const { return components.size(); }
  PartId &operator[](size_t component) { return components[component]; }
  /// An index seen from the start of the device's block.
  PartId relative(PartId index, llvm::ArrayRef<AxisRef> axes, int64_t blockLength, LocalEmitter &emit) const;
  PartId join(LocalEmitter &emit) const;

  const Elements elements; ///< of the components

private:
  const size_t vectorDim;
  Shape shape; ///< of all
  llvm::SmallVector<PartId> components;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_INDEXVECTOR_H
