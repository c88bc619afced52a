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

/// A unit from which on a block whose ops are others can be played again, at the latest the first that is another. What
/// is sent in front of it is sent by then, in the order in which it was: as long as what waits for it first is what
/// did.
size_t Schedule::resumeBeside(uint32_t number, size_t first) {
  Block &block = blocks[number];
  size_t place = block.before.empty() ? 0 : std::min({first, block.before.size() - 1, block.units.size()});
  for (const Sent &sent : block.sent) {
    if (sent.place >= place)
      break;
    // What waits for it in front of all that is another still does, and first.
    if (sent.need >= place && needOf(number, sent.place) != sent.need) {
      place = sent.place;
      break;
    }
  }
  while (place > 0 && !block.before[place].isIdle)
    --place;
  return place;
}

/// Of what a unit sends, the place of the first that waits for it, maybe by way of what is sent then.
uint32_t Schedule::needOf(uint32_t number, uint32_t place) {
  llvm::ArrayRef<Unit> units = blocks[number].units;
  if (std::exchange(waits[place].needAsOf, numNeeds) == numNeeds)
    return waits[place].need;
  uint32_t need = kNone;
  forRun(units[place], [&](OpId op) {
    for (LocalId result : program.ops[op].results)
      for (OpId reader : kernels.readersOf(result)) {
        const DeviceProgram::Op &user = program.ops[reader];
        if (user.block != number || user.what->runs == Runs::End)
          continue;
        const uint32_t at = places[reader];
        const Launch::Queue queue = launches[units[at].root].queue;
        if (queue == Launch::Queue::None ||
            (kernels.graph.nodes[reader].isComplex && !llvm::is_contained(kernels.makers[reader], op)))
          continue;
        need = std::min(need, queue == Launch::Queue::Sends ? needOf(number, at) : at);
      }
  });
  return waits[place].need = need;
}

/// What is sent goes beside what is computed, in order of need (Timeline/SendQueue.h). From `first` on, where nothing
/// is left to be sent. In front of a region and behind it both queues are free, so that each part between two begins at
/// 0, whenever that is.
template <typename BesideOf> void Schedule::playBeside(uint32_t number, size_t first, Moment from, BesideOf besideOf) {
  using Queue = Launch::Queue;
  Block &block = blocks[number];
  llvm::ArrayRef<Unit> units = block.units;
  block.before.resize(units.size());
  block.sent.erase(llvm::partition_point(block.sent, [&](const Sent &sent) { return sent.place < first; }),
                   block.sent.end());
  block.parts.erase(llvm::partition_point(block.parts, [&](const Part &part) { return part.end < first; }),
                    block.parts.end());
  beginOfPart = block.parts.empty() ? 0 : block.parts.back().end + 1;
  sends.restart(from.sends);
  double computes = from.computes;
  auto sendOne = [&] {
    const SendQueue::Next next = sends.next();
    sends.wait(finish(units[next.send], next.begin, besideOf(next.send)));
    forRun(units[next.send], [&](OpId op) { senders[op] = kNone; });
    for (uint32_t other = std::exchange(waits[next.send].firstBehind, kNone); other != kNone;)
      addSend(units, std::exchange(other, waits[other].nextBehind));
  };
  auto endPart = [&](uint32_t place) {
    while (!sends.isEmpty())
      sendOne();
    block.parts.push_back({place, std::max(computes, sends.free())});
  };
  for (auto place = static_cast<uint32_t>(first); place < units.size(); ++place) {
    block.before[place] = {computes, sends.free(), sends.isEmpty()};
    const Unit &unit = units[place];
    const Queue queue = launches[unit.root].queue;
    if (queue == Queue::None)
      continue;
    if (queue == Queue::Sends) {
      block.sent.push_back({place, needOf(number, place)});
      waits[place].firstBehind = kNone;
      addSend(units, place);
      forRun(unit, [&](OpId op) { senders[op] = place; });
      continue;
    }
    if (queue == Queue::Both) {
      endPart(place);
      beginOfPart = place + 1;
      sends.restart(computes = 0);
      continue;
    }
    forRun(unit, [&](OpId op) {
      for (OpId maker : kernels.makers[op]) {
        while (senders[maker] != kNone)
          sendOne();
        computes = std::max(computes, endOf(maker));
      }
    });
    computes = finish(unit, computes, besideOf(place));
  }
  endPart(static_cast<uint32_t>(units.size()));
}

void Schedule::play(uint32_t number) {
  Block &block = blocks[number];
  const size_t numUnits = block.units.size();
  const bool isBeside = costs.sendsBesideCompute();
  size_t first = std::min({block.first, isBeside ? kAll : block.firstRegion, numUnits});
  for (auto [unit, seconds] : block.copied)
    if (unit < first && copiedSeconds(block.units[unit], number) != seconds)
      first = unit;
  // What waking takes depends on the whole block.
  const std::vector<double> waking = wakingOf(number);
  if (!waking.empty())
    first = 0;
  const bool isOtherwise = std::exchange(block.isOtherwise, false) || first < numUnits || !waking.empty();
  if (isBeside && isOtherwise) {
    waits.resize(std::max(waits.size(), numUnits));
    senders.resize(program.ops.size(), kNone);
    ++numNeeds;
    first = resumeBeside(number, first);
  }
  llvm::erase_if(block.copied, [&](const auto &copied) { return copied.first >= first; });
  double step = number == 0 ? costs.device().device().stepSeconds : 0;
  if (!waking.empty())
    step += waking.front();
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
    forRun(block.units[place], [&](OpId op) { ends[op] = 0; });
  if (isBeside) {
    if (isOtherwise)
      playBeside(number, first, first > 0 ? block.before[first] : Moment{step, step}, [&](size_t place) {
        return waking.empty() && !launches[block.units[place].root].isTogether ? 0 : besideOf(place);
      });
    block.seconds = 0;
    for (const Part &part : block.parts) {
      block.seconds += part.seconds;
      if (part.end < numUnits)
        block.seconds +=
            regionSeconds(program.ops[block.units[part.end].root].region) + (waking.empty() ? 0 : waking[part.end + 1]);
    }
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

/// Into the queue, or behind what it waits for.
void Schedule::addSend(llvm::ArrayRef<Unit> units, uint32_t place) {
  double ready = 0;
  uint32_t open = kNone;
  forRun(units[place], [&](OpId op) {
    for (OpId maker : kernels.makers[op]) {
      if (open == kNone)
        open = senders[maker];
      ready = std::max(ready, endOf(maker));
    }
  });
  if (open == kNone)
    return sends.add(place, waits[place].need, ready);
  waits[place].nextBehind = std::exchange(waits[open].firstBehind, place);
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
  llvm::SmallVector<std::pair<double, double>> computing, sending; // since the last region
  auto addPart = [&] {
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
    computing.clear();
    sending.clear();
  };
  for (const Unit &unit : block.units) {
    Launch::Queue queue = launches[unit.root].queue;
    if (queue == Launch::Queue::Both) {
      addPart();
      add(busy, regionBusy(program.ops[unit.root].region), 1);
    } else if (queue == Launch::Queue::Computes) {
      computing.push_back({begins[unit.root], ends[unit.root]});
    } else if (queue == Launch::Queue::Sends) {
      sending.push_back({begins[unit.root], ends[unit.root]});
    }
  }
  addPart();
  block.busy = busy;
  return busy;
}

} // namespace shardwright::evaluation
