#include "lib/Driver/Command.h"
#include "lib/Driver/Interrupt.h"
#include "lib/Driver/MachineOptions.h"
#include "lib/Driver/MeasureSteps.h"
#include "lib/Driver/ProgramFile.h"
#include "lib/Driver/SolverOptions.h"
#include "runtime/Files.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

absl::StatusOr<compiler::PlanOptions> parsePlanOptions(const CommandLine &line) {
  compiler::PlanOptions options;
  if (absl::StatusOr<Topology> named = topologyOf(line); !named.ok())
    return named.status();
  options.machine = machineOf(line);
  absl::StatusOr<std::optional<int64_t>> memory = parseMemory(line), devices = line.integer("devices", 1);
  absl::StatusOr<std::optional<double>> budget = line.number("budget");
  for (const absl::Status &status : {memory.status(), budget.status(), devices.status()})
    if (!status.ok())
      return status;
  options.memory = *memory;
  options.devices = *devices;
  options.budget = budget->value_or(options.budget);
  plan::SolveOptions solve;
  if (absl::Status status = parseSolverOptions(line, solve); !status.ok())
    return status;
  options.threads = solve.threads;
  options.seed = solve.seed;
  if (line.text("mesh") == "")
    return aboutOption("mesh", "its value is empty");
  options.mesh = line.text("mesh").value_or("");
  options.dropAnnotations = line.has("drop-annotations");
  if (std::optional<std::string> objective = line.text("objective")) {
    if (*objective != "step-time" && *objective != "memory")
      return aboutOption("objective", "'" + *objective + "' is none; there are step-time, memory");
    options.leastMemory = *objective == "memory";
  }
  if (line.has("html") && !line.has("o"))
    return absl::InvalidArgumentError("option '--html' needs -o: the program that it tells of");
  if (line.has("measure"))
    options.measure = measureSteps;
  options.shouldStop = Interrupt::came;
  if (line.has("progress"))
    options.tell = [](double seconds, const std::string &text) {
      llvm::errs() << llvm::formatv("{0,8:f2} s  {1}\n", seconds, text);
    };
  if (absl::Status status = session().check(options); !status.ok())
    return status;
  return options;
}

/// The page of `explain` on the program that was written, beside the author's where that has annotations.
absl::StatusOr<std::string> pageOf(const CommandLine &line, const compiler::Source &source,
                                   const compiler::Plan &plan) {
  compiler::Options options;
  options.machine = machineOf(line);
  absl::StatusOr<compiler::Explanation> planned = session().explain({plan.program(), *line.text("o")}, options);
  if (!planned.ok() || !plan.hasAuthorsPlan())
    return planned.ok() ? planned->page(nullptr, plan.json()) : absl::StatusOr<std::string>(planned.status());
  absl::StatusOr<compiler::Explanation> own = session().explain(source, options, /*keepText=*/line.file() != "-");
  return own.ok() ? planned->page(&*own, plan.json()) : absl::StatusOr<std::string>(own.status());
}

absl::Status plan(const CommandLine &line) {
  absl::StatusOr<compiler::PlanOptions> options = parsePlanOptions(line);
  if (!options.ok())
    return options.status();
  absl::StatusOr<ProgramFile> file = ProgramFile::read(line.file());
  if (!file.ok())
    return file.status();
  std::optional<ProgramFile> earlier;
  if (std::optional<std::string> from = line.text("from")) {
    absl::StatusOr<ProgramFile> read = ProgramFile::read(*from);
    if (!read.ok())
      return read.status();
    options->from = earlier.emplace(*std::move(read)).source();
  }
  absl::StatusOr<compiler::Plan> chosen = [&] {
    Interrupt interrupt;
    return session().plan(file->source(), *options);
  }();
  if (!chosen.ok())
    return chosen.status();
  if (std::optional<std::string> output = line.text("o"))
    if (absl::Status status = runtime::writeFile(*output, chosen->program()); !status.ok())
      return status;
  if (std::optional<std::string> output = line.text("report"))
    if (absl::Status status = runtime::writeFile(*output, chosen->json()); !status.ok())
      return status;
  if (std::optional<std::string> html = line.text("html")) {
    absl::StatusOr<std::string> page = pageOf(line, file->source(), *chosen);
    if (!page.ok())
      return page.status();
    if (absl::Status status = runtime::writeFile(*html, *page); !status.ok())
      return status;
  }
  llvm::outs() << (line.has("json") ? chosen->json() : chosen->text());
  return absl::OkStatus();
}

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
          {"budget", "S", "seconds that the search and what follows it may take (default 8)"},
          kThreadsOption,
          kSeedOption,
          {"measure", nullptr,
           "run what may be the quickest on this host, and choose by that; for `host` and files of `topology "
           "calibrate`"},
          {"progress", nullptr, "print what is looked at on stderr"},
      }),
      plan};
}

} // namespace shardwright::driver
