#include "shardwright/Plan/Fold.h"

#include "lib/Plan/JoinedEdges.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/xxhash.h"

#include <algorithm>
#include <map>

namespace shardwright::plan {
namespace {

template <typename Word> uint64_t hashOf(const std::vector<Word> &words) {
  return llvm::xxh3_64bits(
      llvm::ArrayRef(reinterpret_cast<const uint8_t *>(words.data()), words.size() * sizeof(Word)));
}

using Words = std::vector<uint64_t>;

class Folder {
public:
  Folder(const Problem &problem, int rounds) : whole(problem) {
    colour(rounds);
    folded.problem.name = whole.name;
    folded.problem.usageLimit = whole.usageLimit;
  }

  FoldedProblem fold() {
    number();
    addNodes();
    addEdges();
    addLives();
    return std::move(folded);
  }

private:
  void colour(int rounds) {
    for (const Problem::Node &node : whole.nodes)
      colours.push_back(hashOf(Words{hashOf(node.costs), hashOf(node.usages)}));
    Words tables;
    for (const Problem::Edge &edge : whole.edges)
      tables.push_back(hashOf(edge.costs));
    for (int round = 0; round < rounds; ++round) {
      std::vector<Words> around(colours.size());
      for (auto [edge, table] : llvm::zip_equal(whole.edges, tables)) {
        around[edge.first].push_back(hashOf(Words{table, colours[edge.second], 0}));
        around[edge.second].push_back(hashOf(Words{table, colours[edge.first], 1}));
      }
      for (auto [colour, words] : llvm::zip_equal(colours, around)) {
        llvm::sort(words);
        words.push_back(colour);
        colour = hashOf(words);
      }
    }
  }

  void number() {
    std::map<uint64_t, uint32_t> known;
    for (uint64_t colour : colours)
      folded.nodeOf.push_back(known.try_emplace(colour, static_cast<uint32_t>(known.size())).first->second);
    members.resize(known.size());
    for (auto [node, number] : llvm::enumerate(folded.nodeOf))
      members[number].push_back(static_cast<uint32_t>(node));
  }

  void addNodes() {
    for (const std::vector<uint32_t> &alike : members) {
      Problem::Node &node = folded.problem.nodes.emplace_back();
      node.costs.resize(whole.nodes[alike.front()].numChoices());
      node.usages = whole.nodes[alike.front()].usages;
      for (uint32_t each : alike)
        for (auto [total, cost] : llvm::zip_equal(node.costs, whole.nodes[each].costs))
          total = addCosts(total, cost);
    }
  }

  void addEdges() {
    JoinedEdges joined;
    for (const Problem::Edge &edge : whole.edges) {
      const uint32_t first = folded.nodeOf[edge.first], second = folded.nodeOf[edge.second];
      const size_t columns = whole.nodes[edge.second].numChoices();
      if (first != second) {
        joined.add(first, second, columns, edge.costs);
        continue;
      }
      for (size_t choice = 0; choice < columns; ++choice) {
        int64_t &cost = folded.problem.nodes[first].costs[choice];
        cost = addCosts(cost, edge.costs[choice * columns + choice]);
      }
    }
    folded.problem.edges = std::move(joined.edges);
  }

  void addLives() {
    const int64_t time = peakUsage(whole, leanestChoices(whole)).time;
    int64_t begin = time, end = time + 1;
    std::vector<int64_t> numLive;
    for (auto [node, alike] : llvm::zip_equal(folded.problem.nodes, members)) {
      numLive.push_back(llvm::count_if(alike, [&](uint32_t each) { return isLiveAt(whole.nodes[each], time); }));
      if (numLive.back() > 1)
        continue;
      auto nearest = std::min_element(alike.begin(), alike.end(), [&](uint32_t a, uint32_t b) {
        return distance(whole.nodes[a], time) < distance(whole.nodes[b], time);
      });
      node.begin = whole.nodes[*nearest].begin;
      node.end = whole.nodes[*nearest].end;
      if (alike.size() == 1 || !node.isLive())
        continue;
      begin = std::min(begin, node.begin);
      end = std::max(end, node.end);
    }
    for (auto [node, live] : llvm::zip_equal(folded.problem.nodes, numLive))
      if (live > 1) {
        node.begin = begin;
        node.end = end;
        for (int64_t &usage : node.usages)
          usage *= live;
      }
  }

  static bool isLiveAt(const Problem::Node &node, int64_t time) { return node.begin <= time && time < node.end; }

  static int64_t distance(const Problem::Node &node, int64_t time) {
    if (!node.isLive())
      return INT64_MAX;
    return isLiveAt(node, time) ? 0 : std::max(node.begin - time, time - node.end + 1);
  }

  const Problem &whole;
  Words colours;
  std::vector<std::vector<uint32_t>> members; ///< by folded node
  FoldedProblem folded;
};

} // namespace

Choices FoldedProblem::unfold(const Choices &choices) const {
  Choices all;
  all.reserve(nodeOf.size());
  for (uint32_t node : nodeOf)
    all.push_back(choices[node]);
  return all;
}

Choices FoldedProblem::fold(const Choices &choices) const {
  Choices folded(nodeOf.empty() ? 0 : *llvm::max_element(nodeOf) + 1);
  for (auto [node, choice] : llvm::zip_equal(nodeOf, choices))
    folded[node] = choice;
  return folded;
}

FoldedProblem foldAlike(const Problem &problem, int rounds) { return Folder(problem, rounds).fold(); }

} // namespace shardwright::plan
