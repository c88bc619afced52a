#ifndef RUNTIME_DISTRIBUTED_MACHINE_H
#define RUNTIME_DISTRIBUTED_MACHINE_H

#include <string>

namespace shardwright::runtime {

/// What people call this machine; empty where it has no name.
std::string hostName();

/// The same in all processes that share this machine's cores and devices, and in no others: what its kernel has thrown
/// at its start. Names of hosts may be given twice, and containers of one machine have names of their own. No blanks.
std::string machineId();

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_MACHINE_H
