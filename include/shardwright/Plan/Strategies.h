#ifndef SHARDWRIGHT_PLAN_STRATEGIES_H
#define SHARDWRIGHT_PLAN_STRATEGIES_H

#include "shardwright/Placement/ShardingProblem.h"
#include "shardwright/Plan/Problem.h"

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::plan {

struct StrategyOptions {
  /// By value, of arguments and of what loops and barriers hand on (LoopCarried::result): its sharding stays as it is.
  /// Of values beyond the end it is open.
  std::vector<bool> isFixed;
  /// By position among what the program returns, likewise.
  std::vector<bool> isFixedResult;
  /// Arguments (values) whose place results (positions) take in the next step: they are sharded alike.
  std::vector<std::pair<size_t, size_t>> updated;
  /// The most choices of a node: the cheapest by what they and the best of their neighbours' choices cost.
  size_t mostChoices = 60;
  /// Whether ops may also run by parts of axes and in other orders than the mesh's, where these follow from how
  /// reshapes split and join dimensions. Where the program is given such shardings, they always may.
  bool partsOfAxes = false;
  /// Plans of the program whose placements and loop-carried shardings are among the choices. Read while they are made.
  std::vector<const PlacementPlan *> including;
};

/// The choice of shardings for a whole program as a planning problem. Costs are picoseconds of a step, usages bytes of
/// one device; times are indices of the program's ops.
///
///   node              choices                                                        cost
///   op with a class   placements by whole mesh axes, where partsOfAxes says so        local work, times iterations
///                     those of Exhaustive.h
///   argument, loop-   shardings that ops around it ask for or make; of an argument   what brings the copy there
///   carried value     that several read, with one copy in another sharding
///   value that three  the one or two shardings in which it is held for its users     none
///   ops share
///
/// Local work is what the timeline says of products of a device's blocks; of other ops, what their elements take, and
/// nothing of those that kernels compute on the way (fusion::planInlined()). Launches are left out.
///
/// An edge is what changes of sharding cost between two nodes (ReshardPricer), as often as the value is made. Where no
/// more than two nodes that have a choice share a value, that is what AssignmentPricer says; where more do, what users
/// need beside what is held is made for each of them. Placements that another can stand in for, with changes of
/// sharding around it, at no more time and memory, are left out. Each change of sharding takes a picosecond more than
/// its price, so that of equal plans the plainer is the cheaper.
///
/// Memory: what an op makes is held, as it makes it or in the shardings of its node of copies, until the last op that
/// reads it; what kernels compute on the way is not. Not counted are copies that a user alone
/// makes for itself and what a library needs.
class Strategies {
public:
  /// All of them outlive it.
  Strategies(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer,
             const StrategyOptions &options = {});
  ~Strategies();

  /// Without a limit.
  const Problem &problem() const;
  /// The same nodes, choices and usages; of a change of sharding that can be sent while a device computes what is
  /// neither made of the value nor waits for it, less is counted: where what is sent goes beside, nearer to the
  /// timeline, but no bound on it. Made anew.
  Problem problemBeside();

  /// A program whose arguments, results and loop-carried values are sharded as chosen, and the plan for it.
  struct Decoded {
    ShardingProblem program;
    PlacementPlan plan; ///< its total: see PlacementPlan
    /// A sharding into which a value (of the program that was given) is brought where it is made, because what its
    /// users need in the order in which they run would take longer. Each is a constraint in `program`, whose ops have
    /// other numbers then.
    struct Constraint {
      size_t value;
      Sharding sharding;
    };
    std::vector<Constraint> constraints;
  };
  /// Without constraints: those that say an order of changes of sharding are left out.
  Decoded decode(const Choices &choices, bool withConstraints = true);
  /// The choices nearest to a plan of the program (`plan.chosen` and `plan.loopCarried`), arguments and results sharded
  /// as the program says: where a search may begin, and what it costs to stay there. Of a plan that is not included
  /// (StrategyOptions::including), an op's placement that is no choice becomes one that changes of sharding make the
  /// cheapest in its place.
  Choices encode(const PlacementPlan &plan);

  /// What a node decides of a plan.
  struct Part {
    enum class Kind : uint8_t {
      Op,          ///< the placement of an op, `index`
      LoopCarried, ///< the sharding of a loop-carried value, `index`
      Given,       ///< that of an argument or result, which is the program's
      Order        ///< in which order shardings are changed, or nothing
    } kind = Kind::Order;
    size_t index = 0;
  };
  Part partOf(size_t node) const;
  /// Of a node that decides the placement of an op.
  PlacementChoice placementOf(size_t node, uint32_t choice);
  /// Of a node of an argument with choices: the argument, as a value.
  std::optional<size_t> argumentOf(size_t node) const;
  /// Of an argument, result or loop-carried value: in which sharding it is passed.
  const Sharding &passedAs(size_t node, uint32_t choice) const;

  /// Of a node: `%12 = op 7`, `argument %3`, `copies of %12`.
  std::string nameOf(size_t node) const;
  /// `i={x}`, `[I_x, _]`.
  std::string describe(size_t node, uint32_t choice) const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace shardwright::plan

#endif // SHARDWRIGHT_PLAN_STRATEGIES_H
