#include "lib/Plan/UsagePropagation.h"

#include "lib/Plan/Multipliers.h"
#include "lib/Plan/UsageTree.h"

#include <algorithm>
#include <limits>

namespace shardwright::plan {
namespace {

class Propagation {
public:
  Propagation(const Model &model, std::vector<bool> &isKept)
      : model(model), isKept(isKept), least(model.numNodes()), most(model.numNodes()) {}

  bool run() {
    while (findLeast()) {
      if (model.isUsageRounded)
        return true;
      const UsageTree usage(sumByRow(model, least));
      if (usage.peak() > model.limit)
        return false;
      if (!drop(usage))
        return true;
    }
    return false;
  }

private:
  /// Whether each node has kept choices.
  bool findLeast() {
    for (size_t node = 0; node < model.numNodes(); ++node) {
      least[node] = std::numeric_limits<double>::infinity();
      most[node] = 0;
      for (size_t choice = model.choiceOffsets[node]; choice < model.choiceOffsets[node + 1]; ++choice)
        if (isKept[choice]) {
          least[node] = std::min(least[node], model.usages[choice]);
          most[node] = std::max(most[node], model.usages[choice]);
        }
      if (least[node] > most[node])
        return false;
    }
    return true;
  }

  /// Whether any was.
  bool drop(const UsageTree &usage) {
    bool isAnyDropped = false;
    for (size_t node = 0; node < model.numNodes(); ++node) {
      if (!model.isLive(node) || least[node] == most[node])
        continue;
      const int64_t held = usage.most(model.firstRow[node], model.lastRow[node]);
      const double room = least[node] + static_cast<double>(model.limit - held);
      if (most[node] <= room)
        continue;
      isAnyDropped = true;
      for (size_t choice = model.choiceOffsets[node]; choice < model.choiceOffsets[node + 1]; ++choice)
        isKept[choice] = isKept[choice] && model.usages[choice] <= room;
    }
    return isAnyDropped;
  }

  const Model &model;
  std::vector<bool> &isKept;
  std::vector<double> least, most; ///< by node, held by kept choices
};

} // namespace

bool dropTooLarge(const Model &model, std::vector<bool> &isKept) { return Propagation(model, isKept).run(); }

} // namespace shardwright::plan
