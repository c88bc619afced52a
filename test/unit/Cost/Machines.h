#ifndef TEST_UNIT_COST_MACHINES_H
#define TEST_UNIT_COST_MACHINES_H

#include "shardwright/Cost/Collective.h"

namespace shardwright::test {

inline Level makeSwitch(int64_t size, double bytesPerSecond, double latency) {
  Level level;
  level.name = "switch" + std::to_string(size);
  level.size = size;
  level.bytesPerSecond = bytesPerSecond;
  level.latencySeconds = latency;
  return level;
}

inline Level makeTorus(llvm::ArrayRef<int64_t> shape, bool wrap, double bytesPerSecond, double latency) {
  Level level = makeSwitch(1, bytesPerSecond, latency);
  level.name = "torus";
  level.kind = LevelKind::Torus;
  level.shape.assign(shape.begin(), shape.end());
  level.wrap.assign(shape.size(), wrap);
  for (int64_t length : shape)
    level.size *= length;
  return level;
}

/// One unit of those levels whose devices launch at once.
inline Topology makeMachine(std::vector<Level> levels) {
  Topology topology;
  topology.name = "test";
  topology.groups.push_back({{}, 1, std::move(levels)});
  return topology;
}

inline CollectivePrice priceOf(const Topology &topology, CollectiveKind op, llvm::ArrayRef<AxisStride> axes,
                               llvm::StringRef pattern = "") {
  CollectiveCosts costs = *CollectiveCosts::unmeasured(topology);
  return costs.price(op, *placeGroup(costs.levels(), axes, topology.numDevices()), pattern);
}

} // namespace shardwright::test

#endif // TEST_UNIT_COST_MACHINES_H
