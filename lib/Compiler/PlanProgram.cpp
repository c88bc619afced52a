#include "lib/Compiler/PlanProgram.h"

#include "lib/Compiler/MeasurePlans.h"
#include "lib/Compiler/Pipeline.h"
#include "lib/Planning/Finalists.h"
#include "lib/Planning/Meshes.h"
#include "lib/Planning/Sensitivity.h"
#include "passes/import/DropShardings.h"
#include "shardwright/Sharding/Text.h"

#include "dialects/sharding/Shardings.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/Threading.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace shardwright::compiler {
namespace {

/// Axes of the meshes that a search begins with.
constexpr size_t kAxes = 2;
/// Of a step on a device whose kernels were measured: so far are predictions from what is measured, and annotations
/// that work are not replaced for less (docs/concepts/planning.md).
constexpr double kNoiseOfMeasured = 0.05;
/// Of the budget, what a search without a limit has behind one in which nothing fits.
constexpr double kShareWithoutLimit = 0.25;

/// Whether the program says anything about shardings beyond its mesh.
bool hasAnnotations(mlir::ModuleOp module) {
  bool has = false;
  module.walk([&](mlir::Operation *op) {
    has |= op->hasAttr(sharding::kSpecsAttr) ||
           mlir::isa<sharding::ConstraintOp, sharding::ReshardOp, sharding::ManualOp, sharding::GroupOp>(op);
    if (auto function = mlir::dyn_cast<mlir::func::FuncOp>(op)) {
      for (unsigned number = 0; number < function.getNumArguments(); ++number)
        has |= planning::decides(sharding::getSpec(function.getArgument(number)));
      for (unsigned number = 0; number < function.getNumResults(); ++number)
        has |= planning::decides(sharding::getResultSpec(function, number));
    }
  });
  return has;
}

/// Whether the machine's kernels were measured, as those of hosts are.
bool isMeasuredDevice(const Topology &topology) { return !topology.groups.front().device.measured.isEmpty(); }

class PlanRun {
public:
  PlanRun(const PlanOptions &asked, PlanTask task, std::shared_ptr<const Environment> environment)
      : asked(asked), environment(std::move(environment)), topology(std::move(task.topology)),
        options(std::move(task.search)), mesh(std::move(task.mesh)) {
    if (asked.tell)
      options.tell = [this](const std::string &text) { this->asked.tell(elapsed(), text); };
  }

  absl::StatusOr<Plan> run(const Source &source) {
    absl::StatusOr<std::unique_ptr<Pipeline>> read = Pipeline::read(source, environment);
    if (!read.ok())
      return read.status();
    program = std::move(*read);
    if (absl::Status status = find(); !status.ok())
      return program->log().complete(status);
    auto contents = std::make_shared<Plan::Contents>();
    llvm::raw_string_ostream stream(contents->program);
    written(*found).print(stream);
    stream << "\n";
    report.totalSeconds = elapsed();
    contents->report = std::move(report);
    return Plan(std::move(contents));
  }

private:
  /// A program that has annotations already.
  struct Given {
    mlir::ModuleOp module;
    Mesh mesh;
    const char *name;
    planning::Step step;
    std::optional<double> measuredSeconds = {};
  };

  absl::Status find() {
    if (absl::Status status = program->compile(Phase::Import, {}); !status.ok())
      return status;
    if (absl::Status status = priceAuthor(); !status.ok())
      return status;
    if (absl::Status status = readEarlier(); !status.ok())
      return status;
    if (asked.dropAnnotations && mlir::failed(dropShardings(program->module())))
      return absl::InvalidArgumentError("");
    if (absl::Status status = chooseMeshes(); !status.ok())
      return status;
    return search();
  }

  bool isStopped() const { return asked.shouldStop && asked.shouldStop(); }
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }

  /// What the program takes as its author annotated it.
  absl::Status priceAuthor() {
    if (!hasAnnotations(program->module()))
      return absl::OkStatus();
    const double before = elapsed();
    absl::StatusOr<planning::Step> step = planning::stepOf(
        program->module(), std::make_shared<SharedCostModel>(options.machine), options.partition, options.host);
    if (!step.ok())
      return step.status();
    authorSeconds = elapsed() - before;
    report.author = planning::figuresOf(*step);
    authorModule = mlir::OwningOpRef<mlir::ModuleOp>(program->module().clone());
    author = Given{*authorModule, program->mesh(), "the program's own annotations", *std::move(step)};
    return absl::OkStatus();
  }

  absl::Status readEarlier() {
    if (!asked.from)
      return absl::OkStatus();
    absl::StatusOr<std::unique_ptr<Pipeline>> read = Pipeline::read(*asked.from, environment);
    if (!read.ok())
      return read.status();
    earlierProgram = std::move(*read);
    if (absl::Status status = earlierProgram->compile(Phase::Import, {}); !status.ok())
      return status;
    if (mlir::failed(planning::checkSameTypes(earlierProgram->module(), program->module())))
      return (earlierProgram->log().errors() ? earlierProgram : program)
          ->log()
          .complete(absl::InvalidArgumentError(""));
    if (!earlierProgram->mesh().numAxes())
      return environment->aboutOption("from", "'" + asked.from->name + "' has no mesh: it is no plan");
    earlierPlan = planning::EarlierPlan::of(earlierProgram->module());
    options.earlier = &earlierPlan;
    return absl::OkStatus();
  }

  /// What the earlier plan takes on this machine, where it may be the answer. It keeps what the author wrote.
  absl::Status priceEarlier() {
    if (!earlierProgram)
      return absl::OkStatus();
    const Mesh mesh = report.earlier.emplace().mesh = earlierPlan.mesh;
    const bool isAskedFor = options.meshes.empty()       ? mesh == program->mesh()
                            : options.meshes.size() == 1 ? mesh == options.meshes.front()
                                                         : mesh.numDevices() == options.meshes.front().numDevices();
    if (!isAskedFor || !makeCostModel(options.machine, mesh).ok() ||
        !planning::changedShardings(program->module(), earlierProgram->module(), /*onlyDecided=*/true).empty())
      return absl::OkStatus();
    absl::StatusOr<planning::Step> step = planning::stepOf(
        earlierProgram->module(), std::make_shared<SharedCostModel>(options.machine), options.partition, options.host);
    if (!step.ok())
      return step.status();
    report.earlier->step = planning::figuresOf(*step);
    earlier = Given{earlierProgram->module(), mesh, "the earlier plan", *std::move(step)};
    if (options.meshes.size() > 1)
      options.first = mesh;
    return absl::OkStatus();
  }

  absl::Status chooseMeshes() {
    const Mesh own = program->mesh();
    const bool isAnnotated = options.isAnnotated = hasAnnotations(program->module());
    const std::string anew = ": give " + environment->spelled("drop-annotations") + " to choose ";
    if (mesh) {
      if (asked.devices && *asked.devices != mesh->numDevices())
        return absl::InvalidArgumentError(llvm::formatv("{0} {1} has {2} devices, {3} gives {4}",
                                                        environment->spelled("mesh"), mesh->str(), mesh->numDevices(),
                                                        environment->spelled("devices"), *asked.devices)
                                              .str());
      if (isAnnotated && mesh->axes() != own.axes())
        return environment->aboutOption("mesh", "the program's annotations are for " + own.str() + ", not " +
                                                    mesh->str() + anew + "anew");
      options.meshes = {*mesh};
      return absl::OkStatus();
    }
    const int64_t number = asked.devices.value_or(own.numAxes() ? own.numDevices() : topology.numDevices());
    const bool isOpen = asked.mesh.empty();
    if (isOpen && own.numAxes() && number == own.numDevices())
      return absl::OkStatus(); // The program's own.
    if (isAnnotated)
      return environment->aboutOption(isOpen ? "devices" : "mesh",
                                      "the program's annotations are for " + own.str() + anew + "another mesh");
    options.meshes = planning::meshesOf(number, kAxes, options.machine);
    if (options.meshes.empty())
      return environment->aboutOption("devices", llvm::formatv("no mesh of {0} devices lies on {1}, which has {2}",
                                                               number, topology.name, topology.numDevices())
                                                     .str());
    return absl::OkStatus();
  }

  absl::Status search() {
    const double before = elapsed();
    planning::SearchTime clock(asked.budget);
    clock.noteStep(authorSeconds);
    options.time = &clock;
    if (absl::Status status = priceEarlier(); !status.ok())
      return status;
    report.memoryLimit = options.memoryLimit;
    absl::StatusOr<planning::PlanSearchResult> searched = searchPlans();
    if (!searched.ok())
      return searched.status();
    found = *std::move(searched);
    if (asked.measure && !isStopped()) {
      const double behind = clock.elapsed();
      if (absl::Status status = measure(found->best); !status.ok())
        return status;
      clock.extend(clock.elapsed() - behind);
    }
    fillReport(*found);
    if (absl::Status status = addSensitivity(*found); !status.ok())
      return status;
    if (!isStopped())
      addPipelines(*found);
    report.leftOut = clock.leftOut();
    report.searchSeconds = elapsed() - before;
    return report.fits() || !asked.memory ? absl::OkStatus() : doesNotFit();
  }

  /// Where no plan fits in the machine's memory and nobody asked for that, the quickest of all: its author may know of
  /// ways to hold less.
  absl::StatusOr<planning::PlanSearchResult> searchPlans() {
    absl::StatusOr<planning::RecomputingPlan> any = planning::searchRecomputingPlans(program->module(), options);
    if (!any.ok())
      return any.status();
    const int64_t peak = any->found.best.step.memory.peak;
    if (asked.memory || !options.memoryLimit || options.leastMemory || peak <= *options.memoryLimit) {
      report.recomputed = any->recomputed;
      recomputing = std::move(any->program);
      keeping = std::move(any->keeping);
      return std::move(any->found);
    }
    environment->remark(llvm::formatv("no plan was found that a device of {0} can hold: it has {1} bytes, the least "
                                      "that any needs is {2}; this one is planned without a limit",
                                      topology.name, *options.memoryLimit, peak)
                            .str());
    options.memoryLimit = std::nullopt;
    if (!options.meshes.empty())
      options.meshes = {any->found.best.mesh};
    recomputing = mlir::OwningOpRef<mlir::ModuleOp>(program->module().clone());
    options.time->allow(kShareWithoutLimit * asked.budget);
    return planning::searchPlans(program->module(), options);
  }

  /// The step of the plan, of the finalists and of given annotations; the quickest finalist that is allowed takes the
  /// plan's place.
  absl::Status measure(planning::MeshPlan &best) {
    std::vector<mlir::ModuleOp> modules = {*best.annotated};
    for (const planning::MeshPlan &finalist : best.finalists)
      modules.push_back(*finalist.annotated);
    for (std::optional<Given> *given : {&author, &earlier})
      if (*given)
        modules.push_back((*given)->module);
    absl::StatusOr<std::vector<double>> seconds = measurePlans(modules, asked, environment);
    if (!seconds.ok())
      return seconds.status();
    llvm::ArrayRef<double> rest = *seconds;
    planSeconds = rest.consume_front();
    auto isQuicker = [&](const planning::MeshPlan &finalist, double measured) {
      return planning::isBetter(options, measured, static_cast<double>(finalist.step.memory.peak), *planSeconds,
                                static_cast<double>(best.step.memory.peak));
    };
    for (size_t number = 0; number < best.finalists.size(); ++number) {
      double measured = rest.consume_front();
      if (isQuicker(best.finalists[number], measured)) {
        promote(best, number);
        std::swap(measured, *planSeconds);
      }
      others.push_back(planning::alternativeOf(best.finalists[number]));
      others.back().measuredSeconds = measured;
    }
    for (std::optional<Given> *given : {&author, &earlier})
      if (*given)
        (*given)->measuredSeconds = rest.consume_front();
    if (author)
      report.author->measuredSeconds = author->measuredSeconds;
    if (earlier)
      report.earlier->step->measuredSeconds = earlier->measuredSeconds;
    return absl::OkStatus();
  }

  void fillReport(planning::PlanSearchResult &found) {
    planning::MeshPlan &best = found.best;
    report.topology = topology.name;
    report.mesh = best.mesh;
    report.name = best.name;
    report.step = planning::figuresOf(best.step);
    report.step.measuredSeconds = planSeconds;
    report.modelSeconds = best.plan.modelSeconds;
    report.boundSeconds = best.plan.boundSeconds;
    report.leastModelSeconds = best.leastModelSeconds;
    report.gap = best.gap();
    report.nodes = best.nodes;
    report.edges = best.edges;
    report.choices = best.choices;
    report.isFolded = best.isFolded;
    llvm::stable_sort(others, [](auto &a, auto &b) { return a.measuredSeconds < b.measuredSeconds; });
    report.alternatives = std::move(others);
    llvm::append_range(report.alternatives, std::move(found.alternatives));
    planning::keepOneOfEachName(report.alternatives, best.name);
    for (const std::optional<Given> *given : {&author, &earlier})
      if (*given)
        keepIfBetter(**given, best);
    if (report.earlier) {
      report.earlier->changes = planning::changedShardings(earlierProgram->module(), written(found));
      report.earlier->isKept = earlier && kept == &*earlier;
    }
    if (kept)
      return;
    for (const auto &[number, sharding] : best.annotations.arguments)
      report.shardings.push_back({"argument " + std::to_string(number), str(sharding)});
    for (const auto &[number, sharding] : best.annotations.results)
      report.shardings.push_back({"result " + std::to_string(number), str(sharding)});
    report.constraints = best.annotations.constraints.size() + best.annotations.loopResults.size();
  }

  /// Where annotations that were given are the better plan, what was found becomes an alternative.
  void keepIfBetter(const Given &given, const planning::MeshPlan &best) {
    planning::StepFigures step = planning::figuresOf(given.step);
    step.measuredSeconds = given.measuredSeconds;
    const bool isPredicted = !given.measuredSeconds || !report.step.measuredSeconds;
    const double noise = isPredicted && isMeasuredDevice(topology) ? 1 - kNoiseOfMeasured : 1;
    if (!planning::isBetter(options, noise * (isPredicted ? step.seconds : *step.measuredSeconds), step.peakBytes,
                            isPredicted ? report.step.seconds : *report.step.measuredSeconds, report.step.peakBytes))
      return;
    if (!kept)
      report.alternatives.insert(report.alternatives.begin(),
                                 {best.name, best.mesh, report.step.seconds, report.step.busy, report.step.peakBytes,
                                  /*isRough=*/false, report.step.measuredSeconds});
    kept = &given;
    report.keepsAuthor = author && kept == &*author;
    report.recomputed = std::nullopt;
    report.mesh = given.mesh;
    report.name = given.name;
    report.step = std::move(step);
  }

  mlir::ModuleOp written(const planning::PlanSearchResult &found) const {
    return kept ? kept->module : *found.best.annotated;
  }

  bool fits(double bytes) const { return !options.memoryLimit || bytes <= static_cast<double>(*options.memoryLimit); }

  absl::Status addSensitivity(const planning::PlanSearchResult &found) {
    planning::SearchTime &time = *options.time;
    if (time.hasTimeFor(time.stepSeconds(), "other links"))
      if (absl::Status status = addLinks(kept ? kept->step : found.best.step); !status.ok())
        return status;
    if (time.hasTimeFor(time.stepSeconds(), "twice the batch"))
      addTwice(found);
    const std::optional<Mesh> half =
        options.isAnnotated ? std::nullopt : planning::halfOf(found.best.mesh, options.machine);
    return half && time.hasTimeFor(time.lookSeconds(), "half the devices") ? addHalf(*half) : absl::OkStatus();
  }

  absl::Status addLinks(const planning::Step &step) {
    const std::pair<double, const char *> changes[] = {{0.5, "links of half the speed"},
                                                       {2, "links of twice the speed"}};
    absl::StatusOr<std::vector<double>> seconds =
        planning::secondsWithLinks(step, report.mesh, options, {changes[0].first, changes[1].first});
    if (!seconds.ok())
      return seconds.status();
    for (auto [change, with] : llvm::zip_equal(changes, *seconds))
      report.sensitivity.push_back({change.second, with});
    return absl::OkStatus();
  }

  void addTwice(const planning::PlanSearchResult &found) {
    twice = planning::stepWithTwiceTheBatch(written(found), options);
    if (twice)
      report.sensitivity.push_back({"twice the batch, " + std::to_string(twice->size) + ", for as many samples" +
                                        (fits(static_cast<double>(twice->step.memory.peak)) ? "" : ", too large"),
                                    twice->step.estimate.seconds() / 2});
  }

  absl::Status addHalf(const Mesh &mesh) {
    absl::StatusOr<planning::Alternative> half = planning::lookAtMesh(*recomputing, mesh, options);
    if (!half.ok())
      return half.status();
    report.sensitivity.push_back(
        {"half the devices, " + mesh.str() + ": " + half->name + (fits(half->peakBytes) ? "" : ", too large"),
         half->seconds});
    return absl::OkStatus();
  }

  /// Of what is written, or of the plan that keeps activations: microbatches may be instead of recomputation.
  void addPipelines(const planning::PlanSearchResult &found) {
    planning::PlanningOptions limited = options;
    limited.memoryLimit = report.memoryLimit;
    const planning::Step &step = kept ? kept->step : found.best.step;
    report.pipelines =
        keeping && !kept
            ? planning::planMicrobatches(*keeping->annotated, keeping->step, /*twice=*/nullptr, keeping->mesh,
                                         /*isTight=*/true, limited)
            : planning::planMicrobatches(written(found), step, twice ? &twice->step : nullptr, report.mesh,
                                         !report.fits(), limited);
  }

  /// What would hold less, by several programs.
  std::string smallerPlan() const {
    for (const planning::MicrobatchPlan &plan : report.pipelines)
      if (plan.peakBytes <= static_cast<double>(*report.memoryLimit))
        return llvm::formatv("; {0} would hold {1}, by several programs that are not written", plan.name(),
                             static_cast<int64_t>(plan.peakBytes));
    return "";
  }

  absl::Status doesNotFit() const {
    std::string held;
    for (const auto &[name, bytes] : llvm::ArrayRef(report.step.held).take_front(3))
      held += (held.empty() ? "" : ", ") + name + " (" + std::to_string(static_cast<int64_t>(bytes)) + ")";
    return absl::FailedPreconditionError(
        llvm::formatv("option '{0}': no plan that holds {1} bytes on each device was found: the least that any needs "
                      "is {2}, most of it for {3}; give it more, or more devices, or compute more of it again{4}",
                      environment->spelled("memory"), *report.memoryLimit, static_cast<int64_t>(report.step.peakBytes),
                      held, smallerPlan())
            .str());
  }

  const PlanOptions &asked;
  const std::shared_ptr<const Environment> environment;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  const Topology topology;
  planning::PlanSearchOptions options;
  const std::optional<Mesh> mesh; ///< asked for
  std::unique_ptr<Pipeline> program;
  std::unique_ptr<Pipeline> earlierProgram;
  planning::EarlierPlan earlierPlan;
  mlir::OwningOpRef<mlir::ModuleOp> authorModule;
  std::optional<Given> author, earlier;
  std::optional<planning::PlanSearchResult> found;
  const Given *kept = nullptr;                   ///< instead of what was found
  std::optional<planning::MeshPlan> keeping;     ///< as of RecomputingPlan
  mlir::OwningOpRef<mlir::ModuleOp> recomputing; ///< of what was found, without its annotations
  std::optional<planning::LargerBatch> twice;
  double authorSeconds = 0;                  ///< that partitioning the program as it is annotated took
  std::optional<double> planSeconds;         ///< measured, of the plan that was found
  std::vector<planning::Alternative> others; ///< that were measured
  planning::PlanReport report;
};

} // namespace

absl::StatusOr<PlanTask> resolve(const PlanOptions &options, const Environment &environment) {
  PlanTask task;
  if (options.machine.topology.empty())
    return absl::InvalidArgumentError("option '" + environment.spelled("topology") +
                                      "' is missing: a machine, as `shardwright topology list` has");
  absl::StatusOr<Topology> named = environment.topology(options.machine);
  absl::StatusOr<MachineOptions> machine = environment.machine(options.machine);
  if (!named.ok() || !machine.ok())
    return named.ok() ? machine.status() : named.status();
  task.topology = *std::move(named);
  task.search.machine = *std::move(machine);
  for (auto [name, number] : {std::pair("memory", options.memory), {"devices", options.devices}})
    if (absl::Status status = environment.atLeast(name, number.value_or(1), 1); !status.ok())
      return status;
  task.search.memoryLimit = options.memory;
  const double held = task.topology.groups.front().device.memories.front().bytes;
  if (!options.memory && held > 0)
    task.search.memoryLimit = static_cast<int64_t>(held);
  plan::SolveOptions &solve = task.search.solve;
  solve.seconds = options.budget;
  if (!(solve.seconds > 0))
    return environment.aboutOption("budget", absl::StrCat("needs seconds above 0, got ", options.budget));
  if (absl::Status status = environment.atLeast("threads", options.threads, 0); !status.ok())
    return status;
  solve.threads =
      options.threads ? options.threads : static_cast<int>(llvm::hardware_concurrency().compute_thread_count());
  solve.seed = options.seed;
  if (options.measure && !isMeasuredDevice(task.topology))
    return environment.aboutOption("measure", "steps are run on this host, and '" + task.topology.name +
                                                  "' is not a host that was measured: give `host`, or a file that "
                                                  "`topology calibrate` wrote");
  task.search.keepFinalists = options.measure != nullptr;
  if (options.shouldStop)
    solve.progress = [&](const plan::Solution &, double) { return !options.shouldStop(); };
  task.search.leastMemory = options.leastMemory;
  if (!options.mesh.empty() && options.mesh != "auto") {
    absl::StatusOr<Mesh> mesh = environment.mesh(options.mesh);
    if (!mesh.ok())
      return mesh.status();
    task.mesh = *std::move(mesh);
  }
  return task;
}

absl::StatusOr<Plan> planProgram(const Source &source, const PlanOptions &options,
                                 std::shared_ptr<const Environment> environment) {
  absl::StatusOr<PlanTask> task = resolve(options, *environment);
  if (!task.ok())
    return task.status();
  return PlanRun(options, *std::move(task), std::move(environment)).run(source);
}

Plan::Plan(std::shared_ptr<const Contents> contents) : contents(std::move(contents)) {}

const std::string &Plan::program() const { return contents->program; }
std::vector<runtime::MeshAxisInfo> Plan::mesh() const { return meshAxes(contents->report.mesh); }
double Plan::seconds() const { return contents->report.step.seconds; }
double Plan::peakBytes() const { return contents->report.step.peakBytes; }
double Plan::gap() const { return contents->report.gap; }
bool Plan::hasAuthorsPlan() const { return contents->report.author.has_value(); }
std::string Plan::text() const { return planning::text(contents->report); }
std::string Plan::json() const { return planning::json(contents->report); }

} // namespace shardwright::compiler
