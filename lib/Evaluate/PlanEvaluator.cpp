#include "shardwright/Evaluate/PlanEvaluator.h"

#include "lib/Evaluate/AttentionFuser.h"
#include "lib/Evaluate/Instantiation.h"
#include "lib/Evaluate/MemoryPeak.h"
#include "lib/Evaluate/PermuteMerger.h"
#include "lib/Evaluate/Schedule.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace shardwright {

struct PlanEvaluator::State {
  State(const ShardingProblem &problem, const CostModel &costs, ReshardCache &reshards, const PlacementPlan &plan)
      : instantiation(problem, costs, reshards, plan), common(instantiation.program), merger(instantiation, common),
        attention(instantiation, common), kernels(instantiation.program, common, costs.device().device()),
        schedule(instantiation.program, common, kernels, costs) {}

  void update() {
    if (!std::exchange(isStale, false))
      return;
    instantiation.update();
    common.update();
    if (merger.update())
      common.update();
    if (attention.update())
      common.update();
    kernels.update();
    schedule.update();
    common.forgetChanges();
    kernels.forgetChanges();
    instantiation.program.forgetChanges();
  }

  struct Change {
    size_t op, choice; ///< of an op: what was chosen
    size_t carried;
    std::optional<Sharding> sharding; ///< of a loop-carried value
  };

  evaluation::Instantiation instantiation;
  evaluation::CommonRemover common;
  evaluation::PermuteMerger merger;
  evaluation::AttentionFuser attention;
  evaluation::Kernels kernels;
  evaluation::Schedule schedule;
  std::vector<Change> changes; ///< since the last time that all was kept
  bool isStale = true;
};

PlanEvaluator::PlanEvaluator(const ShardingProblem &problem, const CostModel &costs, ReshardCache &reshards,
                             const PlacementPlan &plan)
    : state(std::make_unique<State>(problem, costs, reshards, plan)) {}
PlanEvaluator::~PlanEvaluator() = default;

size_t PlanEvaluator::addChoice(PlacementChoice choice) { return state->instantiation.addChoice(std::move(choice)); }
size_t PlanEvaluator::chosen(size_t op) const { return state->instantiation.chosen(op); }
const Sharding &PlanEvaluator::loopCarried(size_t carried) const { return state->instantiation.loopCarried(carried); }

void PlanEvaluator::choose(size_t op, size_t choice) {
  state->changes.push_back({op, chosen(op), 0, std::nullopt});
  state->instantiation.choose(op, choice);
  state->isStale = true;
}

void PlanEvaluator::setLoopCarried(size_t carried, const Sharding &sharding) {
  state->changes.push_back({0, 0, carried, loopCarried(carried)});
  state->instantiation.setLoopCarried(carried, sharding);
  state->isStale = true;
}

absl::StatusOr<double> PlanEvaluator::seconds() {
  state->update();
  double seconds = state->schedule.seconds();
  if (!std::isfinite(seconds) || seconds < 0)
    return absl::InvalidArgumentError(absl::StrCat("the step takes ", seconds, " seconds"));
  return seconds;
}

absl::StatusOr<Evaluation> PlanEvaluator::evaluation() {
  absl::StatusOr<double> taken = seconds();
  if (!taken.ok())
    return taken.status();
  const evaluation::Instantiation &instantiation = state->instantiation;
  evaluation::MemoryPeak::Peak peak =
      evaluation::MemoryPeak(instantiation.program, state->schedule, state->kernels).find();
  Evaluation result{*taken, state->schedule.busy(), peak.bytes, {}};
  const std::vector<std::optional<size_t>> values = instantiation.valuesOfLocals();
  for (const evaluation::MemoryPeak::Held &held : peak.held)
    result.held.push_back({values[held.value], held.bytes});
  llvm::stable_sort(result.held, [](const auto &a, const auto &b) { return a.bytes > b.bytes; });
  return result;
}

void PlanEvaluator::keep() { state->changes.clear(); }

void PlanEvaluator::undo() {
  for (const State::Change &change : llvm::reverse(state->changes))
    if (change.sharding)
      state->instantiation.setLoopCarried(change.carried, *change.sharding);
    else
      state->instantiation.choose(change.op, change.choice);
  state->isStale |= !state->changes.empty();
  state->changes.clear();
}

absl::StatusOr<Evaluation> evaluate(const ShardingProblem &problem, const PlacementPlan &plan, const CostModel &costs,
                                    ReshardCache &reshards) {
  return PlanEvaluator(problem, costs, reshards, plan).evaluation();
}

} // namespace shardwright
