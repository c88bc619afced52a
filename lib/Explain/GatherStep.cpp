#include "lib/Explain/Gather.h"
#include "lib/Explain/Places.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"

#include <map>

namespace shardwright::explanation {
namespace {

PricedOp pricedFrom(const estimate::PricedOp &op) {
  PricedOp priced;
  priced.name = op.name;
  if (op.op)
    priced.place = placeFrom(op.op->getLoc());
  priced.executed = op.executed;
  priced.seconds = op.price.seconds;
  priced.flops = op.price.flops;
  priced.bytes = op.price.readBytes + op.price.writtenBytes;
  priced.bytesSent = op.bytesSent;
  priced.bound = cost::name(op.price.bound).str();
  priced.derivation = op.price.derivation;
  priced.isCollective = op.isCollective;
  priced.isLoop = op.isLoop;
  return priced;
}

Block blockFrom(const estimate::BlockTimeline &timeline, std::optional<uint32_t> loop) {
  Block block;
  block.loop = loop;
  block.seconds = timeline.timeline.seconds;
  for (size_t task = 0; task < timeline.graph.tasks.size(); ++task) {
    const TaskSpan &span = timeline.timeline.spans[task];
    const Task &what = timeline.graph.tasks[task];
    bool sends = llvm::all_of(what.queues, [&](uint32_t queue) { return timeline.graph.queues[queue].sends; });
    block.tasks.push_back({timeline.opOfTask[task], sends, span.begin, span.end, false});
  }
  for (uint32_t task : timeline.timeline.criticalPath())
    block.tasks[task].isCritical = true;
  return block;
}

void addMemory(const estimate::Estimate &estimate, Step &step) {
  for (const MemoryCurve::Point &point : estimate.memory.points)
    step.memory.emplace_back(point.seconds, point.bytes);
  step.peakBytes = estimate.memory.peak;
  step.peakSeconds = estimate.memory.peakSeconds;
  for (uint32_t buffer : estimate.memory.culprits) {
    mlir::Value value = estimate.step.valueOfBuffer[buffer];
    ValueName name{"", estimate.step.graph.buffers[buffer].name, {}};
    step.culprits.push_back({value ? valueNameOf(value) : name, estimate.step.graph.buffers[buffer].bytes});
  }
}

/// The element type of most of the products' work.
std::string mainType(const estimate::Estimate &estimate) {
  std::map<std::string, double> flops;
  for (const estimate::PricedOp &op : estimate.ops)
    if (op.op && op.peakSeconds > 0 && op.op->getNumOperands()) {
      std::string type;
      llvm::raw_string_ostream(type) << mlir::getElementTypeOrSelf(op.op->getOperand(0).getType());
      flops[type] += op.price.flops * static_cast<double>(op.executed.value_or(1));
    }
  auto most = llvm::max_element(flops, [](auto &a, auto &b) { return a.second < b.second; });
  return most == flops.end() ? "f32" : most->first;
}

/// Seconds of what is next best: bytes at the rate of this collective, other collectives at its latency, operations and
/// memory at the device's peaks.
double secondsOf(const Alternative &next, const CollectivePrice &price, double bytes, const Step &step) {
  double sent = std::max(1.0, bytes) * wireFactor(price.op, price.members);
  double rate = (price.seconds(2 * std::max(1.0, bytes)) - price.seconds(std::max(1.0, bytes))) / sent;
  double seconds = next.bytes * rate + static_cast<double>(next.collectives) * price.seconds(1);
  return seconds + next.flops / step.flopsPerSecond + next.touched / step.bytesPerSecond;
}

absl::Status addSeconds(const estimate::Estimate &estimate, const estimate::Machine &machine,
                        llvm::ArrayRef<mlir::Operation *> ops, const Step &step, std::vector<Collective> &collectives) {
  llvm::DenseMap<mlir::Operation *, const estimate::PricedOp *> priced;
  for (const estimate::PricedOp &op : estimate.ops)
    if (op.isCollective)
      priced[op.op] = &op;
  for (auto [op, collective] : llvm::zip_equal(ops, collectives)) {
    const estimate::PricedOp *price = priced.lookup(op);
    if (!price)
      continue;
    collective.seconds = price->price.seconds;
    collective.derivation = price->price.derivation;
    std::optional<CollectiveOp> kind = parseCollectiveOp(collective.op);
    auto axes = op->getAttrOfType<sharding::AxesAttr>("axes");
    if (!kind)
      continue;
    absl::StatusOr<const CollectivePrice *> curve = machine.collective(*kind, axes.getValue());
    if (!curve.ok())
      return curve.status();
    double bytes = static_cast<double>(collective.bytesSent) / wireFactor(*kind, collective.members);
    for (Cause &cause : collective.causes)
      if (cause.next)
        cause.next->seconds = secondsOf(*cause.next, **curve, bytes, step);
  }
  return absl::OkStatus();
}

} // namespace

absl::Status gatherStep(const estimate::Estimate &estimate, const estimate::Machine &machine, double modelUtilization,
                        llvm::ArrayRef<mlir::Operation *> collectives, Facts &facts) {
  Step step;
  step.machine = machine.name();
  const Device &device = machine.device().device();
  step.device = device.summary.empty() ? device.name : device.summary;
  step.seconds = estimate.seconds();
  step.computing = estimate.busy.computing;
  step.communication = estimate.busy.communication;
  step.exposed = estimate.busy.exposed;
  step.modelUtilization = modelUtilization;
  step.hardwareUtilization = estimate.hardwareUtilization();
  step.type = mainType(estimate);
  step.flopsPerSecond = machine.device().peakFlops(step.type);
  step.bytesPerSecond = device.memories.front().bytesPerSecond;
  step.memoryBytes = device.memories.front().bytes;
  for (const estimate::PricedOp &op : estimate.ops)
    step.ops.push_back(pricedFrom(op));
  step.blocks.push_back(blockFrom(estimate.step, std::nullopt));
  for (auto &[loop, body] : estimate.bodies)
    step.blocks.push_back(blockFrom(body, loop));
  addMemory(estimate, step);
  step.notes = estimate.notes;
  if (absl::Status status = addSeconds(estimate, machine, collectives, step, facts.collectives); !status.ok())
    return status;
  facts.step = std::move(step);
  return absl::OkStatus();
}

} // namespace shardwright::explanation
