#include "passes/import/UniteMeshes.h"
#include "passes/import/ReplicaGroups.h"
#include "shardwright/Sharding/AxisDigits.h"
#include "shardwright/Sharding/Meaning.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"

#include <numeric>
#include <set>

namespace shardwright {

Mesh withoutUnitAxes(const Mesh &mesh) {
  std::vector<MeshAxis> axes;
  llvm::copy_if(mesh.axes(), std::back_inserter(axes), [](const MeshAxis &axis) { return axis.size != 1; });
  std::vector<int64_t> order(mesh.deviceOrder());
  if (llvm::is_sorted(order))
    order.clear();
  return *Mesh::create(std::move(axes), std::move(order));
}

namespace {

/// Where the digits of the sequence's mixed radix begin and end; nothing where it has none.
std::optional<std::vector<int64_t>> cutsOf(llvm::ArrayRef<int64_t> offsets) {
  std::vector<int64_t> cuts, expected{0};
  for (size_t step = 1; step < offsets.size();) {
    const int64_t stride = offsets[step];
    size_t length = 1;
    while ((length + 1) * step <= offsets.size() && offsets[length * step] == static_cast<int64_t>(length) * stride)
      ++length;
    while (offsets.size() / step % length != 0)
      --length;
    if (length < 2 || stride < 1)
      return std::nullopt;
    cuts.insert(cuts.end(), {stride, stride * static_cast<int64_t>(length)});
    for (size_t i = step; i < step * length; ++i)
      expected.push_back(expected[i - step] + stride);
    step *= length;
  }
  if (llvm::ArrayRef<int64_t>(expected) != offsets)
    return std::nullopt;
  return cuts;
}

/// The positions along a digit.
std::vector<int64_t> along(PositionDigit digit, llvm::ArrayRef<int64_t> positions) {
  std::vector<int64_t> offsets;
  for (int64_t i = 0; i < digit.size; ++i)
    offsets.push_back(positions[i * digit.stride]);
  return offsets;
}

/// Where the axes of a mesh cut the positions of the union; nothing where `positions` is no exchange of digits.
std::optional<std::vector<int64_t>> cutsOf(const Mesh &mesh, llvm::ArrayRef<int64_t> positions) {
  std::vector<int64_t> cuts;
  const std::vector<PositionDigit> digits = digitsOf(mesh);
  for (PositionDigit digit : digits) {
    std::optional<std::vector<int64_t>> own = cutsOf(along(digit, positions));
    if (!own)
      return std::nullopt;
    cuts.insert(cuts.end(), own->begin(), own->end());
  }
  for (int64_t position = 0; position < mesh.numDevices(); ++position) {
    int64_t sum = 0;
    for (PositionDigit digit : digits)
      sum += positions[digit.of(position) * digit.stride];
    if (sum != positions[position])
      return std::nullopt;
  }
  return cuts;
}

bool isChain(const std::set<int64_t> &cuts) {
  int64_t before = 1;
  for (int64_t cut : cuts) {
    if (cut % before != 0)
      return false;
    before = cut;
  }
  return true;
}

std::vector<int64_t> identity(int64_t count) {
  std::vector<int64_t> positions(count);
  std::iota(positions.begin(), positions.end(), 0);
  return positions;
}

/// Physical device of each position.
std::vector<int64_t> devicesOf(const Mesh &mesh) {
  return mesh.deviceOrder().empty() ? identity(mesh.numDevices()) : std::vector<int64_t>(mesh.deviceOrder());
}

std::vector<int64_t> inverse(llvm::ArrayRef<int64_t> permutation) {
  std::vector<int64_t> result(permutation.size());
  for (auto [index, value] : llvm::enumerate(permutation))
    result[value] = index;
  return result;
}

} // namespace

absl::StatusOr<MeshUnion> MeshUnion::create(llvm::ArrayRef<Mesh> meshes, size_t &culprit) {
  MeshUnion result;
  for (const Mesh &mesh : meshes)
    result.parts_.push_back({withoutUnitAxes(mesh), {0}});
  auto isMachine = [](const Part &part) { return part.mesh.numAxes() > 0; };
  auto first = llvm::find_if(result.parts_, isMachine);
  if (first == result.parts_.end())
    return result;
  result.first_ = first - result.parts_.begin();
  const int64_t count = first->mesh.numDevices();
  const std::vector<int64_t> positionOf = inverse(devicesOf(first->mesh));
  std::set<int64_t> cuts{1, count};
  for (auto [index, part] : llvm::enumerate(result.parts_)) {
    if (!isMachine(part))
      continue;
    culprit = index;
    if (part.mesh.numDevices() != count)
      return absl::InvalidArgumentError(absl::StrCat("it has ", part.mesh.numDevices(), " devices, not ", count));
    std::vector<int64_t> exact;
    for (int64_t device : devicesOf(part.mesh))
      exact.push_back(positionOf[device]);
    auto fits = [&](std::vector<int64_t> positions) {
      std::optional<std::vector<int64_t>> own = cutsOf(part.mesh, positions);
      std::set<int64_t> all = cuts;
      if (own)
        all.insert(own->begin(), own->end());
      if (!own || !isChain(all))
        return false;
      cuts = std::move(all);
      part.positions = std::move(positions);
      return true;
    };
    if (fits(exact))
      continue;
    part.reordered = exact != identity(count);
    if (!part.reordered || !fits(identity(count)))
      return absl::InvalidArgumentError("their axes cut the devices at places that do not divide one another");
  }
  result.nameAxes(std::vector<int64_t>(cuts.begin(), cuts.end()));
  return result;
}

/// An axis of the union is called as the axis of a mesh that it is, or else as a part of the first mesh's.
void MeshUnion::nameAxes(llvm::ArrayRef<int64_t> cuts) {
  const Mesh &first = parts_[first_].mesh;
  std::set<std::string> taken;
  for (const Part &part : parts_)
    for (const MeshAxis &axis : part.mesh.axes())
      taken.insert(axis.name.str());
  auto whole = [&](const Part &part, int64_t stride, int64_t size) -> std::optional<AxisName> {
    for (auto [axis, digit] : llvm::zip(part.mesh.axes(), digitsOf(part.mesh)))
      if (digit.size == size && part.positions[digit.stride] == stride &&
          part.positions[(size - 1) * digit.stride] == (size - 1) * stride)
        return axis.name;
    return std::nullopt;
  };
  std::vector<MeshAxis> axes;
  auto isFree = [&](AxisName name) {
    return llvm::none_of(axes, [&](const MeshAxis &axis) { return axis.name == name; });
  };
  for (size_t i = cuts.size() - 1; i > 0; --i) {
    const int64_t stride = cuts[i - 1], size = cuts[i] / stride;
    std::optional<AxisName> name = whole(parts_[first_], stride, size);
    for (const Part &part : parts_)
      if (!name && part.mesh.numAxes() > 0)
        if (std::optional<AxisName> other = whole(part, stride, size); other && !first.find(*other) && isFree(*other))
          name = other;
    if (!name)
      for (auto [axis, digit] : llvm::zip(first.axes(), digitsOf(first)))
        if (stride >= digit.stride && stride < digit.stride * digit.size) {
          // Counted from the major end of the axis.
          int64_t number = 1;
          for (size_t j = i; j + 1 < cuts.size() && cuts[j] < digit.stride * digit.size; ++j)
            ++number;
          std::string text = absl::StrCat(axis.name.str(), "_", number);
          while (!taken.insert(text).second)
            text += "_";
          name = AxisName(text);
        }
    axes.push_back({*name, size});
  }
  mesh_ = *Mesh::create(std::move(axes), std::vector<int64_t>(first.deviceOrder()));
}

std::optional<AxisList> MeshUnion::map(size_t index, const AxisRef &axis) const {
  const Part &part = parts_[index];
  if (!part.mesh.find(axis.name))
    return AxisList(); // of one device
  std::vector<int64_t> offsets = along(digitOf(part.mesh, axis), part.positions);
  std::optional<AxisList> axes = axesOfSequence(mesh_, offsets);
  for (size_t i = 0; axes && i < offsets.size(); ++i)
    if (blockIndex(mesh_, *axes, offsets[i]) != static_cast<int64_t>(i))
      return std::nullopt;
  return axes;
}

int64_t MeshUnion::device(size_t index, int64_t device) const {
  return devicesOf(parts_[first_].mesh)[inverse(devicesOf(parts_[index].mesh))[device]];
}

} // namespace shardwright
