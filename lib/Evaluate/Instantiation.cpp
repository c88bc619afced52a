#include "lib/Evaluate/Instantiation.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

using Runs = DeviceOp::Runs;
using Kind = fusion::OpForm::Kind;

Instantiation::Instantiation(const ShardingProblem &problem, const CostModel &costs, ReshardCache &reshards,
                             const PlacementPlan &plan)
    : deviceOps(problem, costs), problem(problem), costs(costs), reshards(reshards), plans(costs, reshards) {
  for (const PlacementChoice &choice : plan.choices)
    addChoice(choice);
  chosenOf.assign(plan.chosen.begin(), plan.chosen.end());
  carriedOf.assign(problem.values.size(), -1);
  for (auto [number, carried] : llvm::enumerate(problem.loopCarried)) {
    carriedAs.push_back(interner.sharding(plan.loopCarried[number].placement(costs.mesh())));
    carriedOf[carried.result] = static_cast<int64_t>(number);
    for (size_t argument : carried.arguments)
      carriedOf[argument] = static_cast<int64_t>(number);
  }
  ops.resize(problem.ops.size());
  roots.resize(problem.values.size());
  units.resize(problem.ops.size());
  program.reserve(2 * problem.ops.size(), 2 * problem.values.size());
  unitOf.reserve(2 * problem.ops.size());
  scan();
  number();
  numberEvents();
  for (size_t op = 0; op < ops.size(); ++op)
    touchOp(op);
}

size_t Instantiation::addChoice(PlacementChoice choice) {
  Choice &added = choices.emplace_back();
  for (const Sharding &need : choice.needs)
    added.needs.push_back(interner.sharding(need));
  for (const Sharding &made : choice.makes)
    added.makes.push_back(interner.sharding(made));
  added.choice = std::move(choice);
  return choices.size() - 1;
}

//===--- What never changes ---===//

void Instantiation::scan() {
  program.blocks.emplace_back();
  scanBlock(0, problem.ops.size(), 0);
  const size_t numBlocks = program.blocks.size();
  unitsIn.resize(numBlocks);
  isNewBlock.resize(numBlocks);
  yieldIn.resize(numBlocks);
  units.resize(problem.ops.size() + numBlocks);
  for (uint32_t block = 0; block < numBlocks; ++block) {
    auto front = static_cast<uint32_t>(problem.ops.size()) + block;
    units[front].block = block;
    unitsIn[block].push_back(front);
  }
  for (auto [number, op] : llvm::enumerate(ops)) {
    units[number].block = op.block;
    if (op.role == Role::Yield)
      yieldIn[op.block] = number;
    else if (op.role != Role::Arguments && op.role != Role::Name && op.role != Role::Leave)
      unitsIn[op.block].push_back(static_cast<uint32_t>(number));
  }
  DeviceOp last;
  last.runs = Runs::End;
  end = deviceOps.keep(std::move(last));
  for (uint32_t block = 0; block < numBlocks; ++block)
    program.blocks[block].end = program.add(end, block, {});
}

void Instantiation::scanBlock(size_t begin, size_t last, uint32_t block) {
  for (size_t op = begin; op < last;) {
    if (nextRegion < problem.regions.size() && problem.regions[nextRegion].enter == op)
      op = scanRegion(problem.regions[nextRegion++], block);
    else
      scanOp(op++, block);
  }
}

size_t Instantiation::scanRegion(const ShardingProblem::Region &region, uint32_t block) {
  Op &enter = ops[region.enter];
  enter.block = ops[region.leave].block = block;
  ops[region.leave].role = Role::Leave;
  llvm::ArrayRef<size_t> results = problem.ops[region.leave].results, arguments = problem.ops[region.enter].results;
  if (region.form == ShardingProblem::Region::Form::Inline) {
    size_t last = region.ends.front();
    enter.role = ops[last].role = Role::Inline;
    enter.handsTo = arguments;
    scanBlock(region.enter + 1, last, block);
    ops[last].handsTo = results;
    ops[last].block = block;
    for (size_t value : arguments)
      roots[value].definedAt = region.enter;
    for (size_t value : results)
      roots[value].definedAt = last;
    return region.leave + 1;
  }
  auto number = static_cast<uint32_t>(program.regions.size());
  enter.role = Role::Enter;
  enter.region = number;
  enter.handsTo = results;
  program.regions.push_back({region.form, block, {}, region.trips});
  argumentsOf.emplace_back();
  bool hasArguments = region.form != ShardingProblem::Region::Form::Branches && !region.ends.empty();
  size_t each = hasArguments ? arguments.size() / region.ends.size() : 0, begin = region.enter + 1;
  for (auto [place, last] : llvm::enumerate(region.ends)) {
    auto inner = static_cast<uint32_t>(program.blocks.size());
    program.blocks.emplace_back();
    program.regions[number].blocks.push_back(inner);
    argumentsOf[number].push_back(arguments.slice(place * each, each));
    scanBlock(begin, last, inner);
    ops[last].role = Role::Yield;
    ops[last].block = inner;
    begin = last + 1;
  }
  for (llvm::ArrayRef<size_t> values : {arguments, results})
    for (size_t value : values)
      roots[value].definedAt = region.enter;
  describe(region);
  return region.leave + 1;
}

/// What holds of a region however its ops are placed.
void Instantiation::describe(const ShardingProblem::Region &region) {
  const uint32_t number = ops[region.enter].region;
  llvm::hash_code form = llvm::hash_value(region.leave - region.enter);
  for (size_t op = region.enter; op < region.leave; ++op) {
    const ShardingProblem::Op &inside = problem.ops[op];
    program.regions[number].hasEffects |=
        ops[op].role == Role::Check || (inside.opClass >= 0 && problem.classes[inside.opClass].local.form.hasEffects);
    form = llvm::hash_combine(form, static_cast<int>(ops[op].role), inside.opClass, inside.made, inside.operands.size(),
                              inside.results.size());
  }
  auto [first, isNew] = regionsOfForm.try_emplace(static_cast<uint64_t>(form) >> 1, number);
  if (!isNew)
    program.regions[first->second].mayBeTwice = program.regions[number].mayBeTwice = true;
}

void Instantiation::scanOp(size_t number, uint32_t block) {
  const ShardingProblem::Op &op = problem.ops[number];
  ops[number].block = block;
  for (size_t result : op.results)
    roots[result].definedAt = number;
  Role &role = ops[number].role;
  if (op.opClass >= 0)
    role = Role::ByRule;
  else if (number == 0)
    role = Role::Arguments;
  else if (op.results.empty()) // what the program returns, or a check looks at
    role = number + 1 == problem.ops.size() ? Role::Yield : Role::Check;
  else if (op.operands.empty())
    role = Role::Made;
  else // another name, or a barrier, which hands each operand on
    role = problem.isOtherName(op) ? Role::Name : Role::Barrier;
}

ArrayId Instantiation::arrayOf(const ShardingProblem::Value &value) {
  auto [place, isNew] = arrayIds.try_emplace(&value, static_cast<ArrayId>(valueOfArray.size()));
  if (isNew)
    valueOfArray.push_back(static_cast<size_t>(&value - problem.values.data()));
  return place->second;
}

void Instantiation::number() {
  specs.reserve(problem.values.size());
  for (const ShardingProblem::Value &value : problem.values) {
    roots[specs.size()].array = arrayOf(value);
    specs.push_back(interner.sharding(value.spec));
  }
  size_t numUses = 0;
  for (const ShardingProblem::Op &op : problem.ops)
    numUses += op.operands.size();
  userOf.reserve(numUses);
  wantedBy.reserve(numUses);
  for (auto [number, op] : llvm::enumerate(problem.ops)) {
    ops[number].firstUse = static_cast<uint32_t>(userOf.size());
    WordHash signature;
    signature.add(static_cast<uint64_t>(op.opClass));
    for (auto [position, operand] : llvm::enumerate(op.operands)) {
      signature.add(roots[operand].array);
      if (ops[number].role != Role::Leave)
        roots[problem.values[operand].root].uses.push_back(static_cast<uint32_t>(userOf.size()));
      userOf.push_back(number);
      wantedBy.push_back(op.opClass >= 0                           ? choices[chosenOf[number]].needs[position]
                         : op.needs.empty() || !op.needs[position] ? kAny
                                                                   : interner.sharding(*op.needs[position]));
    }
    for (size_t result : op.results)
      signature.add(roots[result].array);
    ops[number].signature = signature.get();
  }
  acquired.assign(userOf.size(), kNone);
  for (auto [carried, sharding] : llvm::zip_equal(problem.loopCarried, carriedAs))
    for (size_t op : {carried.entry, carried.yield})
      wantedBy[ops[op].firstUse + carried.position] = sharding;
}

void Instantiation::numberEvents() {
  std::vector<uint32_t> next(ops.size() + 1); // by op: the first event of it and of what it defines
  for (const Root &root : roots)
    ++next[root.definedAt + 1];
  for (size_t op = 0; op < ops.size(); ++op)
    next[op + 1] += next[op] + 1;
  eventsOf.resize(ops.size() + roots.size());
  events.resize(eventsOf.size());
  for (auto [number, op] : llvm::enumerate(ops)) {
    op.event = next[number]++;
    eventsOf[op.event] = static_cast<uint32_t>(number);
  }
  for (auto [number, root] : llvm::enumerate(roots)) {
    root.event = next[root.definedAt]++;
    eventsOf[root.event] = static_cast<uint32_t>(ops.size() + number);
  }
}

//===--- What changes ---===//

void Instantiation::touchUnit(uint32_t unit) {
  if (!std::exchange(units[unit].isDirty, true))
    dirtyUnits.push_back(unit);
}

void Instantiation::choose(size_t op, size_t choice) {
  if (chosenOf[op] == choice)
    return;
  chosenOf[op] = choice;
  touchOp(op);
  for (auto [position, operand] : llvm::enumerate(problem.ops[op].operands)) {
    wantedBy[ops[op].firstUse + position] = choices[choice].needs[position];
    touchRoot(problem.values[operand].root);
  }
}

void Instantiation::setLoopCarried(size_t number, const Sharding &sharding) {
  ShardingId id = interner.sharding(sharding.placement(costs.mesh()));
  if (carriedAs[number] == id)
    return;
  carriedAs[number] = id;
  const ShardingProblem::LoopCarried &carried = problem.loopCarried[number];
  touchOp(carried.entry);
  for (size_t op : {carried.entry, carried.yield}) {
    wantedBy[ops[op].firstUse + carried.position] = id;
    touchRoot(problem.values[problem.ops[op].operands[carried.position]].root);
  }
}

void Instantiation::update() {
  while (true) {
    const int event = events.find_first_in(nextEvent, events.size());
    if (event < 0)
      break;
    nextEvent = event + 1;
    events.reset(event);
    if (const size_t number = eventsOf[event]; number < ops.size())
      instantiate(number);
    else
      acquireAll(roots[number - ops.size()]);
  }
  sortUnits();
}

void Instantiation::setRoot(size_t value, ShardingId made, LocalId local, Spot spot) {
  Root &root = roots[value];
  if (root.made == made && root.value == local && root.spot == spot)
    return;
  root.made = made;
  root.value = local;
  root.spot = spot;
  touchRoot(value);
}

void Instantiation::instantiate(size_t number) {
  const ShardingProblem::Op &op = problem.ops[number];
  auto fix = [&](Runs runs, const fusion::OpForm *form, llvm::ArrayRef<size_t> results) {
    DeviceOp what;
    what.runs = runs;
    what.form = form;
    instantiateFixed(number, std::move(what), results);
  };
  switch (ops[number].role) {
  case Role::Arguments:
    return setArguments(op.results, 0);
  case Role::ByRule:
    return instantiateByRule(number);
  case Role::Yield:
    return yield(ops[number].block);
  case Role::Name:
  case Role::Leave:
    return;
  case Role::Barrier:
    return fix(Runs::Barrier, nullptr, op.results);
  case Role::Check:
    return fix(Runs::Check, nullptr, {});
  case Role::Made:
    if (op.made >= 0)
      return instantiateSource(number);
    return fix(Runs::Kernel, &DeviceOps::index(), op.results);
  case Role::Enter:
    return enter(number);
  case Role::Inline:
    for (auto [value, local] : llvm::zip_equal(ops[number].handsTo, acquiredBy(number)))
      setRoot(value, madeAs(value), local, {static_cast<uint32_t>(number), kNone});
    return;
  }
}

llvm::SmallVector<OpId, 2> Instantiation::addSteps(const Fragment &fragment, llvm::SmallVectorImpl<LocalId> &values,
                                                   uint32_t block, uint32_t unit) {
  llvm::SmallVector<OpId, 2> added;
  llvm::SmallVector<LocalId, 3> operands;
  for (const Fragment::Step &step : fragment.steps)
    fetch(*step.op);
  for (const Fragment::Step &step : fragment.steps) {
    operands.clear();
    for (uint32_t operand : step.operands)
      operands.push_back(values[operand]);
    OpId op = program.add(step.op, block, operands);
    unitOf.resize(program.ops.size(), kNone);
    unitOf[op] = unit;
    llvm::append_range(values, program.ops[op].results);
    added.push_back(op);
  }
  return added;
}

void Instantiation::instantiateByRule(size_t number) {
  const ShardingProblem::Op &op = problem.ops[number];
  Choice &choice = choices[chosenOf[number]];
  llvm::SmallVector<LocalId, 8> values(acquiredBy(number));
  llvm::SmallVector<const LocalArray *, 4> arrays;
  WordHash key;
  key.add(ops[number].signature);
  key.add(chosenOf[number]);
  llvm::SmallBitVector zeros(values.size());
  const bool readsBeside = !problem.classes[op.opClass].rule.windows.empty();
  for (auto [position, value] : llvm::enumerate(values)) {
    arrays.push_back(program.values[value].array);
    if (const DeviceOp *maker = readsBeside ? program.makerOf(value) : nullptr)
      zeros[position] = llvm::is_contained(maker->neutral, ReductionKind::Sum);
    key.add(arrays.back()->number << 1 | zeros[position]);
  }
  const Fragment *&known = fragmentsByRule[key.get() >> 1];
  if (!known)
    known = &fragments.emplace_back(deviceOps.ofRule(op, choice.choice, arrays, zeros));
  const Fragment &fragment = *known;
  placeFragment(number, fragment, values);
  Spot spot{static_cast<uint32_t>(number), kNone};
  llvm::ArrayRef<OpId> own = units[number].own;
  if (llvm::any_of(fragment.results,
                   [&](PartId result) { return !own.empty() && program.values[values[result]].maker == own.back(); }))
    spot.after = own.back();
  for (auto [place, result] : llvm::enumerate(op.results))
    setRoot(result, choice.makes[place], values[fragment.results[place]], spot);
}

/// A constant or an index.
void Instantiation::instantiateSource(size_t number) {
  const ShardingProblem::Op &op = problem.ops[number];
  const size_t result = op.results.front();
  const Fragment &fragment = *source(op.made, roots[result].array, madeAs(result));
  llvm::SmallVector<LocalId, 8> values;
  placeFragment(number, fragment, values);
  LocalId value = values[fragment.results.front()];
  setRoot(result, madeAs(result), value, spotOf(value));
}

void Instantiation::placeFragment(size_t number, const Fragment &fragment, llvm::SmallVectorImpl<LocalId> &values) {
  Unit &unit = units[number];
  if (std::exchange(ops[number].fragment, &fragment) == &fragment) {
    for (auto [step, placed] : llvm::zip_equal(fragment.steps, unit.own)) {
      llvm::SmallVector<LocalId, 3> operands;
      for (PartId operand : step.operands)
        operands.push_back(values[operand]);
      program.rewire(placed, operands);
      llvm::append_range(values, program.ops[placed].results);
    }
    return;
  }
  llvm::for_each(unit.own, [&](OpId placed) { program.drop(placed); });
  unit.own = addSteps(fragment, values, ops[number].block, static_cast<uint32_t>(number));
  touchUnit(static_cast<uint32_t>(number));
}

void Instantiation::instantiateFixed(size_t number, DeviceOp &&what, llvm::ArrayRef<size_t> results) {
  Unit &unit = units[number];
  for (LocalId value : acquiredBy(number))
    what.reads.push_back(program.values[value].array);
  for (size_t result : results)
    what.makes.push_back(arrayIn(result));
  if (!unit.own.empty()) {
    const DeviceOp &before = *program.ops[unit.own.front()].what;
    if (before.reads == what.reads && before.makes == what.makes && before.likeness == what.likeness)
      program.rewire(unit.own.front(), acquiredBy(number));
    else
      program.drop(unit.own.pop_back_val());
  }
  if (unit.own.empty()) {
    OpId placed = program.add(deviceOps.keep(std::move(what)), ops[number].block, acquiredBy(number));
    unitOf.resize(program.ops.size(), kNone);
    unitOf[placed] = static_cast<uint32_t>(number);
    unit.own.push_back(placed);
    touchUnit(static_cast<uint32_t>(number));
  }
  for (auto [result, local] : llvm::zip_equal(results, program.ops[unit.own.front()].results))
    setRoot(result, madeAs(result), local, spotOf(local));
}

void Instantiation::enter(size_t number) {
  const Op &op = ops[number];
  DeviceOp what;
  what.runs = Runs::Region;
  instantiateFixed(number, std::move(what), op.handsTo);
  OpId placed = units[number].own.front();
  program.ops[placed].region = op.region;
  for (auto [block, arguments] : llvm::zip_equal(program.regions[op.region].blocks, argumentsOf[op.region])) {
    program.blocks[block].region = placed;
    setArguments(arguments, block);
  }
}

void Instantiation::setArguments(llvm::ArrayRef<size_t> values, uint32_t block) {
  llvm::SmallVector<LocalId> &arguments = program.blocks[block].arguments;
  arguments.resize(values.size(), kNone);
  for (auto [value, local] : llvm::zip_equal(values, arguments)) {
    const LocalArray *array = arrayIn(value);
    if (local == kNone || program.values[local].array != array) {
      if (local != kNone)
        program.dropValue(local);
      local = program.addValue(array, block, kNone, problem.values[value].isKept);
    }
    setRoot(value, madeAs(value), local, spotOf(local));
  }
}

void Instantiation::yield(uint32_t block) { program.rewire(program.blocks[block].end, acquiredBy(yieldIn[block])); }

//===--- Copies ---===//

void Instantiation::acquireAll(Root &root) {
  std::vector<Copy> before = std::exchange(root.copies, {});
  for (uint32_t use : root.uses) {
    ShardingId wanted = wantedBy[use];
    LocalId value = root.value;
    if (wanted != kAny && wanted != root.made) {
      auto known = llvm::find_if(root.copies, [&](const Copy &copy) { return copy.sharding == wanted; });
      value = known != root.copies.end() ? known->value : makeCopy(root, before, wanted, use);
    }
    if (std::exchange(acquired[use], value) != value)
      touchOp(userOf[use]);
  }
  llvm::for_each(before, [&](const Copy &copy) { drop(copy); });
}

/// Into a sharding in which the value is not there yet.
LocalId Instantiation::makeCopy(Root &root, std::vector<Copy> &before, ShardingId wanted, uint32_t use) {
  const ShardingProblem::Value &whole = problem.values[static_cast<size_t>(&root - roots.data())];
  const int64_t made = problem.ops[root.definedAt].made;
  const bool isMadeAnew = whole.free && made >= 0 && !interner.sharding(wanted).isPartial();
  Copy copy;
  copy.sharding = wanted;
  copy.source = root.value;
  if (isMadeAnew) {
    copy.spot = spotOf(root.value);
    copy.fragment = source(made, root.array, wanted);
  } else {
    Reshard *best = nullptr;
    auto consider = [&](ShardingId from, LocalId source, Spot spot) {
      Reshard &reshard = reshardOf(root.array, from, wanted);
      if (!reshard.price || (best && !(*reshard.price < *best->price)))
        return;
      best = &reshard;
      copy.source = source;
      copy.spot = spot;
    };
    consider(root.made, root.value, root.spot);
    for (const Copy &other : root.copies)
      consider(other.sharding, other.value, spotOf(other.value));
    if (!best)
      return root.value;
    copy.fragment = resharding(*best, copy.source, needsWhole(use, root.made));
  }
  const uint64_t time = use;
  Unit &unit = units[copy.spot.unit];
  auto same = llvm::find_if(before, [&](const Copy &other) {
    return other.sharding == wanted && other.source == copy.source && other.spot == copy.spot &&
           other.fragment == copy.fragment;
  });
  if (same != before.end()) {
    copy = std::move(*same);
    before.erase(same);
    for (Unit::Copies &placed : unit.copies)
      if (!copy.ops.empty() && placed.ops.front() == copy.ops.front() && std::exchange(placed.time, time) != time)
        touchUnit(copy.spot.unit);
  } else {
    llvm::SmallVector<LocalId, 4> values;
    if (!isMadeAnew)
      values.push_back(copy.source);
    copy.ops = addSteps(*copy.fragment, values, unit.block, copy.spot.unit);
    copy.value = values[copy.fragment->results.front()];
    if (!copy.ops.empty()) {
      unit.copies.push_back({copy.spot.after, time, copy.ops});
      touchUnit(copy.spot.unit);
    }
  }
  root.copies.push_back(std::move(copy));
  return root.copies.back().value;
}

void Instantiation::drop(const Copy &copy) {
  if (copy.ops.empty())
    return;
  uint32_t unit = unitOf[copy.ops.front()];
  llvm::erase_if(units[unit].copies,
                 [&](const Unit::Copies &placed) { return placed.ops.front() == copy.ops.front(); });
  touchUnit(unit);
  llvm::for_each(copy.ops, [&](OpId op) { program.drop(op); });
}

llvm::SmallVector<OpId, 2> Instantiation::addInFront(OpId op, const Fragment &fragment,
                                                     llvm::SmallVectorImpl<LocalId> &values) {
  const uint32_t unit = unitOf[op];
  llvm::SmallVector<OpId, 2> added = addSteps(fragment, values, program.ops[op].block, unit);
  units[unit].inFront.push_back({op, added});
  for (OpId extra : added)
    program.ops[extra].isMerged = true;
  touchUnit(unit);
  return added;
}

void Instantiation::dropInFront(llvm::ArrayRef<OpId> placed) {
  const uint32_t unit = unitOf[placed.front()];
  llvm::erase_if(units[unit].inFront, [&](const auto &entry) { return entry.second.front() == placed.front(); });
  touchUnit(unit);
  llvm::for_each(placed, [&](OpId op) { program.drop(op); });
}

/// What makes a constant or an index where it is wanted.
const Fragment *Instantiation::source(int64_t made, ArrayId array, ShardingId wanted) {
  const Fragment *&fragment = sources[{static_cast<uint64_t>(made) << 32 | array, wanted}];
  if (!fragment)
    fragment = &fragments.emplace_back(
        deviceOps.ofSource(made, problem.values[valueOfArray[array]], interner.sharding(wanted)));
  return fragment;
}

Instantiation::Reshard &Instantiation::reshardOf(ArrayId array, ShardingId from, ShardingId to) {
  std::unique_ptr<Reshard> &reshard = reshardsBetween[{uint64_t(array) << 32 | from, to}];
  if (reshard)
    return *reshard;
  reshard = std::make_unique<Reshard>();
  const ShardingProblem::Value &whole = problem.values[valueOfArray[array]];
  reshard->array = array;
  reshard->from = &interner.sharding(from);
  reshard->to = &interner.sharding(to);
  reshard->price = plans.price(whole.shape, whole.element, *reshard->from, *reshard->to);
  return *reshard;
}

const Fragment *Instantiation::resharding(Reshard &reshard, LocalId source, bool standsAlone) {
  llvm::ArrayRef<ReductionKind> neutral;
  if (const DeviceOp *maker = program.makerOf(source); maker && reshard.to->isPartial())
    neutral = maker->neutral;
  auto known = llvm::find_if(reshard.steps, [&](const Reshard::Steps &steps) {
    return steps.standsAlone == standsAlone && llvm::ArrayRef(steps.neutral) == neutral;
  });
  if (known != reshard.steps.end())
    return known->fragment;
  const ShardingProblem::Value &whole = problem.values[valueOfArray[reshard.array]];
  absl::StatusOr<const ReshardPlan *> plan =
      reshards.plan(costs.mesh(), whole.shape, whole.element.bytes, *reshard.from, *reshard.to, whole.element.name);
  static const ReshardPlan none;
  const Fragment &fragment = fragments.emplace_back(deviceOps.ofReshard(
      plan.ok() ? **plan : none, deviceOps.array(*reshard.from, whole), whole, *reshard.to, standsAlone, neutral));
  reshard.steps.push_back({standsAlone, {neutral.begin(), neutral.end()}, &fragment});
  return &fragment;
}

/// The op runs whole on every device for the operand's sake.
bool Instantiation::needsWhole(uint32_t use, ShardingId made) {
  const size_t user = userOf[use];
  const ShardingProblem::Op &op = problem.ops[user];
  if (op.opClass < 0)
    return false;
  const size_t position = use - ops[user].firstUse;
  auto [place, isNew] = wholes.try_emplace({uint64_t(chosenOf[user]) << 32 | position, made}, false);
  const ShardingProblem::OpClass &opClass = problem.classes[op.opClass];
  if (isNew)
    place->second = runsWholeFor(costs.mesh(), opClass.rule, opClass.shapes, choices[chosenOf[user]].choice.placement,
                                 position, interner.sharding(made));
  return place->second;
}

std::vector<std::optional<size_t>> Instantiation::valuesOfLocals() const {
  std::vector<std::optional<size_t>> values(program.values.size());
  auto name = [&](llvm::ArrayRef<OpId> placed, size_t value) {
    for (OpId op : placed)
      for (LocalId local : program.ops[op].results)
        values[local] = value;
  };
  for (auto [number, op] : llvm::enumerate(problem.ops))
    if (!op.results.empty())
      name(units[number].own, op.results.front());
  for (auto [value, root] : llvm::enumerate(roots)) {
    if (root.value != kNone)
      values[root.value] = value;
    for (const Copy &copy : root.copies)
      name(copy.ops, value);
  }
  return values;
}

//===--- Order ---===//

/// What was brought last stands next to where it comes from.
void Instantiation::sortUnit(Unit &unit) {
  unit.ops.clear();
  if (unit.copies.size() > 1)
    llvm::stable_sort(unit.copies, [](const auto &a, const auto &b) { return a.time > b.time; });
  auto place = [&](OpId op) {
    for (const auto &[before, others] : unit.inFront)
      if (before == op)
        llvm::append_range(unit.ops, others);
    unit.ops.push_back(op);
  };
  auto addBehind = [&](OpId after, auto &&addBehind) -> void {
    for (const Unit::Copies &copies : unit.copies) {
      if (copies.after != after)
        continue;
      llvm::for_each(copies.ops, place);
      addBehind(copies.ops.back(), addBehind);
    }
  };
  for (OpId op : unit.own) {
    place(op);
    addBehind(op, addBehind);
  }
  addBehind(kNone, addBehind);
}

void Instantiation::sortUnits() {
  auto isFront = [&](uint32_t unit) { return unit >= problem.ops.size(); };
  // What comes last goes in place first, so that places before it are what they were.
  llvm::sort(dirtyUnits, [&](uint32_t a, uint32_t b) { return isFront(a) != isFront(b) ? isFront(b) : a > b; });
  llvm::SmallVector<std::pair<uint32_t, size_t>, 4> sizes; ///< of blocks that are put in order, before
  llvm::SmallVector<OpId, 8> opsBefore;
  for (uint32_t number : dirtyUnits) {
    Unit &unit = units[number];
    unit.isDirty = false;
    std::vector<OpId> &order = program.blocks[unit.block].ops;
    opsBefore.assign(unit.ops.begin(), unit.ops.end());
    const size_t before = unit.ops.size(), begin = before && !isFront(number) ? program.at[unit.ops.front()] : 0;
    const bool isNew = before == 0 && !isFront(number);
    sortUnit(unit);
    isNewBlock[unit.block] |= isNew || order.empty();
    if (llvm::none_of(sizes, [&](const auto &known) { return known.first == unit.block; }))
      sizes.push_back({unit.block, order.size()});
    if (isNewBlock[unit.block]) {
      llvm::append_range(program.moved, unit.ops);
      program.reorder(unit.block, 0, 0);
      continue;
    }
    // What is there behind the same, and in front of it, has not moved.
    const size_t now = unit.ops.size(), both = std::min(before, now);
    size_t front = 0, end = 0;
    while (front < both && unit.ops[front] == opsBefore[front])
      ++front;
    while (end < both - front && unit.ops[now - 1 - end] == opsBefore[before - 1 - end])
      ++end;
    if (front == before && front == now)
      continue;
    llvm::ArrayRef<OpId> others = llvm::ArrayRef(unit.ops).slice(front, now - front - end);
    llvm::append_range(program.moved, others);
    program.reorder(unit.block, begin + front, order.size() - (begin + before - end));
    auto place = order.begin() + static_cast<ptrdiff_t>(begin + front);
    const size_t replaced = before - front - end, common = std::min(replaced, others.size());
    place = std::copy_n(others.begin(), common, place);
    if (others.size() > replaced)
      order.insert(place, others.begin() + common, others.end());
    else
      order.erase(place, place + static_cast<ptrdiff_t>(replaced - common));
  }
  dirtyUnits.clear();
  for (auto [block, front, end] : program.reordered) {
    auto known = llvm::find_if(sizes, [block = block](const auto &size) { return size.first == block; });
    if (known == sizes.end())
      continue;
    std::vector<OpId> &order = program.blocks[block].ops;
    size_t last = order.size() == known->second ? order.size() - end : order.size();
    if (std::exchange(isNewBlock[block], false)) {
      order.clear();
      for (uint32_t unit : unitsIn[block])
        llvm::append_range(order, units[unit].ops);
      last = order.size();
    }
    for (size_t place = front; place < last; ++place)
      program.at[order[place]] = static_cast<uint32_t>(place);
  }
}

} // namespace shardwright::evaluation
