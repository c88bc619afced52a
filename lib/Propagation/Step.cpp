#include "lib/Propagation/Step.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

static const TensorFactors &dimsOf(const ShardingRule &rule, size_t tensor) {
  size_t operands = rule.operands.size();
  return tensor < operands ? rule.operands[tensor] : rule.results[tensor - operands];
}

/// Takes the axes of `hidden` off the front of every dimension; returns them so that they can be put back.
static std::vector<AxisList> hide(const Mesh &mesh, llvm::ArrayRef<AxisRef> hidden, Sharding &sharding) {
  std::vector<AxisList> taken(sharding.dims.size());
  for (size_t d = 0; d < sharding.dims.size(); ++d) {
    AxisList &axes = sharding.dims[d].axes;
    while (!axes.empty() && overlaps(mesh, hidden, axes.front())) {
      taken[d].push_back(axes.front());
      axes.erase(axes.begin());
    }
  }
  return taken;
}

static void unhide(const Mesh &mesh, llvm::ArrayRef<AxisList> taken, Sharding &sharding) {
  for (size_t d = 0; d < sharding.dims.size(); ++d) {
    AxisList axes = taken[d];
    for (const AxisRef &axis : sharding.dims[d].axes)
      append(mesh, axes, axis);
    sharding.dims[d].axes = std::move(axes);
  }
}

/// The tensor that had `axis` on one of the factors of the dimension before the step.
static size_t sourceOf(const Mesh &mesh, const Projection &before, const DimFactors &factors, size_t tensor,
                       const AxisRef &axis) {
  for (size_t t = 0; t < before.tensors.size(); ++t)
    for (int64_t factor : factors)
      if (const FactorSharding *other = before.tensors[t].find(factor); other && t != tensor)
        if (overlaps(mesh, other->axes, axis))
          return t;
  return tensor;
}

/// No tensor has an axis that another could take over.
static bool allWhole(llvm::ArrayRef<const Sharding *> shardings) {
  return llvm::all_of(shardings, [](const Sharding *sharding) {
    return llvm::all_of(sharding->dims, [](const DimSharding &dim) { return dim.axes.empty(); });
  });
}

/// Every tensor has the same on every dimension, so none has anything for another.
static bool allAlike(llvm::ArrayRef<const Sharding *> shardings) {
  auto sameAxes = [](const DimSharding &a, const DimSharding &b) { return a.axes == b.axes; };
  return llvm::all_of(shardings, [&](const Sharding *sharding) {
    return llvm::equal(sharding->dims, shardings.front()->dims, sameAxes);
  });
}

StepOutput runStep(const StepContext &context, const StepInput &input, const Strategy &strategy) {
  const Mesh &mesh = context.mesh;
  if (allWhole(input.shardings) || (context.rule.elementwise && input.hidden.empty() && allAlike(input.shardings)))
    return {};
  llvm::SmallVector<const Sharding *, 4> shardings(input.shardings.begin(), input.shardings.end());
  Sharding visible;
  std::vector<AxisList> taken;
  if (!input.hidden.empty() && !shardings.empty()) {
    visible = *shardings.front();
    taken = hide(mesh, input.hidden, visible);
    shardings.front() = &visible;
  }

  Projection before;
  before.numOperands = context.rule.operands.size();
  before.tensors.reserve(shardings.size());
  for (size_t t = 0; t < shardings.size(); ++t)
    before.tensors.push_back(project(mesh, context.rule, dimsOf(context.rule, t), *shardings[t], input.unavailable[t]));
  Projection after = before;
  strategy.run(context, after);

  StepOutput output;
  for (size_t t = 0; t < shardings.size(); ++t) {
    const TensorFactors &dims = dimsOf(context.rule, t);
    bool same = llvm::equal(before.tensors[t].factors, after.tensors[t].factors,
                            [](const FactorSharding &a, const FactorSharding &b) { return a.axes == b.axes; });
    if (same)
      continue;
    Sharding updated = unproject(mesh, context.rule, dims, after.tensors[t], *shardings[t]);
    for (size_t d = 0; d < updated.dims.size(); ++d) {
      // Going back drops what no dimension can spell; it never takes an axis away.
      if (!isPrefixOf(mesh, shardings[t]->dims[d].axes, updated.dims[d].axes))
        updated.dims[d].axes = shardings[t]->dims[d].axes;
      for (const AxisRef &axis : dropPrefix(mesh, updated.dims[d].axes, shardings[t]->dims[d].axes))
        output.gains.push_back({t, d, axis, sourceOf(mesh, before, dims[d], t, axis)});
    }
    if (updated == *shardings[t])
      continue;
    if (t == 0 && !taken.empty())
      unhide(mesh, taken, updated);
    output.changed.emplace_back(t, std::move(updated));
  }
  return output;
}

} // namespace shardwright
