// Follows the passes that make a program per-device: every need of an operand is met by a copy that exists or by the
// reshard plan from the cheapest one, right behind it; every op becomes one on local shapes.
#include "lib/Evaluate/DeviceProgram.h"

#include "lib/Evaluate/LocalForm.h"
#include "lib/Evaluate/LocalWork.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Reshard/Reshard.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright::evaluation {
namespace {

using Kind = fusion::OpForm::Kind;
using Runs = DeviceOp::Runs;

class Instantiation {
public:
  Instantiation(const ShardingProblem &problem, const PlacementPlan &plan, const CostModel &costs,
                ReshardCache &reshards)
      : problem(problem), plan(plan), costs(costs), mesh(costs.mesh()), reshards(reshards), plans(costs, reshards),
        copies(problem.values.size()), carriedAs(problem.values.size(), nullptr) {
    for (auto [carried, sharding] : llvm::zip_equal(problem.loopCarried, plan.loopCarried)) {
      carriedNeeds[{carried.entry, carried.position}] = carriedNeeds[{carried.yield, carried.position}] = &sharding;
      carriedAs[carried.result] = &sharding;
      for (size_t argument : carried.arguments)
        carriedAs[argument] = &sharding;
    }
  }

  DeviceProgram run() {
    program.blocks.emplace_back();
    addBlock(0, problem.ops.size(), 0);
    return std::move(program);
  }

private:
  struct Copy {
    const Sharding *sharding;
    LocalId value;
    /// What is made of it stands in this block, behind this op; none: behind its maker.
    std::optional<std::pair<uint32_t, OpId>> behind = std::nullopt;
  };

  void addBlock(size_t begin, size_t end, uint32_t block) {
    for (size_t index = begin; index < end;) {
      if (nextRegion < problem.regions.size() && problem.regions[nextRegion].enter == index) {
        index = addRegion(problem.regions[nextRegion++], block);
        continue;
      }
      addOp(index++, block);
    }
  }

  size_t addRegion(const ShardingProblem::Region &region, uint32_t block) {
    if (region.form == ShardingProblem::Region::Form::Inline)
      return addInline(region, block);
    const ShardingProblem::Op &enter = problem.ops[region.enter];
    DeviceOp op;
    op.runs = Runs::Region;
    op.region = program.regions.size();
    op.operands = acquireAll(region.enter);
    program.regions.push_back({region.form, {}, region.trips});
    OpId number = program.append(std::move(op), block);
    size_t begin = region.enter + 1, argument = 0;
    size_t each = region.form == ShardingProblem::Region::Form::Branches || region.ends.empty()
                      ? 0
                      : enter.results.size() / region.ends.size();
    uint32_t id = program.ops[number].region;
    for (size_t end : region.ends) {
      auto inner = static_cast<uint32_t>(program.blocks.size());
      program.blocks.emplace_back();
      program.regions[id].blocks.push_back(inner);
      for (size_t i = 0; i < each; ++i, ++argument)
        program.blocks[inner].arguments.push_back(enterValue(enter.results[argument], inner, kNone));
      addBlock(begin, end, inner);
      program.blocks[inner].yields = acquireAll(end);
      begin = end + 1;
    }
    for (size_t result : problem.ops[region.leave].results)
      program.ops[number].results.push_back(enterValue(result, block, number));
    return region.leave + 1;
  }

  /// What a manual region has in itself becomes part of the block around it. What it is handed is there at its start.
  size_t addInline(const ShardingProblem::Region &region, uint32_t block) {
    auto hand = [&](llvm::ArrayRef<LocalId> values, llvm::ArrayRef<size_t> on) {
      std::pair behind(block, addPlace(block));
      for (auto [value, result] : llvm::zip_equal(values, on))
        copies[result] = {{shardingOf(result), value, behind}};
    };
    hand(acquireAll(region.enter), problem.ops[region.enter].results);
    addBlock(region.enter + 1, region.ends.front(), block);
    hand(acquireAll(region.ends.front()), problem.ops[region.leave].results);
    return region.leave + 1;
  }

  /// Of something that leaves no op: what is made of its results stands behind what is made of ops in front of it.
  OpId addPlace(uint32_t block) {
    DeviceOp none;
    none.isDead = true;
    return program.append(std::move(none), block);
  }

  void addOp(size_t index, uint32_t block) {
    const ShardingProblem::Op &op = problem.ops[index];
    if (op.opClass >= 0)
      return addByRule(index, block);
    if (index == 0) {
      for (size_t argument : op.results)
        program.blocks[0].arguments.push_back(enterValue(argument, 0, kNone));
      return;
    }
    llvm::SmallVector<LocalId, 3> operands = acquireAll(index);
    if (op.results.empty() && index + 1 == problem.ops.size()) { // what the program returns
      llvm::append_range(program.blocks[block].yields, operands);
      return;
    }
    if (op.results.empty())
      return addCheck(operands, block);
    if (!op.operands.empty() && problem.values[op.results.front()].root != op.results.front())
      return;                   // another name
    if (!op.operands.empty()) { // a barrier hands each operand on
      DeviceOp barrier;
      barrier.runs = Runs::Barrier;
      barrier.operands.assign(operands.begin(), operands.end());
      OpId number = program.append(std::move(barrier), block);
      for (size_t result : op.results)
        program.ops[number].results.push_back(enterValue(result, block, number));
      return;
    }
    if (op.made >= 0) {
      const Sharding *sharding = shardingOf(op.results.front());
      copies[op.results.front()] = {{sharding, source(static_cast<size_t>(op.made), op.results.front(), *sharding,
                                                      LocalEmitter(program, mesh, block))}};
      return;
    }
    DeviceOp other;
    other.form = &formOf(Kind::Index, kInt32);
    OpId number = program.append(std::move(other), block);
    for (size_t result : op.results)
      program.ops[number].results.push_back(enterValue(result, block, number));
  }

  /// Of what something looks at and nothing becomes.
  void addCheck(llvm::ArrayRef<LocalId> operands, uint32_t block) {
    static const fusion::OpForm form = [] {
      fusion::OpForm check;
      check.hasEffects = true;
      return check;
    }();
    DeviceOp check;
    check.runs = Runs::Check;
    check.form = &form;
    check.operands.assign(operands.begin(), operands.end());
    program.append(std::move(check), block);
  }

  /// A device's block of a constant or an index, as passes/partition/ops/Source.cpp makes it.
  LocalId source(size_t made, size_t value, const Sharding &sharding, LocalEmitter emit) {
    const ShardingProblem::Made &source = problem.made[made];
    const ShardingProblem::Value &whole = problem.values[value];
    const Elements elements = elementsOf(whole);
    Shape local = sharding.localShape(mesh, whole.shape);
    LocalId result;
    if (source.form.kind == Kind::Constant) {
      result = emit.make(source.form, {}, whole.shape, elements, llvm::hash_combine(made, 'w'));
      for (auto [dim, entry] : llvm::enumerate(sharding.dims))
        if (!entry.axes.empty())
          result = ownBlock(emit, result, dim, entry.axes, elements);
    } else if (source.countedDim >= 0) {
      const auto dim = static_cast<size_t>(source.countedDim);
      llvm::ArrayRef<AxisRef> axes = sharding.dims[dim].axes;
      Elements counted = positionsUpTo(local[dim] * numParts(mesh, axes));
      result = axes.empty() ? emit.iota(local, dim, elements)
                            : emit.convert(emit.positions(local, dim, axes), counted, elements);
    } else if (!source.neutral.empty()) {
      result = emit.splat(local, elements, numberOfIdentity(source.neutral.front()));
    } else {
      result = emit.make(source.form, {}, local, elements, llvm::hash_combine(made, 'm'));
    }
    madeAs[result] = made;
    return result;
  }

  LocalId ownBlock(LocalEmitter &emit, LocalId whole, size_t dim, llvm::ArrayRef<AxisRef> axes, Elements elements) {
    DeviceOp slice;
    slice.form = &formOf(Kind::DynamicSlice, elements);
    slice.operands = {whole};
    slice.ownBlock = OwnBlock{AxisList(axes.begin(), axes.end()), dim};
    Shape shape = program.values[whole].shape;
    shape[dim] = llvm::divideCeil(shape[dim], numParts(mesh, axes));
    llvm::hash_code likeness = llvm::hash_value(dim);
    for (const AxisRef &axis : axes)
      likeness = llvm::hash_combine(likeness, axis);
    return emit.add(std::move(slice), std::move(shape), elements, likeness);
  }

  bool isNeutral(LocalId value, ReductionKind kind) const {
    auto made = madeAs.find(value);
    return made != madeAs.end() && llvm::is_contained(problem.made[made->second].neutral, kind);
  }

  void addByRule(size_t index, uint32_t block) {
    const ShardingProblem::Op &op = problem.ops[index];
    const PlacementChoice &choice = plan.choices[plan.chosen[index]];
    llvm::SmallVector<LocalId, 3> operands = acquireAll(index);
    LocalForm form(problem, index, choice, program, mesh, block);
    auto own = [&](llvm::ArrayRef<LocalId> operands, const Shape *shape) {
      return addOwn(index, operands, shape, block);
    };
    auto isZero = [&](LocalId value) { return isNeutral(value, ReductionKind::Sum); };
    auto results = form.append(std::move(operands), own, isZero);
    const OpId last = program.blocks[block].last;
    const bool isMade = llvm::any_of(results, [&](LocalId value) { return program.values[value].maker == last; });
    std::pair behind(block, isMade ? last : addPlace(block));
    for (auto [result, made, value] : llvm::zip_equal(op.results, choice.makes, results))
      copies[result] = {{&made, value, behind}};
  }

  /// The op of a rule on a device's blocks; `shape`: of its result, where that is not the device's block.
  llvm::SmallVector<LocalId, 1> addOwn(size_t index, llvm::ArrayRef<LocalId> operands, const Shape *shape,
                                       uint32_t block) {
    const ShardingProblem::Op &op = problem.ops[index];
    const ShardingProblem::OpClass &opClass = problem.classes[op.opClass];
    const PlacementChoice &choice = plan.choices[plan.chosen[index]];
    if (opClass.local.library == ShardingProblem::LocalOp::Library::Collective)
      return addCollective(index, operands, block);
    DeviceOp local;
    local.operands.assign(operands.begin(), operands.end());
    local.form = &opClass.local.form;
    // Of one class on the same blocks: it does the same, whatever they are blocks of.
    llvm::hash_code likeness = llvm::hash_value(op.opClass);
    OpId number = program.append(std::move(local), block);
    for (auto [result, made] : llvm::zip_equal(op.results, choice.makes)) {
      const ShardingProblem::Value &whole = problem.values[result];
      Shape own = shape ? *shape : made.localShape(mesh, whole.shape);
      likeness = llvm::hash_combine(likeness, llvm::hash_combine_range(own.begin(), own.end()));
      program.ops[number].results.push_back(
          program.addValue({std::move(own), double(whole.element.bytes), block, number, false}));
    }
    program.ops[number].likeness = opClass.local.form.hasEffects ? 0 : static_cast<uint64_t>(likeness);
    if (opClass.local.library != ShardingProblem::LocalOp::Library::None)
      setLibrary(index, program.ops[number]);
    return program.ops[number].results;
  }

  /// The program's own.
  llvm::SmallVector<LocalId, 1> addCollective(size_t index, llvm::ArrayRef<LocalId> operands, uint32_t block) {
    const ShardingProblem::Op &op = problem.ops[index];
    const ShardingProblem::LocalOp &runs = problem.classes[op.opClass].local;
    llvm::SmallVector<LocalId, 1> results;
    LocalEmitter emit(program, mesh, block);
    for (auto [operand, result, sharding, from] :
         llvm::zip_equal(operands, op.results, plan.choices[plan.chosen[index]].makes, op.operands)) {
      const ShardingProblem::Value &whole = problem.values[result];
      Shape shape = sharding.localShape(mesh, whole.shape);
      double out = static_cast<double>(whole.element.bytes);
      for (int64_t size : shape)
        out *= static_cast<double>(size);
      const auto dim = static_cast<size_t>(runs.dim);
      const ShardingProblem::Value &sent = problem.values[from];
      double bytes = sentBytes(runs.collective, runs.axes, dim, operand, out);
      results.push_back(emit.send(
          operand,
          {runs.collective, runs.axes, runs.pairs, sent.element.name, sent.type, bytes, dim, runs.otherDim, runs.kind},
          std::move(shape), elementsOf(whole)));
    }
    return results;
  }

  void setLibrary(size_t index, DeviceOp &added) const {
    using Library = ShardingProblem::LocalOp::Library;
    const ShardingProblem::Op &op = problem.ops[index];
    const ShardingProblem::OpClass &opClass = problem.classes[op.opClass];
    const ShardingProblem::LocalOp &runs = opClass.local;
    llvm::SmallVector<const LocalValue *, 4> reads, writes;
    for (LocalId id : added.operands)
      reads.push_back(&program.values[id]);
    for (LocalId id : added.results)
      writes.push_back(&program.values[id]);
    added.runs = Runs::Library;
    if (runs.library == Library::Product) {
      added.product = localProduct(opClass, plan.choices[plan.chosen[index]].placement, mesh);
    } else {
      added.seconds = librarySeconds(opClass, costs, reads, writes);
    }
  }

  const Sharding *shardingOf(size_t value) const {
    return carriedAs[value] ? carriedAs[value] : &problem.values[value].spec;
  }

  LocalId enterValue(size_t value, uint32_t block, OpId maker, const Sharding *sharding = nullptr) {
    const ShardingProblem::Value &whole = problem.values[value];
    if (!sharding)
      sharding = shardingOf(value);
    LocalId id = program.addValue(
        {sharding->localShape(mesh, whole.shape), double(whole.element.bytes), block, maker, whole.isKept});
    copies[value] = {{sharding, id}};
    return id;
  }

  llvm::SmallVector<LocalId, 3> acquireAll(size_t index) {
    const ShardingProblem::Op &op = problem.ops[index];
    llvm::SmallVector<LocalId, 3> operands;
    for (auto [position, operand] : llvm::enumerate(op.operands)) {
      const Sharding *wanted = nullptr;
      if (op.opClass >= 0)
        wanted = &plan.choices[plan.chosen[index]].needs[position];
      else if (auto carried = carriedNeeds.find({index, position}); carried != carriedNeeds.end())
        wanted = carried->second;
      else if (op.needs[position])
        wanted = &*op.needs[position];
      standsAlone = op.opClass >= 0 && runsWhole(index, position);
      operands.push_back(wanted ? acquire(operand, *wanted) : copies[problem.values[operand].root].front().value);
    }
    return operands;
  }

  bool runsWhole(size_t index, size_t position) const {
    const ShardingProblem::Op &op = problem.ops[index];
    const ShardingProblem::OpClass &opClass = problem.classes[op.opClass];
    return runsWholeFor(mesh, opClass.rule, opClass.shapes, plan.choices[plan.chosen[index]].placement, position,
                        *copies[problem.values[op.operands[position]].root].front().sharding);
  }

  /// The value in the wanted sharding.
  LocalId acquire(size_t value, const Sharding &wanted) {
    size_t root = problem.values[value].root;
    llvm::SmallVector<Copy, 1> &existing = copies[root];
    for (const Copy &copy : existing)
      if (copy.sharding->samePlacement(wanted))
        return copy.value;
    const ShardingProblem::Value &whole = problem.values[root];
    LocalId made = kNone;
    if (whole.free && !wanted.isPartial()) {
      LocalId first = existing.front().value;
      made = source(madeAs.lookup(first), root, wanted,
                    LocalEmitter(program, mesh, program.values[first].block, program.values[first].maker));
    } else {
      const Copy *source = nullptr;
      std::optional<Price> best;
      for (const Copy &copy : existing) {
        std::optional<Price> price = plans.price(whole.shape, whole.element, *copy.sharding, wanted);
        if (price && (!best || *price < *best)) {
          best = price;
          source = &copy;
        }
      }
      if (!source)
        return existing.front().value;
      made = resharded(*source, whole, wanted);
    }
    copies[root].push_back({&wanted, made});
    return made;
  }

  LocalId resharded(const Copy &from, const ShardingProblem::Value &whole, const Sharding &to) {
    LocalId value = from.value;
    const LocalValue &local = program.values[value];
    auto [block, behind] = from.behind.value_or(std::pair(local.block, local.maker));
    LocalEmitter emit(program, mesh, block, behind);
    Shape shape = to.localShape(mesh, whole.shape);
    if (llvm::is_contained(shape, 0)) // Nobody has anything to send.
      return emit.splat(shape, elementsOf(whole), 0);
    absl::StatusOr<const ReshardPlan *> plan =
        reshards.plan(mesh, whole.shape, whole.element.bytes, *from.sharding, to, whole.element.name);
    if (!plan.ok())
      return value;
    for (const ReshardStep &step : (*plan)->steps)
      value = addStep(step, value, whole, emit);
    if (OpId maker = program.values[value].maker; standsAlone && maker != kNone && program.ops[maker].communication)
      program.ops[maker].communication->staysAlone = true;
    return value;
  }

  double sentBytes(CollectiveOp op, llvm::ArrayRef<AxisRef> axes, size_t dim, LocalId in, double out) const {
    const LocalValue &value = program.values[in];
    int64_t length = op == CollectiveOp::AllToAll ? value.shape[dim] : 1;
    return bufferBytes(op, numParts(mesh, axes), value.bytes(), out, length);
  }

  LocalId addStep(const ReshardStep &step, LocalId value, const ShardingProblem::Value &whole, LocalEmitter &emit) {
    const Elements elements = elementsOf(whole);
    if (step.op == ReshardOp::Slice)
      return ownBlock(emit, value, *step.dim, step.axes, elements);
    if (step.op == ReshardOp::MakePartial)
      return partial(step, value, elements, emit);
    double out = elements.bytes;
    for (int64_t size : step.localShape)
      out *= static_cast<double>(size);
    CollectiveOp collective = collectiveOf(step.op);
    double bytes = sentBytes(collective, step.axes, step.dim.value_or(0), value, out);
    Communication sent{collective, step.axes, step.pairs,           whole.element.name,
                       whole.type, bytes,     step.dim.value_or(0), step.concatDim.value_or(0),
                       step.kind};
    return emit.send(value, std::move(sent), Shape(step.localShape), elements);
  }

  static CollectiveOp collectiveOf(ReshardOp op) {
    return op == ReshardOp::AllGather       ? CollectiveOp::AllGather
           : op == ReshardOp::AllToAll      ? CollectiveOp::AllToAll
           : op == ReshardOp::ReduceScatter ? CollectiveOp::ReduceScatter
           : op == ReshardOp::AllReduce     ? CollectiveOp::AllReduce
                                            : CollectiveOp::Permute;
  }

  /// All but the first device of the group hold what changes nothing.
  LocalId partial(const ReshardStep &step, LocalId value, Elements elements, LocalEmitter &emit) const {
    if (step.kind == ReductionKind::Max || step.kind == ReductionKind::Min || step.kind == ReductionKind::And ||
        step.kind == ReductionKind::Or || isNeutral(value, step.kind))
      return value;
    LocalId isFirst = emit.isFirst(step.axes);
    LocalId nothing = emit.splat(program.values[value].shape, elements, numberOfIdentity(step.kind));
    return emit.select(isFirst, value, nothing, elements);
  }

  const ShardingProblem &problem;
  const PlacementPlan &plan;
  const CostModel &costs;
  const Mesh &mesh;
  ReshardCache &reshards;
  ReshardPlans plans; ///< prices of the same
  DeviceProgram program;
  std::vector<llvm::SmallVector<Copy, 1>> copies; ///< by root
  std::vector<const Sharding *> carriedAs;        ///< by value
  llvm::DenseMap<LocalId, size_t> madeAs;         ///< index into ShardingProblem::made
  llvm::DenseMap<std::pair<size_t, size_t>, const Sharding *> carriedNeeds;
  size_t nextRegion = 0;
  bool standsAlone = false; ///< what brings the operand at hand
};

} // namespace

DeviceProgram instantiate(const ShardingProblem &problem, const PlacementPlan &plan, const CostModel &costs,
                          ReshardCache &reshards) {
  return Instantiation(problem, plan, costs, reshards).run();
}

} // namespace shardwright::evaluation
