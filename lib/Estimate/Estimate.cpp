// The walk: a copy of the program is prepared as lowering would, its kernels are planned and priced, and what runs
// becomes tasks on a queue that computes and one that sends. A loop's body is played by itself and stands as one task.
#include "lib/Estimate/Estimate.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "lib/Estimate/Launches.h"
#include "lib/Estimate/Origins.h"
#include "passes/common/Bytes.h"
#include "passes/common/Donation.h"
#include "passes/common/OpCosts.h"
#include "passes/common/Places.h"
#include "passes/common/TripCount.h"
#include "passes/lower/FuseAttention.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/PrepareForHost.h"
#include "shardwright/Cost/Waking.h"
#include "shardwright/Timeline/SendQueue.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/DenseSet.h"

#include <numeric>

namespace shardwright::estimate {
namespace {

constexpr uint32_t kComputes = 0, kSends = 1;

std::string placeOf(mlir::Operation *op) {
  std::string place = op ? shardwright::placeOf(op->getLoc()) : "";
  return place.empty() ? "" : place + ": ";
}

class Estimator {
public:
  Estimator(mlir::ModuleOp original, mlir::func::FuncOp function, const CostModel &machine,
            const LoweringOptions &choices, llvm::ArrayRef<lower::FusedCall> calls, const Origins &origins,
            bool explains)
      : original(original), function(function), machine(machine), origins(origins), counts(original),
        plan(lower::planKernels(function, choices)), pricer(machine, plan, choices, explains), explains(explains) {
    for (const lower::FusedCall &call : calls)
      computedBy[call.call] = call.computes;
  }

  absl::StatusOr<Estimate> run() {
    BlockTimeline step;
    Part body{&function.getBody().front(), {}};
    if (absl::StatusOr<size_t> tasks = play(body, step); !tasks.ok())
      return tasks.status();
    estimate.step = std::move(step);
    if (!explains)
      return std::move(estimate);
    estimate.busy = busySeconds(estimate.step.graph, estimate.step.timeline, 0);
    estimate.peakFlopsPerSecond = machine.device().utilizationPeak(&estimate.peakType);
    addUp();
    return std::move(estimate);
  }

private:
  /// A block and how often it runs.
  struct Part {
    mlir::Block *block;
    Executions executed;
  };

  /// Which values of a timeline share memory, and until when they are needed.
  struct BlockState {
    explicit BlockState(BlockTimeline &out) : out(out) {}

    BlockTimeline &out;
    llvm::DenseMap<mlir::Value, mlir::Value> aliases; ///< to the value whose buffer it is
    llvm::DenseMap<mlir::Value, size_t> lastUse;      ///< by launch, of values that are their own buffer
    llvm::DenseMap<mlir::Value, uint32_t> makers;
    llvm::SmallVector<uint32_t> before; ///< tasks that all others wait for
    std::optional<uint32_t> lastTask;

    mlir::Value root(mlir::Value value) const {
      auto it = aliases.find(value);
      return it == aliases.end() ? value : it->second;
    }
  };

  absl::StatusOr<size_t> play(llvm::ArrayRef<Part> parts, BlockTimeline &out);
  absl::Status addPart(const Part &part, BlockState &state);
  absl::StatusOr<std::vector<Launch>> launchesOf(mlir::Block &block);
  void findLastUses(mlir::Block &block, llvm::ArrayRef<Launch> launches, BlockState &state) const;
  void addWaking(bool isLoop, BlockTimeline &block);
  void addStart(double seconds, BlockState &state);
  absl::Status addLaunch(Launch &launch, size_t number, Executions executed, BlockState &state);
  mlir::Operation *originalOf(mlir::Operation *control) const;
  Part partOf(mlir::Operation *control, unsigned region) const;
  absl::StatusOr<Task> loop(Launch &launch, uint32_t priced);
  absl::StatusOr<Task> branches(Launch &launch, uint32_t priced);
  Rendezvous rendezvousIn(const BlockTimeline &block) const;
  uint32_t addTask(Task task, uint32_t priced, const Launch &launch, BlockState &state);
  void shareResults(Launch &launch, size_t number, uint32_t task, BlockState &state);
  bool takesOver(mlir::Value from, mlir::Value to, size_t number, BlockState &state) const;
  void addUp();

  mlir::ModuleOp original;
  mlir::func::FuncOp function;
  const CostModel &machine;
  const Origins &origins;
  const ExecutionCounts counts; ///< of the original
  Estimate estimate;
  lower::KernelPlan plan;
  LaunchPricer pricer;
  const bool explains;
  llvm::DenseMap<mlir::Operation *, llvm::ArrayRef<mlir::Location>> computedBy; ///< by call of fused attention
};

absl::StatusOr<std::vector<Launch>> Estimator::launchesOf(mlir::Block &block) {
  std::vector<Launch> all;
  for (mlir::Operation *op : plan.groups.order[&block]) {
    absl::StatusOr<llvm::SmallVector<Launch, 1>> launches = pricer.launchesOf(op);
    if (!launches.ok())
      return launches.status();
    for (Launch &launch : *launches) {
      // What the blocks inside use of this one is used by the whole.
      if (launch.control)
        launch.control->walk([&](mlir::Operation *inner) {
          for (mlir::Value operand : inner->getOperands())
            if (inner != launch.control && operand.getParentBlock() == &block)
              launch.reads.push_back(operand);
        });
      all.push_back(std::move(launch));
    }
  }
  return all;
}

void Estimator::findLastUses(mlir::Block &block, llvm::ArrayRef<Launch> launches, BlockState &state) const {
  for (const Launch &launch : launches)
    if (launch.isAlias)
      state.aliases[launch.writes.front()] = state.root(launch.reads.front());
  for (auto [number, launch] : llvm::enumerate(launches))
    if (!launch.isAlias)
      for (mlir::Value value : launch.reads)
        state.lastUse[state.root(value)] = number;
  for (mlir::Value value : block.getTerminator()->getOperands())
    state.lastUse[state.root(value)] = launches.size();
}

/// Blocks that run one after the other: all of one before any of the next. Returns how many tasks are of the first.
absl::StatusOr<size_t> Estimator::play(llvm::ArrayRef<Part> parts, BlockTimeline &out) {
  out.graph.queues = {{0, false}, {0, true}};
  BlockState state(out);
  bool isStep = parts.front().block->getParentOp() == function;
  if (double seconds = machine.device().device().stepSeconds; seconds > 0 && isStep)
    addStart(seconds, state);
  std::optional<size_t> first;
  for (const Part &part : parts) {
    if (absl::Status status = addPart(part, state); !status.ok())
      return status;
    first = first.value_or(out.graph.tasks.size());
    state.before.assign(out.graph.tasks.size(), 0);
    std::iota(state.before.begin(), state.before.end(), 0u);
  }
  addWaking(!isStep, out);
  if (machine.sendsBesideCompute()) {
    const std::vector<uint32_t> before = std::move(out.opOfTask);
    out.opOfTask.clear();
    for (uint32_t task : sendInOrderOfNeed(out.graph))
      out.opOfTask.push_back(before[task]);
  }
  absl::StatusOr<Timeline> timeline = simulate(out.graph);
  if (!timeline.ok())
    return timeline.status();
  out.timeline = *std::move(timeline);
  return *first;
}

absl::Status Estimator::addPart(const Part &part, BlockState &state) {
  absl::StatusOr<std::vector<Launch>> launches = launchesOf(*part.block);
  if (!launches.ok())
    return launches.status();
  findLastUses(*part.block, *launches, state);
  for (auto [number, launch] : llvm::enumerate(*launches))
    if (absl::Status status = addLaunch(launch, number, part.executed, state); !status.ok())
      return status;
  return absl::OkStatus();
}

bool Estimator::takesOver(mlir::Value from, mlir::Value to, size_t number, BlockState &state) const {
  mlir::Value root = state.root(from);
  auto use = state.lastUse.find(root);
  if (use == state.lastUse.end() || use->second != number || bytesOf(root) != bytesOf(to) ||
      root.getDefiningOp<stablehlo::ConstantOp>())
    return false;
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(root);
  return !argument || argument.getOwner()->getParentOp() != function || isDonated(function, argument.getArgNumber());
}

/// Results that take over the memory of an operand: a later write over them needs no copy.
void Estimator::shareResults(Launch &launch, size_t number, uint32_t task, BlockState &state) {
  auto share = [&](mlir::Value from, mlir::Value to) {
    // Two results may want one operand's place.
    if (state.aliases.contains(to) || !takesOver(from, to, number, state))
      return false;
    mlir::Value root = state.root(from);
    state.lastUse[root] = state.lastUse.lookup(to);
    state.aliases[to] = root;
    state.makers[to] = task;
    return true;
  };
  for (auto [from, to] : launch.mayShare)
    share(from, to);
  for (auto [from, to] : launch.shouldShare)
    share(from, to);
  for (mlir::Value value : launch.writes)
    state.makers[value] = task;
}

uint32_t Estimator::addTask(Task task, uint32_t priced, const Launch &launch, BlockState &state) {
  auto number = static_cast<uint32_t>(state.out.graph.tasks.size());
  task.name = estimate.ops[priced].name;
  for (mlir::Value value : launch.reads) {
    // Makers are by value, not by buffer: a buffer that is written over has several.
    for (mlir::Value made : {value, state.root(value)})
      if (auto maker = state.makers.find(made); maker != state.makers.end())
        task.after.push_back(maker->second);
  }
  llvm::append_range(task.after, state.before);
  if (!machine.sendsBesideCompute() && state.lastTask)
    task.after.push_back(*state.lastTask);
  llvm::sort(task.after);
  task.after.erase(std::unique(task.after.begin(), task.after.end()), task.after.end());
  state.lastTask = number;
  state.out.graph.tasks.push_back(std::move(task));
  state.out.opOfTask.push_back(priced);
  return number;
}

void Estimator::addWaking(bool isLoop, BlockTimeline &block) {
  std::vector<WakingTask> tasks;
  for (auto [task, number] : llvm::zip_equal(block.graph.tasks, block.opOfTask)) {
    const PricedOp &op = estimate.ops[number];
    tasks.push_back({task.seconds, op.isStart ? Rendezvous::All : op.rendezvous});
  }
  std::vector<double> waking =
      wakingSeconds(machine.device().device(), machine.mesh().numDevices(), tasks, /*repeats=*/isLoop);
  if (waking.empty())
    return;
  for (auto [task, number, later] : llvm::zip_equal(block.graph.tasks, block.opOfTask, waking)) {
    task.seconds += later;
    estimate.ops[number].price.seconds += later;
  }
}

/// What goes before the first kernel.
void Estimator::addStart(double seconds, BlockState &state) {
  PricedOp start;
  start.name = "start of a step";
  start.isStart = true;
  start.price.seconds = seconds;
  start.price.derivation = "what a step takes before its first kernel\n";
  estimate.ops.push_back(std::move(start));
  Task task;
  task.queues = {kComputes, kSends};
  task.seconds = seconds;
  addTask(std::move(task), static_cast<uint32_t>(estimate.ops.size() - 1), {}, state);
}

absl::Status Estimator::addLaunch(Launch &launch, size_t number, Executions executed, BlockState &state) {
  if (launch.isAlias) {
    if (auto maker = state.makers.find(state.root(launch.reads.front())); maker != state.makers.end())
      state.makers[launch.writes.front()] = maker->second;
    return absl::OkStatus();
  }
  double copied = 0;
  for (auto [from, to] : launch.shouldShare)
    copied += takesOver(from, to, number, state) ? 0 : bytesOf(from);
  if (copied > 0) {
    cost::OpPrice copy = machine.device().copy(copied);
    cost::OpPrice &price = launch.priced.price;
    price.seconds += copy.seconds;
    price.readBytes += copy.readBytes;
    price.writtenBytes += copy.writtenBytes;
    price.derivation += "before it, a copy of what is written into, which others still need:\n" + copy.derivation;
  }
  auto priced = static_cast<uint32_t>(estimate.ops.size());
  launch.priced.executed = executed;
  PricedOp op = launch.priced;
  op.op = op.op ? origins.of(op.op) : nullptr;
  op.fused.clear();
  for (mlir::Operation *fused : launch.priced.fused)
    if (mlir::Operation *original = origins.of(fused))
      op.fused.push_back(original);
  for (mlir::Location computed : computedBy.lookup(launch.priced.op))
    if (mlir::Operation *original = origins.of(computed))
      op.fused.push_back(original);
  llvm::sort(op.fused, [](mlir::Operation *a, mlir::Operation *b) {
    return a->getBlock() == b->getBlock() && a->isBeforeInBlock(b);
  });
  op.fused.erase(std::unique(op.fused.begin(), op.fused.end()), op.fused.end());
  if (launch.isByBytes && explains)
    estimate.notes.push_back(absl::StrCat(placeOf(op.op), op.name, " is priced by its bytes alone"));
  estimate.ops.push_back(std::move(op));
  Task task;
  if (launch.control) {
    bool isLoop = llvm::isa<stablehlo::WhileOp>(launch.control);
    absl::StatusOr<Task> made = isLoop ? loop(launch, priced) : branches(launch, priced);
    if (!made.ok())
      return made.status();
    task = *std::move(made);
  } else {
    task.queues = {launch.priced.isCollective ? kSends : kComputes};
    task.seconds = launch.priced.price.seconds;
  }
  uint32_t at = addTask(std::move(task), priced, launch, state);
  shareResults(launch, number, at, state);
  return absl::OkStatus();
}

mlir::Operation *Estimator::originalOf(mlir::Operation *control) const {
  mlir::Operation *known = origins.of(control);
  return known && known->getNumRegions() == control->getNumRegions() ? known : control;
}

/// A region's block, as often as the original runs it.
Estimator::Part Estimator::partOf(mlir::Operation *control, unsigned region) const {
  return {&control->getRegion(region).front(), counts.of(&originalOf(control)->getRegion(region).front())};
}

/// Compares a counter: not worth a kernel.
static bool isFree(mlir::Block &condition) {
  return llvm::all_of(condition, [](mlir::Operation &op) {
    return !op.getNumRegions() && !spmd::isCollective(&op) && llvm::all_of(op.getResults(), [](mlir::Value value) {
      auto type = llvm::dyn_cast<mlir::RankedTensorType>(value.getType());
      return type && type.hasStaticShape() && type.getNumElements() <= 1;
    });
  });
}

Rendezvous Estimator::rendezvousIn(const BlockTimeline &block) const {
  Rendezvous most = Rendezvous::None;
  for (uint32_t op : block.opOfTask)
    most = std::max(most, estimate.ops[op].rendezvous);
  return most;
}

/// An iteration is the condition and the body; after the last the condition runs once more.
absl::StatusOr<Task> Estimator::loop(Launch &launch, uint32_t priced) {
  std::optional<int64_t> trips = tripCount(originalOf(launch.control));
  if (!trips)
    estimate.notes.push_back(placeOf(origins.of(launch.control)) +
                             "the loop's trip count is not known before it runs: one iteration is counted");
  llvm::SmallVector<Part, 2> parts{partOf(launch.control, 0), partOf(launch.control, 1)};
  bool isCounter = isFree(*parts.front().block);
  if (isCounter)
    parts.erase(parts.begin());
  BlockTimeline iteration;
  absl::StatusOr<size_t> first = play(parts, iteration);
  if (!first.ok())
    return first.status();
  estimate.ops[priced].rendezvous = rendezvousIn(iteration);
  Task task = loopOf(iteration.graph, iteration.timeline, trips.value_or(1), {kComputes, kSends});
  if (!isCounter) {
    TaskGraph condition;
    condition.queues = iteration.graph.queues;
    condition.tasks.assign(iteration.graph.tasks.begin(), iteration.graph.tasks.begin() + *first);
    absl::StatusOr<Timeline> last = simulate(condition);
    if (!last.ok())
      return last.status();
    Task more = loopOf(condition, *last, 1, {});
    task.seconds += more.seconds;
    task.inside->computing += more.inside->computing;
    task.inside->communication += more.inside->communication;
    task.inside->exposed += more.inside->exposed;
  }
  PricedOp &op = estimate.ops[priced];
  op.isLoop = true;
  op.price.seconds = task.seconds;
  op.price.derivation = absl::StrCat(trips ? absl::StrCat(*trips) : "an unknown number of", " iterations of ",
                                     iteration.timeline.seconds, " s\n");
  // Loop-carried values are written over in the order in which the body is done with them.
  for (auto [operand, result] : llvm::zip(launch.control->getOperands(), launch.control->getResults()))
    launch.mayShare.push_back({operand, result});
  estimate.bodies.emplace(priced, std::move(iteration));
  return task;
}

/// The branch that is counted, as if it were always taken.
absl::StatusOr<Task> Estimator::branches(Launch &launch, uint32_t priced) {
  unsigned counted = counts.countedBranch(originalOf(launch.control));
  Task taken;
  for (unsigned region = 0; region < launch.control->getNumRegions(); ++region) {
    BlockTimeline branch;
    if (absl::StatusOr<size_t> tasks = play(partOf(launch.control, region), branch); !tasks.ok())
      return tasks.status();
    if (region != counted)
      continue;
    estimate.ops[priced].rendezvous = rendezvousIn(branch);
    taken = loopOf(branch.graph, branch.timeline, 1, {kComputes, kSends});
  }
  if (launch.control->getNumRegions() > 1)
    estimate.notes.push_back(absl::StrCat(placeOf(origins.of(launch.control)), "branch ", counted, " of ",
                                          launch.control->getNumRegions(),
                                          " is counted, which sends and computes most"));
  return taken;
}

/// FLOPs and bytes are those of the program's ops, each told of the first kernel that it is part of: so their sum is
/// the program's. What no kernel computes (a common subexpression, a constant, the
/// comparison of a loop counter) has a row of its own.
void Estimator::addUp() {
  llvm::DenseSet<mlir::Operation *> told;
  auto perStep = [&](mlir::Operation *op) {
    double sum = 0;
    if (op->getNumRegions() && llvm::isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp>(op))
      return sum;
    op->walk([&](mlir::Operation *inner) {
      if (!told.insert(inner).second)
        return;
      double amount = double(flops(inner)) * double(counts.of(inner).times);
      sum += amount;
      estimate.productFlops += isProduct(inner) ? amount : 0;
    });
    return sum;
  };
  for (PricedOp &op : estimate.ops) {
    double sum = 0;
    for (mlir::Operation *fused : op.fused)
      sum += perStep(fused);
    op.price.flops = op.executed.times ? sum / double(op.executed.times) : 0;
    if (op.isCollective && op.op)
      op.bytesSent = shardwright::bytesSent(op.op);
    estimate.flops += sum;
    estimate.bytesSent += saturatingProduct(op.bytesSent, op.executed.times);
  }
  PricedOp removed;
  removed.name = "removed before it runs";
  original.walk([&](mlir::Operation *op) {
    if (!told.contains(op))
      removed.price.flops += double(flops(op)) * double(counts.of(op).times);
  });
  if (removed.price.flops == 0)
    return;
  removed.price.derivation =
      "constants, comparisons of loop counters, and what is computed once where the program says it several times\n";
  estimate.flops += removed.price.flops;
  estimate.ops.push_back(std::move(removed));
}

} // namespace

double Estimate::hardwareUtilization() const {
  return seconds() > 0 ? productFlops / (peakFlopsPerSecond * seconds()) : 0;
}

double Estimate::modelUtilization(double modelFlops, int64_t devices) const {
  return seconds() > 0 ? modelFlops / (double(devices) * peakFlopsPerSecond * seconds()) : 0;
}

namespace {

absl::StatusOr<Estimate> estimated(mlir::ModuleOp module, const CostModel &machine, const LoweringOptions &choices,
                                   bool explains) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  auto function = copy->lookupSymbol<mlir::func::FuncOp>("main");
  if (!function || function.isDeclaration() || !function.getBody().hasOneBlock())
    return absl::InvalidArgumentError("the program has no function @main of one block");
  Origins origins(module, *copy);
  LoweringOptions onMachine = choices;
  const Device &device = machine.device().device();
  MachineTraits &traits = onMachine.target.traits;
  traits = {};
  traits.sendsBesideCompute = machine.sendsBesideCompute();
  traits.byteFloatProducts = true;
  traits.limits = device.fusion;
  // What saves memory is left to lowering, and the program's order is kept.
  onMachine.memoryOrder = onMachine.recompute = false;
  traits.anyProductLayout = device.measured.isEmpty();
  traits.plansProducts = !traits.anyProductLayout && onMachine.productTransposes;
  traits.attention = cost::AttentionRates::of(device);
  const std::vector<lower::FusedCall> calls = lower::fuseAttention(function, onMachine, /*writesKernels=*/false);
  lower::prepareOperations(function, onMachine);
  mlir::PassManager cleanUp(copy->getContext());
  cleanUp.enableVerifier(false);
  cleanUp.addPass(mlir::createCSEPass());
  if (mlir::failed(cleanUp.run(*copy)))
    return absl::InternalError("what is common in the program cannot be found");
  lower::dropBarriers(function);
  return Estimator(module, function, machine, onMachine, calls, origins, explains).run();
}

} // namespace

absl::StatusOr<Estimate> estimateStep(mlir::ModuleOp module, const CostModel &machine, const LoweringOptions &choices) {
  return estimated(module, machine, choices, /*explains=*/true);
}

absl::StatusOr<double> stepSeconds(mlir::ModuleOp module, const CostModel &machine, const LoweringOptions &choices) {
  absl::StatusOr<Estimate> estimate = estimated(module, machine, choices, /*explains=*/false);
  if (!estimate.ok())
    return estimate.status();
  return estimate->seconds();
}

} // namespace shardwright::estimate
