#ifndef SHARDWRIGHT_TEST_UNIT_SHARDING_ENUMERATE_H
#define SHARDWRIGHT_TEST_UNIT_SHARDING_ENUMERATE_H

#include "shardwright/Sharding/Sharding.h"

namespace shardwright::test {

/// The mesh of a spelling that is known to be good.
inline Mesh mesh(llvm::StringRef text) { return *Mesh::parse(text); }

/// Every axis and sub-axis of a mesh, in canonical form.
inline std::vector<AxisRef> allAxisRefs(const Mesh &mesh) {
  std::vector<AxisRef> out;
  for (const MeshAxis &axis : mesh.axes())
    for (int64_t pre = 1; pre < axis.size; ++pre)
      for (int64_t size = 2; axis.size % pre == 0 && size <= axis.size / pre; ++size)
        if (axis.size / pre % size == 0)
          out.push_back(makeAxisRef(mesh, axis.name, pre, size));
  return out;
}

/// Every canonical ordered list over axes that overlap neither each other nor `used`.
inline std::vector<AxisList> allAxisLists(const Mesh &mesh, const AxisList &used = {}) {
  std::vector<AxisList> out = {{}};
  for (size_t i = 0; i < out.size(); ++i)
    for (const AxisRef &axis : allAxisRefs(mesh)) {
      AxisList list = out[i];
      if (overlaps(mesh, used, axis) || overlaps(mesh, list, axis) || (!list.empty() && merge(mesh, list.back(), axis)))
        continue;
      list.push_back(axis);
      out.push_back(list);
    }
  return out;
}

/// Every closed sharding of an array of that rank; with every set of partial axes (kind sum) where asked.
inline std::vector<Sharding> allShardings(const Mesh &mesh, size_t rank, bool partial) {
  struct State {
    Sharding sharding;
    AxisList used;
  };
  std::vector<State> states = {{Sharding(), {}}};
  for (size_t d = 0; d < rank; ++d) {
    std::vector<State> next;
    for (const State &state : states)
      for (const AxisList &axes : allAxisLists(mesh, state.used)) {
        State grown = state;
        grown.sharding.dims.push_back({axes});
        grown.used.append(axes.begin(), axes.end());
        next.push_back(grown);
      }
    states = std::move(next);
  }
  std::vector<Sharding> out;
  for (const State &state : states)
    for (const AxisList &axes : partial ? allAxisLists(mesh, state.used) : std::vector<AxisList>{{}}) {
      // Partial axes are a set: keep the spelling in the mesh's order.
      Sharding sharding = state.sharding;
      for (const AxisRef &axis : axes)
        sharding.partial.push_back({axis});
      if (sharding == sharding.placement(mesh))
        out.push_back(sharding);
    }
  return out;
}

} // namespace shardwright::test

#endif // SHARDWRIGHT_TEST_UNIT_SHARDING_ENUMERATE_H
