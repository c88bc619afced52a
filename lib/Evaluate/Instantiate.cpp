// Follows the passes that make a program per-device: every need of an operand is met by a copy that exists or by the
// reshard plan from the cheapest one, right behind it; every op becomes one on local shapes.
#include "lib/Evaluate/DeviceProgram.h"

#include "lib/Evaluate/LocalWork.h"
#include "shardwright/Placement/HaloExchange.h"
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

const fusion::OpForm &formOf(Kind kind) {
  static const std::vector<fusion::OpForm> forms = [] {
    std::vector<fusion::OpForm> all(static_cast<size_t>(Kind::Other) + 1);
    for (size_t number = 0; number < all.size(); ++number)
      all[number].kind = static_cast<Kind>(number);
    all[static_cast<size_t>(Kind::Elementwise)].price = 1;
    all[static_cast<size_t>(Kind::Concatenate)].price = 6;
    return all;
  }();
  return forms[static_cast<size_t>(kind)];
}

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

  /// What a manual region has in itself becomes part of the block around it.
  size_t addInline(const ShardingProblem::Region &region, uint32_t block) {
    auto hand = [&](llvm::ArrayRef<LocalId> values, llvm::ArrayRef<size_t> on) {
      for (auto [value, result] : llvm::zip_equal(values, on))
        copies[result] = {{shardingOf(result), value}};
    };
    hand(acquireAll(region.enter), problem.ops[region.enter].results);
    addBlock(region.enter + 1, region.ends.front(), block);
    hand(acquireAll(region.ends.front()), problem.ops[region.leave].results);
    return region.leave + 1;
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
    if (op.results.empty()) { // what the program returns, or a check looks at
      llvm::append_range(program.blocks[block].yields, operands);
      return;
    }
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
    DeviceOp made;
    if (op.made >= 0)
      made.likeness = llvm::hash_combine(op.made, *shardingOf(op.results.front()));
    made.form = op.made >= 0 ? &problem.made[op.made] : &formOf(Kind::Index);
    OpId number = program.append(std::move(made), block);
    for (size_t result : op.results)
      program.ops[number].results.push_back(enterValue(result, block, number));
  }

  void addByRule(size_t index, uint32_t block) {
    const ShardingProblem::Op &op = problem.ops[index];
    const ShardingProblem::OpClass &opClass = problem.classes[op.opClass];
    const PlacementChoice &choice = plan.choices[plan.chosen[index]];
    DeviceOp local;
    local.operands = acquireAll(index);
    exchangeHalos(opClass, choice.placement, op, local.operands, block);
    local.form = &opClass.local.form;
    llvm::hash_code likeness = llvm::hash_combine(op.opClass, choice.placement.partialOperand);
    for (const Sharding &sharding : choice.needs)
      likeness = llvm::hash_combine(likeness, sharding);
    for (const Sharding &sharding : choice.makes)
      likeness = llvm::hash_combine(likeness, sharding);
    local.likeness = likeness;
    OpId number = program.append(std::move(local), block);
    for (auto [result, made] : llvm::zip_equal(op.results, choice.makes))
      program.ops[number].results.push_back(enterValue(result, block, number, &made));
    combineAcross(opClass, choice.placement, op, number, block);
    using Library = ShardingProblem::LocalOp::Library;
    DeviceOp &added = program.ops[number];
    const ShardingProblem::LocalOp &runs = opClass.local;
    if (runs.library == Library::None)
      return;
    llvm::SmallVector<const LocalValue *, 4> reads, writes;
    for (LocalId id : added.operands)
      reads.push_back(&program.values[id]);
    for (LocalId id : added.results)
      writes.push_back(&program.values[id]);
    added.runs = runs.library == Library::Collective ? Runs::Collective : Runs::Library;
    if (runs.library == Library::Product) {
      added.product = localProduct(opClass, choice.placement, mesh);
    } else if (runs.library == Library::Collective) {
      double bytes = bufferBytes(runs.collective, runs.axes, static_cast<size_t>(runs.dim), *reads.front(),
                                 writes.front()->bytes());
      added.communication = Communication{runs.collective,
                                          runs.axes,
                                          runs.pairs,
                                          problem.values[op.operands.front()].element.name,
                                          problem.values[op.operands.front()].type,
                                          bytes,
                                          static_cast<size_t>(runs.dim),
                                          runs.otherDim,
                                          runs.kind};
    } else {
      added.seconds = librarySeconds(opClass, costs, reads, writes);
    }
  }

  /// A reduction by a body of its own: what every device found is gathered and reduced once more.
  void combineAcross(const ShardingProblem::OpClass &opClass, const Placement &placement, const ShardingProblem::Op &op,
                     OpId own, uint32_t block) {
    AxisList axes;
    for (auto [factor, over] : llvm::zip_equal(opClass.rule.factors, placement.factors))
      if (factor.combined)
        llvm::append_range(axes, over);
    if (axes.empty())
      return;
    DeviceOp again;
    again.form = &opClass.local.form;
    for (auto [result, found] : llvm::zip_equal(op.results, program.ops[own].results)) {
      const ElementType &element = problem.values[result].element;
      Shape all = program.values[found].shape;
      all.insert(all.begin(), numParts(mesh, axes));
      DeviceOp gather;
      gather.runs = Runs::Collective;
      gather.operands = {found};
      double bytes = program.values[found].bytes() * static_cast<double>(all.front());
      gather.communication =
          Communication{CollectiveOp::AllGather, axes, {}, element.name, problem.values[result].type, bytes};
      again.operands.push_back(addOpOf(std::move(gather), all, element, block));
    }
    again.operands.append(program.ops[own].operands.begin() + opClass.local.form.leading,
                          program.ops[own].operands.end());
    OpId number = program.append(std::move(again), block);
    for (size_t result : op.results)
      program.ops[number].results.push_back(
          enterValue(result, block, number, copies[problem.values[result].root].front().sharding));
  }

  /// Permutes of what neighbours send, joined with the own block.
  void exchangeHalos(const ShardingProblem::OpClass &opClass, const Placement &placement, const ShardingProblem::Op &op,
                     llvm::SmallVectorImpl<LocalId> &operands, uint32_t block) {
    if (opClass.rule.windows.empty())
      return;
    for (size_t position = 0; position < operands.size(); ++position) {
      const ElementType &element = problem.values[op.operands[position]].element;
      for (const HaloMessages &messages :
           haloMessages(costs, opClass.rule, opClass.shapes, placement, position, element.bytes)) {
        DeviceOp joined;
        joined.form = &formOf(Kind::Concatenate);
        joined.operands.push_back(operands[position]);
        for (const HaloMessages::Message &message : messages.sent) {
          DeviceOp permute;
          permute.runs = Runs::Collective;
          permute.operands = {operands[position]};
          permute.communication = Communication{CollectiveOp::Permute,
                                                messages.axes,
                                                message.pairs,
                                                element.name,
                                                problem.values[op.operands[position]].type,
                                                message.bytes};
          Shape shape{static_cast<int64_t>(message.bytes / static_cast<double>(element.bytes))};
          joined.operands.push_back(addOpOf(std::move(permute), shape, element, block));
        }
        operands[position] = addOpOf(std::move(joined), messages.local, element, block);
      }
    }
  }

  LocalId addOpOf(DeviceOp op, Shape shape, const ElementType &element, uint32_t block) {
    OpId number = program.append(std::move(op), block);
    LocalId value = program.addValue({std::move(shape), double(element.bytes), block, number, false});
    program.ops[number].results.push_back(value);
    return value;
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
      standsAlone = op.opClass >= 0 && needsWhole(index, position);
      operands.push_back(wanted ? acquire(operand, *wanted) : copies[problem.values[operand].root].front().value);
    }
    return operands;
  }

  /// The op runs whole on every device for the operand's sake, where no price could have decided otherwise.
  bool needsWhole(size_t index, size_t position) const {
    const ShardingProblem::Op &op = problem.ops[index];
    const ShardingProblem::OpClass &opClass = problem.classes[op.opClass];
    bool single = llvm::all_of(opClass.shapes.operands[position], [](int64_t size) { return size == 1; });
    return !single && plan.choices[plan.chosen[index]].placement == Placement::replicated(opClass.rule) &&
           mustBeWhole(mesh, opClass.rule, opClass.shapes, position,
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
      made = remade(existing.front().value, whole, wanted);
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
      made = resharded(source->value, whole, *source->sharding, wanted);
    }
    copies[root].push_back({&wanted, made});
    return made;
  }

  LocalId remade(LocalId from, const ShardingProblem::Value &whole, const Sharding &wanted) {
    LocalValue source = program.values[from];
    DeviceOp again;
    again.form = program.ops[source.maker].form;
    if (uint64_t likeness = program.ops[source.maker].likeness)
      again.likeness = llvm::hash_combine(likeness, wanted);
    return addBehind(from, std::move(again), wanted.localShape(mesh, whole.shape));
  }

  LocalId resharded(LocalId value, const ShardingProblem::Value &whole, const Sharding &from, const Sharding &to) {
    absl::StatusOr<const ReshardPlan *> plan =
        reshards.plan(mesh, whole.shape, whole.element.bytes, from, to, whole.element.name);
    if (!plan.ok())
      return value;
    for (const ReshardStep &step : (*plan)->steps)
      value = addStep(step, value, whole);
    if (OpId maker = program.values[value].maker; standsAlone && maker != kNone && program.ops[maker].communication)
      program.ops[maker].communication->staysAlone = true;
    return value;
  }

  /// As of CollectivePrice::seconds, with what pads uneven blocks.
  double bufferBytes(CollectiveOp op, llvm::ArrayRef<AxisRef> axes, size_t dim, const LocalValue &in,
                     double out) const {
    int64_t members = numParts(mesh, axes);
    auto n = static_cast<double>(members);
    if (op == CollectiveOp::AllGather)
      return n * in.bytes();
    if (op == CollectiveOp::ReduceScatter)
      return n * out;
    if (op != CollectiveOp::AllToAll || in.shape[dim] == 0)
      return in.bytes();
    auto length = static_cast<double>(in.shape[dim]);
    return n * in.bytes() / length * static_cast<double>(llvm::divideCeil(in.shape[dim], members));
  }

  LocalId addStep(const ReshardStep &step, LocalId value, const ShardingProblem::Value &whole) {
    DeviceOp op;
    op.operands = {value};
    op.likeness = llvm::hash_combine(static_cast<int>(step.op), static_cast<int>(step.kind), step.dim.value_or(0),
                                     step.concatDim.value_or(0),
                                     llvm::hash_combine_range(step.localShape.begin(), step.localShape.end()));
    for (const AxisRef &axis : step.axes)
      op.likeness = llvm::hash_combine(op.likeness, axis);
    for (auto [from, to] : step.pairs)
      op.likeness = llvm::hash_combine(op.likeness, from, to);
    double out = static_cast<double>(whole.element.bytes);
    for (int64_t size : step.localShape)
      out *= static_cast<double>(size);
    auto communication = [&](CollectiveOp collective) {
      double bytes = bufferBytes(collective, step.axes, step.dim.value_or(0), program.values[value], out);
      op.runs = Runs::Collective;
      op.communication = Communication{collective, step.axes, step.pairs,           whole.element.name,
                                       whole.type, bytes,     step.dim.value_or(0), step.concatDim.value_or(0),
                                       step.kind};
    };
    switch (step.op) {
    case ReshardOp::Slice:
      op.form = &formOf(Kind::DynamicSlice);
      break;
    case ReshardOp::AllGather:
      communication(CollectiveOp::AllGather);
      break;
    case ReshardOp::AllToAll:
      communication(CollectiveOp::AllToAll);
      break;
    case ReshardOp::ReduceScatter:
      communication(CollectiveOp::ReduceScatter);
      break;
    case ReshardOp::AllReduce:
      communication(CollectiveOp::AllReduce);
      break;
    case ReshardOp::Permute:
      communication(CollectiveOp::Permute);
      break;
    case ReshardOp::MakePartial:
      if (step.kind == ReductionKind::Max || step.kind == ReductionKind::Min || step.kind == ReductionKind::And ||
          step.kind == ReductionKind::Or)
        return value;
      op.form = &formOf(Kind::Elementwise);
      break;
    }
    return addBehind(value, std::move(op), Shape(step.localShape));
  }

  LocalId addBehind(LocalId source, DeviceOp op, Shape shape) {
    LocalValue made{std::move(shape), program.values[source].elementBytes, program.values[source].block, kNone, false};
    OpId number = program.insert(std::move(op), made.block, program.values[source].maker);
    made.maker = number;
    LocalId value = program.addValue(std::move(made));
    program.ops[number].results.push_back(value);
    return value;
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
