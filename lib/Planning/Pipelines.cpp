#include "lib/Planning/Pipelines.h"

#include "lib/Planning/OpNumbers.h"
#include "shardwright/Plan/TrainingPlans.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace shardwright::planning {
namespace {

/// Of a step, what is not computing for pipelines to be looked at.
constexpr double kWorth = 0.02;
/// Programs that are partitioned for prices of microbatches: how many at most, where memory is tight, and their ops
/// together.
constexpr int64_t kMostPriced = 4, kMostPricedTight = 9, kMostOps = 50'000;
/// Into how many parts as many samples are divided as the devices of one stage get otherwise.
constexpr int64_t kMostParts = 2;
/// Pipelines that are played for those that a report has room for.
constexpr size_t kPlayed = 12;
constexpr int64_t kPipelines = 3;
/// Columns of a drawing.
constexpr size_t kColumns = 100;

const char *orderName(PipelineOrder order) {
  switch (order) {
  case PipelineOrder::AllForwardAllBackward:
    return "GPipe";
  case PipelineOrder::OneForwardOneBackward:
    return "1F1B";
  case PipelineOrder::ZeroBubble:
    return "zero bubble";
  }
  return "";
}

/// Ascending.
std::vector<int64_t> divisorsFrom(int64_t least, int64_t number) {
  std::vector<int64_t> divisors;
  for (int64_t divisor = least; divisor <= number; ++divisor)
    if (number % divisor == 0)
      divisors.push_back(divisor);
  return divisors;
}

struct Schedule {
  PipelineOrder order;
  int64_t chunks;
};

/// That there are for so many stages and microbatches.
std::vector<Schedule> schedulesOf(int64_t layers, int64_t stages, int64_t microbatches) {
  std::vector<Schedule> schedules = {{PipelineOrder::OneForwardOneBackward, 1}};
  if (stages == 1)
    return schedules;
  schedules.push_back({PipelineOrder::AllForwardAllBackward, 1});
  schedules.push_back({PipelineOrder::ZeroBubble, 1});
  if (microbatches % stages == 0)
    for (int64_t chunks : divisorsFrom(2, layers / stages))
      schedules.push_back({PipelineOrder::OneForwardOneBackward, chunks});
  return schedules;
}

/// A pipeline with one schedule, played.
class Player {
public:
  Player(const MicrobatchCosts &costs, int64_t layers, MicrobatchPlan plan) : costs(costs), plan(std::move(plan)) {
    const double all = costs.layersForward + costs.layersBackward + costs.othersForward + costs.othersBackward;
    const double scattered = this->plan.scattersOnce ? costs.scattering : 0, work = all - scattered;
    once = costs.once + scattered;
    pipeline.stages = this->plan.stages;
    pipeline.microbatches = this->plan.microbatches;
    pipeline.order = this->plan.order;
    pipeline.chunks = this->plan.chunks;
    // A part's work in seconds; passes are shares of it.
    pipeline.forward = work > 0 ? (costs.layersForward + costs.othersForward) / work : 0;
    pipeline.backward = 1 - pipeline.forward;
    pipeline.weightGradients = work > 0 ? std::min(pipeline.backward, costs.weightGradients / work) : 0;
    const double others = costs.othersForward + costs.othersBackward;
    split(layers, (work - others) / static_cast<double>(layers), others);
  }

  absl::StatusOr<MicrobatchPlan> play(double sendSeconds) {
    pipeline.send = plan.stages > 1 ? sendSeconds : 0;
    pipeline.activationBytes = static_cast<int64_t>(costs.layersBytes / static_cast<double>(plan.stages * plan.chunks));
    absl::StatusOr<TaskGraph> graph = pipelineTasks(pipeline);
    absl::StatusOr<Timeline> timeline = graph.ok() ? simulate(*graph) : graph.status();
    if (!timeline.ok())
      return timeline.status();
    const auto stages = static_cast<double>(plan.stages);
    const double gradients =
        (plan.microbatches > 1 ? costs.gradientBytes : 0) + (plan.scattersOnce ? costs.wholeGradientBytes : 0);
    double busiest = 0;
    for (int64_t stage = 0; stage < plan.stages; ++stage) {
      const auto device = static_cast<uint32_t>(stage);
      busiest = std::max(busiest, busySeconds(*graph, *timeline, device).computing);
      const double bytes = static_cast<double>(memoryOverTime(*graph, *timeline, device).peak) + costs.workBytes +
                           (costs.statesBytes + gradients) / stages +
                           (stage + 1 == plan.stages ? costs.othersBytes : 0);
      plan.peakBytes = std::max(plan.peakBytes, bytes);
    }
    plan.seconds = timeline->seconds + once / stages;
    plan.bubble = plan.seconds > 0 ? (timeline->seconds - busiest) / plan.seconds : 0;
    draw(*graph, *timeline);
    return std::move(plan);
  }

private:
  /// Layers of one length in their order, and what is around them behind the last.
  void split(int64_t layers, double layerSeconds, double others) {
    std::vector<double> seconds(static_cast<size_t>(layers), layerSeconds);
    seconds.push_back(others);
    plan.layers = plan::splitInOrder(seconds, plan.stages * plan.chunks);
    const auto last = std::find_if(plan.layers.rbegin(), plan.layers.rend(), [](int64_t items) { return items > 0; });
    --*last;
    for (int64_t items : plan.layers)
      pipeline.parts.push_back(static_cast<double>(items) * layerSeconds);
    pipeline.parts[static_cast<size_t>(plan.layers.rend() - last) - 1] += others;
  }

  void draw(const TaskGraph &graph, const Timeline &timeline) {
    if (plan.stages == 1)
      return;
    plan.drawing.assign(static_cast<size_t>(plan.stages), std::string(kColumns, '.'));
    for (auto [task, span] : llvm::zip_equal(graph.tasks, timeline.spans)) {
      const Queue &queue = graph.queues[task.queues.front()];
      if (queue.sends)
        continue;
      auto columnOf = [&](double at) {
        return std::min(kColumns, static_cast<size_t>(at / timeline.seconds * static_cast<double>(kColumns) + 0.5));
      };
      const char mark = task.name.front(); // forward, backward, gradients of weights
      for (size_t column = columnOf(span.begin); column < columnOf(span.end); ++column)
        plan.drawing[queue.device][column] = mark;
    }
  }

  const MicrobatchCosts &costs;
  MicrobatchPlan plan;
  Pipeline pipeline;
  double once = 0;
};

/// Pipelines and accumulations of one program.
class PipelineSearch {
public:
  PipelineSearch(const Microbatches &micro, const Mesh &mesh, const PlanningOptions &options)
      : given(micro), mesh(mesh), options(options) {
    for (const MeshAxis &axis : mesh.axes())
      if (axis.size > longest.size)
        longest = axis;
  }

  /// `step`, `twice`: of the program, where its ops are numbered; null: they are priced. `ops`: of the program.
  std::vector<MicrobatchPlan> run(const Step *step, const Step *twice, bool isTight, int64_t ops) {
    left = mostInTime(std::min(isTight ? kMostPricedTight : kMostPriced, kMostOps / std::max<int64_t>(1, ops)));
    priceParts(given, step, twice, isTight);
    std::optional<Microbatches> whole;
    if (left > 1 && hasStages())
      whole = given.withWeightsWhole(longest.name);
    if (whole)
      priceParts(*whole, nullptr, nullptr, false);
    playPipelines();
    return std::move(plans);
  }

private:
  /// Costs on all devices of as many samples as a device of a stage gets: layers take as long on the devices of a stage
  /// as on all with `stages` times the samples, but for what groups of fewer devices save.
  struct Candidate {
    const Microbatches *program;
    MicrobatchCosts costs;
    int64_t stages, microbatches;
    double seconds;
  };

  bool hasStages() const { return given.layers() > 1 && options.machine.order.empty() && longest.size > 1; }

  /// Of so many programs that are to be partitioned, those that there is time for.
  int64_t mostInTime(int64_t most) const {
    SearchTime *const time = options.time;
    if (!time || time->hasTimeFor(static_cast<double>(most) * time->stepSeconds(), "prices of microbatches"))
      return most;
    return std::max<int64_t>(0, static_cast<int64_t>(time->untilEnd() / time->stepSeconds()));
  }

  /// One price is kept for the best of all.
  void priceParts(const Microbatches &micro, const Step *step, const Step *twice, bool isTight) {
    std::optional<MicrobatchCosts> once, ofTwice;
    if (step)
      once = micro.take(*step);
    if (once && twice && !isTight)
      ofTwice = micro.take(*twice);
    for (int64_t parts = 1; micro.batch() % parts == 0 && (isTight || parts <= kMostParts); parts *= 2) {
      const bool isKnown = once && (parts == 1 || ofTwice);
      if (!isKnown && left <= 1)
        return;
      const std::optional<MicrobatchCosts> costs =
          !isKnown     ? price(micro, micro.batch() / parts, mesh)
          : parts == 1 ? once
                       : std::optional(once->extrapolated(*ofTwice, 1 / static_cast<double>(parts)));
      if (!costs)
        return;
      if (hasStages())
        for (int64_t stages : divisorsFrom(2, std::min(longest.size, micro.layers())))
          if (longest.size % stages == 0 && micro.batch() % (parts * stages) == 0)
            candidates.push_back(
                {&micro, *costs, stages, parts * stages, roughSeconds(*costs, stages, parts * stages)});
      if (isTight && parts > 1 && accumulate(*costs, parts))
        return;
    }
  }

  std::optional<MicrobatchCosts> price(const Microbatches &micro, int64_t samples, const Mesh &on) {
    --left;
    return micro.price(samples, on, options);
  }

  /// In closed form, 1F1B with as many chunks as may be.
  double roughSeconds(const MicrobatchCosts &costs, int64_t stages, int64_t microbatches) const {
    const double chunks = microbatches % stages == 0 ? static_cast<double>(given.layers() / stages) : 1;
    const double others = costs.othersForward + costs.othersBackward;
    const auto all = static_cast<double>(stages);
    const double stage = std::max(costs.passes() / all, others);
    return static_cast<double>(microbatches) * stage + (all - 1) * costs.passes() / all / chunks + costs.once / all;
  }

  /// Whether it fits on all devices.
  bool accumulate(const MicrobatchCosts &costs, int64_t microbatches) {
    absl::StatusOr<MicrobatchPlan> plan = bestSchedule(costs, given.layers(), 1, microbatches, 0, options.memoryLimit);
    if (!plan.ok())
      return false;
    if (!fits(*plan) && left > 1)
      return false;
    plan->mesh = mesh;
    add(*std::move(plan));
    return true;
  }

  bool fits(const MicrobatchPlan &plan) const {
    return !options.memoryLimit || plan.peakBytes <= static_cast<double>(*options.memoryLimit);
  }

  /// The quickest candidates; the best of them once more, on its own mesh.
  void playPipelines() {
    llvm::stable_sort(candidates, [](const Candidate &a, const Candidate &b) { return a.seconds < b.seconds; });
    std::vector<std::pair<Candidate, MicrobatchPlan>> pipelines;
    for (const Candidate &candidate : llvm::ArrayRef(candidates).take_front(kPlayed)) {
      if (llvm::count_if(pipelines, [&](auto &each) { return fits(each.second); }) >= kPipelines)
        break;
      if (std::optional<MicrobatchPlan> plan = play(candidate, /*isRough=*/true))
        pipelines.push_back({candidate, *std::move(plan)});
    }
    llvm::stable_sort(pipelines, [&](const auto &a, const auto &b) { return isBetter(a.second, b.second); });
    pipelines.resize(std::min<size_t>(pipelines.size(), kPipelines));
    if (pipelines.empty())
      return;
    auto &[candidate, best] = pipelines.front();
    if (left > 0)
      if (auto costs = price(*candidate.program, given.batch() / best.microbatches, best.mesh)) {
        candidate.costs = *costs;
        if (auto exact = play(candidate, /*isRough=*/false))
          best = *std::move(exact);
      }
    for (auto &[each, plan] : pipelines)
      add(std::move(plan));
  }

  bool isBetter(const MicrobatchPlan &a, const MicrobatchPlan &b) const {
    return planning::isBetter(options, a.seconds, a.peakBytes, b.seconds, b.peakBytes);
  }

  std::optional<MicrobatchPlan> play(Candidate candidate, bool isRough) const {
    std::vector<MeshAxis> axes(mesh.axes());
    llvm::find(axes, longest)->size /= candidate.stages;
    absl::StatusOr<Mesh> stage = Mesh::create(std::move(axes));
    if (!stage.ok())
      return std::nullopt;
    if (isRough) { // What a device holds without the batch goes with the shardings of arguments.
      const double more = candidate.program->argumentBytes(*stage) / candidate.program->argumentBytes(mesh);
      for (double *bytes : {&candidate.costs.statesBytes, &candidate.costs.gradientBytes})
        *bytes *= more;
    }
    const std::optional<double> send = sendSeconds(*stage, candidate.stages, candidate.microbatches);
    if (!send)
      return std::nullopt;
    absl::StatusOr<MicrobatchPlan> plan = bestSchedule(candidate.costs, given.layers(), candidate.stages,
                                                       candidate.microbatches, *send, options.memoryLimit);
    if (!plan.ok())
      return std::nullopt;
    plan->mesh = *std::move(stage);
    plan->isRough = isRough;
    plan->weightsWhole = candidate.program != &given;
    return *std::move(plan);
  }

  /// From one stage to the next: of what the devices of a stage have, each sends its part.
  std::optional<double> sendSeconds(const Mesh &stage, int64_t stages, int64_t microbatches) const {
    std::vector<MeshAxis> axes = {{"stage", stages}};
    llvm::append_range(axes, stage.axes());
    absl::StatusOr<Mesh> all = Mesh::create(std::move(axes));
    if (!all.ok())
      return std::nullopt;
    absl::StatusOr<CostModel> model = makeCostModel(options.machine, *all);
    if (!model.ok())
      return std::nullopt;
    const AxisRef along[] = {AxisRef("stage")};
    CollectiveWork work;
    work.op = CollectiveKind::SendRecv;
    work.axes = along;
    return model->collective(work).seconds(given.boundaryBytes() /
                                           static_cast<double>(microbatches * stage.numDevices()));
  }

  void add(MicrobatchPlan plan) {
    if (options.tell)
      options.tell(llvm::formatv("{0} on {1}: {2:f4} s, {3} bytes", plan.name(), plan.mesh.str(), plan.seconds,
                                 static_cast<int64_t>(plan.peakBytes))
                       .str());
    plans.push_back(std::move(plan));
  }

  const Microbatches &given;
  const Mesh &mesh;
  const PlanningOptions &options;
  MeshAxis longest{{}, 1}; ///< the first of those
  int64_t left = 0;        ///< to be priced
  std::vector<Candidate> candidates;
  std::vector<MicrobatchPlan> plans;
};

} // namespace

std::string MicrobatchPlan::name() const {
  const std::string each = llvm::formatv("{0} microbatches", microbatches);
  if (stages == 1)
    return each + ", gradients accumulated";
  return llvm::formatv("{0} stages x {1}, {2}{3}{4}", stages, each, orderName(order),
                       chunks > 1 ? llvm::formatv(", {0} chunks", chunks).str() : "",
                       weightsWhole ? ", weights whole" : "");
}

absl::StatusOr<MicrobatchPlan> bestSchedule(const MicrobatchCosts &costs, int64_t layers, int64_t stages,
                                            int64_t microbatches, double sendSeconds,
                                            std::optional<int64_t> memoryLimit) {
  PlanningOptions options;
  options.memoryLimit = memoryLimit;
  std::optional<MicrobatchPlan> best;
  for (const Schedule &schedule : schedulesOf(layers, stages, microbatches))
    for (bool scattersOnce : {false, true}) {
      if (scattersOnce && costs.scattering == 0)
        continue;
      MicrobatchPlan plan;
      plan.stages = stages;
      plan.microbatches = microbatches;
      plan.chunks = schedule.chunks;
      plan.order = schedule.order;
      plan.scattersOnce = scattersOnce;
      absl::StatusOr<MicrobatchPlan> played = Player(costs, layers, std::move(plan)).play(sendSeconds);
      if (!played.ok())
        return played.status();
      if (!best || isBetter(options, played->seconds, played->peakBytes, best->seconds, best->peakBytes))
        best = *std::move(played);
    }
  return *std::move(best);
}

std::vector<MicrobatchPlan> planMicrobatches(mlir::ModuleOp annotated, const Step &step, const Step *twice,
                                             const Mesh &mesh, bool isTight, const PlanningOptions &options) {
  if (!isTight && step.estimate.busy.computing > (1 - kWorth) * step.estimate.seconds())
    return {};
  if (options.time && !options.time->hasTimeFor(options.time->stepSeconds(), "microbatches and pipelines"))
    return {};
  const std::optional<Microbatches> micro = Microbatches::of(annotated);
  if (!micro)
    return {};
  int64_t ops = 0;
  annotated.walk([&](mlir::Operation *) { ++ops; });
  const bool isNumbered = numberOf(annotated).has_value();
  return PipelineSearch(*micro, mesh, options)
      .run(isNumbered ? &step : nullptr, isNumbered ? twice : nullptr, isTight, ops);
}

} // namespace shardwright::planning
