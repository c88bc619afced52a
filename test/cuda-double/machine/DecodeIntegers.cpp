// Integer arithmetic.
#include "test/cuda-double/machine/Families.h"
#include "test/cuda-double/machine/Lanes.h"

#include <type_traits>

namespace shardwright::cudadouble {

namespace {

template <class T> using Unsigned = std::make_unsigned_t<T>;
// Wide enough that the arithmetic of 16 bits is not done in (signed) int.
template <class T> using Work = std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>;
template <class T>
using Double = std::conditional_t<sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, __int128, unsigned __int128>,
                                  std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;

struct Add {
  template <class T> T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Work<T>>(a) + static_cast<Work<T>>(b));
  }
};
struct Sub {
  template <class T> T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Work<T>>(a) - static_cast<Work<T>>(b));
  }
};
struct MulLow {
  template <class T> T operator()(T a, T b) const {
    return static_cast<T>(static_cast<Work<T>>(a) * static_cast<Work<T>>(b));
  }
};
struct MulHigh {
  template <class T> T operator()(T a, T b) const {
    return static_cast<T>((static_cast<Double<T>>(a) * b) >> (8 * sizeof(T)));
  }
};
struct MadLow {
  template <class T> T operator()(T a, T b, T c) const { return Add()(MulLow()(a, b), c); }
};
struct MadHigh {
  template <class T> T operator()(T a, T b, T c) const { return Add()(MulHigh()(a, b), c); }
};
// What division by zero gives is not defined; a GPU gives all ones, and the dividend as remainder.
struct Div {
  template <class T> T operator()(T a, T b) const {
    if (b == 0)
      return static_cast<T>(~T(0));
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return static_cast<T>(Work<T>(0) - static_cast<Work<T>>(a));
    return static_cast<T>(a / b);
  }
};
struct Rem {
  template <class T> T operator()(T a, T b) const {
    if (b == 0)
      return a;
    if (std::is_signed_v<T> && b == static_cast<T>(-1))
      return 0;
    return static_cast<T>(a % b);
  }
};
struct Min {
  template <class T> T operator()(T a, T b) const { return a < b ? a : b; }
};
struct Max {
  template <class T> T operator()(T a, T b) const { return a > b ? a : b; }
};
struct MinRelu {
  template <class T> T operator()(T a, T b) const { return Max()(Min()(a, b), T(0)); }
};
struct MaxRelu {
  template <class T> T operator()(T a, T b) const { return Max()(Max()(a, b), T(0)); }
};
struct Abs {
  template <class T> T operator()(T a) const {
    return a < 0 ? static_cast<T>(Work<T>(0) - static_cast<Work<T>>(a)) : a;
  }
};
struct Neg {
  template <class T> T operator()(T a) const { return static_cast<T>(Work<T>(0) - static_cast<Work<T>>(a)); }
};
struct Sad {
  template <class T> T operator()(T a, T b, T c) const { return Add()(c, a < b ? Sub()(b, a) : Sub()(a, b)); }
};
struct AddSaturated {
  int32_t operator()(int32_t a, int32_t b) const { return clamp(int64_t(a) + b); }
  static int32_t clamp(int64_t value) {
    return static_cast<int32_t>(std::min<int64_t>(std::max<int64_t>(value, INT32_MIN), INT32_MAX));
  }
};
struct SubSaturated {
  int32_t operator()(int32_t a, int32_t b) const { return AddSaturated::clamp(int64_t(a) - b); }
};
struct MadHighSaturated {
  int32_t operator()(int32_t a, int32_t b, int32_t c) const { return AddSaturated::clamp((int64_t(a) * b >> 32) + c); }
};
template <bool high> struct Mul24 {
  template <class T> T operator()(T a, T b) const {
    Double<T> x = narrow(a), y = narrow(b);
    return static_cast<T>((x * y) >> (high ? 16 : 0));
  }
  template <class T> static T narrow(T a) { return static_cast<T>(static_cast<T>(static_cast<uint32_t>(a) << 8) >> 8); }
};
template <bool high> struct Mad24 {
  template <class T> T operator()(T a, T b, T c) const { return Add()(Mul24<high>()(a, b), c); }
};

template <class Op> struct Binary {
  template <class T> struct Of { static constexpr Handler handler = binaryLanes<T, T, T, Op>; };
};
template <class Op> struct Ternary {
  template <class T> struct Of { static constexpr Handler handler = ternaryLanes<T, T, T, T, Op>; };
};
template <class Op> Handler binary(Type type) {
  return isBits(type) ? nullptr : forInteger<Binary<Op>::template Of>(type);
}
template <class Op> Handler ternary(Type type) {
  return isBits(type) ? nullptr : forInteger<Ternary<Op>::template Of>(type);
}
template <class Op> Handler unarySigned(Type type) {
  return type == Type::S16   ? unaryLanes<int16_t, int16_t, Op>
         : type == Type::S32 ? unaryLanes<int32_t, int32_t, Op>
         : type == Type::S64 ? unaryLanes<int64_t, int64_t, Op>
                             : nullptr;
}
template <class Op> Handler binaryPacked(Type type) {
  return type == Type::U16x2 ? binaryPairs<uint16_t, Op> : type == Type::S16x2 ? binaryPairs<int16_t, Op> : nullptr;
}

// Products twice as wide as their factors.
template <class T, class W> void mulWide(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  W out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = static_cast<W>(static_cast<W>(a[lane]) * static_cast<W>(b[lane]));
  warp.assign(in.to, out);
}
template <class T, class W> void madWide(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  const W *c = warp.from<W>(in.from[2]);
  W out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = static_cast<W>(static_cast<Work<W>>(static_cast<W>(a[lane]) * static_cast<W>(b[lane])) +
                               static_cast<Work<W>>(c[lane]));
  warp.assign(in.to, out);
}
Type wideOf(Type type) {
  switch (type) {
  case Type::U16:
    return Type::U32;
  case Type::S16:
    return Type::S32;
  case Type::U32:
    return Type::U64;
  case Type::S32:
    return Type::S64;
  default:
    return Type::None;
  }
}
Handler mulWideOf(Type type, bool adds) {
  switch (type) {
  case Type::U16:
    return adds ? madWide<uint16_t, uint32_t> : mulWide<uint16_t, uint32_t>;
  case Type::S16:
    return adds ? madWide<int16_t, int32_t> : mulWide<int16_t, int32_t>;
  case Type::U32:
    return adds ? madWide<uint32_t, uint64_t> : mulWide<uint32_t, uint64_t>;
  case Type::S32:
    return adds ? madWide<int32_t, int64_t> : mulWide<int32_t, int64_t>;
  default:
    return nullptr;
  }
}

// With the carry flag of each lane. flags: 1 takes it, 2 sets it, 4 subtracts, 8 multiplies first (16: the high half).
template <class T> void withCarry(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  const bool multiplies = in.flags & 8, subtracts = in.flags & 4;
  const T *c = multiplies ? warp.from<T>(in.from[2]) : nullptr;
  uint32_t carries = 0;
  T out[32];
  for (unsigned lane = 0; lane < 32; ++lane) {
    T x = multiplies ? (in.flags & 16 ? MulHigh()(a[lane], b[lane]) : MulLow()(a[lane], b[lane])) : a[lane];
    T y = multiplies ? c[lane] : b[lane];
    unsigned carry = in.flags & 1 ? warp.carry >> lane & 1 : 0;
    unsigned __int128 wide =
        subtracts ? static_cast<unsigned __int128>(x) - y - carry : static_cast<unsigned __int128>(x) + y + carry;
    out[lane] = static_cast<T>(wide);
    carries |= static_cast<uint32_t>((wide >> (8 * sizeof(T))) & 1) << lane;
  }
  if (in.flags & 2)
    warp.carry = (warp.carry & ~warp.exec) | (carries & warp.exec);
  warp.assign(in.to, out);
}

bool decodeCarry(Decoder &d, unsigned flags, size_t sources) {
  if (d.flag("cc"))
    flags |= 2;
  Type type = d.type();
  if (!isInteger(type) || sizeOf(type) < 4 || !d.operands(sources + 1) || !d.destination(0, type, d.in.to))
    return d.fail("unknown form");
  for (size_t i = 0; i < sources; ++i)
    if (!d.source(i + 1, type, d.in.from[i]))
      return false;
  d.in.flags = static_cast<uint8_t>(flags);
  return d.emit(sizeOf(type) == 4 ? withCarry<uint32_t> : withCarry<uint64_t>);
}

} // namespace

// Opcodes that DecodeFloats.cpp hands on where the type is an integer.
bool decodeIntegerSum(Decoder &d, Type type, bool subtracts) {
  if (!d.uniform(type, 2))
    return false;
  if (d.flag("sat"))
    return d.emit(type != Type::S32 ? nullptr
                  : subtracts       ? binaryLanes<int32_t, int32_t, int32_t, SubSaturated>
                                    : binaryLanes<int32_t, int32_t, int32_t, AddSaturated>);
  if (type == Type::U16x2 || type == Type::S16x2)
    return d.emit(subtracts ? nullptr : binaryPacked<Add>(type));
  return d.emit(subtracts ? binary<Sub>(type) : binary<Add>(type));
}

bool decodeIntegerCarry(Decoder &d, bool subtracts) { return decodeCarry(d, subtracts ? 4 : 0, 2); }

bool decodeIntegerProduct(Decoder &d, Type type, bool adds) {
  int part = d.choice("lo hi wide");
  if (part < 0)
    return d.fail("one of .lo, .hi and .wide is wanted");
  if (adds && d.flag("cc"))
    return d.uniform(type, 3) && (d.in.flags = static_cast<uint8_t>(2 | 8 | (part == 1 ? 16 : 0)), part < 2) &&
           d.emit(type == Type::U32   ? withCarry<uint32_t>
                  : type == Type::U64 ? withCarry<uint64_t>
                                      : nullptr);
  if (part == 2) {
    Type wide = wideOf(type);
    if (wide == Type::None || !d.operands(adds ? 4 : 3) || !d.destination(0, wide, d.in.to) ||
        !d.source(1, type, d.in.from[0]) || !d.source(2, type, d.in.from[1]) ||
        (adds && !d.source(3, wide, d.in.from[2])))
      return d.fail("unknown form");
    return d.emit(mulWideOf(type, adds));
  }
  if (!d.uniform(type, adds ? 3 : 2))
    return false;
  if (adds && d.flag("sat"))
    return d.emit(type == Type::S32 && part == 1 ? ternaryLanes<int32_t, int32_t, int32_t, int32_t, MadHighSaturated>
                                                 : nullptr);
  if (adds)
    return d.emit(part ? ternary<MadHigh>(type) : ternary<MadLow>(type));
  return d.emit(part ? binary<MulHigh>(type) : binary<MulLow>(type));
}

bool decodeIntegerDivision(Decoder &d, Type type) { return d.uniform(type, 2) && d.emit(binary<Div>(type)); }

bool decodeIntegerSign(Decoder &d, Type type, bool negates) {
  return d.uniform(type, 1) && d.emit(negates ? unarySigned<Neg>(type) : unarySigned<Abs>(type));
}

bool decodeIntegerExtreme(Decoder &d, Type type, bool max) {
  if (!d.uniform(type, 2))
    return false;
  bool relu = d.flag("relu");
  if (relu)
    return d.emit(type == Type::S32     ? (max ? binaryLanes<int32_t, int32_t, int32_t, MaxRelu>
                                               : binaryLanes<int32_t, int32_t, int32_t, MinRelu>)
                  : type == Type::S16x2 ? (max ? binaryPairs<int16_t, MaxRelu> : binaryPairs<int16_t, MinRelu>)
                                        : nullptr);
  if (type == Type::U16x2 || type == Type::S16x2)
    return d.emit(max ? binaryPacked<Max>(type) : binaryPacked<Min>(type));
  return d.emit(max ? binary<Max>(type) : binary<Min>(type));
}

void addIntegers(FamilyTable &table) {
  table["rem"] = [](Decoder &d) {
    Type type = d.type();
    return d.uniform(type, 2) && d.emit(binary<Rem>(type));
  };
  table["sad"] = [](Decoder &d) {
    Type type = d.type();
    return d.uniform(type, 3) && d.emit(ternary<Sad>(type));
  };
  table["mul24"] = [](Decoder &d) {
    int part = d.choice("lo hi");
    Type type = d.type();
    if (part < 0 || !d.uniform(type, 2))
      return d.fail("unknown form");
    if (type == Type::U32)
      return d.emit(part ? binaryLanes<uint32_t, uint32_t, uint32_t, Mul24<true>>
                         : binaryLanes<uint32_t, uint32_t, uint32_t, Mul24<false>>);
    return d.emit(type != Type::S32 ? nullptr
                  : part            ? binaryLanes<int32_t, int32_t, int32_t, Mul24<true>>
                                    : binaryLanes<int32_t, int32_t, int32_t, Mul24<false>>);
  };
  table["mad24"] = [](Decoder &d) {
    int part = d.choice("lo hi");
    Type type = d.type();
    if (part < 0 || !d.uniform(type, 3))
      return d.fail("unknown form");
    if (type == Type::U32)
      return d.emit(part ? ternaryLanes<uint32_t, uint32_t, uint32_t, uint32_t, Mad24<true>>
                         : ternaryLanes<uint32_t, uint32_t, uint32_t, uint32_t, Mad24<false>>);
    return d.emit(type != Type::S32 ? nullptr
                  : part            ? ternaryLanes<int32_t, int32_t, int32_t, int32_t, Mad24<true>>
                                    : ternaryLanes<int32_t, int32_t, int32_t, int32_t, Mad24<false>>);
  };
  table["addc"] = [](Decoder &d) { return decodeCarry(d, 1, 2); };
  table["subc"] = [](Decoder &d) { return decodeCarry(d, 1 | 4, 2); };
  table["madc"] = [](Decoder &d) {
    int part = d.choice("lo hi");
    return part < 0 ? d.fail("unknown form") : decodeCarry(d, 1 | 8 | (part ? 16 : 0), 3);
  };
}

} // namespace shardwright::cudadouble
