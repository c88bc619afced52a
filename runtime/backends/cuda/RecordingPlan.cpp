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
  Planner(RecordingPlan &plan, const Executable &executable)
      : plan(plan), exe(executable), numDevices(executable.numDevices()) {}

  /// About how many nodes the block becomes; `callsHost` becomes true where one of them is a routine of the host.
  int64_t block(StepBlock &steps, bool &callsHost) {
    int64_t nodes = 0;
    for (StepRegion &region : steps)
      nodes += region.kind == StepRegion::Kind::Steps ? stepsOf(region, callsHost) : decision(region, callsHost);
    return nodes;
  }

private:
  int64_t stepsOf(const StepRegion &region, bool &callsHost) {
    int64_t nodes = region.end - region.begin;
    for (uint32_t number = region.begin; number != region.end; ++number)
      if (const Step &step = exe.steps[number]; step.kind == StepKind::Library) {
        callsHost = true;
        nodes += step.numSlots; // copies to it and back
      }
    return numDevices * nodes;
  }

  int64_t decision(StepRegion &region, bool &callsHostBeside) {
    int64_t nodes = 0;
    bool callsHost = false;
    const int64_t condition = block(region.condition, callsHost);
    for (StepBlock &steps : region.blocks)
      nodes += block(steps, callsHost);
    callsHostBeside |= callsHost;
    const bool isKnown = region.kind == StepRegion::Kind::Loop && region.trips;
    if (isKnown && nodes == 0)
      region.trips = 0;
    if (isKnown && *region.trips <= kMostNodes / std::max<int64_t>(nodes, 1))
      return *region.trips * nodes;
    region.trips.reset();
    plan.decides = true;
    plan.routinesInBodies |= callsHost;
    plan.needsBranches = plan.needsBranches || region.kind != StepRegion::Kind::Loop;
    if (region.exchanges) {
      plan.exchangesInBodies = true;
      plan.counters[region.decision] = plan.numCounters;
      plan.numCounters += region.blocks.size() * static_cast<uint64_t>(numDevices);
    }
    return nodes + 2 * condition + numDevices;
  }

  RecordingPlan &plan;
  const Executable &exe;
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
  bool callsHost = false;
  Planner(plan, executable).block(plan.tree, callsHost);
  if (plan.routinesInBodies || (plan.decides && !cuda.hasLoopNodes()) ||
      (plan.needsBranches && !cuda.hasBranchNodes()) || (plan.exchangesInBodies && !exchangesInBodies))
    return std::nullopt;
  return plan;
}

} // namespace shardwright::runtime::cuda
