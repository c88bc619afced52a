#include "lib/Driver/Compilation.h"

#include "dialects/exec/ExecOps.h"
#include "dialects/sharding/Shardings.h"
#include "lib/Driver/Accuracy.h"
#include "lib/Driver/CommandLine.h"
#include "lib/Driver/ExportedFolder.h"
#include "lib/Driver/MemoryLimit.h"
#include "lib/Driver/Progress.h"
#include "lib/Driver/ReadSource.h"
#include "lib/Interp/Interpret.h"
#include "passes/common/Limits.h"
#include "passes/import/Passes.h"
#include "passes/lower/LowerToHost.h"
#include "passes/partition/Passes.h"
#include "passes/pipelines/RegisterAll.h"

#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassRegistry.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::driver {

const char *name(Phase phase) {
  switch (phase) {
  case Phase::Import:
    return "import";
  case Phase::Propagate:
    return "propagate";
  case Phase::Partition:
    return "partition";
  case Phase::Lower:
    return "lower";
  }
  return "";
}

constexpr Phase kPhases[] = {Phase::Import, Phase::Propagate, Phase::Partition, Phase::Lower};

std::optional<Phase> phaseOf(llvm::StringRef text) {
  for (Phase phase : kPhases)
    if (text == name(phase))
      return phase;
  return std::nullopt;
}

/// What has been reported already needs no message.
static absl::Status reported() { return absl::InvalidArgumentError(""); }

absl::StatusOr<std::unique_ptr<Compilation>> Compilation::read(const std::string &path, bool withNames) {
  auto program = std::unique_ptr<Compilation>(new Compilation);
  mlir::DialectRegistry registry;
  registerAllDialects(registry);
  program->context_ = std::make_shared<mlir::MLIRContext>(registry, mlir::MLIRContext::Threading::DISABLED);
  program->context_->loadAllAvailableDialects();
  program->context_->printOpOnDiagnostic(false);
  program->diagnostics_ = std::make_shared<Diagnostics>(*program->context_);
  Progress progress("parse");
  absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> module =
      readSource(programFile(path), *program->context_, withNames);
  program->seconds_.emplace_back("parse", progress.seconds());
  if (!module.ok())
    return module.status();
  program->module_ = *std::move(module);
  if (!program->module_->getOps<exec::ProgramOp>().empty()) {
    program->done_ = Phase::Lower;
  } else if (interp::isPerDevice(*program->module_)) {
    program->done_ = Phase::Partition;
    program->accuracies_ = resultAccuracies(*program->module_);
  }
  return program;
}

std::unique_ptr<Compilation> Compilation::clone() const {
  auto copy = std::unique_ptr<Compilation>(new Compilation);
  copy->context_ = context_;
  copy->diagnostics_ = diagnostics_;
  copy->module_ = mlir::OwningOpRef<mlir::ModuleOp>(mlir::cast<mlir::ModuleOp>(module_.get()->clone()));
  copy->done_ = done_;
  copy->seconds_ = seconds_;
  copy->accuracies_ = accuracies_;
  return copy;
}

absl::Status Compilation::runPasses(const std::string &step, const std::string &pipeline) {
  static const bool registered = (registerAllPasses(), true);
  (void)registered;
  mlir::PassManager passes(context_.get());
  std::string problem;
  llvm::raw_string_ostream problems(problem);
  if (mlir::failed(mlir::parsePassPipeline(pipeline, passes, problems)))
    return absl::InternalError("no pipeline '" + pipeline + "': " + problem);
  return runPasses(step, passes);
}

absl::Status Compilation::runPasses(const std::string &step, mlir::PassManager &passes, bool verify) {
  passes.enableVerifier(false);
  Progress progress(step);
  int before = diagnostics_->errors();
  mlir::LogicalResult result = passes.run(*module_);
  if (mlir::succeeded(result) && verify)
    result = mlir::verify(*module_);
  seconds_.emplace_back(step, progress.seconds());
  if (mlir::succeeded(result))
    return absl::OkStatus();
  if (diagnostics_->errors() > before)
    return reported();
  return absl::InternalError("the step '" + step + "' failed and gave no reason");
}

absl::StatusOr<runtime::Executable> Compilation::emit(const Target &target) {
  if (absl::Status status = compile(Phase::Lower, target); !status.ok())
    return status;
  Progress progress("codegen");
  mlir::FailureOr<runtime::Executable> executable = compileProgram(*module_, target.host);
  if (mlir::failed(executable))
    return reported();
  seconds_.emplace_back("codegen", progress.seconds());
  return std::move(*executable);
}

absl::Status Compilation::lower(const Target &target) {
  Progress progress(name(Phase::Lower));
  mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> lowered = lowerToProgram(*module_, target.host);
  if (mlir::failed(lowered))
    return reported();
  module_ = std::move(*lowered);
  mlir::OpBuilder b(context_.get());
  for (exec::ProgramOp program : module_->getOps<exec::ProgramOp>())
    for (auto [result, accuracy] : llvm::zip(program.getBody().getOps<exec::ResultOp>(), accuracies_)) {
      result.setEpsilonAttr(b.getF64FloatAttr(accuracy.epsilon));
      result.setTermsAttr(b.getI64IntegerAttr(accuracy.terms));
    }
  seconds_.emplace_back(name(Phase::Lower), progress.seconds());
  return absl::OkStatus();
}

void Compilation::setAccuracies(std::vector<runtime::Interface> &results) const {
  for (auto [result, accuracy] : llvm::zip(results, accuracies_))
    result.accuracy = accuracy;
}

Mesh Compilation::mesh() {
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(*module_);
  return mlir::succeeded(mesh) ? *mesh : Mesh();
}

std::string Compilation::text() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module_->print(stream);
  return text + "\n";
}

absl::Status Compilation::compile(Phase last, const Target &target) {
  for (Phase phase : kPhases) {
    if (phase > last || (done_ && phase <= *done_))
      continue;
    if (absl::Status status = runPhase(phase, last, target); !status.ok())
      return status;
    done_ = phase;
    if (phase == Phase::Import)
      accuracies_ = resultAccuracies(*module_);
  }
  return absl::OkStatus();
}

absl::Status Compilation::runPhase(Phase phase, Phase last, const Target &target) {
  if (phase == Phase::Partition)
    return partition(target);
  if (phase == Phase::Lower)
    return lower(target);
  // What the user wrote was verified when it was read, and what is handed over is: every change between is ours, and
  // what each pass leaves is verified wherever passes are tested.
  const bool verify = phase == last;
  mlir::PassManager passes(context_.get());
  if (phase == Phase::Propagate) {
    PropagateOptions options;
    options.origins = origins_;
    passes.addPass(createPropagateShardingsPass(options));
    return runPasses(name(phase), passes, verify);
  }
  buildImportPipeline(passes);
  if (absl::Status status = runPasses(name(phase), passes, verify); !status.ok())
    return status;
  return applyTarget(target);
}

absl::Status Compilation::partition(const Target &target) {
  auto costs = std::make_shared<SharedCostModel>(target.machine);
  if (absl::Status status = costs->on(mesh()).status(); !status.ok())
    return aboutOption(target.machine.order.empty() ? "topology" : "order", status.message());
  if (target.memoryLimit) {
    Progress progress(name(Phase::Partition));
    int before = diagnostics_->errors();
    absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> within = partitionWithinMemory(*module_, target, *costs);
    if (!within.ok())
      return diagnostics_->errors() > before ? reported() : within.status();
    module_ = *std::move(within);
    seconds_.emplace_back(name(Phase::Partition), progress.seconds());
    return absl::OkStatus();
  }
  mlir::PassManager passes(context_.get());
  buildPartitionPipeline(passes, listDisabled(target.partition), std::move(costs));
  return runPasses(name(Phase::Partition), passes);
}

absl::Status Compilation::checkMesh(const Target &target) {
  int64_t asked = target.mesh ? target.mesh->numDevices() : target.devices.value_or(1);
  if (asked > kMaxDevices)
    return absl::InvalidArgumentError(std::to_string(asked) + " devices are asked for, and at most " +
                                      std::to_string(kMaxDevices) + " are supported");
  Mesh mesh = this->mesh();
  if (target.mesh && target.devices && *target.devices != target.mesh->numDevices())
    return absl::InvalidArgumentError("--mesh " + target.mesh->str() + " has " +
                                      std::to_string(target.mesh->numDevices()) + " devices, --devices gives " +
                                      std::to_string(*target.devices));
  if (mesh.numAxes() == 0 || target.fuzzSeed || target.unpartitioned())
    return absl::OkStatus();
  if (target.mesh && target.mesh->axes() != mesh.axes())
    return absl::InvalidArgumentError("the program's mesh is " + mesh.str() + ", --mesh gives " + target.mesh->str());
  if (target.devices && *target.devices != mesh.numDevices())
    return absl::InvalidArgumentError("the program's mesh " + mesh.str() + " has " + std::to_string(mesh.numDevices()) +
                                      " devices, --devices gives " + std::to_string(*target.devices) + ": give " +
                                      std::to_string(mesh.numDevices()) + ", or 1 to drop the shardings");
  return absl::OkStatus();
}

/// Gives the imported program the mesh it is compiled for.
absl::Status Compilation::applyTarget(const Target &target) {
  if (absl::Status status = checkMesh(target); !status.ok())
    return status;
  if (target.unpartitioned())
    return runPasses("drop-shardings", "drop-shardings");
  std::optional<Mesh> mesh = target.mesh;
  if (!mesh && target.devices && this->mesh().numAxes() == 0)
    mesh = *Mesh::create({{"x", *target.devices}});
  if (mesh && (target.fuzzSeed || this->mesh().numAxes() == 0))
    sharding::setMesh(*module_, *mesh);
  if (!target.fuzzSeed)
    return absl::OkStatus();
  return runPasses("fuzz-shardings", "fuzz-shardings{seed=" + std::to_string(*target.fuzzSeed) + "}");
}

} // namespace shardwright::driver
