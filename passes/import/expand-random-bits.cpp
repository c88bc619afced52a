// Philox 4x32 with ten rounds (Salmon et al., Parallel Random Numbers: As Easy as 1, 2, 3, 2011), as XLA lays it out:
// the state is a key and a counter of 128 bits, whose words come in order of weight. Block b of four numbers is the
// counter plus b, encrypted by the key. Every element works out its own block, so that bits split as any element-wise
// result.
#include "dialects/sharding/Shardings.h"
#include "passes/common/TensorExpr.h"
#include "passes/import/Passes.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

#include <array>

using namespace mlir;

namespace shardwright {
namespace {

class ExpandRandomBits : public PassWrapper<ExpandRandomBits, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExpandRandomBits)

  StringRef getArgument() const override { return "expand-random-bits"; }
  StringRef getDescription() const override {
    return "turns random bits into arithmetic on the positions they are for";
  }
  void runOnOperation() override;
};

constexpr int kRounds = 10;
constexpr int kWords = 4;
constexpr std::array<uint32_t, 2> kKeySteps = {0x9E3779B9, 0xBB67AE85};
constexpr std::array<uint32_t, 2> kMultipliers = {0xD2511F53, 0xCD9E8D57};

using Words = SmallVector<TensorExpr, kWords>;

TensorExpr exclusiveOr(TensorExpr a, TensorExpr b) { return a.binary<stablehlo::XorOp>(b); }
TensorExpr shiftedRight(TensorExpr a, int by) { return a.binary<stablehlo::ShiftRightLogicalOp>(a.like(by)); }
TensorExpr shiftedLeft(TensorExpr a, int by) { return a.binary<stablehlo::ShiftLeftOp>(a.like(by)); }

class Philox {
public:
  explicit Philox(stablehlo::RngBitGeneratorOp op)
      : op(op), builder(op), word(builder.getIntegerType(32, false)), wide(builder.getIntegerType(64, false)),
        output(cast<RankedTensorType>(op.getOutput().getType())) {}

  /// Bits, and the state behind them.
  std::pair<Value, Value> expand() {
    const unsigned width = output.getElementTypeBitWidth();
    const int perBlock = width == 64 ? kWords / 2 : kWords;
    // As shifts and masks, which cannot trap as divisions might, it is recomputed rather than kept.
    TensorExpr place = linearPlace();
    TensorExpr block = shiftedRight(place, perBlock == 2 ? 1 : 2);
    TensorExpr within = place.binary<stablehlo::AndOp>(place.like(perBlock - 1));

    auto [moved, carried] = advanced(spread(stateWord(1)), spread(counterHigh()), block);
    Words words = encrypted({lower(moved), upper(moved), lower(carried), upper(carried)}, spread(stateWord(0)));
    if (width == 64)
      words = {joined(words[0], words[1]), joined(words[2], words[3])};
    TensorExpr bits = words.front();
    for (int i = 1; i != perBlock; ++i)
      bits = select(equal(within, within.like(i)), words[static_cast<size_t>(i)], bits);
    return {bits.to(output.getElementType()).get(), stateBehind(perBlock)};
  }

private:
  TensorExpr expr(Value value) { return {builder, op.getLoc(), value}; }
  int64_t numStateWords() { return cast<RankedTensorType>(op.getInitialState().getType()).getDimSize(0); }

  TensorExpr stateWord(int64_t i) {
    auto one = stablehlo::SliceOp::create(builder, op.getLoc(), RankedTensorType::get({1}, wide), op.getInitialState(),
                                          {i}, {i + 1}, {int64_t(1)});
    return expr(stablehlo::ReshapeOp::create(builder, op.getLoc(), RankedTensorType::get({}, wide), one));
  }
  /// In a state of two words, the key stands for the counter's upper half, too.
  TensorExpr counterHigh() { return stateWord(numStateWords() > 2 ? 2 : 0); }

  TensorExpr spread(TensorExpr scalar) {
    return expr(stablehlo::BroadcastInDimOp::create(builder, op.getLoc(), output.clone(wide), scalar.get(),
                                                    ArrayRef<int64_t>()));
  }

  /// Of each element, its number in row-major order.
  TensorExpr linearPlace() {
    TensorExpr place = spread(stateWord(0).like(0.0));
    int64_t stride = 1;
    for (int64_t dim = output.getRank(); dim-- > 0; stride *= output.getDimSize(dim)) {
      TensorExpr along = expr(stablehlo::IotaOp::create(builder, op.getLoc(), output.clone(wide), dim));
      place = place + along * static_cast<double>(stride);
    }
    return place;
  }

  /// The halves of a counter `by` blocks on.
  static std::pair<TensorExpr, TensorExpr> advanced(TensorExpr low, TensorExpr high, TensorExpr by) {
    TensorExpr moved = low + by;
    return {moved, select(moved.compare(stablehlo::ComparisonDirection::LT, low), high + 1.0, high)};
  }

  TensorExpr lower(TensorExpr a) { return a.to(word); }
  TensorExpr upper(TensorExpr a) { return shiftedRight(a, 32).to(word); }
  TensorExpr joined(TensorExpr low, TensorExpr high) {
    return low.to(wide).binary<stablehlo::OrOp>(shiftedLeft(high.to(wide), 32));
  }

  Words encrypted(Words words, TensorExpr key) {
    TensorExpr first = lower(key), second = upper(key);
    for (int round = 0; round != kRounds; ++round) {
      TensorExpr a = words[0].to(wide) * static_cast<double>(kMultipliers[0]);
      TensorExpr b = words[2].to(wide) * static_cast<double>(kMultipliers[1]);
      words = {exclusiveOr(exclusiveOr(upper(b), words[1]), first), lower(b),
               exclusiveOr(exclusiveOr(upper(a), words[3]), second), lower(a)};
      first = first + static_cast<double>(kKeySteps[0]);
      second = second + static_cast<double>(kKeySteps[1]);
    }
    return words;
  }

  /// The key as it was, the counter behind the last block.
  Value stateBehind(int perBlock) {
    const double blocks =
        static_cast<double>(llvm::divideCeil(static_cast<uint64_t>(output.getNumElements()), perBlock));
    TensorExpr low = stateWord(1);
    auto [moved, carried] = advanced(low, counterHigh(), low.like(blocks));
    SmallVector<Value> words;
    for (TensorExpr own : {stateWord(0), moved, carried})
      words.push_back(stablehlo::ReshapeOp::create(builder, op.getLoc(), RankedTensorType::get({1}, wide), own.get()));
    words.resize(static_cast<size_t>(numStateWords()));
    return stablehlo::ConcatenateOp::create(builder, op.getLoc(), op.getOutputState().getType(), words, 0);
  }

  stablehlo::RngBitGeneratorOp op;
  OpBuilder builder;
  Type word, wide;
  RankedTensorType output;
};

/// What is not Philox, or not laid out as above, stays as it is.
bool isPhilox(stablehlo::RngBitGeneratorOp op) {
  auto state = cast<RankedTensorType>(op.getInitialState().getType());
  auto element = dyn_cast<IntegerType>(cast<RankedTensorType>(op.getOutput().getType()).getElementType());
  return op.getRngAlgorithm() != stablehlo::RngAlgorithm::THREE_FRY && state.getElementType().isUnsignedInteger(64) &&
         state.getRank() == 1 && (state.getDimSize(0) == 2 || state.getDimSize(0) == 3) && element &&
         element.isUnsigned() && element.getWidth() >= 8;
}

} // namespace

void ExpandRandomBits::runOnOperation() {
  getOperation().walk([](stablehlo::RngBitGeneratorOp op) {
    if (!isPhilox(op))
      return;
    auto [bits, state] = Philox(op).expand();
    for (auto [result, value] :
         {std::pair<Value, Value>(op.getOutput(), bits), std::pair<Value, Value>(op.getOutputState(), state)}) {
      if (sharding::SpecAttr spec = sharding::getSpec(result))
        sharding::setSpec(value, spec);
      result.replaceAllUsesWith(value);
    }
    op.erase();
  });
}

std::unique_ptr<Pass> createExpandRandomBitsPass() { return std::make_unique<ExpandRandomBits>(); }

} // namespace shardwright
