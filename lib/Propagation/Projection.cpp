#include "shardwright/Propagation/Projection.h"

#include <numeric>

namespace shardwright {

FactorSharding *TensorProjection::find(int64_t factor) {
  for (FactorSharding &candidate : factors)
    if (candidate.factor == factor)
      return &candidate;
  return nullptr;
}

const FactorSharding *TensorProjection::find(int64_t factor) const {
  return const_cast<TensorProjection *>(this)->find(factor);
}

/// Moves from the front of `axes` to `factor` what divides its `size`; what is left of a split axis stays in front.
static void keepDividingAxes(const Mesh &mesh, AxisList &axes, int64_t size, FactorSharding &factor) {
  int64_t left = size;
  while (!axes.empty() && left > 1) {
    int64_t parts = axes.front().size(mesh);
    int64_t common = std::gcd(left, parts);
    if (common == parts) {
      append(mesh, factor.axes, axes.front());
      axes.erase(axes.begin());
    } else {
      auto pieces = common > 1 ? split(mesh, axes.front(), common) : std::nullopt;
      if (!pieces)
        return;
      append(mesh, factor.axes, pieces->first);
      if (pieces->second)
        axes.front() = *pieces->second;
      else
        axes.erase(axes.begin());
    }
    left /= common;
  }
}

static void projectDim(const Mesh &mesh, const ShardingRule &rule, const DimFactors &factors, const DimSharding &dim,
                       TensorProjection &result) {
  AxisList axes = dim.axes;
  bool diverged = false;
  for (size_t i = 0; i < factors.size(); ++i) {
    FactorSharding factor;
    factor.factor = factors[i];
    factor.last = i + 1 == factors.size();
    factor.open = dim.open && !diverged;
    int64_t size = rule.factors[factors[i]].size;
    result.elements *= size;
    if (factor.last) {
      factor.axes = axes;
    } else {
      keepDividingAxes(mesh, axes, size, factor);
      if (!axes.empty() && numParts(mesh, factor.axes) < size) {
        factor.overflow = axes;
        axes.clear();
        diverged = true;
      }
    }
    result.factors.push_back(std::move(factor));
  }
}

TensorProjection project(const Mesh &mesh, const ShardingRule &rule, const TensorFactors &dims,
                         const Sharding &sharding, llvm::ArrayRef<AxisRef> unavailable) {
  TensorProjection result;
  for (size_t d = 0; d < dims.size() && d < sharding.dims.size(); ++d)
    projectDim(mesh, rule, dims[d], sharding.dims[d], result);
  result.unavailable.append(unavailable.begin(), unavailable.end());
  result.unavailable.append(sharding.replicated.begin(), sharding.replicated.end());
  for (const PartialAxis &partial : sharding.partial)
    result.unavailable.push_back(partial.axis);
  return result;
}

Sharding unproject(const Mesh &mesh, const ShardingRule &rule, const TensorFactors &dims,
                   const TensorProjection &projection, const Sharding &before) {
  Sharding result = before;
  size_t next = 0;
  for (size_t d = 0; d < dims.size() && d < before.dims.size(); ++d) {
    AxisList axes;
    bool reachable = true;
    for (size_t i = 0; i < dims[d].size(); ++i) {
      const FactorSharding &factor = projection.factors[next++];
      if (!reachable)
        continue;
      for (const AxisRef &axis : factor.axes)
        append(mesh, axes, axis);
      for (const AxisRef &axis : factor.overflow)
        append(mesh, axes, axis);
      reachable = factor.overflow.empty() && numParts(mesh, factor.axes) >= rule.factors[factor.factor].size;
    }
    result.dims[d].axes = std::move(axes);
  }
  return result;
}

} // namespace shardwright
