#include "shardwright/Sharding/Meaning.h"

#include "shardwright/Sharding/AxisDigits.h"

namespace shardwright {

PositionDigit digitOf(const Mesh &mesh, const AxisRef &axis) {
  int64_t stride = 1;
  for (const MeshAxis &meshAxis : llvm::reverse(mesh.axes())) {
    if (meshAxis.name == axis.name)
      return PositionDigit{stride, meshAxis.size}.middle(axis.preSize(), axis.size(mesh));
    stride *= meshAxis.size;
  }
  return {1, 1};
}

std::vector<PositionDigit> digitsOf(const Mesh &mesh) {
  return rowMajorDigits(llvm::map_range(mesh.axes(), [](const MeshAxis &axis) { return axis.size; }));
}

static llvm::SmallVector<PositionDigit, 4> digitsOf(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  llvm::SmallVector<PositionDigit, 4> digits;
  for (const AxisRef &axis : axes)
    digits.push_back(digitOf(mesh, axis));
  return digits;
}

int64_t blockIndex(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position) {
  return blockAlong(digitsOf(mesh, axes), position);
}

std::optional<llvm::SmallVector<int64_t, 6>> globalIndex(const Mesh &mesh, const Sharding &sharding,
                                                         llvm::ArrayRef<int64_t> globalShape, int64_t position,
                                                         llvm::ArrayRef<int64_t> localIndex) {
  llvm::SmallVector<int64_t, 6> out(globalShape.size());
  llvm::SmallVector<int64_t, 6> local = sharding.localShape(mesh, globalShape);
  for (size_t d = 0; d < out.size(); ++d) {
    out[d] = blockIndex(mesh, sharding.dims[d].axes, position) * local[d] + localIndex[d];
    if (out[d] >= globalShape[d])
      return std::nullopt;
  }
  return out;
}

std::vector<int64_t> groupOf(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position) {
  return groupAlong(digitsOf(mesh, axes), position);
}

std::vector<std::vector<int64_t>> groups(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  return groupsAlong(digitsOf(mesh, axes), mesh.numDevices());
}

} // namespace shardwright
