#ifndef RUNTIME_DISTRIBUTED_TCPTRANSPORT_H
#define RUNTIME_DISTRIBUTED_TCPTRANSPORT_H

#include "runtime/distributed/Connection.h"
#include "runtime/distributed/ProcessGroup.h"
#include "runtime/distributed/Transport.h"

#include "absl/status/statusor.h"

#include <memory>

namespace shardwright::runtime {

/// Messages over a TCP connection between each two of the group's processes: each calls those of lower rank. Rank 0
/// goes on listening at `place`, where `listener` is; any other listens at the address by which it has reached rank 0,
/// at a port that the system chooses, until all have called. `listener`: rank 0's; null on others. The group's failure,
/// which an error here becomes, too.
absl::StatusOr<std::unique_ptr<Transport>> openTcp(ProcessGroup &group, const MeetingPlace &place, Listener *listener);

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_TCPTRANSPORT_H
