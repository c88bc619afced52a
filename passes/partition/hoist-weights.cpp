// --hoist-weights: what is computed of weights alone runs some products ahead (software prefetching, just in time).
#include "passes/common/Bytes.h"
#include "passes/common/PricedPass.h"
#include "passes/partition/Passes.h"

#include "dialects/interfaces/KernelOpInterface.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

#include <limits>

using namespace mlir;

namespace shardwright {
namespace {

/// What gathers are given of the time that they take: links are shared with what activations send.
constexpr double kMargin = 1.25;

class Hoister {
public:
  Hoister(Block &block, const CostModel &costs)
      : block(block), costs(costs), leastBytes(costs.leastStartSeconds() / costs.leastSecondsPerByte()) {
    weights.insert(block.args_begin(), block.args_end());
    for (const MeshAxis &axis : costs.mesh().axes())
      axes.push_back(AxisRef(axis.name));
  }

  void run() {
    for (Operation &op : block.without_terminator()) {
      findWeights(&op);
      if (isProduct(&op))
        addProduct(&op);
    }
    findPlaces();
    for (const Read &read : reads)
      hoist(read.weight, read.place ? read.place : firstOther());
  }

private:
  struct Product {
    Operation *op;
    double begin; ///< seconds of products before it
  };
  /// A product reads something that is made of weights.
  struct Read {
    Operation *weight;
    size_t product;
    double seconds;             ///< of a gather
    Operation *place = nullptr; ///< in front of which it is made; null: of all
  };

  void addProduct(Operation *op) {
    products.push_back({op, seconds});
    for (Value operand : op->getOperands())
      if (operand.getDefiningOp() && weights.contains(operand) && static_cast<double>(bytesOf(operand)) >= leastBytes)
        reads.push_back({operand.getDefiningOp(), products.size() - 1, secondsOfGather(bytesOf(operand))});
    // Split evenly over all devices.
    seconds += static_cast<double>(flops(op)) /
               (costs.device().utilizationPeak() * static_cast<double>(costs.mesh().numDevices()));
  }

  double secondsOfGather(int64_t bytes) const {
    return costs.collective({CollectiveKind::AllGather, axes}).seconds(static_cast<double>(bytes));
  }

  /// One after the other, each begins as late as lets it and what follows be there in time.
  void findPlaces() {
    double next = std::numeric_limits<double>::infinity();
    for (Read &read : llvm::reverse(reads)) {
      next = std::min(next, products[read.product].begin) - kMargin * read.seconds;
      const auto *behind =
          llvm::upper_bound(products, next, [](double at, const Product &product) { return at < product.begin; });
      read.place = behind == products.begin() ? nullptr : std::prev(behind)->op;
    }
  }

  /// Marks what an op makes of weights alone, and what a barrier hands on.
  void findWeights(Operation *op) {
    if (isa<stablehlo::OptimizationBarrierOp>(op)) {
      for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
        if (weights.contains(operand))
          weights.insert(result);
    } else if (isMovable(op) && llvm::any_of(op->getOperands(), [&](Value v) { return weights.contains(v); }) &&
               llvm::all_of(op->getOperands(), [&](Value v) { return isOfWeights(v); })) {
      weights.insert(op->getResult(0));
    }
  }

  static bool isMovable(Operation *op) {
    return op->getNumRegions() == 0 && op->getNumResults() == 1 && isMemoryEffectFree(op) && !isProduct(op);
  }

  bool isOfWeights(Value value) const {
    return weights.contains(value) || value.getParentBlock() != &block ||
           (value.getDefiningOp() && matchPattern(value, m_Constant()));
  }

  /// In the order of their products.
  Operation *firstOther() {
    Operation *first = &block.front();
    while (hoisted.contains(first))
      first = first->getNextNode();
    return first;
  }

  /// Moves an op, behind those that it reads, up to a place that it is not in front of.
  void hoist(Operation *op, Operation *place) {
    if (!op || op->getBlock() != &block || !isMovable(op))
      return;
    hoisted.insert(op);
    if (!place->isBeforeInBlock(op))
      return;
    for (OpOperand &operand : op->getOpOperands()) {
      bypassBarrier(operand, place);
      if (Operation *maker = operand.get().getDefiningOp(); maker && maker->getBlock() == &block) {
        hoist(maker, place);
        if (!maker->isBeforeInBlock(place))
          place = maker->getNextNode();
      }
    }
    if (place == op)
      return;
    // Operation::moveBefore() forgets the order of the whole block, which is asked for again at once.
    op->remove();
    block.getOperations().insert(Block::iterator(place), op);
  }

  /// A weight that a barrier behind the place hands on gets a barrier of its own there. It still is another value than
  /// what was read before, and waits for nothing that is not there.
  void bypassBarrier(OpOperand &operand, Operation *place) {
    auto barrier = operand.get().getDefiningOp<stablehlo::OptimizationBarrierOp>();
    if (!barrier || barrier->getBlock() != &block || barrier->getNumOperands() == 1 || barrier->isBeforeInBlock(place))
      return;
    const unsigned number = cast<OpResult>(operand.get()).getResultNumber();
    Operation *maker = barrier->getOperand(number).getDefiningOp();
    if (maker && maker->getBlock() == &block && !maker->isBeforeInBlock(place))
      return;
    OpBuilder b(place);
    auto own = stablehlo::OptimizationBarrierOp::create(b, barrier.getLoc(), operand.get().getType(),
                                                        barrier->getOperand(number));
    sharding::setSpec(own->getResult(0), sharding::getSpec(operand.get()));
    weights.insert(own->getResult(0));
    operand.get().replaceAllUsesWith(own->getResult(0));
  }

  Block &block;
  const CostModel &costs;
  const double leastBytes; ///< of less, a gather takes as long to start as to be sent
  AxisList axes;
  llvm::DenseSet<Value> weights;
  llvm::DenseSet<Operation *> hoisted; ///< or where they should be already
  double seconds = 0;
  llvm::SmallVector<Product> products;
  llvm::SmallVector<Read> reads;
};

void hoistWeights(func::FuncOp function, const CostModel &costs) {
  if (!costs.hidesTimedSends() || function.isExternal())
    return;
  if (costs.leastSecondsPerByte() > 0 && costs.device().utilizationPeak() > 0)
    Hoister(function.getBody().front(), costs).run();
}

struct HoistWeightsPass : PricedPass<HoistWeightsPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(HoistWeightsPass)
  HoistWeightsPass() = default;
  HoistWeightsPass(const HoistWeightsPass &other) : PricedPass(other) {}

  StringRef getArgument() const override { return "hoist-weights"; }
  StringRef getDescription() const override {
    return "what is computed of weights alone runs some products ahead, so that gathers of it are sent meanwhile";
  }

  void runOnProgram() override {
    if (const CostModel *costs = costsOfProgram())
      getOperation().walk([&](func::FuncOp function) { hoistWeights(function, *costs); });
  }
};

} // namespace

std::unique_ptr<Pass> createHoistWeightsPass(std::shared_ptr<SharedCostModel> costs) {
  return pricedBy(std::make_unique<HoistWeightsPass>(), std::move(costs));
}

} // namespace shardwright
