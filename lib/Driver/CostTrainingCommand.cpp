#include "lib/Driver/CostCommand.h"
#include "lib/Driver/CostRows.h"
#include "lib/Driver/CostTrainingPlans.h"
#include "shardwright/Cost/TrainingRun.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

void printParts(const char *what, double total, const char *unit, llvm::ArrayRef<cost::TrainingPart> parts) {
  llvm::raw_ostream &out = llvm::outs();
  out << llvm::format("  %-46s %11.4g %s\n", what, total, unit);
  for (const cost::TrainingPart &part : parts) {
    out << llvm::format("    %-44s %11.4g %s %5.1f %%", part.name.c_str(), part.seconds, unit,
                        100 * part.seconds / total);
    out << (part.derivation.empty() ? "" : "  ") << part.derivation << "\n";
  }
}

void print(const CostRow &row, const cost::TrainingRun &run) {
  double achieved = run.flopsPerSecond("");
  llvm::outs() << row.query.id
               << llvm::format(": %.4g s a step on %lld devices, %.4g FLOPs/s each, %.1f %% of their peak\n",
                               run.step.seconds, static_cast<long long>(run.plan.devices()), achieved,
                               100 * achieved / run.machine.peakFlopsPerSecond);
  printParts("step", run.step.seconds, "s", run.step.parts);
  printParts("memory of a device at its peak", run.step.peakBytes, "bytes", run.step.memory);
}

void printJson(const CostRow &row, const cost::TrainingRun &run) {
  double achieved = run.flopsPerSecond("");
  llvm::outs() << llvm::json::Value(llvm::json::Object{{"id", row.query.id},
                                                       {"seconds", run.step.seconds},
                                                       {"parts", jsonOfParts(run.step.parts)},
                                                       {"flops_per_s_per_device", achieved},
                                                       {"mfu", achieved / run.machine.peakFlopsPerSecond},
                                                       {"peak_bytes", run.step.peakBytes},
                                                       {"memory", jsonOfParts(run.step.memory)}})
               << "\n";
}

absl::Status trainingRow(const CommandLine &line, const CostRow &row) {
  if (line.has("best"))
    return printTrainingPlans(line, row);
  absl::StatusOr<cost::TrainingRun> run = cost::priceTrainingRun(row.query.inputs);
  if (!run.ok())
    return run.status();
  line.has("json") ? printJson(row, *run) : print(row, *run);
  return absl::OkStatus();
}

absl::Status training(const CommandLine &line) {
  for (const char *option : {"memory", "as-run"})
    if (line.has(option) && !line.has("best"))
      return aboutOption(option, "goes with a search: give --best=N, too");
  absl::StatusOr<std::vector<CostRow>> rows = readCostRows(line.file());
  if (!rows.ok())
    return rows.status();
  for (const CostRow &row : *rows)
    if (absl::Status status = trainingRow(line, row); !status.ok())
      return absl::Status(status.code(), line.file() + ":" + std::to_string(row.line) + ": " + row.query.id + ": " +
                                             std::string(status.message()));
  return absl::OkStatus();
}

} // namespace

llvm::json::Object jsonOfParts(llvm::ArrayRef<cost::TrainingPart> parts) {
  llvm::json::Object object;
  for (const cost::TrainingPart &part : parts)
    object[part.name] = part.seconds;
  return object;
}

Command costTrainingCommand() {
  return {"cost training",
          "FILE.jsonl [--best=N [--memory=SIZE] [--as-run]] [--json]",
          "what a training step of a decoder is made of, in closed form, and how best to spread it",
          "Reads runs as `cost eval` does (a model, a plan and a device a line) and prints what a step takes, part by "
          "part,\nand what the memory of a device holds. With --best a run's split is left aside and all others are "
          "searched; tp, pp,\n... may be missing then. - is stdin.",
          /*files=*/1,
          withTrainingSearchOptions({{"json", nullptr, "print one JSON object a run"}}),
          training};
}

} // namespace shardwright::driver
