#include "lib/Evaluate/Schedule.h"

#include "lib/Sharding/WordHash.h"
#include "shardwright/Fusion/ProductPlan.h"

#include "llvm/ADT/STLExtras.h"

#include <tuple>

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Runs = DeviceOp::Runs;
using Form = ShardingProblem::Region::Form;

/// Of the plans of segments that were there once, so many are kept.
constexpr size_t kMaxPlans = 1 << 16;

} // namespace

Schedule::Schedule(const DeviceProgram &program, const CommonRemover &common, const Kernels &kernels,
                   const CostModel &costs)
    : program(program), common(common), kernels(kernels), costs(costs), limits(costs.device().device().fusion),
      combiner(program, common), grouper(kernels.graph, kernels.inlined, limits), blocks(program.blocks.size()) {
  // Blocks inside others have higher numbers, and so have their regions.
  for (const DeviceProgram::Region &region : program.regions)
    for (uint32_t block : region.blocks)
      blocks[block].isInBranch = region.form == Form::Branches || blocks[region.block].isInBranch;
}

void Schedule::update() {
  states.resize(program.ops.size());
  isMoved.resize(program.ops.size());
  signatures.resize(program.ops.size());
  launches.resize(program.ops.size());
  places.resize(program.ops.size());
  begins.resize(program.ops.size());
  ends.resize(program.ops.size());
  inKernels.resize(program.ops.size());
  combiner.update();
  auto markBlock = [&](uint32_t block) { blocks[block].isDirty = true; };
  for (auto [block, front, end] : program.reordered) {
    markBlock(block);
    blocks[block].sameFront = std::min(blocks[block].sameFront, front);
    blocks[block].sameEnd = std::min(blocks[block].sameEnd, end);
  }
  for (OpId op : common.changed())
    markBlock(program.ops[op].block);
  for (OpId op : kernels.changed()) {
    const uint32_t block = program.ops[op].block;
    markBlock(block);
    if (std::exchange(signatures[op], kernels.signatures[op]) != kernels.signatures[op]) {
      changeAt(block, op);
      if (isMoved[op])
        for (auto [before, other] : blocks[block].moved)
          if (other == op)
            changeAt(block, before);
    }
    State &state = states[op];
    Kernels::Form form = kernels.forms[op];
    const bool wasUnit = launches[op].queue != Launch::Queue::None || !state.group.empty() || state.sunkInto != kNone ||
                         !state.sunk.empty() || !state.joined.empty();
    if (wasUnit || form != Kernels::Form::None)
      touch(op);
    if (form == Kernels::Form::None || form == Kernels::Form::Heavy) {
      state.group = {};
      state.planned = nullptr;
    }
    if (form != Kernels::Form::Reduction)
      sinkInto(op, kNone);
    inKernels[op] = kernels.inlined[op] || state.sunkInto != kNone;
  }
  // What is read by the kernel alone that makes it is not stored.
  for (OpId op : kernels.readOtherwise())
    if (!states[op].group.empty())
      touch(op);
  for (uint32_t block = 0; block < blocks.size(); ++block)
    if (blocks[block].isDirty)
      order(block);
  for (size_t next = 0; next < dirty.size(); ++next)
    launch(dirty[next]);
  for (OpId op : dirty)
    states[op].isDirty = false;
  dirty.clear();
  for (uint32_t block = blocks.size(); block-- > 0;) {
    Block &own = blocks[block];
    own.isOtherwise |= std::exchange(own.isDirty, false);
    if (!std::exchange(own.isToBePlayed, false))
      continue;
    if (own.isInBranch)
      own.load = loadOf(block);
    playAll(block);
    if (block == 0)
      break;
    OpId region = program.blocks[block].region;
    Block &around = blocks[program.ops[region].block];
    around.isToBePlayed = true;
    around.firstRegion = std::min<size_t>(around.firstRegion, places[region]);
  }
}

//===--- Branches ---===//

/// Of a block of branches, and what lies in it, which makes branches comparable.
Schedule::Load Schedule::loadOf(uint32_t block) const {
  Load sum;
  for (OpId op : program.blocks[block].ops) {
    const DeviceOp &what = *program.ops[op].what;
    if (!common.isLive(op) || what.isPreparation)
      continue;
    if (what.runs == Runs::Region)
      sum.add(loadOfRegion(program.regions[program.ops[op].region]), 1);
    else if (what.runs == Runs::Collective)
      sum.bytes += what.communication->bytes * wireFactor(what.communication->op, what.price->members);
    else
      sum.flops += flopsOf(what);
  }
  return sum;
}

Schedule::Load Schedule::loadOfRegion(const DeviceProgram::Region &region) const {
  if (region.form != Form::Loop)
    return blocks[countedBranch(region)].load;
  Load sum;
  for (uint32_t block : region.blocks)
    sum.add(blocks[block].load, region.trips.value_or(1) + (block == region.blocks.front() ? 1 : 0));
  return sum;
}

/// The one that sends, and then computes, most: as passes/common/Executions.h has it.
uint32_t Schedule::countedBranch(const DeviceProgram::Region &region) const {
  uint32_t most = region.blocks.front();
  for (uint32_t block : region.blocks)
    if (blocks[block].load.isMoreThan(blocks[most].load))
      most = block;
  return most;
}

double Schedule::flopsOf(const DeviceOp &op) const {
  if (op.product)
    return op.product->flops();
  const bool computes = op.kind() == Kind::Elementwise || op.kind() == Kind::Reduction || op.kind() == Kind::Window ||
                        op.kind() == Kind::Scatter || (op.kind() == Kind::Other && op.runs == Runs::Library);
  if (!computes || op.makes.empty())
    return 0;
  auto elements = static_cast<double>(op.makes.front()->elements);
  return op.form->hasRegions ? std::max(elements, static_cast<double>(op.reads.front()->elements)) : elements;
}

//===--- Order ---===//

/// The op is another than it was, or elsewhere; none: the end of the block.
void Schedule::changeAt(uint32_t number, OpId op) {
  Block &block = blocks[number];
  llvm::ArrayRef<OpId> ops = program.blocks[number].ops;
  const size_t place = op == kNone ? ops.size() : program.at[op];
  if (op != kNone && (place >= ops.size() || ops[place] != op))
    return; // Where it was, the order of the program is another.
  block.sameFront = std::min(block.sameFront, place);
  block.sameEnd = std::min(block.sameEnd, ops.size() - std::min(place + 1, ops.size()));
}

/// From the last heavy op in front of all that changed to the first behind it.
void Schedule::order(uint32_t number) {
  Block &block = blocks[number];
  block.isToBePlayed = true;
  move(number);
  llvm::ArrayRef<OpId> ops = program.blocks[number].ops;
  if (block.sameFront == kAll)
    return sink(block);
  segmentsNow.clear();
  unitsNow.clear();
  size_t place = 0;
  kept = block.segments.size();
  if (kept > 0) {
    do
      --kept;
    while (block.segments[kept].place > block.sameFront);
    place = block.segments[kept].place;
  }
  nextKnown = kept;
  const size_t begin = kept < block.segments.size() ? block.segments[kept].begin : 0;
  segmentsNow.push_back({static_cast<uint32_t>(place), begin});
  // Whether the op ends a segment.
  auto visit = [&](OpId op, uint32_t next) {
    if (kernels.forms[op] != Kernels::Form::Heavy) {
      nodes.push_back(op);
      return false;
    }
    if (!states[op].joined.empty() && states[op].joined.front() != op)
      return false;
    endSegment(block);
    unitsNow.push_back({op, {}});
    segmentsNow.push_back({next, begin + unitsNow.size()});
    return true;
  };
  llvm::ArrayRef<std::pair<uint32_t, OpId>> moved = movedNow;
  auto next = llvm::find_if(moved, [&](const auto &entry) { return entry.first >= place; });
  auto visitMoved = [&] {
    for (; next != moved.end() && next->first == place; ++next)
      if (kernels.forms[next->second] != Kernels::Form::None)
        visit(next->second, kNone);
  };
  size_t resumed = block.segments.size();
  for (; place < ops.size(); ++place) {
    visitMoved();
    const OpId op = ops[place];
    if (kernels.forms[op] != Kernels::Form::None && !isMoved[op] && visit(op, place + 1) &&
        ops.size() - place <= block.sameEnd) {
      resumed = resumeAt(block, place + 1, ops.size());
      if (resumed < block.segments.size())
        break;
    }
  }
  if (resumed == block.segments.size()) {
    visitMoved();
    endSegment(block);
  }
  replaceTo(block, resumed, ops.size());
  for (llvm::ArrayRef<OpId> group : block.joined)
    for (OpId op : group)
      places[op] = places[group.front()];
  sink(block);
  block.numOps = ops.size();
  block.sameFront = block.sameEnd = kAll;
}

/// The segment that was there behind a heavy op, if nothing behind it changed; else behind all.
size_t Schedule::resumeAt(const Block &block, size_t place, size_t numOps) const {
  const size_t placeBefore = place + block.numOps - numOps;
  auto begin = block.segments.begin() + static_cast<ptrdiff_t>(kept);
  auto same = std::find_if(begin, block.segments.end(),
                           [&](const PlacedSegment &placed) { return placed.place == placeBefore; });
  return static_cast<size_t>(same - block.segments.begin());
}

/// What is there now takes the place of the kept segments up to one, or all.
void Schedule::replaceTo(Block &block, size_t segment, size_t numOps) {
  const bool isResumed = segment < block.segments.size();
  if (isResumed)
    segmentsNow.pop_back();
  const size_t begin = kept < block.segments.size() ? block.segments[kept].begin : 0;
  const size_t end = isResumed ? block.segments[segment].begin : block.units.size();
  size_t same = 0;
  auto isSame = [&](const Unit &unit, const Unit &before) {
    return unit.root == before.root && unit.group.data() == before.group.data();
  };
  while (same < unitsNow.size() && begin + same < end && isSame(unitsNow[same], block.units[begin + same]))
    ++same;
  block.first = std::min(block.first, begin + same);
  shiftNeeds(block, begin + same, end, begin + unitsNow.size());
  const bool isShifted = begin + unitsNow.size() != end, isMovedInBlock = numOps != block.numOps;
  const size_t endNow = begin + unitsNow.size(), segmentNow = kept + segmentsNow.size();
  replaceRange(block.units, begin, end, unitsNow);
  replaceRange(block.segments, kept, segment, segmentsNow);
  if (isShifted || isMovedInBlock)
    for (PlacedSegment &placed : llvm::MutableArrayRef(block.segments).drop_front(segmentNow)) {
      if (placed.place != kNone)
        placed.place += static_cast<uint32_t>(numOps - block.numOps);
      placed.begin += endNow - end;
    }
  for (size_t unit = begin + same; unit < (isShifted ? block.units.size() : endNow); ++unit)
    forMembers(block.units[unit], [&](OpId op) { places[op] = static_cast<uint32_t>(unit); });
}

/// Units from one on up to an end are others, and those behind them begin elsewhere.
void Schedule::shiftNeeds(Block &block, size_t first, size_t end, size_t endNow) {
  block.sent.erase(llvm::partition_point(block.sent, [&](const Sent &sent) { return sent.place < first; }),
                   block.sent.end());
  for (Sent &sent : block.sent)
    if (sent.need < kOther && sent.need >= first)
      sent.need = sent.need < end ? kOther : sent.need + static_cast<uint32_t>(endNow - end);
}

/// Most were there before, and are near to the last of them.
void Schedule::endSegment(Block &block) {
  if (nodes.empty())
    return;
  PlacedSegment &placed = segmentsNow.back();
  WordHash signature;
  for (OpId op : nodes)
    signature.add(kernels.signatures[op]);
  placed.signature = signature.get();
  constexpr size_t kNear = 8;
  size_t known = nextKnown;
  const size_t end = std::min(known + kNear, block.segments.size());
  auto isKnown = [&](const PlacedSegment &other) { return other.segment && other.signature == placed.signature; };
  while (known < end && !isKnown(block.segments[known]))
    ++known;
  if (known < end) {
    placed.segment = std::move(block.segments[known].segment);
    nextKnown = known + 1;
  } else {
    placed.segment = segmentOf();
    use(*placed.segment);
  }
  llvm::append_range(unitsNow, placed.segment->units);
  nodes.clear();
}

/// Where collectives run together now, and what waits. What is moved otherwise changes both where it was and where it
/// is.
void Schedule::move(uint32_t number) {
  Block &block = blocks[number];
  const bool isCombined = combiner.combine(number);
  bool isSame = !isCombined || !join(block, combiner.groups());
  movedNow.assign(combiner.moved().begin(), combiner.moved().end());
  const bool isDeferred = defer(number);
  if (!std::exchange(block.isDeferred, isDeferred) && !isDeferred && !isCombined)
    return;
  llvm::ArrayRef<OpId> ops = program.blocks[number].ops;
  std::vector<std::pair<OpId, OpId>> moved;
  for (auto [place, op] : movedNow)
    moved.push_back({place < ops.size() ? ops[place] : kNone, op});
  if (isSame && moved == block.moved)
    return;
  auto change = [&](bool isThere) {
    for (auto [before, op] : block.moved) {
      changeAt(number, before);
      changeAt(number, op);
      isMoved[op] = isThere;
    }
  };
  change(false);
  block.moved = std::move(moved);
  change(true);
}

/// What reads something before it is made (DeviceProgram::Block::late) runs right behind that, in the order in which it
/// was, as lowering has it (passes/lower/FuseAttention.cpp); so does what reads it in turn, and what is sent with it.
/// Whether there is such.
bool Schedule::defer(uint32_t number) {
  if (program.blocks[number].late.empty())
    return false;
  llvm::SmallVector<OpId, 8> late;
  llvm::copy_if(program.blocks[number].late, std::back_inserter(late), [&](OpId op) { return common.isLive(op); });
  llvm::sort(late, [&](OpId a, OpId b) { return program.at[a] < program.at[b]; });
  using Turn = std::tuple<uint32_t, bool, size_t>; ///< in front of or at which place, and among what is moved there
  auto turnOf = [&](OpId op) {
    if (!states[op].joined.empty())
      op = states[op].joined.front();
    auto entry = llvm::find_if(movedNow, [&](const auto &moved) { return moved.second == op; });
    return entry == movedNow.end() ? Turn{program.at[op], true, 0}
                                   : Turn{entry->first, false, entry - movedNow.begin()};
  };
  bool isAny = false;
  for (OpId maker : late) {
    const uint32_t place = program.at[maker] + 1;
    llvm::SmallVector<std::pair<Turn, OpId>, 4> waiting;
    auto wait = [&](OpId op) {
      // Nothing is moved to the front.
      if (program.at[states[op].joined.empty() ? op : states[op].joined.front()] >= place)
        return;
      const Turn turn = turnOf(op);
      if (std::get<0>(turn) < place && llvm::none_of(waiting, [&](const auto &other) { return other.second == op; }))
        waiting.push_back({turn, op});
    };
    auto waitForResults = [&](OpId op) {
      for (LocalId result : program.ops[op].results)
        for (OpId reader : common.readers(result))
          wait(program.ancestorIn(number, reader));
    };
    waitForResults(maker);
    for (size_t next = 0; next < waiting.size(); ++next) {
      const OpId op = waiting[next].second;
      llvm::for_each(states[op].joined, wait);
      waitForResults(op);
    }
    if (waiting.empty())
      continue;
    isAny = true;
    llvm::sort(waiting);
    llvm::erase_if(movedNow, [&](const auto &moved) {
      return llvm::any_of(waiting, [&](const auto &other) { return other.second == moved.second; });
    });
    auto at = llvm::find_if(movedNow, [&](const auto &moved) { return moved.first >= place; });
    for (const auto &[turn, op] : waiting)
      at = std::next(movedNow.insert(at, {place, op}));
  }
  return isAny;
}

/// Whether that is another.
bool Schedule::join(Block &block, const Combiner::Groups &groups) {
  if (block.joined == groups)
    return false;
  for (const auto &group : block.joined)
    for (OpId op : group) {
      states[op].joined = {};
      touch(op);
    }
  block.joined = groups;
  for (const auto &group : block.joined)
    for (OpId op : group) {
      states[op].joined = group;
      touch(op);
    }
  return true;
}

/// All that decides how the ops of the segment at hand are grouped, and what the groups compute, whatever their
/// numbers.
uint64_t Schedule::likeness() {
  ++count;
  placeInSegment.resize(program.ops.size());
  numberInSegment.resize(program.values.size());
  uint32_t numbers = 0;
  WordHash hash;
  hash.add(nodes.size());
  for (auto [place, op] : llvm::enumerate(nodes)) {
    placeInSegment[op] = {count, static_cast<uint32_t>(place)};
    hash.add(kernels.reads[op].likeness);
    hash.add(kernels.isCopy(op));
    for (const fusion::ElementRead &read : kernels.reads[op].reads) {
      auto &[seen, number] = numberInSegment[read.value];
      if (std::exchange(seen, count) != count)
        number = numbers++;
      hash.add(uint64_t(number) << 32 | program.values[read.value].array->number);
      hash.add(static_cast<uint64_t>(read.divisor));
      OpId maker = program.values[read.value].maker;
      if (maker == kNone || placeInSegment[maker].first != count)
        continue;
      auto result = llvm::find(program.ops[maker].results, read.value) - program.ops[maker].results.begin();
      hash.add(uint64_t(placeInSegment[maker].second + 1) << 32 | static_cast<uint64_t>(result));
    }
  }
  return hash.get();
}

Schedule::SegmentPlan &Schedule::planOf() {
  if (plans.size() >= kMaxPlans) {
    for (State &state : states)
      state.planned = nullptr;
    plans.clear();
  }
  auto [place, isNew] = plans.try_emplace(likeness());
  SegmentPlan &plan = place->second;
  if (!isNew)
    return plan;
  fusion::SegmentGrouper::Segment planned = grouper.plan(nodes, kernels.reads);
  llvm::SmallDenseMap<OpId, const fusion::Group *> groupOf;
  for (const fusion::Group &group : planned.groups)
    for (const fusion::Group::Member &member : group.members)
      groupOf[member.node] = &group;
  for (OpId op : planned.order) {
    const fusion::Group *group = groupOf.lookup(op);
    if (group && group->members.front().node != op)
      continue;
    SegmentPlan::Unit &unit = plan.units.emplace_back();
    unit.root = placeInSegment[op].second;
    unit.begin = static_cast<uint32_t>(plan.members.size());
    if (group)
      llvm::append_range(plan.members, group->members);
    unit.size = static_cast<uint32_t>(plan.members.size()) - unit.begin;
  }
  for (fusion::Group::Member &member : plan.members)
    member.node = placeInSegment[member.node].second;
  return plan;
}

std::unique_ptr<Schedule::Segment> Schedule::segmentOf() {
  SegmentPlan &plan = planOf();
  auto segment = std::make_unique<Segment>();
  segment->plan = &plan;
  segment->members.assign(plan.members.begin(), plan.members.end());
  for (fusion::Group::Member &member : segment->members)
    member.node = nodes[member.node];
  segment->units.reserve(plan.units.size());
  for (const SegmentPlan::Unit &unit : plan.units)
    segment->units.push_back(
        {nodes[unit.root], unit.size ? Group(segment->members).slice(unit.begin, unit.size) : Group()});
  llvm::copy_if(nodes, std::back_inserter(segment->reductions),
                [&](OpId op) { return kernels.forms[op] == Kernels::Form::Reduction; });
  return segment;
}

/// Where it was not there before, its ops may be grouped otherwise.
void Schedule::use(Segment &segment) {
  auto isSame = [](Group a, Group b) {
    return !a.empty() && llvm::equal(a, b, [](const auto &x, const auto &y) { return x.node == y.node; });
  };
  for (auto [number, unit] : llvm::enumerate(segment.units)) {
    states[unit.root].planned = &segment.plan->units[number];
    const bool stays = isSame(unit.group, states[unit.root].group);
    if (stays)
      for (auto [member, known] : llvm::zip_equal(unit.group, states[unit.root].group))
        member.isStored = known.isStored;
    forMembers(unit, [&](OpId op) {
      if (std::exchange(states[op].group, unit.group).data() != unit.group.data() && !stays)
        touch(op);
    });
  }
}

void Schedule::sink(Block &block) {
  forReductions(block, [&](OpId op) {
    OpId into = kNone;
    if (states[op].group.empty())
      if (std::optional<fusion::NodeId> target = fusion::sinkTarget(kernels.graph, kernels.inlined, op);
          target && states[*target].group.empty())
        into = *target;
    if (into != states[op].sunkInto) {
      auto own = llvm::find_if(block.units, [&](const Unit &unit) { return unit.root == op; });
      if (own != block.units.end())
        places[op] = static_cast<uint32_t>(own - block.units.begin());
      block.first = std::min<size_t>(block.first, places[op]);
    }
    if (into != kNone)
      places[op] = places[into];
    sinkInto(op, into);
  });
}

void Schedule::sinkInto(OpId reduction, OpId into) {
  State &state = states[reduction];
  if (state.sunkInto == into)
    return;
  touch(reduction);
  if (state.sunkInto != kNone) {
    eraseOne(states[state.sunkInto].sunk, reduction);
    touch(state.sunkInto);
  }
  state.sunkInto = into;
  inKernels[reduction] = into != kNone;
  if (into == kNone)
    return;
  states[into].sunk.push_back(reduction);
  touch(into);
}

//===--- What a unit takes ---===//

/// What lies in memory of what a product reads.
LocalId Schedule::readByProduct(LocalId value) const {
  while (true) {
    const fusion::Node *maker = kernels.graph.maker(value);
    if (!maker || !kernels.inlined[kernels.graph.values[value].maker] || !maker->isForProducts)
      return value;
    value = maker->uses.front().value;
  }
}

double Schedule::productSeconds(OpId op) const {
  cost::ProductWork work = *program.ops[op].what->product;
  for (const fusion::Use &use : kernels.graph.nodes[op].uses)
    work.readBytes += program.values[readByProduct(use.value)].array->bytes;
  for (const LocalArray *array : program.ops[op].what->makes)
    work.writtenBytes += array->bytes;
  const fusion::Node &node = kernels.graph.nodes[op];
  if (!kernels.plansProducts || !node.layout)
    return costs.device().seconds(work);
  const fusion::ProductPlan plan = fusion::planProduct(kernels.graph, op);
  plan.describe(work);
  double seconds = costs.device().seconds(work);
  for (size_t operand = 0; operand < node.uses.size(); ++operand)
    if (cost::KernelWork copy = plan.copyOf(operand, program.ops[op].what->reads[operand]->elementBytes);
        copy.bytes() > 0)
      seconds += costs.device().seconds(copy);
  return seconds;
}

double Schedule::complexSeconds(const DeviceOp &what, const fusion::Node &node) const {
  double reads = 0, writes = 0, flops = 0;
  for (const LocalArray *array : what.reads)
    reads += array->bytes;
  for (const LocalArray *array : what.makes)
    writes += array->bytes;
  if (what.makes.size() == 1 && !what.hasRegions())
    flops = cost::kOperationsPerComplexElement * static_cast<double>(node.elements);
  return costs.device().seconds(
      cost::KernelWork::ofCall(node.function, node.functionType, flops, /*isScalar=*/false, reads, writes));
}

void Schedule::launch(OpId op) {
  State &own = states[op];
  Launch &launch = launches[op];
  launch = {};
  own.shouldShare.clear();
  if (own.sunkInto != kNone)
    touch(own.sunkInto);
  if (!own.group.empty() && own.group.front().node != op)
    return touch(own.group.front().node);
  if (!own.joined.empty() && own.joined.front() != op)
    return touch(own.joined.front());
  launch.isTogether = !own.sunk.empty() || !own.joined.empty();
  const DeviceOp &what = *program.ops[op].what;
  const fusion::Node &node = kernels.graph.nodes[op];
  Block &block = blocks[program.ops[op].block];
  block.isToBePlayed = true;
  if (kernels.forms[op] != Kernels::Form::None)
    block.first = std::min<size_t>(block.first, places[op]);
  if (!kernels.isThere(op) || inKernels[op] || node.isConstant || what.kind() == Kind::Index || what.runs == Runs::End)
    return;
  switch (what.runs) {
  case Runs::Region:
    launch.queue = Launch::Queue::Both;
    return;
  case Runs::Library:
    launch.queue = Launch::Queue::Computes;
    launch.seconds = what.product ? productSeconds(op) : what.seconds;
    return;
  case Runs::Collective: {
    double bytes = 0;
    for (OpId each : own.joined)
      bytes += program.ops[each].what->communication->bytes;
    launch.queue = Launch::Queue::Sends;
    launch.seconds = own.joined.empty() ? what.aloneSeconds : secondsOf(*what.price, bytes);
    return;
  }
  case Runs::Check:
    return;
  default:
    break;
  }
  if (own.group.empty() && node.isReshape && !fusion::isInlined(kernels.graph, inKernels, node.uses.front().value))
    return;
  if (node.isComplex) { // no kernel
    launch.queue = Launch::Queue::Computes;
    launch.seconds = complexSeconds(what, node);
    return;
  }
  for (fusion::Group::Member &member : own.group)
    member.isStored = fusion::isReadOutside(kernels.graph, kernels.inlined,
                                            kernels.graph.nodes[member.node].results.front(), own.group);
  launch.queue = Launch::Queue::Computes;
  launch.seconds = kernelSeconds(op);
  launch.isTogether |= !own.shouldShare.empty();
}

/// What a kernel of one op writes over: as fusion::Kernel has it.
void Schedule::shareWritten(OpId op) {
  const fusion::Node &node = kernels.graph.nodes[op];
  if (node.role != fusion::Role::Light || node.uses.empty() || node.uses.front().form != fusion::Use::Form::Buffer)
    return;
  for (auto [use, result] : llvm::zip(node.uses, node.results)) {
    if (use.form != fusion::Use::Form::Buffer)
      continue;
    LocalId value = use.value;
    while (kernels.graph.values[value].maker >= 0 &&
           fusion::isCopyOfBuffer(kernels.graph, inKernels, kernels.graph.values[value].maker))
      value = kernels.graph.maker(value)->uses.front().value;
    states[op].shouldShare.push_back({value, result});
  }
}

/// Of kernels of segments that are alike, one is made. What sunk into it is none of what tells them apart, and what it
/// may write over is its own.
double Schedule::kernelSeconds(OpId op) {
  State &own = states[op];
  SegmentPlan::Unit *planned = own.sunk.empty() && own.group.size() < 64 ? own.planned : nullptr;
  uint64_t stored = 0;
  for (const fusion::Group::Member &member : own.group)
    stored = stored << 1 | member.isStored;
  if (planned)
    for (auto [storedThen, seconds] : planned->priced)
      if (storedThen == stored) {
        if (own.group.empty())
          shareWritten(op);
        return seconds;
      }
  fusion::Kernel kernel = fusion::kernelOf(kernels.graph, inKernels, op, own.group);
  const double seconds = costs.device().seconds(kernel.work);
  for (auto [from, to] : kernel.shouldShare)
    own.shouldShare.push_back({from, to});
  if (planned && (own.shouldShare.empty() || own.group.empty()))
    planned->priced.push_back({stored, seconds});
  return seconds;
}

bool Schedule::isStored(OpId op) const {
  const fusion::Node &node = kernels.graph.nodes[op];
  if (!kernels.isThere(op) || inKernels[op] || node.isConstant || program.ops[op].what->kind() == Kind::Index)
    return false;
  if (!states[op].group.empty())
    return llvm::any_of(states[op].group,
                        [&](const fusion::Group::Member &member) { return member.node == op && member.isStored; });
  return !node.isReshape || node.isComplex || fusion::isInlined(kernels.graph, inKernels, node.uses.front().value);
}

} // namespace shardwright::evaluation
