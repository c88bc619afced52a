#ifndef LIB_EVALUATE_COMBINER_H
#define LIB_EVALUATE_COMBINER_H

#include "lib/Evaluate/CommonRemover.h"
#include "lib/Fusion/ByteChanges.h"
#include "lib/Fusion/CombineGroups.h"

namespace shardwright::evaluation {

/// Which collectives of a block become one, as Fusion/Sequence.h decides: by when somebody needs their results, and by
/// what is alive. How long values live is known from one change of the program to the next.
class Combiner {
public:
  Combiner(const DeviceProgram &program, const CommonRemover &common) : program(program), common(common) {}

  /// What changed since the last look.
  void update();

  using Groups = std::vector<llvm::SmallVector<OpId, 4>>;
  /// Of the ops of a block. Members of a group run where the first of them does.
  Groups combine(uint32_t block);
  /// By what was last asked about: the ops that do not run where they stand, in the order in which they run, each with
  /// the place in front of which it does.
  llvm::ArrayRef<std::pair<uint32_t, OpId>> moved() const { return movedOps; }

  // What fusion::CombineGroups asks, by place.
  int64_t kind(uint32_t at) const { return whatAt(at).combineKind; }
  int64_t limit(uint32_t at) const { return whatAt(at).combineLimit; }
  int64_t heldBy(uint32_t at) const;
  bool mayWait(uint32_t at) const;
  bool move(llvm::ArrayRef<uint32_t> moved, uint32_t place);
  size_t mark() const { return before.size(); }
  void undoTo(size_t mark);
  template <typename Body> void forReaders(uint32_t at, Body body) const {
    if (at == end)
      return;
    for (LocalId value : program.ops[opAt(at)].results)
      for (OpId reader : common.readers(value))
        body(placeOf(program.ancestorIn(block, reader)));
  }

private:
  /// In front of an op, or right behind it.
  struct Point {
    OpId op = kNone;
    bool isBehind = false;
    bool operator==(const Point &other) const { return op == other.op && isBehind == other.isBehind; }
  };
  /// As of fusion::LiveBytes: where its operands end that nobody else reads, and where its results begin.
  struct Life {
    Point readUntil, firstUse;
    bool operator==(const Life &other) const { return readUntil == other.readUntil && firstUse == other.firstUse; }
  };
  struct Span {
    Point begin, end;
    bool operator==(const Span &other) const { return begin == other.begin && end == other.end; }
  };
  /// The same in places.
  struct Places {
    uint32_t begin, end;
  };

  llvm::ArrayRef<LocalId> readsOf(OpId op) const;
  bool readsFromOutside(OpId op) const;
  void touchThrough(OpId op);
  void touchMakers(OpId op);
  void setLife(OpId op, Life life);
  void live(OpId op);
  bool hasBuffer(LocalId value) const;
  void setSpan(LocalId value, std::optional<Span> span);
  void count(const Span &span, int64_t bytes);
  bool precedes(const Point &a, const Point &b) const {
    return std::pair(program.at[a.op], a.isBehind) < std::pair(program.at[b.op], b.isBehind);
  }
  void touch(OpId op) {
    if (!std::exchange(isDirty[op], true))
      dirty.push_back(op);
  }
  /// The bytes alive in a block are others from the op on.
  void changeAt(OpId op) {
    const uint32_t block = program.ops[op].block;
    const size_t size = program.blocks[block].ops.size(), place = std::min<size_t>(program.at[op], size);
    aliveIn[block].keep(place, size - place);
  }
  void touchMaker(LocalId value) {
    if (OpId maker = program.values[value].maker; maker != kNone)
      touch(maker);
  }

  void list(OpId op);
  Places *placesIn(LocalId value);
  void addUp();
  void findChanges();
  void take();
  void takePending();
  uint32_t placeOf(OpId op) const { return std::min(program.at[op], end); }
  uint32_t placeOf(const Point &point) const { return placeOf(point.op) + point.isBehind; }
  Places placesOf(LocalId value) const;
  OpId opAt(uint32_t at) const { return program.blocks[block].ops[at]; }
  const DeviceOp &whatAt(uint32_t at) const { return *program.ops[opAt(at)].what; }

  const DeviceProgram &program;
  const CommonRemover &common;
  std::vector<Life> lives;                ///< by op
  std::vector<std::optional<Span>> spans; ///< by value; none: it has no buffer
  struct Changes {
    int64_t at = 0, behind = 0;
  };
  std::vector<Changes> bytes; ///< by op: how many more are alive from it on
  std::vector<char> isDirty;
  std::vector<int64_t> waitsWith;               ///< by op: the bytes with which it may wait; negative: it does not
  std::vector<std::vector<OpId>> collectivesIn; ///< by block: live ones, in no order
  std::vector<char> isListed;                   ///< by op: among those
  std::vector<OpId> dirty;
  // Of the block at hand.
  uint32_t block = 0, end = 0;
  int64_t mostWaiting = 0;
  std::vector<uint32_t> collectives; ///< that may join others
  fusion::CombineGroups<Combiner> combined{*this};
  uint32_t looks = 0;
  /// The bytes alive in a block before anything moves, by place; the last place is its end.
  struct Alive {
    fusion::RangeMax bytes;
    size_t sameFront = 0, sameEnd = 0; ///< so many places at the front and at the end are as they were then

    void keep(size_t front, size_t end) {
      sameFront = std::min(sameFront, front);
      sameEnd = std::min(sameEnd, end);
    }
  };
  std::vector<Alive> aliveIn; ///< by block
  fusion::RangeMax aliveThen; ///< the same of the block at hand with what moved
  bool hasMoved = false;
  int64_t peak = 0;
  /// Values that live otherwise, first by what moved, then by what is to move; where they stand there, by value.
  std::vector<std::pair<LocalId, Places>> living, moving;
  std::vector<std::pair<LocalId, Places>> before; ///< where they stood, one move after the other
  struct Number {
    uint32_t living = 0, moving = 0; ///< in which look, and in which move
    uint32_t livingAt = 0, movingAt = 0;
  };
  std::vector<Number> numbers;
  fusion::ByteChanges changes, pending; ///< of the move at hand; of the last one, until something else is to move
  uint32_t moves = 0;
  bool isAddedUp = false;
  std::vector<std::pair<uint32_t, OpId>> movedOps;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_COMBINER_H
