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

/// A unit from which on a block whose ops are others can be played again: whatever runs in front of it waits for what
/// it waited for, and what is sent there is sent and as urgent as it was, so that nothing begins at another time. At
/// the latest the first that is another.
size_t Schedule::resumeBeside(Block &block, size_t first) {
  findWaits(block.units, 0);
  auto waitedBy = [&](size_t unit) { return Waited{waits[unit].need, waits[unit + 1].makers}; };
  const auto sameMakers = static_cast<size_t>(
      std::mismatch(makers.begin(), makers.end(), block.makers.begin(), block.makers.end()).first - makers.begin());
  const size_t known = std::min({first, block.waited.size(), block.units.size()});
  size_t place = 0;
  while (place < known && waitedBy(place) == block.waited[place] && waits[place + 1].makers <= sameMakers)
    ++place;
  block.waited.resize(block.units.size());
  for (size_t unit = place; unit < block.units.size(); ++unit)
    block.waited[unit] = waitedBy(unit);
  block.makers = makers;
  place = block.before.empty() ? 0 : std::min(place, block.before.size() - 1);
  while (place > 0 && !block.before[place].isIdle)
    --place;
  return place;
}

/// What is sent goes beside what is computed, in order of need (Timeline/SendQueue.h). From `first` on, where nothing
/// is left to be sent; what units wait for was found.
template <typename BesideOf> double Schedule::playBeside(Block &block, size_t first, Moment from, BesideOf besideOf) {
  using Queue = Launch::Queue;
  llvm::ArrayRef<Unit> units = block.units;
  block.before.resize(units.size());
  sends.restart(from.sends);
  double computes = from.computes;
  auto sendOne = [&] {
    const SendQueue::Next next = sends.next();
    sends.wait(finish(units[next.send], next.begin, besideOf(next.send)));
    waits[next.send].isOpen = false;
    for (uint32_t other = std::exchange(waits[next.send].firstBehind, kNone); other != kNone;)
      addSend(std::exchange(other, waits[other].nextBehind));
  };
  for (auto place = static_cast<uint32_t>(first); place < units.size(); ++place) {
    block.before[place] = {computes, sends.free(), sends.isEmpty()};
    const Unit &unit = units[place];
    const Queue queue = launches[unit.root].queue;
    if (queue == Queue::None)
      continue;
    if (queue == Queue::Sends) {
      waits[place].isOpen = true;
      addSend(place);
      continue;
    }
    for (uint32_t at = waits[place].sent; at != waits[place + 1].sent; ++at)
      while (waits[sentMakers[at]].isOpen)
        sendOne();
    for (uint32_t at = waits[place].makers; at != waits[place + 1].makers; ++at)
      computes = std::max(computes, ends[makers[at]]);
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
  return std::max(computes, sends.free());
}

void Schedule::play(uint32_t number) {
  Block &block = blocks[number];
  const size_t numUnits = block.units.size();
  size_t first = std::min({block.first, block.firstRegion, numUnits});
  for (auto [unit, seconds] : block.copied)
    if (unit < first && copiedSeconds(block.units[unit], number) != seconds)
      first = unit;
  // What waking takes depends on the whole block.
  const std::vector<double> waking = wakingOf(number);
  if (!waking.empty())
    first = 0;
  // In front of a region all is sent.
  const bool resumesAtRegion = !std::exchange(block.isOtherwise, false) && first > 0 && first < numUnits &&
                               first == block.firstRegion &&
                               launches[block.units[first].root].queue == Launch::Queue::Both;
  if (costs.sendsBesideCompute() && resumesAtRegion)
    findWaits(block.units, first);
  else if (costs.sendsBesideCompute())
    first = resumeBeside(block, first);
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
    const Moment before = first > 0 ? block.before[first] : Moment{step, step};
    Moment from = before;
    if (resumesAtRegion) // There both are as free as the later one was.
      from.computes = from.sends = begins[block.units[first].root];
    block.seconds = playBeside(block, first, from, [&](size_t place) {
      return waking.empty() && !launches[block.units[place].root].isTogether ? 0 : besideOf(place);
    });
    if (resumesAtRegion)
      block.before[first] = before;
  } else {
    double now = first == 0 ? step : first < block.before.size() ? block.before[first].computes : block.seconds;
    block.before.resize(numUnits);
    for (size_t place = first; place < numUnits; ++place) {
      block.before[place].computes = now;
      playUnit(block.units[place], besideOf(place), now);
    }
    block.seconds = now;
  }
  block.first = numUnits;
  block.firstRegion = kAll;
  block.busy.reset();
}

/// What the units from `first` on wait for, and of what is sent the first that waits for it.
void Schedule::findWaits(llvm::ArrayRef<Unit> units, size_t first) {
  using Queue = Launch::Queue;
  waits.assign(units.size() + 1, {});
  makers.clear();
  sentMakers.clear();
  senders.resize(program.ops.size(), kNone);
  auto isSend = [&](size_t place) { return launches[units[place].root].queue == Queue::Sends; };
  for (size_t place = first; place < units.size(); ++place) {
    waits[place].makers = static_cast<uint32_t>(makers.size());
    waits[place].sent = static_cast<uint32_t>(sentMakers.size());
    if (launches[units[place].root].queue == Queue::None)
      continue;
    forRun(units[place], [&](OpId op) {
      for (OpId maker : kernels.makers[op]) {
        makers.push_back(maker);
        if (senders[maker] != kNone)
          sentMakers.push_back(senders[maker]);
      }
    });
    if (isSend(place))
      forRun(units[place], [&](OpId op) { senders[op] = static_cast<uint32_t>(place); });
  }
  waits.back().makers = static_cast<uint32_t>(makers.size());
  waits.back().sent = static_cast<uint32_t>(sentMakers.size());
  for (auto place = static_cast<uint32_t>(units.size()); place-- > first;) {
    for (uint32_t at = waits[place].sent; at != waits[place + 1].sent; ++at) {
      uint32_t &need = waits[sentMakers[at]].need;
      need = std::min(need, isSend(place) ? waits[place].need : place);
    }
    if (isSend(place))
      forRun(units[place], [&](OpId op) { senders[op] = kNone; });
  }
}

/// Into the queue, or behind what it waits for.
void Schedule::addSend(uint32_t place) {
  for (uint32_t at = waits[place].sent; at != waits[place + 1].sent; ++at)
    if (Waits &behind = waits[sentMakers[at]]; behind.isOpen) {
      waits[place].nextBehind = std::exchange(behind.firstBehind, place);
      return;
    }
  double ready = 0;
  for (uint32_t at = waits[place].makers; at != waits[place + 1].makers; ++at)
    ready = std::max(ready, ends[makers[at]]);
  sends.add(place, waits[place].need, ready);
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
