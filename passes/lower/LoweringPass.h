#ifndef PASSES_LOWER_LOWERINGPASS_H
#define PASSES_LOWER_LOWERINGPASS_H

#include "passes/lower/LoweringOptions.h"

#include "mlir/Pass/Pass.h"

namespace shardwright {

/// Adds to a pass of the lowering (a PassWrapper, or derived from one) the choices that all of them take: without the
/// named ones, for a target.
template <typename Base> class LoweringPass : public Base {
public:
  LoweringPass() = default;
  LoweringPass(const LoweringPass &other) : Base(other) {}

protected:
  /// A diagnostic where a name or the target is unknown.
  mlir::FailureOr<LoweringOptions> choices() {
    absl::StatusOr<LoweringOptions> all = without<LoweringOptions>(disable);
    if (all.ok() && !target.empty()) {
      absl::StatusOr<Target> parsed = Target::parse(target);
      if (parsed.ok())
        all->target = *std::move(parsed);
      else
        all = parsed.status();
    }
    if (all.ok())
      return *std::move(all);
    this->getOperation()->emitError(std::string(all.status().message()));
    return mlir::failure();
  }

private:
  typename Base::template Option<std::string> disable{
      *this, "disable", llvm::cl::desc("leave these out, by name and comma; `all` for every one"), llvm::cl::init("")};
  typename Base::template Option<std::string> target{
      *this, "target",
      llvm::cl::desc("the machine to lower for: `host` (default), or as `host:x86-64-v3`, `cuda:sm_90`"),
      llvm::cl::init("")};
};

} // namespace shardwright

#endif // PASSES_LOWER_LOWERINGPASS_H
