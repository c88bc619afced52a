#include "lib/Plan/Constraints.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::plan {

static ShardingProblem::Op constraintOn(const Strategies::Decoded::Constraint &constraint, ShardingProblem &program) {
  ShardingProblem::Value value = program.values[constraint.value];
  value.spec = constraint.sharding;
  value.root = constraint.value;
  value.isKept = false;
  ShardingProblem::Op op;
  op.operands = {constraint.value};
  op.results = {program.values.size()};
  op.needs = {constraint.sharding};
  program.values.push_back(std::move(value));
  return op;
}

void addConstraints(Strategies::Decoded &decoded) {
  if (decoded.constraints.empty())
    return;
  ShardingProblem &program = decoded.program;
  std::vector<ShardingProblem::Op> ops;
  std::vector<int64_t> chosen;
  std::vector<size_t> movedTo;
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    movedTo.push_back(ops.size());
    llvm::SmallVector<size_t, 1> results = op.results;
    double times = op.times;
    ops.push_back(std::move(op));
    chosen.push_back(decoded.plan.chosen[number]);
    for (const Strategies::Decoded::Constraint &constraint : decoded.constraints)
      if (llvm::is_contained(results, constraint.value)) {
        ops.push_back(constraintOn(constraint, program));
        ops.back().times = times;
        chosen.push_back(-1);
      }
  }
  program.ops = std::move(ops);
  decoded.plan.chosen = std::move(chosen);
  for (ShardingProblem::LoopCarried &carried : program.loopCarried) {
    carried.entry = movedTo[carried.entry];
    carried.yield = movedTo[carried.yield];
  }
  for (ShardingProblem::Region &region : program.regions) {
    region.enter = movedTo[region.enter];
    region.leave = movedTo[region.leave];
    for (size_t &end : region.ends)
      end = movedTo[end];
  }
  for (ShardingProblem::Attention &attention : program.attention) {
    attention.space = movedTo[attention.space];
    for (llvm::SmallVector<size_t> *ops : {&attention.ops, &attention.feeders})
      for (size_t &op : *ops)
        op = movedTo[op];
    for (ShardingProblem::Attention::Kernel &kernel : attention.kernels) {
      kernel.place = movedTo[kernel.place];
      for (size_t &op : kernel.ops)
        op = movedTo[op];
    }
  }
}

} // namespace shardwright::plan
