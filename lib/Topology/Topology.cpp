#include "shardwright/Topology/Topology.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {
namespace {

/// What a collective over both sees: the slower, the later, the less able.
Level worse(const Level &a, const Level &b) {
  Level level = a;
  level.bytesPerSecond = std::min(a.bytesPerSecond, b.bytesPerSecond);
  level.latencySeconds = std::max(a.latencySeconds, b.latencySeconds);
  level.efficiency = std::min(a.efficiency, b.efficiency);
  level.oversubscription = std::max(a.oversubscription, b.oversubscription);
  level.totalBytesPerSecond = std::min(a.totalBytesPerSecond, b.totalBytesPerSecond);
  bool both = a.inNetworkReductionFrom && b.inNetworkReductionFrom;
  level.inNetworkReductionFrom = both ? std::max(a.inNetworkReductionFrom, b.inNetworkReductionFrom) : 0;
  level.twisted = a.twisted && b.twisted;
  return level;
}

bool alike(const Level &a, const Level &b) {
  return a.kind == b.kind && a.size == b.size && a.shape == b.shape && a.wrap == b.wrap;
}

int64_t devicesOf(llvm::ArrayRef<Level> levels) {
  int64_t devices = 1;
  for (const Level &level : levels)
    devices *= level.size;
  return devices;
}

} // namespace

double Level::childBytesPerSecond() const {
  switch (kind) {
  case LevelKind::Switch:
    return bytesPerSecond / oversubscription;
  case LevelKind::Bus:
    return bytesPerSecond;
  case LevelKind::PointToPoint:
    return bytesPerSecond * double(size - 1);
  case LevelKind::Torus:
    return bytesPerSecond * 2 * double(shape.size());
  }
  return bytesPerSecond;
}

int64_t Topology::numDevices() const {
  int64_t devices = 0;
  for (const DeviceGroup &group : groups)
    devices += group.count * devicesOf(group.levels);
  return devices;
}

absl::StatusOr<std::vector<Level>> Topology::commonLevels() const {
  std::vector<Level> common = groups.front().levels;
  for (const DeviceGroup &group : llvm::ArrayRef(groups).drop_front()) {
    if (group.levels.size() != common.size())
      return absl::FailedPreconditionError(name + ": nodes of " + groups.front().device.name + " have " +
                                           std::to_string(common.size()) + " levels, those of " + group.device.name +
                                           " " + std::to_string(group.levels.size()) +
                                           ": a group over both cannot be priced");
    for (size_t i = 0; i < common.size(); ++i) {
      if (!alike(common[i], group.levels[i]))
        return absl::FailedPreconditionError(name + ": level '" + common[i].name + "' joins " +
                                             std::to_string(common[i].size) + ", '" + group.levels[i].name + "' of " +
                                             group.device.name + " " + std::to_string(group.levels[i].size) +
                                             ": a group over both cannot be priced");
      common[i] = worse(common[i], group.levels[i]);
    }
  }
  common.insert(common.end(), levels.begin(), levels.end());
  return common;
}

} // namespace shardwright
