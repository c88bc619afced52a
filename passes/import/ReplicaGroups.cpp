#include "passes/import/ReplicaGroups.h"
#include "shardwright/Sharding/AxisDigits.h"
#include "shardwright/Sharding/Meaning.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <map>
#include <set>

namespace shardwright {

std::optional<AxisList> axesOfDigit(const Mesh &mesh, int64_t stride, int64_t size) {
  if (stride < 1)
    return std::nullopt;
  AxisList minorFirst;
  int64_t axisStride = 1;
  for (const MeshAxis &axis : llvm::reverse(mesh.axes())) {
    if (size > 1 && stride < axisStride * axis.size) {
      // The digit begins within this axis, at this many positions from its minor end.
      if (stride % axisStride != 0)
        return std::nullopt;
      int64_t skipped = stride / axisStride;
      if (axis.size % skipped != 0)
        return std::nullopt;
      int64_t room = axis.size / skipped, part = std::min(size, room);
      if (size % part != 0 || room % part != 0)
        return std::nullopt;
      minorFirst.push_back(makeAxisRef(mesh, axis.name, room / part, part));
      size /= part;
      stride = axisStride * axis.size;
    }
    axisStride *= axis.size;
  }
  if (size > 1)
    return std::nullopt;
  return AxisList(minorFirst.rbegin(), minorFirst.rend());
}

/// Position of each physical device.
static std::vector<int64_t> positions(const Mesh &mesh) {
  std::vector<int64_t> positions(mesh.numDevices());
  for (int64_t position = 0; position < mesh.numDevices(); ++position)
    positions[mesh.deviceOrder().empty() ? position : mesh.deviceOrder()[position]] = position;
  return positions;
}

std::optional<AxisList> axesOfSequence(const Mesh &mesh, llvm::ArrayRef<int64_t> offsets) {
  AxisList axes;
  for (size_t step = 1; step < offsets.size();) {
    int64_t stride = offsets[step];
    size_t length = 1;
    while ((length + 1) * step <= offsets.size() && offsets[length * step] == static_cast<int64_t>(length) * stride)
      ++length;
    while (offsets.size() / step % length != 0)
      --length;
    std::optional<AxisList> digit;
    if (length > 1)
      digit = axesOfDigit(mesh, stride, length);
    if (!digit)
      return std::nullopt;
    axes.insert(axes.begin(), digit->begin(), digit->end());
    step *= length;
  }
  return axes;
}

absl::StatusOr<AxisList> axesOfGroups(const Mesh &mesh, const std::vector<std::vector<int64_t>> &groups) {
  std::vector<int64_t> position = positions(mesh);
  std::vector<bool> seen(mesh.numDevices(), false);
  size_t size = groups.empty() ? 0 : groups.front().size(), count = 0;
  for (const std::vector<int64_t> &group : groups) {
    if (group.size() != size)
      return absl::InvalidArgumentError("groups differ in size");
    for (int64_t device : group) {
      if (device < 0 || device >= mesh.numDevices())
        return absl::InvalidArgumentError(
            absl::StrCat("a group names device ", device, ", but the mesh ", mesh.str(), " has ", mesh.numDevices()));
      if (seen[device])
        return absl::InvalidArgumentError(absl::StrCat("groups name device ", device, " twice"));
      seen[device] = true;
      ++count;
    }
  }
  if (count != seen.size())
    return absl::InvalidArgumentError(
        absl::StrCat("groups name ", count, " devices, but the mesh ", mesh.str(), " has ", mesh.numDevices()));

  auto none =
      absl::InvalidArgumentError(absl::StrCat("these groups are not those of any axes of the mesh ", mesh.str()));
  std::vector<int64_t> offsets;
  for (int64_t device : groups.front())
    offsets.push_back(position[device] - position[groups.front().front()]);
  std::optional<AxisList> axes = axesOfSequence(mesh, offsets);
  if (!axes)
    return none;
  for (const std::vector<int64_t> &group : groups) {
    std::vector<int64_t> members;
    for (int64_t device : group)
      members.push_back(position[device]);
    if (groupOf(mesh, *axes, members.front()) != members)
      return none;
  }
  return *axes;
}

/// The pairs along `axes` where they are the same in every group.
static std::optional<llvm::SmallVector<int64_t>> pairsAlong(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes,
                                                            llvm::ArrayRef<int64_t> positions) {
  using Pairs = std::set<std::pair<int64_t, int64_t>>;
  std::map<int64_t, Pairs> byGroup;
  for (const std::vector<int64_t> &group : groups(mesh, axes))
    byGroup[group.front()] = {};
  for (size_t i = 0; i < positions.size(); i += 2) {
    std::vector<int64_t> group = groupOf(mesh, axes, positions[i]);
    if (!llvm::is_contained(group, positions[i + 1]))
      return std::nullopt;
    byGroup[group.front()].insert({blockIndex(mesh, axes, positions[i]), blockIndex(mesh, axes, positions[i + 1])});
  }
  const Pairs &first = byGroup.begin()->second;
  if (!llvm::all_of(byGroup, [&](const auto &entry) { return entry.second == first; }))
    return std::nullopt;
  llvm::SmallVector<int64_t> pairs;
  for (auto [source, target] : first)
    pairs.append({source, target});
  return pairs;
}

absl::StatusOr<AxisPairs> axesOfPairs(const Mesh &mesh, llvm::ArrayRef<int64_t> devices,
                                      llvm::ArrayRef<AxisRef> candidates) {
  std::vector<int64_t> position = positions(mesh);
  llvm::SmallVector<int64_t> ends;
  for (int64_t device : devices) {
    if (device < 0 || device >= mesh.numDevices())
      return absl::InvalidArgumentError(
          absl::StrCat("a pair names device ", device, ", but the mesh ", mesh.str(), " has ", mesh.numDevices()));
    ends.push_back(position[device]);
  }
  AxisList changed;
  for (auto [axis, digit] : llvm::zip_equal(mesh.axes(), digitsOf(mesh)))
    for (size_t i = 0; i < ends.size(); i += 2)
      if (digit.of(ends[i]) != digit.of(ends[i + 1])) {
        changed.push_back(AxisRef(axis.name));
        break;
      }
  for (const AxisList &axes : {changed, AxisList(candidates)})
    if (!axes.empty())
      if (std::optional<llvm::SmallVector<int64_t>> pairs = pairsAlong(mesh, axes, ends))
        return AxisPairs{axes, *pairs};
  return absl::InvalidArgumentError(
      absl::StrCat("these pairs are not the same in every group of axes of the mesh ", mesh.str()));
}

} // namespace shardwright
