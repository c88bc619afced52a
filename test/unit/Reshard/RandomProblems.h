#ifndef TEST_UNIT_RESHARD_RANDOMPROBLEMS_H
#define TEST_UNIT_RESHARD_RANDOMPROBLEMS_H

#include "test/unit/Sharding/Enumerate.h"

#include <random>

namespace shardwright::test {

/// Random arrays and shardings of them.
class RandomProblems {
public:
  explicit RandomProblems(unsigned seed) : random(seed) {}

  template <typename T> const T &oneOf(const std::vector<T> &list) { return list[random() % list.size()]; }

  std::vector<int64_t> shape() {
    static const std::vector<int64_t> even = {128, 384, 768}, any = {0, 1, 2, 3, 5, 6, 8, 12, 30, 64};
    std::vector<int64_t> out;
    bool allEven = random() % 2;
    for (size_t rank = 1 + random() % 4; out.size() < rank;)
      out.push_back(oneOf(allEven ? even : any));
    return out;
  }

  /// Axes and sub-axes at random places: a dimension, the partial axes, or none.
  Sharding sharding(const Mesh &mesh, size_t rank) {
    Sharding out = Sharding::closed(rank);
    AxisList used;
    std::vector<AxisRef> axes = test::allAxisRefs(mesh);
    bool partial = random() % 3 == 0;
    for (size_t tries = 0; tries < 2 * mesh.numAxes(); ++tries) {
      AxisRef axis = random() % 4 ? AxisRef(mesh.axes()[random() % mesh.numAxes()].name) : oneOf(axes);
      size_t place = random() % (rank + 2);
      if (place > rank || (place == rank && !partial) || overlaps(mesh, used, axis))
        continue;
      used.push_back(axis);
      if (place == rank)
        out.partial.push_back({axis, kind});
      else
        append(mesh, out.dims[place].axes, axis);
    }
    kind = random() % 8 == 0 ? ReductionKind::Max : ReductionKind::Sum;
    return out.placement(mesh);
  }

private:
  std::mt19937 random;
  ReductionKind kind = ReductionKind::Sum;
};

} // namespace shardwright::test

#endif // TEST_UNIT_RESHARD_RANDOMPROBLEMS_H
