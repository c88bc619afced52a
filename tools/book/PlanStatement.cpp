#include "lib/Placement/Choose.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Sharding/RuleBuilder.h"
#include "tools/book/Statement.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"

#include <cmath>

namespace shardwright::book {

static constexpr int64_t kElementBytes = 2;

/// Every dimension's length: a multiple of every number of blocks, so that all split evenly.
static int64_t commonLength(const Mesh &mesh) { return mesh.numDevices(); }

static Shape shapeOf(const Mesh &mesh, const NamedArray &array) {
  return Shape(array.sharding.rank(), commonLength(mesh));
}

static int64_t dimOf(const NamedArray &array, llvm::StringRef label) {
  for (size_t d = 0; d < array.sharding.rank(); ++d)
    if (array.sharding.dims[d].label == label)
      return int64_t(d);
  return RuleBuilder::kNone;
}

/// One factor a label.
static ShardingRule ruleOf(const Mesh &mesh, const Statement &statement, StatementOp op) {
  std::vector<RuleShape> shapes;
  llvm::SetVector<llvm::StringRef> labels;
  for (const NamedArray &operand : statement.operands) {
    shapes.push_back(shapeOf(mesh, operand));
    for (const DimSharding &dim : operand.sharding.dims)
      labels.insert(dim.label);
  }
  RuleBuilder builder(shapes, {shapeOf(mesh, statement.result)});
  for (llvm::StringRef label : labels) {
    llvm::SmallVector<int64_t> dims;
    for (const NamedArray &operand : statement.operands)
      dims.push_back(dimOf(operand, label));
    int64_t inResult = dimOf(statement.result, label);
    builder.factor(dims, {inResult}, commonLength(mesh),
                   inResult == RuleBuilder::kNone ? FactorKind::Reduction : FactorKind::PassThrough);
  }
  auto all = llvm::to_vector(llvm::seq<int64_t>(0, int64_t(statement.operands.size())));
  if (op == StatementOp::Contraction)
    builder.partial(PartialBehavior::ExactlyOne, all, {ReductionKind::Sum});
  if (op == StatementOp::Linear)
    builder.partial(PartialBehavior::AllAlike, all, {ReductionKind::Sum});
  return builder.build();
}

/// The steps that take an array from one sharding to another. Gathers of different dimensions may be in any order, and
/// are in that of the dimensions.
static absl::Status appendSteps(const Mesh &mesh, const NamedArray &array, const Sharding &to, StatementPlan &plan) {
  absl::StatusOr<ReshardPlan> reshard = planReshard(mesh, shapeOf(mesh, array), kElementBytes, array.sharding, to);
  if (!reshard.ok())
    return reshard.status();
  std::vector<ReshardStep> &steps = reshard->steps;
  for (auto begin = steps.begin(); begin != steps.end();) {
    auto end = std::find_if(begin, steps.end(), [](const ReshardStep &s) { return s.op != ReshardOp::AllGather; });
    std::stable_sort(begin, end, [](const ReshardStep &a, const ReshardStep &b) { return *a.dim < *b.dim; });
    begin = end == begin ? begin + 1 : end;
  }
  auto label = [&](std::optional<size_t> dim) { return dim ? array.sharding.dims[*dim].label.str() : std::string(); };
  for (const ReshardStep &step : steps)
    plan.steps.push_back({array.name, step.op, step.axes, label(step.dim), label(step.concatDim)});
  return absl::OkStatus();
}

/// What brings the operands to a placement, and its result to what is asked for.
static absl::StatusOr<StatementPlan> stepsAround(const Mesh &mesh, const Statement &statement, const ShardingRule &rule,
                                                 const Placement &placement) {
  StatementPlan plan;
  for (size_t i = 0; i < statement.operands.size(); ++i)
    if (absl::Status status = appendSteps(mesh, statement.operands[i], operandSharding(mesh, rule, placement, i), plan);
        !status.ok())
      return status;
  NamedArray made{statement.result.name, resultSharding(mesh, rule, placement, 0)};
  for (auto [dim, labelled] : llvm::zip(made.sharding.dims, statement.result.sharding.dims))
    dim.label = labelled.label;
  if (absl::Status status = appendSteps(mesh, made, statement.result.sharding, plan); !status.ok())
    return status;
  return plan;
}

absl::StatusOr<StatementPlan> planStatement(const Mesh &mesh, const Statement &statement, StatementOp op) {
  ShardingRule rule = ruleOf(mesh, statement, op);
  OpShapes shapes;
  Interner interner;
  CostModel costs = CostModel::flat(mesh);
  Situation situation{costs, mesh, rule, shapes, {}, {}, /*secondsPerPoint=*/0};
  for (const NamedArray &operand : statement.operands) {
    shapes.operands.push_back(shapeOf(mesh, operand));
    OperandState state;
    state.array = interner.array(shapes.operands.back(), {kElementBytes});
    state.available = {interner.sharding(operand.sharding.placement(mesh))};
    state.first = situation.operands.size();
    situation.operands.push_back(std::move(state));
  }
  shapes.results.push_back(shapeOf(mesh, statement.result));
  DemandsId demands = interner.only(interner.sharding(statement.result.sharding.placement(mesh)));
  situation.results.push_back({interner.array(shapes.results.back(), {kElementBytes}), interner.demands(demands),
                               /*usersAcceptPartial=*/false});

  ReshardPlans pricer(costs);
  Prices prices(interner, pricer);
  CandidateMemory memory;
  std::vector<PricedCandidate> ranked = rankCandidates(situation, findCandidates(situation, interner, memory), prices);
  std::optional<StatementPlan> best;
  for (const PricedCandidate &entry : ranked) {
    if (ranked.front().price < entry.price)
      break;
    absl::StatusOr<StatementPlan> plan = stepsAround(mesh, statement, rule, entry.candidate->placement);
    if (!plan.ok())
      return plan.status();
    if (!best || plan->steps.size() < best->steps.size())
      best = *std::move(plan);
  }
  if (!best)
    return absl::InvalidArgumentError("there is no way to " + str(statement.result));
  return *std::move(best);
}

/// Lets every gather use the axes that the array uses neither before the plan nor behind it.
static void useIdleAxes(const Mesh &mesh, const Sharding &from, const Sharding &to, StatementPlan &plan) {
  AxisList idle;
  for (const MeshAxis &axis : mesh.axes())
    if (axis.size > 1 && !from.uses(mesh, AxisRef(axis.name)) && !to.uses(mesh, AxisRef(axis.name)))
      idle.push_back(AxisRef(axis.name));
  auto used = [&](const StatementStep &step) {
    return llvm::any_of(idle, [&](const AxisRef &axis) { return overlaps(mesh, step.axes, axis); });
  };
  if (idle.empty() || llvm::any_of(plan.steps, used))
    return;
  StatementPlan widened;
  for (StatementStep &step : plan.steps) {
    if (step.op == ReshardOp::AllGather) {
      widened.steps.push_back({step.array, ReshardOp::Slice, idle, step.dim, ""});
      step.axes.append(idle);
    }
    widened.steps.push_back(std::move(step));
  }
  plan = std::move(widened);
}

absl::StatusOr<StatementPlan> planReshardStatement(const Mesh &mesh, const Statement &statement, bool idleAxes) {
  if (statement.operands.size() != 1)
    return absl::InvalidArgumentError("a reshard is of one array, not of " + std::to_string(statement.operands.size()));
  const NamedArray &from = statement.operands.front();
  StatementPlan plan;
  if (absl::Status status = appendSteps(mesh, from, statement.result.sharding, plan); !status.ok())
    return status;
  if (idleAxes)
    useIdleAxes(mesh, from.sharding, statement.result.sharding, plan);
  return plan;
}

/// How a cotangent lies where the value is sharded so: whole where the value is partial, partial where it is whole,
/// over the axes of concern.
static Sharding dual(const Mesh &mesh, const Sharding &sharding, llvm::ArrayRef<AxisRef> axes) {
  Sharding cotangent = sharding;
  cotangent.partial.clear();
  for (const AxisRef &axis : axes)
    if (!sharding.uses(mesh, axis))
      cotangent.partial.push_back({axis, ReductionKind::Sum});
  return cotangent;
}

Statement transposed(const Mesh &mesh, const Statement &reshard) {
  const NamedArray &from = reshard.operands.front(), &to = reshard.result;
  AxisList axes;
  for (const MeshAxis &axis : mesh.axes())
    if (from.sharding.uses(mesh, AxisRef(axis.name)) || to.sharding.uses(mesh, AxisRef(axis.name)))
      axes.push_back(AxisRef(axis.name));
  return {{{to.name, dual(mesh, to.sharding, axes)}}, {from.name, dual(mesh, from.sharding, axes)}};
}

std::optional<NamedArray> determinedResult(const Mesh &mesh, const Statement &statement) {
  NamedArray result{statement.result.name, Sharding::closed(statement.result.sharding.rank())};
  for (const NamedArray &operand : statement.operands)
    for (const DimSharding &dim : operand.sharding.dims) {
      int64_t inResult = dimOf(statement.result, dim.label);
      if (dim.axes.empty())
        continue;
      if (inResult == RuleBuilder::kNone)
        return std::nullopt;
      AxisList &axes = result.sharding.dims[inResult].axes;
      if (!axes.empty() && axes != dim.axes)
        return std::nullopt;
      axes = dim.axes;
    }
  for (size_t d = 0; d < result.sharding.rank(); ++d)
    result.sharding.dims[d].label = statement.result.sharding.dims[d].label;
  if (!verify(mesh, result.sharding).ok())
    return std::nullopt;
  return result;
}

} // namespace shardwright::book
