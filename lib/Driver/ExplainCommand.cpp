#include "lib/Driver/Command.h"
#include "lib/Driver/ExportedFolder.h"
#include "lib/Driver/MachineOptions.h"
#include "lib/Driver/Progress.h"
#include "lib/Driver/Summary.h"
#include "lib/Driver/TargetOptions.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Explain/Compare.h"
#include "lib/Explain/Gather.h"
#include "lib/Explain/Render.h"
#include "lib/Explain/Select.h"
#include "runtime/Files.h"
#include "shardwright/Topology/Files.h"

#include "mlir/Bytecode/BytecodeReader.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

/// The program on its way, and what is said of it.
struct Explained {
  std::unique_ptr<Compilation> program;
  std::vector<explanation::SourceValue> source;
  explanation::Facts facts;
};

/// A copy shows how each op is placed: in the per-device program that cannot be seen any more.
absl::Status gatherPlacements(Compilation &program, const Target &target, explanation::Facts &facts) {
  std::unique_ptr<Compilation> copy = program.clone();
  std::string pass = "insert-reshards{disable=" + listDisabled(target.partition) + " topology=\"" +
                     target.machine.topology + "\" order=" + target.machine.order + "}";
  if (absl::Status status = copy->runPasses("place", pass); !status.ok())
    return status;
  explanation::gatherPlacements(copy->module(), facts.values);
  return absl::OkStatus();
}

/// What the per-device program sends and, where a machine is given, how long that takes.
absl::Status gatherCosts(const std::optional<CostModel> &machine, const Target &target,
                         const estimate::ModelFlops &model, const estimate::Memory &memory, Compilation &program,
                         explanation::Facts &facts) {
  std::vector<mlir::Operation *> ops;
  facts.collectives = explanation::gatherCollectives(program.module(), ops);
  std::optional<estimate::Estimate> step;
  if (machine) {
    Progress progress("price");
    absl::StatusOr<estimate::Estimate> estimated = estimate::estimateStep(program.module(), *machine, target.host);
    if (!estimated.ok())
      return estimated.status();
    step = std::move(*estimated);
    explanation::gatherStep(*step, *machine, model, memory, ops, facts);
  }
  facts.graph = explanation::gatherGraph(program.module(), facts, ops, step ? &*step : nullptr);
  return absl::OkStatus();
}

/// The text of a program as the page shows it beside the graph; nothing where it is bytecode or came by a pipe.
std::string sourceText(const std::string &path) {
  constexpr size_t kLongestLine = 400; // beyond it stand the digits of constants
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (path == "-" || !buffer || mlir::isBytecode(**buffer))
    return "";
  std::string text;
  llvm::SmallVector<llvm::StringRef> lines;
  (*buffer)->getBuffer().rtrim('\n').split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    text += number ? "\n" : "";
    text += line.take_front(kLongestLine);
    text += line.size() > kLongestLine ? " ..." : "";
  }
  return text;
}

absl::StatusOr<Explained> explainFile(const CommandLine &line) {
  absl::StatusOr<Target> target = parseTarget(line);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<Compilation>> program = Compilation::read(line.file(), /*withNames=*/true);
  if (!program.ok())
    return program.status();
  Explained explained{std::move(*program), {}, {}};
  Compilation &compiled = *explained.program;
  explanation::Facts &facts = explained.facts;
  facts.file = programFile(line.file());
  if (line.has("html"))
    facts.source = sourceText(facts.file);
  explained.source = explanation::sourceValues(compiled.module());
  if (absl::Status status = compiled.compile(Phase::Import, *target); !status.ok())
    return status;
  facts.hasShardings = explanation::hasShardings(compiled.module());
  estimate::ModelFlops model = estimate::modelFlops(compiled.module());
  std::vector<ShardingOrigin> origins;
  compiled.recordOrigins(origins);
  if (absl::Status status = compiled.compile(Phase::Propagate, *target); !status.ok())
    return status;
  facts.values = explanation::gatherValues(compiled.module(), origins);
  std::optional<CostModel> machine;
  if (line.has("topology")) {
    absl::StatusOr<CostModel> named = parseCostModel(line, compiled.mesh());
    if (!named.ok())
      return named.status();
    machine = *std::move(named);
  }
  if (absl::Status status = gatherPlacements(compiled, *target, facts); !status.ok())
    return status;
  if (absl::Status status = compiled.compile(Phase::Partition, *target); !status.ok())
    return status;
  estimate::Memory memory = estimate::memoryOf(compiled.module(), target->host);
  Summary summary = summarize(compiled.module(), memory);
  facts.devices = summary.devices;
  facts.mesh = summary.mesh;
  facts.bytesPerDevice = summary.bytesPerDevice;
  facts.flopsPerDevice = summary.flopsPerDevice;
  facts.peakBytes = summary.peakBytesPerDevice;
  facts.isPeakUpperBound = summary.isPeakUpperBound;
  if (absl::Status status = gatherCosts(machine, *target, model, memory, compiled, facts); !status.ok())
    return status;
  return explained;
}

absl::Status writeTo(const std::string &path, llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  write(stream);
  return runtime::writeFile(path, text);
}

absl::Status writePageTo(const CommandLine &line, llvm::ArrayRef<const explanation::Facts *> runs) {
  std::optional<std::string> html = line.text("html");
  return html ? writeTo(*html, [&](llvm::raw_ostream &out) { writePage(out, runs); }) : absl::OkStatus();
}

/// Two programs, or one on two machines.
absl::Status explainAgainst(const CommandLine &line) {
  for (const char *option : {"at", "trace"})
    if (line.has(option))
      return aboutOption(option, "it tells of one run: leave out --against and --against-topology");
  std::optional<std::string> topology = line.text("against-topology");
  if (topology && !line.has("topology"))
    return aboutOption("against-topology", "it needs --topology: the machine to hold it against");
  if (topology)
    if (absl::StatusOr<Topology> known = findTopology(*topology, topologyFolder()); !known.ok())
      return aboutOption("against-topology", known.status().message());
  CommandLine other = line.withFile(line.text("against").value_or(line.file()));
  if (topology)
    other = other.withText("topology", *topology);
  absl::StatusOr<Explained> one = explainFile(line);
  if (!one.ok())
    return one.status();
  absl::StatusOr<Explained> two = explainFile(other);
  if (!two.ok())
    return two.status();
  if (absl::Status status = writePageTo(line, {&one->facts, &two->facts}); !status.ok())
    return status;
  explanation::Comparison comparison = explanation::compare(one->facts, two->facts);
  if (line.has("json"))
    writeComparisonJson(llvm::outs(), comparison, 1);
  else
    llvm::outs() << comparisonText(comparison);
  return absl::OkStatus();
}

absl::Status explainProgram(const CommandLine &line) {
  if (line.has("against") || line.has("against-topology"))
    return explainAgainst(line);
  if (line.has("trace") && !line.has("topology"))
    return absl::InvalidArgumentError("option '--trace' needs --topology: the machine whose time it tells");
  absl::StatusOr<Explained> explained = explainFile(line);
  if (!explained.ok())
    return explained.status();
  const explanation::Facts &facts = explained->facts;
  std::optional<std::string> at = line.text("at");
  absl::StatusOr<std::vector<size_t>> selected = std::vector<size_t>();
  if (at)
    selected = select(*at, programFile(line.file()), explained->source, facts.values);
  if (!selected.ok())
    return selected.status();
  if (std::optional<std::string> trace = line.text("trace"))
    if (absl::Status status = writeTo(*trace, [&](llvm::raw_ostream &out) { writeTrace(out, *facts.step); });
        !status.ok())
      return status;
  if (absl::Status status = writePageTo(line, {&facts}); !status.ok())
    return status;
  if (line.has("json"))
    writeJson(llvm::outs(), facts, 1);
  else if (!at)
    llvm::outs() << programText(facts);
  else
    for (size_t number : *selected)
      llvm::outs() << valueText(facts, facts.values[number]);
  return absl::OkStatus();
}

} // namespace

Command explainCommand() {
  return {
      "explain",
      "FILE [options]",
      "who decided each sharding, what each collective costs and why it is there",
      "Says of a program what it sends, why, and what the next best would cost; of a value, who decided how it lies.",
      /*files=*/1,
      withTargetOptions({
          {"against", "FILE", "a second program: how its step, memory and collectives differ"},
          {"against-topology", "T", "a second machine: how the step differs there"},
          {"at", "VALUE|LINE", "one value (%105, %5#1), or those of a line (88, model.py:42)"},
          {"html", "F.html", "write a page with pictures there, which needs nothing else"},
          {"json", nullptr, "everything as JSON"},
          {"trace", "F.json", "write the predicted timeline there, as Perfetto and chrome://tracing read it"},
      }),
      explainProgram};
}

} // namespace shardwright::driver
