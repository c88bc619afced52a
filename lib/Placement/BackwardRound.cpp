#include "lib/Placement/BackwardRound.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

void BackwardRound::run() {
  std::vector<llvm::SmallVector<DemandsId, 4>> askedBy(state.program.values.size());
  for (size_t index = state.program.ops.size(); index-- > 0;) {
    const SolverState::Op &op = state.program.ops[index];
    for (size_t result : op.results)
      resolve(result, askedBy[result]);
    if (op.opClass < 0) {
      for (auto [position, operand, need] : llvm::enumerate(op.operands, state.needs[index]))
        if (!state.isHandedOn(index, position))
          askedBy[operand].push_back(need != SolverState::kAny ? state.interner.only(need)
                                                               : state.asked[op.results.front()]);
      continue;
    }
    llvm::ArrayRef<DemandsId> demands = demandsOf(index);
    for (auto [position, operand] : llvm::enumerate(op.operands))
      if (llvm::find(op.operands, operand) - op.operands.begin() == static_cast<ptrdiff_t>(position))
        askedBy[operand].push_back(demands[position]);
  }
}

void BackwardRound::resolve(size_t value, llvm::ArrayRef<DemandsId> users) {
  DemandsId ofSpec = state.interner.only(state.specs[value]);
  if (users.empty()) {
    state.asked[value] = ofSpec;
    return;
  }
  Interner::Key key{state.arrays[value]};
  key.append(users.begin(), users.end());
  auto [place, added] = merged.try_emplace(std::move(key), ofSpec);
  if (added) {
    llvm::SmallVector<llvm::ArrayRef<Demand>, 4> tables;
    for (DemandsId user : users)
      tables.push_back(state.interner.demands(user));
    Demands all = mergeDemands(tables, state.arrays[value], limit, state.prices);
    if (!all.empty())
      place->second = state.interner.demands(std::move(all));
  }
  state.asked[value] = place->second;
}

llvm::ArrayRef<DemandsId> BackwardRound::demandsOf(size_t index) {
  const SolverState::Op &op = state.program.ops[index];
  Interner::Key key{state.kindOf(index)};
  for (size_t operand : op.operands) {
    auto first = llvm::find(op.operands, operand) - op.operands.begin();
    auto before =
        llvm::count_if(op.operands, [&, operand](size_t o) { return state.definedAt[o] < state.definedAt[operand]; });
    key.append({state.current[operand], static_cast<uint32_t>(first), static_cast<uint32_t>(before),
                state.isFree(operand), state.readWhole[state.rootOf(operand)]});
  }
  for (size_t result : op.results)
    key.push_back(state.asked[result]);
  auto [place, added] = demanded.try_emplace(std::move(key));
  if (added)
    place->second = work(index);
  return place->second;
}

std::vector<DemandsId> BackwardRound::work(size_t index) {
  const SolverState::Op &op = state.program.ops[index];
  Situation situation = state.situationOf(op);
  for (size_t operand : op.operands)
    situation.operands.push_back({state.arrays[operand],
                                  {state.current[operand]},
                                  static_cast<size_t>(llvm::find(op.operands, operand) - op.operands.begin()),
                                  /*resolvedElsewhere=*/false,
                                  state.isFree(operand),
                                  state.definedAt[operand],
                                  state.readWhole[state.rootOf(operand)]});
  for (size_t result : op.results)
    situation.results.push_back({state.arrays[result], state.interner.demands(state.asked[result]), false});
  llvm::ArrayRef<SituatedCandidate> candidates = state.candidatesOf(index, situation);
  std::vector<DemandsId> numbers;
  for (Demands &demands : operandDemands(situation, candidates, state.prices))
    numbers.push_back(state.interner.demands(std::move(demands)));
  return numbers;
}

} // namespace shardwright
