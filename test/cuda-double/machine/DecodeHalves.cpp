// Arithmetic of f16 and bf16, alone and in pairs. Sums and products of two are computed in f32 and rounded: that has
// enough bits for one rounding to be the result's. A fused multiply-add is rounded to odd in double first.
#include "test/cuda-double/machine/Families.h"
#include "test/cuda-double/machine/Lanes.h"

namespace shardwright::cudadouble {

namespace {

// flags of all: 1 ftz, 2 sat, 4 relu; of min and max: 1 ftz, 2 NaN, 4 xorsign.abs, 8 max.
template <class T> T flushHalf(T a) {
  const uint16_t magnitude = a.bits & 0x7fff;
  const uint16_t least = static_cast<uint16_t>(1 << T::format().mantissaBits);
  return magnitude < least ? T{static_cast<uint16_t>(a.bits & 0x8000)} : a;
}

template <class T> T finishHalf(double value, unsigned flags) {
  T out{static_cast<uint16_t>(roundTo(T::format(), value, Rounding::Nearest, false))};
  if (flags & 1)
    out = flushHalf(out);
  if (flags & 2)
    out = T::narrow(saturate(T::widen(out)));
  if (flags & 4 && (out.bits & 0x8000) &&
      (out.bits & 0x7fff) <= (((1u << T::format().exponentBits) - 1) << T::format().mantissaBits))
    out = T{0};
  return out;
}

template <class T> double read(T a, unsigned flags) {
  return static_cast<double>(T::widen(flags & 1 ? flushHalf(a) : a));
}

struct HalfAdd {
  double operator()(double a, double b) const { return a + b; }
};
struct HalfSub {
  double operator()(double a, double b) const { return a - b; }
};
struct HalfMul {
  double operator()(double a, double b) const { return a * b; }
};

template <class T, class Op, int perLane> void halfBinary(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  alignas(4) T out[32 * perLane];
  if (!in.flags) {
    for (int i = 0; i < 32 * perLane; ++i)
      out[i] = T::narrow(static_cast<float>(Op()(T::widen(a[i]), T::widen(b[i]))));
  } else {
    for (int i = 0; i < 32 * perLane; ++i)
      out[i] = finishHalf<T>(Op()(read(a[i], in.flags), read(b[i], in.flags)), in.flags);
  }
  if constexpr (perLane == 2)
    warp.assign(in.to, reinterpret_cast<const uint32_t *>(out));
  else
    warp.assign(in.to, out);
}

template <class T, int perLane> void halfFma(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]), *c = warp.from<T>(in.from[2]);
  alignas(4) T out[32 * perLane];
  for (int i = 0; i < 32 * perLane; ++i) // the product is exact
    out[i] = finishHalf<T>(addToOdd(read(a[i], in.flags) * read(b[i], in.flags), read(c[i], in.flags)), in.flags);
  if constexpr (perLane == 2)
    warp.assign(in.to, reinterpret_cast<const uint32_t *>(out));
  else
    warp.assign(in.to, out);
}

template <class T> T extreme(T a, T b, unsigned flags) {
  if (flags & 1)
    a = flushHalf(a), b = flushHalf(b);
  uint16_t sign = (a.bits ^ b.bits) & 0x8000;
  if (flags & 4)
    a.bits &= 0x7fff, b.bits &= 0x7fff;
  float x = T::widen(a), y = T::widen(b);
  T out;
  if (x != x || y != y)
    out = flags & 2 || (x != x && y != y) ? T{0x7fff} : x != x ? b : a;
  else if (x == y)
    out = bool(a.bits & 0x8000) == bool(flags & 8) ? b : a;
  else
    out = (x < y) == bool(flags & 8) ? b : a;
  if (flags & 4 && T::widen(out) == T::widen(out))
    out.bits |= sign;
  return out;
}
template <class T, int perLane> void halfExtreme(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  alignas(4) T out[32 * perLane];
  for (int i = 0; i < 32 * perLane; ++i)
    out[i] = extreme(a[i], b[i], in.flags);
  if constexpr (perLane == 2)
    warp.assign(in.to, reinterpret_cast<const uint32_t *>(out));
  else
    warp.assign(in.to, out);
}

// flags: 1 ftz, 2 negates.
template <class T, int perLane> void halfSign(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]);
  alignas(4) T out[32 * perLane];
  for (int i = 0; i < 32 * perLane; ++i) {
    T x = in.flags & 1 ? flushHalf(a[i]) : a[i];
    if (T::widen(x) != T::widen(x))
      x.bits = 0x7fff;
    else
      x.bits = static_cast<uint16_t>(in.flags & 2 ? x.bits ^ 0x8000 : x.bits & 0x7fff);
    out[i] = x;
  }
  if constexpr (perLane == 2)
    warp.assign(in.to, reinterpret_cast<const uint32_t *>(out));
  else
    warp.assign(in.to, out);
}

template <class T, int perLane> void halfFunction(Warp &warp, const Instruction &in) {
  auto function = reinterpret_cast<double (*)(double)>(in.extra->bits);
  const T *a = warp.from<T>(in.from[0]);
  alignas(4) T out[32 * perLane];
  for (int i = 0; i < 32 * perLane; ++i)
    out[i] = finishHalf<T>(function(read(a[i], in.flags)), in.flags);
  if constexpr (perLane == 2)
    warp.assign(in.to, reinterpret_cast<const uint32_t *>(out));
  else
    warp.assign(in.to, out);
}

#define FOR_HALF(type, handler, ...)                                                                                   \
  ((type) == Type::F16     ? handler<Half, ##__VA_ARGS__, 1>                                                           \
   : (type) == Type::F16x2 ? handler<Half, ##__VA_ARGS__, 2>                                                           \
   : (type) == Type::BF16  ? handler<Bfloat, ##__VA_ARGS__, 1>                                                         \
                           : handler<Bfloat, ##__VA_ARGS__, 2>)

bool ofBfloats(Type type) { return type == Type::BF16 || type == Type::BF16x2; }

bool modifiers(Decoder &d, Type type, bool relu) {
  bool given, ftz = d.flag("ftz"), sat = d.flag("sat"), rectifies = relu && d.flag("relu");
  if (d.rounding(given) != Rounding::Nearest || (ofBfloats(type) && (ftz || sat)))
    return d.fail("the type and the modifiers do not fit");
  d.in.flags = static_cast<uint8_t>(ftz | sat << 1 | rectifies << 2);
  return true;
}

} // namespace

bool decodeHalfSum(Decoder &d, Type type, bool subtracts) {
  if (!modifiers(d, type, false) || !d.uniform(type, 2))
    return false;
  return d.emit(subtracts ? FOR_HALF(type, halfBinary, HalfSub) : FOR_HALF(type, halfBinary, HalfAdd));
}

bool decodeHalfProduct(Decoder &d, Type type) {
  return modifiers(d, type, false) && d.uniform(type, 2) && d.emit(FOR_HALF(type, halfBinary, HalfMul));
}

bool decodeHalfFma(Decoder &d, Type type) {
  bool given = d.statement->opcode.find(".rn") != std::string_view::npos;
  return given && modifiers(d, type, true) && d.uniform(type, 3) && d.emit(FOR_HALF(type, halfFma));
}

bool decodeHalfExtreme(Decoder &d, Type type, bool max) {
  bool ftz = d.flag("ftz"), nan = d.flag("NaN"), sign = d.flag("xorsign");
  if ((sign && !d.flag("abs")) || (ofBfloats(type) && ftz) || !d.uniform(type, 2))
    return d.fail("unknown form");
  d.in.flags = static_cast<uint8_t>(ftz | nan << 1 | sign << 2 | max << 3);
  return d.emit(FOR_HALF(type, halfExtreme));
}

bool decodeHalfSign(Decoder &d, Type type, bool negates) {
  bool ftz = d.statement->opcode.find(".ftz") != std::string_view::npos;
  d.in.flags = static_cast<uint8_t>(ftz | negates << 1);
  return d.uniform(type, 1) && d.emit(FOR_HALF(type, halfSign));
}

bool decodeHalfFunction(Decoder &d, Type type, double (*function)(double)) {
  d.in.flags = ofBfloats(type) && d.statement->opcode.find(".ftz") != std::string_view::npos;
  d.extra().bits = reinterpret_cast<uint64_t>(function);
  return d.uniform(type, 1) && d.emit(FOR_HALF(type, halfFunction));
}

} // namespace shardwright::cudadouble
