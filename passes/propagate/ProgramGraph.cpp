#include "passes/propagate/ProgramGraph.h"

#include "dialects/interfaces/ShardingRuleOpInterface.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/CustomCalls.h"
#include "shardwright/Sharding/RuleBuilder.h"
#include "shardwright/Sharding/Text.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/TypeSwitch.h"

#include <map>
#include <numeric>

namespace shardwright {

using mlir::Operation;
using mlir::Value;

static RuleShape shapeOf(mlir::Type type) {
  auto tensor = llvm::dyn_cast<mlir::RankedTensorType>(type);
  return tensor ? RuleShape(tensor.getShape()) : RuleShape();
}

ProgramGraph::ProgramGraph(mlir::func::FuncOp function, const Mesh &mesh) : function_(function) {
  graph_.mesh = mesh;
  mlir::Operation *terminator = function.front().getTerminator();
  // Values are large to move.
  size_t ops = 0;
  function.walk([&](mlir::Operation *) { ++ops; });
  graph_.values.reserve(ops + function.getNumArguments() + function.getNumResults());
  graph_.steps.reserve(ops + function.getNumResults());
  graph_.rules.reserve(ops / 4);
  for (mlir::BlockArgument argument : function.getArguments())
    index(argument);
  for (auto [k, type] : llvm::enumerate(function.getResultTypes()))
    resultIndices_.push_back(newValue(type, sharding::getResultSpec(function, k)));
  addRegion(function.getBody());
  // The function's results take part in every round, before and behind all ops.
  for (auto [returned, result] : llvm::zip_equal(terminator->getOperands(), resultIndices_)) {
    GraphStep &step = addStep(nullptr, identityRule(returned.getType(), 1), {index(returned)}, {result});
    step.priority = StepPriority::PassThrough;
    step.soleUse = true;
  }
  size_t edges = resultIndices_.size();
  std::rotate(graph_.steps.begin(), graph_.steps.end() - edges, graph_.steps.end());
  std::rotate(stepOps_.begin(), stepOps_.end() - edges, stepOps_.end());
  mergeGroups();
}

size_t ProgramGraph::manualInput(sharding::ManualOp manual, unsigned input) const {
  return manualInputs_.lookup(manual.getOperation())[input];
}

std::optional<unsigned> ProgramGraph::functionResultOf(size_t index) const {
  auto it = llvm::find(resultIndices_, index);
  if (it == resultIndices_.end())
    return std::nullopt;
  return it - resultIndices_.begin();
}

size_t ProgramGraph::newValue(mlir::Type type, sharding::SpecAttr spec, Value representative) {
  GraphValue value;
  value.shape = shapeOf(type);
  value.sharding = spec ? spec.getValue() : Sharding::open(value.shape.size());
  value.unavailable = internAxes(manual_);
  graph_.values.push_back(std::move(value));
  representatives_.push_back(representative);
  return graph_.values.size() - 1;
}

size_t ProgramGraph::index(Value value) {
  auto [it, isNew] = indices_.try_emplace(value, 0);
  if (isNew) {
    size_t number = newValue(value.getType(), sharding::getSpec(value), value);
    return indices_[value] = number;
  }
  return it->second;
}

size_t ProgramGraph::internAxes(const AxisList &axes) {
  for (size_t i = 0; i < graph_.axisLists.size(); ++i)
    if (graph_.axisLists[i] == axes)
      return i;
  graph_.axisLists.push_back(axes);
  return graph_.axisLists.size() - 1;
}

/// What makes a difference to propagation: not what is partial, and the lengths of factors only where tensors can
/// differ in their number of elements, or several factors share a dimension.
static llvm::SmallVector<int64_t, 32> keyOf(const ShardingRule &rule) {
  llvm::SmallVector<int64_t, 32> key = {rule.elementwise, rule.custom};
  for (const Factor &factor : rule.factors)
    key.append({rule.elementwise ? -1 : factor.size, static_cast<int64_t>(factor.kind), factor.blocked});
  for (const std::vector<TensorFactors> *tensors : {&rule.operands, &rule.results})
    for (const TensorFactors &dims : *tensors) {
      key.push_back(-1 - static_cast<int64_t>(dims.size()));
      for (const DimFactors &factors : dims) {
        key.push_back(static_cast<int64_t>(factors.size()));
        llvm::append_range(key, factors);
      }
    }
  return key;
}

size_t ProgramGraph::internRule(const ShardingRule &rule) {
  auto [it, isNew] = rules_.try_emplace(keyOf(rule), graph_.rules.size());
  if (isNew)
    graph_.rules.push_back(rule);
  return it->second;
}

size_t ProgramGraph::identityRule(mlir::Type type, size_t sources) {
  RuleShape shape = shapeOf(type);
  RuleBuilder builder(std::vector<RuleShape>(sources, shape), {shape});
  builder.pointwise();
  builder.elementwise();
  return internRule(builder.build());
}

std::optional<size_t> ProgramGraph::ruleOf(ShardingRuleOpInterface op) {
  size_t number = classes_.classOf(op);
  if (number == ruleOfClass_.size()) {
    llvm::FailureOr<ShardingRule> rule = op.getShardingRule();
    ruleOfClass_.push_back(failed(rule) ? std::nullopt : std::optional(internRule(*rule)));
  }
  return ruleOfClass_[number];
}

GraphStep &ProgramGraph::addStep(Operation *op, size_t rule, std::vector<size_t> operands,
                                 std::vector<size_t> results) {
  GraphStep step;
  step.rule = rule;
  step.operands = std::move(operands);
  step.results = std::move(results);
  graph_.steps.push_back(std::move(step));
  stepOps_.push_back(op);
  return graph_.steps.back();
}

/// No value but scalars is used by anyone else.
static bool onlyUsesOf(llvm::ArrayRef<Value> values) {
  return llvm::all_of(values, [](Value value) { return shapeOf(value.getType()).empty() || value.hasOneUse(); });
}

void ProgramGraph::addEdge(Operation *op, llvm::ArrayRef<Value> sources, size_t target) {
  std::vector<size_t> operands;
  for (Value source : sources)
    operands.push_back(index(source));
  GraphStep &step = addStep(op, identityRule(sources.front().getType(), sources.size()), std::move(operands), {target});
  step.priority = StepPriority::PassThrough;
  step.soleUse = onlyUsesOf(sources);
}

void ProgramGraph::addWhile(Operation *op) {
  auto loop = llvm::cast<stablehlo::WhileOp>(op);
  for (auto [k, result] : llvm::enumerate(op->getResults()))
    for (mlir::Region *region : {&loop.getCond(), &loop.getBody()})
      bind(region->getArgument(k), index(result));
  addRegion(loop.getCond());
  addRegion(loop.getBody());
  Operation *yield = loop.getBody().front().getTerminator();
  for (auto [k, result] : llvm::enumerate(op->getResults()))
    addEdge(op, {op->getOperand(k), yield->getOperand(k)}, index(result));
}

void ProgramGraph::addBranches(Operation *op) {
  for (mlir::Region &region : op->getRegions())
    addRegion(region);
  for (auto [k, result] : llvm::enumerate(op->getResults())) {
    llvm::SmallVector<Value> yields;
    for (mlir::Region &region : op->getRegions())
      yields.push_back(region.front().getTerminator()->getOperand(k));
    addEdge(op, yields, index(result));
  }
}

void ProgramGraph::addManual(sharding::ManualOp manual) {
  AxisList outside = manual_, inside = manual_;
  inside.append(manual.getAxes().begin(), manual.getAxes().end());
  size_t hidden = internAxes(AxisList(manual.getAxes()));
  auto cross = [&](size_t outer, Value inner) {
    GraphStep &step = addStep(manual, identityRule(inner.getType(), 1), {outer}, {index(inner)});
    step.priority = StepPriority::PassThrough;
    step.soleUse = true;
    step.hidden = hidden;
  };

  // What lies on the border has the manual axes that the author gave it, and never more.
  manual_ = inside;
  std::vector<size_t> inputs;
  for (auto [k, operand] : llvm::enumerate(manual.getInputs()))
    inputs.push_back(newValue(operand.getType(), manual.getInSpec(k)));
  for (Value result : manual.getResults())
    index(result);
  manual_ = outside;
  for (auto [operand, input] : llvm::zip_equal(manual.getInputs(), inputs))
    addEdge(manual, {operand}, input);
  manual_ = inside;
  mlir::Block &body = manual.getBody().front();
  for (auto [input, argument] : llvm::zip_equal(inputs, body.getArguments()))
    cross(input, argument);
  addRegion(manual.getBody());
  for (auto [result, yielded] : llvm::zip_equal(manual.getResults(), body.getTerminator()->getOperands()))
    cross(index(result), yielded);
  manual_ = outside;
  manualInputs_[manual] = std::move(inputs);
}

static StepPriority priorityOf(Operation *op, const ShardingRule &rule) {
  if (rule.elementwise || llvm::isa<stablehlo::ReshapeOp, stablehlo::TransposeOp>(op))
    return StepPriority::PassThrough;
  if (auto call = llvm::dyn_cast<stablehlo::CustomCallOp>(op))
    return movesBetweenMemories(call) ? StepPriority::PassThrough : StepPriority::Other;
  if (auto cast = llvm::dyn_cast<stablehlo::BitcastConvertOp>(op))
    return cast.getType().getShape() == cast.getOperand().getType().getShape() ? StepPriority::PassThrough
                                                                               : StepPriority::Other;
  if (llvm::isa<stablehlo::DynamicSliceOp, stablehlo::DynamicUpdateSliceOp>(op))
    return StepPriority::ForwardPassThrough;
  if (llvm::isa<stablehlo::BroadcastInDimOp, stablehlo::BroadcastOp>(op))
    return StepPriority::Broadcast;
  return StepPriority::Other;
}

void ProgramGraph::addRuleStep(Operation *op) {
  for (Value result : op->getResults())
    index(result);
  auto withRule = llvm::dyn_cast<ShardingRuleOpInterface>(op);
  if (!withRule) {
    if (llvm::isa<mlir::func::CallOp>(op))
      op->emitWarning() << "shardings do not pass a call; run inline-calls first";
    return;
  }
  std::optional<size_t> rule = ruleOf(withRule);
  if (!rule) {
    if (auto call = llvm::dyn_cast<stablehlo::CustomCallOp>(op); call && op->getNumResults() && op->getNumOperands())
      op->emitWarning() << "no sharding rule for custom call @" << call.getCallTargetName()
                        << ": shardings do not pass it; give it a 'sharding.rule'";
    return;
  }
  std::vector<size_t> operands, results;
  for (Value operand : op->getOperands())
    operands.push_back(index(operand));
  for (Value result : op->getResults())
    results.push_back(index(result));
  StepPriority priority = priorityOf(op, graph_.rules[*rule]);
  GraphStep &step = addStep(op, *rule, std::move(operands), std::move(results));
  step.priority = priority;
  step.soleUse = onlyUsesOf(llvm::to_vector(op->getOperands()));
}

static Direction allowedBy(sharding::BarrierOp barrier) {
  if (barrier.getAllow() == "forward")
    return Direction::Forward;
  return barrier.getAllow() == "backward" ? Direction::Backward : Direction::None;
}

void ProgramGraph::addOp(Operation &op) {
  llvm::TypeSwitch<Operation *>(&op)
      .Case<stablehlo::WhileOp>([&](auto) { addWhile(&op); })
      .Case<stablehlo::CaseOp, stablehlo::IfOp>([&](auto) { addBranches(&op); })
      .Case<sharding::ManualOp>([&](sharding::ManualOp manual) { addManual(manual); })
      .Case<sharding::GroupOp>([&](sharding::GroupOp group) { groups_.push_back(group); })
      .Case<stablehlo::OptimizationBarrierOp, sharding::ConstraintOp, sharding::ReshardOp>([&](auto) {
        for (auto [operand, result] : llvm::zip_equal(op.getOperands(), op.getResults()))
          addEdge(&op, {operand}, index(result));
      })
      .Case<sharding::BarrierOp>([&](sharding::BarrierOp barrier) {
        addEdge(&op, {barrier.getInput()}, index(barrier.getResult()));
        graph_.steps.back().allowed = allowedBy(barrier);
      })
      .Default([&](auto) { addRuleStep(&op); });
}

void ProgramGraph::addRegion(mlir::Region &region) {
  for (mlir::Block &block : region)
    for (Operation &op : block.without_terminator())
      addOp(op);
}

void ProgramGraph::mergeGroups() {
  if (groups_.empty())
    return;
  for (sharding::GroupOp group : groups_)
    index(group.getInput());
  std::vector<size_t> leader(graph_.values.size());
  std::iota(leader.begin(), leader.end(), 0);
  auto find = [&](size_t v) {
    while (leader[v] != v)
      v = leader[v];
    return v;
  };
  std::map<int64_t, size_t> first; // a group may have any number
  for (sharding::GroupOp group : groups_) {
    size_t member = find(index(group.getInput()));
    size_t other = find(first.try_emplace(group.getGroupId(), member).first->second);
    if (member == other)
      continue;
    size_t low = std::min(member, other), high = std::max(member, other);
    Sharding &kept = graph_.values[low].sharding;
    const Sharding &joined = graph_.values[high].sharding, open = Sharding::open(kept.rank());
    if (kept != open && joined != open && joined != kept) {
      // What an author wrote on a value stays; so one of the two cannot follow the other.
      group.emitWarning() << "members of sharding group " << group.getGroupId() << " start with different shardings, "
                          << str(kept) << " and " << str(joined) << "; this one is left out";
      continue;
    }
    if (kept == open)
      kept = joined;
    leader[high] = low;
  }
  for (auto &entry : indices_)
    entry.second = find(entry.second);
  for (size_t &result : resultIndices_)
    result = find(result);
  for (GraphStep &step : graph_.steps)
    for (std::vector<size_t> *values : {&step.operands, &step.results})
      for (size_t &value : *values)
        value = find(value);
}

} // namespace shardwright
