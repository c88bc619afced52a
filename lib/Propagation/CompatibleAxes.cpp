#include "shardwright/Propagation/Strategy.h"

#include <numeric>

namespace shardwright {

namespace {
/// The list that is agreed on so far.
struct Agreement {
  AxisList axes;
  /// After the first disagreement nobody may extend the list.
  bool frozen = false;

  void meet(const Mesh &mesh, llvm::ArrayRef<AxisRef> other, bool mayExtend);
};
} // namespace

void Agreement::meet(const Mesh &mesh, llvm::ArrayRef<AxisRef> other, bool mayExtend) {
  size_t common = std::min(axes.size(), other.size());
  for (size_t i = 0; i < common; ++i) {
    if (axes[i] == other[i])
      continue;
    if (isPrefixOf(mesh, axes[i], other[i])) {
      // Only the end of the list may grow within its axis; in the middle the two lists mean different orders.
      if (i + 1 == axes.size()) {
        if (mayExtend && !frozen)
          axes.assign(other.begin(), other.end());
        return;
      }
      axes.truncate(i + 1);
    } else if (isPrefixOf(mesh, other[i], axes[i])) {
      if (i + 1 == other.size())
        return;
      axes.truncate(i);
      axes.push_back(other[i]);
    } else {
      axes.truncate(i);
    }
    frozen = true;
    return;
  }
  if (other.size() > axes.size() && mayExtend && !frozen)
    axes.append(other.begin() + axes.size(), other.end());
}

AxisList compatibleMajorAxes(const StepContext &context, const Projection &projection, int64_t factor) {
  Direction direction = context.directions[factor];
  if (direction == Direction::None)
    return {};
  Agreement agreement;
  auto meetAll = [&](llvm::ArrayRef<TensorProjection> tensors, bool mayExtend) {
    for (const TensorProjection &tensor : tensors)
      if (const FactorSharding *own = tensor.find(factor))
        agreement.meet(context.mesh, own->axes, mayExtend);
  };
  if (direction == Direction::Backward) {
    meetAll(projection.results(), true);
    meetAll(projection.operands(), false);
  } else {
    meetAll(projection.operands(), true);
    meetAll(projection.results(), direction == Direction::Both);
  }
  return agreement.axes;
}

/// The longest prefix of `axis` that shares nothing with `hole`.
static std::optional<AxisRef> prefixWithout(const Mesh &mesh, const AxisRef &axis, const AxisRef &hole) {
  if (!overlaps(mesh, axis, hole))
    return axis;
  int64_t begin = axis.preSize(), stop = hole.preSize();
  if (stop <= begin || stop % begin != 0 || axis.size(mesh) % (stop / begin) != 0)
    return std::nullopt;
  return makeAxisRef(mesh, axis.name, begin, stop / begin);
}

static std::optional<AxisRef> prefixWithout(const Mesh &mesh, AxisRef axis, llvm::ArrayRef<AxisRef> holes) {
  for (const AxisRef &hole : holes) {
    std::optional<AxisRef> rest = prefixWithout(mesh, axis, hole);
    if (!rest)
      return std::nullopt;
    axis = *rest;
  }
  return axis;
}

/// The longest prefix of `axis` that no factor but `factor` of the tensor uses.
static std::optional<AxisRef> prefixFreeIn(const Mesh &mesh, const TensorProjection &tensor, int64_t factor,
                                           AxisRef axis) {
  for (const FactorSharding &other : tensor.factors) {
    if (other.factor == factor)
      continue;
    for (llvm::ArrayRef<AxisRef> used :
         {llvm::ArrayRef<AxisRef>(other.axes), llvm::ArrayRef<AxisRef>(other.overflow)}) {
      std::optional<AxisRef> rest = prefixWithout(mesh, axis, used);
      if (!rest)
        return std::nullopt;
      axis = *rest;
    }
  }
  return axis;
}

/// The part of `axis` that still divides what is left of a factor.
static std::optional<AxisRef> prefixDividing(const Mesh &mesh, const AxisRef &axis, int64_t left) {
  int64_t parts = axis.size(mesh);
  int64_t common = std::gcd(left, parts);
  if (common == parts)
    return axis;
  if (common == 1)
    return std::nullopt;
  auto pieces = split(mesh, axis, common);
  return pieces ? std::optional<AxisRef>(pieces->first) : std::nullopt;
}

AxisList cutFor(const StepContext &context, const TensorProjection &tensor, int64_t factor,
                llvm::ArrayRef<AxisRef> axes) {
  const Mesh &mesh = context.mesh;
  const FactorSharding *own = tensor.find(factor);
  AxisList result;
  AxisList fresh(axes.begin(), axes.end());
  if (own) {
    result = commonPrefix(mesh, own->axes, axes);
    if (result != own->axes)
      return result;
    fresh = dropPrefix(mesh, axes, own->axes);
    if (!own->open || !own->overflow.empty())
      return result;
  }
  int64_t size = context.rule.factors[factor].size;
  for (const AxisRef &axis : fresh) {
    std::optional<AxisRef> part = prefixFreeIn(mesh, tensor, factor, axis);
    if (part && own)
      part = prefixWithout(mesh, *part, llvm::ArrayRef<AxisRef>(tensor.unavailable));
    if (part && own && !own->last)
      part = prefixDividing(mesh, *part, size / numParts(mesh, result));
    if (!part)
      break;
    append(mesh, result, *part);
    if (*part != axis)
      break;
  }
  return result;
}

} // namespace shardwright
