#ifndef LIB_PLAN_PROBLEMBUILDER_H
#define LIB_PLAN_PROBLEMBUILDER_H

#include "lib/Plan/StrategyNodes.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <unordered_map>
#include <vector>

namespace shardwright::plan {

/// Writes what nodes cost and hold, and what changes of sharding cost between them. Behind those of StrategyNodes there
/// are nodes of one choice, for what is fixed.
class ProblemBuilder {
public:
  /// `slack`: by root, in ticks of one run; none: nothing is sent beside anything.
  ProblemBuilder(OwnPrices &own, const Lives &lives, Changes &changes, const StrategyNodes &nodes,
                 std::vector<double> slack = {})
      : own(own), lives(lives), state(own.pricer.state), changesOf(changes), nodes(nodes), slack(std::move(slack)) {}

  Problem build();

private:
  using Root = StrategyNodes::Root;
  using ChoiceOf = llvm::function_ref<uint32_t(int64_t node)>;

  void addOwnCosts();
  void addChanges(size_t root);
  void addShared(size_t root);
  void addMaking(size_t root);
  /// All that a table of costs follows from, but for what choices of its nodes stand for.
  using Question = std::vector<uint32_t>;
  enum class Asked : uint32_t { Changes, Uses, Making };
  struct QuestionHash {
    size_t operator()(const Question &question) const;
  };
  Question ask(Asked what, size_t root) const;
  Question askChanges(size_t root) const;
  /// Adds a cost to each choice of a node.
  void add(int64_t node, size_t root, const Question &question, llvm::function_ref<int64_t(uint32_t)> cost);
  /// And of each pair of choices.
  void add(int64_t first, int64_t second, size_t root, const Question &question,
           llvm::function_ref<int64_t(uint32_t, uint32_t)> cost);

  /// What a root's changes of sharding cost where nothing but the choices of its nodes decides.
  int64_t changes(size_t root, ChoiceOf choiceOf);
  /// What some uses, all of one node or fixed, cost beside copies that are there.
  int64_t usesOf(size_t root, llvm::ArrayRef<ShardingId> copies, llvm::ArrayRef<const StrategyNodes::Use *> uses,
                 uint32_t choice);
  int64_t makingOf(size_t root, ShardingId made, llvm::ArrayRef<ShardingId> copies);
  std::optional<Price> between(size_t root, ShardingId from, ShardingId to, const std::optional<Price> &best);
  int64_t costOf(Price price, size_t root) const;

  /// Choices of a node that a root cannot tell apart have one number.
  struct View {
    std::vector<uint32_t> numberOf, example;
    std::vector<uint32_t> shardings; ///< what examples stand for, one after another, each behind how many these are
  };
  View viewOf(int64_t node, size_t root) const;

  void addMemory();
  void hold(size_t node, int64_t begin, int64_t end, llvm::function_ref<double(uint32_t)> bytes);
  void holdFixed(size_t root, int64_t begin, int64_t end);

  OwnPrices &own;
  const Lives &lives;
  SolverState &state;
  Changes &changesOf;
  const StrategyNodes &nodes;
  const std::vector<double> slack;
  /// Answers, by example or by pairs of them: layers ask alike.
  std::unordered_map<Question, std::vector<int64_t>, QuestionHash> tables;
  Problem problem;
  int64_t fixed = 0;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_PROBLEMBUILDER_H
