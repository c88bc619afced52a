// --lower-to-host: checks that the per-device program can be compiled for the host and, with `print-schedule`, prints
// the executable's schedule; `disable=NAME,...` leaves out what makes it fast (LoweringOptions.h).
#include "passes/lower/LowerToHost.h"

#include "passes/lower/Codegen.h"
#include "passes/lower/LowerToExec.h"
#include "passes/lower/LoweringPass.h"
#include "passes/lower/MergeLaunches.h"
#include "passes/lower/Passes.h"
#include "passes/lower/PrepareForHost.h"
#include "passes/lower/ScheduleCollectives.h"
#include "passes/lower/VirtualProgram.h"
#include "passes/lower/WriteExecutable.h"
#include "passes/lower/cuda/CompilePtx.h"

#include "dialects/exec/ExecOps.h"
#include "dialects/sharding/Shardings.h"
#include "passes/common/PhasePass.h"

#include "mlir/Pass/Pass.h"

using namespace mlir;

namespace shardwright {
namespace {

class LowerToHostPass : public LoweringPass<PhasePass<LowerToHostPass, ProgramForm::PerDevice>> {
public:
  MLIR_DEFINE_EXPLICIT_INTERNAL_INLINE_TYPE_ID(LowerToHostPass)
  LowerToHostPass() = default;
  LowerToHostPass(const LowerToHostPass &other) : LoweringPass(other) {}

  StringRef getArgument() const final { return "lower-to-host"; }
  StringRef getDescription() const final {
    return "compile the per-device program for the host or another CPU; the module itself stays";
  }
  void getDependentDialects(DialectRegistry &registry) const final { lower::registerKernelDialects(registry); }
  void runOnProgram() override {
    FailureOr<LoweringOptions> chosen = choices();
    if (failed(chosen))
      return signalPassFailure();
    FailureOr<runtime::Executable> executable = lowerToHost(getOperation(), *chosen);
    if (failed(executable))
      return signalPassFailure();
    if (printSchedule)
      llvm::outs() << describeSchedule(*executable);
    if (printCode && chosen->target.cuda())
      llvm::outs() << StringRef(reinterpret_cast<const char *>(executable->kernelImage.data()),
                                executable->kernelImage.size());
    markAllAnalysesPreserved();
  }

private:
  Option<bool> printSchedule{*this, "print-schedule", llvm::cl::desc("print the schedule to standard output"),
                             llvm::cl::init(false)};
  Option<bool> printCode{*this, "print-code", llvm::cl::desc("print the kernels of a GPU, PTX, to standard output"),
                         llvm::cl::init(false)};
};

} // namespace

void registerLowerPasses() {
  PassRegistration<LowerToHostPass>();
  registerAssignBuffersPass();
  registerDecomposeCollectivesPass();
  registerKernelPasses();
  registerLowerToExecPass();
  registerMergeLaunchesPass();
  registerPrefetchGathersPass();
  registerPrepareForHostPass();
  registerScheduleCollectivesPass();
}

namespace {

/// A program in a module of its own, with its buffers as they were before they had places.
struct Lowered {
  OwningOpRef<ModuleOp> module;
  exec::ProgramOp program;
  lower::VirtualProgram flat;
  lower::BufferPlaces places;
};

/// Where the target has that.
LogicalResult startCollectives(exec::ProgramOp program, const LoweringOptions &choices) {
  FailureOr<Mesh> mesh = sharding::lookupMesh(program);
  if (!choices.overlap || !choices.target.traits.startsCollectives || failed(mesh))
    return success();
  absl::StatusOr<CostModel> costs = makeCostModel(choices.machine, *mesh);
  if (!costs.ok())
    return program.emitError(std::string(costs.status().message()));
  lower::scheduleCollectives(program, *costs, choices.memoryLimit);
  return success();
}

/// Of `module`, which is prepared in place.
FailureOr<Lowered> lowerProgram(ModuleOp module, const LoweringOptions &choices,
                                lower::ExecOrigins *origins = nullptr) {
  if (failed(lower::prepareForHost(module, choices)))
    return failure();
  Lowered lowered;
  lowered.module = ModuleOp::create(module.getLoc());
  FailureOr<exec::ProgramOp> program =
      lower::lowerToExec(module.lookupSymbol<func::FuncOp>("main"), *lowered.module, choices, origins);
  if (failed(program))
    return failure();
  lowered.program = *program;
  lower::mergeLaunches(*program, choices, origins);
  if (failed(startCollectives(*program, choices)))
    return failure();
  lowered.flat = lower::flatten(*program);
  lowered.places = lower::placeBuffers(lowered.flat, choices);
  return lowered;
}

} // namespace

FailureOr<MemoryPlan> planMemory(ModuleOp module, const LoweringOptions &choices) {
  lower::loadKernelDialects(*module.getContext());
  lower::ExecOrigins origins;
  FailureOr<Lowered> lowered = lowerProgram(module, choices, &origins);
  if (failed(lowered))
    return failure();
  MemoryPlan plan;
  const lower::VirtualProgram &flat = lowered->flat;
  for (auto [step, bytes] : llvm::zip_equal(flat.steps, lowered->places.liveBytes))
    plan.points.push_back({origins.ops.lookup(step.op), bytes});
  // Of what is one, the first that was made for a value names it.
  std::vector<Value> values(flat.buffers.size());
  for (size_t number = 0; number != flat.buffers.size(); ++number)
    if (Value &value = values[lowered->places.sameAs[number]]; !value)
      value = origins.values.lookup(flat.buffers[number].op->getResult(0));
  for (uint32_t buffer : lowered->places.largest.buffers)
    plan.largest.push_back({values[buffer], flat.buffers[buffer].bytes});
  lower::writePlaces(lowered->program, flat, lowered->places);
  FailureOr<runtime::Executable> executable = lower::writeExecutable(lowered->program, ModuleOp(), choices);
  if (failed(executable))
    return failure();
  plan.executable = std::move(*executable);
  return plan;
}

FailureOr<OwningOpRef<ModuleOp>> lowerToProgram(ModuleOp module, const LoweringOptions &choices) {
  lower::loadKernelDialects(*module.getContext());
  OwningOpRef<ModuleOp> copy = module.clone();
  FailureOr<Lowered> lowered = lowerProgram(*copy, choices);
  if (failed(lowered))
    return failure();
  lower::writePlaces(lowered->program, lowered->flat, lowered->places);
  return std::move(lowered->module);
}

/// A program says what it was lowered for; who compiles it need not say it again.
static FailureOr<LoweringOptions> forTargetOf(exec::ProgramOp program, LoweringOptions choices) {
  std::optional<StringRef> spelling = program.getTarget();
  if (!spelling)
    return choices;
  absl::StatusOr<Target> target = Target::parse(*spelling);
  if (!target.ok())
    return program.emitError() << "@" << program.getSymName() << " is for a target that cannot be compiled for: "
                               << std::string(target.status().message());
  if (!choices.target.spelling.empty() && choices.target.name() != target->name())
    return program.emitError() << "@" << program.getSymName() << " was lowered for '" << *spelling
                               << "' and is to be compiled for '" << choices.target.spelling
                               << "': leave the target out, or lower it anew";
  choices.target = *std::move(target);
  return choices;
}

FailureOr<runtime::Executable> compileProgram(ModuleOp module, const LoweringOptions &choices) {
  lower::loadKernelDialects(*module.getContext());
  auto programs = module.getOps<exec::ProgramOp>();
  if (!llvm::hasSingleElement(programs))
    return module.emitError() << "there are " << std::distance(programs.begin(), programs.end())
                              << " exec programs to compile, expected one";
  exec::ProgramOp program = *programs.begin();
  if (!program.getArena())
    return program.emitError() << "where the buffers of @" << program.getSymName()
                               << " lie is not decided: run --assign-buffers first";
  OwningOpRef<ModuleOp> kernels = ModuleOp::create(module.getLoc());
  FailureOr<LoweringOptions> own = forTargetOf(program, choices);
  if (failed(own))
    return failure();
  FailureOr<runtime::Executable> executable = lower::writeExecutable(program, *kernels, *own);
  if (failed(executable))
    return failure();
  executable->target = own->target.name();
  if (!kernels->getBody()->empty()) {
    if (const CudaCode *gpu = own->target.cuda()) {
      FailureOr<std::vector<uint8_t>> text = lower::cuda::compilePtx(*kernels, *gpu);
      if (failed(text))
        return failure();
      executable->kernelImage = std::move(*text);
      return executable;
    }
    absl::StatusOr<std::vector<uint8_t>> image = lower::compileKernels(*kernels, own->target);
    if (!image.ok())
      return module.emitError(std::string(image.status().message()));
    executable->kernelImage = std::move(*image);
  }
  return executable;
}

FailureOr<runtime::Executable> lowerToHost(ModuleOp module, const LoweringOptions &choices) {
  FailureOr<OwningOpRef<ModuleOp>> lowered = lowerToProgram(module, choices);
  if (failed(lowered))
    return failure();
  return compileProgram(**lowered, choices);
}

} // namespace shardwright
