#ifndef LIB_DRIVER_COMPILATION_H
#define LIB_DRIVER_COMPILATION_H

#include "lib/Driver/Diagnostics.h"
#include "passes/common/SharedCostModel.h"
#include "passes/lower/LoweringOptions.h"
#include "passes/partition/PartitionOptions.h"
#include "passes/propagate/Passes.h"

#include "shardwright/Runtime/Executable.h"
#include "shardwright/Sharding/Mesh.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/OwningOpRef.h"
#include "mlir/Pass/PassManager.h"

#include "absl/status/statusor.h"

#include <memory>

namespace shardwright::driver {

/// The steps of the compiler, in order. Each is a pass pipeline of the same name.
enum class Phase {
  Import,    ///< any accepted spelling -> one dialect for tensors, one for shardings
  Propagate, ///< partial shardings -> every value has one
  Partition, ///< global shapes -> local shapes and explicit collectives
  Lower,     ///< tensors -> steps over buffers, and kernels
};
const char *name(Phase phase);
/// The phase of that name.
std::optional<Phase> phaseOf(llvm::StringRef name);

/// What a program is compiled for.
struct Target {
  /// The command line's mesh; else the file's.
  std::optional<Mesh> mesh;
  /// The number of devices asked for. 1 without a mesh drops all shardings.
  std::optional<int64_t> devices;
  /// Replace the program's shardings by random legal ones.
  std::optional<int64_t> fuzzSeed;
  /// What decisions are priced for.
  MachineOptions machine;
  /// The most bytes that a device may hold.
  std::optional<int64_t> memoryLimit;
  PartitionOptions partition;
  LoweringOptions host;

  bool unpartitioned() const { return devices == 1 && !mesh; }
};

/// A program on its way through the phases. Diagnostics go to stderr as they come up; an error then has no message.
class Compilation {
public:
  /// Parses and verifies a file, or program.mlir of a folder; one that holds a per-device program is behind
  /// partitioning, and an exec program behind all phases. Where asked, locations tell what the file calls each value
  /// (lib/Explain/SourceNames.h). Errors: it cannot be read or is not a program.
  static absl::StatusOr<std::unique_ptr<Compilation>> read(const std::string &path, bool withNames = false);

  /// From here on propagation adds there who gave each value each axis.
  void recordOrigins(std::vector<ShardingOrigin> &origins) { origins_ = &origins; }

  /// A copy that goes its own way.
  std::unique_ptr<Compilation> clone() const;

  /// Runs every phase up to and including `last` that has not run yet; `target` is what the first call says.
  absl::Status compile(Phase last, const Target &target);
  /// Runs a pipeline, as `shardwright-opt --pass-pipeline` spells it, under a name for timing.
  absl::Status runPasses(const std::string &step, const std::string &pipeline);

  /// Compiles the exec program (the phases that have not run yet come before) to machine code for this machine.
  absl::StatusOr<runtime::Executable> emit(const Target &target);

  /// Says of each result how far rounding may have carried it (known behind import).
  void setAccuracies(std::vector<runtime::Interface> &results) const;

  mlir::ModuleOp module() { return *module_; }
  /// The module's mesh; one without axes where it has none.
  Mesh mesh();
  /// Seconds of each step, in the order they ran.
  const std::vector<std::pair<std::string, double>> &seconds() const { return seconds_; }
  /// The program as text.
  std::string text();

private:
  Compilation() = default;
  absl::Status runPhase(Phase phase, Phase last, const Target &target);
  absl::Status runPasses(const std::string &step, mlir::PassManager &passes, bool verify = true);
  absl::Status partition(const Target &target);
  absl::Status lower(const Target &target);
  absl::Status applyTarget(const Target &target);
  absl::Status checkMesh(const Target &target);

  std::shared_ptr<mlir::MLIRContext> context_;
  std::shared_ptr<Diagnostics> diagnostics_;
  mlir::OwningOpRef<mlir::ModuleOp> module_;
  std::optional<Phase> done_;
  std::vector<runtime::Accuracy> accuracies_; ///< by result
  std::vector<std::pair<std::string, double>> seconds_;
  std::vector<ShardingOrigin> *origins_ = nullptr;
};

} // namespace shardwright::driver

#endif // LIB_DRIVER_COMPILATION_H
