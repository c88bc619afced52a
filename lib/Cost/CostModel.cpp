#include "shardwright/Cost/CostModel.h"

#include "shardwright/Cost/Waking.h"
#include "shardwright/Sharding/AxisDigits.h"
#include "shardwright/Topology/Files.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

#include <cmath>
#include <cstdlib>
#include <limits>

namespace shardwright {
namespace {

/// Bytes that nobody sends at once.
constexpr int64_t kMostSent = int64_t(1) << 40;
/// A curve that is straight is no steeper beyond what its figures were rounded to.
constexpr double kNoLonger = 1 + 1e-6;

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
    all.kernelSeconds = std::max(all.secondsBeforeKernel(), other.secondsBeforeKernel());
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
  const std::vector<PositionDigit> digits = digitsOf(mesh);
  for (int64_t position = 0; position < mesh.numDevices(); ++position) {
    int64_t expected = ids[0], id = ids[static_cast<size_t>(position)];
    for (auto [digit, stride] : llvm::zip_equal(digits, strides))
      expected += digit.of(position) * stride;
    if (id != expected)
      return absl::InvalidArgumentError(absl::StrCat("the mesh ", mesh.str(), " has device ", id,
                                                     " where its first steps along each axis lead to ", expected,
                                                     ": such an order has no price; give an order of the axes"));
  }
  for (int64_t &stride : strides)
    stride = std::abs(stride);
  return strides;
}

/// Any devices reach each other as fast as any others.
bool areAllAlike(llvm::ArrayRef<Level> levels) { return levels.size() == 1 && levels[0].kind != LevelKind::Torus; }

/// One link speed between any devices, and nothing beside bytes: see secondsPerByteSent().
std::optional<double> inProportionToBytes(const CollectiveCosts &collectives, const Device &device) {
  llvm::ArrayRef<Level> levels = collectives.levels();
  bool isPlain = levels.size() == 1 && levels[0].kind == LevelKind::Switch && levels[0].latencySeconds == 0 &&
                 device.launchSeconds == 0 && !levels[0].inNetworkReductionFrom && !collectives.isMeasured();
  if (!isPlain)
    return std::nullopt;
  return 1 / (levels[0].childBytesPerSecond() * levels[0].efficiency);
}

} // namespace

CostModel::CostModel(const Topology &topology, Mesh mesh, llvm::SmallVector<int64_t, 4> strides,
                     CollectiveCosts collectives)
    : name_(topology.name), mesh_(std::move(mesh)), strides_(std::move(strides)), collectives_(std::move(collectives)),
      device_(slowest(topology), mesh_.numDevices()),
      secondsPerByteSent_(inProportionToBytes(collectives_, device_.device())),
      collectiveSeconds_(topology.collectiveSeconds) {}

absl::StatusOr<CostModel> CostModel::create(const Topology &topology, llvm::StringRef folder, const Mesh &mesh,
                                            std::optional<AxisOrder> order, MeasuredBy by) {
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
  absl::StatusOr<CollectiveCosts> collectives = CollectiveCosts::create(topology, folder, std::move(by));
  if (!collectives.ok())
    return collectives.status();
  absl::StatusOr<llvm::SmallVector<int64_t, 4>> strides = stridesOf(mesh, given);
  if (!order && !mesh.deviceOrder().empty() && !areAllAlike(collectives->levels()))
    strides = stridesByDevices(mesh);
  if (!strides.ok())
    return strides.status();
  llvm::SmallVector<AxisStride, 4> all;
  for (auto [axis, stride] : llvm::zip_equal(mesh.axes(), *strides))
    all.push_back({axis.size, stride});
  if (absl::StatusOr<GroupAssignment> whole = placeGroup(collectives->levels(), all, mesh.numDevices()); !whole.ok())
    return whole.status();
  return CostModel(topology, mesh, *std::move(strides), *std::move(collectives));
}

CostModel CostModel::flat(const Mesh &mesh) { return *create(flatTopology(), "", mesh); }

/// All send to the one so many further on, around the end if need be. Two that swap do so in both directions at once.
static bool isShift(llvm::ArrayRef<std::pair<int64_t, int64_t>> pairs, int64_t members) {
  if (pairs.empty())
    return true;
  auto distance = [&](std::pair<int64_t, int64_t> pair) { return (pair.second - pair.first + members) % members; };
  int64_t first = distance(pairs.front());
  return 2 * first != members && llvm::all_of(pairs, [&](auto pair) { return distance(pair) == first; });
}

/// What of the work a price depends on beside operation and group: see CollectiveCosts::price().
llvm::StringRef CostModel::patternOf(const CollectiveWork &work) const {
  switch (work.op) {
  case CollectiveKind::AllReduce:
  case CollectiveKind::ReduceScatter:
    return isPricedApart(work.type) ? work.type : "";
  case CollectiveKind::Permute: {
    int64_t members = 1;
    for (const AxisRef &axis : work.axes)
      members *= axis.size(mesh_);
    if (!work.pattern.empty())
      return work.pattern;
    return isShift(work.pairs, members) ? "" : "mutual_pairs";
  }
  default:
    return "";
  }
}

/// In f32, or in what must be widened to it first, a reduction is as it is measured without a type.
bool CostModel::isPricedApart(llvm::StringRef type) const { return type != "f32" && collectives_.measuresApart(type); }

AxisStride CostModel::strideOf(const AxisRef &axis) const {
  const size_t number = *mesh_.find(axis.name);
  const PositionDigit whole{strides_[number], mesh_.axes()[number].size};
  const PositionDigit own = whole.middle(axis.preSize(), axis.size(mesh_));
  return {own.size, own.stride};
}

GroupAssignment CostModel::groupOf(llvm::ArrayRef<AxisRef> axes) const {
  llvm::SmallVector<AxisStride, 4> strides;
  for (const AxisRef &axis : axes)
    strides.push_back(strideOf(axis));
  absl::StatusOr<GroupAssignment> group = placeGroup(collectives_.levels(), strides, mesh_.numDevices());
  if (group.ok())
    return *std::move(group);
  // The whole axes line up: see create().
  strides.clear();
  for (const AxisRef &axis : axes)
    if (AxisStride whole = strideOf(AxisRef(axis.name)); !llvm::is_contained(strides, whole))
      strides.push_back(whole);
  return *placeGroup(collectives_.levels(), strides, mesh_.numDevices());
}

CollectivePrice CostModel::price(const CollectiveWork &work, const GroupAssignment &group, bool derive) const {
  CollectivePrice price = collectives_.price(work.op, group, patternOf(work), derive);
  price.members = numParts(mesh_, work.axes);
  if (derive && price.members != group.members)
    price.derivation.push_back(absl::StrCat("a group of ", price.members, " that does not line up with the levels of ",
                                            name_, ": as one over the whole axes, of ", group.members));
  return price;
}

CollectivePrice &CostModel::resolve(const CollectiveWork &work) const {
  llvm::StringRef pattern = patternOf(work);
  Key key{static_cast<int64_t>(work.op), static_cast<int64_t>(llvm::xxh3_64bits(pattern))};
  for (const AxisRef &axis : work.axes) {
    AxisStride stride = strideOf(axis);
    key.append({stride.size, stride.stride});
  }
  auto [known, isNew] = prices_.try_emplace(key);
  if (!isNew)
    return *known->second;
  // Most machines have fewer places for groups than a mesh has groups.
  GroupAssignment group = groupOf(work.axes);
  key.truncate(2);
  key.append({numParts(mesh_, work.axes), group.members, group.groups});
  for (const Span &span : group.spans)
    key.append({static_cast<int64_t>(span.level), static_cast<int64_t>(span.dim), span.members, span.extent,
                span.inside, span.devicesBelow, span.spacing, span.reach});
  auto [place, isFirst] = placed_.try_emplace(std::move(key));
  if (isFirst)
    place->second = price(work, group, /*derive=*/false);
  return *(known->second = &place->second);
}

const CollectivePrice &CostModel::collective(const CollectiveWork &work) const { return resolve(work); }

const PriceLines &CostModel::linesBelow(const CollectivePrice &price) const {
  auto [place, isNew] = lines_.try_emplace(&price);
  if (isNew)
    place->second = PriceLines(price);
  return place->second;
}

std::string CostModel::explain(const CollectiveWork &work, double bytes) const {
  CollectivePrice &price = resolve(work);
  if (price.derivation.empty())
    price.derivation = this->price(work, groupOf(work.axes), /*derive=*/true).derivation;
  return shardwright::explain(price, bytes);
}

int64_t CostModel::bytesOfStart(const CollectivePrice &price) const {
  if (secondsPerByteSent_)
    return std::llround(collectiveSeconds_ / *secondsPerByteSent_);
  if (price.members == 1)
    return 0;
  if (!sendsBesideCompute()) {
    int64_t bytes = 1;
    while (bytes < kMostSent &&
           price.secondsOfSent(double(2 * bytes)) <= 2 * price.secondsOfSent(double(bytes)) * kNoLonger)
      bytes *= 2;
    return bytes;
  }
  const bool isOfAll = rendezvousOf(price.members, mesh_.numDevices()) == Rendezvous::All;
  const double waking = isOfAll ? mostWakingSeconds(device_.device(), mesh_.numDevices()) : 0;
  double until = 2 * std::max(price.seconds(1) + waking, collectiveSeconds_);
  int64_t low = 1, high = kMostSent;
  while (low + 1 < high) {
    int64_t middle = low + (high - low) / 2;
    (price.secondsOfSent(double(middle)) > until ? high : low) = middle;
  }
  return low;
}

int64_t CostModel::placeOf(const AxisRef &axis) const {
  llvm::ArrayRef<Level> levels = collectives_.levels();
  if (areAllAlike(levels))
    return 0;
  AxisStride mine = strideOf(axis);
  int64_t below = 1;
  for (auto [number, level] : llvm::enumerate(levels)) {
    int64_t above = below * level.size;
    if (mine.stride >= below && mine.stride * mine.size <= above && level.kind != LevelKind::Torus)
      return -1 - static_cast<int64_t>(number);
    below = above;
  }
  return mine.stride;
}

/// Of the all-gathers over single axes of several devices; infinite where there is none.
template <typename Ask> static double leastOverAxes(const CostModel &costs, Ask ask) {
  double least = std::numeric_limits<double>::infinity();
  for (const MeshAxis &axis : costs.mesh().axes())
    if (AxisRef whole(axis.name); axis.size > 1)
      least = std::min<double>(least, ask(costs.collective({CollectiveKind::AllGather, whole})));
  return least;
}

double CostModel::leastStartSeconds() const {
  return leastOverAxes(*this, [](const CollectivePrice &price) { return price.seconds(1); });
}

double CostModel::leastSecondsPerByte() const {
  double least = leastOverAxes(*this, [](const CollectivePrice &price) { return price.linkSecondsPerByte; });
  return std::isinf(least) ? 0 : least;
}

} // namespace shardwright
