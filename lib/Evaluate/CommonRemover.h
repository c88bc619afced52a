#ifndef LIB_EVALUATE_COMMONREMOVER_H
#define LIB_EVALUATE_COMMONREMOVER_H

#include "lib/Evaluate/DeviceProgram.h"

#include "llvm/ADT/Hashing.h"

namespace shardwright::evaluation {

/// Removes what is there twice and what nobody reads: what makes the same of the same is done once, and a block sees
/// what blocks around it have. Regions are the same where all in them is. What has effects stays where the region
/// around it does. After changes of the program, looks at what they touch; it may change again before all is forgotten.
class CommonRemover {
public:
  explicit CommonRemover(const DeviceProgram &program) : program(program) {}

  void update();
  void forgetChanges();
  /// From the next update on the op's result is read there; none: in the result itself again.
  void replace(OpId op, LocalId by) { replacements.push_back({op, by}); }

  bool isLive(OpId op) const { return live[op]; }
  /// It makes what nobody in front of it makes.
  bool isFirst(OpId op) const { return states[op].isThere && states[op].first == kNone; }
  /// What the value was before it was replaced.
  LocalId original(LocalId value) const { return values[value].replaces == kNone ? value : values[value].replaces; }
  /// What the op reads instead of its operands.
  llvm::ArrayRef<LocalId> reads(OpId op) const { return states[op].reads; }
  /// The live ops that read a value; one for each time, in no order.
  llvm::ArrayRef<OpId> readers(LocalId value) const { return values[value].readers; }
  /// Ops that live, or did, and for which that or what they read is another.
  llvm::ArrayRef<OpId> changed() const { return changes; }
  /// Values that others read than before; some several times.
  llvm::ArrayRef<LocalId> readOtherwise() const { return rereads; }

private:
  struct State {
    llvm::SmallVector<LocalId, 3> operands, reads; ///< as registered
    uint64_t key = 0;
    uint64_t likeness = 0;       ///< as of DeviceOp, and of regions
    OpId first = kNone;          ///< that makes the same
    LocalId replacement = kNone; ///< of its result
    bool isThere = false, isChanged = false, isDirty = false, isUndecided = false;
  };
  struct Value {
    LocalId same = kNone, replaces = kNone;
    llvm::SmallVector<OpId, 2> users;   ///< that have it as operand
    llvm::SmallVector<OpId, 2> readers; ///< as of readers()
  };

  /// Ops of one key. Whoever sees a follower sees the leader that it follows, too: followers matter to nobody.
  struct Class {
    llvm::SmallVector<OpId, 2> leaders; ///< that make what nobody in front of them makes; in order
    llvm::SmallVector<OpId, 2> followers;
  };

  void remove(OpId op);
  void add(OpId op);
  void rewire(OpId op);
  void rename(OpId op);
  void resolve();
  void classify(OpId op);
  void touchContent(OpId op);
  uint64_t likenessOf(uint32_t region) const;
  bool addLikeness(uint32_t block, llvm::DenseMap<LocalId, size_t> &numbers, llvm::hash_code &hash) const;
  void leaveClass(OpId op);
  void moveInClass(OpId op);
  void refreshClass(Class &members);
  OpId firstBefore(llvm::ArrayRef<OpId> leaders, OpId op) const;
  bool precedes(OpId first, OpId second) const;
  bool isVisible(OpId first, OpId second) const;
  bool areAlike(OpId first, OpId second) const;
  void setReads(OpId op, llvm::ArrayRef<LocalId> reads);
  void setLive(OpId op, bool isLive);
  void setFirst(OpId op, OpId first);
  void setSame(OpId op);
  bool hasEffects(OpId op) const {
    const DeviceProgram::Op &placed = program.ops[op];
    return placed.what->hasEffects() || (placed.region != kNone && program.regions[placed.region].hasEffects);
  }
  void decide(OpId op);
  bool isRun(uint32_t block) const { return block == 0 || live[program.blocks[block].region]; }
  void undecide(OpId op) {
    if (!std::exchange(states[op].isUndecided, true))
      undecided.push_back(op);
  }
  void markChanged(OpId op);
  void touch(OpId op) {
    if (!std::exchange(states[op].isDirty, true))
      dirty.push_back(op);
  }
  void touchLife(LocalId value) {
    if (OpId maker = program.values[value].maker; maker != kNone)
      undecide(maker);
  }

  const DeviceProgram &program;
  std::vector<State> states;
  std::vector<char> live; ///< by op
  std::vector<Value> values;
  llvm::DenseMap<uint64_t, Class> classes;         ///< by key
  std::vector<llvm::SmallVector<OpId, 1>> effects; ///< by block
  std::vector<OpId> dirty, undecided, changes;
  std::vector<char> isOtherwise; ///< by region: what it holds may be like something else
  std::vector<uint32_t> otherwise;
  std::vector<std::pair<OpId, LocalId>> replacements;
  std::vector<LocalId> rereads;
  /// Of the changes of the program, those that are done.
  struct {
    size_t dropped = 0, added = 0, rewired = 0, moved = 0;
  } done;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_COMMONREMOVER_H
