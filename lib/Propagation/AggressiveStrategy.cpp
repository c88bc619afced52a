#include "shardwright/Propagation/Strategy.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

namespace {
/// What a factor asks for, with what decides who goes first.
struct Claim {
  int64_t factor;
  AxisList axes;
  int64_t sourceElements;
  int64_t sourceTensor;
  int64_t parts;
};
} // namespace

static std::optional<Claim> claimOf(const StepContext &context, const Projection &projection, int64_t factor) {
  AxisList axes = compatibleMajorAxes(context, projection, factor);
  if (axes.empty())
    return std::nullopt;
  Claim claim{factor, std::move(axes), -1, 0, 0};
  for (size_t t = 0; t < projection.tensors.size(); ++t) {
    const TensorProjection &tensor = projection.tensors[t];
    const FactorSharding *own = tensor.find(factor);
    if (own && tensor.elements > claim.sourceElements && isPrefixOf(context.mesh, claim.axes, own->axes)) {
      claim.sourceElements = tensor.elements;
      claim.sourceTensor = t;
    }
  }
  if (context.rule.elementwise)
    claim.parts = numParts(context.mesh, claim.axes);
  return claim;
}

static void assignTo(const StepContext &context, TensorProjection &tensor, const Claim &claim,
                     llvm::ArrayRef<AxisRef> axes) {
  FactorSharding *own = tensor.find(claim.factor);
  if (!own)
    return;
  AxisList cut = cutFor(context, tensor, claim.factor, axes);
  if (cut != own->axes && isPrefixOf(context.mesh, own->axes, cut))
    own->axes = std::move(cut);
}

/// What an operand of an element-wise op may take: no more than some result has by now, so that a closed result stops
/// the spread from one operand to another.
static AxisList limitedByResults(const StepContext &context, const Projection &projection, const Claim &claim) {
  AxisList longest;
  for (const TensorProjection &result : projection.results()) {
    const FactorSharding *own = result.find(claim.factor);
    if (!own)
      continue;
    AxisList common = commonPrefix(context.mesh, claim.axes, own->axes);
    if (numParts(context.mesh, common) > numParts(context.mesh, longest))
      longest = std::move(common);
  }
  return longest;
}

void AggressiveStrategy::run(const StepContext &context, Projection &projection) const {
  std::vector<Claim> claims;
  for (int64_t factor = 0, n = context.rule.factors.size(); factor < n; ++factor)
    if (std::optional<Claim> claim = claimOf(context, projection, factor))
      claims.push_back(std::move(*claim));
  llvm::stable_sort(claims, [](const Claim &a, const Claim &b) {
    return std::make_tuple(-a.sourceElements, -a.parts, a.sourceTensor, a.factor) <
           std::make_tuple(-b.sourceElements, -b.parts, b.sourceTensor, b.factor);
  });
  for (size_t t = projection.numOperands; t < projection.tensors.size(); ++t)
    for (const Claim &claim : claims)
      assignTo(context, projection.tensors[t], claim, claim.axes);
  if (context.rule.elementwise)
    for (Claim &claim : claims)
      claim.axes = limitedByResults(context, projection, claim);
  for (size_t t = 0; t < projection.numOperands; ++t)
    for (const Claim &claim : claims)
      assignTo(context, projection.tensors[t], claim, claim.axes);
}

} // namespace shardwright
