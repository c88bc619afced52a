#include "lib/Evaluate/Combiner.h"

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Runs = DeviceOp::Runs;

bool stays(const DeviceOp &op) {
  return op.runs == Runs::End || op.hasEffects() || (op.hasRegions() && op.kind() != Kind::Reduction);
}

bool isPointwise(const DeviceOp &op) { return op.form && op.form->isPointwise; }

bool isInPlace(const DeviceOp &op) {
  return isPointwise(op) || (op.runs == Runs::Collective && op.communication->op == CollectiveOp::AllReduce);
}

int64_t bytesHeld(const DeviceOp &op) { return std::max(op.readBytes, op.madeBytes); }

} // namespace

//===--- How long values live ---===//

void Combiner::update() {
  const size_t numOps = program.ops.size();
  lives.resize(numOps);
  bytes.resize(numOps);
  isDirty.resize(numOps);
  isListed.resize(numOps);
  collectivesIn.resize(program.blocks.size());
  waitsWith.resize(numOps);
  numbers.resize(program.values.size());
  spans.resize(program.values.size());
  aliveIn.resize(program.blocks.size());
  for (auto [block, front, end] : program.reordered)
    aliveIn[block].keep(front, end + 1);
  for (OpId op : common.changed())
    touchThrough(op);
  for (LocalId value : common.readOtherwise())
    touchMaker(value);
  for (OpId op : program.moved) {
    touch(op);
    if (common.isLive(op))
      llvm::for_each(common.reads(op), [&](LocalId value) { touchMaker(value); });
  }
  for (size_t next = 0; next < dirty.size(); ++next) {
    OpId op = dirty[next];
    isDirty[op] = false;
    list(op);
    live(op);
  }
  dirty.clear();
}

/// With those that ask what the op reads in its place.
void Combiner::touchThrough(OpId op) {
  touch(op);
  const DeviceProgram::Op &placed = program.ops[op];
  if (!placed.what->isPreparation)
    return;
  for (LocalId result : placed.results)
    for (OpId reader : common.readers(result))
      if (llvm::is_contained(readsOf(reader), result))
        touchThrough(reader);
}

/// What the op reads, and what is read in it.
void Combiner::touchMakers(OpId op) {
  llvm::for_each(common.reads(op), [&](LocalId value) { touchMaker(value); });
  if (uint32_t region = program.ops[op].region; region != kNone)
    for (uint32_t inner : program.regions[region].blocks) {
      llvm::for_each(program.blocks[inner].ops, [&](OpId inside) { touchMakers(inside); });
      touchMakers(program.blocks[inner].end);
    }
}

bool Combiner::hasBuffer(LocalId value) const {
  OpId maker = program.values[value].maker;
  Kind kind = program.ops[maker].what->kind();
  bool isMade =
      kind == Kind::Splat || kind == Kind::Constant || (kind == Kind::Made && program.ops[maker].operands.empty());
  if (isMade || kind == Kind::Broadcast || kind == Kind::Reshape || program.ops[maker].what->isPreparation)
    return false;
  llvm::ArrayRef<OpId> readers = common.readers(value);
  if (!isPointwise(*program.ops[maker].what) || readers.size() != 1)
    return true;
  return program.ops[readers.front()].what->runs == Runs::End ||
         program.ops[readers.front()].block != program.values[value].block;
}

void Combiner::count(const Span &span, int64_t added) {
  auto change = [&](const Point &point, int64_t by) {
    (point.isBehind ? bytes[point.op].behind : bytes[point.op].at) += by;
    changeAt(point.op);
  };
  change(span.begin, added);
  change(span.end, -added);
}

void Combiner::setSpan(LocalId value, std::optional<Span> span) {
  if (spans[value] == span)
    return;
  auto size = static_cast<int64_t>(program.values[value].array->bytes);
  if (spans[value])
    count(*spans[value], -size);
  spans[value] = span;
  if (span)
    count(*span, size);
}

/// As a block stands before it is prepared.
llvm::ArrayRef<LocalId> Combiner::readsOf(OpId op) const {
  llvm::ArrayRef<LocalId> reads = common.reads(op);
  return reads.take_front(std::min<size_t>(reads.size(), program.ops[op].what->unprepared));
}

bool Combiner::readsFromOutside(OpId op) const {
  return llvm::all_of(readsOf(op), [&](LocalId value) {
    const DeviceProgram::Value &read = program.values[value];
    return read.maker == kNone || read.block != program.ops[op].block ||
           (program.ops[read.maker].what->isPreparation && readsFromOutside(read.maker));
  });
}

void Combiner::live(OpId op) {
  const DeviceProgram::Op &placed = program.ops[op];
  if (placed.what->runs == Runs::End && common.isLive(op))
    return setLife(op, {{op, true}, {op, false}});
  if (!common.isLive(op)) {
    for (LocalId result : placed.results)
      setSpan(result, std::nullopt);
    lives[op] = {};
    return;
  }
  Point first{program.blocks[placed.block].end, false}, last{op, true}, own{op, false};
  bool buffers = placed.results.empty();
  llvm::SmallVector<bool, 4> hasBuffers;
  for (LocalId result : placed.results) {
    for (OpId reader : common.readers(result)) {
      OpId here = program.ancestorIn(placed.block, reader);
      if (program.ops[reader].what->unprepared != ~0u && !llvm::is_contained(readsOf(reader), result))
        continue;
      // What is not known yet comes to touch this op when it is.
      if (lives[here].firstUse.op == kNone)
        continue;
      first = precedes(lives[here].firstUse, first) ? lives[here].firstUse : first;
      last = precedes(last, lives[here].readUntil) ? lives[here].readUntil : last;
    }
    hasBuffers.push_back(hasBuffer(result));
    buffers |= hasBuffers.back();
  }
  auto later = [&](const Point &a, const Point &b) { return precedes(a, b) ? b : a; };
  Life now{buffers ? Point{op, !isInPlace(*placed.what)} : last, buffers ? own : later(own, first)};
  bool isLate = !placed.what->hasRegions() && readsFromOutside(op);
  Point begin = isLate ? later(own, first) : own;
  for (auto [result, hasBuffer] : llvm::zip_equal(placed.results, hasBuffers))
    setSpan(result, hasBuffer ? std::optional(Span{begin, later(begin, last)}) : std::nullopt);
  setLife(op, now);
}

void Combiner::setLife(OpId op, Life life) {
  if (!(std::exchange(lives[op], life) == life))
    touchMakers(op);
}

//===--- What becomes one ---===//

int64_t Combiner::heldBy(uint32_t at) const { return bytesHeld(whatAt(at)); }

Combiner::Groups Combiner::combine(uint32_t of) {
  block = of;
  end = static_cast<uint32_t>(program.blocks[block].ops.size());
  mostWaiting = 0;
  ++looks;
  isAddedUp = hasMoved = false;
  living.clear();
  before.clear();
  pending.clear();
  movedOps.clear();
  collectives.clear();
  for (OpId op : collectivesIn[block]) {
    const DeviceOp &what = *program.ops[op].what;
    mostWaiting = std::max(mostWaiting, what.combineLimit);
    if (what.combineKind >= 0 && bytesHeld(what) <= what.combineLimit)
      collectives.push_back(program.at[op]);
  }
  std::sort(collectives.begin(), collectives.end());
  combined.find(collectives, end);
  for (auto [place, at] : combined.moved())
    movedOps.push_back({place, opAt(at)});
  Groups groups;
  for (llvm::ArrayRef<uint32_t> together : combined.groups()) {
    llvm::SmallVector<OpId, 4> &group = groups.emplace_back();
    for (uint32_t at : together)
      group.push_back(opAt(at));
  }
  return groups;
}

bool Combiner::mayWait(uint32_t at) const {
  if (at == end)
    return false;
  int64_t with = waitsWith[opAt(at)];
  return with >= 0 && with <= mostWaiting;
}

/// What is asked about it again and again.
void Combiner::list(OpId op) {
  const DeviceOp &what = *program.ops[op].what;
  waitsWith[op] = what.runs == Runs::Collective || stays(what) ? -1
                  : what.isPreparation                         ? 0
                                                               : what.readBytes + what.madeBytes;
  bool isThere = what.runs == Runs::Collective && common.isLive(op);
  if (bool(std::exchange(isListed[op], isThere)) == isThere)
    return;
  std::vector<OpId> &all = collectivesIn[program.ops[op].block];
  if (isThere)
    all.push_back(op);
  else
    llvm::erase(all, op);
}

/// The bytes that are alive at each place: from the first change to the last.
void Combiner::addUp() {
  Alive &own = aliveIn[block];
  llvm::ArrayRef<OpId> ops = program.blocks[block].ops;
  const size_t size = ops.size() + 1;
  const size_t front = std::min(own.sameFront, ops.size()), same = std::min(own.sameEnd, size - front);
  int64_t now = front ? own.bytes[front - 1] + bytes[ops[front - 1]].behind : 0;
  own.bytes.replace(size, front, same, [&](size_t at) {
    const Changes &changes = bytes[at < ops.size() ? ops[at] : program.blocks[block].end];
    const int64_t here = now + changes.at;
    now = here + changes.behind;
    return here;
  });
  own.sameFront = own.sameEnd = size;
  peak = own.bytes.most(0, size);
}

Combiner::Places Combiner::placesOf(LocalId value) const {
  if (numbers[value].living == looks)
    return living[numbers[value].livingAt].second;
  return {placeOf(spans[value]->begin), placeOf(spans[value]->end)};
}

/// Of a value with a buffer of the block, as the move at hand will have it.
Combiner::Places *Combiner::placesIn(LocalId value) {
  if (!spans[value] || program.values[value].block != block)
    return nullptr;
  Number &number = numbers[value];
  if (std::exchange(number.moving, moves) != moves) {
    number.movingAt = static_cast<uint32_t>(moving.size());
    moving.push_back({value, placesOf(value)});
  }
  return &moving[number.movingAt].second;
}

/// As of fusion::LiveBytes.
bool Combiner::move(llvm::ArrayRef<uint32_t> which, uint32_t place) {
  if (!std::exchange(isAddedUp, true))
    addUp();
  ++moves;
  moving.clear();
  for (uint32_t at : which) {
    OpId op = opAt(at);
    const bool inPlace = isInPlace(*program.ops[op].what);
    for (LocalId value : readsOf(op))
      if (Places *life = placesIn(value))
        life->end = std::max<uint32_t>(life->end, place + !inPlace);
    for (LocalId value : program.ops[op].results)
      if (Places *life = placesIn(value))
        *life = {place, std::max(life->end, place)};
  }
  takePending();
  findChanges();
  if (!changes.fit(hasMoved ? aliveThen : aliveIn[block].bytes, peak))
    return false;
  take();
  return true;
}

/// Where the bytes alive change, so that values live as `moving` has it.
void Combiner::findChanges() {
  changes.clear();
  for (const auto &[value, life] : moving) {
    Places now = placesOf(value);
    auto size = static_cast<int64_t>(program.values[value].array->bytes);
    changes.move(size, now.begin, now.end, life.begin, life.end);
  }
}

/// What moves last of all need not be taken.
void Combiner::takePending() {
  if (pending.empty())
    return;
  if (!std::exchange(hasMoved, true))
    aliveThen = aliveIn[block].bytes;
  pending.addTo(aliveThen);
  pending.clear();
}

void Combiner::take() {
  takePending();
  std::swap(changes, pending);
  for (const auto &entry : moving) {
    before.push_back({entry.first, placesOf(entry.first)});
    Number &number = numbers[entry.first];
    if (std::exchange(number.living, looks) != looks) {
      number.livingAt = static_cast<uint32_t>(living.size());
      living.push_back(entry);
    } else {
      living[number.livingAt] = entry;
    }
  }
}

void Combiner::undoTo(size_t mark) {
  if (mark == 0) { // all of it
    ++looks;
    hasMoved = false;
    living.clear();
    before.clear();
    pending.clear();
    return;
  }
  std::vector<std::pair<LocalId, Places>> undone(before.begin() + static_cast<ptrdiff_t>(mark), before.end());
  for (const auto &entry : llvm::reverse(undone)) {
    moving.assign(1, entry);
    findChanges();
    take();
  }
  before.resize(mark);
}

} // namespace shardwright::evaluation
