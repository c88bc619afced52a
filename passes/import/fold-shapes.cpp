#include "dialects/interfaces/TensorType.h"
#include "dialects/sharding/Shardings.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/import/Passes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright {

namespace {

class FoldShapes : public PassWrapper<FoldShapes, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FoldShapes)

  llvm::StringRef getArgument() const override { return "fold-shapes"; }
  llvm::StringRef getDescription() const override {
    return "makes operations that compute shapes, which are known, into those of static shapes";
  }
  void runOnOperation() override;
};

using Numbers = SmallVector<int64_t>;

} // namespace

static bool isStatic(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor && tensor.hasStaticShape();
}

/// The elements of a tensor of sizes that is put together from constants.
static std::optional<Numbers> knownNumbers(Value value) {
  Operation *op = value.getDefiningOp();
  auto elementwise = [&](llvm::function_ref<int64_t(int64_t, int64_t)> function) -> std::optional<Numbers> {
    std::optional<Numbers> a = knownNumbers(op->getOperand(0)), b = knownNumbers(op->getOperand(1));
    if (!a || !b)
      return std::nullopt;
    for (auto [x, y] : llvm::zip_equal(*a, *b))
      x = function(x, y);
    return a;
  };
  if (!op || !isStatic(value.getType()))
    return std::nullopt;
  return llvm::TypeSwitch<Operation *, std::optional<Numbers>>(op)
      .Case([](stablehlo::ConstantOp constant) -> std::optional<Numbers> {
        auto dense = dyn_cast<DenseIntElementsAttr>(constant.getValue());
        if (!dense)
          return std::nullopt;
        return llvm::map_to_vector(dense.getValues<APInt>(), [](const APInt &number) { return number.getSExtValue(); });
      })
      .Case<stablehlo::ConvertOp, stablehlo::ReshapeOp>([](Operation *same) -> std::optional<Numbers> {
        if (!stablehlo::isIntOrIndex(getElementTypeOrSelf(same->getOperand(0).getType())))
          return std::nullopt;
        return knownNumbers(same->getOperand(0));
      })
      .Case([](stablehlo::ConcatenateOp concatenate) -> std::optional<Numbers> {
        if (tensorType(concatenate.getResult()).getRank() != 1)
          return std::nullopt;
        Numbers all;
        for (Value input : concatenate.getInputs()) {
          std::optional<Numbers> part = knownNumbers(input);
          if (!part)
            return std::nullopt;
          llvm::append_range(all, *part);
        }
        return all;
      })
      .Case([&](stablehlo::AddOp) { return elementwise([](int64_t x, int64_t y) { return x + y; }); })
      .Case([&](stablehlo::SubtractOp) { return elementwise([](int64_t x, int64_t y) { return x - y; }); })
      .Case([&](stablehlo::MulOp) { return elementwise([](int64_t x, int64_t y) { return x * y; }); })
      .Default(std::nullopt);
}

/// What takes the place of an operation; null where its sizes are not known.
static Value folded(Operation *op) {
  OpBuilder b(op);
  Location loc = op->getLoc();
  Type type = op->getNumResults() == 1 ? op->getResult(0).getType() : Type();
  if (auto size = dyn_cast<stablehlo::GetDimensionSizeOp>(op)) {
    auto operand = dyn_cast<RankedTensorType>(size.getOperand().getType());
    if (!operand || operand.isDynamicDim(size.getDimension()))
      return nullptr;
    auto length = static_cast<int32_t>(operand.getDimSize(size.getDimension()));
    return stablehlo::ConstantOp::create(b, loc, DenseElementsAttr::get(cast<ShapedType>(type), length));
  }
  if (!type || !isStatic(type))
    return nullptr;
  auto known = [&](Value value) -> DenseI64ArrayAttr {
    std::optional<Numbers> numbers = knownNumbers(value);
    return numbers ? b.getDenseI64ArrayAttr(*numbers) : DenseI64ArrayAttr();
  };
  return llvm::TypeSwitch<Operation *, Value>(op)
      // The sizes that these take are those of the result's type.
      .Case([&](stablehlo::DynamicReshapeOp reshape) {
        return stablehlo::ReshapeOp::create(b, loc, type, reshape.getOperand());
      })
      .Case([&](stablehlo::DynamicBroadcastInDimOp broadcast) {
        return stablehlo::BroadcastInDimOp::create(b, loc, type, broadcast.getOperand(),
                                                   broadcast.getBroadcastDimensionsAttr());
      })
      .Case([&](stablehlo::DynamicIotaOp iota) {
        return stablehlo::IotaOp::create(b, loc, type, iota.getIotaDimensionAttr());
      })
      .Case([&](stablehlo::DynamicPadOp pad) -> Value {
        DenseI64ArrayAttr low = known(pad.getEdgePaddingLow()), high = known(pad.getEdgePaddingHigh()),
                          interior = known(pad.getInteriorPadding());
        if (!low || !high || !interior)
          return nullptr;
        return stablehlo::PadOp::create(b, loc, type, pad.getOperand(), pad.getPaddingValue(), low, high, interior);
      })
      .Case([&](stablehlo::RealDynamicSliceOp slice) -> Value {
        DenseI64ArrayAttr starts = known(slice.getStartIndices()), limits = known(slice.getLimitIndices()),
                          strides = known(slice.getStrides());
        if (!starts || !limits || !strides)
          return nullptr;
        return stablehlo::SliceOp::create(b, loc, type, slice.getOperand(), starts, limits, strides);
      })
      .Case([&](stablehlo::DynamicGatherOp gather) -> Value {
        DenseI64ArrayAttr sizes = known(gather.getSliceSizes());
        if (!sizes)
          return nullptr;
        return stablehlo::GatherOp::create(b, loc, type, gather.getOperand(), gather.getStartIndices(),
                                           gather.getDimensionNumbersAttr(), sizes, gather.getIndicesAreSortedAttr());
      })
      .Default(Value());
}

void FoldShapes::runOnOperation() {
  // Operands first: sizes that were computed from sizes are known by then.
  getOperation().walk([&](Operation *op) {
    Value result = folded(op);
    if (!result)
      return;
    for (NamedAttribute attribute : op->getDiscardableAttrs())
      result.getDefiningOp()->setDiscardableAttr(attribute.getName(), attribute.getValue());
    op->getResult(0).replaceAllUsesWith(result);
    op->erase();
  });
}

std::unique_ptr<Pass> createFoldShapesPass() { return std::make_unique<FoldShapes>(); }

} // namespace shardwright
