#ifndef LIB_COMPILER_PIPELINE_H
#define LIB_COMPILER_PIPELINE_H

#include "lib/Compiler/DiagnosticLog.h"
#include "lib/Compiler/Environment.h"
#include "lib/Compiler/Target.h"
#include "passes/propagate/Passes.h"

#include "shardwright/Compiler.h"
#include "shardwright/Runtime/Executable.h"
#include "shardwright/Sharding/Mesh.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include "absl/status/statusor.h"

#include <memory>

namespace shardwright::compiler {

/// A module in a context of its own, on its way through the phases. A status of what was diagnosed is wasDiagnosed().
class Pipeline {
public:
  /// Parses and verifies; one that holds a per-device program is behind partitioning, and an exec program behind all
  /// phases. Where asked, locations tell what the file calls each value (lib/Explain/SourceNames.h). Errors: as
  /// Session::read().
  static absl::StatusOr<std::unique_ptr<Pipeline>>
  read(const Source &source, std::shared_ptr<const Environment> environment, bool withNames = false);

  /// From here on propagation adds there who gave each value each axis.
  void recordOrigins(std::vector<ShardingOrigin> &origins) { origins_ = &origins; }

  /// A copy that goes its own way, in the same context and thread.
  std::unique_ptr<Pipeline> clone() const;

  /// Runs every phase up to and including `last` that has not run yet.
  absl::Status compile(Phase last, const Target &target);
  /// Runs a pass, under a name for timing.
  absl::Status runPass(const std::string &step, std::unique_ptr<mlir::Pass> pass);

  /// Compiles the exec program (the phases that have not run yet come before) to machine code for this machine.
  absl::StatusOr<runtime::Executable> emit(const Target &target);

  /// Says of each result how far rounding may have carried it (known behind import).
  void setAccuracies(std::vector<runtime::Interface> &results) const;

  mlir::ModuleOp module() { return *module_; }
  std::optional<Phase> phase() const { return done_; }
  /// As it was read.
  const std::string &moduleName() const { return moduleName_; }
  const std::vector<std::string> &resultMemoryKinds() const { return resultMemoryKinds_; }
  /// The module's mesh; one without axes where it has none.
  Mesh mesh();
  /// Seconds of each step, in the order they ran.
  const std::vector<std::pair<std::string, double>> &seconds() const { return seconds_; }
  /// The program as text, and as bytecode.
  std::string text();
  std::string bytecode();
  absl::StatusOr<std::string> stablehlo();

  const Environment &environment() const { return *environment_; }
  const DiagnosticLog &log() const { return *log_; }

private:
  Pipeline() = default;
  absl::Status startBehind(const Source &source);
  absl::Status runPhase(Phase phase, Phase last, const Target &target);
  absl::Status runPasses(const std::string &step, mlir::PassManager &passes, bool verify = true);
  absl::Status partition(const Target &target);
  absl::Status decompose(const Target &target);
  absl::Status lower(const Target &target);
  absl::Status applyTarget(const Target &target);
  absl::Status checkMesh(const Target &target);
  /// What has been diagnosed.
  absl::Status reported() const { return log_->complete(absl::InvalidArgumentError("")); }

  std::shared_ptr<const Environment> environment_;
  std::shared_ptr<mlir::MLIRContext> context_;
  std::shared_ptr<DiagnosticLog> log_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  std::string moduleName_;
  std::vector<std::string> resultMemoryKinds_;
  std::optional<Phase> done_;
  bool wasBehindImport_ = false;              ///< when it was read
  bool isDecomposed_ = false;                 ///< as an option asks for
  std::optional<std::string> failed_;         ///< the step that left the module in whatever state
  std::vector<runtime::Accuracy> accuracies_; ///< by result
  std::vector<std::pair<std::string, double>> seconds_;
  std::vector<ShardingOrigin> *origins_ = nullptr;
};

/// A mesh as plain values.
std::vector<runtime::MeshAxisInfo> meshAxes(const Mesh &mesh);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_PIPELINE_H
