// mov, cvta, isspacep, selp, slct.
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Lanes.h"
#include "test/cuda-double/machine/Launch.h"

namespace shardwright::cudadouble {

namespace {

struct Same {
  template <class T> T operator()(T a) const { return a; }
};

Handler copyOf(unsigned bytes) {
  return bytes == 2   ? unaryLanes<uint16_t, uint16_t, Same>
         : bytes == 4 ? unaryLanes<uint32_t, uint32_t, Same>
         : bytes == 8 ? unaryLanes<uint64_t, uint64_t, Same>
                      : nullptr;
}

void movePredicate(Warp &warp, const Instruction &in) {
  warp.assignPredicate(in.to, in.flags ? ~warp.predicate(in.from[0]) : warp.predicate(in.from[0]));
}

// The parts of a register of sizeof(Part) bytes each, lowest first, from or to registers of their own.
template <class Whole, class Part> void unpack(Warp &warp, const Instruction &in) {
  const Part *whole = warp.from<Part>(in.from[0]);
  constexpr size_t count = sizeof(Whole) / sizeof(Part);
  Part parts[count][32];
  for (size_t i = 0; i < count; ++i)
    for (size_t lane = 0; lane < 32; ++lane)
      parts[i][lane] = whole[lane * count + i];
  for (size_t i = 0; i < count; ++i)
    if (in.extra->slots[i] != kNoSlot)
      warp.assign(in.extra->slots[i], parts[i]);
}

template <class Whole, class Part> void pack(Warp &warp, const Instruction &in) {
  constexpr size_t count = sizeof(Whole) / sizeof(Part);
  Whole out[32];
  for (size_t lane = 0; lane < 32; ++lane) {
    Part parts[count];
    for (size_t i = 0; i < count; ++i)
      parts[i] = warp.from<Part>(in.extra->slots[i])[lane];
    std::memcpy(&out[lane], parts, sizeof(Whole));
  }
  warp.assign(in.to, out);
}

struct Wide {
  uint64_t low, high;
};

Handler partsHandler(unsigned bytes, size_t count, bool packs) {
  if (bytes == 4 && count == 2)
    return packs ? pack<uint32_t, uint16_t> : unpack<uint32_t, uint16_t>;
  if (bytes == 8 && count == 2)
    return packs ? pack<uint64_t, uint32_t> : unpack<uint64_t, uint32_t>;
  if (bytes == 8 && count == 4)
    return packs ? pack<uint64_t, uint16_t> : unpack<uint64_t, uint16_t>;
  if (bytes == 16 && count == 2)
    return packs ? pack<Wide, uint64_t> : unpack<Wide, uint64_t>;
  return nullptr;
}

template <class T> void moveClock(Warp &warp, const Instruction &in) {
  const Launch &launch = *warp.block->launch;
  // Instructions stand for cycles and nanoseconds: time passes, and is the same in every run.
  uint64_t time = launch.time + warp.steps;
  T out[32];
  for (T &each : out)
    each = static_cast<T>(in.flags ? time >> 32 : time);
  warp.assign(in.to, out);
}

template <class T> void moveLocalAddress(Warp &warp, const Instruction &in) {
  T out[32];
  for (T &each : out)
    each = static_cast<T>(in.extra->bits + warp.frames[static_cast<size_t>(warp.frame())].localBase);
  warp.assign(in.to, out);
}

bool decodeParts(Decoder &d, Type type, bool packs) {
  const Operand &vector = d.operand(packs ? 1 : 0);
  const size_t count = vector.elements.size();
  const unsigned bytes = sizeOf(type);
  if (count == 0 || (bytes / count != 2 && bytes / count != 4 && bytes / count != 8))
    return d.fail("a vector of " + std::to_string(count) + " in " + std::to_string(bytes) + " bytes");
  Type part = bytes / count == 2 ? Type::B16 : bytes / count == 4 ? Type::B32 : Type::B64;
  Extra &extra = d.extra();
  for (const Operand &each : vector.elements)
    if (!(packs ? d.source(each, part, extra.slots.emplace_back())
                : d.destination(each, part, extra.slots.emplace_back())))
      return false;
  if (!(packs ? d.destination(0, type, d.in.to) : d.source(1, type, d.in.from[0])))
    return false;
  return d.emit(partsHandler(bytes, count, packs));
}

bool decodeMove(Decoder &d) {
  Type type = d.type();
  if (!d.operands(2))
    return false;
  if (type == Type::Pred) {
    bool negated;
    if (d.operand(0).kind != Operand::Register || !d.predicateDestination(d.operand(0).index, d.in.to) ||
        !d.predicateSource(d.operand(1), d.in.from[0], negated))
      return d.fail("the operands are no predicates");
    d.in.flags = negated;
    return d.emit(movePredicate);
  }
  if (type == Type::None)
    return d.fail("a type is wanted");
  if (d.operand(0).kind == Operand::Vector || d.operand(1).kind == Operand::Vector)
    return decodeParts(d, type, d.operand(1).kind == Operand::Vector);
  if (!d.destination(0, type, d.in.to))
    return false;
  const Operand &from = d.operand(1);
  if (from.kind == Operand::SpecialRegister) {
    Special which = static_cast<Special>(from.index);
    bool wide = which == Special::Clock64 || which == Special::GlobalTimer;
    bool clock = which >= Special::Clock && which <= Special::GlobalTimerHi;
    d.in.flags = which == Special::ClockHi || which == Special::GlobalTimerHi;
    if (clock) {
      if (sizeOf(type) != (wide ? 8 : 4))
        return d.fail("'" + std::string(from.name) + "' has " + (wide ? "8" : "4") + " bytes");
      return d.emit(wide ? moveClock<uint64_t> : moveClock<uint32_t>);
    }
  }
  if (from.kind == Operand::Symbol && from.variable->space == Space::Local) {
    uint64_t offset;
    if (!d.variableAddress(*from.variable, offset))
      return false;
    d.extra().bits = offset + static_cast<uint64_t>(from.offset);
    return d.emit(sizeOf(type) == 8   ? moveLocalAddress<uint64_t>
                  : sizeOf(type) == 4 ? moveLocalAddress<uint32_t>
                                      : nullptr);
  }
  return d.source(1, type, d.in.from[0]) && d.emit(copyOf(sizeOf(type)));
}

uint64_t windowOf(int space) {
  // In the order of the choices below; .global and .const addresses are generic ones.
  const uint64_t windows[] = {0, kSharedWindow, kSharedWindow, kLocalWindow, 0, kParamWindow, kParamWindow};
  return windows[space];
}

constexpr std::string_view kSpaceNames = "global shared shared::cta local const param param::entry";

template <class T> void addWindow(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]);
  T out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = static_cast<T>(a[lane] + in.extra->bits);
  warp.assign(in.to, out);
}

bool decodeConvertAddress(Decoder &d) {
  bool to = d.flag("to");
  int space = d.choice(kSpaceNames);
  Type type = d.type();
  if (space < 0 || type != Type::U64 || !d.operands(2))
    return d.fail("a space and the type .u64 are wanted");
  if (!d.destination(0, type, d.in.to))
    return false;
  uint64_t window = windowOf(space);
  if (d.operand(1).kind == Operand::Symbol && d.operand(1).variable->space == Space::Local) {
    uint64_t offset;
    if (to || !d.variableAddress(*d.operand(1).variable, offset))
      return d.fail("a .local variable is no generic address");
    d.extra().bits = offset + window + static_cast<uint64_t>(d.operand(1).offset);
    return d.emit(moveLocalAddress<uint64_t>);
  }
  d.extra().bits = to ? 0 - window : window;
  return d.source(1, type, d.in.from[0]) && d.emit(addWindow<uint64_t>);
}

void isInSpace(Warp &warp, const Instruction &in) {
  const uint64_t *a = warp.from<uint64_t>(in.from[0]);
  uint64_t window = in.extra->bits;
  uint32_t bits = 0;
  for (int lane = 0; lane < 32; ++lane) {
    bool inWindow = a[lane] >= kSharedWindow && a[lane] < kParamWindow + kWindowBytes;
    bits |= uint32_t(window ? a[lane] >= window && a[lane] < window + kWindowBytes : !inWindow) << lane;
  }
  warp.assignPredicate(in.to, bits);
}

bool decodeIsSpace(Decoder &d) {
  int space = d.choice(kSpaceNames);
  if (space < 0 || space == 4 || !d.operands(2) || d.operand(0).kind != Operand::Register ||
      !d.predicateDestination(d.operand(0).index, d.in.to))
    return d.fail("a space and a predicate are wanted");
  d.extra().bits = windowOf(space);
  return d.source(1, Type::B64, d.in.from[0]) && d.emit(isInSpace);
}

template <class T> void select(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  const uint32_t bits = in.flags ? ~warp.predicate(in.from[2]) : warp.predicate(in.from[2]);
  T out[32];
  for (unsigned lane = 0; lane < 32; ++lane)
    out[lane] = bits & (1u << lane) ? a[lane] : b[lane];
  warp.assign(in.to, out);
}

Handler selectOf(unsigned bytes) {
  return bytes == 2 ? select<uint16_t> : bytes == 4 ? select<uint32_t> : bytes == 8 ? select<uint64_t> : nullptr;
}

bool decodeSelect(Decoder &d) {
  Type type = d.type();
  bool negated = false;
  if (type == Type::None || !d.operands(4) || !d.destination(0, type, d.in.to) || !d.source(1, type, d.in.from[0]) ||
      !d.source(2, type, d.in.from[1]) || !d.predicateSource(d.operand(3), d.in.from[2], negated))
    return d.fail("unknown form");
  d.in.flags = negated;
  return d.emit(selectOf(sizeOf(type)));
}

template <class T, class C> void selectBySign(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  const C *c = warp.from<C>(in.from[2]);
  const C least = in.flags ? -static_cast<C>(std::numeric_limits<float>::min()) : C(0); // with .ftz denormals are zeros
  T out[32];
  for (unsigned lane = 0; lane < 32; ++lane)
    out[lane] = c[lane] >= 0 || (in.flags && c[lane] > least)
                    ? a[lane]
                    : b[lane]; // -0 is not less than 0, a NaN selects the second
  warp.assign(in.to, out);
}

bool decodeSelectBySign(Decoder &d) {
  bool ftz = d.flag("ftz");
  Type type = d.type(), by = d.type();
  if ((by != Type::S32 && by != Type::F32) || !d.operands(4) || !d.destination(0, type, d.in.to) ||
      !d.source(1, type, d.in.from[0]) || !d.source(2, type, d.in.from[1]) || !d.source(3, by, d.in.from[2]))
    return d.fail("unknown form");
  unsigned bytes = sizeOf(type);
  d.in.flags = ftz && by == Type::F32;
  if (by == Type::S32)
    return d.emit(bytes == 2   ? selectBySign<uint16_t, int32_t>
                  : bytes == 4 ? selectBySign<uint32_t, int32_t>
                               : selectBySign<uint64_t, int32_t>);
  return d.emit(bytes == 2   ? selectBySign<uint16_t, float>
                : bytes == 4 ? selectBySign<uint32_t, float>
                             : selectBySign<uint64_t, float>);
}

} // namespace

void addMoves(FamilyTable &table) {
  table["mov"] = decodeMove;
  table["cvta"] = decodeConvertAddress;
  table["isspacep"] = decodeIsSpace;
  table["selp"] = decodeSelect;
  table["slct"] = decodeSelectBySign;
}

} // namespace shardwright::cudadouble
