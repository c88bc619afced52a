// The walk: a copy of the program is prepared as lowering would, its kernels are planned and priced, and what runs
// becomes tasks on a queue that computes and one that sends. A loop's body is played by itself and stands as one task.
#include "lib/Estimate/Estimate.h"
#include "passes/common/Bytes.h"

#include "dialects/stablehlo/StablehloOps.h"
#include "lib/Estimate/ConvolutionShape.h"
#include "lib/Estimate/Launches.h"
#include "passes/common/Places.h"
#include "passes/common/TripCount.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/MatmulShape.h"
#include "passes/lower/PrepareForHost.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include "absl/strings/str_cat.h"

namespace shardwright::estimate {
namespace {

constexpr uint32_t kComputes = 0, kSends = 1;

/// Remembers of which operation of the original each one of a copy came to be, through whatever rewrites the copy: its
/// location is the original's number, and what replaces an operation takes its location.
class Origins {
public:
  Origins(mlir::ModuleOp original, mlir::ModuleOp copy) {
    original.walk([&](mlir::Operation *op) { ops.push_back(op); });
    size_t number = 0;
    mlir::Type index = mlir::IntegerType::get(copy.getContext(), 64);
    auto unknown = mlir::UnknownLoc::get(copy.getContext());
    copy.walk([&](mlir::Operation *op) {
      op->setLoc(mlir::FusedLoc::get({unknown}, mlir::IntegerAttr::get(index, static_cast<int64_t>(number++)),
                                     copy.getContext()));
    });
  }

  mlir::Operation *of(mlir::Operation *op) const {
    auto fused = llvm::dyn_cast<mlir::FusedLoc>(op->getLoc());
    auto number = fused ? llvm::dyn_cast_if_present<mlir::IntegerAttr>(fused.getMetadata()) : nullptr;
    return number ? ops[static_cast<size_t>(number.getInt())] : nullptr;
  }
  /// The value of the same type that stands for it in the original, if one does.
  mlir::Value of(mlir::Value value) const {
    auto argument = llvm::dyn_cast<mlir::BlockArgument>(value);
    mlir::Operation *from = of(argument ? argument.getOwner()->getParentOp() : value.getDefiningOp());
    mlir::Value found;
    if (argument && from && argument.getOwner()->getParent()->getRegionNumber() < from->getNumRegions())
      found = from->getRegion(argument.getOwner()->getParent()->getRegionNumber()).getArgument(argument.getArgNumber());
    else if (!argument && from && from->getNumResults() > llvm::cast<mlir::OpResult>(value).getResultNumber())
      found = from->getResult(llvm::cast<mlir::OpResult>(value).getResultNumber());
    return found && found.getType() == value.getType() ? found : mlir::Value();
  }

private:
  std::vector<mlir::Operation *> ops;
};

std::string placeOf(mlir::Operation *op) {
  std::string place = op ? shardwright::placeOf(op->getLoc()) : "";
  return place.empty() ? "" : place + ": ";
}

class Estimator {
public:
  Estimator(mlir::func::FuncOp function, const Machine &machine, const LoweringOptions &choices, const Origins &origins)
      : function(function), machine(machine), origins(origins), plan(lower::planKernels(function, choices)),
        pricer(machine, plan) {}

  absl::StatusOr<Estimate> run() {
    BlockTimeline step;
    mlir::Block &body = function.getBody().front();
    if (absl::Status status = playBlock(body, 1, step); !status.ok())
      return status;
    estimate.step = std::move(step);
    estimate.busy = busySeconds(estimate.step.graph, estimate.step.timeline, 0);
    estimate.memory = memoryOverTime(estimate.step.graph, estimate.step.timeline, 0);
    addUp();
    return std::move(estimate);
  }

private:
  /// Where values of one block lie, and until when.
  struct BlockState {
    explicit BlockState(BlockTimeline &out) : out(out) {}

    BlockTimeline &out;
    llvm::DenseMap<mlir::Value, mlir::Value> aliases; ///< to the value whose buffer it is
    llvm::DenseMap<mlir::Value, size_t> lastUse;      ///< by launch, of values that are their own buffer
    llvm::DenseMap<mlir::Value, uint32_t> buffers, makers;
    std::optional<uint32_t> lastTask;

    mlir::Value root(mlir::Value value) const {
      auto it = aliases.find(value);
      return it == aliases.end() ? value : it->second;
    }
  };

  absl::Status playBlock(mlir::Block &block, std::optional<int64_t> executed, BlockTimeline &out);
  absl::StatusOr<std::vector<Launch>> launchesOf(mlir::Block &block);
  void findLastUses(mlir::Block &block, llvm::ArrayRef<Launch> launches, BlockState &state) const;
  void addArguments(mlir::Block &block, BlockState &state);
  void addWaking(bool isLoop, BlockTimeline &block);
  void addStart(double seconds, BlockState &state);
  absl::Status addLaunch(Launch &launch, size_t number, std::optional<int64_t> executed, BlockState &state);
  absl::StatusOr<Task> control(Launch &launch, uint32_t priced, std::optional<int64_t> executed);
  absl::StatusOr<Task> branches(Launch &launch, std::optional<int64_t> executed);
  uint32_t addTask(Task task, uint32_t priced, const Launch &launch, BlockState &state);
  void placeResults(Launch &launch, size_t number, uint32_t task, BlockState &state);
  bool takesOver(mlir::Value from, mlir::Value to, size_t number, BlockState &state) const;
  uint32_t addBuffer(mlir::Value value, std::optional<uint32_t> maker, BlockState &state);
  void addUp();

  mlir::func::FuncOp function;
  const Machine &machine;
  const Origins &origins;
  Estimate estimate;
  lower::KernelPlan plan;
  LaunchPricer pricer;
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

uint32_t Estimator::addBuffer(mlir::Value value, std::optional<uint32_t> maker, BlockState &state) {
  Buffer buffer;
  buffer.bytes = static_cast<int64_t>(bytesOf(value));
  buffer.madeBy = maker;
  mlir::Value original = origins.of(value);
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(value))
    buffer.name = absl::StrCat("argument ", argument.getArgNumber());
  else
    buffer.name = value.getDefiningOp()->getName().stripDialect().str();
  state.out.graph.buffers.push_back(std::move(buffer));
  state.out.valueOfBuffer.push_back(original);
  return state.buffers[value] = static_cast<uint32_t>(state.out.graph.buffers.size() - 1);
}

/// Arguments of the program lie in memory from the start: those that are not given away until the end. Those of a
/// loop's body are the loop's to count. So are constants that are no repetition of one element.
void Estimator::addArguments(mlir::Block &block, BlockState &state) {
  if (block.getParentOp() != function)
    return;
  for (mlir::BlockArgument argument : block.getArguments())
    state.out.graph.buffers[addBuffer(argument, std::nullopt, state)].stays =
        !lower::isDonated(function, argument.getArgNumber());
  double constants = 0;
  function.walk([&](stablehlo::ConstantOp constant) {
    constants += constant.getValue().isSplat() ? 0 : bytesOf(constant.getResult());
  });
  if (constants == 0)
    return;
  Buffer buffer;
  buffer.name = "constants";
  buffer.bytes = static_cast<int64_t>(constants);
  buffer.stays = true;
  state.out.graph.buffers.push_back(std::move(buffer));
  state.out.valueOfBuffer.push_back({});
}

absl::Status Estimator::playBlock(mlir::Block &block, std::optional<int64_t> executed, BlockTimeline &out) {
  absl::StatusOr<std::vector<Launch>> launches = launchesOf(block);
  if (!launches.ok())
    return launches.status();
  out.graph.queues = {{0, false}, {0, true}};
  BlockState state(out);
  if (double seconds = machine.device().device().stepSeconds; seconds > 0 && block.getParentOp() == function)
    addStart(seconds, state);
  findLastUses(block, *launches, state);
  addArguments(block, state);
  for (auto [number, launch] : llvm::enumerate(*launches))
    if (absl::Status status = addLaunch(launch, number, executed, state); !status.ok())
      return status;
  addWaking(block.getParentOp() != function, out);
  // What is handed on stays; what a kernel wrote where an argument was given away has been counted already.
  for (mlir::Value value : block.getTerminator()->getOperands())
    if (auto it = state.buffers.find(state.root(value)); it != state.buffers.end())
      out.graph.buffers[it->second].stays = true;
  absl::StatusOr<Timeline> timeline = simulate(out.graph);
  if (!timeline.ok())
    return timeline.status();
  out.timeline = *std::move(timeline);
  return absl::OkStatus();
}

bool Estimator::takesOver(mlir::Value from, mlir::Value to, size_t number, BlockState &state) const {
  mlir::Value root = state.root(from);
  auto use = state.lastUse.find(root);
  if (use == state.lastUse.end() || use->second != number || bytesOf(root) != bytesOf(to) ||
      root.getDefiningOp<stablehlo::ConstantOp>())
    return false;
  auto argument = llvm::dyn_cast<mlir::BlockArgument>(root);
  return !argument || argument.getOwner()->getParentOp() != function ||
         lower::isDonated(function, argument.getArgNumber());
}

void Estimator::placeResults(Launch &launch, size_t number, uint32_t task, BlockState &state) {
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
  for (mlir::Value value : launch.writes) {
    state.makers[value] = task;
    if (!state.aliases.contains(value) && !state.buffers.contains(value))
      addBuffer(value, task, state);
  }
}

uint32_t Estimator::addTask(Task task, uint32_t priced, const Launch &launch, BlockState &state) {
  auto number = static_cast<uint32_t>(state.out.graph.tasks.size());
  task.name = estimate.ops[priced].name;
  for (mlir::Value value : launch.reads) {
    // Makers are by value, not by buffer: a buffer that is written over has several.
    for (mlir::Value made : {value, state.root(value)})
      if (auto maker = state.makers.find(made); maker != state.makers.end())
        task.after.push_back(maker->second);
    if (auto buffer = state.buffers.find(state.root(value)); buffer != state.buffers.end())
      state.out.graph.buffers[buffer->second].usedBy.push_back(number);
  }
  if (!machine.sendsBesideCompute() && state.lastTask)
    task.after.push_back(*state.lastTask);
  llvm::sort(task.after);
  task.after.erase(std::unique(task.after.begin(), task.after.end()), task.after.end());
  state.lastTask = number;
  state.out.graph.tasks.push_back(std::move(task));
  state.out.opOfTask.push_back(priced);
  return number;
}

/// At a collective the cores wait for each other. Until the others are back from it the devices have one, and are so
/// much later than with all of them: with the first of what they do up to the next collective, or the start of the next
/// trip's. A loop that sends counts as a collective, one that does not as a kernel.
void Estimator::addWaking(bool isLoop, BlockTimeline &block) {
  const Device &device = machine.device().device();
  double cores = std::min(device.sharedCores, double(machine.mesh().numDevices()));
  if (cores <= 1 || device.wakeSeconds == 0)
    return;
  std::vector<Task> &tasks = block.graph.tasks;
  std::optional<size_t> rendezvous;
  double before = 0, work = 0; // before the first rendezvous, and since the last one
  auto wake = [&](double work) {
    double later = std::min(device.wakeSeconds, work * cores) * (1 - 1 / cores);
    tasks[*rendezvous].seconds += later;
    estimate.ops[block.opOfTask[*rendezvous]].price.seconds += later;
  };
  for (auto [number, task] : llvm::enumerate(tasks)) {
    const PricedOp &op = estimate.ops[block.opOfTask[number]];
    if (!op.isStart && !op.isCollective && !(task.inside && task.inside->communication > 0)) {
      work += task.seconds;
      continue;
    }
    if (rendezvous)
      wake(work);
    else
      before = work;
    rendezvous = number;
    work = 0;
  }
  if (rendezvous)
    wake(isLoop ? work + before : work);
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

absl::Status Estimator::addLaunch(Launch &launch, size_t number, std::optional<int64_t> executed, BlockState &state) {
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
  llvm::sort(op.fused, [](mlir::Operation *a, mlir::Operation *b) {
    return a->getBlock() == b->getBlock() && a->isBeforeInBlock(b);
  });
  op.fused.erase(std::unique(op.fused.begin(), op.fused.end()), op.fused.end());
  if (launch.isByBytes)
    estimate.notes.push_back(absl::StrCat(placeOf(op.op), op.name, " is priced by its bytes alone"));
  estimate.ops.push_back(std::move(op));
  Task task;
  if (launch.control) {
    absl::StatusOr<Task> made = control(launch, priced, executed);
    if (!made.ok())
      return made.status();
    task = *std::move(made);
  } else {
    task.queues = {launch.priced.isCollective ? kSends : kComputes};
    task.seconds = launch.priced.price.seconds;
  }
  uint32_t at = addTask(std::move(task), priced, launch, state);
  placeResults(launch, number, at, state);
  return absl::OkStatus();
}

/// A loop runs its condition once more than its body, which is not worth a task: it is a comparison.
absl::StatusOr<Task> Estimator::control(Launch &launch, uint32_t priced, std::optional<int64_t> executed) {
  if (!llvm::isa<stablehlo::WhileOp>(launch.control))
    return branches(launch, executed);
  std::optional<int64_t> trips = tripCount(launch.control);
  if (!trips)
    estimate.notes.push_back(placeOf(origins.of(launch.control)) +
                             "how often the loop runs is not known before it does: its body is counted once");
  std::optional<int64_t> inside;
  if (trips && executed)
    inside = *trips * *executed;
  BlockTimeline body;
  if (absl::Status status = playBlock(launch.control->getRegion(1).front(), inside, body); !status.ok())
    return status;
  Task task = loopOf(body.graph, body.timeline, trips.value_or(1), {kComputes, kSends});
  PricedOp &loop = estimate.ops[priced];
  loop.isLoop = true;
  loop.price.seconds = task.seconds;
  loop.price.derivation =
      absl::StrCat(trips ? absl::StrCat(*trips) : "an unknown number of", " trips of ", body.timeline.seconds, " s\n");
  // Carries are written over in the order in which the body is done with them.
  for (auto [operand, result] : llvm::zip(launch.control->getOperands(), launch.control->getResults()))
    launch.mayShare.push_back({operand, result});
  estimate.bodies.emplace(priced, std::move(body));
  return task;
}

/// The branch that takes longest, as if it were always taken.
absl::StatusOr<Task> Estimator::branches(Launch &launch, std::optional<int64_t> executed) {
  Task longest;
  longest.queues = {kComputes, kSends};
  longest.inside = BusySeconds{};
  for (mlir::Region &region : launch.control->getRegions()) {
    BlockTimeline branch;
    if (absl::Status status = playBlock(region.front(), executed, branch); !status.ok())
      return status;
    Task task = loopOf(branch.graph, branch.timeline, 1, {kComputes, kSends});
    if (task.seconds > longest.seconds)
      longest = task;
  }
  return longest;
}

void Estimator::addUp() {
  for (const PricedOp &op : estimate.ops) {
    double times = double(op.executed.value_or(1));
    estimate.flops += op.price.flops * times;
    estimate.bytesSent += static_cast<int64_t>(double(op.bytesSent) * times);
    if (op.name == "dot_general" || op.name == "convolution") {
      estimate.productFlops += op.price.flops * times;
      estimate.productSecondsAtPeak += op.peakSeconds * times;
    }
  }
}

} // namespace

double Estimate::modelUtilization(double modelFlops, int64_t devices) const {
  return productFlops > 0 ? hardwareUtilization() * modelFlops / (productFlops * double(devices)) : 0;
}

absl::StatusOr<Estimate> estimateStep(mlir::ModuleOp module, const Machine &machine, const LoweringOptions &choices) {
  mlir::OwningOpRef<mlir::ModuleOp> copy = module.clone();
  auto function = copy->lookupSymbol<mlir::func::FuncOp>("main");
  if (!function || function.isDeclaration() || !function.getBody().hasOneBlock())
    return absl::InvalidArgumentError("the program has no function @main of one block");
  Origins origins(module, *copy);
  LoweringOptions onMachine = choices;
  onMachine.sendsBesideCompute = machine.sendsBesideCompute();
  lower::prepareForHost(function, onMachine);
  mlir::PassManager cleanUp(copy->getContext());
  cleanUp.addPass(mlir::createCSEPass());
  if (mlir::failed(cleanUp.run(*copy)))
    return absl::InternalError("what is common in the program cannot be found");
  return Estimator(function, machine, onMachine, origins).run();
}

double productFlops(mlir::ModuleOp module) {
  double flops = 0;
  module.walk([&](mlir::Operation *op) {
    double times = double(executions(op).value_or(1));
    auto elements = [](mlir::Value value) {
      return double(llvm::cast<mlir::RankedTensorType>(value.getType()).getNumElements());
    };
    if (auto dot = llvm::dyn_cast<stablehlo::DotGeneralOp>(op)) {
      auto lhs = llvm::cast<mlir::RankedTensorType>(dot.getLhs().getType());
      double products = elements(dot.getResult());
      for (int64_t d : dot.getDotDimensionNumbers().getLhsContractingDimensions())
        products *= double(lhs.getDimSize(d));
      flops += 2 * products * times;
    } else if (auto convolution = llvm::dyn_cast<stablehlo::ConvolutionOp>(op)) {
      flops += convolutionShape(convolution).flops() * times;
    }
  });
  return flops;
}

} // namespace shardwright::estimate
