// Branches, calls, the end of threads, barriers.
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Warp.h"

namespace shardwright::cudadouble {

bool decodeBranch(Decoder &);
bool decodeBranchIndexed(Decoder &);
bool decodeCall(Decoder &);

namespace {

void nothing(Warp &, const Instruction &) {}
void warpBarrier(Warp &warp, const Instruction &) { warp.nextEpoch(); }

// bar.sync a{, b}; bar.arrive a, b; bar.red.op{.pred,.u32} d, a{, b}, p; bar.warp.sync mask. barrier{.cta} is the same
// for lanes that need not come together, with .aligned for those that do.
bool decodeBarrier(Decoder &d) {
  if (d.flag("warp")) {
    d.in.flow = Flow::Converge;
    return d.flag("sync") && d.operands(1) && d.source(0, Type::U32, d.in.from[3]) && d.emit(warpBarrier);
  }
  BarrierOperand &barrier = d.extra().barrier;
  const bool old = d.statement->opcode.substr(0, 4) == "bar.";
  d.flag("cta");
  barrier.aligned = d.flag("aligned") || old;
  int what = d.choice("sync arrive red");
  d.in.flow = Flow::Barrier;
  if (what < 0)
    return d.fail("one of .sync, .arrive and .red is wanted");
  size_t first = 0, last = d.operandCount();
  if (what == 2) {
    int operation = d.choice("popc and or");
    Type type = d.type();
    if (operation < 0 || type != (operation == 0 ? Type::U32 : Type::Pred) || last < 3)
      return d.fail("unknown form");
    barrier.kind = operation == 0 ? BarrierOperand::Popc : operation == 1 ? BarrierOperand::And : BarrierOperand::Or;
    if (operation == 0 ? !d.destination(0, Type::U32, d.in.to)
                       : d.operand(0).kind != Operand::Register || !d.predicateDestination(d.operand(0).index, d.in.to))
      return d.fail("unknown form");
    first = 1;
    --last;
    if (!d.predicateSource(d.operand(last), barrier.predicate, barrier.predicateNegated))
      return false;
  } else if (what == 1) {
    barrier.kind = BarrierOperand::Arrive;
  }
  if (last < first + 1 || last > first + 2 || (what == 1 && last != first + 2))
    return d.fail("a barrier's number, and the threads that it waits for, are wanted");
  if (!d.source(first, Type::U32, barrier.id))
    return false;
  if (last == first + 2 && !d.source(first + 1, Type::U32, barrier.threads))
    return false;
  return d.emit(nothing);
}

template <Flow flow> bool decodeEnd(Decoder &d) {
  d.flag("uni");
  d.in.flow = flow;
  return d.operands(0) && d.emit(nothing);
}

} // namespace

void addControl(FamilyTable &table) {
  table["bra"] = decodeBranch;
  table["brx"] = decodeBranchIndexed;
  table["call"] = decodeCall;
  table["ret"] = decodeEnd<Flow::Return>;
  table["exit"] = decodeEnd<Flow::Exit>;
  table["trap"] = decodeEnd<Flow::Trap>;
  table["brkpt"] = decodeEnd<Flow::Trap>;
  table["nanosleep"] = [](Decoder &d) {
    Slot time;
    return d.type() == Type::U32 && d.operands(1) && d.source(0, Type::U32, time) && d.emit(nothing);
  };
  table["bar"] = decodeBarrier;
  table["barrier"] = decodeBarrier;
  // griddepcontrol orders launches that overlap on purpose; here they never do.
  table["griddepcontrol"] = [](Decoder &d) {
    return d.choice("wait launch_dependents") >= 0 && d.operands(0) && d.emit(nothing);
  };
}

} // namespace shardwright::cudadouble
