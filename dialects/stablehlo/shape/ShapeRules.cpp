#include "dialects/stablehlo/Windows.h"
#include "dialects/stablehlo/shape/Shape.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

/// Ops that only move data keep a partial value partial, whatever the combination.
static void movesData(RuleBuilder &b, llvm::ArrayRef<int64_t> operands) {
  b.partial(PartialBehavior::AllAlike, operands, allReductionKinds());
}

static Rule ruleOf(BroadcastInDimOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  llvm::ArrayRef<int64_t> dims = op.getBroadcastDimensions();
  for (int64_t out = 0, n = b.result(0).size(); out < n; ++out) {
    int64_t in = llvm::find(dims, out) - dims.begin();
    int64_t size = b.result(0)[out];
    if (in == int64_t(dims.size())) {
      b.ofResult(0, out, size);
    } else if (b.operand(0)[in] == size) {
      b.factor({in}, {out}, size);
    } else {
      b.ofOperand(0, in, 1);
      b.ofResult(0, out, size);
    }
  }
  movesData(b, {0});
  return b.build();
}

static Rule ruleOf(BroadcastOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  int64_t added = op.getBroadcastSizes().size();
  for (int64_t out = 0, n = b.result(0).size(); out < n; ++out) {
    if (out < added)
      b.ofResult(0, out, b.result(0)[out]);
    else
      b.factor({out - added}, {out}, b.result(0)[out]);
  }
  movesData(b, {0});
  return b.build();
}

static Rule ruleOf(TransposeOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (auto [out, in] : llvm::enumerate(op.getPermutation()))
    b.factor({in}, {int64_t(out)}, b.result(0)[out]);
  movesData(b, {0});
  return b.build();
}

static Rule ruleOf(ReshapeOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  // Without elements nothing says how the dimensions correspond, so each is a factor of its own: there is nothing to
  // send.
  if (!llvm::is_contained(b.operand(0), 0))
    addReshapeFactors(b);
  movesData(b, {0});
  return b.build();
}

static Rule ruleOf(BitcastConvertOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  size_t in = b.operand(0).size(), out = b.result(0).size();
  for (int64_t d = 0, n = std::min(in, out); d < n; ++d)
    b.factor({d}, {d}, b.result(0)[d]);
  if (in > out)
    b.ofOperand(0, out, b.operand(0)[out], FactorKind::NeedReplication);
  if (out > in)
    b.ofResult(0, in, b.result(0)[in], FactorKind::NeedReplication);
  return b.build();
}

static Rule ruleOf(ReverseOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (int64_t d = 0, n = b.result(0).size(); d < n; ++d)
    b.factor({d}, {d}, b.result(0)[d],
             llvm::is_contained(op.getDimensions(), d) ? FactorKind::Permutation : FactorKind::PassThrough);
  movesData(b, {0});
  return b.build();
}

static Rule ruleOf(SliceOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (int64_t d = 0, n = b.result(0).size(); d < n; ++d) {
    bool whole = b.operand(0)[d] == b.result(0)[d];
    b.factor({d}, {d}, b.operand(0)[d], whole ? FactorKind::PassThrough : FactorKind::Permutation);
  }
  movesData(b, {0});
  return b.build();
}

static Rule ruleOf(PadOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  for (int64_t d = 0, n = b.result(0).size(); d < n; ++d) {
    bool untouched = op.getEdgePaddingLow()[d] == 0 && op.getEdgePaddingHigh()[d] == 0 &&
                     (op.getInteriorPadding()[d] == 0 || b.operand(0)[d] <= 1);
    b.factor({d}, {d}, b.operand(0)[d], untouched ? FactorKind::PassThrough : FactorKind::Permutation);
  }
  movesData(b, {0, 1});
  return b.build();
}

/// The pieces of a concatenation are cut from other values, so that blocks move to neighbours: all of them are slices,
/// or they are one value and slices of it (a rotation).
static bool joinsSlices(ConcatenateOp op) {
  auto isSlice = [](mlir::Value value) { return value.getDefiningOp<SliceOp>() != nullptr; };
  auto unsliced = [](mlir::Value value) {
    auto slice = value.getDefiningOp<SliceOp>();
    return slice ? slice.getOperand() : value;
  };
  mlir::ValueRange inputs = op.getInputs();
  if (llvm::all_of(inputs, isSlice))
    return true;
  return llvm::any_of(inputs, isSlice) &&
         llvm::all_of(inputs, [&](mlir::Value value) { return unsliced(value) == unsliced(inputs[0]); });
}

static Rule ruleOf(ConcatenateOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  llvm::SmallVector<int64_t> inputs;
  for (size_t t = 0; t < b.numOperands(); ++t)
    inputs.push_back(t);
  FactorKind joined = joinsSlices(op) ? FactorKind::Permutation : FactorKind::NeedReplication;
  for (int64_t d = 0, n = b.result(0).size(); d < n; ++d)
    b.common(d, b.result(0)[d], d == int64_t(op.getDimension()) ? joined : FactorKind::PassThrough);
  movesData(b, inputs);
  return b.build();
}

static void addWindows(SliceOp op, ShardingRule &rule) {
  llvm::ArrayRef<int64_t> operand = tensorShape(op.getOperand()), result = tensorShape(op.getResult());
  for (int64_t dim = 0; dim < static_cast<int64_t>(result.size()); ++dim)
    if (operand[dim] != result[dim])
      readByResult(rule, rule.results[0][dim].front(), result[dim],
                   {{0, dim, 0, op.getStartIndices()[dim], op.getStrides()[dim], 1, 1}});
}

/// Padding may move or spread elements even where it leaves the length as it was.
static void addWindows(PadOp op, ShardingRule &rule) {
  llvm::ArrayRef<int64_t> result = tensorShape(op.getResult());
  for (int64_t dim = 0; dim < static_cast<int64_t>(result.size()); ++dim)
    if (op.getEdgePaddingLow()[dim] || op.getEdgePaddingHigh()[dim] || op.getInteriorPadding()[dim])
      readByResult(rule, rule.results[0][dim].front(), result[dim],
                   {{0, dim, 0, -op.getEdgePaddingLow()[dim], 1, 1, op.getInteriorPadding()[dim] + 1}});
}

static void addWindows(ReverseOp op, ShardingRule &rule) {
  for (int64_t dim : op.getDimensions()) {
    int64_t size = tensorShape(op.getResult())[dim];
    readByResult(rule, rule.results[0][dim].front(), size, {{0, dim, 0, size - 1, -1, 1, 1}});
  }
}

static void addWindows(ConcatenateOp op, ShardingRule &rule) {
  int64_t dim = op.getDimension(), start = 0;
  llvm::SmallVector<FactorWindow> windows;
  for (auto [index, input] : llvm::enumerate(op.getInputs())) {
    windows.push_back({static_cast<int64_t>(index), dim, 0, -start, 1, 1, 1});
    start += tensorShape(input)[dim];
  }
  readByResult(rule, rule.results[0][dim].front(), start, windows);
}

void attachShapeRules(mlir::MLIRContext &context) {
  attachRule<BroadcastInDimOp, ruleOf>(context);
  attachRule<BroadcastOp, ruleOf>(context);
  attachRule<TransposeOp, ruleOf>(context);
  attachRule<ReshapeOp, ruleOf>(context);
  attachRule<BitcastConvertOp, ruleOf>(context);
  attachRule<ReverseOp, ruleOf, addWindows>(context);
  attachRule<SliceOp, ruleOf, addWindows>(context);
  attachRule<PadOp, ruleOf, addWindows>(context);
  attachRule<ConcatenateOp, ruleOf, addWindows>(context);
}

} // namespace shardwright::stablehlo
