#include "shardwright/Cost/CostModel.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace shardwright {
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

/// How far apart neighbours along each axis lie when the mesh is laid out in that order of its axes.
llvm::SmallVector<int64_t, 4> stridesOf(const Mesh &mesh, const AxisOrder &order) {
  llvm::SmallVector<int64_t, 4> strides(mesh.numAxes());
  int64_t inside = 1;
  for (size_t axis : llvm::reverse(order)) {
    strides[axis] = inside;
    inside *= mesh.axes()[axis].size;
  }
  return strides;
}

/// The same by the ids of its devices, which must grow or fall alike at every step along an axis.
absl::StatusOr<llvm::SmallVector<int64_t, 4>> stridesByDevices(const Mesh &mesh) {
  llvm::ArrayRef<int64_t> ids = mesh.deviceOrder();
  llvm::SmallVector<int64_t, 4> strides, at(mesh.numAxes(), 0);
  for (size_t axis = 0; axis < mesh.numAxes(); ++axis) {
    at[axis] = mesh.axes()[axis].size > 1;
    strides.push_back(ids[static_cast<size_t>(mesh.position(at))] - ids[0]);
    at[axis] = 0;
  }
  for (int64_t position = 0; position < mesh.numDevices(); ++position) {
    int64_t expected = ids[0], id = ids[static_cast<size_t>(position)];
    for (auto [step, stride] : llvm::zip_equal(mesh.coordinates(position), strides))
      expected += step * stride;
    if (id != expected)
      return absl::InvalidArgumentError(absl::StrCat("the mesh ", mesh.str(), " has device ", id,
                                                     " where its first steps along each axis lead to ", expected,
                                                     ": such an order has no price; give an order of the axes"));
  }
  for (int64_t &stride : strides)
    stride = std::abs(stride);
  return strides;
}

} // namespace

CostModel::CostModel(std::string name, Mesh mesh, llvm::SmallVector<int64_t, 4> strides, CollectiveCosts collectives,
                     Device device)
    : name_(std::move(name)), mesh_(std::move(mesh)), strides_(std::move(strides)),
      collectives_(std::move(collectives)), device_(std::move(device), mesh_.numDevices()) {}

absl::StatusOr<CostModel> CostModel::create(const Topology &topology, llvm::StringRef folder, const Mesh &mesh,
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
  absl::StatusOr<llvm::SmallVector<int64_t, 4>> strides = stridesOf(mesh, given);
  if (!order && !mesh.deviceOrder().empty())
    strides = stridesByDevices(mesh);
  if (!strides.ok())
    return strides.status();
  absl::StatusOr<CollectiveCosts> collectives = CollectiveCosts::create(topology, folder);
  if (!collectives.ok())
    return collectives.status();
  return CostModel(topology.name, mesh, *std::move(strides), *std::move(collectives), slowest(topology));
}

/// What of the work a price depends on beside operation and group: see CollectiveCosts::price().
static std::string patternOf(const CollectiveWork &work) {
  switch (work.op) {
  case CollectiveOp::AllReduce:
  case CollectiveOp::ReduceScatter:
    // In f32, or in what must be widened to it first.
    return work.type == "f32" ? "" : work.type.str();
  case CollectiveOp::Permute:
    // Neighbours that swap; anything else is priced as if all sent to the next.
    return !work.pairs.empty() &&
                   llvm::all_of(work.pairs,
                                [&](std::pair<int64_t, int64_t> pair) {
                                  return llvm::is_contained(work.pairs, std::pair(pair.second, pair.first));
                                })
               ? "mutual_pairs"
               : "";
  default:
    return "";
  }
}

absl::StatusOr<const CollectivePrice *> CostModel::collective(const CollectiveWork &work) const {
  std::string pattern = patternOf(work);
  std::string key = absl::StrCat(std::string(shardwright::name(work.op)), "/", pattern);
  for (const AxisRef &axis : work.axes)
    absl::StrAppend(&key, "/", axis.str());
  auto it = prices_.find(key);
  if (it != prices_.end())
    return &it->second;
  llvm::SmallVector<AxisStride, 4> strides;
  for (const AxisRef &axis : work.axes) {
    size_t number = *mesh_.find(axis.name);
    int64_t inside = mesh_.axes()[number].size / (axis.preSize() * axis.size(mesh_));
    strides.push_back({axis.size(mesh_), inside * strides_[number]});
  }
  absl::StatusOr<GroupAssignment> group = placeGroup(collectives_.levels(), strides, mesh_.numDevices());
  if (!group.ok())
    return group.status();
  return &prices_.emplace(key, collectives_.price(work.op, *group, pattern)).first->second;
}

static std::optional<CollectiveOp> collectiveOf(ReshardOp op) {
  switch (op) {
  case ReshardOp::AllGather:
    return CollectiveOp::AllGather;
  case ReshardOp::AllToAll:
    return CollectiveOp::AllToAll;
  case ReshardOp::Permute:
    return CollectiveOp::Permute;
  case ReshardOp::ReduceScatter:
    return CollectiveOp::ReduceScatter;
  case ReshardOp::AllReduce:
    return CollectiveOp::AllReduce;
  case ReshardOp::Slice:
  case ReshardOp::MakePartial:
    return std::nullopt;
  }
  return std::nullopt;
}

absl::StatusOr<double> CostModel::seconds(const ReshardStep &step, int64_t elementBytes, llvm::StringRef type) const {
  std::optional<CollectiveOp> op = collectiveOf(step.op);
  if (!op) {
    double bytes = double(elementBytes);
    for (int64_t size : step.localShape)
      bytes *= double(size);
    return device_.copy(bytes).seconds;
  }
  absl::StatusOr<const CollectivePrice *> price = collective({*op, step.axes, type, step.pairs});
  if (!price.ok())
    return price.status();
  return (*price)->seconds(double(step.bytesPerDevice) / wireFactor(*op, (*price)->members));
}

} // namespace shardwright
