// Logic, shifts, fields of bits, bytes.
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Lanes.h"

namespace shardwright::cudadouble {

namespace {

#define LANE_BINARY(Name, expression)                                                                                  \
  struct Name {                                                                                                        \
    template <class T> T operator()(T a, T b) const { return static_cast<T>(expression); }                             \
  };
LANE_BINARY(And, a &b)
LANE_BINARY(Or, a | b)
LANE_BINARY(Xor, a ^ b)
#undef LANE_BINARY

struct Not {
  template <class T> T operator()(T a) const { return static_cast<T>(~a); }
};
struct LogicalNot {
  template <class T> T operator()(T a) const { return a == 0; }
};
// Amounts beyond the width give zero, or the sign.
struct ShiftLeft {
  template <class T> T operator()(T a, uint32_t b) const {
    return b >= 8 * sizeof(T) ? T(0) : static_cast<T>(static_cast<uint64_t>(a) << b);
  }
};
struct ShiftRight {
  template <class T> T operator()(T a, uint32_t b) const {
    const unsigned width = 8 * sizeof(T);
    if (b >= width)
      return a < 0 ? static_cast<T>(-1) : T(0);
    return static_cast<T>(a >> b);
  }
};
struct CountOnes {
  template <class T> uint32_t operator()(T a) const { return static_cast<uint32_t>(__builtin_popcountll(a)); }
};
struct LeadingZeros {
  template <class T> uint32_t operator()(T a) const {
    return a ? static_cast<uint32_t>(__builtin_clzll(a)) - (64 - 8 * sizeof(T)) : 8 * sizeof(T);
  }
};
struct Reverse {
  template <class T> T operator()(T a) const {
    T out = 0;
    for (unsigned bit = 0; bit < 8 * sizeof(T); ++bit)
      out |= (a >> bit & 1) << (8 * sizeof(T) - 1 - bit);
    return out;
  }
};
// PTX: the position of the highest bit that differs from the sign; all ones if there is none.
template <bool shifts> struct FindHighest {
  template <class T> uint32_t operator()(T a) const {
    using U = std::make_unsigned_t<T>;
    U bits = a < 0 ? static_cast<U>(~a) : static_cast<U>(a);
    if (bits == 0)
      return ~0u;
    uint32_t position = 63 - static_cast<uint32_t>(__builtin_clzll(bits));
    return shifts ? static_cast<uint32_t>(8 * sizeof(T)) - 1 - position : position;
  }
};
struct ExtractField {
  template <class T> T operator()(T a, uint32_t b, uint32_t c) const {
    const uint32_t top = 8 * sizeof(T) - 1;
    // Of 64 bits, where ptxas makes instructions of it, all of b and c counts.
    uint32_t position = top == 31 ? b & 0xff : std::min(b, 255u), length = top == 31 ? c & 0xff : std::min(c, 255u);
    bool sign = false;
    if (std::is_signed_v<T> && length != 0)
      sign = a >> std::min(position + length - 1, top) & 1;
    using U = std::make_unsigned_t<T>;
    U out = 0;
    for (uint32_t bit = 0; bit <= top; ++bit) {
      bool set = bit < length && position + bit <= top ? (a >> (position + bit) & 1) : sign;
      out |= static_cast<U>(set) << bit;
    }
    return static_cast<T>(out);
  }
};
// Of length 0, PTX has zero also for signed ones; SIGN above is false then.

template <class T> void insertField(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  const uint32_t *c = warp.from<uint32_t>(in.from[2]), *e = warp.from<uint32_t>(in.from[3]);
  const uint32_t width = 8 * sizeof(T);
  T out[32];
  for (int lane = 0; lane < 32; ++lane) {
    uint32_t position = width == 32 ? c[lane] & 0xff : std::min(c[lane], 255u);
    uint32_t length = width == 32 ? e[lane] & 0xff : std::min(e[lane], 255u);
    T result = b[lane];
    for (uint32_t bit = 0; bit < length && position + bit < width; ++bit) {
      T mask = T(1) << (position + bit);
      result = a[lane] >> bit & 1 ? result | mask : result & ~mask;
    }
    out[lane] = result;
  }
  warp.assign(in.to, out);
}

struct BitMask {
  uint32_t operator()(uint32_t a, uint32_t b, bool wraps) const {
    if (wraps)
      a &= 31, b &= 31;
    if (a >= 32 || b == 0)
      return 0;
    return (b >= 32 ? ~0u : (1u << b) - 1) << a;
  }
};
void makeMask(Warp &warp, const Instruction &in) {
  const uint32_t *a = warp.from<uint32_t>(in.from[0]), *b = warp.from<uint32_t>(in.from[1]);
  uint32_t out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = BitMask()(a[lane], b[lane], in.flags);
  warp.assign(in.to, out);
}

// szext: the low b bits, with the sign where signed. flags: 1 signed, 2 wraps.
void extend(Warp &warp, const Instruction &in) {
  const uint32_t *a = warp.from<uint32_t>(in.from[0]), *b = warp.from<uint32_t>(in.from[1]);
  uint32_t out[32];
  for (int lane = 0; lane < 32; ++lane) {
    uint32_t length = in.flags & 2 ? b[lane] & 31 : b[lane];
    if (length >= 32)
      out[lane] = a[lane];
    else if (length == 0)
      out[lane] = 0;
    else if (in.flags & 1)
      out[lane] = static_cast<uint32_t>(static_cast<int32_t>(a[lane] << (32 - length)) >> (32 - length));
    else
      out[lane] = a[lane] & ((1u << length) - 1);
  }
  warp.assign(in.to, out);
}

// flags: the lookup table of three bits.
void anyLogic(Warp &warp, const Instruction &in) {
  const uint32_t *a = warp.from<uint32_t>(in.from[0]), *b = warp.from<uint32_t>(in.from[1]),
                 *c = warp.from<uint32_t>(in.from[2]);
  uint32_t term[8], out[32];
  for (int i = 0; i < 8; ++i)
    term[i] = in.flags >> i & 1 ? ~0u : 0;
  for (int lane = 0; lane < 32; ++lane) {
    uint32_t x = a[lane], y = b[lane], z = c[lane];
    out[lane] = (term[0] & ~x & ~y & ~z) | (term[1] & ~x & ~y & z) | (term[2] & ~x & y & ~z) | (term[3] & ~x & y & z) |
                (term[4] & x & ~y & ~z) | (term[5] & x & ~y & z) | (term[6] & x & y & ~z) | (term[7] & x & y & z);
  }
  warp.assign(in.to, out);
}

// flags: 1 left, 2 clamps.
void funnelShift(Warp &warp, const Instruction &in) {
  const uint32_t *a = warp.from<uint32_t>(in.from[0]), *b = warp.from<uint32_t>(in.from[1]),
                 *c = warp.from<uint32_t>(in.from[2]);
  uint32_t out[32];
  for (int lane = 0; lane < 32; ++lane) {
    uint32_t amount = in.flags & 2 ? std::min(c[lane], 32u) : c[lane] & 31;
    uint64_t both = uint64_t(b[lane]) << 32 | a[lane];
    out[lane] = in.flags & 1 ? static_cast<uint32_t>(both << amount >> 32) : static_cast<uint32_t>(both >> amount);
    if (in.flags & 1 && amount == 32)
      out[lane] = a[lane];
  }
  warp.assign(in.to, out);
}

// flags: 0 by selectors of 4 bits, else the mode.
void permuteBytes(Warp &warp, const Instruction &in) {
  const uint32_t *a = warp.from<uint32_t>(in.from[0]), *b = warp.from<uint32_t>(in.from[1]),
                 *c = warp.from<uint32_t>(in.from[2]);
  // Selectors by the two lowest bits of c: f4e, b4e, rc8, ecl, ecr, rc16.
  static const uint8_t modes[6][4][4] = {{{0, 1, 2, 3}, {1, 2, 3, 4}, {2, 3, 4, 5}, {3, 4, 5, 6}},
                                         {{0, 7, 6, 5}, {1, 0, 7, 6}, {2, 1, 0, 7}, {3, 2, 1, 0}},
                                         {{0, 0, 0, 0}, {1, 1, 1, 1}, {2, 2, 2, 2}, {3, 3, 3, 3}},
                                         {{0, 1, 2, 3}, {1, 1, 2, 3}, {2, 2, 2, 3}, {3, 3, 3, 3}},
                                         {{0, 0, 0, 0}, {0, 1, 1, 1}, {0, 1, 2, 2}, {0, 1, 2, 3}},
                                         {{0, 1, 0, 1}, {2, 3, 2, 3}, {0, 1, 0, 1}, {2, 3, 2, 3}}};
  uint32_t out[32];
  for (int lane = 0; lane < 32; ++lane) {
    uint64_t both = uint64_t(b[lane]) << 32 | a[lane];
    uint32_t result = 0;
    for (int i = 0; i < 4; ++i) {
      uint32_t selector = in.flags ? modes[in.flags - 1][c[lane] & 3][i] : c[lane] >> (4 * i) & 15;
      uint32_t byte = static_cast<uint32_t>(both >> (8 * (selector & 7))) & 0xff;
      if (selector & 8)
        byte = byte & 0x80 ? 0xff : 0;
      result |= byte << (8 * i);
    }
    out[lane] = result;
  }
  warp.assign(in.to, out);
}

// flags: 1 a signed, 2 b signed; 4 of two 16-bit values with bytes, 8 the upper two bytes.
void dotProduct(Warp &warp, const Instruction &in) {
  const uint32_t *a = warp.from<uint32_t>(in.from[0]), *b = warp.from<uint32_t>(in.from[1]),
                 *c = warp.from<uint32_t>(in.from[2]);
  auto byte = [](uint32_t word, int i, bool isSigned) {
    return isSigned ? int64_t(static_cast<int8_t>(word >> (8 * i))) : int64_t(static_cast<uint8_t>(word >> (8 * i)));
  };
  uint32_t out[32];
  for (int lane = 0; lane < 32; ++lane) {
    int64_t sum = 0;
    for (int i = 0; i < (in.flags & 4 ? 2 : 4); ++i) {
      int64_t x = in.flags & 4 ? (in.flags & 1 ? int64_t(static_cast<int16_t>(a[lane] >> (16 * i)))
                                               : int64_t(static_cast<uint16_t>(a[lane] >> (16 * i))))
                               : byte(a[lane], i, in.flags & 1);
      sum += x * byte(b[lane], in.flags & 8 ? i + 2 : i, in.flags & 2);
    }
    out[lane] = c[lane] + static_cast<uint32_t>(sum);
  }
  warp.assign(in.to, out);
}

template <class Op> Handler bitwise(unsigned bytes) {
  return bytes == 2   ? binaryLanes<uint16_t, uint16_t, uint16_t, Op>
         : bytes == 4 ? binaryLanes<uint32_t, uint32_t, uint32_t, Op>
         : bytes == 8 ? binaryLanes<uint64_t, uint64_t, uint64_t, Op>
                      : nullptr;
}
template <class Op> Handler bitwiseUnary(unsigned bytes) {
  return bytes == 2   ? unaryLanes<uint16_t, uint16_t, Op>
         : bytes == 4 ? unaryLanes<uint32_t, uint32_t, Op>
         : bytes == 8 ? unaryLanes<uint64_t, uint64_t, Op>
                      : nullptr;
}

// Of predicates. flags: 0 and, 1 or, 2 xor, 3 not; 4 and 8: the sources are negated.
void predicateLogic(Warp &warp, const Instruction &in) {
  uint32_t a = warp.predicate(in.from[0]), b = in.from[1] == kNoSlot ? 0 : warp.predicate(in.from[1]);
  a = in.flags & 4 ? ~a : a;
  b = in.flags & 8 ? ~b : b;
  const unsigned how = in.flags & 3;
  warp.assignPredicate(in.to, how == 0 ? a & b : how == 1 ? a | b : how == 2 ? a ^ b : ~a);
}

bool decodePredicateLogic(Decoder &d, unsigned how) {
  bool negated[2] = {false, false};
  size_t sources = how == 3 ? 1 : 2;
  if (!d.operands(sources + 1) || d.operand(0).kind != Operand::Register ||
      !d.predicateDestination(d.operand(0).index, d.in.to))
    return d.fail("unknown form");
  for (size_t i = 0; i < sources; ++i)
    if (!d.predicateSource(d.operand(i + 1), d.in.from[i], negated[i]))
      return false;
  d.in.flags = static_cast<uint8_t>(how | (negated[0] ? 4 : 0) | (negated[1] ? 8 : 0));
  return d.emit(predicateLogic);
}

// TYPES of the sources; the result has the first one's unless RESULT says otherwise.
bool fields(Decoder &d, Type result, std::initializer_list<Type> types) {
  if (!d.operands(types.size() + 1) || !d.destination(0, result, d.in.to))
    return false;
  size_t i = 0;
  for (Type type : types) {
    if (!d.source(i + 1, type, d.in.from[i]))
      return false;
    ++i;
  }
  return true;
}

template <class Op, unsigned how> bool decodeLogic(Decoder &d) {
  Type type = d.type();
  if (type == Type::Pred)
    return decodePredicateLogic(d, how);
  return isBits(type) && fields(d, type, {type, type}) ? d.emit(bitwise<Op>(sizeOf(type)))
                                                       : d.fail("a type of bits is wanted");
}

bool decodeNot(Decoder &d) {
  Type type = d.type();
  if (type == Type::Pred)
    return decodePredicateLogic(d, 3);
  return isBits(type) && fields(d, type, {type}) ? d.emit(bitwiseUnary<Not>(sizeOf(type)))
                                                 : d.fail("a type of bits is wanted");
}

template <class T> struct RightOf { static constexpr Handler handler = binaryLanes<T, T, uint32_t, ShiftRight>; };
template <class T> struct LeftOf { static constexpr Handler handler = binaryLanes<T, T, uint32_t, ShiftLeft>; };
template <class T> struct FieldOf {
  static constexpr Handler handler = ternaryLanes<T, T, uint32_t, uint32_t, ExtractField>;
};

bool decodeShift(Decoder &d, bool left) {
  Type type = d.type();
  if (!fields(d, type, {type, Type::U32}))
    return d.fail("unknown form");
  return d.emit(left ? (isBits(type) ? forInteger<LeftOf>(type) : nullptr) : forInteger<RightOf>(type));
}

bool decodeFindHighest(Decoder &d) {
  bool shifts = d.flag("shiftamt");
  Type type = d.type();
  if (!fields(d, Type::U32, {type}))
    return false;
  switch (type) {
  case Type::U32:
    return d.emit(shifts ? unaryLanes<uint32_t, uint32_t, FindHighest<true>>
                         : unaryLanes<uint32_t, uint32_t, FindHighest<false>>);
  case Type::S32:
    return d.emit(shifts ? unaryLanes<uint32_t, int32_t, FindHighest<true>>
                         : unaryLanes<uint32_t, int32_t, FindHighest<false>>);
  case Type::U64:
    return d.emit(shifts ? unaryLanes<uint32_t, uint64_t, FindHighest<true>>
                         : unaryLanes<uint32_t, uint64_t, FindHighest<false>>);
  case Type::S64:
    return d.emit(shifts ? unaryLanes<uint32_t, int64_t, FindHighest<true>>
                         : unaryLanes<uint32_t, int64_t, FindHighest<false>>);
  default:
    return d.emit(nullptr);
  }
}

bool constantOperand(Decoder &d, size_t i, int64_t most, int64_t &value) {
  if (d.operand(i).kind != Operand::Integer || d.operand(i).offset < 0 || d.operand(i).offset > most)
    return d.fail("operand " + std::to_string(i + 1) + " is a constant up to " + std::to_string(most));
  value = d.operand(i).offset;
  return true;
}

bool decodeAnyLogic(Decoder &d) {
  Type type = d.type();
  int64_t lookup = 0;
  if (type != Type::B32 || !d.operands(5) || !constantOperand(d, 4, 255, lookup) || !d.destination(0, type, d.in.to))
    return d.fail("unknown form");
  for (size_t i = 0; i < 3; ++i)
    if (!d.source(i + 1, type, d.in.from[i]))
      return false;
  d.in.flags = static_cast<uint8_t>(lookup);
  return d.emit(anyLogic);
}

bool decodeDotProduct(Decoder &d, bool two) {
  int half = two ? d.choice("lo hi") : 0;
  Type a = d.type(), b = d.type();
  if (half < 0 || (a != Type::U32 && a != Type::S32) || (b != Type::U32 && b != Type::S32) ||
      !fields(d, Type::U32, {Type::U32, Type::U32, Type::U32}))
    return d.fail("unknown form");
  d.in.flags = static_cast<uint8_t>((a == Type::S32) | (b == Type::S32) << 1 | two << 2 | (half == 1) << 3);
  return d.emit(dotProduct);
}

} // namespace

void addBits(FamilyTable &table) {
  table["and"] = decodeLogic<And, 0>;
  table["or"] = decodeLogic<Or, 1>;
  table["xor"] = decodeLogic<Xor, 2>;
  table["not"] = decodeNot;
  table["cnot"] = [](Decoder &d) {
    Type type = d.type();
    return isBits(type) && fields(d, type, {type}) && d.emit(bitwiseUnary<LogicalNot>(sizeOf(type)));
  };
  table["shl"] = [](Decoder &d) { return decodeShift(d, true); };
  table["shr"] = [](Decoder &d) { return decodeShift(d, false); };
  table["popc"] = [](Decoder &d) {
    Type type = d.type();
    return fields(d, Type::U32, {type}) && d.emit(type == Type::B32   ? unaryLanes<uint32_t, uint32_t, CountOnes>
                                                  : type == Type::B64 ? unaryLanes<uint32_t, uint64_t, CountOnes>
                                                                      : nullptr);
  };
  table["clz"] = [](Decoder &d) {
    Type type = d.type();
    return fields(d, Type::U32, {type}) && d.emit(type == Type::B32   ? unaryLanes<uint32_t, uint32_t, LeadingZeros>
                                                  : type == Type::B64 ? unaryLanes<uint32_t, uint64_t, LeadingZeros>
                                                                      : nullptr);
  };
  table["brev"] = [](Decoder &d) {
    Type type = d.type();
    return fields(d, type, {type}) && d.emit(type == Type::B32   ? unaryLanes<uint32_t, uint32_t, Reverse>
                                             : type == Type::B64 ? unaryLanes<uint64_t, uint64_t, Reverse>
                                                                 : nullptr);
  };
  table["bfind"] = decodeFindHighest;
  table["bfe"] = [](Decoder &d) {
    Type type = d.type();
    return isInteger(type) && sizeOf(type) >= 4 && fields(d, type, {type, Type::U32, Type::U32}) &&
           d.emit(forInteger<FieldOf>(type));
  };
  table["bfi"] = [](Decoder &d) {
    Type type = d.type();
    return fields(d, type, {type, type, Type::U32, Type::U32}) && d.emit(type == Type::B32   ? insertField<uint32_t>
                                                                         : type == Type::B64 ? insertField<uint64_t>
                                                                                             : nullptr);
  };
  table["bmsk"] = [](Decoder &d) {
    int mode = d.choice("clamp wrap");
    Type type = d.type();
    d.in.flags = mode == 1;
    return mode >= 0 && type == Type::B32 && fields(d, type, {type, type}) && d.emit(makeMask);
  };
  table["szext"] = [](Decoder &d) {
    int mode = d.choice("clamp wrap");
    Type type = d.type();
    d.in.flags = static_cast<uint8_t>((type == Type::S32) | (mode == 1) << 1);
    return mode >= 0 && (type == Type::S32 || type == Type::U32) && fields(d, type, {type, Type::U32}) &&
           d.emit(extend);
  };
  table["lop3"] = decodeAnyLogic;
  table["shf"] = [](Decoder &d) {
    int direction = d.choice("l r"), mode = d.choice("clamp wrap");
    Type type = d.type();
    d.in.flags = static_cast<uint8_t>((direction == 0) | (mode == 0) << 1);
    return direction >= 0 && mode >= 0 && type == Type::B32 && fields(d, type, {type, type, type}) &&
           d.emit(funnelShift);
  };
  table["prmt"] = [](Decoder &d) {
    Type type = d.type();
    d.in.flags = static_cast<uint8_t>(d.choice("f4e b4e rc8 ecl ecr rc16") + 1);
    return type == Type::B32 && fields(d, type, {type, type, type}) && d.emit(permuteBytes);
  };
  table["dp4a"] = [](Decoder &d) { return decodeDotProduct(d, false); };
  table["dp2a"] = [](Decoder &d) { return decodeDotProduct(d, true); };
}

} // namespace shardwright::cudadouble
