#include "lib/Compiler/Pipeline.h"

#include "dialects/exec/ExecOps.h"
#include "dialects/sharding/BorderAttributes.h"
#include "dialects/sharding/Shardings.h"
#include "lib/Compiler/Accuracy.h"
#include "lib/Compiler/Decompose.h"
#include "lib/Compiler/MemoryLimit.h"
#include "lib/Compiler/Prefetch.h"
#include "lib/Compiler/ReadSource.h"
#include "lib/Interp/Interpret.h"
#include "passes/common/Limits.h"
#include "passes/import/Passes.h"
#include "passes/lower/LowerToHost.h"
#include "passes/partition/Passes.h"

#include "mlir/Bytecode/BytecodeWriter.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"

#include "llvm/Support/raw_ostream.h"

namespace shardwright::compiler {

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

std::optional<Phase> phaseOf(absl::string_view text) {
  for (Phase phase : kPhases)
    if (text == name(phase))
      return phase;
  return std::nullopt;
}

/// What the results of @main are annotated with.
static std::vector<std::string> memoryKindsOf(mlir::ModuleOp module) {
  std::vector<std::string> kinds;
  if (auto main = module.lookupSymbol<mlir::func::FuncOp>("main"))
    for (unsigned i = 0; i != main.getNumResults(); ++i) {
      auto kind = main.getResultAttrOfType<mlir::StringAttr>(i, "mhlo.memory_kind");
      kinds.push_back(kind ? kind.str() : "");
    }
  return kinds;
}

absl::StatusOr<std::unique_ptr<Pipeline>>
Pipeline::read(const Source &source, std::shared_ptr<const Environment> environment, bool withNames) {
  auto program = std::unique_ptr<Pipeline>(new Pipeline);
  program->environment_ = std::move(environment);
  program->context_ = program->environment().contexts().take(source.text.size());
  program->log_ = std::make_shared<DiagnosticLog>(*program->context_, program->environment_);
  {
    TimedStep step(program->environment(), "parse");
    absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> module = readSource(source, *program->context_, withNames);
    program->seconds_.emplace_back("parse", step.seconds());
    if (!module.ok())
      return program->log_->complete(module.status());
    program->module_ = *std::move(module);
    program->moduleName_ = program->module_->getName().value_or("").str();
    program->resultMemoryKinds_ = memoryKindsOf(*program->module_);
  }
  if (absl::Status status = program->startBehind(source); !status.ok())
    return status;
  return program;
}

/// Finds out which phases have run.
absl::Status Pipeline::startBehind(const Source &source) {
  if (!module_->getOps<exec::ProgramOp>().empty())
    done_ = Phase::Lower;
  else if (interp::isPerDevice(*module_))
    done_ = Phase::Partition;
  if (source.after && done_.value_or(*source.after) != *source.after)
    return absl::InvalidArgumentError("'" + source.name + "' is what " + name(*done_) + " leaves, not what " +
                                      name(*source.after) + " does");
  if (source.after && !done_) {
    if (*source.after == Phase::Lower)
      return absl::InvalidArgumentError("'" + source.name + "' has no exec program: it is not what lower leaves");
    mlir::PassManager passes(context_.get());
    passes.addPass(createVerifyImportedPass());
    if (*source.after == Phase::Propagate)
      passes.addPass(createVerifyPropagatedPass());
    if (*source.after == Phase::Partition)
      passes.addPass(createVerifyPartitionedPass());
    if (absl::Status status = runPasses("verify", passes); !status.ok())
      return status;
    done_ = source.after;
  }
  wasBehindImport_ = done_.has_value();
  if (done_ && *done_ < Phase::Lower)
    accuracies_ = resultAccuracies(*module_);
  return absl::OkStatus();
}

std::unique_ptr<Pipeline> Pipeline::clone() const {
  auto copy = std::unique_ptr<Pipeline>(new Pipeline);
  copy->environment_ = environment_;
  copy->context_ = context_;
  copy->log_ = log_;
  copy->moduleName_ = moduleName_;
  copy->resultMemoryKinds_ = resultMemoryKinds_;
  copy->module_ = mlir::OwningOpRef<mlir::ModuleOp>(mlir::cast<mlir::ModuleOp>(module_.get()->clone()));
  copy->done_ = done_;
  copy->wasBehindImport_ = wasBehindImport_;
  copy->isDecomposed_ = isDecomposed_;
  copy->failed_ = failed_;
  copy->seconds_ = seconds_;
  copy->accuracies_ = accuracies_;
  return copy;
}

absl::Status Pipeline::runPass(const std::string &step, std::unique_ptr<mlir::Pass> pass) {
  mlir::PassManager passes(context_.get());
  passes.addPass(std::move(pass));
  return runPasses(step, passes);
}

absl::Status Pipeline::runPasses(const std::string &name, mlir::PassManager &passes, bool verify) {
  passes.enableVerifier(false);
  TimedStep step(*environment_, name);
  int before = log_->errors();
  mlir::LogicalResult result = passes.run(*module_);
  if (mlir::succeeded(result) && verify)
    result = mlir::verify(*module_);
  seconds_.emplace_back(name, step.seconds());
  if (mlir::succeeded(result))
    return absl::OkStatus();
  failed_ = name;
  if (log_->errors() > before)
    return reported();
  return absl::InternalError("the step '" + name + "' failed and gave no reason");
}

absl::StatusOr<runtime::Executable> Pipeline::emit(const Target &target) {
  if (absl::Status status = compile(Phase::Lower, target); !status.ok())
    return status;
  TimedStep step(*environment_, "codegen");
  mlir::FailureOr<runtime::Executable> executable = compileProgram(*module_, target.host);
  if (mlir::failed(executable))
    return reported();
  seconds_.emplace_back("codegen", step.seconds());
  return std::move(*executable);
}

absl::Status Pipeline::lower(const Target &target) {
  TimedStep step(*environment_, name(Phase::Lower));
  mlir::OwningOpRef<mlir::ModuleOp> changed;
  auto program = [&] { return changed ? *changed : *module_; };
  for (auto *change : {prefetchWhereShorter, decomposesInLowering(target) ? decomposeWhereShorter : nullptr}) {
    if (!change)
      continue;
    absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> next = change(program(), target);
    if (!next.ok())
      return next.status();
    if (*next)
      changed = *std::move(next);
  }
  mlir::FailureOr<mlir::OwningOpRef<mlir::ModuleOp>> lowered = lowerToProgram(program(), target.host);
  if (mlir::failed(lowered))
    return reported();
  module_ = std::move(*lowered);
  mlir::OpBuilder b(context_.get());
  allowForTf32(*module_, accuracies_);
  for (exec::ProgramOp program : module_->getOps<exec::ProgramOp>())
    for (auto [result, accuracy] : llvm::zip(program.getBody().getOps<exec::ResultOp>(), accuracies_)) {
      result.setEpsilonAttr(b.getF64FloatAttr(accuracy.epsilon));
      result.setTermsAttr(b.getI64IntegerAttr(accuracy.terms));
    }
  seconds_.emplace_back(name(Phase::Lower), step.seconds());
  return absl::OkStatus();
}

void Pipeline::setAccuracies(std::vector<runtime::Interface> &results) const {
  for (auto [result, accuracy] : llvm::zip(results, accuracies_))
    result.accuracy = accuracy;
}

std::vector<runtime::MeshAxisInfo> meshAxes(const Mesh &mesh) {
  std::vector<runtime::MeshAxisInfo> axes;
  for (const MeshAxis &axis : mesh.axes())
    axes.push_back({axis.name.str(), axis.size});
  return axes;
}

Mesh Pipeline::mesh() {
  mlir::FailureOr<Mesh> mesh = sharding::lookupMesh(*module_);
  return mlir::succeeded(mesh) ? *mesh : Mesh();
}

std::string Pipeline::text() {
  std::string text;
  llvm::raw_string_ostream stream(text);
  module_->print(stream);
  return text + "\n";
}

/// Without what other compilers would refuse: attributes of this one's dialects.
static mlir::NamedAttrList foreignAttributes(llvm::ArrayRef<mlir::NamedAttribute> attributes) {
  mlir::NamedAttrList foreign;
  for (mlir::NamedAttribute attribute : attributes) {
    const llvm::StringRef dialect = attribute.getName().strref().split('.').first;
    if (dialect != "sharding" && dialect != "spmd" && dialect != "plan")
      foreign.push_back(attribute);
  }
  return foreign;
}

/// Whether an argument or result of @main is to be laid out in some order of its own.
static bool asksForLayout(mlir::ModuleOp module) {
  auto main = module.lookupSymbol<mlir::func::FuncOp>("main");
  if (!main)
    return false;
  sharding::BorderAttributes border(main);
  return llvm::any_of(llvm::concat<mlir::NamedAttrList>(border.arguments, border.results), [](auto &attributes) {
    auto mode = llvm::dyn_cast_or_null<mlir::StringAttr>(attributes.get("mhlo.layout_mode"));
    return mode && mode.getValue() != "default" && mode.getValue() != "auto";
  });
}

absl::StatusOr<std::string> Pipeline::stablehlo() {
  if (done_ != Phase::Partition)
    return absl::FailedPreconditionError("only a per-device program, directly behind partitioning, is StableHLO alone");
  if (asksForLayout(*module_))
    return absl::UnimplementedError("layouts other than row-major, which the program asks for, are not kept");
  std::unique_ptr<Pipeline> copy = clone();
  if (absl::Status status = copy->runPass("export", createExportManualPass()); !status.ok())
    return status;
  copy->module_->walk([](mlir::Operation *op) {
    op->setDiscardableAttrs(
        foreignAttributes(op->getDiscardableAttrDictionary().getValue()).getDictionary(op->getContext()));
    if (auto function = mlir::dyn_cast<mlir::func::FuncOp>(op)) {
      sharding::BorderAttributes border(function);
      for (mlir::NamedAttrList &attributes : llvm::concat<mlir::NamedAttrList>(border.arguments, border.results))
        attributes = foreignAttributes(attributes.getAttrs());
      border.writeTo(function);
    } else if (mlir::isa<sharding::MeshOp>(op)) {
      op->erase();
    }
  });
  return copy->text();
}

std::string Pipeline::bytecode() {
  std::string bytes;
  llvm::raw_string_ostream stream(bytes);
  (void)mlir::writeBytecodeToFile(*module_, stream); // only an older version than the current one can fail
  return bytes;
}

absl::Status Pipeline::compile(Phase last, const Target &target) {
  if (failed_)
    return absl::FailedPreconditionError("the step '" + *failed_ + "' failed: read the program again");
  if (wasBehindImport_) {
    if (target.fuzzSeed)
      return environment_->aboutOption("fuzz-shardings", "import gives them, and the program is behind it");
    if (target.decomposesCollectives && done_ == Phase::Lower && !isDecomposed_)
      return environment_->aboutOption("decompose-collectives", "partition does so, and the program is behind it");
    if (absl::Status status = checkMesh(target); !status.ok())
      return status;
  }
  for (Phase phase : kPhases) {
    if (phase > last)
      continue;
    if (!done_ || phase > *done_) {
      if (absl::Status status = runPhase(phase, last, target); !status.ok())
        return status;
      done_ = phase;
      if (phase == Phase::Import)
        accuracies_ = resultAccuracies(*module_);
    }
    if (target.decomposesCollectives && phase == Phase::Partition && done_ == phase && !isDecomposed_)
      if (absl::Status status = decompose(target); !status.ok())
        return status;
  }
  return absl::OkStatus();
}

absl::Status Pipeline::runPhase(Phase phase, Phase last, const Target &target) {
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
    if (target.hasEvenInterface)
      passes.addPass(createEvenInterfacePass());
    return runPasses(name(phase), passes, verify);
  }
  buildImportPipeline(passes);
  if (absl::Status status = runPasses(name(phase), passes, verify); !status.ok())
    return status;
  return applyTarget(target);
}

absl::Status Pipeline::partition(const Target &target) {
  auto costs = std::make_shared<SharedCostModel>(target.machine);
  if (absl::Status status = costs->on(mesh()).status(); !status.ok())
    return environment_->aboutOption(target.machine.order.empty() ? "topology" : "order", status.message());
  if (target.memoryLimit) {
    TimedStep step(*environment_, name(Phase::Partition));
    absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> within =
        partitionWithinMemory(*module_, target, *environment_, *costs);
    if (!within.ok())
      return log_->complete(within.status());
    module_ = *std::move(within);
    seconds_.emplace_back(name(Phase::Partition), step.seconds());
    return absl::OkStatus();
  }
  mlir::PassManager passes(context_.get());
  buildPartitionPipeline(passes, listDisabled(target.partition), std::move(costs));
  return runPasses(name(Phase::Partition), passes);
}

absl::Status Pipeline::decompose(const Target &target) {
  isDecomposed_ = true;
  TimedStep step(*environment_, "decompose-collectives");
  absl::StatusOr<mlir::OwningOpRef<mlir::ModuleOp>> rings = decomposeWhereShorter(*module_, target);
  if (rings.ok() && *rings)
    module_ = *std::move(rings);
  seconds_.emplace_back("decompose-collectives", step.seconds());
  return rings.status();
}

absl::Status Pipeline::checkMesh(const Target &target) {
  const std::string devicesGives = environment_->spelled("devices") + " gives ";
  int64_t asked = target.mesh ? target.mesh->numDevices() : target.devices.value_or(1);
  if (asked > kMaxDevices)
    return absl::InvalidArgumentError(std::to_string(asked) + " devices are asked for, and at most " +
                                      std::to_string(kMaxDevices) + " are supported");
  Mesh mesh = this->mesh();
  if (target.mesh && target.devices && *target.devices != target.mesh->numDevices())
    return absl::InvalidArgumentError(environment_->spelled("mesh") + " " + target.mesh->str() + " has " +
                                      std::to_string(target.mesh->numDevices()) + " devices, " + devicesGives +
                                      std::to_string(*target.devices));
  if (mesh.numAxes() == 0 || (!wasBehindImport_ && (target.fuzzSeed || target.unpartitioned())))
    return absl::OkStatus();
  if (target.mesh && target.mesh->axes() != mesh.axes())
    return absl::InvalidArgumentError("the program's mesh is " + mesh.str() + ", " + environment_->spelled("mesh") +
                                      " gives " + target.mesh->str());
  if (target.devices && *target.devices != mesh.numDevices())
    return absl::InvalidArgumentError("the program's mesh " + mesh.str() + " has " + std::to_string(mesh.numDevices()) +
                                      " devices, " + devicesGives + std::to_string(*target.devices) + ": give " +
                                      std::to_string(mesh.numDevices()) +
                                      (wasBehindImport_ ? "" : ", or 1 to drop the shardings"));
  return absl::OkStatus();
}

/// Gives the imported program the mesh it is compiled for.
absl::Status Pipeline::applyTarget(const Target &target) {
  if (absl::Status status = checkMesh(target); !status.ok())
    return status;
  if (target.unpartitioned())
    return runPass("drop-shardings", createDropShardingsPass());
  std::optional<Mesh> mesh = target.mesh;
  if (!mesh && target.devices && this->mesh().numAxes() == 0)
    mesh = *Mesh::create({{"x", *target.devices}});
  if (mesh && (target.fuzzSeed || this->mesh().numAxes() == 0))
    sharding::setMesh(*module_, *mesh);
  if (!target.fuzzSeed)
    return absl::OkStatus();
  std::unique_ptr<mlir::Pass> fuzz = createFuzzShardingsPass();
  if (mlir::failed(fuzz->initializeOptions("seed=" + std::to_string(*target.fuzzSeed),
                                           [](const llvm::Twine &) { return mlir::failure(); })))
    return absl::InternalError("the pass fuzz-shardings has no option 'seed'");
  return runPass("fuzz-shardings", std::move(fuzz));
}

} // namespace shardwright::compiler
