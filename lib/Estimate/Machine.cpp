#include "lib/Estimate/Machine.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright::estimate {
namespace {

/// Of unlike devices, one that is as slow as the slowest at everything: they wait for each other.
Device slowest(const Topology &topology) {
  Device all = topology.groups.front().device;
  for (const DeviceGroup &group : llvm::ArrayRef(topology.groups).drop_front()) {
    const Device &other = group.device;
    llvm::erase_if(all.flopsPerSecond, [&](const auto &rate) { return !other.flops(rate.first); });
    for (auto &[type, rate] : all.flopsPerSecond)
      rate = std::min(rate, *other.flops(type));
    if (all.flopsPerSecond.empty())
      all.flopsPerSecond = other.flopsPerSecond;
    all.memories.front().bytesPerSecond =
        std::min(all.memories.front().bytesPerSecond, other.memories.front().bytesPerSecond);
    all.memories.front().bytes = std::min(all.memories.front().bytes, other.memories.front().bytes);
    all.vectorFlopsPerSecond = std::min(all.vectorFlopsPerSecond, other.vectorFlopsPerSecond);
    all.launchSeconds = std::max(all.launchSeconds, other.launchSeconds);
    all.sendsBesideCompute &= other.sendsBesideCompute;
  }
  return all;
}

} // namespace

Machine::Machine(std::string name, Mesh mesh, AxisOrder order, CollectiveCosts collectives, Device device)
    : name_(std::move(name)), mesh_(std::move(mesh)), order_(std::move(order)), collectives_(std::move(collectives)),
      device_(std::move(device), mesh_.numDevices()) {}

absl::StatusOr<Machine> Machine::create(const Topology &topology, llvm::StringRef folder, const Mesh &mesh,
                                        std::optional<AxisOrder> order) {
  if (mesh.numDevices() > topology.numDevices())
    return absl::InvalidArgumentError(absl::StrCat("the mesh ", mesh.str(), " has ", mesh.numDevices(), " devices, '",
                                                   topology.name, "' has ", topology.numDevices()));
  AxisOrder given;
  for (size_t i = 0; i < mesh.numAxes(); ++i)
    given.push_back(i);
  if (order) {
    AxisOrder sorted = *order;
    llvm::sort(sorted);
    if (sorted != given)
      return absl::InvalidArgumentError(
          absl::StrCat("an order of axes names each of ", mesh.axisNames(), " once, this one names ", order->size()));
    given = *order;
  }
  absl::StatusOr<CollectiveCosts> collectives = CollectiveCosts::create(topology, folder);
  if (!collectives.ok())
    return collectives.status();
  return Machine(topology.name, mesh, given, *std::move(collectives), slowest(topology));
}

absl::StatusOr<const CollectivePrice *> Machine::collective(CollectiveOp op, llvm::ArrayRef<AxisRef> axes,
                                                            llvm::StringRef pattern) const {
  std::string key = absl::StrCat(std::string(shardwright::name(op)), "/", std::string(pattern));
  for (const AxisRef &axis : axes)
    absl::StrAppend(&key, "/", axis.str());
  auto it = prices_.find(key);
  if (it != prices_.end())
    return &it->second;
  llvm::SmallVector<AxisStride, 4> strides;
  for (const AxisRef &axis : axes) {
    size_t number = *mesh_.find(axis.name);
    int64_t inside = mesh_.axes()[number].size / (axis.preSize() * axis.size(mesh_));
    for (size_t other : llvm::reverse(order_)) {
      if (other == number)
        break;
      inside *= mesh_.axes()[other].size;
    }
    strides.push_back({axis.size(mesh_), inside});
  }
  absl::StatusOr<GroupPlacement> group = placeGroup(collectives_.levels(), strides, mesh_.numDevices());
  if (!group.ok())
    return group.status();
  return &prices_.emplace(key, collectives_.price(op, *group, pattern)).first->second;
}

} // namespace shardwright::estimate
