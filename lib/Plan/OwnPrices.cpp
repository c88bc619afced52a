#include "lib/Plan/OwnPrices.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright::plan {

/// Those of its first operand that neither indices nor updates have; a gather's result has them neither.
static llvm::SmallVector<size_t, 1> namedPlaces(const ShardingProblem::OpClass &opClass) {
  using Kind = fusion::OpForm::Kind;
  const ShardingRule &rule = opClass.rule;
  const Kind kind = opClass.local.form.kind;
  llvm::SmallVector<size_t, 1> places;
  if (kind != Kind::Gather && kind != Kind::Scatter)
    return places;
  auto has = [](llvm::ArrayRef<TensorFactors> tensors, size_t factor) {
    return llvm::any_of(tensors, [&](const TensorFactors &dims) {
      return llvm::any_of(dims, [&](const DimFactors &dim) { return llvm::is_contained(dim, factor); });
    });
  };
  for (size_t factor = 0; factor < rule.factors.size(); ++factor)
    if (!has(llvm::ArrayRef(rule.operands).drop_front(), factor) &&
        (kind == Kind::Scatter || !has(rule.results, factor)))
      places.push_back(factor);
  return places;
}

OwnPrices::OwnPrices(AssignmentPricer &pricer, const Lives &lives) : pricer(pricer), lives(lives) {
  for (const ShardingProblem::OpClass &opClass : pricer.state.program.classes)
    places.push_back(namedPlaces(opClass));
}

double OwnPrices::ticks(size_t op, const Candidate &candidate) {
  Price price = pricer.own(op, candidate);
  if (lives.isInlined(op))
    return price.ticks - price.workTicks;
  const int64_t number = pricer.state.program.ops[op].opClass;
  double share = 1;
  for (size_t factor : places[number])
    share /= static_cast<double>(
        llvm::divideCeil(pricer.state.program.classes[number].rule.factors[factor].size, candidate.parts[factor]));
  return price.ticks - price.workTicks * (1 - share);
}

} // namespace shardwright::plan
