#ifndef RUNTIME_DISTRIBUTED_RENDEZVOUS_H
#define RUNTIME_DISTRIBUTED_RENDEZVOUS_H

#include "runtime/distributed/Connection.h"

#include "absl/status/statusor.h"

#include <functional>

namespace shardwright::runtime {

/// Which of the processes this one is, and where rank 0 listens, as whoever has started them says in their environment:
///
///   torchrun   RANK, WORLD_SIZE, MASTER_ADDR, MASTER_PORT
///   JAX        JAX_PROCESS_ID, JAX_NUM_PROCESSES, JAX_COORDINATOR_ADDRESS (host:port)
///
/// SHARDWRIGHT_ADDRESS (host:port) is another place than the one given to them, SHARDWRIGHT_TOKEN the secret that all
/// of them know.
struct Rendezvous {
  int rank = 0, size = 1;
  MeetingPlace place; ///< one address, which may be a name

  using Environment = std::function<const char *(const char *name)>;
  /// kInvalidArgument: what is missing or no number.
  static absl::StatusOr<Rendezvous> from(const Environment &environment);
};

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_RENDEZVOUS_H
