#include "lib/Compiler/Explain.h"

#include "lib/Compiler/Summarize.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Explain/Compare.h"
#include "lib/Explain/Gather.h"
#include "lib/Explain/Render.h"
#include "passes/partition/Passes.h"

#include "mlir/Bytecode/BytecodeReader.h"

#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::compiler {
namespace {

/// A copy shows how each op is placed: in the per-device program that cannot be seen any more.
absl::Status gatherPlacements(Pipeline &program, const Target &target, explanation::Facts &facts) {
  std::unique_ptr<Pipeline> copy = program.clone();
  auto costs = std::make_shared<SharedCostModel>(target.machine);
  if (absl::Status status =
          copy->runPass("place", createInsertReshardsPass(listDisabled(target.partition), std::move(costs)));
      !status.ok())
    return status;
  explanation::gatherPlacements(copy->module(), facts.values);
  return absl::OkStatus();
}

/// What the per-device program sends and, where a machine is given, how long that takes.
absl::Status gatherCosts(const std::optional<CostModel> &machine, const Target &target,
                         const estimate::ModelFlops &model, const estimate::Memory &memory, Pipeline &program,
                         explanation::Facts &facts) {
  std::vector<mlir::Operation *> ops;
  facts.collectives = explanation::gatherCollectives(program.module(), ops);
  std::optional<estimate::Estimate> step;
  if (machine) {
    TimedStep timed(program.environment(), "price");
    absl::StatusOr<estimate::Estimate> estimated = estimate::estimateStep(program.module(), *machine, target.host);
    if (!estimated.ok())
      return program.log().complete(estimated.status());
    step = std::move(*estimated);
    explanation::gatherStep(*step, *machine, model, memory, ops, facts);
  }
  facts.graph = explanation::gatherGraph(program.module(), facts, ops, step ? &*step : nullptr);
  return absl::OkStatus();
}

/// The text of a program as the page shows it beside the graph; nothing where it is bytecode.
std::string shownText(const Source &source) {
  constexpr size_t kLongestLine = 400; // beyond it stand the digits of constants
  llvm::StringRef given(source.text.data(), source.text.size());
  if (mlir::isBytecode(llvm::MemoryBufferRef(given, source.name)))
    return "";
  std::string text;
  llvm::SmallVector<llvm::StringRef> lines;
  given.rtrim('\n').split(lines, '\n');
  for (auto [number, line] : llvm::enumerate(lines)) {
    text += number ? "\n" : "";
    text += line.take_front(kLongestLine);
    text += line.size() > kLongestLine ? " ..." : "";
  }
  return text;
}

std::string written(llvm::function_ref<void(llvm::raw_ostream &)> write) {
  std::string text;
  llvm::raw_string_ostream stream(text);
  write(stream);
  return text;
}

} // namespace

absl::StatusOr<Explanation> explainProgram(const Source &source, const Options &options, bool keepText,
                                           std::shared_ptr<const Environment> environment) {
  absl::StatusOr<Target> target = resolve(options, *environment);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<Pipeline>> read = Pipeline::read(source, std::move(environment), /*withNames=*/true);
  if (!read.ok())
    return read.status();
  Pipeline &program = **read;
  auto explained = std::make_shared<Explanation::Contents>();
  explanation::Facts &facts = explained->facts;
  facts.file = source.name;
  if (keepText)
    facts.source = shownText(source);
  explained->source = explanation::sourceValues(program.module());
  if (absl::Status status = program.compile(Phase::Import, *target); !status.ok())
    return status;
  facts.hasShardings = explanation::hasShardings(program.module());
  estimate::ModelFlops model = estimate::modelFlops(program.module());
  std::vector<ShardingOrigin> origins;
  program.recordOrigins(origins);
  if (absl::Status status = program.compile(Phase::Propagate, *target); !status.ok())
    return status;
  facts.values = explanation::gatherValues(program.module(), origins);
  absl::StatusOr<std::optional<CostModel>> machine = machineOf(*target, program.mesh(), program.environment());
  if (!machine.ok())
    return machine.status();
  if (absl::Status status = gatherPlacements(program, *target, facts); !status.ok())
    return status;
  if (absl::Status status = program.compile(Phase::Partition, *target); !status.ok())
    return status;
  estimate::Memory memory = estimate::memoryOf(program.module(), loweringFor(*target, *machine));
  Summary summary = summarize(program.module(), memory);
  facts.devices = summary.devices;
  facts.mesh = summary.mesh;
  facts.bytesPerDevice = summary.bytesPerDevice;
  facts.flopsPerDevice = summary.flopsPerDevice;
  facts.peakBytes = summary.peakBytesPerDevice;
  facts.isPeakUpperBound = summary.isPeakUpperBound;
  if (absl::Status status = gatherCosts(*machine, *target, model, memory, program, facts); !status.ok())
    return status;
  return Explanation(std::move(explained));
}

Explanation::Explanation(std::shared_ptr<const Contents> contents) : contents(std::move(contents)) {}

std::string Explanation::text() const { return explanation::programText(contents->facts); }

absl::StatusOr<std::string> Explanation::textOf(const std::string &at) const {
  const explanation::Facts &facts = contents->facts;
  absl::StatusOr<std::vector<size_t>> selected = explanation::select(at, facts.file, contents->source, facts.values);
  if (!selected.ok())
    return selected.status();
  std::string text;
  for (size_t number : *selected)
    text += explanation::valueText(facts, facts.values[number]);
  return text;
}

std::string Explanation::json() const {
  return written([&](llvm::raw_ostream &out) { explanation::writeJson(out, contents->facts, 1); });
}

std::string Explanation::page(const Explanation *other, const std::string &plan) const {
  std::vector<const explanation::Facts *> runs = {&contents->facts};
  if (other)
    runs.push_back(&other->contents->facts);
  return written([&](llvm::raw_ostream &out) { explanation::writePage(out, runs, plan); });
}

absl::StatusOr<std::string> Explanation::trace() const {
  if (!contents->facts.step)
    return absl::FailedPreconditionError("there is no timeline: the program was explained without a topology");
  return written([&](llvm::raw_ostream &out) { explanation::writeTrace(out, *contents->facts.step); });
}

std::optional<double> Explanation::stepSeconds() const {
  return contents->facts.step ? std::optional(contents->facts.step->seconds) : std::nullopt;
}

std::string Explanation::comparisonText(const Explanation &other) const {
  return explanation::comparisonText(explanation::compare(contents->facts, other.contents->facts));
}

std::string Explanation::comparisonJson(const Explanation &other) const {
  return written([&](llvm::raw_ostream &out) {
    explanation::writeComparisonJson(out, explanation::compare(contents->facts, other.contents->facts), 1);
  });
}

} // namespace shardwright::compiler
