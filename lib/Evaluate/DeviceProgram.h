#ifndef LIB_EVALUATE_DEVICEPROGRAM_H
#define LIB_EVALUATE_DEVICEPROGRAM_H

#include "lib/Evaluate/DeviceOps.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <iterator>

namespace shardwright::evaluation {

/// Of a list without order, one that is there.
inline void eraseOne(llvm::SmallVectorImpl<OpId> &list, OpId op) {
  auto place = llvm::find(list, op);
  *place = list.back();
  list.pop_back();
}

/// Of `all`, what lies in [from, to) makes place for others, which are moved out of their list.
template <typename T> void replaceRange(std::vector<T> &all, size_t from, size_t to, std::vector<T> &by) {
  const size_t common = std::min(to - from, by.size());
  std::move(by.begin(), by.begin() + common, all.begin() + from);
  if (by.size() > common)
    all.insert(all.begin() + to, std::make_move_iterator(by.begin() + common), std::make_move_iterator(by.end()));
  else
    all.erase(all.begin() + from + common, all.begin() + to);
}

/// The per-device program as far as its time depends on it, with what changed in it since the last look. Block 0 is the
/// program. What is made keeps its number until it goes, and is never described anew.
struct DeviceProgram {
  struct Op {
    const DeviceOp *what = nullptr; ///< null: nobody has the number
    uint32_t block = 0;
    uint32_t region = kNone;
    bool isMerged = false; ///< stands for permutes that became one
    llvm::SmallVector<LocalId, 1> results;
    llvm::SmallVector<LocalId, 3> operands;
  };
  struct Value {
    const LocalArray *array = nullptr;
    OpId maker = kNone; ///< none: an argument of the block
    uint32_t block = 0;
    bool isKept = false; ///< an argument of the program, which its caller keeps
  };
  struct Block {
    OpId region = kNone; ///< in the block around it
    OpId end = kNone;    ///< reads what the block yields; not among its ops
    llvm::SmallVector<LocalId> arguments;
    std::vector<OpId> ops; ///< in order
    /// What stands for several of them at once, in no order: behind some, maybe, that read what it makes, which then
    /// run right behind it.
    llvm::SmallVector<OpId, 2> late;
  };
  struct Region {
    ShardingProblem::Region::Form form;
    uint32_t block = 0; ///< around it
    llvm::SmallVector<uint32_t, 2> blocks;
    std::optional<double> trips;
    bool hasEffects = false; ///< something in it does more than make what is read
    bool mayBeTwice = false; ///< another holds the same ops, on the same blocks or others
  };
  std::vector<Op> ops;
  std::vector<uint32_t> at; ///< by op: place in its block
  std::vector<Value> values;
  std::vector<Block> blocks; ///< those inside others behind them
  std::vector<Region> regions;

  // What changed.
  std::vector<OpId> added, dropped, rewired;
  std::vector<OpId> moved; ///< may stand elsewhere among their neighbours
  /// A block whose ops are others, or in another order: but for so many at its front and at its end.
  struct Reordered {
    uint32_t block;
    size_t front, end;
  };
  std::vector<Reordered> reordered;

  /// About so many ops and values will be there.
  void reserve(size_t numOps, size_t numValues);
  OpId add(const DeviceOp *what, uint32_t block, llvm::ArrayRef<LocalId> operands);
  LocalId addValue(const LocalArray *array, uint32_t block, OpId maker, bool isKept);
  void drop(OpId op);
  void dropValue(LocalId value) { droppedValues.push_back(value); }
  void rewire(OpId op, llvm::ArrayRef<LocalId> operands);
  void addLate(OpId op) { blocks[ops[op].block].late.push_back(op); }
  void dropLate(OpId op) { eraseOne(blocks[ops[op].block].late, op); }
  /// All but so many ops at the front and at the end.
  void reorder(uint32_t block, size_t front, size_t end);
  /// Everybody knows: what was dropped goes.
  void forgetChanges();

  const DeviceOp *makerOf(LocalId value) const {
    return values[value].maker == kNone ? nullptr : ops[values[value].maker].what;
  }
  /// The op of an outer block that an op is in; itself in its own.
  OpId ancestorIn(uint32_t block, OpId op) const {
    while (ops[op].block != block)
      op = blocks[ops[op].block].region;
    return op;
  }

private:
  std::vector<OpId> freeOps;
  std::vector<LocalId> freeValues, droppedValues;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_DEVICEPROGRAM_H
