#include "passes/common/Limits.h"
#include "passes/import/Passes.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace shardwright {

LogicalResult checkSource(ModuleOp module, bool isText) {
  // Text was scanned before it was parsed.
  if (!isText && failed(verifyNesting(module)))
    return failure();
  if (failed(verifyTensorSizes(module)) || failed(inlineResources(module)))
    return failure();
  return verify(module);
}

namespace {

class CheckSource : public PassWrapper<CheckSource, OperationPass<ModuleOp>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(CheckSource)

  llvm::StringRef getArgument() const override { return "check-source"; }
  llvm::StringRef getDescription() const override {
    return "refuses what is too large or nests too deep, and reads constants out of the file's resources";
  }
  void runOnOperation() override {
    if (failed(checkSource(getOperation(), /*isText=*/false)))
      signalPassFailure();
  }
};

} // namespace

std::unique_ptr<Pass> createCheckSourcePass() { return std::make_unique<CheckSource>(); }

} // namespace shardwright
