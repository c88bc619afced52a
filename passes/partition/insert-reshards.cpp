#include "passes/partition/OpRule.h"
#include "passes/partition/Passes.h"
#include "passes/partition/ReshardPlans.h"

#include "dialects/sharding/ShardingOps.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace shardwright {
namespace {

/// Chooses a placement for every op of a function, in program order, and makes each change of sharding an explicit op.
class ReshardInserter {
public:
  ReshardInserter(const Mesh &mesh, FlatSymbolRefAttr meshName) : mesh(mesh), meshName(meshName), plans(mesh) {}

  LogicalResult run(func::FuncOp func) {
    for (BlockArgument arg : func.getArguments())
      enter(arg, specOf(arg));
    return placeBlock(func.getBody().front());
  }

private:
  //===--- The shardings a value exists in ---===//

  struct Copy {
    Sharding sharding;
    Value value;
  };

  /// The sharding propagation gave a value; replicated where it gave none.
  Sharding specOf(Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    if (sharding::SpecAttr spec = sharding::getSpec(value))
      return spec.getValue().placement(mesh);
    return Sharding::closed(type ? type.getRank() : 0);
  }

  void enter(Value value, const Sharding &sharding) {
    copies[value] = {{sharding, value}};
    roots[value] = value;
  }

  Value rootOf(Value value) { return roots.lookup(value); }

  /// The value in the wanted sharding: one that exists already, or a reshard of the one from which it is cheapest,
  /// placed right behind it, so that every later user (also in an inner region) finds it.
  Value inSharding(Value value, const Sharding &wanted, Operation *user, const std::string &cause) {
    Value root = rootOf(value);
    SmallVector<Copy> &existing = copies[root];
    std::optional<Price> best;
    Value source;
    for (const Copy &copy : existing) {
      if (copy.sharding.samePlacement(wanted))
        return copy.value;
      auto price = plans.price(shapeOf(root), elementBytes(root), copy.sharding, wanted);
      if (price && (!best || *price < *best)) {
        best = price;
        source = copy.value;
      }
    }
    if (!source) {
      user->emitError("value cannot be brought from any sharding it exists in to the one needed here");
      failed = true;
      return value;
    }
    OpBuilder builder(user->getContext());
    builder.setInsertionPointAfterValue(source);
    auto spec = sharding::SpecAttr::get(meshName, wanted);
    auto reshard = sharding::ReshardOp::create(builder, user->getLoc(), source, spec);
    reshard->setAttr("cause", builder.getStringAttr(cause));
    roots[reshard.getResult()] = root;
    existing.push_back({wanted, reshard.getResult()});
    return reshard.getResult();
  }

  void need(OpOperand &operand, const Sharding &wanted, const std::string &cause) {
    operand.set(inSharding(operand.get(), wanted, operand.getOwner(), cause));
  }

  std::string causeOf(Operation *op, unsigned operand) {
    return op->getName().getStringRef().str() + " operand " + std::to_string(operand);
  }

  //===--- Ops ---===//

  LogicalResult placeBlock(Block &block) {
    for (Operation &op : llvm::make_early_inc_range(block))
      if (llvm::failed(placeOp(&op)) || failed)
        return failure();
    return success();
  }

  LogicalResult placeRegions(Operation *op) {
    for (Region &region : op->getRegions())
      for (Block &block : region) {
        for (BlockArgument arg : block.getArguments())
          enter(arg, specOf(arg));
        if (llvm::failed(placeBlock(block)))
          return failure();
      }
    return success();
  }

  LogicalResult placeOp(Operation *op) {
    if (isa<sharding::ConstraintOp, sharding::ReshardOp>(op))
      return replaceBy(op,
                       inSharding(op->getOperand(0), specOf(op->getResult(0)), op, op->getName().getStringRef().str()));
    if (isa<sharding::BarrierOp>(op)) {
      return replaceBy(op, op->getOperand(0));
    }
    if (isa<sharding::GroupOp>(op)) {
      op->erase();
      return success();
    }
    if (isa<func::ReturnOp>(op))
      return placeReturn(cast<func::ReturnOp>(op));
    // What a region yields is placed by the op around it, which knows how its results lie.
    if (op->hasTrait<OpTrait::IsTerminator>())
      return success();
    if (isa<stablehlo::WhileOp>(op))
      return placeWhile(cast<stablehlo::WhileOp>(op));
    if (isa<stablehlo::CaseOp, stablehlo::IfOp>(op))
      return placeBranches(op);
    if (isa<sharding::ManualOp>(op))
      return placeManual(cast<sharding::ManualOp>(op));
    if (isa<stablehlo::OptimizationBarrierOp>(op))
      return placeBarrier(op);
    if (std::optional<ShardingRule> rule = partitionRule(op))
      return placeByRule(op, *rule);
    if (op->getNumOperands() == 0)
      return placeSource(op);
    if (op->getNumResults() == 0)
      return placeWhole(op);
    return op->emitError("'")
           << op->getName()
           << "' has no sharding rule, so it cannot be partitioned; run it with --devices=1, or give it "
              "a `sharding.rule` attribute";
  }

  LogicalResult replaceBy(Operation *op, Value value) {
    if (failed)
      return failure();
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
    return success();
  }

  /// Constants and iotas are made where they are wanted: any block of them costs nothing.
  LogicalResult placeSource(Operation *op) {
    for (Value result : op->getResults())
      enter(result, specOf(result));
    return success();
  }

  /// An op that looks at whole values and returns nothing (a check).
  LogicalResult placeWhole(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      need(operand, Sharding::closed(shapeOf(operand.get()).size()), causeOf(op, operand.getOperandNumber()));
    return success();
  }

  LogicalResult placeReturn(func::ReturnOp op) {
    auto func = op->getParentOfType<func::FuncOp>();
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned index = operand.getOperandNumber();
      sharding::SpecAttr spec = sharding::getResultSpec(func, index);
      Sharding wanted = spec ? spec.getValue().placement(mesh) : Sharding::closed(shapeOf(operand.get()).size());
      need(operand, wanted, "result " + std::to_string(index));
    }
    return success();
  }

  /// A loop's carries have one sharding, that of the results, at entry, in the body and at the exit.
  LogicalResult placeWhile(stablehlo::WhileOp op) {
    for (OpOperand &operand : op->getOpOperands())
      need(operand, specOf(op->getResult(operand.getOperandNumber())), "loop carry");
    if (llvm::failed(placeRegions(op)))
      return failure();
    yieldLike(op->getRegion(1).front().getTerminator(), op);
    Operation *predicate = op->getRegion(0).front().getTerminator();
    need(predicate->getOpOperand(0), Sharding::closed(0), "loop condition");
    return enterResults(op);
  }

  LogicalResult placeBranches(Operation *op) {
    need(op->getOpOperand(0), Sharding::closed(0), "branch selector");
    if (llvm::failed(placeRegions(op)))
      return failure();
    for (Region &region : op->getRegions())
      yieldLike(region.front().getTerminator(), op);
    return enterResults(op);
  }

  LogicalResult placeManual(sharding::ManualOp op) {
    for (OpOperand &operand : op->getOpOperands())
      need(operand, op.getInSpec(operand.getOperandNumber()).getValue().placement(mesh), "manual region");
    if (llvm::failed(placeRegions(op)))
      return failure();
    Operation *terminator = op.getBody().front().getTerminator();
    for (OpOperand &operand : terminator->getOpOperands()) {
      const Sharding &out = op.getOutSpec(operand.getOperandNumber()).getValue();
      need(operand, sharding::withoutAxes(out, op.getAxes()).placement(mesh), "manual region");
    }
    return enterResults(op);
  }

  LogicalResult placeBarrier(Operation *op) {
    for (OpOperand &operand : op->getOpOperands())
      need(operand, specOf(op->getResult(operand.getOperandNumber())), causeOf(op, operand.getOperandNumber()));
    return enterResults(op);
  }

  void yieldLike(Operation *terminator, Operation *op) {
    for (OpOperand &operand : terminator->getOpOperands())
      need(operand, specOf(op->getResult(operand.getOperandNumber())), "region result");
  }

  LogicalResult enterResults(Operation *op) {
    for (Value result : op->getResults())
      enter(result, specOf(result));
    return failure(failed);
  }

  LogicalResult placeByRule(Operation *op, const ShardingRule &rule) {
    OpShapes shapes = shapesOf(op);
    PlacementProblem problem{mesh, rule, shapes, {}, {}, computePerPoint(op)};
    for (OpOperand &operand : op->getOpOperands())
      problem.operands.push_back(operandState(operand));
    for (Value result : op->getResults())
      problem.results.push_back({elementBytes(result), specOf(result), usersTakePartial(result, nullptr)});

    std::vector<RankedPlacement> ranked = rankPlacements(problem, plans);
    const Placement &chosen = ranked.front().placement;
    std::string reason = whyChosen(ranked, rule);
    for (OpOperand &operand : op->getOpOperands())
      need(operand, operandSharding(mesh, rule, chosen, operand.getOperandNumber()),
           causeOf(op, operand.getOperandNumber()) + reason);
    SmallVector<Attribute> specs;
    for (Value result : op->getResults()) {
      Sharding made = resultSharding(mesh, rule, chosen, cast<OpResult>(result).getResultNumber());
      specs.push_back(sharding::SpecAttr::get(meshName, made));
      enter(result, made);
    }
    op->setAttr(sharding::kSpecsAttr, ArrayAttr::get(op->getContext(), specs));
    return failure(failed);
  }

  /// ` (i={x}; next best i={y} costs 384 more)`, in bytes sent per device and their equivalent in compute.
  static std::string whyChosen(ArrayRef<RankedPlacement> ranked, const ShardingRule &rule) {
    std::string reason = " (" + ranked.front().placement.str(rule);
    if (ranked.size() > 1) {
      const Price &best = ranked[0].price, &next = ranked[1].price;
      auto more = static_cast<int64_t>(next.bytes + next.compute - best.bytes - best.compute);
      reason += "; next best " + ranked[1].placement.str(rule) + " costs " + std::to_string(more) + " more";
    }
    return reason + ")";
  }

  OperandState operandState(OpOperand &operand) {
    Value root = rootOf(operand.get());
    OperandState state{elementBytes(root), {}};
    for (OpOperand &other : llvm::reverse(operand.getOwner()->getOpOperands()))
      if (rootOf(other.get()) == root)
        state.first = other.getOperandNumber();
    for (const Copy &copy : copies[root])
      state.available.push_back(copy.sharding);
    state.resolvedElsewhere = state.available.size() > 1 || !usersTakePartial(root, operand.getOwner());
    return state;
  }

  /// A multiply-add counts 2000 to the byte sent (400 TFLOP/s against 200 GB/s), an element touched in memory 20.
  double computePerPoint(Operation *op) {
    if (isa<stablehlo::DotGeneralOp, stablehlo::ConvolutionOp>(op))
      return 1.0 / 2000;
    return static_cast<double>(op->getNumResults() ? elementBytes(op->getResult(0)) : 4) / 20;
  }

  /// Whether every user but `except` can take the value while a combination is pending.
  bool usersTakePartial(Value value, Operation *except) {
    for (OpOperand &use : value.getUses()) {
      if (use.getOwner() == except)
        continue;
      const std::optional<ShardingRule> &rule = cachedRule(use.getOwner());
      if (!rule || rule->partial == PartialBehavior::None ||
          !llvm::is_contained(rule->partialOperands, use.getOperandNumber()))
        return false;
    }
    return true;
  }

  const std::optional<ShardingRule> &cachedRule(Operation *op) {
    auto found = rules.find(op);
    if (found == rules.end())
      found = rules.try_emplace(op, std::make_unique<std::optional<ShardingRule>>(partitionRule(op))).first;
    return *found->second;
  }

  const Mesh &mesh;
  FlatSymbolRefAttr meshName;
  ReshardPlans plans;
  DenseMap<Value, SmallVector<Copy>> copies;
  DenseMap<Value, Value> roots;
  DenseMap<Operation *, std::unique_ptr<std::optional<ShardingRule>>> rules;
  bool failed = false;
};

struct InsertReshardsPass : PassWrapper<InsertReshardsPass, OperationPass<ModuleOp>> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InsertReshardsPass)

  StringRef getArgument() const override { return "insert-reshards"; }
  StringRef getDescription() const override {
    return "choose a placement for every op and make each change of sharding an explicit sharding.reshard";
  }

  void runOnOperation() override {
    FailureOr<Mesh> mesh = sharding::lookupMesh(getOperation());
    if (llvm::failed(mesh))
      return;
    auto name = FlatSymbolRefAttr::get(sharding::lookupMeshOp(getOperation()).getSymNameAttr());
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (llvm::failed(ReshardInserter(*mesh, name).run(func)))
        return signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createInsertReshardsPass() { return std::make_unique<InsertReshardsPass>(); }

} // namespace shardwright
