#include "shardwright/Sharding/Meaning.h"

namespace shardwright {

namespace {
/// The digit that one axis reference is of a position: (position / stride) % size.
struct Digit {
  int64_t stride;
  int64_t size;
  int64_t of(int64_t position) const { return position / stride % size; }
};
} // namespace

static Digit digitOf(const Mesh &mesh, const AxisRef &axis) {
  int64_t stride = 1;
  for (const MeshAxis &meshAxis : llvm::reverse(mesh.axes())) {
    if (meshAxis.name == axis.name) {
      int64_t size = axis.size(mesh);
      return {stride * (meshAxis.size / (axis.preSize() * size)), size};
    }
    stride *= meshAxis.size;
  }
  return {1, 1};
}

static llvm::SmallVector<Digit, 4> digitsOf(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  llvm::SmallVector<Digit, 4> digits;
  for (const AxisRef &axis : axes)
    digits.push_back(digitOf(mesh, axis));
  return digits;
}

int64_t blockIndex(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position) {
  int64_t block = 0;
  for (const AxisRef &axis : axes) {
    Digit digit = digitOf(mesh, axis);
    block = block * digit.size + digit.of(position);
  }
  return block;
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

/// The members of the group whose block 0 is `first`.
static std::vector<int64_t> groupFrom(int64_t first, llvm::ArrayRef<Digit> digits) {
  std::vector<int64_t> members = {first};
  for (const Digit &digit : digits) {
    std::vector<int64_t> next;
    next.reserve(members.size() * digit.size);
    for (int64_t member : members)
      for (int64_t value = 0; value < digit.size; ++value)
        next.push_back(member + value * digit.stride);
    members = std::move(next);
  }
  return members;
}

static int64_t firstOfGroup(int64_t position, llvm::ArrayRef<Digit> digits) {
  int64_t first = position;
  for (const Digit &digit : digits)
    first -= digit.of(position) * digit.stride;
  return first;
}

std::vector<int64_t> groupOf(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, int64_t position) {
  llvm::SmallVector<Digit, 4> digits = digitsOf(mesh, axes);
  return groupFrom(firstOfGroup(position, digits), digits);
}

std::vector<std::vector<int64_t>> groups(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  llvm::SmallVector<Digit, 4> digits = digitsOf(mesh, axes);
  std::vector<std::vector<int64_t>> out;
  for (int64_t position = 0; position < mesh.numDevices(); ++position)
    if (firstOfGroup(position, digits) == position)
      out.push_back(groupFrom(position, digits));
  return out;
}

} // namespace shardwright
