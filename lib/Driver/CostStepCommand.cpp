#include "lib/Driver/CostCommand.h"
#include "lib/Driver/MachineOptions.h"
#include "lib/Driver/ProgramFile.h"
#include "lib/Driver/TargetOptions.h"
#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "lib/Estimate/ModelFlops.h"
#include "passes/common/Places.h"

#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {
namespace {

using estimate::Estimate;
using estimate::PricedOp;

/// What costs, the dearest first; loops are what is in them.
std::vector<const PricedOp *> byTime(const Estimate &estimate) {
  std::vector<const PricedOp *> rows;
  for (const PricedOp &op : estimate.ops)
    if (!op.isLoop)
      rows.push_back(&op);
  llvm::stable_sort(rows, [](auto *a, auto *b) { return a->totalSeconds() > b->totalSeconds(); });
  return rows;
}

std::string placeOfOp(const PricedOp &op) { return op.op ? shardwright::placeOf(op.op->getLoc()) : ""; }

constexpr size_t kRows = 20;

void print(const Estimate &estimate, const CostModel &machine, double modelUtilization, int64_t peakBytes) {
  llvm::raw_ostream &out = llvm::outs();
  out << llvm::formatv("{0} on {1}: {2:f3} ms a step\n", machine.mesh().str(), machine.name(),
                       estimate.seconds() * 1e3);
  out << llvm::formatv("  computing {0:f3} ms, communication {1:f3} ms, of which exposed {2:f3} ms\n",
                       estimate.busy.computing * 1e3, estimate.busy.communication * 1e3, estimate.busy.exposed * 1e3);
  out << llvm::formatv("  MFU {0:f1}%, HFU {1:f1}%, peak memory {2} bytes\n", modelUtilization * 100,
                       estimate.hardwareUtilization() * 100, peakBytes);
  out << "  total us      each us   times  bound    what\n";
  std::vector<const PricedOp *> rows = byTime(estimate);
  for (const PricedOp *op : llvm::ArrayRef(rows).take_front(kRows)) {
    std::string place = placeOfOp(*op);
    out << llvm::formatv("  {0,10:f2}  {1,10:f2}  {2,6}  {3,-7}  {4}{5}\n", op->totalSeconds() * 1e6,
                         op->price.seconds * 1e6,
                         std::to_string(op->executed.times) + (op->executed.isKnown ? "" : "?"),
                         cost::name(op->price.bound), op->name, place.empty() ? "" : " at " + place);
  }
  if (rows.size() > kRows)
    out << "  and " << rows.size() - kRows << " more\n";
  for (const std::string &note : estimate.notes)
    out << "  note: " << note << "\n";
}

llvm::json::Object json(const PricedOp &op) {
  return llvm::json::Object{{"op", op.name},
                            {"location", placeOfOp(op)},
                            {"seconds", op.price.seconds},
                            {"executed", op.executed.times},
                            {"unknown_trips", !op.executed.isKnown},
                            {"bound", cost::name(op.price.bound)},
                            {"flops", op.price.flops},
                            {"bytes_read", op.price.readBytes},
                            {"bytes_written", op.price.writtenBytes},
                            {"bytes_sent", op.bytesSent}};
}

llvm::json::Object json(const Estimate &estimate, double modelUtilization, int64_t peakBytes) {
  llvm::json::Array ops;
  for (const PricedOp *op : byTime(estimate))
    ops.push_back(json(*op));
  return llvm::json::Object{{"seconds", estimate.seconds()},
                            {"computing_seconds", estimate.busy.computing},
                            {"communication_seconds", estimate.busy.communication},
                            {"exposed_seconds", estimate.busy.exposed},
                            {"mfu", modelUtilization},
                            {"hfu", estimate.hardwareUtilization()},
                            {"peak_bytes", peakBytes},
                            {"bytes_sent", estimate.bytesSent},
                            {"flops", estimate.flops},
                            {"ops", std::move(ops)},
                            {"notes", llvm::json::Array(estimate.notes)}};
}

absl::Status step(const CommandLine &line) {
  absl::StatusOr<compiler::Target> target = parseTarget(line);
  if (!target.ok())
    return target.status();
  absl::StatusOr<std::unique_ptr<compiler::Pipeline>> program = readProgram(line.file());
  if (!program.ok())
    return program.status();
  if (absl::Status status = (*program)->compile(compiler::Phase::Import, *target); !status.ok())
    return status;
  double modelFlops = estimate::modelFlops((*program)->module()).model();
  if (absl::Status status = (*program)->compile(compiler::Phase::Partition, *target); !status.ok())
    return status;
  absl::StatusOr<CostModel> machine = parseCostModel(line, (*program)->mesh());
  if (!machine.ok())
    return machine.status();
  absl::StatusOr<Estimate> estimate = estimate::estimateStep((*program)->module(), *machine, target->host);
  if (!estimate.ok())
    return estimate.status();
  double utilization = estimate->modelUtilization(modelFlops, (*program)->mesh().numDevices());
  int64_t peakBytes = estimate::memoryOf((*program)->module(), estimate::onMachine(target->host, *machine)).peak;
  if (line.has("json"))
    llvm::outs() << llvm::json::Value(json(*estimate, utilization, peakBytes)) << "\n";
  else
    print(*estimate, *machine, utilization, peakBytes);
  return absl::OkStatus();
}

} // namespace

Command costStepCommand() {
  return {"cost step",
          "FILE --topology=T [options]",
          "how long a program takes on a machine, and what takes it",
          "Prices what each device runs of a program and plays it through as a timeline.",
          /*files=*/1,
          withTargetOptions({{"json", nullptr, "print one JSON object, with every operation"}}),
          step};
}

} // namespace shardwright::driver
