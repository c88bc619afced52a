// A rotation sends the last block's edge to the first device, and every other edge to the next: shifts of one value.
// Where no device sends or receives in two of them, they are one.
#include "passes/partition/Passes.h"

#include "dialects/sharding/Shardings.h"
#include "dialects/spmd/SpmdOps.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PhasePass.h"
#include "passes/common/TensorExpr.h"

#include "mlir/IR/Builders.h"
#include "mlir/Pass/Pass.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;

namespace shardwright {
namespace {

/// Permutes of one value in one block, in the order of the program, that become one.
struct Joint {
  SmallVector<spmd::CollectivePermuteOp> ops;
  llvm::SmallSet<int64_t, 8> sources, targets;

  bool admits(spmd::CollectivePermuteOp op) const {
    for (size_t pair = 0; pair < op.getNumPairs(); ++pair)
      if (sources.contains(op.getSource(pair)) || targets.contains(op.getTarget(pair)))
        return false;
    return true;
  }
  void add(spmd::CollectivePermuteOp op) {
    for (size_t pair = 0; pair < op.getNumPairs(); ++pair) {
      sources.insert(op.getSource(pair));
      targets.insert(op.getTarget(pair));
    }
    ops.push_back(op);
  }
};

/// The first and the last target, if all between are targets too.
std::optional<std::pair<int64_t, int64_t>> rangeOfTargets(spmd::CollectivePermuteOp op) {
  int64_t first = INT64_MAX, last = -1;
  for (size_t pair = 0; pair < op.getNumPairs(); ++pair) {
    first = std::min(first, op.getTarget(pair));
    last = std::max(last, op.getTarget(pair));
  }
  if (last - first + 1 != static_cast<int64_t>(op.getNumPairs()))
    return std::nullopt;
  return std::pair(first, last);
}

/// What the joint permute brought, on the devices that this one has as targets; zeros on the others, as it had there.
Value ownPart(spmd::CollectivePermuteOp op, Value joined, Value index, OpBuilder &builder) {
  Location loc = op.getLoc();
  auto [first, last] = *rangeOfTargets(op);
  auto indexType = cast<RankedTensorType>(index.getType()), type = cast<RankedTensorType>(joined.getType());
  auto compare = [&](stablehlo::ComparisonDirection direction, int64_t bound) -> Value {
    Value constant =
        stablehlo::ConstantOp::create(builder, loc, DenseElementsAttr::get(indexType, static_cast<int32_t>(bound)));
    return stablehlo::CompareOp::create(builder, loc, indexType.clone(builder.getI1Type()), index, constant,
                                        stablehlo::ComparisonDirectionAttr::get(builder.getContext(), direction),
                                        nullptr);
  };
  Value isTarget = compare(stablehlo::ComparisonDirection::GE, first);
  isTarget = stablehlo::AndOp::create(builder, loc, isTarget.getType(), isTarget,
                                      compare(stablehlo::ComparisonDirection::LE, last));
  return stablehlo::SelectOp::create(builder, loc, type, isTarget, joined, zeroConstant(builder, loc, type));
}

void join(const Joint &joint) {
  spmd::CollectivePermuteOp first = joint.ops.front();
  OpBuilder builder(first);
  SmallVector<int64_t> pairs;
  SmallVector<Location> locations;
  llvm::SetVector<StringRef> causes;
  for (spmd::CollectivePermuteOp op : joint.ops) {
    llvm::append_range(pairs, op.getPairs());
    locations.push_back(op.getLoc());
    if (std::optional<StringRef> cause = op.getCause())
      causes.insert(*cause);
  }
  StringAttr cause = causes.empty() ? nullptr : builder.getStringAttr(llvm::join(causes, "; "));
  Value input = first.getInputs().front();
  Value joined = spmd::CollectivePermuteOp::create(builder, builder.getFusedLoc(locations), input.getType(), input,
                                                   builder.getDenseI64ArrayAttr(pairs), first.getMeshAttr(),
                                                   first.getAxesAttr(), cause)
                     ->getResult(0);
  Value index = spmd::AxisIndexOp::create(builder, first.getLoc(), first.getMeshAttr(), first.getAxesAttr());
  for (spmd::CollectivePermuteOp op : joint.ops)
    op->getResult(0).replaceAllUsesWith(ownPart(op, joined, index, builder));
  for (spmd::CollectivePermuteOp op : joint.ops)
    op.erase();
}

struct MergePermutesPass : PhasePass<MergePermutesPass, ProgramForm::PerDevice> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(MergePermutesPass)

  StringRef getArgument() const override { return "merge-permutes"; }
  StringRef getDescription() const override {
    return "permutes of one value in which no device sends or receives twice become one";
  }

  void getDependentDialects(DialectRegistry &registry) const override {
    registry.insert<stablehlo::StablehloDialect>();
  }

  void runOnProgram() override {
    getOperation().walk([](Block *block) {
      llvm::MapVector<std::pair<Value, Attribute>, SmallVector<Joint, 1>> joints;
      for (auto op : block->getOps<spmd::CollectivePermuteOp>())
        if (op.getInputs().size() == 1 && rangeOfTargets(op) &&
            !isa<ComplexType>(cast<RankedTensorType>(op.getInputs().front().getType()).getElementType())) {
          SmallVector<Joint, 1> &ofValue = joints[{op.getInputs().front(), op.getAxesAttr()}];
          auto *joint = llvm::find_if(ofValue, [&](const Joint &joint) { return joint.admits(op); });
          (joint == ofValue.end() ? ofValue.emplace_back() : *joint).add(op);
        }
      for (auto &[value, ofValue] : joints)
        for (const Joint &joint : ofValue)
          if (joint.ops.size() > 1)
            join(joint);
    });
  }
};

} // namespace

std::unique_ptr<Pass> createMergePermutesPass() { return std::make_unique<MergePermutesPass>(); }

} // namespace shardwright
