#include "passes/lower/Fusion.h"

#include "passes/lower/MatmulShape.h"
#include "passes/lower/OpTable.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "llvm/ADT/DenseMap.h"

using namespace mlir;

namespace shardwright::lower {
namespace {

/// Kernels larger than this are cut: registers spill and compile time grows.
constexpr double kMaxFusedPrice = 160;
constexpr unsigned kMaxLoads = 20;
/// What launching one more kernel is worth, in element operations.
constexpr double kLaunch = 256;

/// What is made of indices and scalars alone costs no more than loading it up to this price.
constexpr double kMaxMade = 4;

struct FusedPrice {
  double perElement = 1; ///< of an inlined operation, with everything inlined into it; 1: a load
  unsigned loads = 1;
  bool isMade = false; ///< of indices and scalars alone
};

class FusionPlanner {
public:
  FusionPlanner(func::FuncOp function, const LoweringOptions &choices) : function(function), choices(choices) {}

  Fusion plan() {
    function.walk<WalkOrder::PreOrder>([&](Operation *op) { decide(op); });
    return std::move(fusion);
  }

private:
  FusedPrice priceOf(Value value) const {
    Operation *op = value.getDefiningOp();
    return op && fusion.inlined.contains(op) ? prices.lookup(op) : FusedPrice();
  }
  static bool isSplatConstant(Operation *op) {
    auto constant = dyn_cast<stablehlo::ConstantOp>(op);
    return constant && constant.getValue().isSplat();
  }
  /// Whether the operand may be computed inside its user's kernel.
  bool acceptsExpression(OpOperand &use) const;
  /// How often the user evaluates an element of the operand, summed over the elements.
  static double evaluations(OpOperand &use);
  void decide(Operation *op);

  func::FuncOp function;
  const LoweringOptions &choices;
  Fusion fusion;
  llvm::DenseMap<Operation *, FusedPrice> prices;
};

} // namespace

/// Whether products read the operand, in themselves or repeated.
static bool isReadByProducts(OpOperand &use) {
  return isa<stablehlo::DotGeneralOp>(use.getOwner()) || isRepetitionForProducts(use.getOwner());
}

bool FusionPlanner::acceptsExpression(OpOperand &use) const {
  Operation *user = use.getOwner();
  unsigned index = use.getOperandNumber();
  if (isReadByProducts(use))
    return (choices.roundingProducts && isRoundingForProducts(use.get().getDefiningOp())) ||
           isRepetitionForProducts(use.get().getDefiningOp());
  if (isIndexComputation(user))
    return true;
  if (isa<stablehlo::ReduceOp, stablehlo::ReduceWindowOp>(user))
    return true;
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(user))
    return index >= scatter.getInputs().size();
  return isa<stablehlo::DynamicUpdateSliceOp>(user) && index >= 1;
}

double FusionPlanner::evaluations(OpOperand &use) {
  Operation *user = use.getOwner();
  double own = elementsOf(use.get());
  // A scalar is computed once, outside the loops.
  if (own == 1)
    return 1;
  if (isa<stablehlo::ReduceOp>(user) || isReadByProducts(use))
    return own;
  if (auto window = dyn_cast<stablehlo::ReduceWindowOp>(user)) {
    double points = elementsOf(window.getResult(0));
    for (int64_t d : window.getWindowDimensions())
      points *= d;
    return points;
  }
  if (auto scatter = dyn_cast<stablehlo::ScatterOp>(user))
    return elementsOf(scatter.getUpdates().front());
  if (isa<stablehlo::DynamicUpdateSliceOp, stablehlo::ConcatenateOp>(user))
    return own;
  return std::max<double>(elementsOf(user->getResult(0)), isa<stablehlo::SliceOp>(user) ? 0 : own);
}

void FusionPlanner::decide(Operation *op) {
  if (!isIndexComputation(op) || op->getNumResults() != 1 || !isa<RankedTensorType>(op->getResult(0).getType()))
    return;
  if (isSplatConstant(op)) {
    fusion.inlined.insert(op);
    prices[op] = {0, 0, true};
    return;
  }
  if (!choices.fusion)
    return;
  Value result = op->getResult(0);
  double evaluated = 0, elements = elementsOf(result);
  FusedPrice price{elementPrice(op), 0, true};
  for (Value operand : op->getOperands()) {
    FusedPrice inner = priceOf(operand);
    const bool isScalar = elementsOf(operand) == 1;
    price.perElement += isScalar && elements > 1 ? 0 : inner.perElement;
    price.loads += inner.loads;
    price.isMade &= isScalar || inner.isMade;
  }
  prices[op] = price;
  if (price.perElement > kMaxFusedPrice || price.loads > kMaxLoads)
    return;
  llvm::SmallDenseSet<Operation *> users;
  for (OpOperand &use : result.getUses()) {
    if (use.getOwner()->getBlock() != op->getBlock() || !acceptsExpression(use))
      return;
    // Who uses it twice evaluates it once.
    if (users.insert(use.getOwner()).second)
      evaluated += evaluations(use);
  }
  // Once computed and stored, an evaluation is a load.
  if ((price.isMade && price.perElement <= kMaxMade) ||
      evaluated * (price.perElement - 1) <= elements * (price.perElement + 1) + kLaunch)
    fusion.inlined.insert(op);
}

static void sinkReduction(stablehlo::ReduceOp reduce, Fusion &fusion, llvm::function_ref<bool(Operation *)> isAlone) {
  if (reduce->getNumResults() != 1 || !isAlone(reduce))
    return;
  int64_t elements = elementsOf(reduce.getResult(0));
  Operation *op = reduce;
  while (true) {
    if (!op->getResult(0).hasOneUse())
      return;
    Operation *user = *op->getResult(0).getUsers().begin();
    if (user->getBlock() != op->getBlock() || !isIndexComputation(user) || elementsOf(user->getResult(0)) != elements ||
        isa<stablehlo::GatherOp, stablehlo::DynamicSliceOp, stablehlo::PadOp, stablehlo::ConcatenateOp>(user))
      return;
    op = user;
    if (!fusion.inlined.contains(user))
      break;
  }
  if (isAlone(op))
    fusion.inlined.insert(reduce);
}

void sinkReductions(func::FuncOp function, Fusion &fusion, llvm::function_ref<bool(Operation *)> isAlone) {
  function.walk([&](stablehlo::ReduceOp op) { sinkReduction(op, fusion, isAlone); });
}

Fusion planFusion(func::FuncOp function, const LoweringOptions &choices) {
  return FusionPlanner(function, choices).plan();
}

} // namespace shardwright::lower
