// --fuse-operations, --recompute-operations, --group-kernels, --order-kernels, --sink-reductions: the steps of
// planKernels(), each with what it decides written down in the function.
#include "passes/common/PhasePass.h"
#include "passes/lower/KernelMarks.h"
#include "passes/lower/LoweringPass.h"
#include "passes/lower/Passes.h"

#include "dialects/exec/ExecDialect.h"

using namespace mlir;

namespace shardwright {
namespace {

/// `Pass::change(function, choices, plan)`: one step, on the plan that the function says.
template <typename Pass> class KernelPass : public LoweringPass<PhasePass<Pass, ProgramForm::PerDevice>> {
public:
  void getDependentDialects(DialectRegistry &registry) const final { registry.insert<exec::ExecDialect>(); }
  void runOnProgram() override {
    FailureOr<LoweringOptions> chosen = this->choices();
    auto function = this->getOperation().template lookupSymbol<func::FuncOp>("main");
    if (failed(chosen) || !function || failed(lower::checkTypes(function)))
      return this->signalPassFailure();
    FailureOr<lower::KernelPlan> plan = Pass::begin(function, *chosen);
    if (failed(plan))
      return this->signalPassFailure();
    Pass::change(function, *chosen, *plan);
    lower::writeMarks(function, *plan);
  }

  static FailureOr<lower::KernelPlan> begin(func::FuncOp function, const LoweringOptions &choices) {
    return lower::readMarks(function, choices);
  }
};

struct FuseOperationsPass : KernelPass<FuseOperationsPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(FuseOperationsPass)
  StringRef getArgument() const final { return "fuse-operations"; }
  StringRef getDescription() const final { return "say which operations are computed where they are used"; }
  static FailureOr<lower::KernelPlan> begin(func::FuncOp function, const LoweringOptions &choices) {
    return lower::fuseOperations(function, choices);
  }
  static void change(func::FuncOp, const LoweringOptions &, lower::KernelPlan &) {}
};

struct RecomputeOperationsPass : KernelPass<RecomputeOperationsPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(RecomputeOperationsPass)
  StringRef getArgument() const final { return "recompute-operations"; }
  StringRef getDescription() const final {
    return "compute again what is cheap rather than keep it where most is alive";
  }
  static void change(func::FuncOp function, const LoweringOptions &choices, lower::KernelPlan &plan) {
    lower::recomputeOperations(function, choices, plan);
  }
};

struct GroupKernelsPass : KernelPass<GroupKernelsPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(GroupKernelsPass)
  StringRef getArgument() const final { return "group-kernels"; }
  StringRef getDescription() const final { return "say which operations are one kernel together"; }
  static void change(func::FuncOp, const LoweringOptions &choices, lower::KernelPlan &plan) {
    lower::groupKernels(choices, plan);
  }
};

struct OrderKernelsPass : KernelPass<OrderKernelsPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(OrderKernelsPass)
  StringRef getArgument() const final { return "order-kernels"; }
  StringRef getDescription() const final { return "run kernels in an order in which little is alive at once"; }
  static void change(func::FuncOp function, const LoweringOptions &choices, lower::KernelPlan &plan) {
    lower::orderKernels(function, choices, plan);
  }
};

struct SinkReductionsPass : KernelPass<SinkReductionsPass> {
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(SinkReductionsPass)
  StringRef getArgument() const final { return "sink-reductions"; }
  StringRef getDescription() const final { return "make reductions part of the kernels that read them"; }
  static void change(func::FuncOp, const LoweringOptions &choices, lower::KernelPlan &plan) {
    lower::sinkReductions(choices, plan);
  }
};

} // namespace

void registerKernelPasses() {
  PassRegistration<FuseOperationsPass>();
  PassRegistration<RecomputeOperationsPass>();
  PassRegistration<GroupKernelsPass>();
  PassRegistration<OrderKernelsPass>();
  PassRegistration<SinkReductionsPass>();
}

} // namespace shardwright
