#include "lib/Driver/Command.h"
#include "lib/Driver/Interrupt.h"
#include "lib/Driver/Progress.h"
#include "lib/Driver/TargetOptions.h"
#include "lib/Planning/MeshPlan.h"
#include "passes/import/DropShardings.h"
#include "runtime/Files.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>

namespace shardwright::driver {
namespace {

absl::Status plan(const CommandLine &line) {
  auto begin = std::chrono::steady_clock::now();
  auto elapsed = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); };
  absl::StatusOr<Target> target = parseTarget(line);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<Compilation>> program = Compilation::read(line.file());
  if (!program.ok())
    return program.status();
  if (absl::Status status = (*program)->compile(Phase::Import, *target); !status.ok())
    return status;
  auto costs = std::make_shared<SharedCostModel>(target->machine);
  absl::StatusOr<const CostModel *> model = costs->on((*program)->mesh());
  if (!model.ok())
    return model.status();
  auto show = [&](const char *what, planning::Step &step) {
    llvm::outs() << llvm::formatv("{0,12} step {1:f6} s (compute {2:f4} comm {3:f4} exposed {4:f4}) peak {5:f3} GB bytes {6}  at {7:f2} s\n", what, step.estimate.seconds(), step.estimate.busy.computing, step.estimate.busy.communication, step.estimate.busy.exposed, step.memory.peak / 1e9, step.estimate.bytesSent, elapsed());
  };
  if (!line.has("no-author")) {
    auto step = planning::stepOf((*program)->module(), costs, target->partition, target->host);
    if (!step.ok()) return step.status();
    show("author", *step);
    model = costs->on((*program)->mesh());
  }
  if (line.has("drop-annotations") && mlir::failed(dropShardings((*program)->module())))
    return absl::InvalidArgumentError("");
  planning::PlanningOptions options;
  options.machine = target->machine; options.partition = target->partition; options.host = target->host;
  options.memoryLimit = target->memoryLimit;
  auto budget = line.number("budget");
  options.solve.seconds = budget.ok() && *budget ? **budget : 10;
  Interrupt interrupt;
  options.solve.progress = [&](const plan::Solution &s, double) { return !Interrupt::came(); };
  auto planned = planning::planOnMesh((*program)->module(), options);
  if (!planned.ok())
    return planned.status();
  auto &p = planned->plan;
  llvm::outs() << llvm::formatv("planned: {0} nodes {1} edges {2} choices; model {3:f6} s bound {4:f6} gap {5:f3} %; timeline {6:f6} (compute {10:f4} comm {11:f4} exposed {12:f4}) peak {7:f3} GB; {8} constraints {13} loop at {9:f2} s\n", planned->nodes, planned->edges, planned->choices, p.modelSeconds, p.boundSeconds, p.gap() * 100, p.evaluation.seconds, p.modelPeakBytes / 1e9, planned->annotations.constraints.size(), elapsed(), p.evaluation.busy.computing, p.evaluation.busy.communication, p.evaluation.busy.exposed, planned->annotations.loopResults.size());
  if (std::optional<std::string> output = line.text("o")) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    planned->annotated->print(stream);
    if (absl::Status status = runtime::writeFile(*output, text + "\n"); !status.ok())
      return status;
  }
  show("planned", planned->step);
  return absl::OkStatus();
}

} // namespace

Command planCommand() {
  return {"plan",
          "FILE [options]",
          "chooses shardings for a program, and says how good they are",
          "Chooses.",
          /*files=*/1,
          withTargetOptions({
              {"o", "OUT.mlir", "write the annotated program there"},
              {"drop-annotations", nullptr, "forget the shardings that the program says"},
              {"no-author", nullptr, "d"},
              {"budget", "S", "seconds"},
          }),
          plan};
}

} // namespace shardwright::driver
