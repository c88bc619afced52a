#ifndef LIB_COMPILER_TARGET_H
#define LIB_COMPILER_TARGET_H

#include "lib/Compiler/Environment.h"
#include "passes/lower/LoweringOptions.h"
#include "passes/partition/PartitionOptions.h"

namespace shardwright::compiler {

/// What a program is compiled for: Options whose words are understood.
struct Target {
  /// Asked for; else the program's.
  std::optional<Mesh> mesh;
  /// The number of devices asked for. 1 without a mesh drops all shardings.
  std::optional<int64_t> devices;
  /// Replace the program's shardings by random legal ones.
  std::optional<uint64_t> fuzzSeed;
  /// Partitioning makes rings of chunks where they pay, whatever the target.
  bool decomposesCollectives = false;
  /// Arguments and results lose the axes that do not divide them.
  bool hasEvenInterface = false;
  /// What decisions are priced for.
  MachineOptions machine;
  /// The most bytes that a device may hold.
  std::optional<int64_t> memoryLimit;
  PartitionOptions partition;
  LoweringOptions host;

  bool unpartitioned() const { return devices == 1 && !mesh; }
};

/// Errors: a malformed mesh, numbers out of range, an unknown CPU, machine or optimisation, random shardings without a
/// mesh.
absl::StatusOr<Target> resolve(const Options &options, const Environment &environment);

/// The machine that is named, with that mesh on it; nothing where none is. Errors: axes that do not line up with it.
absl::StatusOr<std::optional<CostModel>> machineOf(const Target &target, const Mesh &mesh,
                                                   const Environment &environment);
/// How it is lowered to say what it holds: for the machine that is named, else for the CPU.
LoweringOptions loweringFor(const Target &target, const std::optional<CostModel> &machine);
/// The most bytes that a device may hold: what was asked for, else what devices of the machine have.
double memoryLimitOn(const Target &target, const CostModel &machine);

} // namespace shardwright::compiler

#endif // LIB_COMPILER_TARGET_H
