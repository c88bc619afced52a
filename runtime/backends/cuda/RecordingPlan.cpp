#include "runtime/backends/cuda/RecordingPlan.h"

#include <algorithm>
#include <utility>

namespace shardwright::runtime::cuda {
namespace {

/// Of a loop that is in the graph as often as it runs. A node of a graph is launched in about a microsecond, an
/// iteration of a conditional node takes several, but each node has to be made and kept.
constexpr int64_t kMostNodes = 4096;

class Planner {
public:
  Planner(RecordingPlan &plan, int64_t numDevices) : plan(plan), numDevices(numDevices) {}

  /// About how many nodes the block becomes.
  int64_t block(StepBlock &steps) {
    int64_t nodes = 0;
    for (StepRegion &region : steps)
      nodes += region.kind == StepRegion::Kind::Steps ? numDevices * (region.end - region.begin) : decision(region);
    return nodes;
  }

private:
  int64_t decision(StepRegion &region) {
    int64_t nodes = 0;
    const int64_t condition = block(region.condition);
    for (StepBlock &steps : region.blocks)
      nodes += block(steps);
    const bool isKnown = region.kind == StepRegion::Kind::Loop && region.trips;
    if (isKnown && nodes == 0)
      region.trips = 0;
    if (isKnown && *region.trips <= kMostNodes / std::max<int64_t>(nodes, 1))
      return *region.trips * nodes;
    region.trips.reset();
    plan.decides = true;
    plan.needsBranches = plan.needsBranches || region.kind != StepRegion::Kind::Loop;
    if (region.exchanges) {
      plan.exchangesInBodies = true;
      plan.counters[region.decision] = plan.numCounters;
      plan.numCounters += region.blocks.size() * static_cast<uint64_t>(numDevices);
    }
    return nodes + 2 * condition + numDevices;
  }

  RecordingPlan &plan;
  const int64_t numDevices;
};

} // namespace

std::optional<RecordingPlan> RecordingPlan::make(const Executable &executable, const Driver &cuda,
                                                 bool exchangesInBodies) {
  if (std::any_of(executable.steps.begin(), executable.steps.end(),
                  [](const Step &step) { return step.kind == StepKind::Check; }))
    return std::nullopt;
  std::optional<StepBlock> tree = stepTree(executable);
  if (!tree)
    return std::nullopt;
  RecordingPlan plan;
  plan.tree = *std::move(tree);
  Planner(plan, executable.numDevices()).block(plan.tree);
  if ((plan.decides && !cuda.hasLoopNodes()) || (plan.needsBranches && !cuda.hasBranchNodes()) ||
      (plan.exchangesInBodies && !exchangesInBodies))
    return std::nullopt;
  return plan;
}

} // namespace shardwright::runtime::cuda
