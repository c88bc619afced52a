// What lanes of a warp do together: shuffles, votes, matches, reductions.
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Lanes.h"

#include <limits>

namespace shardwright::cudadouble {

namespace {

enum ShuffleMode : uint8_t { Up, Down, Butterfly, Index };

// As PTX defines it: c holds the last lane of a segment in its low bits, and the mask of segments from bit 8 on.
void shuffle(Warp &warp, const Instruction &in) {
  const uint32_t *a = warp.from<uint32_t>(in.from[0]), *b = warp.from<uint32_t>(in.from[1]),
                 *c = warp.from<uint32_t>(in.from[2]);
  uint32_t out[32], valid = 0;
  for (int lane = 0; lane < 32; ++lane) {
    int amount = static_cast<int>(b[lane] & 31), clamp = static_cast<int>(c[lane] & 31),
        segment = static_cast<int>(c[lane] >> 8 & 31);
    int last = (lane & segment) | (clamp & ~segment), first = lane & segment;
    int from = lane;
    bool ok = false;
    switch (in.flags) {
    case Up:
      from = lane - amount;
      ok = from >= last;
      break;
    case Down:
      from = lane + amount;
      ok = from <= last;
      break;
    case Butterfly:
      from = lane ^ amount;
      ok = from <= last;
      break;
    case Index:
      from = first | (amount & ~segment);
      ok = from <= last;
      break;
    }
    if (!ok)
      from = lane;
    valid |= uint32_t(ok) << lane;
    if (warp.exec >> lane & 1 && !(warp.exec >> from & 1)) {
      // What is read is not defined; a GPU says nothing.
      warp.fail(0, "shuffle", static_cast<uint32_t>(lane),
                "a shuffle reads lane " + std::to_string(from) + ", which does not execute it");
    }
    out[lane] = a[from];
  }
  warp.assign(in.to, out);
  if (in.to2 != kNoSlot)
    warp.assignPredicate(in.to2, valid);
}

bool decodeShuffle(Decoder &d) {
  bool sync = d.flag("sync");
  int mode = d.choice("up down bfly idx");
  Type type = d.type();
  if (!sync || mode < 0 || type != Type::B32 || !d.operands(5) || !d.destination(0, type, d.in.to))
    return d.fail("shfl.sync with a mode and the type .b32 is wanted");
  for (size_t i = 0; i < 4; ++i)
    if (!d.source(i + 1, Type::U32, d.in.from[i]))
      return false;
  if (d.operand(0).second != -1 && !d.predicateDestination(d.operand(0).second, d.in.to2))
    return false;
  d.in.flags = static_cast<uint8_t>(mode);
  d.in.flow = Flow::Converge;
  return d.emit(shuffle);
}

enum VoteMode : uint8_t { All, Any, Uniform, Ballot };

void vote(Warp &warp, const Instruction &in) {
  uint32_t bits = warp.predicate(in.from[0]);
  bits = (in.extra->bits ? ~bits : bits) & warp.exec;
  const bool all = bits == warp.exec, any = bits != 0;
  if (in.flags == Ballot) {
    uint32_t out[32];
    std::fill(out, out + 32, bits);
    warp.assign(in.to, out);
    return;
  }
  bool result = in.flags == All ? all : in.flags == Any ? any : all || !any;
  warp.assignPredicate(in.to, result ? ~0u : 0);
}

bool decodeVote(Decoder &d) {
  bool sync = d.flag("sync"), negated;
  int mode = d.choice("all any uni ballot");
  Type type = d.type();
  if (!sync || mode < 0 || type != (mode == Ballot ? Type::B32 : Type::Pred) || !d.operands(3) ||
      !d.predicateSource(d.operand(1), d.in.from[0], negated) || !d.source(2, Type::U32, d.in.from[3]))
    return d.fail("unknown form");
  if (mode == Ballot ? !d.destination(0, Type::B32, d.in.to)
                     : d.operand(0).kind != Operand::Register || !d.predicateDestination(d.operand(0).index, d.in.to))
    return d.fail("unknown form");
  d.extra().bits = negated;
  d.in.flags = static_cast<uint8_t>(mode);
  d.in.flow = Flow::Converge;
  return d.emit(vote);
}

void activeMask(Warp &warp, const Instruction &in) {
  uint32_t out[32];
  std::fill(out, out + 32, warp.exec);
  warp.assign(in.to, out);
}

// flags: 1 all.
template <class T> void match(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]);
  uint32_t out[32] = {}, same = 0;
  for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    for (uint32_t others = warp.exec; others; others &= others - 1)
      if (a[__builtin_ctz(others)] == a[lane])
        out[lane] |= others & -others;
    same |= uint32_t(out[lane] == warp.exec) << lane;
  }
  if (in.flags)
    for (uint32_t lane = 0; lane < 32; ++lane)
      out[lane] = same >> lane & 1 ? warp.exec : 0;
  warp.assign(in.to, out);
  if (in.to2 != kNoSlot)
    warp.assignPredicate(in.to2, same);
}

bool decodeMatch(Decoder &d) {
  int mode = d.choice("any all");
  bool sync = d.flag("sync");
  Type type = d.type();
  if (mode < 0 || !sync || (type != Type::B32 && type != Type::B64) || !d.operands(3) ||
      !d.destination(0, Type::B32, d.in.to) || !d.source(1, type, d.in.from[0]) ||
      !d.source(2, Type::U32, d.in.from[3]))
    return d.fail("unknown form");
  if (d.operand(0).second != -1 && (mode == 0 || !d.predicateDestination(d.operand(0).second, d.in.to2)))
    return d.fail("unknown form");
  d.in.flags = static_cast<uint8_t>(mode);
  d.in.flow = Flow::Converge;
  return d.emit(type == Type::B32 ? match<uint32_t> : match<uint64_t>);
}

enum Reduction : uint8_t { AddAll, MinAll, MaxAll, AndAll, OrAll, XorAll };

template <class T> void reduce(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]);
  T result = a[__builtin_ctz(warp.exec)];
  for (uint32_t rest = warp.exec & (warp.exec - 1); rest; rest &= rest - 1) {
    T value = a[__builtin_ctz(rest)];
    switch (in.flags) {
    case AddAll:
      result = static_cast<T>(static_cast<uint32_t>(result) + static_cast<uint32_t>(value));
      break;
    case MinAll:
      result = std::min(result, value);
      break;
    case MaxAll:
      result = std::max(result, value);
      break;
    case AndAll:
      result &= value;
      break;
    case OrAll:
      result |= value;
      break;
    case XorAll:
      result ^= value;
      break;
    }
  }
  T out[32];
  std::fill(out, out + 32, result);
  warp.assign(in.to, out);
}

// f32 (sm_100): flags as of integers; 16 abs, 32 NaN.
void reduceFloats(Warp &warp, const Instruction &in) {
  const float *a = warp.from<float>(in.from[0]);
  float result = std::numeric_limits<float>::quiet_NaN();
  bool sawNan = false, max = (in.flags & 15) == MaxAll;
  for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
    float value = a[__builtin_ctz(rest)];
    value = in.flags & 16 ? std::fabs(value) : value;
    if (value != value)
      sawNan = true;
    else if (result != result || (max ? value > result || (value == result && !std::signbit(value))
                                      : value < result || (value == result && std::signbit(value))))
      result = value;
  }
  if (in.flags & 32 && sawNan)
    result = std::numeric_limits<float>::quiet_NaN();
  float out[32];
  std::fill(out, out + 32, canonical(result));
  warp.assign(in.to, out);
}

bool decodeReduction(Decoder &d) {
  bool sync = d.flag("sync"), magnitude = d.flag("abs"), nan = d.flag("NaN");
  int operation = d.choice("add min max and or xor");
  Type type = d.type();
  const bool bits = operation >= AndAll, floats = type == Type::F32;
  if (!sync || operation < 0 ||
      (bits ? type != Type::B32 : type != Type::U32 && type != Type::S32 && !(floats && operation != AddAll)) ||
      ((magnitude || nan) && !floats) || !d.operands(3) || !d.destination(0, type, d.in.to) ||
      !d.source(1, type, d.in.from[0]) || !d.source(2, Type::U32, d.in.from[3]))
    return d.fail("unknown form");
  d.in.flags = static_cast<uint8_t>(operation | (magnitude ? 16 : 0) | (nan ? 32 : 0));
  d.in.flow = Flow::Converge;
  return d.emit(floats ? reduceFloats : type == Type::S32 ? reduce<int32_t> : reduce<uint32_t>);
}

// The lowest lane of the mask is elected.
void elect(Warp &warp, const Instruction &in) {
  uint32_t leader = static_cast<uint32_t>(__builtin_ctz(warp.exec));
  uint32_t out[32];
  std::fill(out, out + 32, leader);
  if (in.to != kNoSlot)
    warp.assign(in.to, out);
  warp.assignPredicate(in.to2, 1u << leader);
}

bool decodeElect(Decoder &d) {
  if (!d.flag("sync") || !d.operands(2) || !d.source(1, Type::U32, d.in.from[3]) || d.operand(0).second == -1 ||
      !d.predicateDestination(d.operand(0).second, d.in.to2))
    return d.fail("unknown form");
  if (d.operand(0).kind != Operand::Sink && !d.destination(0, Type::B32, d.in.to))
    return false;
  d.in.flow = Flow::Converge;
  return d.emit(elect);
}

} // namespace

void addWarpOperations(FamilyTable &table) {
  table["shfl"] = decodeShuffle;
  table["vote"] = decodeVote;
  table["match"] = decodeMatch;
  table["redux"] = decodeReduction;
  table["elect"] = decodeElect;
  table["activemask"] = [](Decoder &d) {
    Type type = d.type();
    return type == Type::B32 && d.operands(1) && d.destination(0, type, d.in.to) && d.emit(activeMask);
  };
}

} // namespace shardwright::cudadouble
