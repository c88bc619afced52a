#ifndef LIB_PLACEMENT_PROGRAMSTATE_H
#define LIB_PLACEMENT_PROGRAMSTATE_H

#include "lib/Placement/Prices.h"
#include "lib/Placement/Ways.h"
#include "shardwright/Placement/Program.h"

namespace shardwright {

/// A program in numbers, and what the rounds over it tell each other.
struct ProgramState {
  ProgramState(const Mesh &mesh, const PlacementProgram &program, ReshardPricer &pricer);

  using Step = PlacementProgram::Step;
  /// A need of a fixed step that takes any sharding.
  static constexpr ShardingId kAny = ~ShardingId(0);

  struct Use {
    size_t step;
    bool takesPartial;
  };

  size_t rootOf(size_t value) const { return program.values[value].root; }
  /// Whether every user but one step can take the value while a combination is pending.
  bool usersTakePartial(size_t value, size_t except) const;
  /// The op of a step with nothing in its neighbourhood.
  Situation situationOf(const Step &step) const;

  const Mesh &mesh;
  const PlacementProgram &program;
  Interner interner;
  Prices prices;
  CandidateBook candidates;

  //===--- What does not change between rounds, but for carries that are let pend ---===//

  std::vector<ArrayId> arrays;                         // by value
  std::vector<ShardingId> specs;                       // by value
  std::vector<llvm::SmallVector<ShardingId, 2>> needs; // by step, of the fixed ones, by operand
  std::vector<llvm::SmallVector<Use, 4>> uses;         // by root
  std::vector<size_t> definedAt;                       // by value; 0: nowhere
  std::vector<double> timesOf;                         // by value
  std::vector<uint32_t> ways;                          // by kind: see Ways.h

  //===--- What the last round of choices left, and of wishes ---===//

  std::vector<ShardingId> lies;        // how each value was made
  std::vector<WishesId> asked;         // by value
  std::vector<bool> combinedWhereMade; // by value: see Pending.h
  std::vector<bool> readWhole;         // by root: see ReadAcross.h

private:
  bool takesPartial(const Step &step, size_t position) const;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_PROGRAMSTATE_H
