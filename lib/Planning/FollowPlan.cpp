#include "lib/Planning/FollowPlan.h"

#include "lib/Planning/PlacedProgram.h"
#include "shardwright/Sharding/Text.h"

#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/STLExtras.h"

#include <map>
#include <numeric>
#include <set>

using namespace mlir;

namespace shardwright::planning {
namespace {

/// A step so much longer than the plan's is as good.
constexpr double kTolerance = 1.002;
/// Of the plan's memory, what may be held as well.
constexpr double kMoreMemory = 1.05;
/// How often constraints of rows are tried at least, and how many rows at once.
constexpr size_t kTrials = 12, kRowsAtOnce = 3;
/// Ops that are partitioned, over all trials: of rows; while all that differs is constrained and what is idle of it is
/// left out.
constexpr size_t kOpsOfRows = 40'000, kOpsOfPinning = 20'000;
/// Of a step, what one of those constraints has to save.
constexpr double kLeastGain = 5e-4;
/// Parts into which constraints are split at first to find those that are idle.
constexpr size_t kParts = 4;
/// Rows of less than this part of what differs are left alone; so are values of less than this part of the largest in
/// their row.
constexpr double kLeastWeight = 0.002, kLeastBytes = 0.1;

/// What partitioning chooses for an annotated program.
struct Partitioned {
  double seconds = 0, peakBytes = 0;
  llvm::DenseMap<Value, Sharding> made; ///< by value of the imported program
  std::vector<Sharding> loopResults;    ///< as propagated, by Annotations::loopResults
};

/// Ops in a row that partitioning places otherwise than the plan.
struct Row {
  double weight = 0;
  std::vector<Annotations::OnValue> constraints; ///< one for each equal layer
};

class Follower {
public:
  Follower(ModuleOp imported, const OpenProgram &open, const plan::ProgramPlan &plan, const CostModel &costs,
           ReshardCache &reshards, const PartitionOptions &choices, const std::function<bool()> &goesOn)
      : imported(imported), open(open), plan(plan), costs(costs), reshards(reshards), choices(choices), goesOn(goesOn),
        planned(annotationsOf(open, plan.decoded)) {}

  FailureOr<Annotations> run() {
    Annotations best = planned;
    FailureOr<Partitioned> reached = withoutIdleLoopResults(best);
    std::set<std::string> tried;
    size_t rowsAtOnce = kRowsAtOnce;
    for (size_t trial = 0; trial < std::max(kTrials, trialsOf(kOpsOfRows)) && succeeded(reached); ++trial) {
      if (follows(*reached) || !goesOn())
        break;
      Annotations more = best;
      std::vector<std::string> added = addRows(*reached, tried, rowsAtOnce, more);
      if (added.empty())
        break;
      FailureOr<Partitioned> next = partition(more);
      if (failed(next))
        return failure();
      const bool isNearer = distance(*next) < distance(*reached);
      if (isNearer) {
        best = std::move(more);
        reached = std::move(next);
      } else if (added.size() > 1) { // One by one.
        for (const std::string &name : added)
          tried.erase(name);
      }
      rowsAtOnce = isNearer || added.size() == 1 ? kRowsAtOnce : 1;
    }
    if (failed(reached) || failed(pin(best, *reached)))
      return failure();
    return best;
  }

private:
  FailureOr<Partitioned> partition(const Annotations &annotations) {
    FailureOr<PlacedProgram> placed = place(imported, annotations, costs, reshards, choices);
    if (failed(placed))
      return failure();
    const ShardingProblem &program = placed->open.program();
    llvm::DenseMap<Value, Value> sources;
    for (auto [source, copy] : placed->annotated.copies.getValueMap())
      sources.try_emplace(copy, source);
    Partitioned partitioned;
    partitioned.seconds = placed->evaluation.seconds;
    partitioned.peakBytes = placed->evaluation.peakBytes;
    const PlacementPlan &chosen = placed->plan;
    for (auto [number, op] : llvm::enumerate(program.ops))
      if (chosen.chosen[number] >= 0)
        for (auto [result, made] : llvm::zip_equal(op.results, chosen.choices[chosen.chosen[number]].makes))
          if (Value source = sources.lookup(placed->open.sourceOf(result)))
            partitioned.made.try_emplace(source, made);
    llvm::DenseMap<Value, Sharding> carriedBy;
    for (const ShardingProblem::LoopCarried &carried : program.loopCarried)
      if (Value source = sources.lookup(placed->open.sourceOf(carried.result)))
        carriedBy.try_emplace(source, program.values[carried.result].spec);
    for (const Annotations::OnValue &result : planned.loopResults)
      partitioned.loopResults.push_back(carriedBy.lookup(result.value));
    return partitioned;
  }

  /// Leaves out what propagation finds, if the step stays as short.
  FailureOr<Partitioned> withoutIdleLoopResults(Annotations &annotations) {
    FailureOr<Partitioned> all = partition(annotations);
    if (failed(all) || annotations.loopResults.empty() || !goesOn())
      return all;
    Annotations fewer = annotations;
    fewer.loopResults.clear();
    FailureOr<Partitioned> none = partition(fewer);
    if (failed(none))
      return failure();
    for (auto [result, propagated] : llvm::zip_equal(annotations.loopResults, none->loopResults))
      if (!result.sharding.samePlacement(costs.mesh(), propagated))
        fewer.loopResults.push_back(result);
    if (fewer.loopResults.size() == annotations.loopResults.size())
      return all;
    FailureOr<Partitioned> some = fewer.loopResults.empty() ? std::move(none) : partition(fewer);
    if (failed(some) || distance(*some) > kTolerance * distance(*all))
      return all;
    annotations = std::move(fewer);
    return some;
  }

  size_t trialsOf(size_t ops) const { return ops / std::max<size_t>(1, open.program().ops.size()); }
  bool follows(const Partitioned &reached) const { return distance(reached) <= kTolerance; }

  /// From the plan, whose distance is 1: the step as a part of its step, and what is held beyond its memory.
  double distance(const Partitioned &reached) const {
    return reached.seconds / plan.evaluation.seconds +
           std::max(0.0, reached.peakBytes / (kMoreMemory * plan.evaluation.peakBytes) - 1);
  }

  /// Where single rows do not lead to the plan: constrains what begins a row, or all that differs where that is not
  /// enough, again where more differs then, and leaves out parts of it without which the step is as short. Not where
  /// that makes more constraints than it is worth.
  LogicalResult pin(Annotations &best, Partitioned &reached) {
    size_t trials = trialsOf(kOpsOfPinning);
    Annotations pinned = best;
    Partitioned then = reached;
    for (bool headsAlone = true; trials > 0 && !follows(then) && goesOn(); --trials) {
      Annotations all = pinned;
      for (const Difference &difference : findDifferences(then, headsAlone))
        all.constraints.push_back({difference.value, difference.sharding});
      FailureOr<Partitioned> next = partition(all);
      if (failed(next))
        return failure();
      if (distance(*next) < distance(then)) {
        pinned = std::move(all);
        then = *std::move(next);
      } else if (headsAlone) {
        headsAlone = false;
      } else {
        break;
      }
    }
    const size_t numBefore = best.constraints.size();
    auto isWorth = [&](const Partitioned &next, size_t constraints) {
      return distance(next) * (1 + kLeastGain * static_cast<double>(constraints - numBefore)) < distance(reached);
    };
    if (!isWorth(then, pinned.constraints.size()) && trials > 0 && distance(then) < distance(reached)) {
      // Of more than these are worth, the heaviest alone.
      const auto most = static_cast<size_t>((distance(reached) / distance(then) - 1) / kLeastGain);
      keepHeaviest(numBefore, most, pinned.constraints);
      FailureOr<Partitioned> next = partition(pinned);
      if (failed(next))
        return failure();
      then = *std::move(next);
      --trials;
    }
    if (!isWorth(then, pinned.constraints.size()))
      return success();
    if (failed(leaveOutIdle(numBefore, trials, pinned, then)))
      return failure();
    best = std::move(pinned);
    reached = std::move(then);
    return success();
  }

  /// Of constraints from a number on, so many, in their order.
  void keepHeaviest(size_t numKept, size_t most, std::vector<Annotations::OnValue> &constraints) const {
    if (constraints.size() <= numKept + most)
      return;
    llvm::DenseMap<Value, double> weights;
    const ShardingProblem &program = plan.decoded.program;
    for (auto [number, op] : llvm::enumerate(program.ops))
      for (size_t result : op.results)
        if (Value source = plan.decoded.plan.chosen[number] < 0 ? Value() : open.sourceOf(result))
          weights.try_emplace(source, op.times * bytesOf(program.values[result]));
    std::vector<size_t> order(constraints.size() - numKept);
    std::iota(order.begin(), order.end(), numKept);
    llvm::stable_sort(order, [&](size_t a, size_t b) {
      return weights.lookup(constraints[a].value) > weights.lookup(constraints[b].value);
    });
    order.resize(most);
    llvm::sort(order);
    std::vector<Annotations::OnValue> kept(constraints.begin(), constraints.begin() + static_cast<ptrdiff_t>(numKept));
    for (size_t number : order)
      kept.push_back(constraints[number]);
    constraints = std::move(kept);
  }

  static double bytesOf(const ShardingProblem::Value &value) {
    return static_cast<double>(value.numElements() * value.element.bytes);
  }

  /// Of constraints from a number on (delta debugging, Zeller 1999).
  LogicalResult leaveOutIdle(size_t numKept, size_t trials, Annotations &annotations, Partitioned &reached) {
    std::vector<Annotations::OnValue> &all = annotations.constraints;
    const double enough = std::max(kTolerance, distance(reached));
    size_t begin = numKept, length = (all.size() - numKept + kParts - 1) / kParts;
    for (; trials > 0 && length > 0 && all.size() > numKept && goesOn(); --trials) {
      Annotations fewer = annotations;
      auto first = fewer.constraints.begin() + static_cast<ptrdiff_t>(begin);
      fewer.constraints.erase(first, first + static_cast<ptrdiff_t>(std::min(length, all.size() - begin)));
      FailureOr<Partitioned> next = partition(fewer);
      if (failed(next))
        return failure();
      if (distance(*next) <= enough) {
        annotations = std::move(fewer);
        reached = *std::move(next);
      } else {
        begin += length;
      }
      if (begin >= all.size()) {
        begin = numKept;
        length = length > 1 ? (length + 1) / 2 : 0;
      }
    }
    return success();
  }

  /// Constraints of the heaviest rows that were not tried: their names.
  std::vector<std::string> addRows(const Partitioned &reached, std::set<std::string> &tried, size_t most,
                                   Annotations &annotations) {
    std::map<std::string, Row> rows = rowsThatDiffer(reached);
    std::vector<std::pair<double, std::string>> order;
    double total = 0;
    for (const auto &[name, row] : rows) {
      total += row.weight;
      order.push_back({-row.weight, name});
    }
    llvm::sort(order);
    std::vector<std::string> added;
    for (const auto &[weight, name] : order)
      if (-weight >= kLeastWeight * total && added.size() < most && tried.insert(name).second) {
        llvm::append_range(annotations.constraints, rows[name].constraints);
        added.push_back(name);
      }
    return added;
  }

  struct Difference {
    size_t op;
    Value value;
    Sharding sharding;
    double bytes, times;
  };

  /// By op class and sharding of the value that is to be constrained.
  std::map<std::string, Row> rowsThatDiffer(const Partitioned &reached) const {
    std::vector<Difference> differences = findDifferences(reached);
    std::vector<int64_t> differenceOf(plan.decoded.program.values.size(), -1); // by value
    const ShardingProblem &program = plan.decoded.program;
    llvm::EquivalenceClasses<size_t> connected;
    for (auto [number, difference] : llvm::enumerate(differences)) {
      connected.insert(number);
      for (size_t operand : program.ops[difference.op].operands)
        if (int64_t before = differenceOf[program.values[operand].root]; before >= 0)
          connected.unionSets(number, static_cast<size_t>(before));
      for (size_t result : program.ops[difference.op].results)
        differenceOf[result] = static_cast<int64_t>(number);
    }
    std::map<size_t, std::vector<size_t>> members; // by the first
    std::map<size_t, size_t> firstOf;
    for (size_t number = 0; number < differences.size(); ++number)
      members[firstOf.try_emplace(connected.getLeaderValue(number), number).first->second].push_back(number);
    std::map<std::string, Row> rows;
    for (const auto &[first, row] : members)
      addRow(differences, row, rows);
    return rows;
  }

  void addRow(llvm::ArrayRef<Difference> differences, llvm::ArrayRef<size_t> row,
              std::map<std::string, Row> &rows) const {
    double weight = 0, largest = 0;
    for (size_t number : row) {
      weight += differences[number].bytes * differences[number].times;
      largest = std::max(largest, differences[number].bytes);
    }
    // A partial one only where all are.
    for (bool isPartial : {false, true})
      for (size_t number : row) {
        const Difference &difference = differences[number];
        if (difference.sharding.isPartial() != isPartial || difference.bytes < kLeastBytes * largest)
          continue;
        Row &added = rows[std::to_string(plan.decoded.program.ops[difference.op].opClass) + str(difference.sharding)];
        added.weight += weight;
        added.constraints.push_back({difference.value, difference.sharding});
        return;
      }
  }

  /// `headsAlone`: not of ops that read what another one leaves otherwise than planned.
  std::vector<Difference> findDifferences(const Partitioned &reached, bool headsAlone = false) const {
    const ShardingProblem &program = plan.decoded.program;
    std::vector<bool> differs(program.values.size());
    const PlacementPlan &placed = plan.decoded.plan;
    std::vector<bool> isConstant(program.values.size()); // computed from constants alone
    std::vector<Difference> differences;
    for (auto [number, op] : llvm::enumerate(program.ops)) {
      if (placed.chosen[number] < 0)
        continue;
      const bool constant = llvm::all_of(op.operands, [&](size_t operand) {
        return program.values[operand].free || isConstant[program.values[operand].root];
      });
      for (auto [result, made] : llvm::zip_equal(op.results, placed.choices[placed.chosen[number]].makes)) {
        isConstant[result] = constant;
        Value source = open.sourceOf(result);
        auto other = source ? reached.made.find(source) : reached.made.end();
        if (constant || other == reached.made.end() || other->second.samePlacement(costs.mesh(), made))
          continue;
        differs[result] = true;
        if (headsAlone && llvm::any_of(op.operands, [&](size_t v) { return differs[program.values[v].root]; }))
          continue;
        differences.push_back({number, source, made, bytesOf(program.values[result]), op.times});
      }
    }
    return differences;
  }

  ModuleOp imported;
  const OpenProgram &open;
  const plan::ProgramPlan &plan;
  const CostModel &costs;
  ReshardCache &reshards;
  const PartitionOptions &choices;
  const std::function<bool()> &goesOn;
  const Annotations planned; ///< what the plan says, before anything is added or left out
};

} // namespace

FailureOr<Annotations> annotationsToFollow(ModuleOp imported, const OpenProgram &open, const plan::ProgramPlan &plan,
                                           const CostModel &costs, ReshardCache &reshards,
                                           const PartitionOptions &choices, const std::function<bool()> &goesOn) {
  return Follower(imported, open, plan, costs, reshards, choices, goesOn).run();
}

} // namespace shardwright::planning
