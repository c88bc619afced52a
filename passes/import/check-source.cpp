#include "dialects/sdy/SdyOps.h"
#include "dialects/sharding/Shardings.h"
#include "passes/common/Limits.h"
#include "passes/import/Passes.h"

#include "mlir/IR/Verifier.h"

using namespace mlir;

namespace shardwright {

/// What differs between devices is listed for each of them, from import on. The verifier comes later, so that a mesh
/// may be missing or have sizes that make no sense.
static LogicalResult verifyMeshSizes(ModuleOp module) {
  bool good = true;
  auto check = [&](Operation &op, llvm::ArrayRef<MeshAxis> axes) {
    int64_t devices = 1;
    for (const MeshAxis &axis : axes)
      if (axis.size < 1 || __builtin_mul_overflow(devices, axis.size, &devices))
        return;
    if (devices <= kMaxDevices)
      return;
    op.emitError() << "the mesh has " << devices << " devices, and at most " << kMaxDevices << " are supported";
    good = false;
  };
  for (Operation &op : *module.getBody()) {
    if (auto mesh = dyn_cast<sharding::MeshOp>(op); mesh && mesh.getMeshAttr())
      check(op, mesh.getMeshAttr().getValue().axes());
    if (auto mesh = dyn_cast<sdy::MeshOp>(op); mesh && mesh.getMeshAttr())
      check(op, mesh.getMeshAttr().getValue().axes);
  }
  return success(good);
}

LogicalResult checkSource(ModuleOp module, bool isText) {
  // Text was scanned before it was parsed.
  if (!isText && failed(verifyNesting(module)))
    return failure();
  if (failed(verifyMeshSizes(module)) || failed(verifyTensorSizes(module)) || failed(inlineResources(module)))
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
