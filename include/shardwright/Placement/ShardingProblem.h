#ifndef SHARDWRIGHT_PLACEMENT_SHARDINGPROBLEM_H
#define SHARDWRIGHT_PLACEMENT_SHARDINGPROBLEM_H

#include "shardwright/Cost/CostModel.h"
#include "shardwright/Fusion/Attention.h"
#include "shardwright/Fusion/OpForm.h"
#include "shardwright/Placement/Placement.h"
#include "shardwright/Placement/Price.h"

#include <functional>
#include <memory>
#include <numeric>

namespace shardwright {

/// A program as the choice of placements sees it: values, and ops in the order in which they run. The ops of a
/// region lie between the op that enters it (whose results are the region's arguments) and the one that leaves it.
/// ProblemText.h prints and parses it; a field that is added gets its line in lib/Placement/ProblemFields.h.
struct ShardingProblem {
  /// What a device runs for an op, whatever the sizes of its blocks.
  struct LocalOp {
    fusion::OpForm form;
    enum class Library : uint8_t {
      None,       ///< a kernel
      Product,    ///< `product`, of the whole op
      Sort,       ///< along `dim`
      Collective, ///< of the program's own
      Call,       ///< by `flops` of the whole op and by bytes
    } library = Library::None;
    cost::ProductWork product;
    int64_t dim = 0;
    double flops = 0;
    bool isScalar = false; ///< of a Call: its loops go from element to element
    CollectiveKind collective = CollectiveKind::AllReduce;
    AxisList axes;
    std::vector<std::pair<int64_t, int64_t>> pairs;
    size_t otherDim = 0;
    ReductionKind kind = ReductionKind::Sum;
    bool handsOn = false; ///< nothing is left of it: each device has its first operand as result
    /// How a gather or scatter names places of its first operand.
    struct Indexing {
      size_t vectorDim = 0; ///< of the indices, along which the components of a place lie
      /// By component: the dimension in which another block may have the place; -1: it is the same on every device.
      llvm::SmallVector<int64_t, 3> dims;
      fusion::OpForm spread; ///< of a gather: from one element for each place to the result
    } indexing;
  };

  /// What ops without operands make: constants, indices.
  struct Made {
    fusion::OpForm form;
    int64_t countedDim = -1; ///< of an index
    /// Combinations that one repeated element leaves as they are.
    llvm::SmallVector<ReductionKind, 2> neutral;
  };

  /// What ops have in common that run by one rule on the same shapes.
  struct OpClass {
    ShardingRule rule;
    OpShapes shapes;
    /// Of local work at one point of the op's iteration space (product of factor sizes).
    double secondsPerPoint = 0;
    LocalOp local;
    /// Those of the manual regions around: its devices hold different values along them, so that it is not split
    /// over them.
    AxisList manual;

    bool isProduct() const { return local.library == LocalOp::Library::Product; }
  };

  struct Value {
    Shape shape;
    ElementType element;
    /// What propagation decided; its sharding where its op has no rule. This and what ops need are placements
    /// (Sharding::placement).
    Sharding spec;
    /// The value whose data it is: itself, or what a change of sharding was applied to.
    size_t root = 0;
    /// Of an element, as the program writes it; more than prices tell apart.
    std::string type;
    /// Made where it is wanted (a constant).
    bool free = false;
    /// An argument of the program that it keeps for its caller.
    bool isKept = false;

    /// Of the whole.
    int64_t numElements() const { return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>()); }
  };

  struct Op {
    /// Index into classes; -1: the shardings are fixed.
    int64_t opClass = -1;
    llvm::SmallVector<size_t, 3> operands;
    llvm::SmallVector<size_t, 1> results;
    /// Without a class: what it needs of each operand. None where it takes any: it hands the operand on.
    std::vector<std::optional<Sharding>> needs;
    /// How often it runs: the product of the trip counts around it.
    double times = 1;
    /// Without operands and without a class: index into `made`. Those of one index make the same.
    int64_t made = -1;
  };

  /// What a loop hands from one iteration to the next: it is sharded alike where it enters, inside, and where it
  /// leaves. What a barrier hands on is the same without iterations: one op is entry and yield, and there are no
  /// arguments.
  struct LoopCarried {
    size_t entry, yield;                    ///< ops that need it
    size_t position;                        ///< among the operands of both
    llvm::SmallVector<size_t, 2> arguments; ///< of the condition and of the body
    size_t result;
  };

  /// What an op has in itself: a loop's condition and body, branches of which one runs.
  struct Region {
    enum class Form : uint8_t { Loop, Branches, Inline } form = Form::Inline;
    size_t enter, leave;               ///< ops; between them lie the blocks
    llvm::SmallVector<size_t, 2> ends; ///< of each block, the op that yields
    std::optional<double> trips;       ///< of a loop, where known
  };

  /// Attention that devices compute by kernels that keep scores on the chip: as long as all that lies between is there
  /// in one sharding, so that nothing is sent, and kernels take no longer than the ops do.
  struct Attention {
    /// What a value's dimensions are in the space.
    struct Tensor {
      static constexpr int64_t kOne = -1;   ///< there is one element
      static constexpr int64_t kDepth = -2; ///< along what vectors have
      size_t value = 0;
      llvm::SmallVector<int64_t, 5> dims;
    };
    struct Kernel {
      fusion::AttentionKernel form;
      llvm::SmallVector<size_t> ops; ///< of those below, that it computes
      size_t place = 0;              ///< in front of which of those below it runs
      /// Of each output the product's result, and what that is in another order and rounded: as far as nothing else
      /// uses what lies between.
      std::vector<std::vector<Tensor>> outputs;
    };
    /// Sums over columns that follow from output 0 of kernel 0: of it and other vectors, times and over what rows have.
    struct Sum {
      Tensor vectors, result;
      std::vector<Tensor> factors, divisors;
    };
    size_t space = 0;                  ///< op: the dimensions of its result are the space
    llvm::SmallVector<size_t> ops;     ///< that kernels compute, but for those behind a product's result
    llvm::SmallVector<size_t> feeders; ///< in front of them, that are computed at points or in the order of reading
    std::vector<Kernel> kernels;
    std::vector<Sum> sums;
    cost::AttentionSteps steps; ///< in their place
  };

  std::vector<OpClass> classes;
  std::vector<Made> made;
  std::vector<Value> values;
  std::vector<Op> ops;
  std::vector<LoopCarried> loopCarried;
  std::vector<Region> regions; ///< in the order in which they are entered
  std::vector<Attention> attention;

  /// Whether the op's result is another name of what it reads, in another sharding (Value::root).
  bool isOtherName(const Op &op) const {
    return op.opClass < 0 && op.results.size() == 1 && values[op.results.front()].root != op.results.front();
  }
};

/// The second cheapest placement, and what it would cost beyond the first, with what follows from it.
struct NextPlacement {
  Placement placement;
  Price more;
};

/// What one op, or several in the same situation, were given.
struct PlacementChoice {
  Placement placement;
  std::optional<NextPlacement> next;
  std::vector<Sharding> needs, makes;
  Price own; ///< of the local op, without what brings operands

  /// `(i={x}; next best i={y} costs 384 more)`: bytes sent per device and their equivalent in work where prices are in
  /// proportion to bytes; else `costs 12.3 us more`.
  std::string reason(const ShardingRule &rule, const CostModel &costs) const;
};

struct PlacementPlan {
  std::vector<PlacementChoice> choices;
  /// For every op, an index into choices; -1 where its shardings are fixed.
  std::vector<int64_t> chosen;
  /// The shardings of the loop-carried values: the spec of the result, or one that is cheaper, which may be partial
  /// throughout the loop.
  std::vector<Sharding> loopCarried;
  /// What all changes of sharding and all local ops cost in one run.
  Price total;
};

/// An op that is to run so, whatever that costs.
struct PlacementPin {
  size_t op;
  Placement placement;
};

struct PlacementOptions {
  /// How often the program is gone through: from the last op to the first for demands, then forward for choices. Each
  /// round knows what the one before chose. 0: every op looks no further than what propagation gave its results.
  int rounds = 3;
  /// The most demands kept for a value.
  size_t demands = 4;
  /// Whether a loop-carried value may be sharded otherwise than propagation decided, where that is cheaper over
  /// all iterations of its loop.
  bool loopCarriedShardings = true;
  /// Whether a loop-carried value that is only added to may stay partial, so that it is combined once, behind the loop.
  bool partialLoopCarried = true;
};

/// Chooses a placement for every op that has a class. The cheapest of the rounds is taken; that no demands were looked
/// at is among them, so more rounds never cost more; so is that nothing is exchanged between neighbours. Ops in the
/// same situation are looked at once. Where prices are not in proportion to bytes, windows of a few ops are then solved
/// exactly (docs/rationale/placements.md); exhaustivePlacements() is the oracle. Deterministic.
PlacementPlan planPlacements(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer,
                             const PlacementOptions &options = {});

/// Plans one program by several weights of prices; what does not depend on them is found once. It refers to what it is
/// given.
class PlacementPlanner {
public:
  PlacementPlanner(const CostModel &costs, const ShardingProblem &program, ReshardPricer &pricer,
                   const PlacementOptions &options = {});
  ~PlacementPlanner();
  /// As planPlacements(), from where the last plan ended if there was one, so that they differ in no more than weights
  /// decide; windows are solved by the weights of planPlacements() alone.
  PlacementPlan plan(const PriceWeights &weights = {});
  /// As plan(), of those in which these ops run so; what is planned next begins where it would have begun before.
  /// `pins`: ops with a class, by placements that they can run by.
  PlacementPlan planAround(llvm::ArrayRef<PlacementPin> pins);
  /// Says of a plan that was put together of others what planPlacements() says of its own: what it costs, and of the
  /// ops named here (and those beside them) what they cost and the next best.
  void describe(llvm::ArrayRef<size_t> ops, PlacementPlan &plan);

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_SHARDINGPROBLEM_H
