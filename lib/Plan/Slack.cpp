#include "lib/Plan/Slack.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

namespace shardwright::plan {
namespace {

/// Between two ends of regions there is one clock, which begins at 0.
struct Moment {
  size_t clock = 0;
  double ticks = 0;

  friend bool operator<(const Moment &a, const Moment &b) {
    return std::tie(a.clock, a.ticks) < std::tie(b.clock, b.ticks);
  }
};

constexpr Moment kNever = {std::numeric_limits<size_t>::max(), 0};

std::vector<bool> endsOfRegions(const ShardingProblem &program) {
  std::vector<bool> isEnd(program.ops.size());
  for (const ShardingProblem::Region &region : program.regions) {
    isEnd[region.enter] = isEnd[region.leave] = true;
    for (size_t end : region.ends)
      isEnd[end] = true;
  }
  return isEnd;
}

} // namespace

/// In powers of two, so that layers that are alike but for their place have one.
static double rounded(double ticks) { return ticks > 0 ? std::exp2(std::floor(std::log2(ticks))) : 0; }

std::vector<double> slackOf(const StrategyNodes &nodes, const OwnPrices &own) {
  const ShardingProblem &program = own.pricer.state.program;
  auto rootOf = [&](size_t value) { return program.values[value].root; };
  const std::vector<bool> isEnd = endsOfRegions(program);
  std::vector<Moment> begins(program.ops.size()), made(program.values.size()); // by op; by root
  Moment now;
  for (auto [number, op] : llvm::enumerate(program.ops)) {
    begins[number] = now;
    if (isEnd[number]) {
      now = {now.clock + 1, 0};
    } else if (op.opClass >= 0 && !own.isInlined(number)) {
      const std::vector<double> &ticks = nodes.ownTicks[number];
      now.ticks += ticks.empty() ? 0 : *std::min_element(ticks.begin(), ticks.end()) / op.times;
    }
    Moment from = now;
    if (own.isInlined(number)) {
      from = {now.clock, 0};
      for (size_t operand : op.operands)
        from = std::max(from, made[rootOf(operand)]);
    }
    for (size_t result : op.results)
      if (rootOf(result) == result)
        made[result] = from;
  }
  std::vector<Moment> needed(program.values.size(), kNever);
  for (size_t number = program.ops.size(); number-- > 0;) {
    const ShardingProblem::Op &op = program.ops[number];
    if (program.isOtherName(op))
      continue; // Who reads the other name is the root's.
    Moment by = own.isInlined(number) ? kNever : begins[number];
    if (own.isInlined(number))
      for (size_t result : op.results)
        by = std::min(by, needed[rootOf(result)]);
    for (size_t operand : op.operands)
      needed[rootOf(operand)] = std::min(needed[rootOf(operand)], by);
  }
  std::vector<double> slack;
  for (auto [from, by] : llvm::zip_equal(made, needed))
    slack.push_back(by < kNever ? rounded(by.clock == from.clock ? by.ticks - from.ticks : by.ticks) : 0);
  return slack;
}

} // namespace shardwright::plan
