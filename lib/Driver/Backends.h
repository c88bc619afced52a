#ifndef LIB_DRIVER_BACKENDS_H
#define LIB_DRIVER_BACKENDS_H

#include "lib/Compiler/Pipeline.h"

#include "shardwright/Runtime/RunCommand.h"

namespace shardwright::driver {

/// Where a program runs. `host` and `cuda` compile to machine code, for devices of this process, Processes (`mpi`,
/// `tcp`) for devices spread over several processes; the two others interpret, slowly and obviously: the per-device
/// program on simulated devices, or the global program that was imported.
enum class Backend { Host, Processes, Interp, InterpGlobal };
/// Errors: no such backend, or one that this build has not; lists those it has.
absl::StatusOr<Backend> parseBackend(const std::string &name);

/// A program ready to run.
struct Runnable {
  /// Mesh, arguments and results; complete only where there is machine code.
  runtime::Executable executable;
  runtime::Runner run;
  std::shared_ptr<runtime::Program> program; ///< of machine code
};

/// Takes a program that has just been read through the phases that the backend needs. `options`: of machine code; its
/// processes all compile it, and agree on the status.
absl::StatusOr<Runnable> prepare(std::shared_ptr<compiler::Pipeline> program, const compiler::Target &target,
                                 Backend backend, const runtime::LoadOptions &options = {});

} // namespace shardwright::driver

#endif // LIB_DRIVER_BACKENDS_H
