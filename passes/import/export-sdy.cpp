#include "dialects/sdy/SdyOps.h"
#include "dialects/sharding/BorderAttributes.h"
#include "dialects/sharding/Shardings.h"
#include "passes/import/Passes.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright {

namespace {
class ExportSdy : public PassWrapper<ExportSdy, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ExportSdy)

  llvm::StringRef getArgument() const override { return "export-sdy"; }
  llvm::StringRef getDescription() const override { return "turns the sharding dialect into JAX's spelling"; }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<sdy::SdyDialect>(); }
  void runOnOperation() override;
};
} // namespace

/// Labels have no counterpart and are dropped; some kinds of reduction have none either.
static FailureOr<sdy::ShardingAttr> convert(Location loc, sharding::SpecAttr spec) {
  for (const PartialAxis &partial : spec.getValue().partial)
    if (partial.kind != ReductionKind::Sum && partial.kind != ReductionKind::Max && partial.kind != ReductionKind::Min)
      return emitError(loc) << "sdy cannot spell a value that is partial by " << name(partial.kind);
  return sdy::ShardingAttr::get(spec.getContext(), spec.getMesh(), spec.getValue());
}

static FailureOr<sdy::ShardingPerValueAttr> convert(Location loc, ArrayAttr specs) {
  llvm::SmallVector<sdy::ShardingAttr> shardings;
  for (auto spec : specs.getAsRange<sharding::SpecAttr>()) {
    FailureOr<sdy::ShardingAttr> sharding = convert(loc, spec);
    if (failed(sharding))
      return failure();
    shardings.push_back(*sharding);
  }
  return sdy::ShardingPerValueAttr::get(specs.getContext(), shardings);
}

static void exportMesh(sharding::MeshOp op) {
  const Mesh &mesh = op.getMesh().getValue();
  sdy::MeshText text{std::vector<MeshAxis>(mesh.axes()), std::vector<int64_t>(mesh.deviceOrder())};
  if (llvm::is_sorted(text.deviceIds))
    text.deviceIds.clear();
  OpBuilder builder(op);
  sdy::MeshOp::create(builder, op.getLoc(), op.getSymName(), sdy::MeshAttr::get(op.getContext(), text));
  op.erase();
}

static LogicalResult exportFunction(func::FuncOp function) {
  sharding::BorderAttributes border(function);
  for (unsigned i = 0; i < function.getNumArguments(); ++i) {
    auto spec = function.getArgAttrOfType<sharding::SpecAttr>(i, sharding::kSpecAttr);
    if (!spec)
      continue;
    FailureOr<sdy::ShardingAttr> sharding = convert(function.getLoc(), spec);
    if (failed(sharding))
      return failure();
    border.arguments[i].erase(sharding::kSpecAttr);
    border.arguments[i].set(sdy::kShardingAttr, *sharding);
  }
  for (unsigned i = 0; i < function.getNumResults(); ++i) {
    auto spec = function.getResultAttrOfType<sharding::SpecAttr>(i, sharding::kSpecAttr);
    if (!spec)
      continue;
    FailureOr<sdy::ShardingAttr> sharding = convert(function.getLoc(), spec);
    if (failed(sharding))
      return failure();
    border.results[i].erase(sharding::kSpecAttr);
    border.results[i].set(sdy::kShardingAttr, *sharding);
  }
  border.writeTo(function);
  return success();
}

static LogicalResult exportAttributes(Operation *op) {
  if (auto rule = op->getAttrOfType<sharding::RuleAttr>(sharding::kRuleAttr)) {
    op->setAttr(sdy::kRuleAttr, sdy::RuleAttr::get(op->getContext(), rule.getValue()));
    op->removeAttr(sharding::kRuleAttr);
  }
  auto specs = op->getAttrOfType<ArrayAttr>(sharding::kSpecsAttr);
  if (!specs)
    return success();
  FailureOr<sdy::ShardingPerValueAttr> shardings = convert(op->getLoc(), specs);
  if (failed(shardings))
    return failure();
  op->removeAttr(sharding::kSpecsAttr);
  op->setAttr(sdy::kShardingAttr, *shardings);
  return success();
}

template <typename To, typename From> static LogicalResult exportSpecOp(From op) {
  FailureOr<sdy::ShardingAttr> sharding = convert(op.getLoc(), op.getSpec());
  if (failed(sharding))
    return failure();
  OpBuilder builder(op);
  op->replaceAllUsesWith(To::create(builder, op.getLoc(), op.getType(), op.getInput(), *sharding));
  op.erase();
  return success();
}

static LogicalResult exportManual(sharding::ManualOp op) {
  FailureOr<sdy::ShardingPerValueAttr> in = convert(op.getLoc(), op.getInSpecs());
  FailureOr<sdy::ShardingPerValueAttr> out = convert(op.getLoc(), op.getOutSpecs());
  if (failed(in) || failed(out))
    return failure();
  OpBuilder builder(op);
  auto result = sdy::ManualComputationOp::create(builder, op.getLoc(), op->getResultTypes(), op.getInputs(), *in, *out,
                                                 sdy::ManualAxesAttr::get(op.getContext(), AxisList(op.getAxes())));
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  result.getBody().takeBody(op.getBody());
  Operation *terminator = result.getBody().front().getTerminator();
  builder.setInsertionPoint(terminator);
  sdy::ReturnOp::create(builder, terminator->getLoc(), terminator->getOperands());
  terminator->erase();
  op->replaceAllUsesWith(result);
  op.erase();
  return success();
}

static LogicalResult exportOp(Operation *op) {
  OpBuilder builder(op);
  return llvm::TypeSwitch<Operation *, LogicalResult>(op)
      .Case([](sharding::ConstraintOp op) { return exportSpecOp<sdy::ShardingConstraintOp>(op); })
      .Case([](sharding::ReshardOp op) { return exportSpecOp<sdy::ReshardOp>(op); })
      .Case([](sharding::ManualOp op) { return exportManual(op); })
      .Case([&](sharding::GroupOp op) {
        sdy::ShardingGroupOp::create(builder, op.getLoc(), op.getInput(), op.getGroupIdAttr());
        op.erase();
        return success();
      })
      .Case([&](sharding::BarrierOp op) {
        auto direction = llvm::find(sdy::kDirections, StringRef(op.getAllow().upper())) - std::begin(sdy::kDirections);
        op->replaceAllUsesWith(
            sdy::PropagationBarrierOp::create(builder, op.getLoc(), op.getType(), op.getInput(), direction));
        op.erase();
        return success();
      })
      .Default([](Operation *) { return success(); });
}

void ExportSdy::runOnOperation() {
  llvm::SmallVector<Operation *> ops;
  getOperation().walk([&](Operation *op) {
    if (op != getOperation())
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    if (auto mesh = dyn_cast<sharding::MeshOp>(op)) {
      exportMesh(mesh);
      continue;
    }
    if (auto function = dyn_cast<func::FuncOp>(op); function && failed(exportFunction(function)))
      return signalPassFailure();
    if (failed(exportAttributes(op)) || failed(exportOp(op)))
      return signalPassFailure();
  }
}

std::unique_ptr<Pass> createExportSdyPass() { return std::make_unique<ExportSdy>(); }

} // namespace shardwright
