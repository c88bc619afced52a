#include "lib/Driver/ExplainProgram.h"

#include "lib/Driver/ExportedFolder.h"
#include "lib/Driver/MachineOptions.h"
#include "lib/Driver/Progress.h"
#include "lib/Driver/Summary.h"
#include "lib/Driver/TargetOptions.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Explain/Gather.h"

#include "mlir/Bytecode/BytecodeReader.h"

#include "llvm/Support/MemoryBuffer.h"

namespace shardwright::driver {
namespace {

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

} // namespace

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
  estimate::Memory memory =
      estimate::memoryOf(compiled.module(), machine ? estimate::onMachine(target->host, *machine) : target->host);
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

} // namespace shardwright::driver
