// setp, set, testp.
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Lanes.h"

namespace shardwright::cudadouble {

namespace {

// In the order of kOrders.
enum Order : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, Lo, Ls, Hi, Hs, Equ, Neu, Ltu, Leu, Gtu, Geu, Num, Nan };
constexpr std::string_view kOrders = "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan";

template <Order order, class T> bool compares(T a, T b) {
  const bool unordered = a != a || b != b;
  switch (order) {
  case Eq:
    return a == b;
  case Ne:
    return !unordered && a != b;
  case Lt:
  case Lo:
    return a < b;
  case Le:
  case Ls:
    return a <= b;
  case Gt:
  case Hi:
    return a > b;
  case Ge:
  case Hs:
    return a >= b;
  case Equ:
    return unordered || a == b;
  case Neu:
    return unordered || a != b;
  case Ltu:
    return unordered || a < b;
  case Leu:
    return unordered || a <= b;
  case Gtu:
    return unordered || a > b;
  case Geu:
    return unordered || a >= b;
  case Num:
    return !unordered;
  case Nan:
    return unordered;
  }
  return false;
}

struct Plain {
  template <class T> T operator()(T a) const { return a; }
};
struct Flushing {
  template <class T> T operator()(T a) const { return flush(a); }
};
struct FromHalf {
  float operator()(uint16_t a) const { return halfToFloat(a); }
};
struct FromBfloat {
  float operator()(uint16_t a) const { return bfloatToFloat(a); }
};

// Bits of the comparison of 32 lanes. READ makes a comparable value of a register's.
using Comparison = uint32_t (*)(const void *, const void *);
template <Order order, class T, class Read> uint32_t comparison(const void *left, const void *right) {
  const T *a = static_cast<const T *>(left), *b = static_cast<const T *>(right);
  uint8_t out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = compares<order>(Read()(a[lane]), Read()(b[lane]));
  uint32_t bits = 0;
  for (int lane = 0; lane < 32; ++lane)
    bits |= uint32_t(out[lane]) << lane;
  return bits;
}

template <class T, class Read> Comparison ofOrder(int order, bool floats) {
  switch (order) {
  case Eq:
    return comparison<Eq, T, Read>;
  case Ne:
    return comparison<Ne, T, Read>;
  case Lt:
    return comparison<Lt, T, Read>;
  case Le:
    return comparison<Le, T, Read>;
  case Gt:
    return comparison<Gt, T, Read>;
  case Ge:
    return comparison<Ge, T, Read>;
  }
  if (!floats)
    return nullptr;
  switch (order) {
  case Equ:
    return comparison<Equ, T, Read>;
  case Neu:
    return comparison<Neu, T, Read>;
  case Ltu:
    return comparison<Ltu, T, Read>;
  case Leu:
    return comparison<Leu, T, Read>;
  case Gtu:
    return comparison<Gtu, T, Read>;
  case Geu:
    return comparison<Geu, T, Read>;
  case Num:
    return comparison<Num, T, Read>;
  case Nan:
    return comparison<Nan, T, Read>;
  default:
    return nullptr;
  }
}

Comparison comparisonOf(int order, Type type, bool ftz) {
  const bool bits = isBits(type), equality = order == Eq || order == Ne;
  if (bits && !equality)
    return nullptr;
  if (order >= Lo && order <= Hs) { // the unsigned spellings
    if (!isUnsigned(type))
      return nullptr;
    const int plain[] = {Lt, Le, Gt, Ge};
    order = plain[order - Lo];
  }
  switch (type) {
  case Type::B16:
  case Type::U16:
    return ofOrder<uint16_t, Plain>(order, false);
  case Type::B32:
  case Type::U32:
    return ofOrder<uint32_t, Plain>(order, false);
  case Type::B64:
  case Type::U64:
    return ofOrder<uint64_t, Plain>(order, false);
  case Type::S16:
    return ofOrder<int16_t, Plain>(order, false);
  case Type::S32:
    return ofOrder<int32_t, Plain>(order, false);
  case Type::S64:
    return ofOrder<int64_t, Plain>(order, false);
  case Type::F32:
    return ftz ? ofOrder<float, Flushing>(order, true) : ofOrder<float, Plain>(order, true);
  case Type::F64:
    return ofOrder<double, Plain>(order, true);
  case Type::F16:
    return ofOrder<uint16_t, FromHalf>(order, true);
  case Type::BF16:
    return ofOrder<uint16_t, FromBfloat>(order, true);
  default:
    return nullptr;
  }
}

// extra.bits: the comparison; flags: 1 the third source is negated, 2 and, 4 or, 8 xor with it.
uint32_t combined(Warp &warp, const Instruction &in, uint32_t bits) {
  if (!(in.flags & 14))
    return bits;
  uint32_t with = in.flags & 1 ? ~warp.predicate(in.from[2]) : warp.predicate(in.from[2]);
  return in.flags & 2 ? bits & with : in.flags & 4 ? bits | with : bits ^ with;
}

void setPredicates(Warp &warp, const Instruction &in) {
  uint32_t bits =
      reinterpret_cast<Comparison>(in.extra->bits)(warp.from<uint8_t>(in.from[0]), warp.from<uint8_t>(in.from[1]));
  uint32_t first = combined(warp, in, bits);
  if (in.to2 != kNoSlot) {
    uint32_t second = combined(warp, in, ~bits);
    warp.assignPredicate(in.to, first);
    warp.assignPredicate(in.to2, second);
  } else {
    warp.assignPredicate(in.to, first);
  }
}

// Of two values of 16 bits in a register: the first predicate is the lower half's.
void setPairPredicates(Warp &warp, const Instruction &in) {
  const uint16_t *a = warp.from<uint16_t>(in.from[0]), *b = warp.from<uint16_t>(in.from[1]);
  uint16_t parts[2][2][32];
  for (int lane = 0; lane < 32; ++lane)
    for (int half = 0; half < 2; ++half) {
      parts[0][half][lane] = a[2 * lane + half];
      parts[1][half][lane] = b[2 * lane + half];
    }
  Comparison compare = reinterpret_cast<Comparison>(in.extra->bits);
  uint32_t low = combined(warp, in, compare(parts[0][0], parts[1][0])),
           high = combined(warp, in, compare(parts[0][1], parts[1][1]));
  warp.assignPredicate(in.to, low);
  if (in.to2 != kNoSlot)
    warp.assignPredicate(in.to2, high);
}

template <class T> void setValues(Warp &warp, const Instruction &in) {
  uint32_t bits = combined(
      warp, in,
      reinterpret_cast<Comparison>(in.extra->bits)(warp.from<uint8_t>(in.from[0]), warp.from<uint8_t>(in.from[1])));
  T out[32];
  T yes = static_cast<T>(in.extra->slots[0]);
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = bits & (1u << lane) ? yes : T(0);
  warp.assign(in.to, out);
}

bool combination(Decoder &d, size_t at) {
  int how = d.choice("and or xor");
  if (how < 0)
    return d.operands(at);
  bool negated;
  if (!d.operands(at + 1) || !d.predicateSource(d.operand(at), d.in.from[2], negated))
    return false;
  d.in.flags = static_cast<uint8_t>((2u << how) | negated);
  return true;
}

bool decodeSetPredicate(Decoder &d) {
  int order = d.choice(kOrders);
  bool ftz = d.flag("ftz");
  Type type = d.type();
  bool pair = type == Type::F16x2 || type == Type::BF16x2;
  Comparison compare = comparisonOf(order,
                                    type == Type::F16x2    ? Type::F16
                                    : type == Type::BF16x2 ? Type::BF16
                                                           : type,
                                    ftz);
  if (order < 0 || !compare)
    return d.fail("the comparison and the type do not fit");
  if (d.operandCount() < 3 || d.operand(0).kind == Operand::Vector || !combination(d, 3) ||
      !d.source(1, type, d.in.from[0]) || !d.source(2, type, d.in.from[1]))
    return d.fail("unknown form");
  const Operand &to = d.operand(0);
  if (!d.predicateDestination(to.kind == Operand::Sink ? -2 : to.index, d.in.to))
    return false;
  if (to.second != -1 && !d.predicateDestination(to.second, d.in.to2))
    return false;
  d.extra().bits = reinterpret_cast<uint64_t>(compare);
  return d.emit(pair ? setPairPredicates : setPredicates);
}

bool decodeSet(Decoder &d) {
  int order = d.choice(kOrders);
  bool ftz = d.flag("ftz");
  Type to = d.type(), type = d.type();
  Comparison compare = comparisonOf(order, type, ftz);
  if (order < 0 || !compare)
    return d.fail("the comparison and the type do not fit");
  if (!combination(d, 3) || !d.destination(0, to, d.in.to) || !d.source(1, type, d.in.from[0]) ||
      !d.source(2, type, d.in.from[1]))
    return d.fail("unknown form");
  Extra &extra = d.extra();
  extra.bits = reinterpret_cast<uint64_t>(compare);
  extra.slots.push_back(to == Type::F32    ? 0x3f800000
                        : to == Type::F16  ? 0x3c00
                        : to == Type::BF16 ? 0x3f80
                                           : 0xffffffff);
  if (to == Type::U32 || to == Type::S32 || to == Type::F32)
    return d.emit(setValues<uint32_t>);
  return d.emit(to == Type::F16 || to == Type::BF16 || to == Type::U16 || to == Type::S16 ? setValues<uint16_t>
                                                                                          : nullptr);
}

enum Test : int { Finite, Infinite, Number, NotANumber, Normal, Subnormal };

template <class T> void testProperty(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]);
  uint32_t bits = 0;
  for (int lane = 0; lane < 32; ++lane) {
    int kind = std::fpclassify(a[lane]);
    bool yes = false;
    switch (in.flags) {
    case Finite:
      yes = kind != FP_NAN && kind != FP_INFINITE;
      break;
    case Infinite:
      yes = kind == FP_INFINITE;
      break;
    case Number:
      yes = kind != FP_NAN;
      break;
    case NotANumber:
      yes = kind == FP_NAN;
      break;
    case Normal:
      yes = kind == FP_NORMAL || kind == FP_ZERO; // as a GPU has it
      break;
    case Subnormal:
      yes = kind == FP_SUBNORMAL;
      break;
    }
    bits |= uint32_t(yes) << lane;
  }
  warp.assignPredicate(in.to, bits);
}

bool decodeTest(Decoder &d) {
  int test = d.choice("finite infinite number notanumber normal subnormal");
  Type type = d.type();
  if (test < 0 || !d.operands(2) || d.operand(0).kind != Operand::Register ||
      !d.predicateDestination(d.operand(0).index, d.in.to) || !d.source(1, type, d.in.from[0]))
    return d.fail("unknown form");
  d.in.flags = static_cast<uint8_t>(test);
  return d.emit(type == Type::F32 ? testProperty<float> : type == Type::F64 ? testProperty<double> : nullptr);
}

} // namespace

void addComparisons(FamilyTable &table) {
  table["setp"] = decodeSetPredicate;
  table["set"] = decodeSet;
  table["testp"] = decodeTest;
}

} // namespace shardwright::cudadouble
