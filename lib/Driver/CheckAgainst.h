#ifndef LIB_DRIVER_CHECKAGAINST_H
#define LIB_DRIVER_CHECKAGAINST_H

#include "lib/Driver/Backends.h"

namespace shardwright::driver {

/// What `run --check-against` compares a run with: the same program and inputs, computed another way.
enum class Reference {
  /// No shardings, one device, the same backend: finds what partitioning broke, not what the backend computes wrongly.
  Unpartitioned,
  /// The global program as imported, in the reference interpreter: shares neither the partitioner nor the backend.
  Interp,
};
/// Errors: no such reference; lists those there are.
absl::StatusOr<Reference> parseReference(const std::string &name);

/// Takes a program that has just been read as far as the reference needs. Where the interpreter will take long, a note
/// on stderr says how long. Errors: those of compiling it; a program that the interpreter would need hours for.
absl::StatusOr<Runnable> prepareReference(std::shared_ptr<compiler::Pipeline> original, Reference reference,
                                          Backend backend);

/// What went into a run and what came out.
struct Recorded {
  runtime::ProgramInputs inputs;
  runtime::ShardedArrays results;
  int64_t firstStep = 0;
};
/// A runner that also keeps them, once it has results; `record` outlives it.
runtime::Runner recording(runtime::Runner run, std::optional<Recorded> &record);

/// Runs the reference on the recorded inputs and compares its results with the recorded ones at the command's
/// tolerances; what a person should know is appended to `text`. kFailedPrecondition where they differ, or where a
/// `check.*` of the program fails in the reference.
absl::Status checkAgainst(Reference reference, const Runnable &prepared, const Recorded &record,
                          const runtime::RunCommand &command, std::string &text);

} // namespace shardwright::driver

#endif // LIB_DRIVER_CHECKAGAINST_H
