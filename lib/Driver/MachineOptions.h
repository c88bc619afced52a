#ifndef LIB_DRIVER_MACHINEOPTIONS_H
#define LIB_DRIVER_MACHINEOPTIONS_H

#include "lib/Driver/CommandLine.h"
#include "passes/common/SharedCostModel.h"
#include "shardwright/Compiler/Options.h"
#include "shardwright/Topology/Topology.h"

namespace shardwright::driver {

/// `own`, and behind them the options that say what machine a mesh lies on: topology, order.
std::vector<OptionSpec> withMachineOptions(std::vector<OptionSpec> own);

/// --memory: what a device may hold.
extern const OptionSpec kMemoryOption;
/// Nothing where it is not given. Errors: it is no size above 0.
absl::StatusOr<std::optional<int64_t>> parseMemory(const CommandLine &line);

/// What --topology names. Errors: it is missing or names none.
absl::StatusOr<Topology> topologyOf(const CommandLine &line);

/// The machine of the command line, as it is spelled.
compiler::Machine machineOf(const CommandLine &line);

/// The machine of the command line with `mesh` on it. Errors: --topology is missing or names none, the mesh does not
/// fit, --order does not name each axis of it once.
absl::StatusOr<CostModel> parseCostModel(const CommandLine &line, const Mesh &mesh);

} // namespace shardwright::driver

#endif // LIB_DRIVER_MACHINEOPTIONS_H
