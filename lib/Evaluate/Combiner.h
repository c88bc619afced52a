#ifndef LIB_EVALUATE_COMBINER_H
#define LIB_EVALUATE_COMBINER_H

#include "lib/Evaluate/CommonRemover.h"
#include "lib/Fusion/ByteChanges.h"
#include "lib/Fusion/CombineGroups.h"

namespace shardwright::evaluation {

/// Which collectives of a block become one, as Fusion/Sequence.h decides: by when somebody needs their results, and by
/// what is alive. How long values live is known from one change of the program to the next; so is what becomes one, as
/// long as nothing that was looked at for it is another and there is room for the same.
class Combiner {
public:
  Combiner(const DeviceProgram &program, const CommonRemover &common) : program(program), common(common) {}

  /// What changed since the last look.
  void update();

  using Groups = std::vector<llvm::SmallVector<OpId, 4>>;
  /// Looks at a block. Whether its groups, or what moved, may be others than they were the last time.
  bool combine(uint32_t block);
  /// Of the ops of the block that was last asked about. Members of a group run where the first of them does.
  const Groups &groups() const { return looks[block].groups; }
  /// By what was last asked about: the ops that do not run where they stand, in the order in which they run, each with
  /// the place in front of which it does.
  llvm::ArrayRef<std::pair<uint32_t, OpId>> moved() const { return movedOps; }

  // What fusion::CombineGroups asks, by place.
  int64_t kind(uint32_t at) const { return whatAt(at).combineKind; }
  int64_t limit(uint32_t at) const { return whatAt(at).combineLimit; }
  int64_t heldBy(uint32_t at) const;
  bool mayWait(uint32_t at);
  bool move(llvm::ArrayRef<uint32_t> moved, uint32_t place);
  size_t mark() const { return looks[block].moves.size(); }
  void undoTo(size_t mark);
  template <typename Body> void forReaders(uint32_t at, Body body) {
    if (at == end)
      return;
    const OpId op = opAt(at);
    lookAt(op);
    states[op].isAsked = true;
    for (LocalId value : program.ops[op].results)
      for (OpId reader : common.readers(value)) {
        const OpId here = program.ancestorIn(block, reader);
        lookAt(here);
        body(placeOf(here));
      }
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

  struct Changes {
    int64_t at = 0, behind = 0;
  };
  struct State {
    Life life;
    Changes bytes;          ///< how many more are alive from it on
    int64_t waitsWith = -1; ///< the bytes with which it may wait; negative: it does not
    uint32_t lookedAt = 0;  ///< for what became one in the block in front of that
    bool isAsked = false;   ///< for its readers, if it was looked at
    bool isDirty = false, isListed = false;
  };
  struct Value {
    std::optional<Span> span; ///< none: it has no buffer
    // Where it lives otherwise by what moved, and by what is to move: there in the lists of them.
    uint32_t living = 0, moving = 0; ///< in which look, and in which move
    uint32_t livingAt = 0, movingAt = 0;
  };
  /// A live collective.
  struct Listed {
    OpId op;
    int64_t kind; ///< of those that it may join; negative: none
    int64_t limit;
  };
  /// The bytes alive in a block before anything moves, by place; the last place is its end.
  struct Alive {
    fusion::RangeMax bytes;
    size_t sameFront = 0, sameEnd = 0; ///< so many places at the front and at the end are as they were then

    void keep(size_t front, size_t end) {
      sameFront = std::min(sameFront, front);
      sameEnd = std::min(sameEnd, end);
    }
    bool isSame() const { return sameFront > 0 && sameFront == bytes.size(); }
  };
  /// What became one in a block, and what that was found by.
  struct Look {
    /// Ops that were to run in front of another, none: at the end; or everything back to where it was at a mark.
    struct Move {
      uint32_t begin, size; ///< of `which`
      OpId place;
      size_t mark;
      size_t before; ///< of the values that moved until then
      enum class Outcome : uint8_t { Stays, Moves, Undone } outcome;
    };
    Groups groups;
    std::vector<std::pair<OpId, OpId>> moved; ///< in front of which op (none: at the end) another runs
    std::vector<OpId> lookedAt, which;
    std::vector<Move> moves;
    int64_t mostAccepted = -1, leastRefused = INT64_MAX; ///< bytes with which ops may wait
    bool isValid = false;                                ///< as far as it depends on more than the bytes alive
    bool readsTheSame = false;                           ///< all that was to move

    /// Keeps its memory.
    void clear() {
      groups.clear();
      moved.clear();
      lookedAt.clear();
      which.clear();
      moves.clear();
      mostAccepted = -1;
      leastRefused = INT64_MAX;
    }
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
    if (!std::exchange(states[op].isDirty, true))
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
  void lookAt(OpId op) {
    State &state = states[op];
    if (std::exchange(state.lookedAt, block + 1) == block + 1)
      return;
    state.isAsked = false;
    looks[block].lookedAt.push_back(op);
  }

  void forgetLooks();
  void list(OpId op);
  void begin(uint32_t block);
  bool isAsBefore();
  void look();
  bool moveWithoutNote(llvm::ArrayRef<uint32_t> moved, uint32_t place);
  void undoToSize(size_t size);
  Places *placesIn(LocalId value);
  void addUp();
  void findChanges();
  void take();
  void takePending();
  uint32_t placeOf(OpId op) const { return op == kNone ? end : std::min(program.at[op], end); }
  uint32_t placeOf(const Point &point) const { return placeOf(point.op) + point.isBehind; }
  Places placesOf(LocalId value) const;
  OpId opAt(uint32_t at) const { return at == end ? kNone : program.blocks[block].ops[at]; }
  const DeviceOp &whatAt(uint32_t at) const { return *program.ops[opAt(at)].what; }

  const DeviceProgram &program;
  const CommonRemover &common;
  std::vector<State> states; ///< by op
  std::vector<Value> values;
  std::vector<std::vector<Listed>> collectivesIn; ///< by block, in no order
  std::vector<Alive> aliveIn;                     ///< by block
  std::vector<Look> looks;                        ///< by block
  std::vector<OpId> dirty;
  // Of the block at hand.
  uint32_t block = 0, end = 0;
  int64_t mostWaiting = 0;
  std::vector<uint32_t> collectives; ///< that may join others
  fusion::CombineGroups<Combiner> combined{*this};
  fusion::RangeMax aliveThen; ///< the bytes alive with what moved
  bool hasMoved = false;
  int64_t peak = 0;
  /// Values that live otherwise, first by what moved, then by what is to move.
  std::vector<std::pair<LocalId, Places>> living, moving;
  std::vector<std::pair<LocalId, Places>> before; ///< where they stood, one move after the other
  fusion::ByteChanges changes, pending; ///< of the move at hand; of the last one, until something else is to move
  uint32_t numLooks = 0, numMoves = 0;
  bool isAddedUp = false;
  std::vector<uint32_t> places; ///< of what is to move again
  std::vector<std::pair<uint32_t, OpId>> movedOps;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_COMBINER_H
