#include "shardwright/Placement/Placement.h"

#include "shardwright/Placement/HaloExchange.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <numeric>

namespace shardwright {

bool Placement::uses(const Mesh &mesh, const AxisRef &axis) const {
  return llvm::any_of(factors, [&](const AxisList &axes) { return overlaps(mesh, axes, axis); }) ||
         llvm::any_of(partial, [&](const PartialAxis &p) { return overlaps(mesh, p.axis, axis); });
}

std::string Placement::str(const ShardingRule &rule) const {
  std::string text;
  auto list = [&](llvm::StringRef name, llvm::ArrayRef<AxisRef> axes) {
    if (axes.empty())
      return;
    text += (text.empty() ? "" : " ") + name.str() + "={" +
            llvm::join(llvm::map_range(axes, [](const AxisRef &a) { return a.str(); }), ",") + "}";
  };
  for (auto [index, axes] : llvm::enumerate(factors))
    list(factorName(index), axes);
  AxisList partialAxes;
  for (const PartialAxis &p : partial)
    partialAxes.push_back(p.axis);
  list("partial", partialAxes);
  return text.empty() ? "replicated" : text;
}

/// In canonical form, as append() leaves it.
static Sharding dimsSharding(const Mesh &mesh, const TensorFactors &dims, const Placement &placement) {
  Sharding sharding = Sharding::closed(dims.size());
  for (auto [dim, factors] : llvm::zip_equal(sharding.dims, dims))
    for (int64_t factor : factors)
      for (const AxisRef &axis : placement.factors[factor])
        append(mesh, dim.axes, axis);
  return sharding;
}

/// Axes of split reduction factors, as partial axes of the result.
static std::vector<PartialAxis> reductionAxes(const ShardingRule &rule, const Placement &placement) {
  std::vector<PartialAxis> result;
  for (auto [factor, axes] : llvm::zip_equal(rule.factors, placement.factors))
    if (factor.kind == FactorKind::Reduction && !factor.combined)
      for (const AxisRef &axis : axes)
        result.push_back({axis, factor.reduction});
  return result;
}

Sharding operandSharding(const Mesh &mesh, const ShardingRule &rule, const Placement &placement, size_t operand) {
  Sharding sharding = dimsSharding(mesh, rule.operands[operand], placement);
  bool loopCarried = rule.partial == PartialBehavior::AllAlike
                         ? llvm::is_contained(rule.partialOperands, operand)
                         : placement.partialOperand == static_cast<int64_t>(operand);
  if (loopCarried)
    sharding.partial = placement.partial;
  if (llvm::is_contained(rule.accumulators, operand))
    llvm::append_range(sharding.partial, reductionAxes(rule, placement));
  sharding.partial = canonicalize(mesh, std::move(sharding.partial));
  return sharding;
}

Sharding resultSharding(const Mesh &mesh, const ShardingRule &rule, const Placement &placement, size_t result) {
  Sharding sharding = dimsSharding(mesh, rule.results[result], placement);
  sharding.partial = placement.partial;
  llvm::append_range(sharding.partial, reductionAxes(rule, placement));
  sharding.partial = canonicalize(mesh, std::move(sharding.partial));
  return sharding;
}

static bool disjoint(const Mesh &mesh, const Placement &placement) {
  llvm::SmallVector<AxisRef, 8> used;
  auto take = [&](const AxisRef &axis) {
    if (overlaps(mesh, used, axis))
      return false;
    used.push_back(axis);
    return true;
  };
  for (const AxisList &axes : placement.factors)
    if (!llvm::all_of(axes, take))
      return false;
  return llvm::all_of(placement.partial, [&](const PartialAxis &p) { return take(p.axis); });
}

/// Whether one dimension's factors split it into equal contiguous blocks. `ragged` collects factors that do not divide.
static bool splitsIntoBlocks(const Mesh &mesh, const ShardingRule &rule, const DimFactors &factors, int64_t dimSize,
                             const Placement &placement, llvm::SmallVectorImpl<int64_t> &ragged,
                             llvm::SmallVectorImpl<int64_t> &shared) {
  if (std::optional<int64_t> sole = rule.soleFactor(factors)) {
    const AxisList &axes = placement.factors[*sole];
    if (axes.empty())
      return true;
    bool hasWindow = llvm::any_of(rule.windows, [&](const FactorWindow &w) { return w.factor == *sole; });
    if (dimSize != rule.factors[*sole].size && !hasWindow)
      return false;
    if (dimSize % numParts(mesh, axes) != 0)
      ragged.push_back(*sole);
    return true;
  }
  bool whole = true;
  for (int64_t factor : factors) {
    const AxisList &axes = placement.factors[factor];
    int64_t size = rule.factors[factor].size, parts = numParts(mesh, axes);
    if (size == 1 && axes.empty())
      continue;
    if (!axes.empty() && (!whole || size % parts != 0))
      return false;
    whole = whole && parts == size;
    shared.push_back(factor);
  }
  return true;
}

bool staysWhole(const Factor &factor) {
  return !factor.splittable || factor.kind == FactorKind::NeedReplication || factor.kind == FactorKind::Permutation;
}

void keepWindowsWhole(ShardingRule &rule) {
  for (const FactorWindow &window : rule.windows)
    rule.factors[window.factor].kind = FactorKind::NeedReplication;
  rule.windows.clear();
}

/// Blocks of operands make blocks of a result only along factors the result has; along others each device would hold
/// another value of what should be one (unless they are reductions).
static bool everyResultHas(const ShardingRule &rule, size_t factor) {
  return llvm::all_of(rule.results, [&](const TensorFactors &dims) {
    return llvm::any_of(dims, [&](const DimFactors &dim) { return llvm::is_contained(dim, factor); });
  });
}

/// A position that is padding would read elements: of a sum they would be part.
static bool canExchange(const Mesh &mesh, const ShardingRule &rule, const OpShapes &shapes,
                        const Placement &placement) {
  return llvm::all_of(rule.windows, [&](const FactorWindow &window) {
    const Factor &factor = rule.factors[window.factor];
    int64_t parts = numParts(mesh, placement.factors[window.factor]);
    if (placement.factors[window.factor].empty())
      return true;
    if (factor.kind == FactorKind::Reduction && factor.size % parts != 0)
      return false;
    return planHaloExchange(shapes.operands[window.operand][window.dim], factor.size, parts, window).has_value();
  });
}

bool isRunnable(const Mesh &mesh, const ShardingRule &rule, const OpShapes &shapes, const Placement &placement) {
  if (!disjoint(mesh, placement))
    return false;
  for (auto [index, factor] : llvm::enumerate(rule.factors)) {
    if (placement.factors[index].empty())
      continue;
    if (staysWhole(factor) || (factor.kind == FactorKind::PassThrough && !everyResultHas(rule, index)))
      return false;
  }
  llvm::SmallVector<int64_t> ragged, shared;
  auto all = [&](const std::vector<TensorFactors> &tensors, const std::vector<Shape> &tensorShapes) {
    for (auto [dims, shape] : llvm::zip_equal(tensors, tensorShapes))
      for (auto [factors, size] : llvm::zip_equal(dims, shape))
        if (!splitsIntoBlocks(mesh, rule, factors, size, placement, ragged, shared))
          return false;
    return true;
  };
  if (!all(rule.operands, shapes.operands) || !all(rule.results, shapes.results))
    return false;
  return llvm::none_of(ragged, [&](int64_t factor) { return llvm::is_contained(shared, factor); }) &&
         canExchange(mesh, rule, shapes, placement);
}

FactorAxes projectToFactors(const Mesh &mesh, const ShardingRule &rule, const TensorFactors &dims,
                            const Sharding &sharding) {
  FactorAxes result(rule.factors.size());
  for (auto [factors, dim] : llvm::zip_equal(dims, sharding.dims)) {
    if (std::optional<int64_t> sole = rule.soleFactor(factors)) {
      result[*sole] = dim.axes;
      continue;
    }
    llvm::SmallVector<AxisRef> rest(dim.axes.rbegin(), dim.axes.rend());
    for (int64_t factor : factors) {
      int64_t room = rule.factors[factor].size;
      while (room > 1 && !rest.empty()) {
        AxisRef axis = rest.pop_back_val();
        int64_t fits = std::gcd(room, axis.size(mesh));
        auto parts = fits > 1 ? split(mesh, axis, fits) : std::nullopt;
        if (!parts) {
          rest.clear();
          break;
        }
        append(mesh, result[factor], parts->first);
        room /= fits;
        if (parts->second)
          rest.push_back(*parts->second);
      }
      if (room > 1)
        break; // A later factor split behind this one would need a strided view.
    }
  }
  return result;
}

bool mustBeWhole(const Mesh &mesh, const ShardingRule &rule, const OpShapes &shapes, size_t operand,
                 const Sharding &sharding) {
  bool isSplit = false;
  for (const DimSharding &dim : sharding.dims)
    for (const AxisRef &axis : dim.axes) {
      isSplit = true;
      for (const DimFactors &factors : rule.operands[operand])
        for (int64_t factor : factors) {
          Placement alone = Placement::replicated(rule);
          alone.factors[factor] = {axis};
          if (isRunnable(mesh, rule, shapes, alone))
            return false;
        }
    }
  return isSplit;
}

bool runsWholeFor(const Mesh &mesh, const ShardingRule &rule, const OpShapes &shapes, const Placement &placement,
                  size_t operand, const Sharding &sharding) {
  bool single = llvm::all_of(shapes.operands[operand], [](int64_t size) { return size == 1; });
  return !single && placement == Placement::replicated(rule) && mustBeWhole(mesh, rule, shapes, operand, sharding);
}

} // namespace shardwright
