#ifndef LIB_PLAN_MESSAGES_H
#define LIB_PLAN_MESSAGES_H

#include "lib/Plan/Restriction.h"

#include <optional>

namespace shardwright::plan {

/// Sequential tree-reweighted message passing (TRW-S, Kolmogorov 2006) over a model's pairwise costs: each pass goes
/// over the nodes forward and backward, hands on what the nodes behind say, and raises a lower bound. Trees that hang
/// on other nodes are left out of it, since they are solved exactly: what they cost at least becomes part of the costs
/// of the node that they hang on (Dechter 1999). That node so has few edges to share with, which is how fast news of
/// costs goes on. Memory is part of the nodes' costs (Multipliers.h). All numbers are whole, so that the bound holds to
/// the last digit. A pass takes the time to read the tables of trees once and all others twice.
class Messages {
public:
  explicit Messages(const Model &model);

  /// By choice: the nodes' costs from here on, whole numbers.
  void setCosts(std::vector<double> values) { costs = std::move(values); }
  /// Of tables, that a pass reads.
  double entriesOfPass() const { return entries; }

  /// Trees, then forward, then backward. Returns the bound, scaled; none where numbers have become too large to be
  /// exact.
  std::optional<double> pass();
  /// By node, choices that the last pass arrived at one after another, each with those before.
  llvm::ArrayRef<uint32_t> choices() const { return chosen; }

  /// Another pass. By choice: by how much more than the bound all costs at least where the node takes it (reduced
  /// costs). `bound`: of that pass, as pass().
  std::vector<double> excess(std::optional<double> &bound);

  /// What has been learned, to go back to.
  const std::vector<double> &state() const { return messages; }
  void restore(const std::vector<double> &state) { messages = state; }
  /// Of those of another model, of which this one's is a restriction.
  std::vector<double> restrict(const Restriction &restriction, const Messages &others,
                               const std::vector<double> &state) const;

private:
  /// A node of a tree, the edge to the node that it hangs on, and what both cost at least whatever that takes.
  struct Hanging {
    uint32_t node, edge;
    double least;
  };

  void findTrees();
  llvm::ArrayRef<uint32_t> edgesOf(uint32_t node) const {
    return llvm::ArrayRef(inner).slice(innerOffsets[node], innerOffsets[node + 1] - innerOffsets[node]);
  }
  double addTrees();
  void chooseTrees();
  void addExcessOfTrees();
  double sweep(bool isForward);
  void choose(uint32_t node, bool isForward);
  double send(uint32_t node, bool isForward);
  void addExcess(uint32_t node, uint32_t edge, double least);
  double *to(uint32_t node, uint32_t edge) {
    return &messages[offsets[edge] + (model.edges[edge].first == node ? 0 : model.numChoices(model.edges[edge].first))];
  }

  const Model &model;
  std::vector<double> costs;
  std::vector<Hanging> trees;         // each before the one that it hangs on
  std::vector<uint32_t> order;        // nodes that hang on none
  std::vector<uint32_t> innerOffsets; // by node, of those the edges among them
  std::vector<uint32_t> inner;
  std::vector<double> withTrees; // costs of nodes and of what hangs on them
  double entries = 0;
  std::vector<size_t> offsets; // by edge: what goes to its first node, then to its second
  std::vector<double> messages;
  std::vector<double> share; // by node: one over the larger of its inner edges forward and backward
  std::vector<uint32_t> chosen;
  std::vector<double> marginal, weights, against; // of the node at hand
  std::vector<double> *excesses = nullptr;        // where they are asked for, by choice
  double largest = 0;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_MESSAGES_H
