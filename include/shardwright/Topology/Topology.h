#ifndef SHARDWRIGHT_TOPOLOGY_TOPOLOGY_H
#define SHARDWRIGHT_TOPOLOGY_TOPOLOGY_H

#include "shardwright/Topology/Device.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>

namespace shardwright {

/// How the children of a level reach each other.
///   Switch        each has one way in and out; what is between takes them all at once (NVSwitch, a leaf, a spine)
///   PointToPoint  each pair has a link of its own (xGMI)
///   Bus           each has one way in and out, and all together are limited as well (PCIe below a socket, memory)
///   Torus         each has two links along every dimension
enum class LevelKind { Switch, PointToPoint, Bus, Torus };
/// `switch`, `point_to_point`, `bus`, `torus`.
llvm::StringRef name(LevelKind kind);

/// One level of a machine. Its children are the units of the level below, devices at the innermost one.
struct Level {
  std::string name;
  LevelKind kind = LevelKind::Switch;
  int64_t size = 1;
  /// One way: of a child into the level; of one link, where there are several (PointToPoint, Torus).
  double bytesPerSecond = 0;
  /// Of one message between two neighbours, beyond its bytes.
  double latencySeconds = 0;
  /// What large messages reach of bytesPerSecond, 0 < efficiency <= 1.
  double efficiency = 1;
  /// What goes up at once shares this many times less than what comes from below; at least 1.
  double oversubscription = 1;
  /// Separate planes that bytesPerSecond adds up.
  int64_t rails = 1;
  /// Switch: groups of at least so many children are reduced by the switch itself; 0: never.
  int64_t inNetworkReductionFrom = 0;
  /// Bus: of all children together.
  double totalBytesPerSecond = 0;
  /// Torus: lengths, major to minor; their product is `size`.
  llvm::SmallVector<int64_t, 3> shape;
  /// Torus: dimensions whose ends are joined.
  llvm::SmallVector<bool, 3> wrap;
  /// Torus: going around a shorter dimension moves half way along the longest.
  bool twisted = false;

  /// Of a child, by link speed alone.
  double childBytesPerSecond() const;
};

/// `count` units that are alike, each of them `levels` of one kind of device.
struct DeviceGroup {
  Device device;
  int64_t count = 1;
  std::vector<Level> levels; ///< innermost first
};

/// A machine. Devices are numbered with the innermost level running fastest (a torus: its last dimension), unit after
/// unit, group after group.
struct Topology {
  std::string name;
  std::string summary;
  /// More than one where the machine is made of unlike nodes.
  std::vector<DeviceGroup> groups;
  /// What joins the units of all groups, innermost first; empty where there is one unit.
  std::vector<Level> levels;
  /// What a collective takes beside its bytes where the levels leave that out, so that prices are in proportion to
  /// bytes: decisions know that fewer collectives are better, prices do not.
  double collectiveSeconds = 0;
  /// What collectives took on it, as the text of a file of measurements (Cost/Measurements.h); empty: the device's
  /// file.
  std::string measured;
  Sources sources;

  int64_t numDevices() const;
  /// Levels of the first group, then those that join the groups, each with the worst of what unlike groups have.
  /// Errors: groups whose levels differ in number, kind or size have no common levels.
  absl::StatusOr<std::vector<Level>> commonLevels() const;
};

/// A few lines for a person: devices, levels, speeds, sources.
std::string str(const Topology &topology);

} // namespace shardwright

#endif // SHARDWRIGHT_TOPOLOGY_TOPOLOGY_H
