// --lower-to-exec: the prepared @main becomes an exec.program, with a kernel for what is computed together.
#include "passes/lower/LowerToExec.h"

#include "passes/common/PhasePass.h"
#include "passes/lower/Codegen.h"
#include "passes/lower/ExecBuilder.h"
#include "passes/lower/LoweringPass.h"
#include "passes/lower/Passes.h"

using namespace mlir;

namespace shardwright {
namespace lower {

FailureOr<exec::ProgramOp> lowerToExec(func::FuncOp function, ModuleOp module, const LoweringOptions &choices,
                                       ExecOrigins *origins) {
  return ExecBuilder(function, module, choices, origins).run();
}

} // namespace lower

namespace {

class LowerToExecPass : public LoweringPass<PhasePass<LowerToExecPass, ProgramForm::PerDevice>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerToExecPass)

  StringRef getArgument() const final { return "lower-to-exec"; }
  StringRef getDescription() const final { return "what a device does, over buffers: kernels, calls and collectives"; }
  void getDependentDialects(DialectRegistry &registry) const final { registry.insert<exec::ExecDialect>(); }
  void runOnProgram() override {
    ModuleOp module = getOperation();
    FailureOr<LoweringOptions> chosen = choices();
    auto function = module.lookupSymbol<func::FuncOp>("main");
    if (failed(chosen) || !function)
      return signalPassFailure();
    OwningOpRef<ModuleOp> lowered = ModuleOp::create(module.getLoc());
    if (failed(lower::lowerToExec(function, *lowered, *chosen)))
      return signalPassFailure();
    module.getBody()->clear();
    module.getBody()->getOperations().splice(module.getBody()->end(), lowered->getBody()->getOperations());
  }
};

} // namespace

void registerLowerToExecPass() { PassRegistration<LowerToExecPass>(); }

} // namespace shardwright
