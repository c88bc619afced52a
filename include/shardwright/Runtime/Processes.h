#ifndef SHARDWRIGHT_RUNTIME_PROCESSES_H
#define SHARDWRIGHT_RUNTIME_PROCESSES_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <atomic>
#include <memory>
#include <string>
#include <vector>

/// The processes that run one program together, each on devices of its own.
namespace shardwright::runtime {

class ProcessGroup; // runtime/distributed/
class Transport;
class Unfinished; // runtime/

struct ProcessesOptions {
  /// Seconds that a process may keep others waiting, in a collective or without an answer; 0: any number.
  double deadline = 60;
  /// For a tool, by its name: a failure soon ends this process, whatever it does, with the failure on stderr and its
  /// exit status; so does SIGTERM. Then this is made before other threads.
  std::string tool;
};

/// What carries their messages. Mpi: between those that mpirun or srun has started; the library libshardwright_mpi.so
/// is opened, which lies beside the executable. Tcp: between any whose environment says which one it is and where rank
/// 0 listens (runtime/distributed/Rendezvous.h), as torchrun's and JAX's does.
enum class ProcessNetwork { Mpi, Tcp };

/// One client at a time is made over it (ClientOptions::processes). Any thread.
class Processes {
public:
  /// kInvalidArgument: no such library, or no MPI for it; nothing in the environment, or what cannot be; kUnavailable,
  /// kDeadlineExceeded: a process does not come.
  static absl::StatusOr<std::shared_ptr<Processes>> connect(ProcessNetwork network,
                                                            const ProcessesOptions &options = {});
  struct Ending;
  /// Over whatever else.
  Processes(std::unique_ptr<ProcessGroup> group, std::unique_ptr<Transport> transport, const ProcessesOptions &options,
            std::shared_ptr<Ending> ending = nullptr);
  ~Processes();

  int rank() const;
  int size() const;
  /// Those on this machine, with this one.
  int localSize() const;

  /// Everybody's bytes by rank, on all processes, or on rank 0 alone. All call it in the same order.
  absl::StatusOr<std::vector<std::string>> gather(std::string mine, bool all = true);
  /// What all say: OK, or the status of the first rank that has another one, with its rank where not all have the same.
  absl::Status agree(const absl::Status &mine);
  /// Whether all say the same; kInvalidArgument, which names the first rank that has other `what`, and says what to do.
  absl::Status compare(const std::string &mine, const std::string &what,
                       const std::string &advice = "give all ranks the same");

  /// A status that all have come to alike; returns it.
  absl::Status agreeOn(const absl::Status &all);
  /// What all have come to, each on its own: an error that only this one has is a failure of all.
  absl::Status conclude(const absl::Status &mine);

  /// The first failure of any of them; OK where there is none.
  absl::Status status() const;
  /// Ends all of them with an error of this one.
  void fail(const absl::Status &status);
  /// When this process is through: waits for the others. Not called: the others take it for dead.
  absl::Status leave();

  /// For a tool: concludes, leaves, and ends this process. What all have come to is printed by rank 0, a failure by
  /// each.
  [[noreturn]] void endTool(const absl::Status &mine);

  /// What only this runtime sees.
  ProcessGroup &processGroup() { return *group; }
  Transport &messages() { return *transport; }
  Unfinished &unfinished();
  double deadline() const { return options.deadline; }
  /// By a client: whether there is no other one.
  bool claimClient() { return !hasClient.exchange(true); }
  void releaseClient() { hasClient.store(false); }

private:
  static std::shared_ptr<Ending> watchTermination(const std::string &tool);

  const ProcessesOptions options;
  std::shared_ptr<ProcessGroup> group;
  std::unique_ptr<Transport> transport;
  std::shared_ptr<Ending> ending;
  absl::Status agreed; ///< the last that was no success
  std::atomic<bool> hasClient{false};
};

/// What all processes say, or this one where it is alone.
inline absl::Status agreedBy(const std::shared_ptr<Processes> &processes, const absl::Status &mine) {
  return processes ? processes->agree(mine) : mine;
}

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_PROCESSES_H
