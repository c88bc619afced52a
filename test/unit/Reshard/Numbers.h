#ifndef SHARDWRIGHT_TEST_UNIT_RESHARD_NUMBERS_H
#define SHARDWRIGHT_TEST_UNIT_RESHARD_NUMBERS_H

#include "shardwright/Reshard/Evaluate.h"
#include "shardwright/Sharding/Meaning.h"

#include <random>

namespace shardwright::test {

using Shape = llvm::SmallVector<int64_t, 6>;

inline int64_t numElements(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

inline Shape indexAt(llvm::ArrayRef<int64_t> shape, int64_t offset) {
  Shape index(shape.size());
  for (size_t d = shape.size(); d-- > 0;) {
    index[d] = offset % shape[d];
    offset /= shape[d];
  }
  return index;
}

inline int64_t offsetAt(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> index) {
  int64_t offset = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    offset = offset * shape[d] + index[d];
  return offset;
}

inline AxisList partialAxes(const Sharding &sharding) {
  AxisList axes;
  for (const PartialAxis &p : sharding.partial)
    axes.push_back(p.axis);
  return axes;
}

/// The element of summand `part` of `parts` such that all combine to `value`.
inline int64_t summand(ReductionKind kind, int64_t value, int64_t part, int64_t parts) {
  switch (kind) {
  case ReductionKind::Sum:
    return part ? 1000 * part + value % 7 : value - (parts - 1) * (value % 7) - 500 * parts * (parts - 1);
  case ReductionKind::Xor:
    return part ? 1000 + part : value ^ (parts == 2 ? 1001 : parts == 4 ? 1001 ^ 1002 ^ 1003 : 0);
  case ReductionKind::Product:
    return part ? 1 : value;
  case ReductionKind::Max:
    return part == value % parts ? value : value - 1 - part;
  case ReductionKind::Min:
    return part == value % parts ? value : value + 1 + part;
  case ReductionKind::And:
    return part == value % parts ? value : value | (int64_t(1) << (40 + part));
  case ReductionKind::Or:
    return part == value % parts ? value : value & 0xff;
  }
  return value;
}

/// A well-formed value of the array under a sharding; padding slots hold rubbish.
inline DeviceBuffers<int64_t> distribute(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, const Sharding &sharding,
                                         llvm::ArrayRef<int64_t> array, std::mt19937 &random) {
  Shape local = sharding.localShape(mesh, shape);
  AxisList partial = partialAxes(sharding);
  int64_t parts = numParts(mesh, partial);
  DeviceBuffers<int64_t> buffers(mesh.numDevices());
  for (int64_t p = 0; p < mesh.numDevices(); ++p)
    for (int64_t offset = 0; offset < numElements(local); ++offset) {
      auto index = globalIndex(mesh, sharding, shape, p, indexAt(local, offset));
      if (!index) {
        buffers[p].push_back(1000000000 + static_cast<int64_t>(random() % 1000000000));
        continue;
      }
      int64_t value = array[offsetAt(shape, *index)];
      buffers[p].push_back(parts == 1 ? value
                                      : summand(sharding.partial[0].kind, value, blockIndex(mesh, partial, p), parts));
    }
  return buffers;
}

/// The meaning: on every device, every slot that is not padding combines with its partners to the array's element.
inline bool holds(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, const Sharding &sharding,
                  llvm::ArrayRef<int64_t> array, const DeviceBuffers<int64_t> &buffers) {
  Shape local = sharding.localShape(mesh, shape);
  AxisList partial = partialAxes(sharding);
  for (int64_t p = 0; p < mesh.numDevices(); ++p) {
    if (static_cast<int64_t>(buffers[p].size()) != numElements(local))
      return false;
    std::vector<int64_t> group = groupOf(mesh, partial, p);
    for (int64_t offset = 0; offset < numElements(local); ++offset) {
      auto index = globalIndex(mesh, sharding, shape, p, indexAt(local, offset));
      if (!index)
        continue;
      int64_t value = buffers[group[0]][offset];
      for (size_t i = 1; i < group.size(); ++i)
        value = combine(sharding.partial[0].kind, value, buffers[group[i]][offset]);
      if (value != array[offsetAt(shape, *index)])
        return false;
    }
  }
  return true;
}

/// Bytes of: combine everything, gather every dimension, slice. The cheaper of both orders of the dimensions.
inline int64_t gatherThenSliceBytes(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes,
                                    const Sharding &from) {
  int64_t best = -1;
  for (bool backwards : {false, true}) {
    Shape local = from.localShape(mesh, shape);
    int64_t parts = numParts(mesh, partialAxes(from));
    int64_t bytes = 2 * (parts - 1) * numElements(local) * elementBytes / parts;
    for (size_t i = 0; i < shape.size(); ++i) {
      size_t d = backwards ? shape.size() - 1 - i : i;
      bytes += (from.numParts(mesh, d) - 1) * numElements(local) * elementBytes;
      local[d] = shape[d];
    }
    best = best < 0 ? bytes : std::min(best, bytes);
  }
  return best;
}

} // namespace shardwright::test

#endif // SHARDWRIGHT_TEST_UNIT_RESHARD_NUMBERS_H
