#include "passes/common/PhasePass.h"
#include "passes/propagate/Passes.h"
#include "passes/propagate/ProgramGraph.h"
#include "passes/propagate/WriteShardings.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

using mlir::Operation;
using mlir::Value;

static DescribedValue describe(const ProgramGraph &program, mlir::func::FuncOp function, size_t value) {
  if (std::optional<unsigned> result = program.functionResultOf(value))
    return {"result #" + std::to_string(*result) + " of the function", function.getLoc(), *result};
  Value representative = program.representative(value);
  if (!representative)
    return {"an input of a manual region", function.getLoc()};
  if (auto argument = llvm::dyn_cast<mlir::BlockArgument>(representative))
    return {"argument #" + std::to_string(argument.getArgNumber()), argument.getLoc(), argument.getArgNumber()};
  auto result = llvm::cast<mlir::OpResult>(representative);
  return {"result #" + std::to_string(result.getResultNumber()) + " of " +
              result.getOwner()->getName().getStringRef().str(),
          result.getLoc(), result.getResultNumber()};
}

/// What the author wrote, at the value itself or in a constraint on it.
static std::vector<ShardingOrigin> annotationsOf(const ProgramGraph &program, mlir::func::FuncOp function,
                                                 const PinnedValues &pinned) {
  std::vector<ShardingOrigin> origins;
  for (size_t v = 0; v < program.graph().values.size(); ++v)
    for (auto [d, dim] : llvm::enumerate(program.graph().values[v].sharding.dims))
      for (const AxisRef &axis : dim.axes) {
        DescribedValue value = describe(program, function, v);
        auto pin = pinned.find(program.representative(v));
        if (pin == pinned.end())
          origins.push_back({value, unsigned(d), axis, "its annotation", value.place, value, true});
        else
          origins.push_back({value, unsigned(d), axis, "the constraint on it", pin->second, value, true});
      }
  return origins;
}

/// What propagation added.
static std::vector<ShardingOrigin> originsOf(const ProgramGraph &program, mlir::func::FuncOp function,
                                             const PropagationResult &result) {
  std::vector<ShardingOrigin> origins;
  for (const Decision &decision : result.decisions) {
    Operation *op = program.stepOp(decision.step);
    origins.push_back({describe(program, function, decision.value), unsigned(decision.dim), decision.axis,
                       op ? op->getName().getStringRef().str() : "the function", op ? op->getLoc() : function.getLoc(),
                       describe(program, function, decision.source), false});
  }
  return origins;
}

static void remark(const ShardingOrigin &origin) {
  mlir::InFlightDiagnostic diagnostic = mlir::emitRemark(origin.value.place);
  diagnostic << "dimension " << origin.dim << " of " << origin.value.words << " is split over " << origin.axis.str()
             << ", which came from " << origin.from.words << " through " << origin.through;
  diagnostic.attachNote(origin.from.place) << origin.from.words << " is here";
}

/// Constraints have done their work and become changes of sharding that must happen; groups and barriers vanish.
static void removeMarkers(mlir::ModuleOp module) {
  llvm::SmallVector<Operation *> markers;
  module.walk([&](Operation *op) {
    if (llvm::isa<sharding::ConstraintOp, sharding::GroupOp, sharding::BarrierOp>(op))
      markers.push_back(op);
  });
  for (Operation *op : markers) {
    mlir::OpBuilder builder(op);
    if (auto constraint = llvm::dyn_cast<sharding::ConstraintOp>(op); constraint && !op->use_empty())
      op->replaceAllUsesWith(
          sharding::ReshardOp::create(builder, op->getLoc(), constraint.getInput(), constraint.getSpec()));
    else if (op->getNumResults())
      op->replaceAllUsesWith(op->getOperands());
    op->erase();
  }
}

mlir::LogicalResult propagateShardings(mlir::ModuleOp module, const PropagateOptions &options) {
  sharding::MeshOp mesh = sharding::lookupMeshOp(module);
  if (!mesh)
    return mlir::success();
  bool whole = options.strategy == StrategyKind::UserPriority;
  PinnedValues pinned;
  if (whole) {
    splitConstants(module);
    pinned = applyConstraints(module);
  }
  for (auto function : module.getOps<mlir::func::FuncOp>()) {
    if (function.isExternal())
      continue;
    ProgramGraph program(function, mesh.getMesh().getValue());
    PropagationResult result = propagate(program.graph(), options.strategy);
    if (options.origins || options.remarks) {
      std::vector<ShardingOrigin> added = originsOf(program, function, result);
      if (options.remarks)
        llvm::for_each(added, remark);
      if (options.origins) {
        llvm::append_range(*options.origins, annotationsOf(program, function, pinned));
        llvm::append_range(*options.origins, std::move(added));
      }
    }
    writeShardings(function, program, result, mlir::FlatSymbolRefAttr::get(mesh.getSymNameAttr()), whole);
  }
  if (whole) {
    removeMarkers(module);
    mergeConstants(module);
  }
  return mlir::success();
}

namespace {
struct PropagateShardingsPass : PhasePass<PropagateShardingsPass, ProgramForm::Canonical> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(PropagateShardingsPass)
  explicit PropagateShardingsPass(const PropagateOptions &options) : options(options) {}
  PropagateShardingsPass(const PropagateShardingsPass &other) : PhasePass(other), options(other.options) {}

  llvm::StringRef getArgument() const override { return "propagate-shardings"; }
  llvm::StringRef getDescription() const override {
    return "spread shardings from annotations over the whole program, to a fixed point";
  }
  void getDependentDialects(mlir::DialectRegistry &registry) const override {
    registry.insert<sharding::ShardingDialect>();
  }
  void runOnProgram() override {
    std::optional<StrategyKind> kind = parseStrategyKind(strategy);
    if (!kind) {
      getOperation().emitError() << "unknown strategy '" << strategy
                                 << "'; there are basic, aggressive, op-priority and user-priority";
      return signalPassFailure();
    }
    options.strategy = *kind;
    options.remarks |= remarks;
    if (failed(propagateShardings(getOperation(), options)))
      signalPassFailure();
  }

  PropagateOptions options;
  Option<std::string> strategy{*this, "strategy",
                               llvm::cl::desc("basic, aggressive, op-priority: one fixed point that only fills in; "
                                              "user-priority: the full stack"),
                               llvm::cl::init("user-priority")};
  Option<bool> remarks{*this, "remarks", llvm::cl::desc("say where each axis came from"), llvm::cl::init(false)};
};
} // namespace

std::unique_ptr<mlir::Pass> createPropagateShardingsPass(const PropagateOptions &options) {
  return std::make_unique<PropagateShardingsPass>(options);
}

void registerPropagatePasses() {
  mlir::registerPass(createEvenInterfacePass);
  mlir::registerPass(createAnnotateShardingRulesPass);
  mlir::registerPass(createApplyConstraintsPass);
  mlir::registerPass([] { return createPropagateShardingsPass(); });
  mlir::registerPass(createSplitConstantsPass);
  mlir::registerPass(createVerifyPropagatedPass);
}

} // namespace shardwright
