#include "shardwright/Sharding/AxisRef.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {

int64_t numParts(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  int64_t parts = 1;
  for (const AxisRef &axis : axes)
    parts *= axis.size(mesh);
  return parts;
}

bool overlaps(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, const AxisRef &axis) {
  return llvm::any_of(axes, [&](const AxisRef &other) { return overlaps(mesh, other, axis); });
}

void append(const Mesh &mesh, AxisList &axes, const AxisRef &axis) {
  if (axis.size(mesh) == 1)
    return;
  if (!axes.empty())
    if (std::optional<AxisRef> merged = merge(mesh, axes.back(), axis)) {
      axes.back() = *merged;
      return;
    }
  axes.push_back(axis);
}

AxisList canonicalize(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  AxisList out;
  for (const AxisRef &axis : axes)
    append(mesh, out, axis);
  return out;
}

AxisList commonPrefix(const Mesh &mesh, llvm::ArrayRef<AxisRef> a, llvm::ArrayRef<AxisRef> b) {
  if (a == b)
    return canonicalize(mesh, a);
  AxisList left = canonicalize(mesh, a), right = canonicalize(mesh, b), out;
  for (size_t i = 0; i < std::min(left.size(), right.size()); ++i) {
    if (left[i] == right[i]) {
      out.push_back(left[i]);
      continue;
    }
    if (std::optional<AxisRef> last = commonPrefix(mesh, left[i], right[i]))
      out.push_back(*last);
    break;
  }
  return out;
}

/// Nearly always lists are spelled alike as far as they agree.
static bool beginsWith(llvm::ArrayRef<AxisRef> axes, llvm::ArrayRef<AxisRef> prefix) {
  return prefix.size() <= axes.size() && axes.take_front(prefix.size()) == prefix;
}

bool isPrefixOf(const Mesh &mesh, llvm::ArrayRef<AxisRef> prefix, llvm::ArrayRef<AxisRef> axes) {
  if (beginsWith(axes, prefix))
    return true;
  AxisList start = canonicalize(mesh, prefix);
  return commonPrefix(mesh, start, axes) == start;
}

AxisList dropPrefix(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes, llvm::ArrayRef<AxisRef> prefix) {
  if (beginsWith(axes, prefix))
    return canonicalize(mesh, axes.drop_front(prefix.size()));
  AxisList all = canonicalize(mesh, axes), drop = canonicalize(mesh, prefix), out;
  for (size_t i = 0; i < all.size(); ++i) {
    if (i >= drop.size())
      out.push_back(all[i]);
    else if (all[i] != drop[i])
      llvm::append_range(out, subtract(mesh, all[i], drop[i]));
  }
  return out;
}

void refine(const Mesh &mesh, llvm::MutableArrayRef<AxisList> lists) {
  for (const MeshAxis &meshAxis : mesh.axes()) {
    // Where a reference begins or ends, as the number of positions that the digits before that point distinguish.
    llvm::SmallVector<int64_t, 16> cuts;
    for (const AxisList &list : lists)
      for (const AxisRef &axis : list)
        if (axis.name == meshAxis.name)
          for (int64_t cut : {axis.preSize(), axis.preSize() * axis.size(mesh)})
            if (!llvm::is_contained(cuts, cut))
              cuts.push_back(cut);
    if (cuts.size() <= 2) // every reference to it is the same
      continue;
    llvm::sort(cuts);
    for (AxisList &list : lists) {
      AxisList out;
      for (const AxisRef &axis : list) {
        if (axis.name != meshAxis.name) {
          out.push_back(axis);
          continue;
        }
        int64_t begin = axis.preSize(), end = begin * axis.size(mesh);
        for (int64_t cut : cuts)
          if (cut > begin && cut < end && cut % begin == 0 && end % cut == 0) {
            out.push_back(makeAxisRef(mesh, axis.name, begin, cut / begin));
            begin = cut;
          }
        out.push_back(begin == axis.preSize() ? axis : makeAxisRef(mesh, axis.name, begin, end / begin));
      }
      list = std::move(out);
    }
  }
}

} // namespace shardwright
