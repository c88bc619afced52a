#include "lib/Planning/MeshPlan.h"

#include "lib/Planning/Finalists.h"
#include "lib/Planning/FollowPlan.h"
#include "lib/Planning/OpNumbers.h"
#include "lib/Planning/PlacedProgram.h"
#include "lib/Planning/Textbook.h"

#include "shardwright/Evaluate/ChoosePlan.h"

#include "llvm/Support/FormatVariadic.h"

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace shardwright::planning {

/// So much less memory counts, where the least is looked for.
constexpr double kLittleMore = 1.01;
/// Of the least memory, what is tried for it.
constexpr double kOverLeast[] = {1.02, 1.1, 1.3};

bool isBetter(const PlanningOptions &options, double seconds, double peakBytes, double otherSeconds,
              double otherPeakBytes) {
  auto fits = [&](double bytes) { return !options.memoryLimit || bytes <= static_cast<double>(*options.memoryLimit); };
  if (fits(peakBytes) != fits(otherPeakBytes))
    return fits(peakBytes);
  if (!fits(peakBytes))
    return peakBytes < otherPeakBytes;
  if (options.leastMemory && std::max(peakBytes, otherPeakBytes) > kLittleMore * std::min(peakBytes, otherPeakBytes))
    return peakBytes < otherPeakBytes;
  return seconds < otherSeconds;
}

std::optional<int64_t> firstLimit(const PlanningOptions &options, const plan::ProgramPlanner &planner) {
  const double least = kOverLeast[0] * planner.leastBytes();
  if (options.leastMemory || (options.memoryLimit && least > static_cast<double>(*options.memoryLimit)))
    return static_cast<int64_t>(least);
  return options.memoryLimit;
}

Alternative alternativeOf(const MeshPlan &plan) {
  const estimate::Estimate &estimate = plan.step.estimate;
  return {plan.name, plan.mesh, estimate.seconds(), estimate.busy, static_cast<double>(plan.step.memory.peak)};
}

void keepOneOfEachName(std::vector<Alternative> &alternatives, const std::string &best) {
  std::set<std::string> names = {best};
  llvm::erase_if(alternatives, [&](const Alternative &other) { return !names.insert(other.name).second; });
}

void takePlace(MeshPlan &chosen, MeshPlan &best) {
  chosen.alternatives = std::move(best.alternatives);
  chosen.plan.boundSeconds = best.plan.boundSeconds;
  chosen.plan.boundLimit = best.plan.boundLimit;
  chosen.leastModelSeconds = best.leastModelSeconds;
  std::swap(chosen, best);
}

namespace {

/// How often the limit of the problem is set anew.
constexpr int kMemoryRounds = 4;
/// A plan that holds this part of the limit uses it.
constexpr double kUsed = 0.96;
/// What a compiled program holds of what the problem counts, as far as it is believed.
constexpr double kLeastRatio = 0.5, kMostRatio = 1.4;
/// Few compiled programs hold so much less than their plan.
constexpr double kMayFit = 1.25;
/// A draft whose step is so many times its plan's is followed by so many trials of constraints at least.
constexpr double kFarFromPlan = 1.25;
constexpr size_t kTrialsAnyway = 12;
/// Problems of so many choices are first solved to a loose gap, and to the end when there is time.
constexpr size_t kManyChoices = 10'000;
constexpr double kFirstGap = 0.03;
/// What is proven of a plan before alternatives are looked at, and of the time, what that may always take.
constexpr double kCertifiedGap = 0.01, kCertifyShare = 0.25;
/// Of the plan without a limit, so much more is not worth another one.
constexpr double kHardlyMore = 1.005;
/// Of a limit, by how much more it is lowered than was too much.
constexpr double kSpare = 0.01;
/// Of the time that is left, what a plan within a limit may take, and the first one without.
constexpr double kRoundShare = 0.4, kFreeShare = 0.25;
/// Of all the time, what the solver has of it however late it is; it has as long as the problem took to make, too.
constexpr double kLeastRoundShare = 0.15;
/// Of the budget, what a search has to begin with however late it is.
constexpr double kLeastShare = 0.25;
/// Of alternatives: when they are good enough, and what each may take of the time.
constexpr double kAlternativeGap = 0.01, kAlternativeShare = 0.1;
/// Of all the time, what the plan may take that counts less for what is sent beside.
constexpr double kBesideShare = 0.25;
/// So much quicker an alternative must be to be made a program of.
constexpr double kSurelyQuicker = 0.995;
/// So much quicker a strategy of the textbook must be, which nothing is proven of.
constexpr double kClearlyQuicker = 0.985;
/// By how much the step of what partitioning chooses is longer than that of the program that comes of it at most.
constexpr double kSurelySlower = 1.05;
/// Of the time, what a search near the best plan may take, and a bound behind everything else.
constexpr double kImproveShare = 0.2, kBoundShare = 0.3;
/// Of others with as much memory.
constexpr double kLooseGaps[] = {0.005, 0.03};

absl::Status reported() { return absl::InvalidArgumentError(""); }

class MeshPlanner {
public:
  MeshPlanner(MeshProblem &problem, const PlanningOptions &options)
      : time(*options.time), all(allowed(time)), imported(*problem.imported), options(options), problem(problem),
        costs(problem.costs), model(problem.model), open(*problem.open), planner(*problem.planner) {}

  absl::StatusOr<MeshPlan> run() {
    if (absl::Status status = startFromEarlier(); !status.ok())
      return status;
    absl::StatusOr<MeshPlan> best = searchLimits();
    if (!best.ok())
      return best;
    const plan::ProgramPlan inFull = best->plan;
    time.allow(kLeastShare * time.budget()); // The first plan is seldom the best.
    for (const auto &tryOthers : std::initializer_list<std::function<absl::Status()>>{
             [&] { return trySendsBeside(*best); }, [&] { return follow(*best); },
             [&] { return improve(inFull, *best); }, [&] { return certify(*best); },
             [&] { return addAlternatives(*best); }, [&] { return improve(best->plan, *best); },
             [&] { return tryAsGiven(*best); }, [&] { return tryTextbook(*best); }, [&] { return closeGap(*best); }})
      if (absl::Status status = tryOthers(); !status.ok())
        return status;
    best->finalists = selectFinalists(std::move(finalists), *best);
    return best;
  }

private:
  static double allowed(SearchTime &time) {
    time.allow(kLeastShare * time.budget());
    return time.left();
  }

  absl::Status startFromEarlier() {
    if (!options.earlier)
      return absl::OkStatus();
    const Mesh &mesh = model->mesh();
    std::map<size_t, Sharding> passed; // by value
    for (auto [number, value] : open.openArguments())
      passed[value] = options.earlier->argumentOn(mesh, number);
    return planner.startFrom(
        [&](size_t argument, const Sharding &sharding) {
          auto as = passed.find(argument);
          return as == passed.end() || sharding.samePlacement(mesh, as->second);
        },
        firstLimit(options, planner), kAlternativeGap, time.within(options.solve, kAlternativeShare * all));
  }

  absl::StatusOr<MeshPlan> searchLimits() {
    const double leastBytes = planner.leastBytes();
    if (options.mayFit && !options.mayFit(leastBytes))
      return absl::ResourceExhaustedError("needs at least " + std::to_string(static_cast<int64_t>(leastBytes)) +
                                          " bytes");
    if (options.leastMemory || (options.memoryLimit && leastBytes > static_cast<double>(*options.memoryLimit)))
      return searchLeast(leastBytes);
    absl::StatusOr<plan::ProgramPlan> free = solveWithin(std::nullopt);
    if (!free.ok())
      return free.status();
    const double allowed = options.memoryLimit ? static_cast<double>(*options.memoryLimit) : 0;
    // Compiled programs of one kind hold a like part of what the problem counts.
    double ratio = free->evaluation.peakBytes / free->modelPeakBytes;
    const double freeSeconds = free->modelSeconds;
    std::optional<MeshPlan> best;
    if (!options.memoryLimit || free->evaluation.peakBytes < kMayFit * allowed) {
      absl::StatusOr<MeshPlan> found = draft(*std::move(free));
      if (found.ok() && !fits(*found))
        if (absl::Status status = follow(*found); !status.ok())
          return status;
      if (!found.ok())
        return found;
      if (fits(*found)) {
        time.release(); // Memory does not bind.
        return found;
      }
      ratio = static_cast<double>(found->step.memory.peak) / found->plan.modelPeakBytes;
      keepBetter(best, *std::move(found));
    }
    double leastSeconds = std::numeric_limits<double>::infinity();
    double limit = allowed / std::clamp(ratio, kLeastRatio, kMostRatio);
    for (int round = 0; round < kMemoryRounds && (round == 0 || !time.isOver()); ++round) {
      absl::StatusOr<plan::ProgramPlan> plan = solveWithin(static_cast<int64_t>(limit));
      absl::StatusOr<MeshPlan> found = plan.ok() ? draft(*std::move(plan)) : plan.status();
      if (found.ok() && !fits(*found))
        if (absl::Status status = follow(*found); !status.ok())
          return status;
      if (!found.ok())
        return found.status();
      const double room = allowed - static_cast<double>(found->step.memory.peak);
      const double modelPeak = found->plan.modelPeakBytes;
      // More memory made none quicker, or could not.
      const double before = std::exchange(leastSeconds, found->plan.modelSeconds);
      const bool isAsQuick = leastSeconds > (1 - options.gap) * before || leastSeconds < kHardlyMore * freeSeconds;
      const bool isFeasible = found->plan.isWithinLimit;
      keepBetter(best, *std::move(found));
      if (room < 0 ? !isFeasible : isAsQuick || modelPeak < kUsed * limit || room < (1 - kUsed) * allowed)
        break;
      limit = std::max(0.0, std::min(modelPeak, limit) + room - (room < 0 ? kSpare : 0) * limit);
    }
    return *std::move(best);
  }

  /// From the plan, of those that hold as much, that is best where less counts of what can be sent beside other work.
  absl::Status trySendsBeside(MeshPlan &best) {
    if (!model->sendsBesideCompute() || options.leastMemory || !time.hasStep("sends beside work"))
      return absl::OkStatus();
    absl::StatusOr<plan::ProgramPlan> plan = planner.plan(
        asMuchAs(best), kAlternativeGap, time.within(options.solve, std::min(time.left(), kBesideShare * all)), nullptr,
        plan::ProgramPlanner::Sends::Beside);
    if (!plan.ok())
      return plan.status();
    return improve(*plan, best);
  }

  /// The limit within which the best plan is, as the problem counts bytes.
  std::optional<int64_t> asMuchAs(const MeshPlan &best) const {
    return options.memoryLimit ? std::optional(static_cast<int64_t>(best.plan.modelPeakBytes)) : std::nullopt;
  }

  /// Of small programs, whose kernels take as long to start as they run, prices that are added up know little: what
  /// partitioning makes of the program as it is may take a shorter step.
  absl::Status tryAsGiven(MeshPlan &best) {
    if (!time.hasStep("the program as it is"))
      return absl::OkStatus();
    absl::StatusOr<plan::ProgramPlan> plan = planner.describe(choosePlan(*model, open.program(), costs->reshards()),
                                                              best.plan.boundSeconds, options.memoryLimit);
    if (!plan.ok())
      return plan.status();
    if (plan->evaluation.seconds > best.step.estimate.seconds())
      return absl::OkStatus();
    for (Annotations annotations : {annotationsOf(open, plan->decoded), Annotations()})
      if (absl::Status status =
              tryInstead(annotated(*plan, std::move(annotations), open.describe(model->mesh(), plan->decoded)), best);
          !status.ok())
        return status;
    return absl::OkStatus();
  }

  /// Sums of prices that are all paid may prefer plans that send less and compute more, where a strategy of the
  /// textbook hides what it sends. The first, which holds least, however little time there is.
  absl::Status tryTextbook(MeshPlan &best) {
    bool isFirst = true;
    for (TextbookPlan &textbook : textbookPlans(open, model->mesh())) {
      if (!std::exchange(isFirst, false) && !options.keepFinalists && !time.hasStep("strategies of the textbook"))
        break;
      if (!options.keepFinalists) {
        absl::StatusOr<bool> mayBeBetter = isPromising(textbook.annotations, best);
        if (!mayBeBetter.ok())
          return mayBeBetter.status();
        if (!*mayBeBetter)
          continue;
      }
      plan::ProgramPlan none; // Its choices are those of partitioning.
      none.boundSeconds = best.plan.boundSeconds;
      absl::StatusOr<MeshPlan> plan = annotated(std::move(none), std::move(textbook.annotations), textbook.name);
      const bool isNear =
          plan.ok() && fits(best) && plan->step.estimate.seconds() > kClearlyQuicker * best.step.estimate.seconds();
      if (isNear)
        keepFinalist(*std::move(plan));
      else if (absl::Status status = tryInstead(std::move(plan), best); !status.ok())
        return status;
    }
    return absl::OkStatus();
  }

  /// Whether a strategy may take the place of the best plan, by what partitioning would choose for it.
  absl::StatusOr<bool> isPromising(const Annotations &annotations, const MeshPlan &best) {
    const double most = options.memoryLimit ? static_cast<double>(std::max(*options.memoryLimit, best.step.memory.peak))
                                            : std::numeric_limits<double>::infinity();
    if (argumentBytes(open, model->mesh(), annotations) > most)
      return false;
    mlir::FailureOr<PlacedProgram> placed = place(imported, annotations, *model, costs->reshards(), options.partition);
    if (mlir::failed(placed))
      return reported();
    if (placed->evaluation.peakBytes > kMayFit * most)
      return false;
    return !fits(best) || options.leastMemory ||
           placed->evaluation.seconds < kSurelySlower * kClearlyQuicker * best.step.estimate.seconds();
  }

  /// The best of plans that hold little more than the least that the problem counts: what brings values together for a
  /// moment is not in it, and of plans with the least the most.
  absl::StatusOr<MeshPlan> searchLeast(double least) {
    std::optional<MeshPlan> best;
    for (double more : kOverLeast) {
      absl::StatusOr<MeshPlan> found = realise(solveWithin(static_cast<int64_t>(more * least)));
      if (!found.ok())
        return found.status();
      keepBetter(best, *std::move(found));
      if (time.isOver())
        break;
    }
    // The peak may be elsewhere than the problem's.
    absl::StatusOr<MeshPlan> leanest = realise(planner.leanest(best->plan.boundSeconds, options.memoryLimit));
    if (!leanest.ok())
      return leanest.status();
    keepBetter(best, *std::move(leanest));
    return *std::move(best);
  }

  void keepBetter(std::optional<MeshPlan> &best, MeshPlan found) const {
    if (!best || isBetter(found, *best))
      best = std::move(found);
  }

  absl::Status addAlternatives(MeshPlan &best) {
    const Mesh &mesh = model->mesh();
    const std::vector<size_t> list = open.parameters();
    const std::set<size_t> parameters(list.begin(), list.end());
    struct Way {
      plan::ProgramPlanner::Allows allows;
      std::optional<int64_t> limit;
      double gap;
    };
    std::vector<Way> ways = {{[&](size_t argument, const Sharding &sharding) {
                                return !parameters.count(argument) || sharding.isFullyReplicated();
                              },
                              std::nullopt, kAlternativeGap}};
    for (const MeshAxis &axis : mesh.axes())
      if (mesh.numAxes() > 1)
        ways.push_back({[&, name = axis.name](size_t argument, const Sharding &sharding) {
                          return !parameters.count(argument) || !sharding.uses(mesh, AxisRef(name));
                        },
                        std::nullopt, kAlternativeGap});
    // Sums that differ by little may have steps that differ by much. An earlier plan is one of them already.
    for (double gap : options.earlier ? llvm::ArrayRef<double>() : llvm::ArrayRef(kLooseGaps))
      ways.push_back({nullptr, asMuchAs(best), gap});
    for (const Way &way : ways) {
      if (!time.hasStep("alternatives on the mesh"))
        break;
      absl::StatusOr<plan::ProgramPlan> plan = planner.plan(
          way.limit, way.gap, time.within(options.solve, std::min(time.left(), kAlternativeShare * all)), way.allows);
      if (!plan.ok())
        return plan.status();
      best.alternatives.push_back({open.describe(mesh, plan->decoded), mesh, plan->evaluation.seconds,
                                   plan->evaluation.busy, plan->modelPeakBytes, true});
      // The timeline may see it otherwise than the sum of prices.
      if (options.keepFinalists || plan->evaluation.seconds < kSurelyQuicker * best.step.estimate.seconds())
        if (absl::Status status = tryInstead(realise(std::move(plan)), best); !status.ok())
          return status;
    }
    return absl::OkStatus();
  }

  /// By a local search on the timeline from a plan, if there was none from it.
  absl::Status improve(const plan::ProgramPlan &from, MeshPlan &best) {
    if (improved.count(from.choices) || !time.hasStep("search on the timeline"))
      return absl::OkStatus();
    improved.insert(from.choices);
    absl::StatusOr<plan::ProgramPlan> plan = planner.improve(
        from, options.memoryLimit, time.within(options.solve, std::min(time.left(), kImproveShare * all)));
    if (!plan.ok())
      return plan.status();
    // None was better, or what came of it is known.
    if (plan->choices != from.choices && !improved.insert(plan->choices).second)
      return absl::OkStatus();
    if (plan->evaluation.seconds >= kSurelyQuicker * secondsOf(best))
      return absl::OkStatus();
    return tryInstead(realise(std::move(plan)), best);
  }

  void keepFinalist(MeshPlan plan) {
    if (options.keepFinalists)
      finalists.push_back(std::move(plan));
  }

  /// Takes a plan for the best where it is better; the best so far becomes an alternative.
  absl::Status tryInstead(absl::StatusOr<MeshPlan> other, MeshPlan &best) {
    if (!other.ok())
      return other.status();
    if (!isBetter(*other, best)) {
      keepFinalist(*std::move(other));
      return absl::OkStatus();
    }
    takePlace(*other, best);
    best.alternatives.push_back(alternativeOf(*other));
    keepFinalist(*std::move(other));
    return absl::OkStatus();
  }

  absl::StatusOr<plan::ProgramPlan> solveWithin(std::optional<int64_t> limit) {
    // Within a limit there may be others.
    const double share = !options.memoryLimit || limit ? kRoundShare : kFreeShare;
    const double gap = planner.numChoices() > kManyChoices ? std::max(options.gap, kFirstGap) : options.gap;
    const double least = std::max(kLeastRoundShare * all, problem.seconds);
    return planner.planOn(limit, gap, time.within(options.solve, std::max(share * time.left(), least)));
  }

  /// A gap that says something, however late it is, before yet other plans are looked at.
  absl::Status certify(MeshPlan &best) {
    if (!isOpen(best, std::max(options.gap, kCertifiedGap)))
      return absl::OkStatus();
    time.allow(kCertifyShare * all);
    return tightenBound(best, kCertifiedGap, kCertifyShare);
  }

  /// What was left of the gap, in the time that is left.
  absl::Status closeGap(MeshPlan &best) {
    return isOpen(best, options.gap) && time.hasStep("the rest of the gap")
               ? tightenBound(best, options.gap, kBoundShare)
               : absl::OkStatus();
  }

  /// Whether more than that is left to prove. Nobody asks for the gap of a plan that holds least.
  bool isOpen(const MeshPlan &best, double gap) const { return !options.leastMemory && best.gap() > gap; }

  /// The search that the bound is of continues, or where another followed it, begins anew.
  absl::Status tightenBound(MeshPlan &best, double gap, double share) {
    absl::StatusOr<plan::ProgramPlan> plan =
        planner.planOn(best.plan.boundLimit, gap, time.within(options.solve, std::min(time.left(), share * all)));
    if (!plan.ok())
      return plan.status();
    best.plan.boundSeconds = std::max(best.plan.boundSeconds, plan->boundSeconds);
    if (plan->isWithinLimit)
      best.leastModelSeconds = std::min(best.leastModelSeconds, plan->modelSeconds);
    return absl::OkStatus();
  }

  /// Annotations for the plan, and the step that partitioning makes of them.
  /// `mustFollow`: some constraints are tried however late it is.
  absl::StatusOr<MeshPlan> realise(absl::StatusOr<plan::ProgramPlan> plan, bool mustFollow = false) {
    if (!plan.ok())
      return plan.status();
    size_t trials = 0;
    auto goesOn = [&] {
      return time.hasStep("constraints") || (mustFollow && !time.isStopped() && ++trials <= kTrialsAnyway);
    };
    mlir::FailureOr<Annotations> annotations =
        annotationsToFollow(imported, open, *plan, *model, costs->reshards(), options.partition, goesOn);
    if (mlir::failed(annotations))
      return reported();
    std::string name = nameOf(*plan);
    return annotated(*std::move(plan), *std::move(annotations), std::move(name));
  }

  /// The same with what the plan says alone: in a fraction of the time, and its step may be longer.
  absl::StatusOr<MeshPlan> draft(plan::ProgramPlan plan) {
    Annotations annotations = annotationsOf(open, plan.decoded);
    std::string name = nameOf(plan);
    absl::StatusOr<MeshPlan> drawn = annotated(std::move(plan), std::move(annotations), std::move(name));
    if (drawn.ok())
      drawn->isDraft = true;
    return drawn;
  }

  /// Of a draft, which is kept where that is no better. One that does not fit, or parts far from its plan, is no plan.
  absl::Status follow(MeshPlan &drawn) {
    const bool mustFollow =
        !fits(drawn) || drawn.step.estimate.seconds() > kFarFromPlan * drawn.plan.evaluation.seconds;
    if (!drawn.isDraft || (!mustFollow && !time.hasStep("constraints")))
      return absl::OkStatus();
    drawn.isDraft = false;
    absl::StatusOr<MeshPlan> followed = realise(drawn.plan, mustFollow);
    if (!followed.ok())
      return followed.status();
    if (!isBetter(drawn, *followed))
      takePlace(*followed, drawn);
    return absl::OkStatus();
  }

  std::string nameOf(const plan::ProgramPlan &plan) const { return open.describe(model->mesh(), plan.decoded); }

  /// What the step of a plan takes, or will once a draft is followed.
  static double secondsOf(const MeshPlan &plan) {
    return plan.isDraft ? std::min(plan.plan.evaluation.seconds, plan.step.estimate.seconds())
                        : plan.step.estimate.seconds();
  }

  absl::StatusOr<MeshPlan> annotated(plan::ProgramPlan plan, Annotations annotations, std::string name) {
    const double before = time.elapsed();
    mlir::OwningOpRef<mlir::ModuleOp> module = annotate(imported, annotations).module;
    numberOps(*module);
    absl::StatusOr<Step> step = stepOf(*module, costs, options.partition, options.host);
    if (!step.ok())
      return step.status();
    time.noteStep(time.elapsed() - before);
    if (options.tell)
      options.tell(llvm::formatv("{0}: {1:f4} s, {2} bytes", name, step->estimate.seconds(), step->memory.peak).str());
    const double modelSeconds = plan.modelSeconds;
    return MeshPlan{model->mesh(),
                    std::move(name),
                    std::move(plan),
                    modelSeconds,
                    std::move(annotations),
                    std::move(module),
                    *std::move(step),
                    planner.numNodes(),
                    planner.numEdges(),
                    planner.numChoices(),
                    planner.isFolded(),
                    /*isDraft=*/false,
                    {},
                    {}};
  }

  bool fits(const MeshPlan &plan) const {
    return !options.memoryLimit || plan.step.memory.peak <= *options.memoryLimit;
  }

  bool isBetter(const MeshPlan &one, const MeshPlan &other) const {
    return planning::isBetter(options, one.step.estimate.seconds(), static_cast<double>(one.step.memory.peak),
                              other.step.estimate.seconds(), static_cast<double>(other.step.memory.peak));
  }

  SearchTime &time;
  const double all; ///< of the clock, that this search has
  mlir::ModuleOp imported;
  const PlanningOptions &options;
  const MeshProblem &problem;
  const std::shared_ptr<SharedCostModel> costs;
  const CostModel *const model;
  OpenProgram &open;
  plan::ProgramPlanner &planner;
  std::set<plan::Choices> improved; ///< where local searches began or ended
  std::vector<MeshPlan> finalists;
};

} // namespace

absl::StatusOr<MeshPlan> planOnMesh(MeshProblem &problem, const PlanningOptions &options) {
  return MeshPlanner(problem, options).run();
}

} // namespace shardwright::planning
