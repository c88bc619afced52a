#include "lib/Explain/Gather.h"
#include "lib/Explain/Places.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"

#include <map>

namespace shardwright::explanation {
namespace {

PricedOp pricedFrom(const estimate::PricedOp &op, const cost::DeviceCosts &device) {
  PricedOp priced;
  priced.name = op.name;
  if (op.op)
    priced.place = placeFrom(op.op->getLoc());
  priced.executed = op.executed.times;
  priced.unknownTrips = !op.executed.isKnown;
  priced.seconds = op.price.seconds;
  priced.flops = op.price.flops;
  priced.bytes = op.price.readBytes + op.price.writtenBytes;
  priced.bytesSent = op.bytesSent;
  priced.bound = cost::name(op.price.bound).str();
  priced.derivation = op.price.derivation;
  priced.isCollective = op.isCollective;
  priced.isLoop = op.isLoop;
  if (auto *work = std::get_if<cost::ProductWork>(&op.work)) {
    std::string as;
    priced.unitsFlopsPerSecond = device.peakFlops(work->type, &as) / static_cast<double>(work->passes);
    priced.units = as + (work->passes > 1 ? " x " + std::to_string(work->passes) : "");
  }
  return priced;
}

TaskTrack blockFrom(const estimate::BlockTimeline &timeline, std::optional<uint32_t> loop) {
  TaskTrack block;
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

/// When ops begin in a step, the first time that each runs.
class Clock {
public:
  explicit Clock(const estimate::Estimate &estimate) : estimate(estimate) { read(estimate.step, 0); }

  std::optional<double> begin(mlir::Operation *op) const {
    auto found = begins.find(op);
    return found == begins.end() ? std::nullopt : std::optional(found->second);
  }

private:
  void read(const estimate::BlockTimeline &block, double offset) {
    for (auto [task, number] : llvm::enumerate(block.opOfTask)) {
      double begin = offset + block.timeline.spans[task].begin;
      for (mlir::Operation *op : estimate.ops[number].fused)
        begins.try_emplace(op, begin);
      if (auto body = estimate.bodies.find(number); body != estimate.bodies.end())
        read(body->second, begin);
    }
  }

  const estimate::Estimate &estimate;
  llvm::DenseMap<mlir::Operation *, double> begins;
};

/// Memory goes by the schedule, which has an order but no seconds: its points are where their ops begin on the
/// timeline, none before the one in front of it.
void addMemory(const estimate::Estimate &estimate, const estimate::Memory &memory, Step &step) {
  Clock clock(estimate);
  double now = 0;
  for (const estimate::Memory::Point &point : memory.points) {
    now = std::max(now, point.op ? clock.begin(point.op).value_or(now) : now);
    if (!step.memory.empty() && step.memory.back().first == now)
      step.memory.back().second = std::max(step.memory.back().second, point.bytes);
    else if (step.memory.empty() || step.memory.back().second != point.bytes)
      step.memory.emplace_back(now, point.bytes);
  }
  step.peakBytes = memory.peak;
  auto peak = llvm::find_if(step.memory, [&](const auto &point) { return point.second == memory.peak; });
  step.peakSeconds = peak == step.memory.end() ? 0 : peak->first;
  for (const estimate::Memory::Live &live : memory.largest)
    step.culprits.push_back({live.value ? valueNameOf(live.value) : ValueName{"", live.name, {}}, live.bytes});
}

/// The units that do most of the products' work, and their rate.
void addMainUnits(Step &step) {
  std::map<std::string, double> flops;
  for (const PricedOp &op : step.ops)
    if (!op.units.empty())
      flops[op.units] += op.flops * static_cast<double>(op.executed);
  auto most = llvm::max_element(flops, [](auto &a, auto &b) { return a.second < b.second; });
  if (most == flops.end())
    return;
  step.type = most->first;
  for (const PricedOp &op : step.ops)
    if (op.units == step.type)
      step.flopsPerSecond = op.unitsFlopsPerSecond;
}

void addSeconds(const estimate::Estimate &estimate, llvm::ArrayRef<mlir::Operation *> ops,
                std::vector<Collective> &collectives) {
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
  }
}

} // namespace

void gatherStep(const estimate::Estimate &estimate, const CostModel &machine, const estimate::ModelFlops &model,
                const estimate::Memory &memory, llvm::ArrayRef<mlir::Operation *> collectives, Facts &facts) {
  Step step;
  step.machine = machine.name();
  const Device &device = machine.device().device();
  step.device = device.summary.empty() ? device.name : device.summary;
  step.seconds = estimate.seconds();
  step.computing = estimate.busy.computing;
  step.communication = estimate.busy.communication;
  step.exposed = estimate.busy.exposed;
  step.modelUtilization = estimate.modelUtilization(model.model(), facts.devices);
  step.hardwareUtilization = estimate.hardwareUtilization();
  step.modelFlops = model.model();
  step.recomputedFlops = model.recomputed;
  step.hardwareFlops = estimate.productFlops * static_cast<double>(facts.devices);
  step.peakFlopsPerSecond = estimate.peakFlopsPerSecond;
  step.type = step.peakType = estimate.peakType;
  step.flopsPerSecond = step.peakFlopsPerSecond;
  step.bytesPerSecond = device.memories.front().bytesPerSecond;
  step.memoryBytes = device.memories.front().bytes;
  for (const estimate::PricedOp &op : estimate.ops)
    step.ops.push_back(pricedFrom(op, machine.device()));
  addMainUnits(step);
  step.blocks.push_back(blockFrom(estimate.step, std::nullopt));
  for (auto &[loop, body] : estimate.bodies)
    step.blocks.push_back(blockFrom(body, loop));
  addMemory(estimate, memory, step);
  step.notes = estimate.notes;
  addSeconds(estimate, collectives, facts.collectives);
  facts.step = std::move(step);
  facts.step->suggestions = suggest(facts);
}

} // namespace shardwright::explanation
