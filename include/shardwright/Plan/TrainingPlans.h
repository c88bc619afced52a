#ifndef SHARDWRIGHT_PLAN_TRAININGPLANS_H
#define SHARDWRIGHT_PLAN_TRAININGPLANS_H

#include "shardwright/Cost/TrainingRun.h"
#include "shardwright/Timeline/Pipeline.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"

#include <limits>
#include <optional>
#include <string>
#include <vector>

/// How to spread a training step before there is a program: every split of the devices, priced in closed form.
namespace shardwright::plan {

/// Devices along one way of splitting a step, at most, and the most of TrainingPlan::zero.
struct TrainingLimits {
  static constexpr int64_t kAny = std::numeric_limits<int64_t>::max();
  int64_t tensor = kAny, pipeline = kAny, context = kAny, data = kAny, fsdp = kAny, expert = kAny, zero = 3;
};

struct TrainingSearch {
  cost::TrainingTask task;
  /// Of a device; what its machine has where nothing else is said.
  double memoryBytes = std::numeric_limits<double>::infinity();
  /// What programs that are planned for can do: TrainingPlan::overlapsAll and compiled.
  bool overlapsAll = true, compiled = true;
  /// Activations wait in the memory of the host, which costs nothing here: for programs that are known to do so.
  bool offloads = false;
  TrainingLimits limits;
};

struct PlannedTraining {
  cost::TrainingPlan plan;
  cost::TrainingStep step;
};

struct TrainingPlans {
  /// The best plan of each split (tensor, pipeline, context, data, fsdp, expert), the fastest split first; of equally
  /// fast ones that with the least memory, then that with the plainest numbers.
  std::vector<PlannedTraining> best;
  /// Were there any amount of memory: the fastest plan, where it is not the first of `best`.
  std::optional<PlannedTraining> withoutLimit;
  /// Where nothing fits: the plan that needs the least.
  std::optional<PlannedTraining> leanest;
  size_t splits = 0; ///< that there are
  size_t priced = 0; ///< plans
};

/// The `count` best splits and the best plan of each. The choices of a plan:
///
///   split          tensor divides heads, twice context the sequence, pipeline at most layers, expert the experts
///   microbatch     divides what a replica gets
///   schedule       GPipe, 1F1B, interleaved in chunks that divide the layers of a stage, where stages divide the
///                  microbatches; ZB-H1
///   recomputation  the shares of TrainingTask::recomputed: the least that fits, since time rises with it
///   ZeRO           the most that costs no exchange (1, or 2 where a step is one pass); fsdp and 3 over a context,
///   which
///                  gather, are splits
///
/// Branch and bound: splits in the order of what they take without bubbles, sends and recomputation, until that is more
/// than the worst of the `count` best. Errors: fewer than one device, sequence or plan wanted, more devices or layers
/// than there are anywhere; a number of sequences that no number of replicas divides.
absl::StatusOr<TrainingPlans> planTraining(const TrainingSearch &search, size_t count);

/// A part of two steps.
struct PartDifference {
  std::string name;
  double seconds; ///< of the second more than of the first
};
/// Largest first, by what they come to; those that do not differ are left out.
std::vector<PartDifference> differences(const cost::TrainingStep &first, const cost::TrainingStep &second);

/// Contiguous groups of items in their order whose longest is as short as can be, by dynamic programming over items and
/// groups: how many items each group has. Of equally short ones, that whose earlier groups are shorter where they may
/// be. O(items^2 * groups). A group may be empty.
std::vector<int64_t> splitInOrder(llvm::ArrayRef<double> seconds, int64_t groups);

/// Layers of each of pipeline * chunks parts of the model, the first part first: splitInOrder() of the layers, each
/// with its own seconds, and of the head; with chunks as cost::splitStages() says, the parts before the last alike.
std::vector<int64_t> layersOfParts(const cost::TrainingTask &task, const cost::TrainingPlan &plan);

/// The pipeline of a plan that has more than one stage, for the timeline: layers of their own lengths, stages as
/// layersOfParts() says. Sends take their time; exchanges inside a stage belong to its work.
Pipeline trainingPipeline(const cost::TrainingTask &task, const cost::TrainingPlan &plan);

/// Seconds of a step whose stages the timeline plays, in place of what the closed form says of them. That of a plan of
/// one stage is its own.
absl::StatusOr<double> playedSeconds(const cost::TrainingTask &task, const PlannedTraining &planned);

/// `tensor 8, pipeline 4 (1F1B, 2 chunks), fsdp 16, 8 x 1 sequences, 15 % recomputed`: what is not one or none.
std::string describe(const cost::TrainingPlan &plan);

} // namespace shardwright::plan

#endif // SHARDWRIGHT_PLAN_TRAININGPLANS_H
