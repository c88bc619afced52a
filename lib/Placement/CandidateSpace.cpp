#include "lib/Placement/CandidateSpace.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {
namespace {

class Closure {
public:
  Closure(AssignmentPricer &pricer, llvm::ArrayRef<size_t> ops, const Assignment &assignment)
      : pricer(pricer), state(pricer.state), ops(ops), assignment(assignment), space(ops.size()) {}

  CandidateSpace find() {
    begin();
    do {
      changed = false;
      for (auto [op, candidates] : llvm::zip_equal(ops, space))
        visit(op, candidates);
    } while (changed);
    return std::move(space);
  }

  /// Those of one op that follow from how it is assigned itself.
  std::vector<const Candidate *> findOf(size_t op) {
    begin();
    std::vector<const Candidate *> candidates;
    for (const SituatedCandidate &each : candidatesOf(op, /*undecided=*/false))
      candidates.push_back(each.candidate);
    return candidates;
  }

private:
  void begin() {
    for (size_t op : ops)
      for (size_t root : pricer.rootsAround(op))
        begin(root);
  }

  /// The shardings that a value may have, by root; a handful of roots.
  llvm::SmallVector<ShardingId, 4> &shardingsOf(size_t root) {
    for (auto &[other, known] : shardings)
      if (other == root)
        return known;
    return shardings.emplace_back(root, llvm::SmallVector<ShardingId, 4>()).second;
  }

  void begin(size_t root) {
    if (!shardingsOf(root).empty())
      return;
    add(root, state.specs[root]);
    if (AssignmentPricer::Maker maker = pricer.makerOf(root); maker.op >= 0 && assignment[maker.op])
      add(root, pricer.made(root, assignment));
    for (AssignmentPricer::Use use : pricer.usesOf(root))
      if (state.program.ops[use.op].opClass < 0 || assignment[use.op])
        add(root, pricer.need(use, assignment));
  }

  void add(size_t root, ShardingId sharding) {
    llvm::SmallVector<ShardingId, 4> &all = shardingsOf(root);
    if (llvm::is_contained(all, sharding))
      return;
    all.push_back(sharding);
    changed = true;
  }

  llvm::ArrayRef<SituatedCandidate> candidatesOf(size_t index, bool undecided) {
    const SolverState::Op &op = state.program.ops[index];
    Situation situation = state.situationOf(op);
    situation.undecided = undecided;
    for (size_t operand : op.operands) {
      size_t root = state.rootOf(operand);
      auto first = llvm::find_if(op.operands, [&](size_t o) { return state.rootOf(o) == root; });
      const llvm::SmallVector<ShardingId, 4> &all = shardingsOf(root);
      situation.operands.push_back({state.arrays[operand],
                                    {all.begin(), all.end()},
                                    static_cast<size_t>(first - op.operands.begin()),
                                    /*resolvedElsewhere=*/false,
                                    state.isFree(root),
                                    0,
                                    state.readWhole[root]});
    }
    std::vector<Demands> demands(op.results.size());
    for (auto [result, table] : llvm::zip_equal(op.results, demands)) {
      for (ShardingId sharding : shardingsOf(state.rootOf(result)))
        table.push_back({sharding, {}});
      situation.results.push_back({state.arrays[result], table, false});
    }
    return state.candidatesOf(index, situation);
  }

  void visit(size_t index, std::vector<const Candidate *> &candidates) {
    const SolverState::Op &op = state.program.ops[index];
    for (const SituatedCandidate &each : candidatesOf(index, /*undecided=*/true)) {
      if (llvm::is_contained(candidates, each.candidate))
        continue;
      candidates.push_back(each.candidate);
      for (auto [operand, need] : llvm::zip_equal(op.operands, each.candidate->needs))
        add(state.rootOf(operand), need);
      for (auto [result, made] : llvm::zip_equal(op.results, each.candidate->makes))
        add(state.rootOf(result), made);
    }
  }

  AssignmentPricer &pricer;
  SolverState &state;
  llvm::ArrayRef<size_t> ops;
  const Assignment &assignment;
  std::deque<std::pair<size_t, llvm::SmallVector<ShardingId, 4>>> shardings;
  CandidateSpace space;
  bool changed = false;
};

} // namespace

CandidateSpace findCandidateSpace(AssignmentPricer &pricer, llvm::ArrayRef<size_t> ops, const Assignment &assignment) {
  return Closure(pricer, ops, assignment).find();
}

std::vector<const Candidate *> findCandidatesOf(AssignmentPricer &pricer, size_t op, const Assignment &assignment) {
  return Closure(pricer, op, assignment).findOf(op);
}

} // namespace shardwright
