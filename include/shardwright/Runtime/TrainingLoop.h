#ifndef SHARDWRIGHT_RUNTIME_TRAININGLOOP_H
#define SHARDWRIGHT_RUNTIME_TRAININGLOOP_H

#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Client.h"
#include "shardwright/Runtime/Runtime.h"
#include "shardwright/Runtime/ShardedArray.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace shardwright::runtime {

/// A result of one step that is an argument of the next.
struct Feed {
  size_t result, argument;
};

/// kInvalidArgument where a feed names no result or argument, an argument is fed twice, or type, shape or sharding of a
/// pair differ: the message has both, and what to do.
absl::Status checkFeeds(const Executable &executable, const std::vector<Feed> &feeds);

/// Steps of a program whose state stays on the devices: results become arguments by their addresses, without a copy. A
/// fed argument is given away in each step, whether the program wants that or not: its memory is that of the next
/// step's results. The other arguments are the same in each step; one that the program writes over is copied before.
///
/// What a step takes of the host is the same whatever is fed: the ways in which memory goes round, often one or two,
/// are looked up when the loop is made. One thread at a time; other programs of the client run in between.
class TrainingLoop {
public:
  /// `arguments`: whole arrays in order. kInvalidArgument as checkFeeds(), or where an array does not fit its argument;
  /// kResourceExhausted.
  static absl::StatusOr<std::unique_ptr<TrainingLoop>> create(const LoadedExecutable &program, std::vector<Feed> feeds,
                                                              const std::vector<Array> &arguments);
  /// The same with inputs that are read where they are needed.
  static absl::StatusOr<std::unique_ptr<TrainingLoop>>
  createFrom(const LoadedExecutable &program, std::vector<Feed> feeds, const ProgramInputs &arguments);
  ~TrainingLoop();

  /// Some steps more. The status of the first that fails; state is lost then. A check of the program's own that fails
  /// is no error: see `stats`, whose times get one for each step.
  absl::Status run(int64_t steps, const RunOptions &options = {}, RunStats *stats = nullptr);

  /// The whole array that is argument `number` of the next step. Of several processes, all ask: it is on rank 0, on
  /// others it has no elements; and it is worth nothing where one of them has failed (run() and Processes say so).
  Array argument(size_t number) const;
  /// Result `number` of the last step; zeros where there was none. The same of several processes.
  Array result(size_t number) const;
  /// The same where they are, until the next run(); of several processes, each has what its devices hold.
  std::shared_ptr<const ShardedArray> shardedArgument(size_t number) const;
  std::shared_ptr<const ShardedArray> shardedResult(size_t number) const;

private:
  struct State;
  static absl::StatusOr<std::unique_ptr<TrainingLoop>> create(const LoadedExecutable &program, std::vector<Feed> feeds,
                                                              const std::function<absl::Status(State &)> &fill);
  explicit TrainingLoop(std::shared_ptr<State> state);
  std::shared_ptr<State> state; ///< also of arrays
};

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_TRAININGLOOP_H
