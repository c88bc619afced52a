#include "passes/partition/OpRule.h"
#include "passes/partition/PartitionOptions.h"
#include "passes/partition/Passes.h"
#include "passes/partition/PlacementGraph.h"
#include "passes/partition/PlacementWords.h"
#include "shardwright/Evaluate/ChoosePlan.h"
#include "shardwright/Placement/ReshardPlans.h"
#include "shardwright/Sharding/Text.h"

#include "dialects/sharding/ShardingOps.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdDialect.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PricedPass.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace shardwright {
namespace {

/// Gives every op of a function the placement chosen for it, and makes each change of sharding an explicit op.
class ReshardInserter {
public:
  ReshardInserter(const CostModel &costs, ReshardCache &reshards, FlatSymbolRefAttr meshName,
                  const PlacementOptions &options, const PartitionOptions &choices)
      : costs(costs), mesh(costs.mesh()), meshName(meshName), options(options), choices(choices), reshards(reshards),
        plans(costs, reshards) {}

  LogicalResult run(func::FuncOp func) {
    FailureOr<PlacementGraph> graph = buildPlacementGraph(func, costs, choices);
    if (llvm::failed(graph))
      return failure();
    program = std::move(graph->program);
    plan = choosePlan(costs, program, reshards, options);
    numberOf = std::move(graph->numberOf);
    for (auto [carried, current] : llvm::zip_equal(graph->loopCarried, plan.loopCarried))
      if (!propagatedSharding(mesh, carried).samePlacement(current))
        sharding::setSpec(carried, sharding::SpecAttr::get(meshName, current));
    for (BlockArgument arg : func.getArguments())
      enter(arg, propagatedSharding(mesh, arg));
    if (llvm::failed(placeBlock(func.getBody().front())))
      return failure();
    eraseUnread(func);
    return success();
  }

private:
  /// What a constraint asks for and every reader needs otherwise.
  static void eraseUnread(func::FuncOp func) {
    SmallVector<sharding::ReshardOp> reshards;
    func.walk([&](sharding::ReshardOp op) { reshards.push_back(op); });
    for (sharding::ReshardOp op : llvm::reverse(reshards))
      if (op->use_empty())
        op->erase();
  }

  //===--- The shardings a value exists in ---===//

  struct Copy {
    Sharding sharding;
    Value value;
  };

  void enter(Value value, const Sharding &sharding) {
    copies[value] = {{sharding, value}};
    roots[value] = value;
  }

  Value rootOf(Value value) { return roots.lookup(value); }

  /// Who needs a value in another sharding.
  struct User {
    Operation *op;
    std::string what;
    /// By which it runs; null where the program itself asks.
    const PlacementChoice *choice = nullptr;
    const ShardingProblem::OpClass *opClass = nullptr;
    /// It cannot run with the value split, whatever the price.
    bool unsplittable = false;
  };

  Location reasonFor(const User &user, Value root, const Sharding &from, const Sharding &to) {
    auto result = dyn_cast<OpResult>(root);
    unsigned number = result ? result.getResultNumber() : cast<BlockArgument>(root).getArgNumber();
    std::string words =
        result ? "result " + std::to_string(number) + " of " + result.getOwner()->getName().getStringRef().str()
               : "argument " + std::to_string(number);
    Reason reason{user.what, user.op->getLoc(), words, root.getLoc(), number, str(from), str(to), "", "", std::nullopt};
    if (user.choice) {
      reason.placement = user.choice->placement.str(user.opClass->rule);
      reason.words = placementWords(user.op, user.opClass->rule, user.choice->placement);
      if (user.choice->next)
        reason.next = nextBest(user.op, *user.opClass, *user.choice->next, costs);
    }
    return withReason(reason);
  }

  /// The value in the wanted sharding: one that exists already, or a reshard of the one from which it is cheapest,
  /// placed right behind it, so that every later user (also in an inner region) finds it. Who asks is worked out where
  /// a reshard has to say so.
  Value inSharding(Value value, const Sharding &wanted, llvm::function_ref<User()> asks) {
    Value root = rootOf(value);
    SmallVector<Copy> &existing = copies[root];
    for (const Copy &copy : existing)
      if (copy.sharding.samePlacement(wanted))
        return copy.value;
    // What is partial is one summand of the constant, not the constant.
    if (isMadeAnywhere(root.getDefiningOp()) && !wanted.isPartial())
      return remade(root, wanted);
    const User user = asks();
    std::optional<Price> best;
    Copy source;
    for (const Copy &copy : existing) {
      auto price = plans.price(shapeOf(root), elementTypeOf(root, costs), copy.sharding, wanted);
      if (price && (!best || *price < *best)) {
        best = price;
        source = copy;
      }
    }
    if (!source.value) {
      user.op->emitError("value cannot be brought from any sharding it exists in to the one needed here");
      failed = true;
      return value;
    }
    OpBuilder builder(user.op->getContext());
    builder.setInsertionPointAfterValue(source.value);
    auto spec = sharding::SpecAttr::get(meshName, wanted);
    Location reason = reasonFor(user, root, source.sharding, wanted);
    auto reshard = sharding::ReshardOp::create(builder, reason, source.value, spec);
    reshard->setAttr(
        "cause",
        builder.getStringAttr(user.what + (user.choice ? " " + user.choice->reason(user.opClass->rule, costs) : "")));
    if (user.unsplittable)
      reshard->setAttr(spmd::kWholeForAttr, builder.getStringAttr(user.op->getName().getStringRef()));
    roots[reshard.getResult()] = root;
    existing.push_back({wanted, reshard.getResult()});
    return reshard.getResult();
  }

  /// The source once more, in the wanted sharding.
  Value remade(Value source, const Sharding &wanted) {
    OpBuilder builder(source.getContext());
    builder.setInsertionPointAfterValue(source);
    Operation *clone = builder.clone(*source.getDefiningOp());
    sharding::setSpec(clone->getResult(0), sharding::SpecAttr::get(meshName, wanted));
    copies[source].push_back({wanted, clone->getResult(0)});
    roots[clone->getResult(0)] = source;
    return clone->getResult(0);
  }

  void need(OpOperand &operand, const Sharding &wanted, llvm::function_ref<User()> asks) {
    operand.set(inSharding(operand.get(), wanted, asks));
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
          enter(arg, propagatedSharding(mesh, arg));
        if (llvm::failed(placeBlock(block)))
          return failure();
      }
    return success();
  }

  LogicalResult placeOp(Operation *op) {
    if (isa<sharding::ConstraintOp, sharding::ReshardOp>(op))
      return replaceBy(op, inSharding(op->getOperand(0), fixedSharding(mesh, op, 0), [&] {
                         return User{op, op->getName().getStringRef().str()};
                       }));
    if (isa<sharding::BarrierOp>(op))
      return replaceBy(op, op->getOperand(0));
    if (isa<sharding::GroupOp>(op)) {
      op->erase();
      return success();
    }
    if (isa<func::ReturnOp>(op))
      return placeReturn(cast<func::ReturnOp>(op));
    if (auto number = numberOf.find(op); number != numberOf.end())
      return placeByRule(op, number->second);
    return placeFixed(op);
  }

  LogicalResult replaceBy(Operation *op, Value value) {
    if (failed)
      return failure();
    op->getResult(0).replaceAllUsesWith(value);
    op->erase();
    return success();
  }

  LogicalResult placeReturn(func::ReturnOp op) {
    for (OpOperand &operand : op->getOpOperands()) {
      unsigned index = operand.getOperandNumber();
      need(operand, returnedSharding(mesh, op, index), [&] { return User{op, "result " + std::to_string(index)}; });
    }
    return failure(failed);
  }

  /// Ops without a rule, with what is in their regions.
  LogicalResult placeFixed(Operation *op) {
    // What a region yields is placed by the op around it, which knows how its results lie.
    if (op->hasTrait<OpTrait::IsTerminator>())
      return success();
    for (OpOperand &operand : op->getOpOperands())
      need(operand, fixedSharding(mesh, op, operand.getOperandNumber()), [&] {
        return User{op, causeOf(op, operand.getOperandNumber())};
      });
    if (llvm::failed(placeRegions(op)))
      return failure();
    for (Region &region : op->getRegions()) {
      Operation *terminator = region.front().getTerminator();
      for (OpOperand &operand : terminator->getOpOperands())
        need(operand, yieldedSharding(mesh, terminator, operand.getOperandNumber()), [&] {
          return User{terminator, causeOfYield(op, region)};
        });
    }
    for (Value result : op->getResults())
      enter(result, propagatedSharding(mesh, result));
    return failure(failed);
  }

  std::string causeOf(Operation *op, unsigned operand) {
    if (isa<stablehlo::WhileOp>(op))
      return "loop-carried value";
    if (isa<stablehlo::CaseOp, stablehlo::IfOp>(op))
      return "branch selector";
    if (isa<sharding::ManualOp>(op))
      return "manual region";
    return op->getName().getStringRef().str() + " operand " + std::to_string(operand);
  }

  std::string causeOfYield(Operation *op, Region &region) {
    if (isa<sharding::ManualOp>(op))
      return "manual region";
    auto loop = dyn_cast<stablehlo::WhileOp>(op);
    return loop && &region == &loop.getCond() ? "loop condition" : "region result";
  }

  bool runsWhole(const ShardingProblem::OpClass &opClass, const Placement &placement, OpOperand &operand) {
    return runsWholeFor(mesh, opClass.rule, opClass.shapes, placement, operand.getOperandNumber(),
                        copies[rootOf(operand.get())].front().sharding);
  }

  LogicalResult placeByRule(Operation *op, size_t number) {
    const ShardingProblem::OpClass &opClass = program.classes[program.ops[number].opClass];
    const PlacementChoice &choice = plan.choices[plan.chosen[number]];
    for (auto [operand, wanted] : llvm::zip_equal(op->getOpOperands(), choice.needs))
      need(operand, wanted, [&] {
        return User{op, causeOf(op, operand.getOperandNumber()), &choice, &opClass,
                    runsWhole(opClass, choice.placement, operand)};
      });
    for (auto [result, made] : llvm::zip_equal(op->getResults(), choice.makes))
      enter(result, made);
    op->setAttr(specsName, specsOf(plan.chosen[number], op->getContext()));
    return failure(failed);
  }

  /// What a choice makes, as an attribute.
  ArrayAttr specsOf(size_t choice, MLIRContext *context) {
    specs.resize(plan.choices.size());
    if (!specs[choice])
      specs[choice] = ArrayAttr::get(context, llvm::map_to_vector(plan.choices[choice].makes, [&](const auto &made) {
                                       return Attribute(sharding::SpecAttr::get(meshName, made));
                                     }));
    return specs[choice];
  }

  const CostModel &costs;
  const Mesh &mesh;
  FlatSymbolRefAttr meshName;
  const PlacementOptions &options;
  const PartitionOptions &choices;
  ReshardCache &reshards;
  ReshardPlans plans;
  ShardingProblem program;
  PlacementPlan plan;
  StringAttr specsName = StringAttr::get(meshName.getContext(), sharding::kSpecsAttr);
  std::vector<ArrayAttr> specs; ///< by choice
  DenseMap<Operation *, size_t> numberOf;
  DenseMap<Value, SmallVector<Copy>> copies;
  DenseMap<Value, Value> roots;
  bool failed = false;
};

struct InsertReshardsPass : PricedPass<InsertReshardsPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(InsertReshardsPass)
  InsertReshardsPass() = default;
  explicit InsertReshardsPass(StringRef listDisabled) { disable = listDisabled.str(); }
  InsertReshardsPass(const InsertReshardsPass &other) : PricedPass(other) {}

  StringRef getArgument() const override { return "insert-reshards"; }
  StringRef getDescription() const override {
    return "choose a placement for every op and make each change of sharding an explicit sharding.reshard";
  }

  void runOnProgram() override {
    absl::StatusOr<PartitionOptions> choices = without<PartitionOptions>(disable);
    if (!choices.ok()) {
      getOperation().emitError(std::string(choices.status().message()));
      return signalPassFailure();
    }
    PlacementOptions options{choices->demands ? rounds : 0, demands, choices->loopCarriedShardings,
                             choices->partialLoopCarried};
    const CostModel *costs = costsOfProgram();
    if (!costs)
      return;
    auto name = FlatSymbolRefAttr::get(sharding::lookupMeshOp(getOperation()).getSymNameAttr());
    for (auto func : getOperation().getOps<func::FuncOp>())
      if (llvm::failed(ReshardInserter(*costs, reshards(), name, options, *choices).run(func)))
        return signalPassFailure();
  }

  Option<int> rounds{*this, "rounds", llvm::cl::init(PlacementOptions().rounds),
                     llvm::cl::desc("rounds of demands and choices")};
  Option<unsigned> demands{*this, "demands", llvm::cl::init(PlacementOptions().demands),
                           llvm::cl::desc("the most demands kept for a value")};
  Option<std::string> disable{
      *this, "disable", llvm::cl::desc("leave these out, by name and comma; `all` for every one"), llvm::cl::init("")};
};

} // namespace

std::unique_ptr<Pass> createInsertReshardsPass(StringRef listDisabled, std::shared_ptr<SharedCostModel> costs) {
  return pricedBy(std::make_unique<InsertReshardsPass>(listDisabled), std::move(costs));
}

} // namespace shardwright
