#ifndef SHARDWRIGHT_SHARDING_MESH_H
#define SHARDWRIGHT_SHARDING_MESH_H

#include "shardwright/Sharding/AxisName.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardwright {

/// One named axis of a mesh.
struct MeshAxis {
  AxisName name;
  int64_t size;
  bool operator==(const MeshAxis &other) const { return name == other.name && size == other.size; }
};

/// An ordered list of named axes, major to minor. A device is a coordinate vector over them; its *position* is the
/// row-major number of that vector (the last axis varies fastest). Positions are what all of the algebra speaks of;
/// the optional device order maps positions to the physical ids of the machine and matters only at the border.
class Mesh {
public:
  Mesh() = default;

  /// Errors: an axis named twice or without a name, a size below 1, more than 2^31 devices, a device order that is
  /// not a permutation of 0..n-1.
  static absl::StatusOr<Mesh> create(std::vector<MeshAxis> axes, std::vector<int64_t> deviceOrder = {});

  /// Parses the command line's spelling, `x=2,y=4`.
  static absl::StatusOr<Mesh> parse(llvm::StringRef text);

  llvm::ArrayRef<MeshAxis> axes() const { return axes_; }
  size_t numAxes() const { return axes_.size(); }
  int64_t numDevices() const;

  /// Physical id of each position; empty means the identity.
  llvm::ArrayRef<int64_t> deviceOrder() const { return deviceOrder_; }

  /// Index of the axis of that name, or nothing.
  std::optional<size_t> find(AxisName name) const;

  /// Coordinates of a position, one per axis, and back.
  llvm::SmallVector<int64_t, 4> coordinates(int64_t position) const;
  int64_t position(llvm::ArrayRef<int64_t> coordinates) const;

  /// `<x=2, y=4>`, as in IR; with `, order=[...]` where the device order is not the identity.
  std::string str() const;
  /// `x, y`: for messages that list what there is.
  std::string axisNames() const;

  bool operator==(const Mesh &other) const { return axes_ == other.axes_ && deviceOrder_ == other.deviceOrder_; }
  bool operator!=(const Mesh &other) const { return !(*this == other); }

private:
  std::vector<MeshAxis> axes_;
  std::vector<int64_t> deviceOrder_;
};

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_MESH_H
