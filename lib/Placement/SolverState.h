#ifndef LIB_PLACEMENT_SOLVERSTATE_H
#define LIB_PLACEMENT_SOLVERSTATE_H

#include "lib/Placement/CandidateClasses.h"
#include "lib/Placement/Prices.h"
#include "shardwright/Placement/ShardingProblem.h"

#include "llvm/ADT/DenseSet.h"

namespace shardwright {

/// A program in numbers, and what the rounds over it tell each other.
struct SolverState {
  SolverState(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer);
  /// Goes on by other weights: what followed from prices is forgotten, where the rounds are stays.
  void weigh(const PriceWeights &by);

  using Op = ShardingProblem::Op;
  /// A need of a fixed op that takes any sharding.
  static constexpr ShardingId kAny = ~ShardingId(0);

  struct Use {
    size_t op;
    bool acceptsPartial;
  };

  size_t rootOf(size_t value) const { return program.values[value].root; }
  /// Whether every user but one op accepts the value while it is partial.
  bool usersAcceptPartial(size_t value, size_t except) const;
  /// Made where it is wanted: bringing it into any sharding costs nothing.
  bool isFree(size_t root) const { return program.values[root].free || nowhere[root]; }
  /// Bytes that a device holds of a value in that sharding.
  double localBytes(size_t value, ShardingId sharding) const;
  /// The op yields there a loop-carried value as its iteration was given it: that asks for nothing, whatever its
  /// sharding.
  bool isHandedOn(size_t op, size_t position) const { return handedOn.contains({op, position}); }
  /// The loop-carried value is sharded so throughout its loop.
  void setLoopCarried(const ShardingProblem::LoopCarried &carried, ShardingId sharding);
  /// An op with nothing in its neighbourhood.
  Situation situationOf(const Op &op) const;
  /// Those that an op can take there: the one that is pinned, else all that are worth pricing.
  llvm::ArrayRef<SituatedCandidate> candidatesOf(size_t op, const Situation &situation);
  bool isPinned(size_t op) const { return pinned.contains(op); }
  /// Ops of one kind have the same candidates where their neighbourhoods are alike: of a class, and pinned alike.
  uint32_t kindOf(size_t op) const { return kinds[op]; }
  /// These ops run so and nothing else is pinned; false where one of them cannot.
  bool pin(llvm::ArrayRef<PlacementPin> pins);

  /// From where rounds begin: the shardings of loop-carried values, and those that the last round gave everything else.
  struct Start {
    std::vector<ShardingId> specs;
    std::vector<llvm::SmallVector<ShardingId, 2>> needs;
    std::vector<ShardingId> current;
    std::vector<DemandsId> asked;
  };
  Start start() const { return {specs, needs, current, asked}; }
  void startFrom(Start start);

  const CostModel &costs;
  const Mesh &mesh;
  const ShardingProblem &program;
  PriceWeights weights;
  Interner interner;
  Prices prices;
  CandidateBook candidates;

  //===--- What does not change between rounds, but for loop-carried values that may stay partial ---===//

  std::vector<ArrayId> arrays;                         // by value
  std::vector<ShardingId> specs;                       // by value
  std::vector<llvm::SmallVector<ShardingId, 2>> needs; // by op, of the fixed ones, by operand
  std::vector<llvm::SmallVector<Use, 4>> uses;         // by root
  std::vector<size_t> definedAt;                       // by value; 0: nowhere
  std::vector<double> timesOf;                         // by value
  std::vector<uint32_t> candidateClasses;              // by op class: see CandidateClasses.h
  std::vector<bool> heavy;                             // by op class: as of Situation::isHeavy

  //===--- What the last round of choices left, and of demands ---===//

  std::vector<ShardingId> current;     // the sharding in which each value was made
  std::vector<DemandsId> asked;        // by value
  std::vector<bool> combinedWhereMade; // by value: see PartialValues.h
  std::vector<bool> readWhole;         // by root: see ReadAcross.h
  std::vector<bool> nowhere;           // by root: see ForwardRound::follow

private:
  llvm::DenseMap<size_t, SituatedCandidate> pinned;   ///< by op
  std::vector<uint32_t> kinds;                        ///< by op
  llvm::DenseSet<std::pair<size_t, size_t>> handedOn; ///< ops and positions of operands that they yield unchanged
  bool acceptsPartial(const Op &op, size_t position) const;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_SOLVERSTATE_H
