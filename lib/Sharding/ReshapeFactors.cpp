#include "shardwright/Sharding/RuleBuilder.h"

#include <numeric>

namespace shardwright {

namespace {
/// One side of the walk.
struct Side {
  llvm::ArrayRef<int64_t> shape;
  bool isResult;
  size_t nextDim = 0;
  int64_t dim = -1;
  /// What no factor covers yet of the open dimension.
  int64_t left = 1;
  /// Product of the factors emitted so far.
  int64_t emitted = 1;

  /// Opens the next dimension once the open one is covered; size 1 gets its own factor on the way.
  void open(RuleBuilder &builder);
  void emitOwn(RuleBuilder &builder, int64_t size);
  bool done() const { return left == 1 && nextDim == shape.size(); }
};
} // namespace

void Side::open(RuleBuilder &builder) {
  while (left == 1 && nextDim < shape.size()) {
    dim = nextDim++;
    left = shape[dim];
    if (left == 1)
      emitOwn(builder, 1);
  }
}

void Side::emitOwn(RuleBuilder &builder, int64_t size) {
  Factor &own = isResult ? builder.ofResult(0, dim, size) : builder.ofOperand(0, dim, size);
  own.splittable = size == 1;
  left /= size;
  emitted *= size;
}

/// The factor that `behind` emits alone to catch up with `ahead`: exactly to its product where that is possible, else
/// whatever the two open dimensions do not share.
static int64_t catchUp(const Side &behind, const Side &ahead) {
  if (ahead.emitted % behind.emitted == 0) {
    int64_t ratio = ahead.emitted / behind.emitted;
    if (ratio > 1 && behind.left % ratio == 0)
      return ratio;
  }
  int64_t common = std::gcd(behind.left, ahead.left);
  return behind.left > common ? behind.left / common : behind.left;
}

void addReshapeFactors(RuleBuilder &builder) {
  Side in{builder.operand(0), /*isResult=*/false};
  Side out{builder.result(0), /*isResult=*/true};
  while (true) {
    in.open(builder);
    out.open(builder);
    if (in.done() && out.done())
      return;
    if (in.emitted == out.emitted) {
      int64_t common = std::gcd(in.left, out.left);
      if (common > 1) {
        builder.factor({in.dim}, {out.dim}, common);
        for (Side *side : {&in, &out}) {
          side->left /= common;
          side->emitted *= common;
        }
        continue;
      }
      if (in.left > 1)
        in.emitOwn(builder, in.left);
      if (out.left > 1)
        out.emitOwn(builder, out.left);
      continue;
    }
    bool inBehind = in.emitted < out.emitted;
    Side &behind = inBehind ? in : out;
    behind.emitOwn(builder, catchUp(behind, inBehind ? out : in));
  }
}

} // namespace shardwright
