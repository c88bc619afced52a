#include "lib/Evaluate/Combiner.h"

#include <algorithm>

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Runs = DeviceOp::Runs;

int64_t bytesHeld(const DeviceOp &op) { return std::max(op.readBytes, op.madeBytes); }

} // namespace

//===--- How long values live ---===//

void Combiner::update() {
  states.resize(program.ops.size());
  values.resize(program.values.size());
  collectivesIn.resize(program.blocks.size());
  aliveIn.resize(program.blocks.size());
  looks.resize(program.blocks.size());
  for (auto [block, front, end] : program.reordered)
    aliveIn[block].keep(front, end + 1);
  for (OpId op : common.changed())
    touchThrough(op);
  for (LocalId value : common.readOtherwise())
    touchMaker(value);
  forgetLooks();
  for (OpId op : program.moved) {
    touch(op);
    if (common.isLive(op))
      llvm::for_each(common.reads(op), [&](LocalId value) { touchMaker(value); });
  }
  for (size_t next = 0; next < dirty.size(); ++next) {
    OpId op = dirty[next];
    states[op].isDirty = false;
    list(op);
    live(op);
  }
  dirty.clear();
}

/// Where something is another than it was looked at.
void Combiner::forgetLooks() {
  auto lookAt = [&](OpId op) { return states[op].lookedAt ? &looks[states[op].lookedAt - 1] : nullptr; };
  for (OpId op : common.changed())
    if (Look *look = lookAt(op))
      look->readsTheSame = false;
  for (LocalId value : common.readOtherwise())
    if (OpId maker = program.values[value].maker; maker != kNone && states[maker].isAsked)
      if (Look *look = lookAt(maker))
        look->isValid = false;
  for (OpId op : program.moved)
    if (Look *look = lookAt(op))
      look->isValid = false;
  // What is read in a region is read by its op.
  for (llvm::ArrayRef<OpId> ops : {llvm::ArrayRef(program.added), llvm::ArrayRef(program.dropped)})
    for (OpId op : ops)
      if (program.ops[op].region != kNone)
        looks[program.ops[op].block].isValid = false;
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
  if (!program.ops[maker].what->isPointwise() || readers.size() != 1)
    return true;
  return program.ops[readers.front()].what->runs == Runs::End ||
         program.ops[readers.front()].block != program.values[value].block;
}

void Combiner::count(const Span &span, int64_t added) {
  auto change = [&](const Point &point, int64_t by) {
    Changes &bytes = states[point.op].bytes;
    (point.isBehind ? bytes.behind : bytes.at) += by;
    changeAt(point.op);
  };
  change(span.begin, added);
  change(span.end, -added);
}

void Combiner::setSpan(LocalId value, std::optional<Span> span) {
  std::optional<Span> &known = values[value].span;
  if (known == span)
    return;
  auto size = static_cast<int64_t>(program.values[value].array->bytes);
  if (known)
    count(*known, -size);
  known = span;
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
    states[op].life = {};
    return;
  }
  // A life is asked for by what makes the operands. A constant has none, but many readers.
  if (common.reads(op).empty() && !placed.what->hasRegions() && !placed.results.empty() &&
      llvm::none_of(placed.results, [&](LocalId result) { return hasBuffer(result); })) {
    for (LocalId result : placed.results)
      setSpan(result, std::nullopt);
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
      const Life &life = states[here].life;
      if (life.firstUse.op == kNone)
        continue;
      first = precedes(life.firstUse, first) ? life.firstUse : first;
      last = precedes(last, life.readUntil) ? life.readUntil : last;
    }
    hasBuffers.push_back(hasBuffer(result));
    buffers |= hasBuffers.back();
  }
  auto later = [&](const Point &a, const Point &b) { return precedes(a, b) ? b : a; };
  Life now{buffers ? Point{op, !placed.what->isInPlace} : last, buffers ? own : later(own, first)};
  bool isLate = !placed.what->hasRegions() && readsFromOutside(op);
  Point begin = isLate ? later(own, first) : own;
  for (auto [result, hasBuffer] : llvm::zip_equal(placed.results, hasBuffers))
    setSpan(result, hasBuffer ? std::optional(Span{begin, later(begin, last)}) : std::nullopt);
  setLife(op, now);
}

void Combiner::setLife(OpId op, Life life) {
  if (!(std::exchange(states[op].life, life) == life))
    touchMakers(op);
}

//===--- What becomes one ---===//

int64_t Combiner::heldBy(uint32_t at) const { return bytesHeld(whatAt(at)); }

bool Combiner::combine(uint32_t of) {
  begin(of);
  if (isAsBefore())
    return false;
  begin(of);
  look();
  return true;
}

/// Where everything stands.
void Combiner::begin(uint32_t of) {
  block = of;
  end = static_cast<uint32_t>(program.blocks[block].ops.size());
  ++numLooks;
  isAddedUp = hasMoved = false;
  living.clear();
  before.clear();
  pending.clear();
  movedOps.clear();
}

/// Whether there is room for the same, and no more, where all else is as it was.
bool Combiner::isAsBefore() {
  Look &known = looks[block];
  mostWaiting = 0;
  for (const Listed &collective : collectivesIn[block])
    mostWaiting = std::max(mostWaiting, collective.limit);
  if (!known.isValid || mostWaiting < known.mostAccepted || mostWaiting >= known.leastRefused)
    return false;
  const bool isSame = known.readsTheSame && aliveIn[block].isSame();
  for (Look::Move &move : llvm::MutableArrayRef(known.moves).take_front(isSame ? 0 : known.moves.size())) {
    move.before = before.size();
    if (move.outcome == Look::Move::Outcome::Undone) {
      undoToSize(known.moves[move.mark].before);
      continue;
    }
    places.clear();
    for (OpId op : llvm::ArrayRef(known.which).slice(move.begin, move.size))
      places.push_back(placeOf(op));
    if (moveWithoutNote(places, placeOf(move.place)) != (move.outcome == Look::Move::Outcome::Moves))
      return false;
  }
  known.readsTheSame = true;
  for (auto [place, op] : known.moved)
    movedOps.push_back({placeOf(place), op});
  return true;
}

void Combiner::look() {
  Look &known = looks[block];
  for (OpId op : known.lookedAt)
    if (states[op].lookedAt == block + 1)
      states[op].lookedAt = 0;
  known.clear();
  known.isValid = known.readsTheSame = true;
  collectives.clear();
  for (const Listed &collective : collectivesIn[block])
    if (collective.kind >= 0)
      collectives.push_back(program.at[collective.op]);
  std::sort(collectives.begin(), collectives.end());
  combined.find(collectives, end);
  for (auto [place, at] : combined.moved()) {
    movedOps.push_back({place, opAt(at)});
    known.moved.push_back({opAt(place), opAt(at)});
  }
  for (llvm::ArrayRef<uint32_t> together : combined.groups()) {
    llvm::SmallVector<OpId, 4> &group = known.groups.emplace_back();
    for (uint32_t at : together)
      group.push_back(opAt(at));
  }
}

bool Combiner::mayWait(uint32_t at) {
  if (at == end)
    return false;
  const int64_t with = states[opAt(at)].waitsWith;
  if (with < 0)
    return false;
  Look &known = looks[block];
  const bool may = with <= mostWaiting;
  if (may)
    known.mostAccepted = std::max(known.mostAccepted, with);
  else
    known.leastRefused = std::min(known.leastRefused, with);
  return may;
}

/// What is asked about it again and again.
void Combiner::list(OpId op) {
  const DeviceOp &what = *program.ops[op].what;
  State &state = states[op];
  state.waitsWith = what.runs == Runs::Collective || what.stays ? -1
                    : what.isPreparation                        ? 0
                                                                : what.readBytes + what.madeBytes;
  bool isThere = what.runs == Runs::Collective && common.isLive(op);
  if (std::exchange(state.isListed, isThere) == isThere)
    return;
  const uint32_t block = program.ops[op].block;
  std::vector<Listed> &all = collectivesIn[block];
  const bool mayJoin = what.combineKind >= 0 && bytesHeld(what) <= what.combineLimit;
  if (!isThere)
    llvm::erase_if(all, [&](const Listed &listed) { return listed.op == op; });
  // One alone of its kind joins nobody, and is one that does not wait to all others.
  if (mayJoin && llvm::any_of(all, [&](const Listed &other) { return other.kind == what.combineKind; }))
    looks[block].isValid = false;
  if (isThere)
    all.push_back({op, mayJoin ? what.combineKind : -1, what.combineLimit});
}

/// The bytes that are alive at each place: from the first change to the last.
void Combiner::addUp() {
  Alive &own = aliveIn[block];
  llvm::ArrayRef<OpId> ops = program.blocks[block].ops;
  const size_t size = ops.size() + 1;
  const size_t front = std::min(own.sameFront, ops.size()), same = std::min(own.sameEnd, size - front);
  int64_t now = front ? own.bytes[front - 1] + states[ops[front - 1]].bytes.behind : 0;
  own.bytes.replace(size, front, same, [&](size_t at) {
    const Changes &changes = states[at < ops.size() ? ops[at] : program.blocks[block].end].bytes;
    const int64_t here = now + changes.at;
    now = here + changes.behind;
    return here;
  });
  own.sameFront = own.sameEnd = size;
  peak = own.bytes.most(0, size);
}

Combiner::Places Combiner::placesOf(LocalId value) const {
  const Value &own = values[value];
  if (own.living == numLooks)
    return living[own.livingAt].second;
  return {placeOf(own.span->begin), placeOf(own.span->end)};
}

/// Of a value with a buffer of the block, as the move at hand will have it.
Combiner::Places *Combiner::placesIn(LocalId value) {
  Value &own = values[value];
  if (!own.span || program.values[value].block != block)
    return nullptr;
  if (std::exchange(own.moving, numMoves) != numMoves) {
    own.movingAt = static_cast<uint32_t>(moving.size());
    moving.push_back({value, placesOf(value)});
  }
  return &moving[own.movingAt].second;
}

bool Combiner::move(llvm::ArrayRef<uint32_t> which, uint32_t place) {
  using Outcome = Look::Move::Outcome;
  Look &known = looks[block];
  const auto first = static_cast<uint32_t>(known.which.size());
  for (uint32_t at : which)
    known.which.push_back(opAt(at));
  const size_t sizeBefore = before.size();
  const bool moves = moveWithoutNote(which, place);
  known.moves.push_back({first, static_cast<uint32_t>(which.size()), opAt(place), 0, sizeBefore,
                         moves ? Outcome::Moves : Outcome::Stays});
  return moves;
}

void Combiner::undoTo(size_t mark) {
  std::vector<Look::Move> &moves = looks[block].moves;
  moves.push_back({0, 0, kNone, mark, before.size(), Look::Move::Outcome::Undone});
  undoToSize(moves[mark].before);
}

/// As of fusion::LiveBytes.
bool Combiner::moveWithoutNote(llvm::ArrayRef<uint32_t> which, uint32_t place) {
  if (!std::exchange(isAddedUp, true))
    addUp();
  ++numMoves;
  moving.clear();
  for (uint32_t at : which) {
    OpId op = opAt(at);
    const bool inPlace = program.ops[op].what->isInPlace;
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
    Value &own = values[entry.first];
    if (std::exchange(own.living, numLooks) != numLooks) {
      own.livingAt = static_cast<uint32_t>(living.size());
      living.push_back(entry);
    } else {
      living[own.livingAt] = entry;
    }
  }
}

void Combiner::undoToSize(size_t size) {
  if (size == 0) { // all of it
    ++numLooks;
    hasMoved = false;
    living.clear();
    before.clear();
    pending.clear();
    return;
  }
  std::vector<std::pair<LocalId, Places>> undone(before.begin() + static_cast<ptrdiff_t>(size), before.end());
  for (const auto &entry : llvm::reverse(undone)) {
    moving.assign(1, entry);
    findChanges();
    take();
  }
  before.resize(size);
}

} // namespace shardwright::evaluation
