#include "dialects/check/CheckOps.h"
#include "passes/import/Passes.h"

using namespace mlir;

namespace shardwright {

namespace {

class ImportCheck : public PassWrapper<ImportCheck, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(ImportCheck)

  llvm::StringRef getArgument() const override { return "import-check"; }
  llvm::StringRef getDescription() const override { return "turns custom calls named check.* into check operations"; }
  void getDependentDialects(DialectRegistry &registry) const override { registry.insert<check::CheckDialect>(); }
  void runOnOperation() override;
};

} // namespace

// Bounds of the custom calls, which are not those of the operations of the same name.
static constexpr int64_t kMaxUlps = 3;
static constexpr double kTolerance = 1e-3;

static LogicalResult convertCall(stablehlo::CustomCallOp call) {
  StringRef target = call.getCallTargetName();
  if (call.getInputs().size() != 2 || call.getNumResults() != 0)
    return call.emitOpError() << "@" << target << " compares 2 operands and has 0 results, got "
                              << call.getInputs().size() << " and " << call.getNumResults();
  OpBuilder builder(call);
  Location loc = call.getLoc();
  Value lhs = call.getInputs()[0], rhs = call.getInputs()[1];
  if (target == "check.expect_eq")
    check::ExpectEqOp::create(builder, loc, lhs, rhs);
  else if (target == "check.expect_close")
    check::ExpectCloseOp::create(builder, loc, lhs, rhs, builder.getI64IntegerAttr(kMaxUlps),
                                 builder.getI64IntegerAttr(0));
  else if (target == "check.expect_almost_eq")
    check::ExpectAlmostEqOp::create(builder, loc, lhs, rhs, builder.getF64FloatAttr(kTolerance));
  else
    return call.emitOpError() << "unknown comparison @" << target
                              << ": expected check.expect_eq, check.expect_close or check.expect_almost_eq";
  call.erase();
  return success();
}

void ImportCheck::runOnOperation() {
  SmallVector<stablehlo::CustomCallOp> calls;
  getOperation().walk([&](stablehlo::CustomCallOp call) {
    if (call.getCallTargetName().starts_with("check."))
      calls.push_back(call);
  });
  bool failed = false;
  for (stablehlo::CustomCallOp call : calls)
    failed |= mlir::failed(convertCall(call));
  if (failed)
    signalPassFailure();
}

std::unique_ptr<Pass> createImportCheckPass() { return std::make_unique<ImportCheck>(); }

} // namespace shardwright
