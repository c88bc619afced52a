#include "dialects/stablehlo/call/Call.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::stablehlo {

static constexpr llvm::StringLiteral kPointwise[] = {"annotate_device_placement",
                                                     "MoveToHost",
                                                     "MoveToDevice",
                                                     "LayoutConstraint",
                                                     "InspectSharding",
                                                     "Sharding",
                                                     "CompactWyHelper",
                                                     "X64SplitHigh",
                                                     "X64SplitLow",
                                                     "X64Combine",
                                                     "mhlo.erf",
                                                     "erf",
                                                     "Cholesky"};

static bool feedsGenerator(CustomCallOp op) {
  return llvm::any_of(op->getUsers(), [](mlir::Operation *user) { return llvm::isa<RngBitGeneratorOp>(user); });
}

/// Leading dimensions shared by all; the two inner dimensions of matrices (and the one of vectors) as `inner` says.
static void addBatch(RuleBuilder &b) {
  int64_t batch = int64_t(b.operand(0).size()) - 2;
  for (int64_t d = 0; d < batch; ++d)
    b.common(d, b.operand(0)[d]);
}

/// Whatever has no factor yet must not be split.
static void restNeedsReplication(RuleBuilder &b) {
  int64_t batch = int64_t(b.operand(0).size()) - 2;
  for (size_t t = 0; t < b.numOperands(); ++t)
    for (int64_t d = batch, rank = b.operand(t).size(); d < rank; ++d)
      b.ofOperand(t, d, b.operand(t)[d], FactorKind::NeedReplication);
  for (size_t t = 0; t < b.numResults(); ++t)
    for (int64_t d = batch, rank = b.result(t).size(); d < rank; ++d)
      b.ofResult(t, d, b.result(t)[d], FactorKind::NeedReplication);
}

static Rule eighRule(RuleBuilder b) {
  addBatch(b);
  int64_t rank = b.operand(0).size();
  for (int64_t d = rank - 2; d < rank; ++d) {
    b.factor({d}, {d}, b.operand(0)[d], FactorKind::NeedReplication);
    if (d == rank - 1)
      b.alsoResult(1, d - 1, b.lastFactor());
  }
  return b.build();
}

/// Dimensions of equal size shared by all tensors; where a search shortens a dimension, `along` says how.
template <typename Function> static Rule searchRule(RuleBuilder b, Function along) {
  for (int64_t d = 0, rank = b.result(0).size(); d < rank; ++d) {
    if (b.operand(0)[d] != b.result(0)[d]) {
      along(b, d);
      continue;
    }
    b.factor({}, {}, b.result(0)[d]);
    for (size_t t = 0; t < b.numOperands(); ++t)
      if (int64_t(b.operand(t).size()) == rank)
        b.alsoOperand(t, d, b.lastFactor());
    for (size_t t = 0; t < b.numResults(); ++t)
      b.alsoResult(t, d, b.lastFactor());
  }
  return b.build();
}

static void topkAlong(RuleBuilder &b, int64_t d) {
  b.common(d, b.operand(0)[d], FactorKind::NeedReplication).blocked = true;
}

static void approximateTopkAlong(RuleBuilder &b, int64_t d) {
  int64_t rank = b.result(0).size();
  b.factor({}, {}, b.operand(0)[d]).splittable = false;
  for (size_t t = 0; t < b.numOperands(); ++t)
    if (int64_t(b.operand(t).size()) == rank)
      b.alsoOperand(t, d, b.lastFactor());
  b.factor({}, {}, b.result(0)[d], FactorKind::NeedReplication).blocked = true;
  for (size_t t = 0; t < b.numResults(); ++t)
    b.alsoResult(t, d, b.lastFactor());
}

/// The operands of a comparison that has no result should be sharded alike.
static Rule comparisonRule(RuleBuilder b) {
  for (int64_t d = 0, rank = b.operand(0).size(); d < rank; ++d)
    b.common(d, b.operand(0)[d]);
  return b.build();
}

/// What JAX calls LAPACK's geqrf and orgqr on platforms without it.
constexpr llvm::StringLiteral kQr = "Qr", kHouseholderProduct = "ProductOfElementaryHouseholderReflectors";

static Rule ruleOf(CustomCallOp op) {
  RuleBuilder b = ruleBuilderFor(op);
  llvm::StringRef name = op.getCallTargetName();
  if (name.starts_with("check.") && b.numOperands() == 2 && b.numResults() == 0 &&
      b.operand(0).size() == b.operand(1).size())
    return comparisonRule(std::move(b));
  if (b.numResults() == 0 || b.numOperands() == 0)
    return mlir::failure();
  if (llvm::is_contained(kPointwise, name)) {
    b.pointwise();
    ShardingRule rule = b.build();
    if (name == "X64Combine" && feedsGenerator(op))
      for (Factor &factor : rule.factors) {
        factor.kind = FactorKind::NeedReplication;
        factor.blocked = true;
      }
    if (name == "Cholesky")
      for (Factor &factor : llvm::MutableArrayRef(rule.factors).take_back(2))
        factor.splittable = false;
    return rule;
  }
  if (name == "Eigh" && b.operand(0).size() >= 2 && b.numResults() == 2)
    return eighRule(std::move(b));
  if ((name == kQr || name == kHouseholderProduct) && b.operand(0).size() >= 2) {
    addBatch(b);
    restNeedsReplication(b);
    return b.build();
  }
  if (name == "mhlo.topk" || name == "TopK")
    return searchRule(std::move(b), topkAlong);
  if (name == "ApproxTopK" || name == "PartialReduce")
    return searchRule(std::move(b), approximateTopkAlong);
  return mlir::failure();
}

namespace {
/// A library's routine, of which nothing is known.
struct CustomCallModel : KernelOpInterface::ExternalModel<CustomCallModel, CustomCallOp> {
  void describe(mlir::Operation *op, fusion::OpForm &form) const {
    llvm::StringRef target = llvm::cast<CustomCallOp>(op).getCallTargetName();
    if (target.starts_with("lapack_") || target == kQr || target == kHouseholderProduct)
      setFunction(op, Function::Lapack, form);
  }
  std::optional<CallWork> getCallWork(mlir::Operation *) const { return std::nullopt; }
};
} // namespace

void attachCallKernels(mlir::MLIRContext &context) {
  CustomCallOp::attachInterface<CustomCallModel>(context);
  attachKernels<StepModel, CompositeOp, GetTupleElementOp, InfeedOp, RecvOp>(context);
}

void attachCallRules(mlir::MLIRContext &context) { attachRule<CustomCallOp, ruleOf>(context); }

} // namespace shardwright::stablehlo
