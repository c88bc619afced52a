#ifndef PASSES_LOWER_LOWERINGPASS_H
#define PASSES_LOWER_LOWERINGPASS_H

#include "passes/lower/LoweringOptions.h"

#include "mlir/Pass/Pass.h"

namespace shardwright {

/// Adds to a pass of the lowering (a PassWrapper, or derived from one) the choices that all of them take: without the
/// named ones.
template <typename Base> class LoweringPass : public Base {
public:
  LoweringPass() = default;
  LoweringPass(const LoweringPass &other) : Base(other) {}

protected:
  /// For the machine that this process runs on; a diagnostic where a name is unknown.
  mlir::FailureOr<LoweringOptions> choices() {
    absl::StatusOr<LoweringOptions> all = without<LoweringOptions>(disable);
    if (all.ok())
      return forThisHost(*all);
    this->getOperation()->emitError(std::string(all.status().message()));
    return mlir::failure();
  }

private:
  typename Base::template Option<std::string> disable{
      *this, "disable", llvm::cl::desc("leave these out, by name and comma; `all` for every one"), llvm::cl::init("")};
};

} // namespace shardwright

#endif // PASSES_LOWER_LOWERINGPASS_H
