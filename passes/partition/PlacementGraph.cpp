#include "passes/partition/PlacementGraph.h"
#include "passes/common/Bytes.h"

#include "dialects/interfaces/IdentityElement.h"
#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/contraction/ConvolutionShape.h"
#include "passes/common/Donation.h"
#include "passes/common/OpClasses.h"
#include "passes/common/OpCosts.h"
#include "passes/common/ProductUnits.h"
#include "passes/common/TripCount.h"
#include "passes/partition/AttentionGroups.h"
#include "passes/partition/OpRule.h"
#include "passes/partition/PlacementWords.h"

#include "dialects/sharding/PartitionRule.h"
#include "dialects/sharding/ShardingOps.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "dialects/stablehlo/reduction/SortedDim.h"

#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;

namespace shardwright {

/// Of an element of what the op makes, in whole bytes.
static double madeBytes(Operation *op) {
  return static_cast<double>(op->getNumResults() ? elementBytes(op->getResult(0)) : 4);
}

NextBest nextBest(Operation *op, const ShardingProblem::OpClass &opClass, const NextPlacement &next,
                  const CostModel &costs) {
  double times = iterationsAround(op);
  NextBest told;
  told.placement = next.placement.str(opClass.rule);
  told.words = placementWords(op, opClass.rule, next.placement);
  told.seconds = next.more.seconds() * times;
  told.bytes = next.more.bytes * times;
  told.collectives = next.more.collectives * times;
  double work = next.more.workSeconds() * times;
  if (isProduct(op))
    told.flops = 2 * work / opClass.secondsPerPoint;
  else
    told.touched = madeBytes(op) * work / costs.device().secondsPerElement(madeBytes(op));
  return told;
}

ElementType elementTypeOf(Value value, const CostModel &costs) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!type)
    return {1, "f32"};
  llvm::StringRef name = rateType(type.getElementType());
  return {elementBytes(value), costs.isPricedApart(name) ? name : "f32"};
}

bool isMadeAnywhere(Operation *op) { return isa_and_nonnull<stablehlo::ConstantOp, stablehlo::IotaOp>(op); }

Sharding propagatedSharding(const Mesh &mesh, Value value) {
  if (sharding::SpecAttr spec = sharding::getSpec(value))
    return spec.getValue().placement(mesh);
  return Sharding::closed(shapeOf(value).size());
}

Sharding returnedSharding(const Mesh &mesh, func::ReturnOp op, unsigned index) {
  sharding::SpecAttr spec = sharding::getResultSpec(op->getParentOfType<func::FuncOp>(), index);
  return spec ? spec.getValue().placement(mesh) : Sharding::closed(shapeOf(op.getOperand(index)).size());
}

/// loop-carried values, and what branches yield, are sharded as the results do; a condition is whole; a manual region
/// says itself.
Sharding yieldedSharding(const Mesh &mesh, Operation *terminator, unsigned index) {
  Operation *parent = terminator->getParentOp();
  if (auto loop = dyn_cast<stablehlo::WhileOp>(parent); loop && terminator->getParentRegion() == &loop.getCond())
    return Sharding::closed(0);
  if (auto manual = dyn_cast<sharding::ManualOp>(parent))
    return sharding::withoutAxes(manual.getOutSpec(index).getValue(), manual.getAxes()).placement(mesh);
  return propagatedSharding(mesh, parent->getResult(index));
}

Sharding fixedSharding(const Mesh &mesh, Operation *op, unsigned index) {
  if (isa<sharding::ConstraintOp, sharding::ReshardOp, stablehlo::WhileOp, stablehlo::OptimizationBarrierOp>(op))
    return propagatedSharding(mesh, op->getResult(index));
  if (auto manual = dyn_cast<sharding::ManualOp>(op))
    return manual.getInSpec(index).getValue().placement(mesh);
  // A selector of branches; an op that looks at whole values and returns nothing (a check).
  return Sharding::closed(shapeOf(op->getOperand(index)).size());
}

namespace {

class Builder {
public:
  Builder(const CostModel &costs, const PartitionOptions &choices)
      : costs(costs), mesh(costs.mesh()), choices(choices) {}

  LogicalResult build(func::FuncOp func) {
    // Values and ops are large to move.
    size_t numOps = 0;
    func.walk([&](Operation *) { ++numOps; });
    graph.program.ops.reserve(numOps + 1);
    graph.program.values.reserve(numOps + func.getNumArguments());
    graph.values.reserve(numOps + func.getNumArguments());
    graph.program.classes.reserve(numOps / 4);
    append(func, {}, func.getArguments(), {}, 1);
    for (BlockArgument argument : func.getArguments())
      graph.program.values[valueOf(argument)].isKept = !isDonated(func, argument.getArgNumber());
    return addBlock(func.getBody().front(), 1);
  }

  PlacementGraph graph;

private:
  LogicalResult addBlock(Block &block, double times) {
    for (Operation &op : block)
      if (failed(addOp(&op, times)))
        return failure();
    return success();
  }

  LogicalResult addOp(Operation *op, double times) {
    if (isa<sharding::GroupOp>(op))
      return success();
    if (isa<sharding::BarrierOp>(op)) {
      append(op, op->getOperands(), op->getResults(), {std::nullopt}, times);
      alias(op);
      return success();
    }
    if (isa<sharding::ConstraintOp, sharding::ReshardOp>(op)) {
      addFixed(op, op->getResults(), times);
      alias(op);
      return success();
    }
    if (isa<stablehlo::WhileOp, stablehlo::CaseOp, stablehlo::IfOp, sharding::ManualOp>(op))
      return addRegions(op, times);
    if (op->hasTrait<OpTrait::IsTerminator>())
      addEnd(op, times);
    else if (isa<stablehlo::OptimizationBarrierOp>(op))
      addHandedOn(op, times);
    else if (op->getNumResults() == 0)
      addFixed(op, op->getResults(), times);
    else if (std::optional<size_t> opClass = classOf(op))
      addByRule(op, *opClass, times);
    else if (op->getNumOperands() == 0)
      addMade(op, times);
    else
      return refuse(op);
    return success();
  }

  LogicalResult refuse(Operation *op) {
    return op->emitError("'")
           << op->getName()
           << "' has no sharding rule, so it cannot be partitioned; run it with --devices=1, or give it "
              "a `sharding.rule` attribute";
  }

  void alias(Operation *op) {
    graph.program.values[valueOf(op->getResult(0))].root = graph.program.values[valueOf(op->getOperand(0))].root;
  }

  void addMade(Operation *op, double times) {
    addFixed(op, op->getResults(), times);
    auto [place, isNew] = madeOfClass.try_emplace(madeClasses.classOf(op), graph.program.made.size());
    if (isNew)
      graph.program.made.push_back(madeBy(op));
    graph.program.ops.back().made = static_cast<int64_t>(place->second);
  }

  static ShardingProblem::Made madeBy(Operation *op) {
    ShardingProblem::Made made{formOf(op), -1, {}};
    if (auto iota = dyn_cast<stablehlo::IotaOp>(op))
      made.countedDim = static_cast<int64_t>(iota.getIotaDimension());
    DenseElementsAttr constant;
    if (matchPattern(op, m_Constant(&constant)) && constant.isSplat())
      for (ReductionKind kind : {ReductionKind::Sum, ReductionKind::Product, ReductionKind::Xor})
        if (constant.getSplatValue<Attribute>() == identityElement(kind, constant.getElementType()))
          made.neutral.push_back(kind);
    return made;
  }

  void addFixed(Operation *op, ValueRange results, double times) {
    std::vector<std::optional<Sharding>> needs;
    for (unsigned index = 0; index < op->getNumOperands(); ++index)
      needs.push_back(fixedSharding(mesh, op, index));
    append(op, op->getOperands(), results, std::move(needs), times);
  }

  void addEnd(Operation *op, double times) {
    std::vector<std::optional<Sharding>> needs;
    for (unsigned index = 0; index < op->getNumOperands(); ++index)
      if (auto returns = dyn_cast<func::ReturnOp>(op))
        needs.push_back(returnedSharding(mesh, returns, index));
      else
        needs.push_back(yieldedSharding(mesh, op, index));
    append(op, op->getOperands(), {}, std::move(needs), times);
  }

  LogicalResult addRegions(Operation *op, double times) {
    SmallVector<Value> arguments;
    for (Region &region : op->getRegions())
      llvm::append_range(arguments, region.getArguments());
    size_t entry = graph.program.ops.size(), number = graph.program.regions.size();
    graph.program.regions.push_back(regionOf(op, entry));
    double inside = isa<stablehlo::WhileOp>(op) ? times * static_cast<double>(tripCount(op).value_or(1)) : times;
    addFixed(op, arguments, inside); // The arguments are there anew in every iteration.
    const size_t manualOutside = manual;
    if (auto region = dyn_cast<sharding::ManualOp>(op))
      enter(region);
    for (Region &region : op->getRegions())
      if (failed(addBlock(region.front(), inside)))
        return failure();
      else
        graph.program.regions[number].ends.push_back(graph.program.ops.size() - 1);
    manual = manualOutside;
    graph.program.regions[number].leave = graph.program.ops.size();
    if (isa<stablehlo::WhileOp>(op))
      addLoopCarried(op, entry, graph.program.ops.size() - 1);
    append(op, {}, op->getResults(), {}, times);
    return success();
  }

  void enter(sharding::ManualOp region) {
    AxisList axes = manualLists[manual];
    llvm::append_range(axes, region.getAxes());
    manual = static_cast<size_t>(llvm::find(manualLists, axes) - manualLists.begin());
    if (manual == manualLists.size())
      manualLists.push_back(std::move(axes));
  }

  static ShardingProblem::Region regionOf(Operation *op, size_t enter) {
    using Form = ShardingProblem::Region::Form;
    ShardingProblem::Region region{Form::Inline, enter, 0, {}, std::nullopt};
    if (isa<stablehlo::WhileOp>(op)) {
      region.form = Form::Loop;
      if (std::optional<int64_t> trips = tripCount(op))
        region.trips = static_cast<double>(*trips);
    } else if (!isa<sharding::ManualOp>(op)) {
      region.form = Form::Branches;
    }
    return region;
  }

  /// Each result is sharded as its operand does: what one iteration would be handed.
  void addHandedOn(Operation *op, double times) {
    size_t number = graph.program.ops.size();
    addFixed(op, op->getResults(), times);
    for (auto [index, result] : llvm::enumerate(op->getResults())) {
      graph.loopCarried.push_back(result);
      graph.program.loopCarried.push_back({number, number, index, {}, valueOf(result)});
    }
  }

  void addLoopCarried(Operation *loop, size_t entry, size_t yield) {
    for (auto [index, result] : llvm::enumerate(loop->getResults())) {
      graph.loopCarried.push_back(result);
      graph.program.loopCarried.push_back(
          {entry,
           yield,
           index,
           {valueOf(loop->getRegion(0).getArgument(index)), valueOf(loop->getRegion(1).getArgument(index))},
           valueOf(result)});
    }
  }

  void addByRule(Operation *op, size_t opClass, double times) {
    graph.numberOf[op] = graph.program.ops.size();
    append(op, op->getOperands(), op->getResults(), {}, times);
    graph.program.ops.back().opClass = static_cast<int64_t>(opClass);
  }

  std::optional<size_t> classOf(Operation *op) {
    auto [place, isNew] = numberOfClass.try_emplace({classes.classOf(op), manual});
    if (isNew) {
      if (std::optional<ShardingRule> rule = partitionRule(op)) {
        if (!choices.haloExchange)
          keepWindowsWhole(*rule);
        if (!choices.runtimeWindows)
          keepRuntimeWindowsWhole(op, *rule);
        place->second = graph.program.classes.size();
        double seconds = secondsPerPoint(op, *rule);
        graph.program.classes.push_back({std::move(*rule), shapesOf(op), seconds, localOp(op), manualLists[manual]});
      }
    }
    return place->second;
  }

  static void setCollective(Operation *op, ShardingProblem::LocalOp &local) {
    CollectiveOpWork asked(op);
    CollectiveWork work = asked.work();
    local.library = ShardingProblem::LocalOp::Library::Collective;
    local.collective = work.op;
    local.axes = AxisList(work.axes);
    local.pairs.assign(work.pairs.begin(), work.pairs.end());
    auto dimOf = [&](StringRef name) {
      auto dim = op->getAttrOfType<IntegerAttr>(name);
      return dim ? dim.getInt() : 0;
    };
    local.dim = dimOf(work.op == CollectiveKind::AllToAll ? "split_dim" : "dim");
    local.otherDim = static_cast<size_t>(dimOf("concat_dim"));
    if (auto kind = op->getAttrOfType<sharding::KindAttr>("kind"))
      local.kind = kind.getValue();
  }

  static void setIndexing(stablehlo::GatherOp op, ShardingProblem::LocalOp::Indexing &indexing) {
    auto numbers = op.getDimensionNumbers();
    indexing.vectorDim = static_cast<size_t>(numbers.getIndexVectorDim());
    for (int64_t dim : numbers.getStartIndexMap())
      indexing.dims.push_back(op.getSliceSizes()[dim] == shapeOf(op.getOperand())[dim] ? -1 : dim);
    indexing.spread.kind = fusion::OpForm::Kind::Broadcast;
    for (int64_t dim = 0; dim < static_cast<int64_t>(shapeOf(op).size()); ++dim)
      if (!llvm::is_contained(numbers.getOffsetDims(), dim))
        indexing.spread.dims.push_back(dim);
  }

  static void setIndexing(stablehlo::ScatterOp op, ShardingProblem::LocalOp::Indexing &indexing) {
    auto numbers = op.getScatterDimensionNumbers();
    indexing.vectorDim = static_cast<size_t>(numbers.getIndexVectorDim());
    for (int64_t dim : numbers.getScatterDimsToOperandDims())
      indexing.dims.push_back(llvm::is_contained(numbers.getInsertedWindowDims(), dim) ? dim : -1);
  }

  ShardingProblem::LocalOp localOp(Operation *op) const {
    using Library = ShardingProblem::LocalOp::Library;
    ShardingProblem::LocalOp local;
    local.form = formOf(op);
    if (auto reverse = dyn_cast<stablehlo::ReverseOp>(op))
      local.handsOn = reverse.getDimensions().empty();
    if (auto gather = dyn_cast<stablehlo::GatherOp>(op))
      setIndexing(gather, local.indexing);
    if (auto scatter = dyn_cast<stablehlo::ScatterOp>(op))
      setIndexing(scatter, local.indexing);
    if (isProduct(op)) {
      local.library = Library::Product;
      local.product = isa<stablehlo::ConvolutionOp>(op) ? convolutionShape(cast<stablehlo::ConvolutionOp>(op))
                                                        : cost::ProductWork();
      chooseProductUnits(op, costs.device().device(), local.product);
    } else if (auto sort = dyn_cast<stablehlo::SortOp>(op)) {
      local.library = Library::Sort;
      local.dim = stablehlo::sortedDim(sort);
    } else if (spmd::isCollective(op)) {
      setCollective(op, local);
    } else if (local.form.kind == fusion::OpForm::Kind::Other) {
      local.library = Library::Call;
      const CallWork work = callWork(op).value_or(CallWork());
      local.flops = work.flops;
      local.isScalar = work.isScalar;
    }
    return local;
  }

  double secondsPerPoint(Operation *op, const ShardingRule &rule) const {
    if (isProduct(op)) {
      cost::ProductWork work;
      chooseProductUnits(op, costs.device().device(), work);
      return costs.device().secondsPerMultiplyAdd(work);
    }
    double seconds = costs.device().secondsPerElement(madeBytes(op));
    if (!isa<stablehlo::DynamicSliceOp>(op))
      return seconds;
    // Of what it is cut from, an operation touches no more than what it cuts.
    for (size_t dim = 0; dim < rule.operands[0].size(); ++dim)
      if (rule.operands[0][dim] != rule.results[0][dim])
        seconds /= static_cast<double>(rule.factors[rule.operands[0][dim].front()].size);
    return seconds;
  }

  void append(Operation *op, ValueRange operands, ValueRange results, std::vector<std::optional<Sharding>> needs,
              double times) {
    ShardingProblem::Op added;
    for (Value operand : operands)
      added.operands.push_back(valueOf(operand));
    for (Value result : results) {
      added.results.push_back(valueOf(result));
      graph.program.values[added.results.back()].free = isMadeAnywhere(op);
    }
    added.needs = std::move(needs);
    added.times = times;
    graph.program.ops.push_back(std::move(added));
  }

  /// What values of one type of elements have in common.
  struct Elements {
    std::string name;
    ElementType type;
  };
  const Elements &elementsOf(Value value) {
    Elements &elements = typesOfElements[{value.getType().getTypeID(), getElementTypeOrSelf(value)}];
    if (elements.name.empty()) {
      llvm::raw_string_ostream(elements.name) << getElementTypeOrSelf(value);
      elements.type = elementTypeOf(value, costs);
    }
    return elements;
  }

  size_t valueOf(Value value) {
    auto [place, added] = valueIds.try_emplace(value, graph.program.values.size());
    if (added) {
      graph.values.push_back(value);
      const Elements &elements = elementsOf(value);
      graph.program.values.push_back(
          {shapeOf(value), elements.type, propagatedSharding(mesh, value), place->second, elements.name});
    }
    return place->second;
  }

  const CostModel &costs;
  const Mesh &mesh;
  const PartitionOptions &choices;
  OpClasses classes;
  DenseMap<std::pair<size_t, size_t>, std::optional<size_t>>
      numberOfClass; ///< by number of `classes`, and of manual axes
  SmallVector<AxisList, 1> manualLists{{}};
  size_t manual = 0; ///< those of the ops that are added
  OpClasses madeClasses;
  DenseMap<size_t, size_t> madeOfClass;
  DenseMap<std::pair<TypeID, Type>, Elements> typesOfElements; ///< by the kind of type, and that of elements
  DenseMap<Value, size_t> valueIds;
};

} // namespace

FailureOr<PlacementGraph> buildPlacementGraph(func::FuncOp func, const CostModel &costs,
                                              const PartitionOptions &choices) {
  Builder builder(costs, choices);
  if (failed(builder.build(func)))
    return failure();
  if (costs.device().device().attention)
    builder.graph.program.attention = attentionOf(func, builder.graph.program, builder.graph.values);
  return std::move(builder.graph);
}

} // namespace shardwright
