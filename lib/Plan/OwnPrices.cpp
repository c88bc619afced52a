#include "lib/Plan/OwnPrices.h"

#include "lib/Evaluate/LocalWork.h"

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

double OwnPrices::productTicks(const ShardingProblem::Op &op, const Candidate &candidate) {
  auto [place, isNew] = products.try_emplace({op.opClass, &candidate}, 0);
  if (!isNew)
    return place->second;
  const SolverState &state = pricer.state;
  cost::ProductWork work = evaluation::localProduct(state.program.classes[op.opClass], candidate.placement, state.mesh);
  for (auto [operand, need] : llvm::zip_equal(op.operands, candidate.needs))
    work.readBytes += state.localBytes(operand, need);
  for (auto [result, made] : llvm::zip_equal(op.results, candidate.makes))
    work.writtenBytes += state.localBytes(result, made);
  return place->second = Price::ofWork(state.costs.device().seconds(work)).ticks;
}

double OwnPrices::ticks(size_t number, const Candidate &candidate) {
  const ShardingProblem::Op &op = pricer.state.program.ops[number];
  const ShardingProblem::OpClass &opClass = pricer.state.program.classes[op.opClass];
  Price price = pricer.own(number, candidate);
  if (lives.isInlined(number))
    return price.ticks - price.workTicks;
  if (opClass.isProduct())
    return price.ticks - price.workTicks + productTicks(op, candidate) * op.times;
  double share = 1;
  for (size_t factor : places[op.opClass])
    share /= static_cast<double>(llvm::divideCeil(opClass.rule.factors[factor].size, candidate.parts[factor]));
  return price.ticks - price.workTicks * (1 - share);
}

} // namespace shardwright::plan
