// From the per-device program to tasks on two queues, as lib/Estimate does it for programs that are there.
#include "shardwright/Evaluate/Evaluate.h"

#include "lib/Evaluate/DeviceProgram.h"
#include "shardwright/Fusion/Kernel.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

#include <numeric>

namespace shardwright {
namespace evaluation {
namespace {

constexpr uint32_t kComputes = 0, kSends = 1;

/// A block as graph of what kernels are made of.
struct BlockPlan {
  std::vector<OpId> ops; ///< by node
  std::vector<LocalId> values;
  llvm::DenseMap<LocalId, fusion::ValueId> ids;
  fusion::OpGraph graph;
  fusion::Inlined inlined;
  fusion::Groups groups;
};

/// Something that runs on its own.
struct Launch {
  double seconds = 0;
  bool isCollective = false, isAlias = false;
  uint32_t region = kNone;
  llvm::SmallVector<LocalId, 4> reads, writes;
  llvm::SmallVector<std::pair<LocalId, LocalId>, 2> mayShare;
  llvm::SmallVector<std::pair<LocalId, LocalId>, 1> shouldShare;
};

class Player {
public:
  Player(const DeviceProgram &program, const CostModel &costs) : program(program), costs(costs) {}

  absl::StatusOr<Evaluation> run() {
    TaskGraph graph;
    absl::StatusOr<Timeline> timeline = play({0}, graph);
    if (!timeline.ok())
      return timeline.status();
    return Evaluation{timeline->seconds, busySeconds(graph, *timeline, 0)};
  }

private:
  struct State {
    llvm::DenseMap<LocalId, LocalId> aliases;
    llvm::DenseMap<LocalId, size_t> lastUse;
    llvm::DenseMap<LocalId, uint32_t> makers;
    llvm::SmallVector<uint32_t> before;
    std::optional<uint32_t> lastTask;

    LocalId root(LocalId value) const {
      auto it = aliases.find(value);
      return it == aliases.end() ? value : it->second;
    }
  };

  bool isSplat(LocalId value) const {
    OpId maker = program.values[value].maker;
    return maker != kNone && program.ops[maker].form && program.ops[maker].form->kind == fusion::OpForm::Kind::Splat;
  }

  BlockPlan planOf(uint32_t block) const {
    BlockPlan plan;
    auto idOf = [&](LocalId value) {
      auto [place, isNew] = plan.ids.try_emplace(value, plan.values.size());
      if (isNew) {
        plan.values.push_back(value);
        const LocalValue &local = program.values[value];
        int64_t elements = 1;
        for (int64_t size : local.shape)
          elements *= size;
        plan.graph.values[plan.graph.addValue(elements, local.elementBytes)].isSplat = isSplat(value);
      }
      return place->second;
    };
    llvm::SmallVector<llvm::ArrayRef<int64_t>> reads, writes;
    for (OpId number : program.liveOps(block)) {
      const DeviceOp &op = program.ops[number];
      static const fusion::OpForm other;
      reads.clear();
      writes.clear();
      for (LocalId operand : op.operands)
        reads.push_back(program.values[operand].shape);
      for (LocalId result : op.results)
        writes.push_back(program.values[result].shape);
      fusion::Node node = fusion::nodeOf(op.form ? *op.form : other, reads, writes);
      for (auto [use, operand] : llvm::zip_equal(node.uses, op.operands))
        use.value = idOf(operand);
      if (op.runs == DeviceOp::Runs::Region)
        for (LocalId value : program.captured(op.region, block))
          node.captured.push_back(idOf(value));
      for (LocalId result : op.results)
        node.results.push_back(idOf(result));
      plan.graph.addNode(std::move(node));
      plan.ops.push_back(number);
    }
    for (LocalId value : program.blocks[block].yields)
      plan.graph.values[idOf(value)].isHeld = true;
    plan.graph.leaveLayoutsToProducts();
    const FusionLimits &limits = costs.device().device().fusion;
    plan.inlined = fusion::planInlined(plan.graph, limits);
    plan.groups = fusion::planGroups(plan.graph, plan.inlined, limits);
    fusion::sinkReductions(plan.graph, plan.groups, plan.inlined);
    return plan;
  }

  /// What lies in memory of what a product reads.
  static LocalId readByProduct(const BlockPlan &plan, LocalId value) {
    const fusion::OpGraph &graph = plan.graph;
    while (true) {
      const fusion::Node *maker = graph.maker(plan.ids.lookup(value));
      if (!maker || !plan.inlined[graph.values[plan.ids.lookup(value)].maker] || !maker->isForProducts)
        return value;
      value = plan.values[maker->uses.front().value];
    }
  }

  std::optional<Launch> launchAt(const BlockPlan &plan, fusion::NodeId node, uint32_t block) const {
    const DeviceOp &op = program.ops[plan.ops[node]];
    const fusion::Node &described = plan.graph.nodes[node];
    int64_t group = plan.groups.groupOf[node];
    if (plan.inlined[node] || described.isConstant || (op.form && op.form->kind == fusion::OpForm::Kind::Index) ||
        (group >= 0 && plan.groups.groups[group].members.front().node != node))
      return std::nullopt;
    Launch launch;
    auto valueOf = [&](fusion::ValueId id) { return plan.values[id]; };
    launch.reads.assign(op.operands.begin(), op.operands.end());
    launch.writes.assign(op.results.begin(), op.results.end());
    switch (op.runs) {
    case DeviceOp::Runs::Region:
      launch.region = op.region;
      llvm::append_range(launch.reads, program.captured(op.region, block));
      return launch;
    case DeviceOp::Runs::Library:
      launch.seconds = op.seconds;
      if (op.product) {
        cost::ProductWork work = *op.product;
        for (LocalId &value : launch.reads) {
          value = readByProduct(plan, value);
          work.readBytes += program.values[value].bytes();
        }
        for (LocalId value : launch.writes)
          work.writtenBytes += program.values[value].bytes();
        launch.seconds = costs.device().seconds(work);
      }
      return launch;
    case DeviceOp::Runs::Collective: {
      const Communication &sent = *op.communication;
      const CollectivePrice &price = costs.collective({sent.op, sent.axes, sent.priced, sent.pairs});
      launch.seconds = price.members > 1 && sent.bytes > 0 ? price.seconds(sent.bytes) : 0;
      launch.isCollective = true;
      if (sent.op == CollectiveOp::AllReduce)
        for (auto [from, to] : llvm::zip_equal(op.operands, op.results))
          launch.mayShare.push_back({from, to});
      return launch;
    }
    case DeviceOp::Runs::Check:
      return std::nullopt;
    case DeviceOp::Runs::Kernel:
    case DeviceOp::Runs::Barrier:
      break;
    }
    if (group < 0 && described.isReshape && !fusion::isInlined(plan.graph, plan.inlined, described.uses[0].value)) {
      launch.isAlias = true;
      return launch;
    }
    if (described.isComplex) { // no kernel
      cost::KernelWork work;
      for (LocalId value : launch.reads)
        work.readBytes += program.values[value].bytes();
      for (LocalId value : launch.writes)
        work.writtenBytes += program.values[value].bytes();
      if (launch.writes.size() == 1 && !op.form->hasRegions)
        work.flops = cost::kOperationsPerComplexElement * static_cast<double>(described.elements);
      work.vectorSteps = work.flops / 2;
      launch.seconds = costs.device().seconds(work);
      return launch;
    }
    fusion::Kernel kernel =
        fusion::kernelOf(plan.graph, plan.inlined, node, group < 0 ? nullptr : &plan.groups.groups[group]);
    launch.seconds = costs.device().seconds(kernel.work);
    launch.reads.clear();
    launch.writes.clear();
    llvm::append_range(launch.reads, llvm::map_range(kernel.reads, valueOf));
    llvm::append_range(launch.writes, llvm::map_range(kernel.writes, valueOf));
    for (auto [from, to] : kernel.mayShare)
      launch.mayShare.push_back({valueOf(from), valueOf(to)});
    for (auto [from, to] : kernel.shouldShare)
      launch.shouldShare.push_back({valueOf(from), valueOf(to)});
    return launch;
  }

  bool takesOver(LocalId from, LocalId to, size_t number, const State &state) const {
    LocalId root = state.root(from);
    auto use = state.lastUse.find(root);
    const LocalValue &value = program.values[root];
    if (use == state.lastUse.end() || use->second != number || value.bytes() != program.values[to].bytes())
      return false;
    if (value.maker == kNone)
      return value.block != 0 || !value.isKept;
    const fusion::OpForm *form = program.ops[value.maker].form;
    return !form || (form->kind != fusion::OpForm::Kind::Constant && form->kind != fusion::OpForm::Kind::Splat);
  }

  absl::StatusOr<Timeline> play(llvm::ArrayRef<uint32_t> blocks, TaskGraph &graph, size_t *first = nullptr) {
    graph.queues = {{0, false}, {0, true}};
    State state;
    if (double seconds = costs.device().device().stepSeconds; seconds > 0 && blocks.front() == 0) {
      Task task;
      task.queues = {kComputes, kSends};
      task.seconds = seconds;
      addTask(std::move(task), {}, state, graph);
    }
    for (auto [number, block] : llvm::enumerate(blocks)) {
      if (absl::Status status = addBlock(block, state, graph); !status.ok())
        return status;
      if (number == 0 && first)
        *first = graph.tasks.size();
      state.before.assign(graph.tasks.size(), 0);
      std::iota(state.before.begin(), state.before.end(), 0u);
    }
    return simulate(graph);
  }

  absl::Status addBlock(uint32_t block, State &state, TaskGraph &graph) {
    BlockPlan plan = planOf(block);
    std::vector<Launch> launches;
    for (fusion::NodeId node : plan.groups.order)
      if (std::optional<Launch> launch = launchAt(plan, node, block))
        launches.push_back(std::move(*launch));
    for (const Launch &launch : launches)
      if (launch.isAlias)
        state.aliases[launch.writes.front()] = state.root(launch.reads.front());
    for (auto [number, launch] : llvm::enumerate(launches))
      if (!launch.isAlias)
        for (LocalId value : launch.reads)
          state.lastUse[state.root(value)] = number;
    for (LocalId value : program.blocks[block].yields)
      state.lastUse[state.root(value)] = launches.size();
    for (auto [number, launch] : llvm::enumerate(launches))
      if (absl::Status status = addLaunch(launch, number, state, graph); !status.ok())
        return status;
    return absl::OkStatus();
  }

  absl::Status addLaunch(Launch &launch, size_t number, State &state, TaskGraph &graph) {
    if (launch.isAlias) {
      if (auto maker = state.makers.find(state.root(launch.reads.front())); maker != state.makers.end())
        state.makers[launch.writes.front()] = maker->second;
      return absl::OkStatus();
    }
    Task task;
    if (launch.region != kNone) {
      absl::StatusOr<Task> made = region(launch);
      if (!made.ok())
        return made.status();
      task = *std::move(made);
    } else {
      task.queues = {launch.isCollective ? kSends : kComputes};
      task.seconds = launch.seconds;
    }
    double copied = 0;
    for (auto [from, to] : launch.shouldShare)
      copied += takesOver(from, to, number, state) ? 0 : program.values[from].bytes();
    if (copied > 0)
      task.seconds += copySeconds(copied);
    uint32_t at = addTask(std::move(task), launch.reads, state, graph);
    auto share = [&](LocalId from, LocalId to) {
      if (state.aliases.contains(to) || !takesOver(from, to, number, state))
        return;
      LocalId root = state.root(from);
      state.lastUse[root] = state.lastUse.lookup(to);
      state.aliases[to] = root;
      state.makers[to] = at;
      state.makers[root] = at;
    };
    for (auto [from, to] : launch.mayShare)
      share(from, to);
    for (auto [from, to] : launch.shouldShare)
      share(from, to);
    for (LocalId value : launch.writes)
      state.makers[value] = at;
    return absl::OkStatus();
  }

  uint32_t addTask(Task task, llvm::ArrayRef<LocalId> reads, State &state, TaskGraph &graph) const {
    auto number = static_cast<uint32_t>(graph.tasks.size());
    for (LocalId value : reads)
      for (LocalId made : {value, state.root(value)})
        if (auto maker = state.makers.find(made); maker != state.makers.end())
          task.after.push_back(maker->second);
    llvm::append_range(task.after, state.before);
    if (!costs.sendsBesideCompute() && state.lastTask)
      task.after.push_back(*state.lastTask);
    llvm::sort(task.after);
    task.after.erase(std::unique(task.after.begin(), task.after.end()), task.after.end());
    state.lastTask = number;
    graph.tasks.push_back(std::move(task));
    return number;
  }

  double copySeconds(double bytes) const {
    cost::KernelWork copy;
    copy.readBytes = copy.writtenBytes = bytes;
    return costs.device().seconds(copy);
  }

  /// Compares a counter: not worth a kernel.
  bool isFree(uint32_t block) const {
    for (OpId number : program.liveOps(block)) {
      const DeviceOp &op = program.ops[number];
      if (op.runs == DeviceOp::Runs::Region || op.runs == DeviceOp::Runs::Collective ||
          (op.form && op.form->hasRegions))
        return false;
      for (LocalId result : op.results)
        if (program.values[result].bytes() > program.values[result].elementBytes)
          return false;
    }
    return true;
  }

  absl::StatusOr<Task> region(Launch &launch) {
    using Form = ShardingProblem::Region::Form;
    const DeviceRegion &region = program.regions[launch.region];
    if (region.form == Form::Loop)
      return loop(launch, region);
    TaskGraph graph;
    absl::StatusOr<Timeline> timeline = play({region.blocks[region.counted]}, graph);
    if (!timeline.ok())
      return timeline.status();
    return loopOf(graph, *timeline, 1, {kComputes, kSends});
  }

  absl::StatusOr<Task> loop(Launch &launch, const DeviceRegion &region) {
    bool isCounter = isFree(region.blocks.front());
    TaskGraph graph;
    size_t first = 0;
    absl::StatusOr<Timeline> timeline =
        play(isCounter ? llvm::ArrayRef(region.blocks).drop_front() : region.blocks, graph, &first);
    if (!timeline.ok())
      return timeline.status();
    Task task = loopOf(graph, *timeline, static_cast<int64_t>(region.trips.value_or(1)), {kComputes, kSends});
    if (!isCounter) {
      TaskGraph condition;
      condition.queues = graph.queues;
      condition.tasks.assign(graph.tasks.begin(), graph.tasks.begin() + static_cast<ptrdiff_t>(first));
      absl::StatusOr<Timeline> last = simulate(condition);
      if (!last.ok())
        return last.status();
      Task more = loopOf(condition, *last, 1, {});
      task.seconds += more.seconds;
      task.inside->computing += more.inside->computing;
      task.inside->communication += more.inside->communication;
      task.inside->exposed += more.inside->exposed;
    }
    for (auto [operand, result] : llvm::zip(launch.reads, launch.writes))
      launch.mayShare.push_back({operand, result});
    return task;
  }

  const DeviceProgram &program;
  const CostModel &costs;
};

} // namespace
} // namespace evaluation

absl::StatusOr<Evaluation> evaluate(const ShardingProblem &problem, const PlacementPlan &plan, const CostModel &costs,
                                    ReshardCache &reshards) {
  evaluation::DeviceProgram program = evaluation::instantiate(problem, plan, costs, reshards);
  evaluation::removeCommon(program);
  evaluation::mergePermutes(program, costs.mesh());
  evaluation::combine(program, costs);
  evaluation::countBranches(program, costs.mesh());
  evaluation::prepare(program, costs.mesh());
  evaluation::foldFills(program);
  evaluation::removeCommon(program);
  evaluation::dropBarriers(program);
  return evaluation::Player(program, costs).run();
}

} // namespace shardwright
