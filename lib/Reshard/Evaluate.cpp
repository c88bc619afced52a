#include "shardwright/Reshard/Evaluate.h"

#include "shardwright/Sharding/Meaning.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardwright {

namespace {
using Shape = llvm::SmallVector<int64_t, 6>;

int64_t numElements(llvm::ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    count *= size;
  return count;
}

int64_t offsetOf(llvm::ArrayRef<int64_t> shape, llvm::ArrayRef<int64_t> index) {
  int64_t offset = 0;
  for (size_t d = 0; d < shape.size(); ++d)
    offset = offset * shape[d] + index[d];
  return offset;
}

void forEachIndex(llvm::ArrayRef<int64_t> shape, llvm::function_ref<void(llvm::ArrayRef<int64_t>)> visit) {
  Shape index(shape.size(), 0);
  for (int64_t left = numElements(shape); left > 0; --left) {
    visit(index);
    for (size_t d = shape.size(); d-- > 0;) {
      if (++index[d] < shape[d])
        break;
      index[d] = 0;
    }
  }
}

/// One step on all devices: reads the arrays before it, writes those after it.
template <typename T> class StepRunner {
public:
  StepRunner(const Mesh &mesh, const ReshardStep &step, llvm::ArrayRef<int64_t> before, const DeviceBuffers<T> &in)
      : mesh(mesh), step(step), before(before), in(in) {}

  DeviceBuffers<T> run() {
    DeviceBuffers<T> out;
    for (int64_t p = 0; p < mesh.numDevices(); ++p) {
      group = groupOf(mesh, step.axes, p);
      mine = blockIndex(mesh, step.axes, p);
      std::vector<T> &local = out.emplace_back(numElements(step.localShape));
      forEachIndex(step.localShape, [&](llvm::ArrayRef<int64_t> index) {
        local[offsetOf(step.localShape, index)] = element(Shape(index));
      });
    }
    return out;
  }

private:
  /// An element of a member's array; what lies behind its end is padding.
  T at(int64_t member, const Shape &index) const {
    for (size_t d = 0; d < index.size(); ++d)
      if (index[d] >= before[d])
        return T(0);
    return in[group[member]][offsetOf(before, index)];
  }

  /// An element of this device's array after the step.
  T element(Shape index) const {
    switch (step.op) {
    case ReshardOp::Slice:
      index[*step.dim] += mine * step.localShape[*step.dim];
      return at(mine, index);
    case ReshardOp::AllGather:
      return joined(*step.dim, index);
    case ReshardOp::AllToAll:
      index[*step.dim] += mine * step.localShape[*step.dim];
      return joined(*step.concatDim, index);
    case ReshardOp::Permute:
      for (auto [source, target] : step.pairs)
        if (target == mine)
          return at(source, index);
      return T(0);
    case ReshardOp::ReduceScatter:
      index[*step.dim] += mine * step.localShape[*step.dim];
      return combined(index);
    case ReshardOp::AllReduce:
      return combined(index);
    case ReshardOp::MakePartial:
      if (mine == 0 ||
          (step.kind != ReductionKind::Sum && step.kind != ReductionKind::Xor && step.kind != ReductionKind::Product))
        return at(mine, index);
      return T(step.kind == ReductionKind::Product ? 1 : 0);
    }
    return T(0);
  }

  T joined(size_t dim, Shape index) const {
    int64_t member = index[dim] / before[dim];
    index[dim] %= before[dim];
    return at(member, index);
  }

  T combined(const Shape &index) const {
    T value = at(0, index);
    for (size_t member = 1; member < group.size(); ++member)
      value = combine(step.kind, value, at(member, index));
    return value;
  }

  const Mesh &mesh;
  const ReshardStep &step;
  llvm::ArrayRef<int64_t> before;
  const DeviceBuffers<T> &in;
  std::vector<int64_t> group;
  int64_t mine = 0;
};
} // namespace

template <typename T> T combine(ReductionKind kind, T a, T b) {
  switch (kind) {
  case ReductionKind::Sum:
    return a + b;
  case ReductionKind::Product:
    return a * b;
  case ReductionKind::Max:
    return std::max(a, b);
  case ReductionKind::Min:
    return std::min(a, b);
  default:
    break;
  }
  if constexpr (std::is_integral_v<T>)
    return kind == ReductionKind::And ? a & b : kind == ReductionKind::Or ? a | b : a ^ b;
  bool x = a != 0, y = b != 0;
  return T(kind == ReductionKind::And ? x && y : kind == ReductionKind::Or ? x || y : x != y);
}

template <typename T>
DeviceBuffers<T> evaluate(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, const Sharding &from,
                          const ReshardPlan &plan, DeviceBuffers<T> buffers) {
  Shape before = from.localShape(mesh, shape);
  for (const ReshardStep &step : plan.steps) {
    buffers = StepRunner<T>(mesh, step, before, buffers).run();
    before = step.localShape;
  }
  return buffers;
}

template int64_t combine(ReductionKind, int64_t, int64_t);
template double combine(ReductionKind, double, double);
template DeviceBuffers<int64_t> evaluate(const Mesh &, llvm::ArrayRef<int64_t>, const Sharding &, const ReshardPlan &,
                                         DeviceBuffers<int64_t>);
template DeviceBuffers<double> evaluate(const Mesh &, llvm::ArrayRef<int64_t>, const Sharding &, const ReshardPlan &,
                                        DeviceBuffers<double>);

} // namespace shardwright
