#include "lib/Driver/CostTrainingPlans.h"
#include "lib/Driver/MachineOptions.h"
#include "shardwright/Plan/TrainingPlans.h"

#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>

namespace shardwright::driver {
namespace {

using plan::PlannedTraining;

/// Of the best step, a difference that is shown.
constexpr double kShownPart = 0.001;

/// A row's search, and what it is compared with.
struct Searched {
  plan::TrainingSearch search;
  plan::TrainingPlans plans;
  std::optional<PlannedTraining> own;      ///< as the row has it
  std::optional<PlannedTraining> ownSplit; ///< the best plan of its split, where one fits
  /// The best plan where one thing is another, and what; none where nothing fits.
  std::vector<std::pair<const char *, std::optional<PlannedTraining>>> changed;
};

std::optional<PlannedTraining> bestOf(const plan::TrainingSearch &search) {
  absl::StatusOr<plan::TrainingPlans> plans = plan::planTraining(search, 1);
  if (!plans.ok() || plans->best.empty())
    return std::nullopt;
  return plans->best.front();
}

void addChanges(Searched &found) {
  auto add = [&](const char *what, auto change) {
    plan::TrainingSearch search = found.search;
    change(search.task);
    found.changed.push_back({what, bestOf(search)});
  };
  add("twice the batch", [](cost::TrainingTask &task) { task.sequences *= 2; });
  if (found.search.task.devices % 2 == 0)
    add("half the devices", [](cost::TrainingTask &task) { task.devices /= 2; });
  add("half the links", [](cost::TrainingTask &task) {
    task.machine.domainBytesPerSecond /= 2;
    task.machine.networkBytesPerSecond /= 2;
  });
}

absl::StatusOr<Searched> searchRow(const CommandLine &line, const CostRow &row) {
  absl::StatusOr<std::optional<int64_t>> count = line.integer("best", 1), memory = parseMemory(line);
  if (!count.ok() || !memory.ok())
    return count.ok() ? memory.status() : count.status();
  const llvm::json::Object &inputs = row.query.inputs;
  absl::StatusOr<cost::TrainingTask> task = cost::readTrainingTask(inputs);
  if (!task.ok())
    return task.status();
  Searched out;
  out.search.memoryBytes = *memory ? static_cast<double>(**memory) : task->machine.memoryBytes;
  out.search.task = *std::move(task);
  if (inputs.get("tp")) {
    absl::StatusOr<cost::TrainingRun> run = cost::priceTrainingRun(inputs);
    if (!run.ok())
      return run.status();
    out.own = PlannedTraining{run->plan, run->step};
    out.search.offloads = run->plan.offloads;
    if (line.has("as-run")) {
      out.search.overlapsAll = run->plan.overlapsAll;
      out.search.compiled = run->plan.compiled;
    }
    plan::TrainingSearch same = out.search;
    same.limits = {run->plan.tensor, run->plan.pipeline, run->plan.context,
                   run->plan.data,   run->plan.fsdp,     run->plan.expert};
    out.ownSplit = bestOf(same);
  }
  absl::StatusOr<plan::TrainingPlans> plans = plan::planTraining(out.search, static_cast<size_t>(**count));
  if (!plans.ok())
    return plans.status();
  out.plans = *std::move(plans);
  if (!out.plans.best.empty())
    addChanges(out);
  return out;
}

void printPlan(const char *what, const PlannedTraining &planned) {
  llvm::outs() << llvm::format("  %-17s %9.4g s %6.1f GB  ", what, planned.step.seconds, planned.step.peakBytes / 1e9)
               << plan::describe(planned.plan) << "\n";
}

void printBeside(const char *what, const PlannedTraining &planned, const PlannedTraining &best) {
  printPlan(what, planned);
  llvm::outs() << llvm::format("  %17s %+8.2f %%", "", 100 * (planned.step.seconds / best.step.seconds - 1));
  const char *before = "   ";
  for (const plan::PartDifference &part : plan::differences(best.step, planned.step))
    if (std::abs(part.seconds) >= kShownPart * best.step.seconds) {
      llvm::outs() << before << part.name << llvm::format(" %+.4g s", part.seconds);
      before = ", ";
    }
  llvm::outs() << "\n";
}

void printText(const CostRow &row, const Searched &found) {
  llvm::raw_ostream &out = llvm::outs();
  const plan::TrainingPlans &plans = found.plans;
  out << row.query.id << ": " << plans.splits << " splits of " << found.search.task.devices << " devices"
      << llvm::format(", %.1f GB each\n", found.search.memoryBytes / 1e9);
  if (plans.best.empty()) {
    out << "  none fits; the least that a plan needs:\n";
    printPlan("leanest", *plans.leanest);
    for (const cost::TrainingPart &part : plans.leanest->step.memory)
      out << llvm::format("    %-44s %11.4g bytes\n", part.name.c_str(), part.seconds);
    return;
  }
  const PlannedTraining &best = plans.best.front();
  printPlan("1", best);
  for (size_t i = 1; i < plans.best.size(); ++i)
    printBeside(std::to_string(i + 1).c_str(), plans.best[i], best);
  if (found.own)
    printBeside(found.own->step.peakBytes > found.search.memoryBytes ? "its own (too big)" : "its own", *found.own,
                best);
  if (found.ownSplit)
    printBeside("its split", *found.ownSplit, best);
  if (plans.withoutLimit)
    printBeside("any memory", *plans.withoutLimit, best);
  for (const auto &[what, planned] : found.changed)
    planned ? printPlan(what, *planned) : void(out << llvm::format("  %-17s nothing fits\n", what));
}

const char *nameOf(cost::TrainingSchedule schedule) {
  switch (schedule) {
  case cost::TrainingSchedule::Published:
    return "published";
  case cost::TrainingSchedule::AllForwardAllBackward:
    return "gpipe";
  case cost::TrainingSchedule::OneForwardOneBackward:
    return "1f1b";
  case cost::TrainingSchedule::ZeroBubble:
    return "zero_bubble";
  }
  llvm_unreachable("a schedule without a name");
}

llvm::json::Object jsonOfPlan(const cost::TrainingTask &task, const PlannedTraining &planned) {
  const cost::TrainingPlan &p = planned.plan;
  return llvm::json::Object{
      {"tensor", p.tensor},
      {"pipeline", p.pipeline},
      {"context", p.context},
      {"data", p.data},
      {"fsdp", p.fsdp},
      {"expert", p.expert},
      {"zero", p.zero},
      {"microbatch", p.microbatch},
      {"microbatches", p.passes()},
      {"schedule", p.pipeline > 1 ? llvm::json::Value(nameOf(p.schedule)) : llvm::json::Value(nullptr)},
      {"chunks", p.chunks},
      {"layers", llvm::json::Array(plan::layersOfParts(task, p))},
      {"recomputed", p.recomputed},
      {"offloads", p.offloads},
      {"overlaps", p.overlapsAll},
      {"compiled", p.compiled},
      {"seconds", planned.step.seconds},
      {"parts", jsonOfParts(planned.step.parts)},
      {"peak_bytes", planned.step.peakBytes},
      {"memory", jsonOfParts(planned.step.memory)}};
}

void printJson(const CostRow &row, const Searched &found) {
  auto orNull = [&](const std::optional<PlannedTraining> &planned) {
    return planned ? llvm::json::Value(jsonOfPlan(found.search.task, *planned)) : llvm::json::Value(nullptr);
  };
  llvm::json::Array best;
  for (const PlannedTraining &planned : found.plans.best)
    best.push_back(jsonOfPlan(found.search.task, planned));
  llvm::json::Array changed;
  for (const auto &[what, planned] : found.changed)
    changed.push_back(llvm::json::Object{{"what", what}, {"best", orNull(planned)}});
  llvm::outs() << llvm::json::Value(llvm::json::Object{{"id", row.query.id},
                                                       {"splits", found.plans.splits},
                                                       {"memory_limit_bytes", found.search.memoryBytes},
                                                       {"best", std::move(best)},
                                                       {"own", orNull(found.own)},
                                                       {"own_split", orNull(found.ownSplit)},
                                                       {"any_memory", orNull(found.plans.withoutLimit)},
                                                       {"leanest", orNull(found.plans.leanest)},
                                                       {"changed", std::move(changed)}})
               << "\n";
}

} // namespace

std::vector<OptionSpec> withTrainingSearchOptions(std::vector<OptionSpec> own) {
  own.push_back({"best", "N", "search for the N best ways to spread a run, whatever its own is"});
  own.push_back({"as-run", nullptr, "with --best: hide exchanges and fuse passes only where the run does"});
  own.push_back(kMemoryOption);
  return own;
}

absl::Status printTrainingPlans(const CommandLine &line, const CostRow &row) {
  absl::StatusOr<Searched> found = searchRow(line, row);
  if (!found.ok())
    return found.status();
  line.has("json") ? printJson(row, *found) : printText(row, *found);
  return absl::OkStatus();
}

} // namespace shardwright::driver
