// Philox 4x32 with ten rounds and Threefry 2x32 with twenty (Salmon et al., Parallel Random Numbers: As Easy as 1, 2,
// 3, 2011), as XLA lays them out. The state of Philox is a key and a counter of 128 bits, whose words come in order of
// weight; block b of four numbers is the counter plus b, encrypted by the key. That of Threefry is a key and a counter
// of 64 bits; blocks are of two numbers. Every element works out its own block, so that bits split as any element-wise
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

/// What both generators are made of.
class Generator {
public:
  explicit Generator(stablehlo::RngBitGeneratorOp op)
      : op(op), builder(op), word(builder.getIntegerType(32, false)), wide(builder.getIntegerType(64, false)),
        output(cast<RankedTensorType>(op.getOutput().getType())) {}

protected:
  TensorExpr expr(Value value) { return {builder, op.getLoc(), value}; }
  int64_t numStateWords() { return cast<RankedTensorType>(op.getInitialState().getType()).getDimSize(0); }

  TensorExpr stateWord(int64_t i) {
    auto one = stablehlo::SliceOp::create(builder, op.getLoc(), RankedTensorType::get({1}, wide), op.getInitialState(),
                                          {i}, {i + 1}, {int64_t(1)});
    return expr(stablehlo::ReshapeOp::create(builder, op.getLoc(), RankedTensorType::get({}, wide), one));
  }
  Value stateOf(ArrayRef<TensorExpr> words) {
    SmallVector<Value> parts;
    for (TensorExpr own : words)
      parts.push_back(stablehlo::ReshapeOp::create(builder, op.getLoc(), RankedTensorType::get({1}, wide), own.get()));
    return stablehlo::ConcatenateOp::create(builder, op.getLoc(), op.getOutputState().getType(), parts, 0);
  }

  TensorExpr spread(TensorExpr scalar) {
    return expr(stablehlo::BroadcastInDimOp::create(builder, op.getLoc(), output.clone(wide), scalar.get(),
                                                    ArrayRef<int64_t>()));
  }
  /// Of each element, its index along a dimension.
  TensorExpr along(int64_t dim) {
    return expr(stablehlo::IotaOp::create(builder, op.getLoc(), output.clone(wide), dim));
  }

  TensorExpr lower(TensorExpr a) { return a.to(word); }
  TensorExpr upper(TensorExpr a) { return shiftedRight(a, 32).to(word); }
  TensorExpr joined(TensorExpr low, TensorExpr high) {
    return low.to(wide).binary<stablehlo::OrOp>(shiftedLeft(high.to(wide), 32));
  }

  stablehlo::RngBitGeneratorOp op;
  OpBuilder builder;
  Type word, wide;
  RankedTensorType output;
};

class Philox : public Generator {
public:
  using Generator::Generator;

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
  /// In a state of two words, the key stands for the counter's upper half, too.
  TensorExpr counterHigh() { return stateWord(numStateWords() > 2 ? 2 : 0); }

  /// Of each element, its number in row-major order.
  TensorExpr linearPlace() {
    TensorExpr place = spread(stateWord(0).like(0.0));
    int64_t stride = 1;
    for (int64_t dim = output.getRank(); dim-- > 0; stride *= output.getDimSize(dim))
      place = place + along(dim) * static_cast<double>(stride);
    return place;
  }

  /// The halves of a counter `by` blocks on.
  static std::pair<TensorExpr, TensorExpr> advanced(TensorExpr low, TensorExpr high, TensorExpr by) {
    TensorExpr moved = low + by;
    return {moved, select(moved.compare(stablehlo::ComparisonDirection::LT, low), high + 1.0, high)};
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
    return stateOf(ArrayRef<TensorExpr>({stateWord(0), moved, carried}).take_front(numStateWords()));
  }
};

/// Blocks are numbered in row-major order of a shape of which one dimension is halved: the first even one, or the
/// longest. Both numbers of a block stand side by side along it. Numbers of 64 bits are blocks.
class Threefry : public Generator {
public:
  using Generator::Generator;

  std::pair<Value, Value> expand() {
    const bool isWide = output.getElementTypeBitWidth() == 64;
    const int64_t halved = isWide ? -1 : halvedDim();
    TensorExpr place = spread(stateWord(1));
    int64_t blocks = 1;
    for (int64_t dim = output.getRank(); dim-- > 0;) {
      TensorExpr index = dim == halved ? shiftedRight(along(dim), 1) : along(dim);
      place = place + index * static_cast<double>(blocks);
      blocks *= dim == halved ? llvm::divideCeil(output.getDimSize(dim), 2) : output.getDimSize(dim);
    }
    auto [first, second] = encrypted(lower(place), upper(place), spread(stateWord(0)));
    TensorExpr bits = isWide ? joined(first, second) : first;
    if (halved >= 0) {
      TensorExpr within = along(halved).binary<stablehlo::AndOp>(place.like(1.0));
      bits = select(equal(within, within.like(0.0)), first, second);
    }
    TensorExpr counter = stateWord(1) + static_cast<double>(blocks);
    return {bits.to(output.getElementType()).get(), stateOf({stateWord(0), counter})};
  }

private:
  int64_t halvedDim() {
    int64_t longest = -1;
    for (auto [dim, length] : llvm::enumerate(output.getShape())) {
      if (length % 2 == 0)
        return static_cast<int64_t>(dim);
      if (longest < 0 || length > output.getDimSize(longest))
        longest = static_cast<int64_t>(dim);
    }
    return longest;
  }

  std::pair<TensorExpr, TensorExpr> encrypted(TensorExpr a, TensorExpr b, TensorExpr key) {
    TensorExpr low = lower(key), high = upper(key);
    const TensorExpr keys[] = {low, high, exclusiveOr(exclusiveOr(low, high), low.like(double(kParity)))};
    a = a + keys[0];
    b = b + keys[1];
    for (int group = 0; group != kGroups; ++group) {
      for (int by : kRotations[group % 2]) {
        a = a + b;
        b = exclusiveOr(shiftedLeft(b, by).binary<stablehlo::OrOp>(shiftedRight(b, 32 - by)), a);
      }
      a = a + keys[(group + 1) % 3];
      b = b + keys[(group + 2) % 3] + static_cast<double>(group + 1);
    }
    return {a, b};
  }

  static constexpr uint32_t kParity = 0x1BD11BDA;
  static constexpr int kGroups = 5; ///< of four rounds
  static constexpr int kRotations[2][4] = {{13, 15, 26, 6}, {17, 29, 16, 24}};
};

/// What is not laid out as above stays as it is.
bool isKnown(stablehlo::RngBitGeneratorOp op) {
  auto state = cast<RankedTensorType>(op.getInitialState().getType());
  auto element = dyn_cast<IntegerType>(cast<RankedTensorType>(op.getOutput().getType()).getElementType());
  const int64_t most = op.getRngAlgorithm() == stablehlo::RngAlgorithm::THREE_FRY ? 2 : 3;
  return state.getElementType().isUnsignedInteger(64) && state.getRank() == 1 && state.getDimSize(0) >= 2 &&
         state.getDimSize(0) <= most && element && element.isUnsigned() && element.getWidth() >= 8;
}

} // namespace

void ExpandRandomBits::runOnOperation() {
  getOperation().walk([](stablehlo::RngBitGeneratorOp op) {
    if (!isKnown(op))
      return;
    auto [bits, state] =
        op.getRngAlgorithm() == stablehlo::RngAlgorithm::THREE_FRY ? Threefry(op).expand() : Philox(op).expand();
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
