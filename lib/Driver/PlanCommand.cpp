#include "lib/Compiler/OptionTable.h"
#include "lib/Driver/Command.h"
#include "lib/Driver/Interrupt.h"
#include "lib/Driver/MachineOptions.h"
#include "lib/Driver/MeasureSteps.h"
#include "lib/Driver/ProgramFile.h"
#include "runtime/Files.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

absl::StatusOr<compiler::PlanOptions> parsePlanOptions(const CommandLine &line) {
  compiler::PlanOptions options;
  if (absl::StatusOr<Topology> named = topologyOf(line); !named.ok())
    return named.status();
  if (absl::Status status = line.apply(compiler::planOptions(), options); !status.ok())
    return status;
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

std::vector<OptionSpec> planCommandOptions() {
  std::vector<OptionSpec> options = {
      {"o", "OUT.mlir", "write the annotated program there"},
      {"report", "R.json", "write everything that is printed there as JSON"},
      {"json", nullptr, "print that instead"},
      {"html", "F.html", "write the page of explain on OUT.mlir there, with the alternatives side by side"},
      {"from", "PLANNED.mlir", "begin with the choices of an earlier plan of this program, and say what changed"},
      {"measure", nullptr,
       "run what may be the quickest on this host, and choose by that; for `host` and files of `topology calibrate`"},
      {"progress", nullptr, "print what is looked at on stderr"},
  };
  addOptions(options, compiler::planOptions());
  return options;
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
      planCommandOptions(),
      plan};
}

} // namespace shardwright::driver
