#include "shardwright/Sharding/Mesh.h"

#include "lib/Sharding/Cursor.h"
#include "shardwright/Sharding/AxisDigits.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright {

static constexpr int64_t kMaxDevices = int64_t(1) << 31;

static absl::Status verifyDeviceOrder(llvm::ArrayRef<int64_t> order, int64_t numDevices) {
  if (static_cast<int64_t>(order.size()) != numDevices)
    return absl::InvalidArgumentError(
        absl::StrCat("the device order lists ", order.size(), " devices, but the mesh has ", numDevices));
  std::vector<bool> seen(numDevices, false);
  for (int64_t id : order) {
    if (id < 0 || id >= numDevices)
      return absl::InvalidArgumentError(
          absl::StrCat("the device order names device ", id, ", but the devices are 0 to ", numDevices - 1));
    if (seen[id])
      return absl::InvalidArgumentError(absl::StrCat("the device order names device ", id, " twice"));
    seen[id] = true;
  }
  return absl::OkStatus();
}

absl::StatusOr<Mesh> Mesh::create(std::vector<MeshAxis> axes, std::vector<int64_t> deviceOrder) {
  int64_t devices = 1;
  for (size_t i = 0; i < axes.size(); ++i) {
    const MeshAxis &axis = axes[i];
    if (axis.name.empty())
      return absl::InvalidArgumentError(absl::StrCat("axis ", i, " of the mesh has no name"));
    for (size_t j = 0; j < i; ++j)
      if (axes[j].name == axis.name)
        return absl::InvalidArgumentError(absl::StrCat("the mesh names axis '", axis.name.str(), "' twice"));
    if (axis.size < 1)
      return absl::InvalidArgumentError(
          absl::StrCat("axis '", axis.name.str(), "' has size ", axis.size, "; it must be at least 1"));
    if (axis.size > kMaxDevices / devices)
      return absl::InvalidArgumentError(absl::StrCat("the mesh has more than ", kMaxDevices, " devices"));
    devices *= axis.size;
  }
  if (!deviceOrder.empty()) {
    if (absl::Status status = verifyDeviceOrder(deviceOrder, devices); !status.ok())
      return status;
    if (llvm::is_sorted(deviceOrder))
      deviceOrder.clear();
  }
  Mesh mesh;
  mesh.axes_ = std::move(axes);
  mesh.deviceOrder_ = std::move(deviceOrder);
  return mesh;
}

absl::StatusOr<Mesh> Mesh::parse(llvm::StringRef text) {
  Cursor cursor(text);
  std::vector<MeshAxis> axes;
  do {
    absl::StatusOr<std::string> name = cursor.name("an axis name");
    if (!name.ok())
      return name.status();
    if (absl::Status status = cursor.expect("="); !status.ok())
      return status;
    absl::StatusOr<int64_t> size = cursor.integer("the size of the axis");
    if (!size.ok())
      return size.status();
    axes.push_back({*name, *size});
  } while (cursor.consume(","));
  cursor.skipSpace();
  if (!cursor.atEnd())
    return cursor.expected("',' or the end");
  return create(std::move(axes));
}

int64_t Mesh::numDevices() const {
  int64_t devices = 1;
  for (const MeshAxis &axis : axes_)
    devices *= axis.size;
  return devices;
}

std::optional<size_t> Mesh::find(AxisName name) const {
  for (size_t i = 0; i < axes_.size(); ++i)
    if (axes_[i].name == name)
      return i;
  return std::nullopt;
}

llvm::SmallVector<int64_t, 4> Mesh::coordinates(int64_t position) const {
  llvm::SmallVector<int64_t, 4> out;
  for (const PositionDigit &digit : digitsOf(*this))
    out.push_back(digit.of(position));
  return out;
}

int64_t Mesh::position(llvm::ArrayRef<int64_t> coordinates) const {
  int64_t out = 0;
  for (size_t i = 0; i < axes_.size(); ++i)
    out = out * axes_[i].size + coordinates[i];
  return out;
}

std::string Mesh::str() const {
  std::vector<std::string> parts;
  for (const MeshAxis &axis : axes_)
    parts.push_back(absl::StrCat(quoteIfNeeded(axis.name.text()), "=", axis.size));
  if (!deviceOrder_.empty())
    parts.push_back(absl::StrCat("order=[", absl::StrJoin(deviceOrder_, ", "), "]"));
  return absl::StrCat("<", absl::StrJoin(parts, ", "), ">");
}

std::string Mesh::axisNames() const {
  return absl::StrJoin(axes_, ", ", [](std::string *out, const MeshAxis &axis) { out->append(axis.name.text()); });
}

} // namespace shardwright
