#include "shardwright/Plan/TrainingPlans.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace shardwright::plan {
namespace {

using cost::TrainingPlan;
using cost::TrainingSchedule;
using cost::TrainingTotals;

std::vector<int64_t> divisors(int64_t number, int64_t most) {
  std::vector<int64_t> out;
  for (int64_t i = 1; i * i <= number; ++i)
    if (number % i == 0) {
      out.push_back(i);
      if (i != number / i)
        out.push_back(number / i);
    }
  llvm::sort(out);
  llvm::erase_if(out, [&](int64_t divisor) { return divisor > most; });
  return out;
}

/// Beyond these the number of splits has no bound that a search could wait for.
constexpr int64_t kMostDevices = int64_t(1) << 20, kMostLayers = 4096;

/// What a plan is compared by.
struct Priced {
  TrainingPlan plan;
  TrainingTotals totals;
};

/// Times that differ by less are the same: sums of the same parts in another order.
constexpr double kSame = 1e-12;

auto plainness(const TrainingPlan &p) {
  return std::tuple(p.pipeline, p.tensor, p.context, p.expert, p.fsdp, p.zero, p.recomputed, p.chunks,
                    static_cast<int>(p.schedule), -p.microbatch);
}

bool isBetter(const Priced &a, const Priced &b) {
  if (std::abs(a.totals.seconds - b.totals.seconds) > kSame * b.totals.seconds)
    return a.totals.seconds < b.totals.seconds;
  if (std::abs(a.totals.peakBytes - b.totals.peakBytes) > kSame * b.totals.peakBytes)
    return a.totals.peakBytes < b.totals.peakBytes;
  return plainness(a.plan) < plainness(b.plan);
}

class Searcher {
public:
  Searcher(const TrainingSearch &search, size_t count)
      : search(search), task(search.task), count(count),
        sequences(static_cast<int64_t>(std::floor(task.sequences * (1 + kSame)))) {}

  /// The best splits, the fastest first; `leanest` where there is none.
  void run(double memoryBytes) {
    limit = memoryBytes;
    best.clear();
    if (splits.empty())
      addSplits();
    for (const Split &split : splits) {
      if (split.bound > worst())
        break;
      if (std::optional<Priced> found = bestOf(split))
        keep(*found);
    }
  }

  PlannedTraining planned(const Priced &priced) const {
    return {priced.plan, cost::trainingStep(task.decoder, priced.plan, task.machine, task.habits)};
  }

  std::vector<Priced> best;
  std::optional<Priced> leanest;
  size_t priced = 0;
  size_t numberSplits() const { return splits.size(); }

private:
  struct Split {
    TrainingPlan plan;
    /// No plan of the split takes less.
    double bound = std::numeric_limits<double>::infinity();
  };

  TrainingTotals totals(const TrainingPlan &plan) {
    ++priced;
    return cost::trainingTotals(task.decoder, plan, task.machine, task.habits);
  }

  double worst() const {
    return best.size() < count ? std::numeric_limits<double>::infinity() : best.back().totals.seconds;
  }

  void keep(const Priced &found) {
    best.insert(llvm::upper_bound(best, found, isBetter), found);
    if (best.size() > count)
      best.pop_back();
  }

  void addSplits() {
    const cost::Decoder &d = task.decoder;
    const TrainingLimits &limits = search.limits;
    for (int64_t tensor : divisors(std::gcd(task.devices, d.heads), limits.tensor))
      for (int64_t pipeline : divisors(task.devices / tensor, std::min(limits.pipeline, d.layers)))
        for (int64_t context : divisors(task.devices / tensor / pipeline, limits.context)) {
          int64_t replicas = task.devices / tensor / pipeline / context;
          if (sequences % replicas != 0 || (context > 1 && d.sequence % (2 * context) != 0))
            continue;
          TrainingPlan plan;
          plan.tensor = tensor;
          plan.pipeline = pipeline;
          plan.context = context;
          addReplicas(plan, replicas);
        }
    llvm::stable_sort(splits, [](const Split &a, const Split &b) { return a.bound < b.bound; });
  }

  void addReplicas(TrainingPlan plan, int64_t replicas) {
    for (int64_t fsdp : divisors(replicas, search.limits.fsdp)) {
      plan.fsdp = fsdp;
      plan.data = replicas / fsdp;
      if (plan.data > search.limits.data)
        continue;
      int64_t experts = std::gcd(std::max<int64_t>(1, task.decoder.experts), replicas);
      for (int64_t expert : divisors(experts, search.limits.expert)) {
        plan.expert = expert;
        plan.zero = 0;
        splits.push_back(bounded(plan));
        if (plan.context > 1 && fsdp == 1 && search.limits.zero >= 3) {
          plan.zero = 3;
          splits.push_back(bounded(plan));
        }
      }
    }
  }

  std::vector<int64_t> microbatches(const TrainingPlan &plan) const {
    return divisors(sequences / plan.replicas(), sequences);
  }

  /// The plan with a microbatch, and the most of ZeRO that costs no exchange.
  TrainingPlan withMicrobatch(TrainingPlan plan, int64_t microbatch) const {
    plan.sequences = task.sequences;
    plan.microbatch = static_cast<double>(microbatch);
    plan.overlapsAll = search.overlapsAll;
    plan.compiled = search.compiled;
    plan.offloads = search.offloads;
    bool sharesStates = plan.data > 1 || (plan.context > 1 && plan.fsdp == 1);
    if (plan.zero != 3 && sharesStates)
      plan.zero = std::min<int64_t>(search.limits.zero, plan.passes() == 1 ? 2 : 1);
    plan.schedule = TrainingSchedule::OneForwardOneBackward;
    return plan;
  }

  Split bounded(const TrainingPlan &plan) {
    Split split{plan};
    for (int64_t microbatch : microbatches(plan))
      split.bound = std::min(split.bound, totals(withMicrobatch(plan, microbatch)).steadySeconds);
    return split;
  }

  std::optional<Priced> bestOf(const Split &split) {
    std::optional<Priced> found;
    for (int64_t microbatch : microbatches(split.plan)) {
      TrainingPlan plan = withMicrobatch(split.plan, microbatch);
      double most = found ? found->totals.seconds : worst();
      if (totals(plan).steadySeconds > most || !fitsSomehow(plan))
        continue;
      forSchedules(plan, [&](TrainingPlan scheduled) {
        for (double share : task.recomputed) {
          scheduled.recomputed = share;
          Priced candidate{scheduled, totals(scheduled)};
          if (candidate.totals.peakBytes > limit)
            continue;
          if (!found || isBetter(candidate, *found))
            found = candidate;
          return; // more recomputation takes longer
        }
      });
    }
    return found;
  }

  /// The order that keeps least, with all recomputation there is.
  bool fitsSomehow(TrainingPlan plan) {
    plan.recomputed = task.recomputed.back();
    Priced least{plan, totals(plan)};
    if (least.totals.peakBytes <= limit)
      return true;
    if (!leanest || least.totals.peakBytes < leanest->totals.peakBytes)
      leanest = least;
    return false;
  }

  template <typename Function> void forSchedules(TrainingPlan plan, Function visit) const {
    visit(plan);
    if (plan.pipeline == 1)
      return;
    for (TrainingSchedule schedule : {TrainingSchedule::AllForwardAllBackward, TrainingSchedule::ZeroBubble}) {
      plan.schedule = schedule;
      visit(plan);
    }
    plan.schedule = TrainingSchedule::OneForwardOneBackward;
    if (std::fmod(plan.passes(), static_cast<double>(plan.pipeline)) != 0)
      return;
    // Chunks of one length: others keep each other waiting.
    const int64_t layers = (task.decoder.layers + plan.pipeline - 1) / plan.pipeline;
    for (plan.chunks = 2; plan.chunks <= layers; ++plan.chunks)
      if (layers % plan.chunks == 0)
        visit(plan);
  }

  const TrainingSearch &search;
  const cost::TrainingTask &task;
  const size_t count;
  const int64_t sequences;
  double limit = 0;
  std::vector<Split> splits;
};

} // namespace

absl::StatusOr<TrainingPlans> planTraining(const TrainingSearch &search, size_t count) {
  if (search.task.devices < 1 || search.task.sequences < 1 || count < 1)
    return absl::InvalidArgumentError(absl::StrCat("a search for ", count, " plans of ", search.task.sequences,
                                                   " sequences on ", search.task.devices,
                                                   " devices: each must be at least one"));
  if (search.task.devices > kMostDevices || search.task.decoder.layers > kMostLayers)
    return absl::InvalidArgumentError(absl::StrCat("a search over ", search.task.devices, " devices and ",
                                                   search.task.decoder.layers, " layers: at most ", kMostDevices,
                                                   " and ", kMostLayers));
  Searcher searcher(search, count);
  searcher.run(search.memoryBytes);
  TrainingPlans out;
  out.splits = searcher.numberSplits();
  if (out.splits == 0)
    return absl::InvalidArgumentError(absl::StrCat(
        "no split of ", search.task.devices, " devices has replicas that divide ", search.task.sequences,
        " sequences and a tensor split that divides ", search.task.decoder.heads, " heads: give another batch"));
  for (const Priced &priced : searcher.best)
    out.best.push_back(searcher.planned(priced));
  if (out.best.empty() && searcher.leanest)
    out.leanest = searcher.planned(*searcher.leanest);
  Searcher unlimited(search, 1);
  unlimited.run(std::numeric_limits<double>::infinity());
  if (searcher.best.empty() || isBetter(unlimited.best.front(), searcher.best.front()))
    out.withoutLimit = unlimited.planned(unlimited.best.front());
  out.priced = searcher.priced + unlimited.priced;
  return out;
}

std::string describe(const TrainingPlan &plan) {
  std::vector<std::string> out;
  auto add = [&](const char *name, int64_t ways) {
    if (ways > 1)
      out.push_back(absl::StrCat(name, " ", ways));
  };
  add("tensor", plan.tensor);
  add("pipeline", plan.pipeline);
  if (plan.pipeline > 1 && plan.schedule != TrainingSchedule::Published)
    out.back() += plan.schedule == TrainingSchedule::AllForwardAllBackward ? " (GPipe)"
                  : plan.schedule == TrainingSchedule::ZeroBubble          ? " (zero bubble)"
                  : plan.chunks == 1                                       ? " (1F1B)"
                                     : absl::StrCat(" (1F1B, ", plan.chunks, " chunks)");
  add("context", plan.context);
  add("fsdp", plan.fsdp);
  add("data", plan.data);
  add("expert", plan.expert);
  if (plan.zero > 0 && (plan.zero == 3 || plan.data > 1 || plan.context > 1))
    out.push_back(absl::StrCat("ZeRO ", plan.zero));
  out.push_back(absl::StrFormat("%g x %g sequences", plan.passes(), plan.microbatch));
  if (plan.recomputed > 0)
    out.push_back(absl::StrFormat("%g %% recomputed", 100 * plan.recomputed));
  if (plan.offloads)
    out.push_back("offloaded");
  return absl::StrJoin(out, ", ");
}

std::vector<PartDifference> differences(const cost::TrainingStep &first, const cost::TrainingStep &second) {
  std::vector<PartDifference> out;
  auto at = [&](const std::string &name) -> PartDifference & {
    for (PartDifference &part : out)
      if (part.name == name)
        return part;
    return out.emplace_back(PartDifference{name, 0});
  };
  for (const cost::TrainingPart &part : first.parts)
    at(part.name).seconds -= part.seconds;
  for (const cost::TrainingPart &part : second.parts)
    at(part.name).seconds += part.seconds;
  llvm::erase_if(out, [&](const PartDifference &part) { return std::abs(part.seconds) <= kSame * first.seconds; });
  llvm::stable_sort(
      out, [](const PartDifference &a, const PartDifference &b) { return std::abs(a.seconds) > std::abs(b.seconds); });
  return out;
}

} // namespace shardwright::plan
