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
  /// Made where it is wanted: bringing it into any sharding costs nothing.
  bool isFree(size_t root) const { return program.values[root].free || nowhere[root]; }
  /// What a device holds of a value that lies so.
  double localBytes(size_t value, ShardingId sharding) const;
  /// The carry lies so throughout its loop.
  void setCarry(const PlacementProgram::Carry &carry, ShardingId sharding);
  /// The op of a step with nothing in its neighbourhood.
  Situation situationOf(const Step &step) const;

  /// From where rounds begin: how carries lie, and how the last round had everything else.
  struct Start {
    std::vector<ShardingId> specs;
    std::vector<llvm::SmallVector<ShardingId, 2>> needs;
    std::vector<ShardingId> lies;
    std::vector<WishesId> asked;
  };
  Start start() const { return {specs, needs, lies, asked}; }
  void startFrom(Start start);

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
  std::vector<bool> nowhere;           // by root: see ChoiceRound::follow

private:
  bool takesPartial(const Step &step, size_t position) const;
};

} // namespace shardwright

#endif // LIB_PLACEMENT_PROGRAMSTATE_H
