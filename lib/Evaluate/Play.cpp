// What a schedule's blocks take: units on a queue that computes and one that sends.
#include "lib/Evaluate/Schedule.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {
namespace {

using Runs = DeviceOp::Runs;
using Form = ShardingProblem::Region::Form;

} // namespace

/// When all is there that the op reads.
double Schedule::readyFor(OpId op) const {
  double ready = 0;
  for (OpId maker : kernels.makers[op])
    ready = std::max(ready, ends[maker]);
  return ready;
}

/// Whether the unit may write over what it reads: nobody reads it behind.
bool Schedule::takesOver(LocalId from, LocalId to, const Unit &unit, uint32_t block) const {
  const DeviceProgram::Value &value = program.values[from];
  if (value.array->bytes != program.values[to].array->bytes)
    return false;
  for (OpId reader : kernels.readersOf(from)) {
    const Runs runs = program.ops[reader].what->runs;
    if (program.ops[reader].block != block || kernels.isCopy(reader) || runs == Runs::Check)
      continue;
    if (runs == Runs::End || places[reader] > places[unit.root])
      return false;
  }
  if (value.maker == kNone)
    return block != 0 || !value.isKept;
  return !kernels.graph.nodes[value.maker].isConstant;
}

double Schedule::copiedSeconds(const Unit &unit, uint32_t block) const {
  double copied = 0;
  for (auto [from, to] : states[unit.root].shouldShare)
    copied += takesOver(from, to, unit, block) ? 0 : program.values[from].array->bytes;
  if (copied == 0)
    return 0;
  cost::KernelWork copy;
  copy.readBytes = copy.writtenBytes = copied;
  return costs.device().seconds(copy);
}

/// Runs the unit from then on: so long, and `beside`.
double Schedule::finish(const Unit &unit, double begin, double beside) {
  const Launch &launch = launches[unit.root];
  const double seconds =
      launch.queue == Launch::Queue::Both ? regionSeconds(program.ops[unit.root].region) : launch.seconds;
  const double end = begin + (seconds + beside);
  begins[unit.root] = begin;
  forRun(unit, [&](OpId op) { ends[op] = end; });
  return end;
}

/// One queue for all: what is sent waits for what is computed, and the other way round.
void Schedule::playUnit(const Unit &unit, double beside, double &now) {
  if (launches[unit.root].queue == Launch::Queue::None)
    return;
  double begin = now;
  forRun(unit, [&](OpId op) { begin = std::max(begin, readyFor(op)); });
  now = finish(unit, begin, beside);
}

void Schedule::play(uint32_t number) {
  Block &block = blocks[number];
  const size_t numUnits = block.units.size();
  size_t first = std::min(block.first, numUnits);
  for (auto [unit, seconds] : block.copied)
    if (unit < first && copiedSeconds(block.units[unit], number) != seconds)
      first = unit;
  // What waking takes depends on the whole block, and so does what is sent first.
  const std::vector<double> waking = wakingOf(number);
  if (!waking.empty() || costs.sendsBesideCompute())
    first = 0;
  llvm::erase_if(block.copied, [&](const auto &copied) { return copied.first >= first; });
  double step = number == 0 ? costs.device().device().stepSeconds : 0;
  if (!waking.empty())
    step += waking.front();
  forReductions(block, [&](OpId op) {
    if (states[op].sunkInto != kNone && places[op] >= first)
      ends[op] = 0;
  });
  auto besideOf = [&](size_t place) {
    const Unit &unit = block.units[place];
    double beside = waking.empty() ? 0 : waking[place + 1];
    if (launches[unit.root].isTogether && !states[unit.root].shouldShare.empty()) {
      block.copied.push_back({place, copiedSeconds(unit, number)});
      beside += block.copied.back().second;
    }
    return beside;
  };
  for (size_t place = first; place < numUnits; ++place)
    forMembers(block.units[place], [&](OpId op) { ends[op] = 0; });
  if (costs.sendsBesideCompute()) {
    block.seconds = playBeside(block.units, step, besideOf);
  } else {
    double now = first ? block.free[first - 1] : step;
    block.free.resize(numUnits);
    for (size_t place = first; place < numUnits; ++place) {
      playUnit(block.units[place], besideOf(place), now);
      block.free[place] = now;
    }
    block.seconds = now;
  }
  block.first = numUnits;
  block.busy.reset();
}

/// What is sent goes beside what is computed, in order of need (Timeline/SendQueue.h).
double Schedule::playBeside(llvm::ArrayRef<Unit> units, double begin, llvm::function_ref<double(size_t)> besideOf) {
  using Queue = Launch::Queue;
  findSends(units);
  sends.restart(begin);
  double computes = begin;
  auto sendOne = [&] {
    const SendQueue::Next next = sends.next();
    sends.wait(finish(units[next.send], next.begin, besideOf(next.send)));
    sent[next.send].isOpen = false;
    for (uint32_t other = std::exchange(sent[next.send].firstBehind, kNone); other != kNone;) {
      const uint32_t place = std::exchange(other, sent[other].nextBehind);
      addSend(units[place], place);
    }
  };
  for (uint32_t place = 0; place < units.size(); ++place) {
    const Unit &unit = units[place];
    const Queue queue = launches[unit.root].queue;
    if (queue == Queue::None)
      continue;
    if (queue == Queue::Sends) {
      sent[place].isOpen = true;
      addSend(unit, place);
      continue;
    }
    forRun(unit, [&](OpId op) {
      for (OpId maker : kernels.makers[op]) {
        if (uint32_t send = senders[maker]; send != kNone)
          while (sent[send].isOpen)
            sendOne();
        computes = std::max(computes, ends[maker]);
      }
    });
    if (queue == Queue::Both) {
      while (!sends.isEmpty())
        sendOne();
      computes = std::max(computes, sends.free());
    }
    computes = finish(unit, computes, besideOf(place));
    if (queue == Queue::Both)
      sends.wait(computes);
  }
  while (!sends.isEmpty())
    sendOne();
  for (const Unit &unit : units)
    if (launches[unit.root].queue == Queue::Sends)
      forRun(unit, [&](OpId op) { senders[op] = kNone; });
  return std::max(computes, sends.free());
}

/// Who sends, and the first unit that waits for each.
void Schedule::findSends(llvm::ArrayRef<Unit> units) {
  sent.assign(units.size(), {});
  senders.resize(program.ops.size(), kNone);
  for (auto [place, unit] : llvm::enumerate(units))
    if (launches[unit.root].queue == Launch::Queue::Sends)
      forRun(unit, [&, place = place](OpId op) { senders[op] = static_cast<uint32_t>(place); });
  for (auto place = static_cast<uint32_t>(units.size()); place-- > 0;) {
    const Launch::Queue queue = launches[units[place].root].queue;
    if (queue == Launch::Queue::None)
      continue;
    const uint32_t need = queue == Launch::Queue::Sends ? sent[place].need : place;
    forRun(units[place], [&](OpId op) {
      for (OpId maker : kernels.makers[op])
        if (uint32_t send = senders[maker]; send != kNone)
          sent[send].need = std::min(sent[send].need, need);
    });
  }
}

/// Into the queue, or behind what it waits for.
void Schedule::addSend(const Unit &unit, uint32_t place) {
  double ready = 0;
  uint32_t behind = kNone;
  forRun(unit, [&](OpId op) {
    for (OpId maker : kernels.makers[op]) {
      if (uint32_t send = senders[maker]; send != kNone && sent[send].isOpen)
        behind = send;
      ready = std::max(ready, ends[maker]);
    }
  });
  if (behind == kNone)
    return sends.add(place, sent[place].need, ready);
  sent[place].nextBehind = std::exchange(sent[behind].firstBehind, place);
}

/// Compares a counter: not worth a kernel.
bool Schedule::isFree(uint32_t block) const {
  return llvm::all_of(program.blocks[block].ops, [&](OpId op) {
    const DeviceOp &what = *program.ops[op].what;
    return !common.isLive(op) || what.runs == Runs::Barrier ||
           (!what.hasRegions() && what.runs != Runs::Collective &&
            llvm::all_of(what.makes, [](const LocalArray *array) { return array->bytes <= array->elementBytes; }));
  });
}

/// A loop looks at its condition once more than it runs; of branches, one counts.
double Schedule::regionSeconds(uint32_t number) const {
  const DeviceProgram::Region &region = program.regions[number];
  if (region.form != Form::Loop)
    return blocks[countedBranch(region)].seconds;
  auto trips = static_cast<double>(static_cast<int64_t>(region.trips.value_or(1)));
  double condition = isFree(region.blocks.front()) ? 0 : blocks[region.blocks.front()].seconds;
  double body = 0;
  for (uint32_t block : llvm::ArrayRef(region.blocks).drop_front())
    body += blocks[block].seconds;
  return (condition + body) * trips + condition;
}

namespace {

void add(BusySeconds &to, const BusySeconds &more, double times) {
  to.computing += more.computing * times;
  to.communication += more.communication * times;
  to.exposed += more.exposed * times;
}

} // namespace

BusySeconds Schedule::regionBusy(uint32_t number) {
  const DeviceProgram::Region &region = program.regions[number];
  BusySeconds busy;
  if (region.form != Form::Loop)
    return busyOf(countedBranch(region));
  auto trips = static_cast<double>(static_cast<int64_t>(region.trips.value_or(1)));
  if (!isFree(region.blocks.front()))
    add(busy, busyOf(region.blocks.front()), trips + 1);
  for (uint32_t block : llvm::ArrayRef(region.blocks).drop_front())
    add(busy, busyOf(block), trips);
  return busy;
}

BusySeconds Schedule::busyOf(uint32_t number) {
  Block &block = blocks[number];
  if (block.busy)
    return *block.busy;
  BusySeconds busy;
  if (number == 0)
    busy.computing = costs.device().device().stepSeconds;
  llvm::SmallVector<std::pair<double, double>> computing, sending;
  for (const Unit &unit : block.units) {
    Launch::Queue queue = launches[unit.root].queue;
    if (queue == Launch::Queue::Both)
      add(busy, regionBusy(program.ops[unit.root].region), 1);
    else if (queue == Launch::Queue::Computes)
      computing.push_back({begins[unit.root], ends[unit.root]});
    else if (queue == Launch::Queue::Sends)
      sending.push_back({begins[unit.root], ends[unit.root]});
  }
  for (auto [begin, end] : computing)
    busy.computing += end - begin;
  llvm::sort(sending); // it went in order of need
  // What is sent while something is computed is hidden.
  size_t next = 0;
  for (auto [begin, end] : sending) {
    busy.communication += end - begin;
    double exposed = end - begin;
    while (next < computing.size() && computing[next].second <= begin)
      ++next;
    for (size_t at = next; at < computing.size() && computing[at].first < end; ++at)
      exposed -= std::min(end, computing[at].second) - std::max(begin, computing[at].first);
    busy.exposed += exposed;
  }
  block.busy = busy;
  return busy;
}

} // namespace shardwright::evaluation
