#ifndef LIB_EVALUATE_SCHEDULE_H
#define LIB_EVALUATE_SCHEDULE_H

#include "lib/Evaluate/Combiner.h"
#include "lib/Evaluate/Kernels.h"
#include "shardwright/Cost/Waking.h"
#include "shardwright/Timeline/SendQueue.h"

namespace shardwright::evaluation {

/// From the per-device program to what its step takes: kernels, collectives and loops on two queues. A body is played
/// by itself and is one task of the block around it. After a change, plays what it touches.
class Schedule {
public:
  Schedule(const DeviceProgram &program, const CommonRemover &common, const Kernels &kernels, const CostModel &costs);

  void update();
  double seconds() const { return blocks.front().seconds; }
  BusySeconds busy() { return busyOf(0); }

  // The order in which a block runs, by place.
  size_t numUnits(uint32_t block) const { return blocks[block].units.size(); }
  size_t placeOf(OpId op) const { return places[op]; }
  /// The ops of a unit, and those that go with them.
  template <typename Body> void forOps(uint32_t block, size_t place, Body body) const {
    const Unit &unit = blocks[block].units[place];
    forMembers(unit, body);
    llvm::for_each(states[unit.root].joined.drop_front(!states[unit.root].joined.empty()), body);
  }
  /// What it makes lies in memory.
  bool isStored(OpId op) const;

private:
  /// Operations that are one kernel together; none: an op is one alone.
  using Group = llvm::MutableArrayRef<fusion::Group::Member>;
  /// What runs at once: an op, or several as one kernel.
  struct Unit {
    OpId root;
    Group group;
  };
  /// Of all segments that are alike: their ops are numbered.
  struct SegmentPlan {
    struct Unit {
      uint32_t root, begin = 0, size = 0;                       ///< and its members
      llvm::SmallVector<std::pair<uint64_t, double>, 1> priced; ///< by which of its members are stored, as bits
    };
    llvm::SmallVector<Unit, 3> units;
    llvm::SmallVector<fusion::Group::Member, 4> members;
  };
  /// What lies between two heavy ops, in the order in which it runs.
  struct Segment {
    SegmentPlan *plan = nullptr;                         ///< where its kernels are priced; read when it is made
    llvm::SmallVector<fusion::Group::Member, 4> members; ///< of all groups
    llvm::SmallVector<Unit, 3> units;
    llvm::SmallVector<OpId, 2> reductions;
  };
  /// In a block, whose units from `begin` on are those of the segment, and then the heavy op that ends it.
  struct PlacedSegment {
    uint32_t place; ///< the first of its ops in the block; none: something in front of that op runs before, too
    size_t begin;
    uint64_t signature = 0;
    std::unique_ptr<Segment> segment = nullptr; ///< null: there are none
  };
  /// What branches are compared by.
  struct Load {
    double bytes = 0, flops = 0;

    void add(const Load &other, double times) {
      bytes += other.bytes * times;
      flops += other.flops * times;
    }
    bool isMoreThan(const Load &other) const { return std::pair(bytes, flops) > std::pair(other.bytes, other.flops); }
  };
  /// Of both queues, while a block is played.
  struct Moment {
    double computes = 0, sends = 0; ///< from when on they are free
    bool isIdle = true;             ///< nothing that can be sent is left
  };
  /// A unit that sends.
  struct Sent {
    uint32_t place;
    uint32_t need; ///< as of Waits; kOther: of a unit that is there no longer
  };
  static constexpr uint32_t kOther = kNone - 1;
  /// What lies between two regions, and takes what it takes whatever is in front.
  struct Part {
    uint32_t end; ///< the place of the region behind it; none: the number of units
    double seconds;
  };
  static constexpr size_t kAll = ~size_t(0);
  struct Block {
    bool isInBranch = false;
    Load load; ///< in a branch
    std::vector<PlacedSegment> segments;
    std::vector<Unit> units;
    size_t numOps = 0; ///< when they were put in order
    /// So many ops at the front and at the end are as they were then.
    size_t sameFront = kAll, sameEnd = kAll;
    Combiner::Groups joined;
    std::vector<std::pair<OpId, OpId>> moved; ///< in front of which op (none: at the end) another runs
    bool isDeferred = false;                  ///< some of it, as what reads something before it is made
    std::vector<Moment> before;               ///< in front of each unit, when it was played
    std::vector<Part> parts;                  ///< likewise; where what is sent goes beside what is computed
    std::vector<Sent> sent;                   ///< when it was played, in order of places
    size_t first = 0;                         ///< unit that is to be played again
    size_t firstRegion = kAll;                ///< unit that is a region and takes another time
    bool isOtherwise = true;                  ///< some op is another than when it was played
    /// Units that may write over what others read, and what copying it takes where they may not.
    std::vector<std::pair<size_t, double>> copied;
    double seconds = 0;
    Rendezvous rendezvous = Rendezvous::None; ///< the largest in it, where cores sleep
    std::optional<BusySeconds> busy;
    bool isDirty = true; ///< some op is another
    bool isToBePlayed = true;
  };
  struct Launch {
    enum class Queue : uint8_t { None, Computes, Sends, Both } queue = Queue::None;
    bool isTogether = false; ///< its state says more
    double seconds = 0;
  };
  /// What is asked of every op that changes lies in front, in one line of a cache.
  struct alignas(64) State {
    Group group;
    SegmentPlan::Unit *planned = nullptr; ///< of a root in a segment: as which it is priced
    llvm::ArrayRef<OpId> joined;          ///< sent together, the first of them in their place
    OpId sunkInto = kNone;
    bool isDirty = false;
    llvm::SmallVector<OpId, 1> sunk; ///< into this one
    /// What is written over, or copied before: as of fusion::Kernel.
    llvm::SmallVector<std::pair<LocalId, LocalId>, 1> shouldShare;
  };

  void touch(OpId op) {
    if (!std::exchange(states[op].isDirty, true))
      dirty.push_back(op);
  }
  void order(uint32_t block);
  size_t resumeAt(const Block &block, size_t place, size_t numOps) const;
  void replaceTo(Block &block, size_t segment, size_t numOps);
  static void shiftNeeds(Block &block, size_t first, size_t end, size_t endNow);
  void endSegment(Block &block);
  void changeAt(uint32_t block, OpId op);
  void move(uint32_t block);
  bool defer(uint32_t block);
  bool join(Block &block, const Combiner::Groups &groups);
  std::unique_ptr<Segment> segmentOf();
  SegmentPlan &planOf();
  uint64_t likeness();
  void use(Segment &segment);
  void sink(Block &block);
  void sinkInto(OpId reduction, OpId into);
  void launch(OpId op);
  Load loadOf(uint32_t block) const;
  Load loadOfRegion(const DeviceProgram::Region &region) const;
  uint32_t countedBranch(const DeviceProgram::Region &region) const;
  double flopsOf(const DeviceOp &op) const;
  double productSeconds(OpId op) const;
  double kernelSeconds(OpId op);
  void shareWritten(OpId op);
  double complexSeconds(const DeviceOp &what, const fusion::Node &node) const;
  LocalId readByProduct(LocalId value) const;
  void playAll(uint32_t block);
  void play(uint32_t block);
  llvm::SmallVector<uint32_t, 2> loopOf(uint32_t block) const;
  Rendezvous rendezvousIn(uint32_t region) const;
  void addWakingTasks(uint32_t block, std::vector<WakingTask> &tasks);
  std::vector<double> wakingOf(uint32_t block);
  void playUnit(const Unit &unit, double beside, double &now);
  size_t resumeBeside(uint32_t block, size_t first);
  uint32_t needOf(uint32_t block, uint32_t place);
  template <typename BesideOf> void playBeside(uint32_t block, size_t first, Moment from, BesideOf besideOf);
  double finish(const Unit &unit, double begin, double beside);
  void addSend(llvm::ArrayRef<Unit> units, uint32_t place);
  double readyFor(OpId op) const;
  /// In the part at hand: what ended before has.
  double endOf(OpId maker) const { return places[maker] < beginOfPart ? 0 : ends[maker]; }
  double copiedSeconds(const Unit &unit, uint32_t block) const;
  bool takesOver(LocalId from, LocalId to, const Unit &unit, uint32_t block) const;
  bool isFree(uint32_t block) const;
  double regionSeconds(uint32_t region) const;
  BusySeconds regionBusy(uint32_t region);
  BusySeconds busyOf(uint32_t block);
  template <typename Body> void forReductions(const Block &block, Body body) const {
    for (const PlacedSegment &placed : block.segments)
      if (placed.segment)
        llvm::for_each(placed.segment->reductions, body);
  }
  /// With what goes with it, in the order in which it counts.
  template <typename Body> void forRun(const Unit &unit, Body body) const {
    forMembers(unit, body);
    if (const State &together = states[unit.root]; launches[unit.root].isTogether) {
      llvm::for_each(together.sunk, body);
      llvm::for_each(together.joined, body);
    }
  }
  template <typename Body> void forMembers(const Unit &unit, Body body) const {
    if (unit.group.empty())
      return body(unit.root);
    for (const fusion::Group::Member &member : unit.group)
      body(member.node);
  }

  const DeviceProgram &program;
  const CommonRemover &common;
  const Kernels &kernels;
  const CostModel &costs;
  const FusionLimits &limits;
  Combiner combiner;
  fusion::SegmentGrouper grouper;
  fusion::Inlined inKernels; ///< inlined, or a reduction that is part of the kernel that reads it
  // By op.
  std::vector<State> states;
  std::vector<Launch> launches; ///< by root of a unit
  std::vector<uint32_t> places; ///< of the unit in its block
  std::vector<double> begins, ends;
  /// Of a unit that sends, while its block is played.
  struct Waits {
    uint64_t needAsOf = 0;                            ///< when that was found
    uint32_t need = kNone;                            ///< the place of the first that waits for it
    uint32_t firstBehind = kNone, nextBehind = kNone; ///< what waits for it to be sent, as a list
  };
  std::vector<Waits> waits; ///< by place
  uint64_t numNeeds = 0;
  uint32_t beginOfPart = 0;
  std::vector<uint32_t> senders; ///< by op that is to be sent: the place of the unit that sends it
  SendQueue sends;
  std::vector<Block> blocks;
  std::unordered_map<uint64_t, SegmentPlan> plans; ///< by likeness
  std::vector<OpId> dirty;
  std::vector<OpId> nodes;          ///< of the segment at hand
  std::vector<char> isMoved;        ///< by op: it does not run where it stands
  std::vector<uint64_t> signatures; ///< by op: as of the kernels, when it was put in order
  // Of the block at hand: what is put in order, behind so many segments; where known ones are looked for.
  std::vector<PlacedSegment> segmentsNow;
  std::vector<Unit> unitsNow;
  size_t kept = 0, nextKnown = 0;
  /// Of it, as of Combiner::moved(): what runs elsewhere, with what waits for ops that stand behind it.
  std::vector<std::pair<uint32_t, OpId>> movedNow;
  /// By op its place in the segment at hand, by value its number there; each with the count of the segment.
  std::vector<std::pair<uint64_t, uint32_t>> placeInSegment, numberInSegment;
  uint64_t count = 0;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_SCHEDULE_H
