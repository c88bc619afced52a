// cvt: between integers, floating-point types, and pairs of small ones.
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Lanes.h"

#include <optional>

namespace shardwright::cudadouble {

namespace {

// The common ones, as loops that become vectors.
template <class D> struct To {
  template <class A> D operator()(A a) const { return static_cast<D>(a); }
};
struct HalfToFloat {
  float operator()(uint16_t a) const { return canonical(halfToFloat(a)); }
};
// Bits rather than floats: a NaN stays what it is.
struct BfloatToFloat {
  uint32_t operator()(uint16_t a) const { return uint32_t(a) << 16; }
};
struct FloatToHalf {
  uint16_t operator()(float a) const { return floatToHalf(a); }
};
struct FloatToBfloat {
  uint16_t operator()(float a) const { return floatToBfloat(a); }
};
struct Narrow {
  float operator()(double a) const { return static_cast<float>(a); }
};

// extra.slots of a conversion.
enum Field { kFrom, kFromBytes, kTo, kToBytes, kRounding, kFlags, kFields };
enum Flag : uint32_t { kFlush = 1, kSaturates = 2, kRelu = 4, kFinite = 8, kToInteger = 16 };

struct Conversion {
  Type from, to;
  unsigned fromBytes, toBytes;
  Rounding rounding;
  uint32_t flags;
  explicit Conversion(const Instruction &in)
      : from(static_cast<Type>(in.extra->slots[kFrom])), to(static_cast<Type>(in.extra->slots[kTo])),
        fromBytes(in.extra->slots[kFromBytes]), toBytes(in.extra->slots[kToBytes]),
        rounding(static_cast<Rounding>(in.extra->slots[kRounding])), flags(in.extra->slots[kFlags]) {}
};

uint64_t readLane(Warp &warp, Slot slot, unsigned bytes, int lane) {
  uint64_t bits = 0;
  std::memcpy(&bits, warp.from<uint8_t>(slot) + lane * static_cast<int>(bytes), bytes);
  return bits;
}

const SmallFormat *smallFormat(Type type) { return type == Type::F16 ? &kF16 : type == Type::BF16 ? &kBF16 : nullptr; }

__int128 integerOf(Type type, uint64_t bits) {
  switch (type) {
  case Type::U8:
    return static_cast<uint8_t>(bits);
  case Type::S8:
    return static_cast<int8_t>(bits);
  case Type::U16:
    return static_cast<uint16_t>(bits);
  case Type::S16:
    return static_cast<int16_t>(bits);
  case Type::U32:
    return static_cast<uint32_t>(bits);
  case Type::S32:
    return static_cast<int32_t>(bits);
  case Type::U64:
    return bits;
  default:
    return static_cast<int64_t>(bits);
  }
}

void range(Type type, __int128 &least, __int128 &most) {
  unsigned width = 8 * sizeOf(type);
  least = isSigned(type) ? -(static_cast<__int128>(1) << (width - 1)) : 0;
  most = (static_cast<__int128>(1) << (isSigned(type) ? width - 1 : width)) - 1;
}

double floatingOf(Type type, uint64_t bits) {
  if (const SmallFormat *format = smallFormat(type))
    return valueOf(*format, static_cast<uint32_t>(bits));
  return type == Type::F64 ? doubleOf(bits) : static_cast<double>(floatOf(static_cast<uint32_t>(bits)));
}

double toWhole(double value, Rounding rounding) {
  switch (rounding) {
  case Rounding::Zero:
    return std::trunc(value);
  case Rounding::Down:
    return std::floor(value);
  case Rounding::Up:
    return std::ceil(value);
  default:
    return std::nearbyint(value); // ties to even: the CPU's rounding is set to nearest
  }
}

// A double whose last bit says that more follow, so that it can be rounded to a smaller format.
double toOdd(__int128 value) {
  double out = static_cast<double>(value);
  __int128 back = static_cast<__int128>(out);
  if (back == value || (bitsOf(out) & 1))
    return out;
  bool larger = (value > 0) == (value > back);
  return doubleOf(larger ? bitsOf(out) + 1 : bitsOf(out) - 1);
}

// VALUE in type TO, which is a floating-point one; a double or an odd-rounded one where it is rounded.
uint64_t toFloating(Type to, double value, Rounding rounding, uint32_t flags) {
  if (flags & kRelu && value <= 0)
    value = 0;
  if (flags & kSaturates)
    value = saturate(value);
  if (const SmallFormat *format = smallFormat(to))
    return roundTo(*format, value, rounding, flags & kFinite);
  if (to == Type::TF32)
    return static_cast<uint64_t>(value != value ? 0x3ffff : roundTo(kTF32, value, rounding, flags & kFinite)) << 13;
  if (to == Type::F64)
    return bitsOf(value);
  uint32_t bits = value != value ? 0x7fffffff : roundTo(kF32, value, rounding, flags & kFinite);
  return flags & kFlush ? bitsOf(flush(floatOf(bits))) : bits;
}

// Conversions from and to f64 keep what fits of a NaN's bits and make it quiet, as a GPU does; others give the
// canonical one, except that tf32 with .rna only drops bits.
std::optional<uint64_t> convertNan(const Conversion &how, uint64_t bits) {
  constexpr uint64_t quiet = uint64_t(1) << 51;
  uint64_t wide = bits;
  if (how.to == Type::TF32 && how.rounding == Rounding::NearestAway)
    return bits & 0xffffe000;
  if (how.to != Type::F64 && how.from != Type::F64)
    return std::nullopt;
  if (how.from == Type::F32)
    wide =
        how.flags & kFlush ? 0x7fffffffe0000000 : (bits >> 31) << 63 | uint64_t(0x7ff) << 52 | (bits & 0x7fffff) << 29;
  if (how.from == Type::F16)
    wide = (bits >> 15) << 63 | uint64_t(0x7ff) << 52 | (bits & 0x3ff) << 42;
  if (how.from == Type::BF16)
    wide = (bits >> 15) << 63 | uint64_t(0x7ff) << 52 | (bits & 0x7f) << 45;
  wide |= quiet;
  if (how.to == Type::F64)
    return wide;
  const uint64_t digits = wide & ((uint64_t(1) << 52) - 1), sign = wide >> 63;
  if (how.to == Type::F32)
    return sign << 31 | 0x7f800000 | digits >> 29;
  if (how.to == Type::F16)
    return sign << 15 | 0x7c00 | digits >> 42;
  return std::nullopt;
}

uint64_t convertLane(const Conversion &how, uint64_t bits) {
  if (!isFloat(how.from)) {
    __int128 value = integerOf(how.from, bits);
    if (isFloat(how.to)) {
      if (how.to == Type::F64) { // one rounding, from all bits
        RoundingScope scope(how.rounding);
        volatile int64_t low = static_cast<int64_t>(value);
        volatile double out =
            value > INT64_MAX ? static_cast<double>(static_cast<uint64_t>(low)) : static_cast<double>(low);
        return toFloating(how.to, out, how.rounding, how.flags);
      }
      return toFloating(how.to, toOdd(value), how.rounding, how.flags);
    }
    __int128 least, most;
    range(how.to, least, most);
    if (how.flags & kSaturates)
      value = value < least ? least : value > most ? most : value;
    return static_cast<uint64_t>(integerOf(how.to, static_cast<uint64_t>(value)));
  }
  double value = floatingOf(how.from, bits);
  if (value != value && isFloat(how.to) && !(how.flags & (kSaturates | kToInteger)))
    if (std::optional<uint64_t> nan = convertNan(how, bits))
      return *nan;
  if (how.flags & kFlush && how.from == Type::F32)
    value = static_cast<double>(flush(static_cast<float>(value)));
  if (isFloat(how.to)) {
    if (how.flags & kToInteger)
      value = toWhole(value, how.rounding);
    return toFloating(how.to, value, how.rounding, how.flags);
  }
  if (value != value) // PTX has 0; with 64 bits on either side a GPU gives the highest bit alone
    return sizeOf(how.to) == 8 || how.from == Type::F64 ? uint64_t(1) << (8 * sizeOf(how.to) - 1) : 0;
  value = toWhole(value, how.rounding);
  __int128 least, most;
  range(how.to, least, most);
  __int128 whole = value <= static_cast<double>(least)  ? least
                   : value >= static_cast<double>(most) ? most
                                                        : static_cast<__int128>(value);
  return static_cast<uint64_t>(whole);
}

void convert(Warp &warp, const Instruction &in) {
  const Conversion how(in);
  uint64_t out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = warp.exec & (1u << lane) ? convertLane(how, readLane(warp, in.from[0], how.fromBytes, lane)) : 0;
  auto put = [&](auto zero) {
    decltype(zero) narrow[32];
    for (int lane = 0; lane < 32; ++lane)
      narrow[lane] = static_cast<decltype(zero)>(out[lane]);
    warp.assign(in.to, narrow);
  };
  if (how.toBytes == 2)
    put(uint16_t());
  else if (how.toBytes == 4)
    put(uint32_t());
  else
    put(uint64_t());
}

// Pairs: two f32 (the first one goes to the upper half), or a pair of another type.
struct PairType {
  Type pair, element;
  const SmallFormat *format;
};
constexpr PairType kPairs[] = {{Type::F16x2, Type::F16, &kF16},
                               {Type::BF16x2, Type::BF16, &kBF16},
                               {Type::E4M3x2, Type::None, &kE4M3},
                               {Type::E5M2x2, Type::None, &kE5M2}};
const PairType *pairType(Type type) {
  for (const PairType &each : kPairs)
    if (each.pair == type)
      return &each;
  return nullptr;
}

uint32_t roundPart(const PairType &to, double value, const Conversion &how) {
  if (how.flags & kRelu && value <= 0)
    value = 0;
  return roundTo(*to.format, value, how.rounding, how.flags & kFinite);
}

void convertPairs(Warp &warp, const Instruction &in) {
  const Conversion how(in);
  const PairType &to = *pairType(how.to), *from = pairType(how.from);
  const unsigned width = 1 + unsigned(to.format->exponentBits + to.format->mantissaBits);
  uint32_t out[32];
  for (int lane = 0; lane < 32; ++lane) {
    double high, low;
    if (from) {
      const unsigned its = 1 + unsigned(from->format->exponentBits + from->format->mantissaBits);
      uint32_t both = static_cast<uint32_t>(readLane(warp, in.from[0], its / 4, lane));
      high = valueOf(*from->format, both >> its);
      low = valueOf(*from->format, both & ((1u << its) - 1));
    } else {
      high = static_cast<double>(warp.from<float>(in.from[0])[lane]);
      low = static_cast<double>(warp.from<float>(in.from[1])[lane]);
    }
    out[lane] = roundPart(to, high, how) << width | roundPart(to, low, how);
  }
  if (width == 16) {
    warp.assign(in.to, out);
  } else {
    uint16_t narrow[32];
    for (int lane = 0; lane < 32; ++lane)
      narrow[lane] = static_cast<uint16_t>(out[lane]);
    warp.assign(in.to, narrow);
  }
}

bool decodePairs(Decoder &d, Type to, Type from, std::vector<Slot> fields) {
  const bool two = from == Type::F32;
  const bool eight = to == Type::E4M3x2 || to == Type::E5M2x2;
  const bool widens = from == Type::E4M3x2 || from == Type::E5M2x2;
  if (!(two || (eight && (from == Type::F16x2 || from == Type::BF16x2)) || (widens && to == Type::F16x2)))
    return d.fail("no conversion between these types");
  if (eight && !(fields[kFlags] & kFinite))
    return d.fail(".satfinite is wanted");
  if (!d.operands(two ? 3 : 2) || !d.destination(0, to, d.in.to) || !d.source(1, from, d.in.from[0]) ||
      (two && !d.source(2, from, d.in.from[1])))
    return false;
  d.extra().slots = std::move(fields);
  return d.emit(convertPairs);
}

// The handler of a conversion that has one of its own; null for the others.
Handler quickConversion(Type to, Type from, unsigned toBytes, unsigned fromBytes, Rounding rounding, uint32_t flags) {
  if (flags || toBytes != sizeOf(to) || fromBytes != sizeOf(from))
    return nullptr;
  if (isInteger(to) && isInteger(from)) {
    const bool sign = isSigned(from);
    if (toBytes == 8 && fromBytes == 4)
      return sign ? unaryLanes<int64_t, int32_t, To<int64_t>> : unaryLanes<uint64_t, uint32_t, To<uint64_t>>;
    if (toBytes == 4 && fromBytes == 8)
      return unaryLanes<uint32_t, uint64_t, To<uint32_t>>;
    if (toBytes == 4 && fromBytes == 2)
      return sign ? unaryLanes<int32_t, int16_t, To<int32_t>> : unaryLanes<uint32_t, uint16_t, To<uint32_t>>;
    if (toBytes == 2 && fromBytes == 4)
      return unaryLanes<uint16_t, uint32_t, To<uint16_t>>;
    if (toBytes == 2 && fromBytes == 8)
      return unaryLanes<uint16_t, uint64_t, To<uint16_t>>;
    return nullptr;
  }
  if (from == Type::F16 && to == Type::F32)
    return unaryLanes<float, uint16_t, HalfToFloat>;
  if (from == Type::BF16 && to == Type::F32)
    return unaryLanes<uint32_t, uint16_t, BfloatToFloat>;
  if (from == Type::F32 && to == Type::F64)
    return unaryLanes<double, float, To<double>>;
  if (rounding != Rounding::Nearest)
    return nullptr;
  if (from == Type::F32 && to == Type::F16)
    return unaryLanes<uint16_t, float, FloatToHalf>;
  if (from == Type::F32 && to == Type::BF16)
    return unaryLanes<uint16_t, float, FloatToBfloat>;
  if (from == Type::F64 && to == Type::F32)
    return unaryLanes<float, double, Narrow>;
  if (to == Type::F32)
    return from == Type::S32   ? unaryLanes<float, int32_t, To<float>>
           : from == Type::U32 ? unaryLanes<float, uint32_t, To<float>>
                               : nullptr;
  if (to == Type::F64)
    return from == Type::S32   ? unaryLanes<double, int32_t, To<double>>
           : from == Type::U32 ? unaryLanes<double, uint32_t, To<double>>
                               : nullptr;
  return nullptr;
}

bool scalar(Type type) {
  return isInteger(type) || type == Type::F16 || type == Type::BF16 || type == Type::F32 || type == Type::F64;
}

bool decodeConversion(Decoder &d) {
  bool given;
  Rounding rounding = d.rounding(given);
  int whole = d.choice("rni rzi rmi rpi");
  uint32_t flags = 0;
  constexpr std::pair<std::string_view, uint32_t> known[] = {
      {"ftz", kFlush}, {"sat", kSaturates}, {"relu", kRelu}, {"satfinite", kFinite}};
  for (const auto &[name, bit] : known)
    if (d.flag(name))
      flags |= bit;
  Type to = d.type(), from = d.type();
  if (whole >= 0)
    rounding = static_cast<Rounding>(whole);
  if (pairType(to))
    return given ? decodePairs(d, to, from, {Slot(from), 0, Slot(to), 0, Slot(rounding), flags})
                 : d.fail("a rounding is wanted");
  if (!scalar(from) || !(scalar(to) || (to == Type::TF32 && from == Type::F32)))
    return d.fail("no conversion between these types");
  const bool narrows = isFloat(to) && (!isFloat(from) || sizeOf(to) < sizeOf(from) || to == Type::TF32 ||
                                       (sizeOf(to) == sizeOf(from) && to != from));
  if (narrows && !given)
    return d.fail("a rounding is wanted");
  if (isFloat(from) && !isFloat(to) && whole < 0)
    return d.fail("a rounding to an integer is wanted");
  if (whole >= 0 && isFloat(to) && to == from)
    flags |= kToInteger;
  else if (whole >= 0 && (isFloat(to) || !isFloat(from)))
    return d.fail("a rounding to an integer is not known here");
  if (rounding == Rounding::NearestAway && to != Type::TF32)
    return d.fail("the rounding .rna is that of .tf32");
  if (!d.operands(2))
    return false;
  // Registers may be wider than integers in them.
  auto slotOf = [&](const Operand &operand, Type type, unsigned &bytes, Slot &slot, bool writes) {
    bytes = d.registerBytes(operand, type);
    if (isInteger(type) && operand.kind == Operand::Register && bytes > sizeOf(type)) {
      slot = d.registerSlot(operand.index);
      return true;
    }
    return writes ? d.destination(operand, type, slot) : d.source(operand, type, slot);
  };
  unsigned toBytes, fromBytes;
  if (!slotOf(d.operand(0), to, toBytes, d.in.to, true) || !slotOf(d.operand(1), from, fromBytes, d.in.from[0], false))
    return false;
  if (Handler quick = quickConversion(to, from, toBytes, fromBytes, rounding, flags))
    return d.emit(quick);
  d.extra().slots = {Slot(from), fromBytes, Slot(to), toBytes, Slot(rounding), flags};
  return d.emit(convert);
}

// cvt.pack.sat: two 32-bit integers saturated to narrower ones, in front of the upper part of a third.
void convertPack(Warp &warp, const Instruction &in) {
  const Type to = static_cast<Type>(in.extra->slots[0]), from = static_cast<Type>(in.extra->slots[1]);
  const uint32_t *a = warp.from<uint32_t>(in.from[0]), *b = warp.from<uint32_t>(in.from[1]);
  const uint32_t *c = in.from[2] == kNoSlot ? nullptr : warp.from<uint32_t>(in.from[2]);
  const unsigned width = 8 * sizeOf(to);
  const uint32_t mask = (1u << width) - 1;
  __int128 least, most;
  range(to, least, most);
  auto part = [&](uint32_t bits) {
    __int128 value = integerOf(from, bits);
    return static_cast<uint32_t>(value < least ? least : value > most ? most : value) & mask;
  };
  uint32_t out[32];
  for (int lane = 0; lane < 32; ++lane)
    out[lane] = (c ? c[lane] << (2 * width) : 0) | part(a[lane]) << width | part(b[lane]);
  warp.assign(in.to, out);
}

bool decodeConvert(Decoder &d) {
  if (!d.flag("pack"))
    return decodeConversion(d);
  if (!d.flag("sat"))
    return d.fail(".sat is wanted");
  Type to = d.type(), from = d.type(), upper = d.type();
  bool third = upper == Type::B32;
  if (!isInteger(to) || sizeOf(to) > 2 || (sizeOf(to) == 1) != third || (from != Type::S32 && from != Type::U32) ||
      !d.operands(third ? 4 : 3) || !d.destination(0, Type::U32, d.in.to) || !d.source(1, from, d.in.from[0]) ||
      !d.source(2, from, d.in.from[1]) || (third && !d.source(3, Type::B32, d.in.from[2])))
    return d.fail("unknown form");
  d.extra().slots = {Slot(to), Slot(from)};
  return d.emit(convertPack);
}

} // namespace

void addConversions(FamilyTable &table) { table["cvt"] = decodeConvert; }

} // namespace shardwright::cudadouble
