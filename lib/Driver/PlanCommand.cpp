#include "lib/Driver/Command.h"
#include "lib/Driver/Compilation.h"
#include "lib/Driver/ExplainProgram.h"
#include "lib/Driver/Interrupt.h"
#include "lib/Driver/MachineOptions.h"
#include "lib/Driver/SolverOptions.h"
#include "lib/Explain/Render.h"
#include "lib/Planning/Meshes.h"
#include "lib/Planning/PlanReport.h"
#include "lib/Planning/Sensitivity.h"
#include "passes/import/DropShardings.h"
#include "runtime/Files.h"
#include "shardwright/Sharding/Text.h"

#include "dialects/sharding/Shardings.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace shardwright::driver {
namespace {

/// Axes of the meshes that a search begins with.
constexpr size_t kAxes = 2;
/// Of a step on a device whose kernels were measured: so far are predictions from what is measured, and annotations
/// that work are not replaced for less (docs/concepts/planning.md).
constexpr double kNoiseOfMeasured = 0.05;

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

class PlanRun {
public:
  explicit PlanRun(const CommandLine &line) : line(line) {}

  absl::Status run() {
    if (absl::Status status = readOptions(); !status.ok())
      return status;
    absl::StatusOr<std::unique_ptr<Compilation>> read = Compilation::read(line.file());
    if (!read.ok())
      return read.status();
    program = std::move(*read);
    if (absl::Status status = program->compile(Phase::Import, {}); !status.ok())
      return status;
    if (absl::Status status = priceAuthor(); !status.ok())
      return status;
    if (absl::Status status = readEarlier(); !status.ok())
      return status;
    if (line.has("drop-annotations") && mlir::failed(dropShardings(program->module())))
      return absl::InvalidArgumentError("");
    if (absl::Status status = chooseMeshes(); !status.ok())
      return status;
    return search();
  }

private:
  /// A program that has annotations already.
  struct Given {
    mlir::ModuleOp module;
    Mesh mesh;
    const char *name;
    planning::Step step;
  };

  absl::Status readOptions() {
    absl::StatusOr<Topology> named = topologyOf(line);
    if (!named.ok())
      return named.status();
    topology = *std::move(named);
    options.machine = {*line.text("topology"), line.text("order").value_or("")};
    absl::StatusOr<std::optional<int64_t>> memory = parseMemory(line);
    if (!memory.ok())
      return memory.status();
    options.memoryLimit = *memory;
    const double held = topology.groups.front().device.memories.front().bytes;
    if (!options.memoryLimit && held > 0)
      options.memoryLimit = static_cast<int64_t>(held);
    absl::StatusOr<std::optional<double>> budget = line.number("budget");
    if (!budget.ok())
      return budget.status();
    options.solve.seconds = budget->value_or(options.solve.seconds);
    if (!(options.solve.seconds > 0))
      return aboutOption("budget", "needs seconds above 0, got " + *line.text("budget"));
    if (absl::Status status = parseSolverOptions(line, options.solve); !status.ok())
      return status;
    if (std::optional<std::string> objective = line.text("objective")) {
      if (*objective != "step-time" && *objective != "memory")
        return aboutOption("objective", "'" + *objective + "' is none; there are step-time, memory");
      options.leastMemory = *objective == "memory";
    }
    if (line.has("html") && !line.has("o"))
      return absl::InvalidArgumentError("option '--html' needs -o: the program that it tells of");
    options.solve.progress = [](const plan::Solution &, double) { return !Interrupt::came(); };
    if (line.has("progress"))
      options.tell = [&](const std::string &text) {
        llvm::errs() << llvm::formatv("{0,8:f2} s  {1}\n", elapsed(), text);
      };
    return absl::OkStatus();
  }

  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }

  /// What the program takes as its author annotated it.
  absl::Status priceAuthor() {
    if (!hasAnnotations(program->module()))
      return absl::OkStatus();
    absl::StatusOr<planning::Step> step = planning::stepOf(
        program->module(), std::make_shared<SharedCostModel>(options.machine), options.partition, options.host);
    if (!step.ok())
      return step.status();
    report.author = planning::figuresOf(*step);
    authorModule = mlir::OwningOpRef<mlir::ModuleOp>(program->module().clone());
    author = Given{*authorModule, program->mesh(), "the program's own annotations", *std::move(step)};
    return absl::OkStatus();
  }

  absl::Status readEarlier() {
    std::optional<std::string> path = line.text("from");
    if (!path)
      return absl::OkStatus();
    absl::StatusOr<std::unique_ptr<Compilation>> read = Compilation::read(*path);
    if (!read.ok())
      return read.status();
    earlierProgram = std::move(*read);
    if (absl::Status status = earlierProgram->compile(Phase::Import, {}); !status.ok())
      return status;
    if (mlir::failed(planning::checkSameTypes(earlierProgram->module(), program->module())))
      return absl::InvalidArgumentError("");
    if (!earlierProgram->mesh().numAxes())
      return aboutOption("from", "'" + *path + "' has no mesh: it is no plan");
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
    absl::StatusOr<std::optional<int64_t>> devices = line.integer("devices", 1);
    if (!devices.ok())
      return devices.status();
    std::optional<std::string> text = line.text("mesh");
    if (text && *text != "auto") {
      absl::StatusOr<Mesh> mesh = Mesh::parse(*text);
      if (!mesh.ok())
        return aboutOption("mesh", mesh.status().message());
      if (*devices && **devices != mesh->numDevices())
        return absl::InvalidArgumentError(
            llvm::formatv("--mesh {0} has {1} devices, --devices gives {2}", mesh->str(), mesh->numDevices(), **devices)
                .str());
      if (isAnnotated && mesh->axes() != own.axes())
        return aboutOption("mesh", "the program's annotations are for " + own.str() + ", not " + mesh->str() +
                                       ": give --drop-annotations to choose anew");
      options.meshes = {*std::move(mesh)};
      return absl::OkStatus();
    }
    const int64_t number = devices->value_or(own.numAxes() ? own.numDevices() : topology.numDevices());
    if (!text && own.numAxes() && number == own.numDevices())
      return absl::OkStatus(); // The program's own.
    if (isAnnotated)
      return aboutOption(text ? "mesh" : "devices", "the program's annotations are for " + own.str() +
                                                        ": give --drop-annotations to choose another mesh");
    options.meshes = planning::meshesOf(number, kAxes, options.machine);
    if (options.meshes.empty())
      return aboutOption("devices", llvm::formatv("no mesh of {0} devices lies on {1}, which has {2}", number,
                                                  topology.name, topology.numDevices())
                                        .str());
    return absl::OkStatus();
  }

  absl::Status search() {
    Interrupt interrupt;
    const double before = elapsed();
    if (absl::Status status = priceEarlier(); !status.ok())
      return status;
    report.memoryLimit = options.memoryLimit;
    absl::StatusOr<planning::PlanSearchResult> found = searchPlans();
    if (!found.ok())
      return found.status();
    fillReport(*found);
    if (absl::Status status = addSensitivity(*found); !status.ok())
      return status;
    if (!Interrupt::came())
      addPipelines(*found);
    report.searchSeconds = elapsed() - before;
    if (!report.fits() && line.has("memory"))
      return doesNotFit();
    if (std::optional<std::string> output = line.text("o"))
      if (absl::Status status = write(*output, written(*found)); !status.ok())
        return status;
    report.totalSeconds = elapsed();
    if (std::optional<std::string> output = line.text("report"))
      if (absl::Status status = runtime::writeFile(*output, json(report)); !status.ok())
        return status;
    if (absl::Status status = writePage(); !status.ok())
      return status;
    llvm::outs() << (line.has("json") ? json(report) : text(report));
    return absl::OkStatus();
  }

  /// The page of `explain` on the program that was written, beside the author's where that has annotations.
  absl::Status writePage() const {
    std::optional<std::string> html = line.text("html");
    if (!html)
      return absl::OkStatus();
    std::vector<std::string> arguments = {*line.text("o"), "--html=" + *html, "--topology=" + options.machine.topology};
    if (!options.machine.order.empty())
      arguments.push_back("--order=" + options.machine.order);
    absl::StatusOr<CommandLine> asked = CommandLine::parse(arguments, explainCommand().options, 1);
    if (!asked.ok())
      return asked.status();
    absl::StatusOr<Explained> planned = explainFile(*asked);
    if (!planned.ok())
      return planned.status();
    std::vector<const explanation::Facts *> runs = {&planned->facts};
    std::optional<Explained> own;
    if (report.author) {
      absl::StatusOr<Explained> explained = explainFile(asked->withFile(line.file()));
      if (!explained.ok())
        return explained.status();
      runs.push_back(&own.emplace(*std::move(explained)).facts);
    }
    std::string page;
    llvm::raw_string_ostream stream(page);
    explanation::writePage(stream, runs, json(report));
    return runtime::writeFile(*html, page);
  }

  /// Where no plan fits in the machine's memory and nobody asked for that, the quickest of all: its author may know of
  /// ways to hold less.
  absl::StatusOr<planning::PlanSearchResult> searchPlans() {
    absl::StatusOr<planning::RecomputingPlan> any = planning::searchRecomputingPlans(program->module(), options);
    if (!any.ok())
      return any.status();
    const int64_t peak = any->found.best.step.memory.peak;
    if (line.has("memory") || !options.memoryLimit || options.leastMemory || peak <= *options.memoryLimit) {
      report.recomputed = any->recomputed;
      keeping = std::move(any->keeping);
      return std::move(any->found);
    }
    llvm::errs() << "remark: no plan was found that a device of " << topology.name << " can hold: it has "
                 << *options.memoryLimit << " bytes, the least that any needs is " << peak
                 << "; this one is planned without a limit\n";
    options.memoryLimit = std::nullopt;
    if (!options.meshes.empty())
      options.meshes = {any->found.best.mesh};
    return planning::searchPlans(program->module(), options);
  }

  void fillReport(planning::PlanSearchResult &found) {
    planning::MeshPlan &best = found.best;
    report.topology = topology.name;
    report.mesh = best.mesh;
    report.name = best.name;
    report.step = planning::figuresOf(best.step);
    report.modelSeconds = best.plan.modelSeconds;
    report.boundSeconds = best.plan.boundSeconds;
    report.leastModelSeconds = best.leastModelSeconds;
    report.gap = best.gap();
    report.nodes = best.nodes;
    report.edges = best.edges;
    report.choices = best.choices;
    report.isFolded = best.isFolded;
    report.alternatives = std::move(found.alternatives);
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
    const bool isMeasured = !topology.groups.front().device.measured.isEmpty();
    if (!planning::isBetter(options, (isMeasured ? 1 - kNoiseOfMeasured : 1) * step.seconds, step.peakBytes,
                            report.step.seconds, report.step.peakBytes))
      return;
    if (!kept)
      report.alternatives.insert(
          report.alternatives.begin(),
          {best.name, best.mesh, report.step.seconds, report.step.busy, report.step.peakBytes, /*isRough=*/false});
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
    const std::pair<double, const char *> changes[] = {{0.5, "links of half the speed"},
                                                       {2, "links of twice the speed"}};
    const planning::Step &step = kept ? kept->step : found.best.step;
    absl::StatusOr<std::vector<double>> seconds =
        planning::secondsWithLinks(step, report.mesh, options, {changes[0].first, changes[1].first});
    if (!seconds.ok())
      return seconds.status();
    for (auto [change, with] : llvm::zip_equal(changes, *seconds))
      report.sensitivity.push_back({change.second, with});
    twice = planning::stepWithTwiceTheBatch(written(found), options);
    if (twice)
      report.sensitivity.push_back({"twice the batch, " + std::to_string(twice->size) + ", for as many samples" +
                                        (fits(static_cast<double>(twice->step.memory.peak)) ? "" : ", too large"),
                                    twice->step.estimate.seconds() / 2});
    if (const auto &half = found.onHalf)
      report.sensitivity.push_back(
          {"half the devices, " + half->mesh.str() + ": " + half->name + (fits(half->peakBytes) ? "" : ", too large"),
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
        llvm::formatv("option '--memory': no plan that holds {0} bytes on each device was found: the least that any "
                      "needs is {1}, most of it for {2}; give it more, or more devices, or compute more of it again{3}",
                      *report.memoryLimit, static_cast<int64_t>(report.step.peakBytes), held, smallerPlan())
            .str());
  }

  static absl::Status write(const std::string &path, mlir::ModuleOp module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream);
    return runtime::writeFile(path, text + "\n");
  }

  const CommandLine &line;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  Topology topology;
  planning::PlanSearchOptions options;
  std::unique_ptr<Compilation> program;
  std::unique_ptr<Compilation> earlierProgram;
  planning::EarlierPlan earlierPlan;
  mlir::OwningOpRef<mlir::ModuleOp> authorModule;
  std::optional<Given> author, earlier;
  const Given *kept = nullptr;               ///< instead of what was found
  std::optional<planning::MeshPlan> keeping; ///< as of RecomputingPlan
  std::optional<planning::LargerBatch> twice;
  planning::PlanReport report;
};

absl::Status plan(const CommandLine &line) { return PlanRun(line).run(); }

} // namespace

Command planCommand() {
  return {
      "plan",
      "FILE --topology=T [options]",
      "chooses a mesh and shardings, and says how far from the best they can be",
      "Chooses what the program leaves open (arguments, results and loop-carried values without annotations; with "
      "--mesh=auto, or where it\nhas none, the mesh as well) so that a step takes least on the machine and fits in its "
      "memory. Prints the step and its parts, the\nmemory, a bound that is proven for the sum of prices, what the "
      "author's annotations take and the alternatives. Exit status 1\nwhen no plan holds as little as --memory.",
      /*files=*/1,
      withMachineOptions({
          {"o", "OUT.mlir", "write the annotated program there"},
          {"report", "R.json", "write everything that is printed there as JSON"},
          {"json", nullptr, "print that instead"},
          {"html", "F.html", "write the page of explain on OUT.mlir there, with the alternatives side by side"},
          {"mesh", "x=2,y=4|auto", "the mesh, or the best of all (default: the program's, else auto)"},
          {"devices", "N", "of the mesh (default: of the program's, else all of the machine)"},
          {"from", "PLANNED.mlir", "begin with the choices of an earlier plan of this program, and say what changed"},
          {"drop-annotations", nullptr, "forget the program's shardings first"},
          kMemoryOption,
          {"objective", "step-time|memory", "what is to be least (default: step-time)"},
          {"budget", "S", "seconds that the search may take (default 8)"},
          kThreadsOption,
          kSeedOption,
          {"progress", nullptr, "print what is looked at on stderr"},
      }),
      plan};
}

} // namespace shardwright::driver
