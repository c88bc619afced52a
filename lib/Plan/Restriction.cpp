#include "lib/Plan/Restriction.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace shardwright::plan {
namespace {

class Restricter {
public:
  Restricter(const Model &model, const std::vector<bool> &isKept) : old(model), newNodes(model.numNodes(), -1) {
    for (size_t node = 0; node < old.numNodes(); ++node) {
      std::vector<uint32_t> &list = kept.emplace_back();
      for (uint32_t choice = 0; choice < old.numChoices(node); ++choice)
        if (isKept[old.choiceOffsets[node] + choice])
          list.push_back(choice);
    }
  }

  Restriction make() {
    Model &model = result.model;
    model.usedAlready = old.usedAlready;
    model.limit = old.limit;
    model.isUsageRounded = old.isUsageRounded;
    model.scale = old.scale;
    model.constant = old.constant;
    model.decided = old.decided;
    own = old.costs;
    decide();
    for (uint32_t node = 0; node < old.numNodes(); ++node)
      if (kept[node].size() > 1)
        addNode(node);
    addEdges();
    return std::move(result);
  }

private:
  bool isDecided(uint32_t node) const { return kept[node].size() == 1; }

  void decide() {
    for (uint32_t edge = 0; edge < old.edges.size(); ++edge) {
      const Model::Edge &ends = old.edges[edge];
      if (!isDecided(ends.first) && !isDecided(ends.second))
        continue;
      const uint32_t gone = isDecided(ends.first) ? ends.first : ends.second, node = old.other(edge, gone);
      const double *row = old.rowsFor(edge, node) + kept[gone].front() * old.numChoices(node);
      for (uint32_t choice : kept[node])
        own[old.choiceOffsets[node] + choice] += row[choice];
    }
    Total sum = 0;
    for (uint32_t node = 0; node < old.numNodes(); ++node) {
      if (!isDecided(node))
        continue;
      const uint32_t choice = kept[node].front();
      sum += static_cast<int64_t>(own[old.choiceOffsets[node] + choice]);
      for (size_t row = old.firstRow[node]; row < old.lastRow[node]; ++row)
        result.model.usedAlready[row] =
            std::min(result.model.usedAlready[row] + static_cast<int64_t>(old.usagesOf(node)[choice]), old.limit + 1);
      result.model.decided[old.problemNodes[node]] = old.problemChoices[node][choice];
    }
    result.model.constant += sum / static_cast<int64_t>(old.scale);
  }

  void addNode(uint32_t node) {
    Model &model = result.model;
    newNodes[node] = static_cast<int32_t>(model.numNodes());
    result.nodes.push_back(node);
    result.choices.push_back(kept[node]);
    model.problemNodes.push_back(old.problemNodes[node]);
    std::vector<uint32_t> &problemChoices = model.problemChoices.emplace_back();
    for (uint32_t choice : kept[node]) {
      model.costs.push_back(own[old.choiceOffsets[node] + choice]);
      model.usages.push_back(old.usagesOf(node)[choice]);
      problemChoices.push_back(old.problemChoices[node][choice]);
    }
    model.choiceOffsets.push_back(static_cast<uint32_t>(model.costs.size()));
    model.firstRow.push_back(old.firstRow[node]);
    model.lastRow.push_back(old.lastRow[node]);
  }

  /// Edges of one table that keep the same choices have one table again.
  void addEdges() {
    Model &model = result.model;
    std::map<std::tuple<uint32_t, std::vector<uint32_t>, std::vector<uint32_t>>, uint32_t> known;
    for (uint32_t edge = 0; edge < old.edges.size(); ++edge) {
      const Model::Edge &ends = old.edges[edge];
      if (isDecided(ends.first) || isDecided(ends.second))
        continue;
      auto [place, isNew] = known.try_emplace({ends.table, kept[ends.first], kept[ends.second]}, model.tables.size());
      if (isNew)
        model.tables.push_back(tableOf(edge));
      const auto first = static_cast<uint32_t>(newNodes[ends.first]),
                 second = static_cast<uint32_t>(newNodes[ends.second]);
      model.edges.push_back({first, second, place->second});
      result.edges.push_back(edge);
    }
    model.indexEdges();
  }

  Model::Table tableOf(uint32_t edge) const {
    const auto [first, second, index] = old.edges[edge];
    const Model::Table &whole = old.tables[index];
    std::vector<double> byRow;
    for (uint32_t row : kept[first])
      for (uint32_t column : kept[second])
        byRow.push_back(whole.byRow[row * whole.numColumns + column]);
    return Model::Table(kept[first].size(), kept[second].size(), std::move(byRow));
  }

  const Model &old;
  Restriction result;
  std::vector<std::vector<uint32_t>> kept; ///< by node
  std::vector<double> own;                 ///< by choice, with what decided neighbours add
  std::vector<int32_t> newNodes;
};

} // namespace

std::vector<uint32_t> Restriction::from(llvm::ArrayRef<uint32_t> others, llvm::ArrayRef<uint32_t> instead) const {
  std::vector<uint32_t> here;
  for (auto [node, kept] : llvm::zip_equal(nodes, choices)) {
    auto place = llvm::find(kept, others[node]);
    if (place == kept.end())
      place = llvm::find(kept, instead[node]);
    here.push_back(static_cast<uint32_t>(place - kept.begin()));
  }
  return here;
}

Restriction restrict(const Model &model, const std::vector<bool> &isKept) { return Restricter(model, isKept).make(); }

} // namespace shardwright::plan
