// --schedule-collectives: block by block. A step that sends is a task of the queue that sends, any other one of the
// queue that computes, a loop with collectives in it of both. The timeline then says when each begins, and a collective
// is started in front of the step that runs at that time.
#include "passes/lower/ScheduleCollectives.h"

#include "passes/common/PricedPass.h"
#include "passes/lower/Passes.h"
#include "passes/lower/StepPrices.h"
#include "shardwright/Timeline/SendQueue.h"

#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <numeric>

using namespace mlir;

namespace shardwright {
namespace lower {
namespace {

constexpr uint32_t kComputes = 0, kSends = 1;

bool isCollective(Operation *op) {
  auto collective = dyn_cast<exec::CollectiveOp>(op);
  return collective && !collective.getEvent();
}

bool hasCollectives(Operation *op) {
  return op->walk([](exec::CollectiveOp) { return WalkResult::interrupt(); }).wasInterrupted();
}

struct Access {
  Value buffer;
  bool writes;
};

/// What a step reads and writes. Of a wait: all that what it waits for does.
SmallVector<Access> accessesOf(Operation *op) {
  SmallVector<Access> all;
  auto add = [&](Operation *, Value buffer, bool writes) { all.push_back({buffer, writes}); };
  exec::forEachAccess(op, add);
  if (auto wait = dyn_cast<exec::WaitOp>(op))
    exec::forEachAccess(wait.getCollective(), add);
  return all;
}

bool conflict(ArrayRef<Access> a, ArrayRef<Access> b) {
  return llvm::any_of(a, [&](const Access &x) {
    return llvm::any_of(b, [&](const Access &y) { return x.buffer == y.buffer && (x.writes || y.writes); });
  });
}

/// A step of a block. Places are counted in steps that compute, of which there are as many in front.
struct Step {
  Operation *op;
  bool isSend = false;
  double seconds = 0;
  SmallVector<Access> accesses;
  unsigned place = 0;
  SmallVector<uint32_t> after;
  // Of one that sends.
  double begin = 0;
  unsigned start = 0, wait = 0; ///< places
};

class BlockScheduler {
public:
  BlockScheduler(Block &block, const StepPrices &prices, std::optional<uint64_t> limit)
      : block(block), prices(prices), limit(limit) {}

  /// `held`: bytes around it. `insides`: what regions of steps hold at most.
  void run(uint64_t held);

private:
  void collect();
  void order();
  void findAlive(uint64_t held);
  void place(Step &send, unsigned &earliest);
  bool fits(unsigned place, uint64_t bytes) const { return !limit || alive[place] + bytes <= *limit; }
  void move();

  Block &block;
  const StepPrices &prices;
  const std::optional<uint64_t> limit;
  std::vector<Step> steps;
  std::vector<uint32_t> computes;             ///< steps
  std::vector<uint32_t> sends;                ///< steps, in the order in which they begin
  std::vector<double> begins, ends;           ///< by step
  std::vector<uint64_t> alive;                ///< bytes, by place
  llvm::DenseMap<Value, unsigned> lastPlaces; ///< of buffers that are this block's alone
};

/// Bytes that the steps of a block hold at most in buffers that no other block uses.
uint64_t peakOf(Block &block);

/// Steps that use a buffer of this block alone: the first and the last. Nothing where another block uses it, too, or
/// where it is the caller's.
std::optional<std::pair<Operation *, Operation *>> lifeIn(Block &block, Value buffer) {
  if (!buffer.getDefiningOp<exec::BufferOp>())
    return std::nullopt;
  Operation *first = nullptr, *last = nullptr;
  for (Operation *user : buffer.getUsers()) {
    Operation *step = block.findAncestorOpInBlock(*user);
    if (!step)
      return std::nullopt;
    if (!first || step->isBeforeInBlock(first))
      first = step;
    if (!last || last->isBeforeInBlock(step))
      last = step;
  }
  return first ? std::optional(std::pair(first, last)) : std::nullopt;
}

/// Buffers that steps of the block use, in the order of their first use.
llvm::SetVector<Value> buffersUsedIn(Block &block) {
  llvm::SetVector<Value> buffers;
  for (Operation &op : block)
    exec::forEachAccess(&op, [&](Operation *, Value buffer, bool) { buffers.insert(buffer); });
  return buffers;
}

uint64_t peakInside(Operation *op) {
  uint64_t most = 0;
  for (Region &region : op->getRegions())
    most = std::max(most, peakOf(region.front()));
  return most;
}

/// Whether all uses of a buffer are inside of one step of the block that has regions: it is counted there.
bool isInside(const std::pair<Operation *, Operation *> &life) {
  return life.first == life.second && life.first->getNumRegions() != 0;
}

uint64_t peakOf(Block &block) {
  llvm::DenseMap<Operation *, int64_t> changes;
  for (Value buffer : buffersUsedIn(block))
    if (auto life = lifeIn(block, buffer); life && !isInside(*life)) {
      changes[life->first] += static_cast<int64_t>(exec::bytesOf(buffer));
      if (Operation *next = life->second->getNextNode())
        changes[next] -= static_cast<int64_t>(exec::bytesOf(buffer));
    }
  int64_t now = 0;
  uint64_t most = 0;
  for (Operation &op : block) {
    now += changes.lookup(&op);
    most = std::max(most, static_cast<uint64_t>(now) + peakInside(&op));
  }
  return most;
}

void BlockScheduler::collect() {
  struct Uses {
    std::optional<uint32_t> writer;
    SmallVector<uint32_t> readers; ///< since
  };
  llvm::DenseMap<Value, Uses> uses;
  for (Operation &op : block) {
    if (exec::isBuffer(&op))
      continue;
    const auto number = static_cast<uint32_t>(steps.size());
    Step step{&op, isCollective(&op), prices.secondsOf(&op), accessesOf(&op)};
    if (auto started = dyn_cast<exec::CollectiveOp>(op); started && started.getEvent())
      step.seconds = 0;
    step.place = static_cast<unsigned>(computes.size());
    for (const Access &access : step.accesses) {
      Uses &use = uses[access.buffer];
      if (use.writer && *use.writer != number)
        step.after.push_back(*use.writer);
      if (access.writes)
        llvm::copy_if(use.readers, std::back_inserter(step.after), [&](uint32_t other) { return other != number; });
    }
    for (const Access &access : step.accesses) {
      Uses &use = uses[access.buffer];
      if (access.writes)
        use = {number, {}};
      else
        use.readers.push_back(number);
    }
    llvm::sort(step.after);
    step.after.erase(std::unique(step.after.begin(), step.after.end()), step.after.end());
    if (step.isSend)
      sends.push_back(number);
    else
      computes.push_back(number);
    steps.push_back(std::move(step));
  }
}

/// When what begins: what is sent in order of need, beside what is computed.
void BlockScheduler::order() {
  TaskGraph graph;
  graph.queues = {{0, false}, {0, true}};
  for (const Step &step : steps) {
    Task task;
    task.queues = {step.isSend ? kSends : kComputes};
    if (!step.isSend && step.op->getNumRegions() && hasCollectives(step.op))
      task.queues = {kComputes, kSends};
    task.seconds = step.seconds;
    task.after.assign(step.after.begin(), step.after.end());
    graph.tasks.push_back(std::move(task));
  }
  const std::vector<uint32_t> taken = sendInOrderOfNeed(graph);
  absl::StatusOr<Timeline> timeline = simulate(graph);
  begins.resize(steps.size());
  ends.resize(steps.size());
  for (auto [place, number] : llvm::enumerate(taken)) {
    begins[number] = timeline.ok() ? timeline->spans[place].begin : 0;
    ends[number] = timeline.ok() ? timeline->spans[place].end : 0;
  }
  sends.clear();
  llvm::copy_if(taken, std::back_inserter(sends), [&](uint32_t number) { return steps[number].isSend; });
}

void BlockScheduler::findAlive(uint64_t held) {
  alive.assign(computes.size(), held);
  if (!limit)
    return;
  llvm::DenseMap<Operation *, unsigned> places;
  for (const Step &step : steps)
    places[step.op] = step.place;
  for (Value buffer : buffersUsedIn(block)) {
    auto life = lifeIn(block, buffer);
    if (!life || isInside(*life))
      continue;
    const unsigned last = places.lookup(life->second);
    lastPlaces[buffer] = last;
    const unsigned end = isCollective(life->second) ? last : last + 1;
    for (unsigned place = places.lookup(life->first); place < end; ++place)
      alive[place] += exec::bytesOf(buffer);
  }
  for (auto [place, number] : llvm::enumerate(computes))
    alive[place] += peakInside(steps[number].op);
}

/// Where it is started, at `earliest` or behind, and where it is waited for.
void BlockScheduler::place(Step &send, unsigned &earliest) {
  const auto self = static_cast<uint32_t>(&send - steps.data());
  unsigned needed = computes.size(); // by a step, or by another send, from where that stands now
  for (uint32_t other = self + 1; other < steps.size(); ++other)
    if (llvm::is_contained(steps[other].after, self))
      needed = std::min(needed, steps[other].place);
  double sent = 0; // what it sends on
  unsigned ready = 0;
  for (uint32_t before : send.after) {
    if (steps[before].isSend)
      sent = std::max(sent, ends[before]);
    ready = std::max(ready, steps[before].isSend ? steps[before].start : steps[before].place + 1);
  }
  unsigned start = std::min(std::max(ready, earliest), needed);
  while (start < needed && (ends[computes[start]] <= begins[self] || (sent > 0 && begins[computes[start]] < sent)))
    ++start;
  // What it brings is alive from its start on, what it sends until it is waited for.
  uint64_t brought = 0;
  SmallVector<std::pair<unsigned, uint64_t>> sources;
  for (const Access &access : send.accesses) {
    auto last = lastPlaces.find(access.buffer);
    if (last == lastPlaces.end())
      continue;
    if (access.writes)
      brought += exec::bytesOf(access.buffer);
    else
      sources.push_back({last->second, exec::bytesOf(access.buffer)});
  }
  auto kept = [&](unsigned place) {
    uint64_t bytes = 0;
    for (auto [last, of] : sources)
      bytes += place >= last ? of : 0;
    return bytes;
  };
  if (limit) {
    unsigned first = std::min(send.place, needed);
    while (first > start && fits(first - 1, brought))
      --first;
    start = std::max(start, first);
    while (start > send.place && !fits(start - 1, kept(start - 1)))
      --start;
  }
  send.start = start;
  send.wait = std::max(start, std::min(send.place, needed));
  while (send.wait < needed && fits(send.wait, kept(send.wait)))
    ++send.wait;
  if (limit) {
    for (unsigned place = start; place < send.place; ++place)
      alive[place] += brought;
    for (unsigned place = send.place; place < send.wait; ++place)
      alive[place] += kept(place);
  }
  earliest = start;
}

/// Moves collectives to where they start, then puts waits in front of what needs them.
void BlockScheduler::move() {
  for (uint32_t number : sends) {
    Step &send = steps[number];
    if (send.start < computes.size())
      send.op->moveBefore(steps[computes[send.start]].op);
    else
      send.op->moveBefore(&block, block.end());
  }
  llvm::DenseMap<Operation *, unsigned> byOp;
  for (auto [number, step] : llvm::enumerate(steps))
    byOp[step.op] = number;
  for (uint32_t number : sends) {
    const Step &send = steps[number];
    Operation *until = send.wait < computes.size() ? steps[computes[send.wait]].op : nullptr;
    bool isBeside = false; // something runs meanwhile
    Operation *at = send.op->getNextNode();
    for (; at && at != until; at = at->getNextNode()) {
      auto other = byOp.find(at);
      if (other == byOp.end()) // another wait
        continue;
      if (conflict(send.accesses, steps[other->second].accesses))
        break;
      isBeside |= !steps[other->second].isSend && steps[other->second].seconds > 0;
    }
    if (!isBeside)
      continue;
    OpBuilder b(send.op);
    OperationState state(send.op->getLoc(), send.op->getName(), send.op->getOperands(),
                         exec::EventType::get(b.getContext()), send.op->getAttrs());
    Operation *started = b.create(state);
    if (at)
      b.setInsertionPoint(at);
    else
      b.setInsertionPointToEnd(&block);
    exec::WaitOp::create(b, send.op->getLoc(), started->getResult(0),
                         cast<exec::CollectiveOp>(send.op).getSourceAttr());
    byOp.erase(send.op);
    byOp[started] = number;
    send.op->erase();
    steps[number].op = started;
  }
}

/// Copies of what a collective brings wait for their first reader: they are names for it, and no step.
void sinkCopies(Block &block) {
  llvm::DenseSet<Value> brought;
  SmallVector<exec::CopyOp> copies;
  for (Operation &op : block) {
    if (isCollective(&op))
      for (Value out : cast<exec::CollectiveOp>(op).getOuts())
        brought.insert(out);
    if (auto copy = dyn_cast<exec::CopyOp>(op); copy && brought.contains(copy.getFrom())) {
      brought.insert(copy.getTo());
      copies.push_back(copy);
    }
  }
  for (exec::CopyOp copy : copies) {
    const SmallVector<Access> own = accessesOf(copy);
    Operation *at = copy->getNextNode();
    while (at && !conflict(own, accessesOf(at)))
      at = at->getNextNode();
    if (at)
      copy->moveBefore(at);
    else
      copy->moveBefore(&block, block.end());
  }
}

void BlockScheduler::run(uint64_t held) {
  sinkCopies(block);
  collect();
  findAlive(held);
  if (!sends.empty()) {
    order();
    unsigned earliest = 0;
    for (uint32_t number : sends)
      place(steps[number], earliest);
    move();
  }
  for (auto [place, number] : llvm::enumerate(computes)) {
    Operation *op = steps[number].op;
    if (op->getNumRegions() == 0 || !hasCollectives(op))
      continue;
    const uint64_t around = alive[place] - (limit ? peakInside(op) : 0);
    for (Region &region : op->getRegions())
      BlockScheduler(region.front(), prices, limit).run(around);
  }
}

} // namespace

void scheduleCollectives(exec::ProgramOp program, const CostModel &costs, std::optional<uint64_t> memoryLimit) {
  if (!hasCollectives(program))
    return;
  uint64_t held = 0;
  for (Operation &op : program.getBody().front())
    if (isa<exec::ArgumentOp, exec::ResultOp, exec::ConstantOp>(op))
      held += exec::bytesOf(op.getResult(0));
  StepPrices prices(program, costs);
  BlockScheduler(program.getBody().front(), prices, memoryLimit).run(held);
}

} // namespace lower

namespace {

class ScheduleCollectivesPass : public PricedPass<ScheduleCollectivesPass, ProgramForm::PerDevice> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ScheduleCollectivesPass)
  ScheduleCollectivesPass() = default;
  ScheduleCollectivesPass(const ScheduleCollectivesPass &other) : PricedPass(other) {}

  StringRef getArgument() const final { return "schedule-collectives"; }
  StringRef getDescription() const final { return "start collectives early, and wait for them late"; }
  void runOnProgram() override {
    const CostModel *costs = costsOfProgram();
    if (!costs) // without axes there are no collectives
      return;
    for (exec::ProgramOp program : getOperation().getOps<exec::ProgramOp>()) {
      if (program.getArena()) {
        program.emitError() << "where the buffers of @" << program.getSymName()
                            << " lie is decided already: run --schedule-collectives on what --lower-to-exec leaves";
        return signalPassFailure();
      }
      lower::scheduleCollectives(program, *costs, limit ? std::optional<uint64_t>(limit) : std::nullopt);
    }
  }

private:
  Option<uint64_t> limit{
      *this, "memory-limit", llvm::cl::init(0),
      llvm::cl::desc("the most bytes that a device may hold at once (default: as many as it needs)")};
};

} // namespace

void registerScheduleCollectivesPass() { PassRegistration<ScheduleCollectivesPass>(); }

} // namespace shardwright
