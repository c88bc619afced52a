// --lower-to-host: checks that the per-device program can be compiled for the host and, with `print-schedule`, prints
// the executable's schedule; `disable=NAME,...` leaves out what makes it fast (LoweringOptions.h).
#include "passes/lower/LowerToHost.h"

#include "passes/lower/Codegen.h"
#include "passes/lower/Interfaces.h"
#include "passes/lower/LibraryCalls.h"
#include "passes/lower/Passes.h"
#include "passes/lower/PrepareForHost.h"
#include "passes/lower/SplitComplex.h"
#include "passes/lower/StepEmitter.h"

#include "dialects/stablehlo/StablehloOps.h"
#include "passes/common/PhasePass.h"

#include "shardwright/Runtime/Target.h"

#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

#include <chrono>

using namespace mlir;

namespace shardwright {
namespace {

double secondsSince(std::chrono::steady_clock::time_point begin) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
}

class LowerToHostPass : public PhasePass<LowerToHostPass, ProgramForm::PerDevice> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerToHostPass)
  LowerToHostPass() = default;
  LowerToHostPass(const LowerToHostPass &other) : PhasePass(other) {}

  StringRef getArgument() const final { return "lower-to-host"; }
  StringRef getDescription() const final {
    return "compile the per-device program for this machine; the module itself stays";
  }
  void getDependentDialects(DialectRegistry &registry) const final { lower::registerKernelDialects(registry); }
  void runOnProgram() override {
    absl::StatusOr<LoweringOptions> choices = without<LoweringOptions>(disable);
    if (!choices.ok()) {
      getOperation().emitError(std::string(choices.status().message()));
      return signalPassFailure();
    }
    FailureOr<runtime::Executable> executable = lowerToHost(getOperation(), *choices);
    if (failed(executable))
      return signalPassFailure();
    if (printSchedule)
      llvm::outs() << describeSchedule(*executable);
    markAllAnalysesPreserved();
  }

private:
  Option<bool> printSchedule{*this, "print-schedule", llvm::cl::desc("print the schedule to standard output"),
                             llvm::cl::init(false)};
  Option<std::string> disable{
      *this, "disable", llvm::cl::desc("leave these out, by name and comma; `all` for every one"), llvm::cl::init("")};
};

} // namespace

void registerLowerPasses() { PassRegistration<LowerToHostPass>(); }

/// The schedule of `module`, a copy of `original` that is prepared in place, with its buffers placed; kernels as
/// functions of `kernels`.
static FailureOr<lower::VirtualProgram> schedule(ModuleOp original, ModuleOp module, ModuleOp kernels,
                                                 const LoweringOptions &given) {
  LoweringOptions choices = given;
  choices.roundingProducts = !runtime::multipliesBf16();
  auto function = module.lookupSymbol<func::FuncOp>("main");
  if (!function || function.isDeclaration() || !function.getBody().hasOneBlock())
    return original.emitError("the program has no function @main of one block");
  if (failed(lower::splitComplex(function)) || failed(lower::callLibrary(function)))
    return failure();
  lower::prepareForHost(function, choices);
  PassManager cleanUp(module.getContext());
  cleanUp.addPass(createCSEPass());
  if (failed(cleanUp.run(module)))
    return failure();
  lower::dropBarriers(function);
  FailureOr<lower::VirtualProgram> program = lower::StepEmitter(function, kernels, choices).run();
  if (failed(program) ||
      failed(lower::describeInterfaces(original.lookupSymbol<func::FuncOp>("main"), program->executable)))
    return failure();
  lower::assignBuffers(*program, choices);
  return program;
}

FailureOr<MemoryPlan> planMemory(ModuleOp module, const LoweringOptions &choices) {
  lower::loadKernelDialects(*module.getContext());
  OwningOpRef<ModuleOp> kernels = ModuleOp::create(module.getLoc());
  OwningOpRef<ModuleOp> original = module.clone();
  FailureOr<lower::VirtualProgram> program = schedule(*original, module, *kernels, choices);
  if (failed(program))
    return failure();
  MemoryPlan plan;
  for (auto [step, bytes] : llvm::zip_equal(program->steps, program->liveBytes))
    plan.points.push_back({step.op, bytes});
  for (uint32_t buffer : program->largest)
    plan.largest.push_back({program->buffers[buffer].value, program->buffers[buffer].bytes});
  plan.executable = std::move(program->executable);
  return plan;
}

FailureOr<runtime::Executable> lowerToHost(ModuleOp original, const LoweringOptions &choices, LowerTimes *times) {
  auto begin = std::chrono::steady_clock::now();
  lower::loadKernelDialects(*original.getContext());
  OwningOpRef<ModuleOp> module = original.clone();
  OwningOpRef<ModuleOp> kernels = ModuleOp::create(original.getLoc());
  FailureOr<lower::VirtualProgram> program = schedule(original, *module, *kernels, choices);
  if (failed(program))
    return failure();
  runtime::Executable executable = std::move(program->executable);
  lower::HostTarget target = lower::hostTarget();
  executable.target = target.name;
  if (times)
    times->lowerSeconds = secondsSince(begin);
  begin = std::chrono::steady_clock::now();
  if (!kernels->getBody()->empty()) {
    absl::StatusOr<std::vector<uint8_t>> image = lower::compileKernels(*kernels, target);
    if (!image.ok())
      return original.emitError(std::string(image.status().message()));
    executable.kernelImage = std::move(*image);
  }
  if (times)
    times->codegenSeconds = secondsSince(begin);
  return executable;
}

} // namespace shardwright
