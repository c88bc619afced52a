#include "lib/Driver/Command.h"
#include "lib/Driver/Summary.h"
#include "lib/Driver/TargetOptions.h"
#include "lib/Explain/Gather.h"
#include "lib/Explain/Render.h"
#include "lib/Explain/Select.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

/// The program on its way, and what is said of it.
struct Explained {
  std::unique_ptr<Program> program;
  std::vector<explain::SourceValue> source;
  explain::Facts facts;
};

/// A copy shows how each op is placed: in the per-device program that cannot be seen any more.
absl::Status gatherPlacements(Program &program, const Target &target, explain::Facts &facts) {
  std::unique_ptr<Program> copy = program.clone();
  if (absl::Status status = copy->runPasses("place", "insert-reshards{disable=" + leftOut(target.partition) + "}");
      !status.ok())
    return status;
  explain::gatherPlacements(copy->module(), facts.values);
  return absl::OkStatus();
}

absl::StatusOr<Explained> explainFile(const CommandLine &line) {
  absl::StatusOr<Target> target = parseTarget(line);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<Program>> program = Program::read(line.file(), /*withNames=*/true);
  if (!program.ok())
    return program.status();
  Explained explained{std::move(*program), {}, {}};
  Program &compiled = *explained.program;
  explain::Facts &facts = explained.facts;
  facts.file = line.file();
  explained.source = explain::sourceValues(compiled.module());
  std::vector<ShardingOrigin> origins;
  compiled.recordOrigins(origins);
  if (absl::Status status = compiled.compile(Phase::Propagate, *target); !status.ok())
    return status;
  facts.values = explain::gatherValues(compiled.module(), origins);
  if (absl::Status status = gatherPlacements(compiled, *target, facts); !status.ok())
    return status;
  if (absl::Status status = compiled.compile(Phase::Partition, *target); !status.ok())
    return status;
  Summary summary = summarize(compiled.module());
  facts.devices = summary.devices;
  facts.mesh = summary.mesh;
  facts.bytesPerDevice = summary.bytesPerDevice;
  facts.flopsPerDevice = summary.flopsPerDevice;
  facts.peakBytes = summary.peakBytesPerDevice;
  std::vector<mlir::Operation *> ops;
  facts.collectives = explain::gatherCollectives(compiled.module(), ops);
  return explained;
}

absl::Status explainProgram(const CommandLine &line) {
  absl::StatusOr<Explained> explained = explainFile(line);
  if (!explained.ok())
    return explained.status();
  const explain::Facts &facts = explained->facts;
  std::optional<std::string> at = line.text("at");
  absl::StatusOr<std::vector<size_t>> selected = std::vector<size_t>();
  if (at)
    selected = select(*at, line.file(), explained->source, facts.values);
  if (!selected.ok())
    return selected.status();
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
          {"at", "VALUE|LINE", "one value (%105, %5#1), or those of a line (88, model.py:42)"},
          {"json", nullptr, "everything as JSON"},
      }),
      explainProgram};
}

} // namespace shardwright::driver
