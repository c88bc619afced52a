#ifndef LIB_EVALUATE_INSTANTIATION_H
#define LIB_EVALUATE_INSTANTIATION_H

#include "lib/Evaluate/DeviceProgram.h"
#include "lib/Placement/Interner.h"
#include "lib/Sharding/WordHash.h"
#include "shardwright/Placement/ReshardPlans.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/Support/xxhash.h"

#include <deque>
#include <memory>
#include <unordered_map>

namespace shardwright::evaluation {

/// Follows the passes that make a program per-device: every need of an operand is met by a copy that exists or by the
/// reshard plan from the cheapest one, right behind it; every op becomes one on local shapes. After a change, what
/// depends on it is instantiated again: the op, the copies of what it reads and makes, and the ops that read others.
class Instantiation {
public:
  Instantiation(const ShardingProblem &problem, const CostModel &costs, ReshardCache &reshards,
                const PlacementPlan &plan);

  /// Its number, behind those of the plan.
  size_t addChoice(PlacementChoice choice);
  size_t chosen(size_t op) const { return chosenOf[op]; }
  void choose(size_t op, size_t choice);
  const Sharding &loopCarried(size_t carried) const { return interner.sharding(carriedAs[carried]); }
  void setLoopCarried(size_t carried, const Sharding &sharding);
  /// Brings the program up to date.
  void update();

  // What others put into the program, behind an update.
  /// Right in front of an op. `values`: what the fragment is given, to which it adds what it makes.
  llvm::SmallVector<OpId, 2> addInFront(OpId op, const Fragment &fragment, llvm::SmallVectorImpl<LocalId> &values);
  void dropInFront(llvm::ArrayRef<OpId> ops);
  /// Where all of that stands.
  void order() { sortUnits(); }

  // Where the problem's ops and values are, behind an update.
  /// What becomes of an op, without copies of what it makes.
  llvm::ArrayRef<OpId> opsOf(size_t op) const { return units[op].own; }
  /// The op that such a one, or what was put in front of it, or a copy of what it makes belongs to; behind all ops:
  /// none.
  size_t opAround(OpId op) const { return unitOf[op]; }
  /// A value in the sharding in which it is made; what an op reads.
  LocalId madeFor(size_t value) const { return roots[problem.values[value].root].value; }
  LocalId readBy(size_t op, size_t operand) const { return acquired[ops[op].firstUse + operand]; }

  /// By value of the program: the problem's that it is, in whatever sharding, or is needed to make.
  std::vector<std::optional<size_t>> valuesOfLocals() const;

  DeviceProgram program;
  DeviceOps deviceOps;

private:
  /// What becomes of an op. Inline: what it reads is handed on; so is what a manual region has in itself.
  enum class Role : uint8_t { Arguments, ByRule, Yield, Name, Barrier, Check, Made, Enter, Leave, Inline };
  /// Of a need: any sharding.
  static constexpr ShardingId kAny = ~ShardingId(0);

  struct Choice {
    PlacementChoice choice;
    llvm::SmallVector<ShardingId, 3> needs;
    llvm::SmallVector<ShardingId, 1> makes;
  };
  /// Where copies of something stand: behind an op; none: behind all of the unit's own.
  struct Spot {
    uint32_t unit = 0;
    OpId after = kNone;
    bool operator==(const Spot &other) const { return unit == other.unit && after == other.after; }
  };
  /// A sharding in which a value is there beside the one in which it is made.
  struct Copy {
    ShardingId sharding = 0;
    LocalId value = kNone, source = kNone;
    Spot spot;
    const Fragment *fragment = nullptr;
    llvm::SmallVector<OpId, 2> ops;
  };
  struct Root {
    size_t definedAt = 0; ///< op
    ArrayId array = 0;
    ShardingId made = kAny;
    LocalId value = kNone;
    Spot spot;
    llvm::SmallVector<uint32_t, 4> uses;
    std::vector<Copy> copies; ///< in the order in which they are first wanted
    uint32_t event = 0;
  };
  struct Op {
    Role role = Role::Name;
    uint32_t block = 0;
    uint32_t region = kNone; ///< Enter: of the program
    uint32_t firstUse = 0;
    uint32_t event = 0;
    uint64_t signature = 0; ///< by a rule: of all that tells it from others, whatever its placement
    const Fragment *fragment = nullptr;
    llvm::ArrayRef<size_t> handsTo; ///< Inline; Enter: results of the region
  };
  /// Ops that stand together: what becomes of a problem's op, or nothing at the front of a block, with all copies of
  /// what they make.
  struct Unit {
    struct Copies {
      OpId after; ///< as of Spot
      uint64_t time;
      llvm::SmallVector<OpId, 2> ops;
    };
    llvm::SmallVector<OpId, 2> own;
    std::vector<Copies> copies;
    llvm::SmallVector<std::pair<OpId, llvm::SmallVector<OpId, 2>>, 0> inFront; ///< of an op
    llvm::SmallVector<OpId, 4> ops;                                            ///< all, in order
    uint32_t block = 0;
    bool isDirty = false;
  };
  struct Reshard {
    ArrayId array = 0;
    const Sharding *from = nullptr, *to = nullptr;
    std::optional<Price> price;
    struct Steps {
      bool standsAlone;
      llvm::SmallVector<ReductionKind, 2> neutral; ///< as of DeviceOp, of what makes the value
      const Fragment *fragment;
    };
    llvm::SmallVector<Steps, 1> steps; ///< as far as they were asked for
  };

  void scan();
  void scanOp(size_t op, uint32_t block);
  void scanBlock(size_t begin, size_t end, uint32_t block);
  size_t scanRegion(const ShardingProblem::Region &region, uint32_t block);
  void describe(const ShardingProblem::Region &region);
  void number();
  void numberEvents();
  ArrayId arrayOf(const ShardingProblem::Value &value);

  void instantiate(size_t op);
  void instantiateByRule(size_t op);
  void instantiateSource(size_t op);
  void placeFragment(size_t op, const Fragment &fragment, llvm::SmallVectorImpl<LocalId> &values);
  void instantiateFixed(size_t op, DeviceOp &&what, llvm::ArrayRef<size_t> results);
  void enter(size_t op);
  void setArguments(llvm::ArrayRef<size_t> values, uint32_t block);
  void yield(uint32_t block);
  void acquireAll(Root &root);
  LocalId makeCopy(Root &root, std::vector<Copy> &before, ShardingId wanted, uint32_t use);
  const Fragment *source(int64_t made, ArrayId array, ShardingId wanted);
  const Fragment *resharding(Reshard &reshard, LocalId source, bool standsAlone);
  Reshard &reshardOf(ArrayId array, ShardingId from, ShardingId to);
  bool needsWhole(uint32_t use, ShardingId made);
  llvm::SmallVector<OpId, 2> addSteps(const Fragment &fragment, llvm::SmallVectorImpl<LocalId> &values, uint32_t block,
                                      uint32_t unit);
  void setRoot(size_t value, ShardingId made, LocalId local, Spot spot);
  void drop(const Copy &copy);

  ShardingId madeAs(size_t value) const { return carriedOf[value] < 0 ? specs[value] : carriedAs[carriedOf[value]]; }
  const LocalArray *arrayIn(size_t value) {
    return deviceOps.array(interner.sharding(madeAs(value)), problem.values[value]);
  }
  /// Behind what makes it.
  Spot spotOf(LocalId value) const {
    const DeviceProgram::Value &local = program.values[value];
    if (local.maker == kNone)
      return {static_cast<uint32_t>(problem.ops.size()) + local.block, kNone};
    return {unitOf[local.maker], local.maker};
  }
  llvm::ArrayRef<LocalId> acquiredBy(size_t op) const {
    return llvm::ArrayRef(acquired).slice(ops[op].firstUse, problem.ops[op].operands.size());
  }
  void touch(uint32_t event) {
    events.set(event);
    nextEvent = std::min(nextEvent, event);
  }
  void touchOp(size_t op) { touch(ops[op].event); }
  void touchRoot(size_t value) { touch(roots[value].event); }
  void touchUnit(uint32_t unit);
  void sortUnits();
  void sortUnit(Unit &unit);

  const ShardingProblem &problem;
  const CostModel &costs;
  ReshardCache &reshards;
  ReshardPlans plans; ///< prices of the same
  Interner interner;
  const DeviceOp *end = nullptr;

  std::deque<Choice> choices;        ///< they are not moved where some are added
  std::vector<size_t> chosenOf;      ///< by op
  std::vector<ShardingId> carriedAs; ///< by loop-carried value
  std::vector<int64_t> carriedOf;    ///< by value; -1: none
  std::vector<ShardingId> specs;     ///< by value
  std::vector<Op> ops;
  std::vector<Root> roots;                                      ///< by value
  std::vector<Unit> units;                                      ///< of ops, then of fronts of blocks
  std::vector<uint32_t> unitOf;                                 ///< by op of the device
  std::vector<std::vector<uint32_t>> unitsIn;                   ///< by block, in order
  std::vector<size_t> yieldIn;                                  ///< by block: op
  std::vector<std::vector<llvm::ArrayRef<size_t>>> argumentsOf; ///< by region of the program and its blocks
  // By use: an operand of an op.
  std::vector<size_t> userOf;
  std::vector<ShardingId> wantedBy;
  std::vector<LocalId> acquired;
  // What was worked out.
  std::vector<size_t> valueOfArray; ///< one of them
  llvm::DenseMap<uint64_t, uint32_t> regionsOfForm;
  /// Of arrays as far as ops on their blocks may differ.
  struct ArrayHash {
    size_t operator()(const ShardingProblem::Value *value) const {
      WordHash hash;
      llvm::for_each(value->shape, [&](int64_t size) { hash.add(size); });
      hash.add(llvm::xxh3_64bits(value->type));
      return hash.get();
    }
  };
  struct ArrayEqual {
    bool operator()(const ShardingProblem::Value *a, const ShardingProblem::Value *b) const {
      return a->shape == b->shape && a->element.bytes == b->element.bytes && a->element.name == b->element.name &&
             a->type == b->type;
    }
  };
  std::unordered_map<const ShardingProblem::Value *, ArrayId, ArrayHash, ArrayEqual> arrayIds;
  std::deque<Fragment> fragments;
  llvm::DenseMap<uint64_t, const Fragment *> fragmentsByRule; ///< by signature, placement and operands' arrays
  llvm::DenseMap<std::pair<uint64_t, uint32_t>, std::unique_ptr<Reshard>> reshardsBetween;
  llvm::DenseMap<std::pair<uint64_t, uint32_t>, const Fragment *> sources;
  llvm::DenseMap<std::pair<uint64_t, uint32_t>, bool> wholes; ///< by choice and operand, and how that is made
  // What is to be done.
  llvm::BitVector events;         ///< in the order of the program: an op, then the values that it defines
  std::vector<uint32_t> eventsOf; ///< whose each is: an op, or behind all ops a value
  uint32_t nextEvent = 0;         ///< no earlier one is to be looked at
  llvm::SmallVector<uint32_t, 8> dirtyUnits;
  std::vector<char> isNewBlock; ///< its order is to be made from that of its units
  size_t nextRegion = 0;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_INSTANTIATION_H
