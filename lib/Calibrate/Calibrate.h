#ifndef LIB_CALIBRATE_CALIBRATE_H
#define LIB_CALIBRATE_CALIBRATE_H

#include "absl/status/statusor.h"

#include <cstdint>
#include <string>

namespace shardwright::calibrate {

struct Options {
  int64_t devices = 8; ///< of the topology: a power of two
  int64_t rounds = 3;  ///< over all probes, some seconds apart; the middle time of each counts
};

/// Measures this host, in less than half a minute: products by type, form and size and kernels by what they do, of one
/// device; the host runtime's collectives by operation, group and size, and how long its workers take to come back from
/// them, with all devices. The text of a topology of `options.devices` devices on this machine's cores, which
/// findTopology() reads. Errors: a number of devices that is no power of two from 2 to 64; a probe that this machine
/// cannot run.
absl::StatusOr<std::string> calibrateHost(const Options &options);

} // namespace shardwright::calibrate

#endif // LIB_CALIBRATE_CALIBRATE_H
