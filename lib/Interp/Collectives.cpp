#include "lib/Interp/Collectives.h"

namespace shardwright::interp {

Tensor allGather(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                 int64_t dim, mlir::RankedTensorType resultType) {
  std::vector<int64_t> group = groupOf(mesh, axes, position);
  Tensor result(resultType);
  int64_t length = values[position].dim(dim);
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    Index from(index);
    from[dim] = index[dim] % length;
    result.set(linear, values[group[index[dim] / length]].at(from));
  });
  return result;
}

/// Block `number` of length `length` along a dimension; garbage past the end.
static Tensor block(const Tensor &operand, int64_t dim, int64_t number, int64_t length) {
  Index shape(operand.shape());
  shape[dim] = length;
  Tensor result = Tensor::splat(operand.type().clone(shape), operand.format().garbage());
  forEachIndex(shape, [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    Index from(index);
    from[dim] += number * length;
    if (from[dim] < operand.dim(dim))
      result.set(linear, operand.at(from));
  });
  return result;
}

Tensor slice(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values, int64_t dim,
             mlir::RankedTensorType resultType) {
  return block(values[position], dim, blockIndex(mesh, axes, position), resultType.getDimSize(dim));
}

Tensor allReduce(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                 ReductionKind kind) {
  std::vector<const Tensor *> summands;
  for (int64_t member : groupOf(mesh, axes, position))
    summands.push_back(&values[member]);
  return combined(kind, summands);
}

Tensor reduceScatter(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                     ReductionKind kind, int64_t dim, mlir::RankedTensorType resultType) {
  return block(allReduce(mesh, axes, position, values, kind), dim, blockIndex(mesh, axes, position),
               resultType.getDimSize(dim));
}

Tensor allToAll(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                int64_t splitDim, int64_t concatDim, mlir::RankedTensorType resultType) {
  std::vector<int64_t> group = groupOf(mesh, axes, position);
  int64_t mine = blockIndex(mesh, axes, position), members = static_cast<int64_t>(group.size());
  int64_t length = (values[position].dim(splitDim) + members - 1) / members;
  std::vector<Tensor> received;
  for (int64_t member : group)
    received.push_back(block(values[member], splitDim, mine, length));
  int64_t step = received[0].dim(concatDim);
  Tensor result(resultType);
  forEachIndex(result.shape(), [&](llvm::ArrayRef<int64_t> index, int64_t linear) {
    Index from(index);
    from[concatDim] = index[concatDim] % step;
    result.set(linear, received[index[concatDim] / step].at(from));
  });
  return result;
}

Tensor collectivePermute(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position, const DeviceValues &values,
                         llvm::ArrayRef<std::pair<int64_t, int64_t>> sourceTargetPairs) {
  int64_t mine = blockIndex(mesh, axes, position);
  for (auto [source, target] : sourceTargetPairs)
    if (target == mine)
      return values[groupOf(mesh, axes, position)[source]];
  return Tensor(values[position].type());
}

} // namespace shardwright::interp
