#include "lib/Evaluate/Kernels.h"

#include "lib/Sharding/WordHash.h"
#include "shardwright/Fusion/ProductPlan.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Runs = DeviceOp::Runs;

} // namespace

void Kernels::update() {
  const size_t numOps = program.ops.size(), numValues = program.values.size();
  graph.nodes.resize(numOps);
  inlined.resize(numOps);
  reads.resize(numOps);
  signatures.resize(numOps);
  makers.resize(numOps);
  forms.resize(numOps);
  states.resize(numOps);
  prices.resize(numOps);
  graph.values.resize(numValues);
  users.resize(numValues);
  held.resize(numValues);
  buffers.resize(numValues);
  marks.resize(numValues);
  capturedBy.resize(program.regions.size());
  for (OpId op : common.changed()) {
    fetch(states[op]);
    fetch(graph.nodes[op]);
    fetch(reads[op]);
    fetch(makers[op]);
    for (LocalId value : common.reads(op)) {
      fetch(graph.values[value]);
      fetch(users[value]);
    }
  }
  for (OpId op : common.changed())
    if (!std::exchange(states[op].isDirty, true))
      dirty.push_back(op);
  // What is gone goes first: others may have its numbers.
  for (OpId op : dirty)
    if (states[op].isThere && !common.isLive(op))
      detach(op);
  for (size_t next = 0; next < dirty.size(); ++next) {
    OpId op = dirty[next];
    states[op].isDirty = false;
    link(op);
  }
  dirty.clear();
  leaveLayouts();
  decide();
  for (size_t next = 0; next < touched.size(); ++next)
    flood(touched[next]);
  for (OpId op : touched) {
    readAgain(op);
    states[op].isTouched = false;
  }
  touched.clear();
}

void Kernels::forgetChanges() {
  for (OpId op : changes)
    states[op].isChanged = false;
  changes.clear();
  rereads.clear();
}

/// What a barrier hands on is what it is given.
LocalId Kernels::finalOf(LocalId value) const {
  for (OpId maker = program.values[value].maker; maker != kNone && program.ops[maker].what->runs == Runs::Barrier;
       maker = program.values[value].maker) {
    const auto &results = program.ops[maker].results;
    value = common.reads(maker)[llvm::find(results, value) - results.begin()];
  }
  return value;
}

bool Kernels::foldsNow(OpId op) const {
  if (program.ops[op].what->kind() != Kind::Broadcast || !common.isLive(op))
    return false;
  OpId maker = program.values[common.reads(op).front()].maker;
  if (maker == kNone)
    return false;
  const DeviceOp &what = *program.ops[maker].what;
  return (what.kind() == Kind::Splat && !what.form->isComplex) || foldsNow(maker);
}

/// Into the graph, with what the op reads now.
void Kernels::link(OpId op) {
  State &state = states[op];
  auto propagate = [&] {
    for (LocalId result : program.ops[op].results)
      for (OpId reader : common.readers(result))
        if (!std::exchange(states[reader].isDirty, true))
          dirty.push_back(reader);
  };
  if (!common.isLive(op))
    return;
  if (program.ops[op].what->runs == Runs::Barrier)
    return propagate();
  bool folds = foldsNow(op);
  llvm::SmallVector<LocalId, 3> uses;
  if (!folds)
    for (LocalId value : common.reads(op))
      uses.push_back(finalOf(value));
  if (state.isThere && state.isFolded == folds && state.uses == uses)
    return;
  if (state.isThere)
    detach(op);
  if (state.isFolded != folds)
    propagate();
  state.isFolded = folds;
  state.uses = std::move(uses);
  attach(op);
}

void Kernels::attach(OpId op) {
  static const fusion::OpForm splat = [] {
    fusion::OpForm form;
    form.kind = Kind::Splat;
    return form;
  }();
  State &state = states[op];
  const DeviceProgram::Op &placed = program.ops[op];
  fusion::Node &node = graph.nodes[op];
  if (state.isFolded) {
    llvm::SmallVector<llvm::ArrayRef<int64_t>, 1> makes;
    for (const LocalArray *array : placed.what->makes)
      makes.push_back(array->shape);
    node = fusion::nodeOf(splat, {}, makes);
    node.kind = placed.what->number << 1 | 1;
  } else {
    node = placed.what->node;
  }
  if (plansProducts && node.isWalkable)
    node.uses.front().takesLayout = false;
  node.uses.resize(state.uses.size());
  for (auto [use, value] : llvm::zip_equal(node.uses, state.uses))
    use.value = value;
  node.results.assign(placed.results.begin(), placed.results.end());
  for (auto [result, array] : llvm::zip_equal(placed.results, placed.what->makes)) {
    fusion::OpGraph::Value &value = graph.values[result];
    value.maker = op;
    value.elements = array->elements;
    value.elementBytes = array->elementBytes;
  }
  state.isThere = true;
  state.isNew = true;
  connect(op, true);
  undecide(op);
  touch(op);
}

void Kernels::detach(OpId op) {
  State &state = states[op];
  if (OpId transpose = std::exchange(state.writes, kNone); transpose != kNone)
    write(transpose, fusion::Node::Written::Itself, kNone);
  if (OpId product = std::exchange(state.writtenBy, kNone); product != kNone)
    states[product].writes = kNone;
  connect(op, false);
  for (LocalId result : program.ops[op].results)
    graph.values[result].maker = -1;
  state.isThere = false;
  state.isFolded = false;
  state.uses.clear();
  state.wasComputedByOthers |= inlined[op] || state.isCopy;
  inlined[op] = false;
  state.isCopy = false;
  touch(op);
}

/// Tells the values that it reads.
void Kernels::connect(OpId op, bool isThere) {
  const State &state = states[op];
  const DeviceProgram::Op &placed = program.ops[op];
  for (auto [number, value] : llvm::enumerate(state.uses)) {
    fusion::OpGraph::Value &read = graph.values[value];
    if (read.maker < 0) {
      read.elements = program.values[value].array->elements;
      read.elementBytes = program.values[value].array->elementBytes;
    }
    undecideMaker(value);
    if (isThere)
      users[value].push_back(op);
    else
      eraseOne(users[value], op);
    if (placed.block == program.values[value].block && placed.what->runs != Runs::End) {
      fusion::OpGraph::Reader reader{op, static_cast<unsigned>(number)};
      auto isBefore = [](const fusion::OpGraph::Reader &a, const fusion::OpGraph::Reader &b) {
        return std::pair(a.node, a.use) < std::pair(b.node, b.use);
      };
      auto place = std::lower_bound(read.readers.begin(), read.readers.end(), reader, isBefore);
      if (isThere)
        read.readers.insert(place, reader);
      else
        read.readers.erase(place);
      continue;
    }
    held[value] += isThere ? 1 : -1;
    read.isHeld = held[value] > 0;
    if (placed.block == program.values[value].block)
      continue;
    // The region around it reads the value, too.
    OpId around = program.ancestorIn(program.values[value].block, op);
    std::vector<LocalId> &captured = capturedBy[program.ops[around].region];
    if (isThere)
      captured.push_back(value);
    else
      captured.erase(llvm::find(captured, value));
    touch(around);
  }
}

/// The transpose is written otherwise than before.
void Kernels::write(OpId transpose, fusion::Node::Written written, OpId by) {
  State &state = states[transpose];
  state.writtenBy = by;
  fusion::setWritten(graph.nodes[transpose], program.ops[transpose].what->node, written);
  state.isNew = true;
  undecide(transpose);
  touch(transpose);
}

void Kernels::planAgain(OpId op) {
  if (graph.nodes[op].role == fusion::Role::Heavy && graph.nodes[op].layout &&
      std::exchange(states[op].isPlanned, false))
    unplanned.push_back(op);
}

/// Products for which it matters what the op is, and who reads it.
void Kernels::planAround(OpId op) {
  if (!states[op].isThere)
    return;
  const fusion::Node &node = graph.nodes[op];
  planAgain(op);
  const bool isTranspose = node.layout && node.role != fusion::Role::Heavy;
  if (isTranspose)
    for (const fusion::OpGraph::Reader &reader : graph.values[node.results.front()].readers)
      planAgain(reader.node);
  if (!isTranspose && !node.keepsLayout)
    return;
  for (int64_t maker = graph.values[node.uses.front().value].maker; maker >= 0;
       maker = graph.values[graph.nodes[maker].uses.front().value].maker) {
    planAgain(static_cast<OpId>(maker));
    if (!graph.nodes[maker].keepsLayout)
      return;
  }
}

void Kernels::plan(OpId product) {
  fusion::ProductPlan plan = fusion::planProduct(graph, product);
  State &state = states[product];
  state.isPlanned = true;
  touch(product);
  for (auto [use, takes] : llvm::zip(graph.nodes[product].uses, plan.takesLayout))
    if (std::exchange(use.takesLayout, takes) != takes)
      undecideMaker(use.value);
  const OpId before = state.writes, now = plan.transpose < 0 ? kNone : static_cast<OpId>(plan.transpose);
  if (before == now && (now == kNone || graph.nodes[now].written == plan.written))
    return;
  state.writes = now;
  auto change = [&](OpId transpose, fusion::Node::Written written, OpId by) {
    write(transpose, written, by);
    planAround(transpose);
  };
  if (before != kNone && before != now && states[before].writtenBy == product)
    change(before, fusion::Node::Written::Itself, kNone);
  if (now != kNone)
    change(now, plan.written, product);
  state.isPlanned = true;
}

/// From products to those that read what they make.
void Kernels::planProducts() {
  for (size_t next = 0; next < undecided.size(); ++next)
    planAround(undecided[next]);
  for (size_t next = 0; next < unplanned.size(); ++next)
    if (OpId product = unplanned[next]; states[product].isThere && !states[product].isPlanned)
      plan(product);
    else
      states[product].isPlanned = true;
  unplanned.clear();
}

/// From readers to what they read.
void Kernels::leaveLayouts() {
  if (plansProducts)
    planProducts();
  llvm::SmallVector<OpId> open(undecided.begin(), undecided.end());
  while (!open.empty()) {
    OpId op = open.pop_back_val();
    fusion::Node &node = graph.nodes[op];
    if (!states[op].isThere || !node.isWalkable)
      continue;
    const bool before = node.isForProducts;
    const fusion::Use &own = program.ops[op].what->node.uses.front();
    node.uses.front().form = own.form;
    node.uses.front().evaluations = own.evaluations;
    graph.leaveLayoutToProducts(op);
    if (node.isForProducts == before)
      continue;
    undecide(op);
    touch(op);
    if (int64_t maker = graph.values[node.uses.front().value].maker; maker >= 0) {
      undecide(static_cast<OpId>(maker));
      open.push_back(static_cast<OpId>(maker));
    }
  }
}

/// From what is read to readers: in the order of the program, most are decided once.
void Kernels::decide() {
  llvm::sort(undecided, [&](OpId a, OpId b) { return std::pair(program.at[a], a) < std::pair(program.at[b], b); });
  for (size_t next = 0; next < undecided.size(); ++next) {
    OpId op = undecided[next];
    State &state = states[op];
    state.isUndecided = false;
    if (!state.isThere)
      continue;
    const bool isNew = std::exchange(state.isNew, false), was = inlined[op];
    fusion::InlinedPrice before = prices[op];
    inlined[op] = fusion::decideInlined(graph, limits, op, inlined, prices);
    const bool isCopy = fusion::isCopyOfBuffer(graph, inlined, op);
    if (isNew || was != inlined[op] || state.isCopy != isCopy || (was && !(before == prices[op]))) {
      state.wasComputedByOthers |= was || state.isCopy;
      touch(op);
      for (LocalId result : program.ops[op].results)
        for (OpId user : users[result])
          undecide(user);
    }
    state.isCopy = isCopy;
  }
  undecided.clear();
}

/// Whoever computes it, or reads through it, reads again.
void Kernels::flood(OpId op) {
  State &state = states[op];
  bool isThrough = state.isThere ? inlined[op] || state.isCopy : true;
  if (!isThrough && !state.wasComputedByOthers)
    return;
  state.wasComputedByOthers = false;
  for (LocalId result : program.ops[op].results)
    for (OpId user : users[result]) {
      touch(user);
      touch(program.ancestorIn(program.values[result].block, user));
    }
}

void Kernels::readAgain(OpId op) {
  const State &state = states[op];
  const bool isNone = !state.isThere || inlined[op];
  const Form before = std::exchange(forms[op], isNone                                            ? Form::None
                                               : graph.nodes[op].role == fusion::Role::Heavy     ? Form::Heavy
                                               : graph.nodes[op].role == fusion::Role::Reduction ? Form::Reduction
                                                                                                 : Form::Light);
  markChanged(op);
  if (isNone) {
    signatures[op] = 0;
    if (before != Form::None)
      setReads(op, {});
    return;
  }
  if (uint32_t region = program.ops[op].region; region != kNone) {
    fusion::Node &node = graph.nodes[op];
    node.captured.assign(capturedBy[region].begin(), capturedBy[region].end());
    std::sort(node.captured.begin(), node.captured.end());
    node.captured.erase(llvm::unique(node.captured), node.captured.end());
  }
  setReads(op, fusion::elementReads(graph, inlined, op));
  makers[op].clear();
  auto waitFor = [&](LocalId value) {
    if (OpId maker = program.values[value].maker; maker != kNone && program.ops[maker].block == program.ops[op].block)
      makers[op].push_back(maker);
  };
  if (graph.nodes[op].isComplex) // a call, of its operands alone
    for (LocalId value : state.uses) {
      for (int64_t maker = graph.values[value].maker; maker >= 0 && states[maker].isCopy;
           maker = graph.values[value].maker)
        value = graph.nodes[maker].uses.front().value;
      if (!fusion::isInlined(graph, inlined, value))
        waitFor(value);
    }
  else
    for (const fusion::ElementRead &read : reads[op].reads)
      waitFor(read.value);
  WordHash signature;
  signature.add(uint64_t(op) << 32 | program.ops[op].what->number);
  signature.add(static_cast<uint64_t>(graph.nodes[op].written) << 8 | static_cast<uint64_t>(forms[op]) << 2 |
                static_cast<uint64_t>(state.isFolded) << 1 | state.isCopy);
  signature.add(reads[op].likeness);
  for (const fusion::ElementRead &read : reads[op].reads) {
    const int64_t maker = graph.values[read.value].maker;
    signature.add(uint64_t(read.value) << 32 | program.values[read.value].array->number);
    signature.add(static_cast<uint64_t>(read.divisor));
    signature.add(static_cast<uint64_t>(maker));
  }
  signatures[op] = signature.get();
}

void Kernels::setReads(OpId op, fusion::NodeReads now) {
  auto isSameValue = [](const fusion::ElementRead &a, const fusion::ElementRead &b) { return a.value == b.value; };
  if (llvm::equal(reads[op].reads, now.reads, isSameValue)) {
    reads[op] = std::move(now);
    return;
  }
  // What is read then is marked, and counts as both where it was read before.
  const uint64_t isNow = lastMark + 1, isBoth = isNow + 1, isBefore = isNow + 2;
  lastMark = isBefore;
  auto markMaker = [&](LocalId value) {
    if (OpId maker = program.values[value].maker; maker != kNone)
      rereads.push_back(maker);
  };
  for (const fusion::ElementRead &read : now.reads)
    marks[read.value] = isNow;
  for (const fusion::ElementRead &read : reads[op].reads) {
    uint64_t &mark = marks[read.value];
    if (mark == isNow)
      mark = isBoth;
    if (mark >= isNow)
      continue;
    mark = isBefore;
    eraseOne(buffers[read.value], op);
    markMaker(read.value);
  }
  for (const fusion::ElementRead &read : now.reads)
    if (marks[read.value] == isNow) {
      marks[read.value] = isBoth;
      buffers[read.value].push_back(op);
      markMaker(read.value);
    }
  reads[op] = std::move(now);
}

} // namespace shardwright::evaluation
