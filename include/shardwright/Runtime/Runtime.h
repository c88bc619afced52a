#ifndef SHARDWRIGHT_RUNTIME_RUNTIME_H
#define SHARDWRIGHT_RUNTIME_RUNTIME_H

#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Executable.h"
#include "shardwright/Runtime/Gpus.h"
#include "shardwright/Runtime/Processes.h"
#include "shardwright/Runtime/ProgramInputs.h"
#include "shardwright/Runtime/ShardedArray.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

/// Loading and running a compiled program. Whole arrays in, whole arrays out; the runtime cuts and joins them. What
/// keeps arrays on the devices is Client.h.
namespace shardwright::runtime {

class LoadedExecutable; // Client.h

struct LoadOptions {
  int workers = 0; ///< threads that run devices and share their work; 0: one for each core
  /// That run it together, with as many of its devices each: positions r n to r n + n - 1 of the mesh are rank r's.
  /// Each of them makes the program and calls the same in the same order. Null: this process alone.
  std::shared_ptr<Processes> processes;
  GpuOptions gpus; ///< of programs that are compiled for GPUs
};

struct RunOptions {
  int repeat = 1;            ///< executions, each from the same inputs and each timed; the results are the last one's
  bool warmUp = false;       ///< one more execution before them, which nothing is recorded of
  bool trace = false;        ///< record every step of the last execution
  double rtol = 0, atol = 0; ///< loosen the program's own checks of floating-point values
  int64_t firstStep = 0;     ///< of a stream of steps: as many were taken before
};

/// One step on one device, in nanoseconds from the start of the execution. A collective lasts from the device's arrival
/// to its completion.
struct TraceEvent {
  uint32_t step;
  int64_t begin, end;
};

struct RunStats {
  std::vector<double> stepMs;                 ///< by execution, without copying inputs and results
  uint64_t bytesSentPerDevice = 0;            ///< of one execution; the most that any device sent
  uint64_t peakBytesPerDevice = 0;            ///< arena, arguments and constants: all that a device needs
  uint64_t liveBytesPerDevice = 0;            ///< the most that is alive at once: below the peak by what packing loses
  std::vector<std::string> checkFailures;     ///< of the program's own checks, with their locations
  std::vector<std::vector<TraceEvent>> trace; ///< by device, where asked for
};

/// A program ready to run on the host: kernels loaded, memory allocated, library primitives made. One execution at a
/// time; different programs may run at the same time.
class Program {
public:
  /// kInvalidArgument: damaged or for another machine; kResourceExhausted: it does not fit.
  static absl::StatusOr<std::unique_ptr<Program>> load(Executable executable, const LoadOptions &options = {});
  static absl::StatusOr<std::unique_ptr<Program>> loadFile(const std::string &path, const LoadOptions &options = {});
  ~Program();

  const Executable &executable() const;
  /// The same on the same devices, for buffers that stay there.
  const LoadedExecutable &loaded() const;

  /// Runs with the whole (global) `inputs` in argument order; they must have the types and shapes of the arguments
  /// (kInvalidArgument, both printed). A failing check of the program's own is not an error here: see RunStats. Of
  /// several processes, whole results are on rank 0 alone; on others they have no elements.
  absl::StatusOr<std::vector<Array>> run(const std::vector<Array> &inputs, const RunOptions &options = {},
                                         RunStats *stats = nullptr);

  /// The same with inputs that are read where they are needed, and results that stay on the devices until something
  /// runs there again: no process reads or has more than its devices hold.
  absl::StatusOr<ShardedArrays> runFrom(const ProgramInputs &inputs, const RunOptions &options = {},
                                        RunStats *stats = nullptr);

private:
  struct State;
  explicit Program(std::shared_ptr<State> state);
  std::shared_ptr<State> state; ///< also of results
};

/// The name of a step for people: `step 12 (all_gather at file.mlir:3:5)`.
std::string describeStep(const Executable &executable, uint32_t step);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_RUNTIME_H
