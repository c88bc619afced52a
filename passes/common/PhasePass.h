#ifndef PASSES_COMMON_PHASEPASS_H
#define PASSES_COMMON_PHASEPASS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"

namespace shardwright {

/// What a pass can work on.
enum class ProgramForm {
  Global,    ///< global shapes, shardings in any spelling: what import takes
  Canonical, ///< global shapes, shardings in the `sharding` dialect: what propagation and partitioning take
  PerDevice, ///< local shapes, collectives by axis: what partitioning leaves; a program without a mesh is one, too
};

/// Fails, with what to run instead, where a program is not of that form: a pass that finds nothing of its own to do on
/// the text of another phase would leave it as it is in silence. Looks at the module's ops and @main's attributes only.
mlir::LogicalResult expectForm(mlir::ModuleOp module, ProgramForm form, llvm::StringRef pass);

/// A pass over programs of one form.
template <typename Pass, ProgramForm form>
class PhasePass : public mlir::PassWrapper<Pass, mlir::OperationPass<mlir::ModuleOp>> {
public:
  virtual void runOnProgram() = 0;

private:
  void runOnOperation() final {
    if (failed(expectForm(this->getOperation(), form, this->getArgument())))
      return this->signalPassFailure();
    runOnProgram();
  }
};

} // namespace shardwright

#endif // PASSES_COMMON_PHASEPASS_H
