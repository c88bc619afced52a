#include "shardwright/Sharding/Sharding.h"

#include "lib/Sharding/WordHash.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <tuple>

namespace shardwright {

Sharding Sharding::open(size_t rank) {
  Sharding out = closed(rank);
  for (DimSharding &dim : out.dims)
    dim.open = true;
  return out;
}

Sharding Sharding::closed(size_t rank) { return Sharding(std::vector<DimSharding>(rank)); }

bool Sharding::isFullyReplicated() const {
  return partial.empty() && llvm::all_of(dims, [](const DimSharding &dim) { return dim.axes.empty(); });
}

bool Sharding::isFullyClosed() const {
  return llvm::none_of(dims, [](const DimSharding &dim) { return dim.open; });
}

bool Sharding::uses(const Mesh &mesh, const AxisRef &axis) const {
  return llvm::any_of(dims, [&](const DimSharding &dim) { return overlaps(mesh, dim.axes, axis); }) ||
         llvm::any_of(partial, [&](const PartialAxis &p) { return overlaps(mesh, p.axis, axis); });
}

int64_t Sharding::numParts(const Mesh &mesh, size_t dim) const { return shardwright::numParts(mesh, dims[dim].axes); }

llvm::SmallVector<int64_t, 6> Sharding::localShape(const Mesh &mesh, llvm::ArrayRef<int64_t> globalShape) const {
  llvm::SmallVector<int64_t, 6> out(globalShape.begin(), globalShape.end());
  for (size_t d = 0; d < out.size(); ++d)
    out[d] = llvm::divideCeil(out[d], numParts(mesh, d));
  return out;
}

bool Sharding::isUneven(const Mesh &mesh, llvm::ArrayRef<int64_t> globalShape) const {
  for (size_t d = 0; d < globalShape.size(); ++d)
    if (globalShape[d] % numParts(mesh, d) != 0)
      return true;
  return false;
}

/// Partial axes in a fixed order: they are a set.
static std::vector<PartialAxis> sorted(std::vector<PartialAxis> partial) {
  llvm::sort(partial, [](const PartialAxis &a, const PartialAxis &b) { return a.axis < b.axis; });
  return partial;
}

bool Sharding::samePlacement(const Sharding &other) const {
  if (rank() != other.rank() || partial.size() != other.partial.size())
    return false;
  for (size_t d = 0; d < rank(); ++d)
    if (dims[d].axes != other.dims[d].axes)
      return false;
  return partial == other.partial || sorted(partial) == sorted(other.partial);
}

bool Sharding::samePlacement(const Mesh &mesh, const Sharding &other) const {
  return samePlacement(other) || placement(mesh) == other.placement(mesh);
}

std::vector<PartialAxis> canonicalize(const Mesh &mesh, std::vector<PartialAxis> partial) {
  llvm::sort(partial, [&](const PartialAxis &a, const PartialAxis &b) {
    return std::make_tuple(mesh.find(a.axis.name), a.axis.preSize()) <
           std::make_tuple(mesh.find(b.axis.name), b.axis.preSize());
  });
  std::vector<PartialAxis> out;
  for (const PartialAxis &p : partial) {
    if (p.axis.size(mesh) == 1)
      continue;
    std::optional<AxisRef> merged;
    if (!out.empty() && out.back().kind == p.kind)
      merged = merge(mesh, out.back().axis, p.axis);
    if (merged)
      out.back().axis = *merged;
    else
      out.push_back(p);
  }
  return out;
}

Sharding Sharding::placement(const Mesh &mesh) const {
  Sharding out = closed(rank());
  for (size_t d = 0; d < rank(); ++d)
    out.dims[d].axes = canonicalize(mesh, dims[d].axes);
  out.partial = canonicalize(mesh, partial);
  return out;
}

namespace {
class Hash : public WordHash {
public:
  using WordHash::add;
  void add(const AxisRef &axis) {
    add(hash_value(axis.name));
    if (axis.sub) {
      add(axis.sub->pre);
      add(axis.sub->size);
    }
  }
  void add(llvm::ArrayRef<AxisRef> axes) {
    add(axes.size());
    for (const AxisRef &axis : axes)
      add(axis);
  }
};
} // namespace

llvm::hash_code hash_value(const Sharding &sharding) {
  Hash hash;
  hash.add(sharding.rank() + 1);
  for (const DimSharding &dim : sharding.dims) {
    hash.add(dim.axes);
    hash.add(2 * dim.priority + dim.open);
  }
  for (const PartialAxis &p : sharding.partial) {
    hash.add(p.axis);
    hash.add(static_cast<uint64_t>(p.kind));
  }
  hash.add(sharding.replicated);
  return hash.get();
}

} // namespace shardwright
