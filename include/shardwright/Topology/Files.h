#ifndef SHARDWRIGHT_TOPOLOGY_FILES_H
#define SHARDWRIGHT_TOPOLOGY_FILES_H

#include "shardwright/Topology/Topology.h"

namespace shardwright {

/// Where the shipped machines lie: `share/shardwright/topologies` beside the folder of the running program, in a build
/// tree as in an install, else beside that of the shared library which this is in; SHARDWRIGHT_TOPOLOGIES names another
/// folder.
std::string topologyFolder();

/// Names of the shipped machines, sorted. Errors: the folder cannot be read.
absl::StatusOr<std::vector<std::string>> topologyNames(llvm::StringRef folder);

/// Where this machine's own topology is kept, which `host` names: shardwright/host.json in the user's cache folder
/// (XDG_CACHE_HOME, else ~/.cache). Errors: no such folder is known.
absl::StatusOr<std::string> hostTopologyFile();

/// A machine by the name of a shipped one, out of a file (a name that ends in `.json`), or as the text of one (it
/// begins with `{`; messages call it `topology`). A torus may be cut to a slice: `tpu-v5e:4x8`. `host` is what
/// `topology calibrate --keep` measured of this machine. Errors: no such name (with the nearest), a host that was not
/// measured, what parseTopology() says.
absl::StatusOr<Topology> findTopology(llvm::StringRef nameOrFile, llvm::StringRef folder);

/// The shipped machine `flat`, for decisions that no machine was named for: a link of one speed between any devices and
/// nothing else, so that every order by seconds is one by bytes. Part of the program: needs no folder.
const Topology &flatTopology();

/// Architectures of GPUs that code can be for, by NVIDIA's names, ascending.
llvm::ArrayRef<llvm::StringLiteral> gpuArchitectures();
/// The shipped device that code for an architecture of GPUs is made for, where no machine was named: `sm_90` is an
/// H100. Null: it is none of these. Part of the program.
const Device *deviceOfArchitecture(llvm::StringRef architecture);

/// The machine that the text of a file describes. `file` stands in messages; devices that are named rather than written
/// out are read from `folder`/devices. A message gives the file, the place inside it, what is there and what to do:
/// `m.json: levels[1].size: 0 is below 1; give the number of children`.
absl::StatusOr<Topology> parseTopology(llvm::StringRef text, llvm::StringRef file, llvm::StringRef folder);

/// The same for one device.
absl::StatusOr<Device> parseDevice(llvm::StringRef text, llvm::StringRef file);

} // namespace shardwright

#endif // SHARDWRIGHT_TOPOLOGY_FILES_H
