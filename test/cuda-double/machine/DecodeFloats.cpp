// Arithmetic of f32 and f64, and the opcodes that other types share with them.
#include "test/cuda-double/machine/Families.h"
#include "test/cuda-double/machine/Lanes.h"

namespace shardwright::cudadouble {

namespace {

// Which of several NaNs of f64 an operation gives, quiet: the second operand's, the third's, the first's, in this
// order, but for a quotient, which gives the first one's. Nothing defines it; each operation was run on a GPU.
double quieted(double nan) { return doubleOf(bitsOf(nan) | uint64_t(1) << 51); }
template <class Op, class = void> struct FirstNan { static constexpr bool value = false; };
template <class Op> struct FirstNan<Op, std::enable_if_t<Op::firstNan>> { static constexpr bool value = true; };
template <class Op> double nanOf(double result, const double *operands, int count) {
  if (result == result)
    return result;
  for (int i = 0; i < count; ++i) {
    double operand = operands[FirstNan<Op>::value ? i : (i + 1) % count];
    if (operand != operand)
      return quieted(operand);
  }
  return result;
}

struct Add {
  template <class T> T operator()(T a, T b) const { return a + b; }
};
struct Sub {
  template <class T> T operator()(T a, T b) const { return a - b; }
};
struct Mul {
  template <class T> T operator()(T a, T b) const { return a * b; }
};
struct Div {
  static constexpr bool firstNan = true;
  template <class T> T operator()(T a, T b) const { return a / b; }
};
// By a reciprocal, which is a denormal and hence zero for large divisors.
struct DivApprox {
  float operator()(float a, float b) const {
    const float magnitude = std::fabs(b);
    const float reciprocal = std::copysign(0.0f, b);
    return magnitude > 0x1p126f && magnitude <= std::numeric_limits<float>::max() ? a * reciprocal : a / b;
  }
};
struct Fma {
  float operator()(float a, float b, float c) const { return __builtin_fmaf(a, b, c); }
  double operator()(double a, double b, double c) const { return __builtin_fma(a, b, c); }
};
struct Sqrt {
  float operator()(float a) const { return __builtin_sqrtf(a); }
  double operator()(double a) const { return __builtin_sqrt(a); }
};
struct Reciprocal {
  template <class T> T operator()(T a) const { return T(1) / a; }
};

template <class Op> struct Canonical {
  template <class... Ts> float operator()(float a, Ts... rest) const { return canonical(Op()(a, rest...)); }
  template <class... Ts> double operator()(double a, Ts... rest) const {
    const double operands[] = {a, rest...};
    return nanOf<Op>(Op()(a, rest...), operands, static_cast<int>(1 + sizeof...(rest)));
  }
};
template <class Op> struct Flushed {
  template <class T, class... Ts> T operator()(T a, Ts... rest) const {
    return canonical(flush(Op()(flush(a), flush(rest)...)));
  }
};

// Everything but rounding to nearest without saturation, which is rare. flags: rounding, 4 ftz, 8 sat. Volatile: the
// arithmetic stays where the CPU's rounding is set.
template <class T, class Op, int count> void carefully(Warp &warp, const Instruction &in) {
  const T *sources[count];
  for (int i = 0; i < count; ++i)
    sources[i] = warp.from<T>(in.from[i]);
  T out[32];
  for (int lane = 0; lane < 32; ++lane) {
    volatile T values[3] = {0, 0, 0}, result;
    for (int i = 0; i < count; ++i)
      values[i] = in.flags & 4 ? flush(sources[i][lane]) : sources[i][lane];
    {
      RoundingScope scope(static_cast<Rounding>(in.flags & 3));
      if constexpr (count == 1)
        result = Op()(T(values[0]));
      else if constexpr (count == 2)
        result = Op()(T(values[0]), T(values[1]));
      else
        result = Op()(T(values[0]), T(values[1]), T(values[2]));
    }
    T value = result;
    if constexpr (sizeof(T) == 8) {
      const double operands[] = {values[0], values[1], values[2]};
      value = nanOf<Op>(value, operands, count);
    }
    if (in.flags & 4)
      value = flush(value);
    out[lane] = in.flags & 8 ? saturate(value) : canonical(value);
  }
  warp.assign(in.to, out);
}

template <class T, class Op, int count> Handler quick() {
  if constexpr (count == 1)
    return unaryLanes<T, T, Op>;
  else if constexpr (count == 2)
    return binaryLanes<T, T, T, Op>;
  else
    return ternaryLanes<T, T, T, T, Op>;
}

// Two floats in a register of 64 bits.
template <class Op, int count> void floatPairs(Warp &warp, const Instruction &in) {
  float out[64];
  for (int i = 0; i < 64; ++i) {
    float a = warp.from<float>(in.from[0])[i], b = warp.from<float>(in.from[1])[i];
    if (in.flags & 4)
      a = flush(a), b = flush(b);
    if constexpr (count == 2) {
      out[i] = Op()(a, b);
    } else {
      float c = warp.from<float>(in.from[2])[i];
      out[i] = Op()(a, b, in.flags & 4 ? flush(c) : c);
    }
    out[i] = canonical(in.flags & 4 ? flush(out[i]) : out[i]);
  }
  warp.assign(in.to, reinterpret_cast<const uint64_t *>(out));
}

// sm_100: f32 from factors, or a first summand, of f16 or bf16.
template <class Op, int count, class Small> void mixedLanes(Warp &warp, const Instruction &in) {
  const Small *a = warp.from<Small>(in.from[0]);
  float out[32];
  for (int lane = 0; lane < 32; ++lane) {
    if constexpr (count == 2)
      out[lane] = canonical(Op()(Small::widen(a[lane]), warp.from<float>(in.from[1])[lane]));
    else
      out[lane] = canonical(Op()(Small::widen(a[lane]), Small::widen(warp.from<Small>(in.from[1])[lane]),
                                 warp.from<float>(in.from[2])[lane]));
  }
  warp.assign(in.to, out);
}

template <class Op, int count> bool mixed(Decoder &d, Type small) {
  bool given;
  if (d.rounding(given) != Rounding::Nearest || (small != Type::F16 && small != Type::BF16))
    return d.fail("the type and the modifiers do not fit");
  if (!d.operands(count + 1) || !d.destination(0, Type::F32, d.in.to) || !d.source(1, small, d.in.from[0]) ||
      !d.source(2, count == 2 ? Type::F32 : small, d.in.from[1]) ||
      (count == 3 && !d.source(3, Type::F32, d.in.from[2])))
    return false;
  return d.emit(small == Type::F16 ? mixedLanes<Op, count, Half> : mixedLanes<Op, count, Bfloat>);
}

// ROUNDS: the rounding must be given.
template <class Op, int count> bool arithmetic(Decoder &d, Type type, bool rounds) {
  bool given, ftz = d.flag("ftz"), sat = d.flag("sat");
  Rounding rounding = d.rounding(given);
  if ((rounds && !given) || rounding == Rounding::NearestAway)
    return d.fail("a rounding is wanted: .rn, .rz, .rm or .rp");
  if (!d.uniform(type, count))
    return false;
  if (type == Type::F32x2) {
    if constexpr (count > 1) {
      d.in.flags = ftz ? 4 : 0;
      return rounding == Rounding::Nearest && !sat && d.emit(floatPairs<Op, count>);
    }
  }
  if ((type != Type::F32 && type != Type::F64) || (type == Type::F64 && (ftz || sat)))
    return d.fail("the type and the modifiers do not fit");
  if (type == Type::F64 && rounding == Rounding::Nearest)
    return d.emit(quick<double, Canonical<Op>, count>());
  if (rounding == Rounding::Nearest && !sat)
    return d.emit(ftz ? quick<float, Flushed<Op>, count>() : quick<float, Canonical<Op>, count>());
  d.in.flags = static_cast<uint8_t>(static_cast<unsigned>(rounding) | (ftz ? 4 : 0) | (sat ? 8 : 0));
  return d.emit(type == Type::F64 ? carefully<double, Op, count> : carefully<float, Op, count>);
}

// Functions that PTX specifies within an error: computed in double and rounded.
template <class T, double (*function)(double), bool ftz> void approximate(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]);
  T out[32] = {};
  for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    T x = ftz ? flush(a[lane]) : a[lane];
    T y = canonical(static_cast<T>(function(static_cast<double>(x))));
    out[lane] = ftz ? flush(y) : y;
  }
  warp.assign(in.to, out);
}

double reciprocal(double a) { return 1 / a; }
double reciprocalRoot(double a) { return 1 / std::sqrt(a); }
double root(double a) { return std::sqrt(a); }
double sine(double a) { return std::sin(a); }
double cosine(double a) { return std::cos(a); }
double exponential(double a) { return std::exp2(a); }
double logarithm(double a) { return std::log2(a); }
double hyperbolicTangent(double a) { return std::tanh(a); }

template <double (*function)(double)> bool approximation(Decoder &d) {
  bool approx = d.flag("approx"), ftz = d.flag("ftz");
  Type type = d.type();
  if (isHalf(type) && (approx || ftz)) {
    if (approx && (function == exponential || function == hyperbolicTangent))
      return decodeHalfFunction(d, type, function);
    return d.fail("not of this type");
  }
  bool ofDoubles = function == reciprocal || function == reciprocalRoot;
  if (!approx || (type != Type::F32 && !(type == Type::F64 && ofDoubles)) || !d.uniform(type, 1))
    return d.fail("unknown form");
  if (type == Type::F64)
    return d.emit(approximate<double, function, false>);
  return d.emit(ftz ? approximate<float, function, true> : approximate<float, function, false>);
}

// flags: 1 ftz, 2 the NaN wins, 4 xorsign.abs, 8 max.
template <class T> T extreme(T a, T b, unsigned flags) {
  if (flags & 1)
    a = flush(a), b = flush(b);
  bool sign = std::signbit(a) != std::signbit(b);
  if (flags & 4)
    a = std::fabs(a), b = std::fabs(b);
  T out;
  if (a != a || b != b) {
    if constexpr (sizeof(T) == 8) {
      if (a != a && b != b)
        return quieted(b);
    }
    out = flags & 2 || (a != a && b != b) ? std::numeric_limits<T>::quiet_NaN() : a != a ? b : a;
    if (out != out)
      return canonical(out);
  } else if (a == b) { // -0 is less than +0
    out = std::signbit(a) == bool(flags & 8) ? b : a;
  } else {
    out = (a < b) == bool(flags & 8) ? b : a;
  }
  return flags & 4 ? std::copysign(out, sign ? T(-1) : T(1)) : out;
}
template <class T> void extremeLanes(Warp &warp, const Instruction &in) {
  const T *a = warp.from<T>(in.from[0]), *b = warp.from<T>(in.from[1]);
  const T *c = in.from[2] == kNoSlot ? nullptr : warp.from<T>(in.from[2]);
  T out[32];
  for (int lane = 0; lane < 32; ++lane) {
    out[lane] = extreme(a[lane], b[lane], in.flags);
    if (c)
      out[lane] = extreme(out[lane], c[lane], in.flags);
  }
  warp.assign(in.to, out);
}

bool decodeExtreme(Decoder &d, bool max) {
  Type type = d.type();
  if (isHalf(type))
    return decodeHalfExtreme(d, type, max);
  if (type != Type::F32 && type != Type::F64)
    return decodeIntegerExtreme(d, type, max);
  bool ftz = d.flag("ftz"), nan = d.flag("NaN"), sign = d.flag("xorsign");
  if (sign && !d.flag("abs"))
    return d.fail("unknown form");
  if (!d.operands(3, type == Type::F32 ? 4 : 3) || (type == Type::F64 && (ftz || nan || sign)) ||
      !d.destination(0, type, d.in.to))
    return d.fail("unknown form");
  for (size_t i = 1; i < d.operandCount(); ++i)
    if (!d.source(i, type, d.in.from[i - 1]))
      return false;
  d.in.flags = static_cast<uint8_t>(ftz | nan << 1 | sign << 2 | max << 3);
  return d.emit(type == Type::F32 ? extremeLanes<float> : extremeLanes<double>);
}

template <bool negates, bool ftz> struct Sign {
  float operator()(float a) const {
    float out = ftz ? flush(a) : a;
    return canonical(negates ? -out : std::fabs(out));
  }
  // A NaN of f64 becomes a quiet one and keeps its sign.
  double operator()(double a) const { return a != a ? quieted(a) : negates ? -a : std::fabs(a); }
};
struct CopySign { // of the first to the second
  template <class T> T operator()(T a, T b) const { return std::copysign(b, a); }
};

bool decodeSign(Decoder &d, bool negates) {
  bool ftz = d.flag("ftz");
  Type type = d.type();
  if (isHalf(type))
    return decodeHalfSign(d, type, negates);
  if (type != Type::F32 && type != Type::F64)
    return !ftz && decodeIntegerSign(d, type, negates);
  if (!d.uniform(type, 1) || (ftz && type == Type::F64))
    return false;
  if (type == Type::F64)
    return d.emit(negates ? unaryLanes<double, double, Sign<true, false>>
                          : unaryLanes<double, double, Sign<false, false>>);
  if (ftz)
    return d.emit(negates ? unaryLanes<float, float, Sign<true, true>> : unaryLanes<float, float, Sign<false, true>>);
  return d.emit(negates ? unaryLanes<float, float, Sign<true, false>> : unaryLanes<float, float, Sign<false, false>>);
}

bool decodeSum(Decoder &d, bool subtracts) {
  if (d.statement->opcode.find(".cc") != std::string_view::npos)
    return decodeIntegerCarry(d, subtracts);
  Type type = d.type();
  if (isHalf(type))
    return decodeHalfSum(d, type, subtracts);
  if (Type small = type == Type::F32 ? d.type() : Type::None; small != Type::None)
    return subtracts ? mixed<Sub, 2>(d, small) : mixed<Add, 2>(d, small);
  if (type == Type::F32 || type == Type::F64 || type == Type::F32x2)
    return subtracts ? arithmetic<Sub, 2>(d, type, false) : arithmetic<Add, 2>(d, type, false);
  return decodeIntegerSum(d, type, subtracts);
}

bool decodeDivision(Decoder &d) {
  Type type = d.type();
  if (type != Type::F32 && type != Type::F64)
    return decodeIntegerDivision(d, type);
  if (type == Type::F32 && (d.flag("full") || d.flag("approx"))) {
    bool approx = d.statement->opcode.find(".approx") != std::string_view::npos, ftz = d.flag("ftz");
    if (!d.uniform(type, 2))
      return false;
    if (approx)
      return d.emit(ftz ? binaryLanes<float, float, float, Flushed<DivApprox>>
                        : binaryLanes<float, float, float, Canonical<DivApprox>>);
    return d.emit(ftz ? binaryLanes<float, float, float, Flushed<Div>>
                      : binaryLanes<float, float, float, Canonical<Div>>);
  }
  return arithmetic<Div, 2>(d, type, true);
}

template <class Op, double (*function)(double)> bool decodeRounded(Decoder &d) {
  if (d.statement->opcode.find(".approx") != std::string_view::npos)
    return approximation<function>(d);
  Type type = d.type();
  return arithmetic<Op, 1>(d, type, true);
}

} // namespace

void addFloats(FamilyTable &table) {
  table["add"] = [](Decoder &d) { return decodeSum(d, false); };
  table["sub"] = [](Decoder &d) { return decodeSum(d, true); };
  table["mul"] = [](Decoder &d) {
    Type type = d.type();
    if (isHalf(type))
      return decodeHalfProduct(d, type);
    return type == Type::F32 || type == Type::F64 || type == Type::F32x2 ? arithmetic<Mul, 2>(d, type, false)
                                                                         : decodeIntegerProduct(d, type, false);
  };
  table["fma"] = [](Decoder &d) {
    Type type = d.type();
    if (isHalf(type))
      return decodeHalfFma(d, type);
    Type small = type == Type::F32 ? d.type() : Type::None;
    return small == Type::None ? arithmetic<Fma, 3>(d, type, true) : mixed<Fma, 3>(d, small);
  };
  table["mad"] = [](Decoder &d) {
    Type type = d.type();
    return type == Type::F32 || type == Type::F64 ? arithmetic<Fma, 3>(d, type, true)
                                                  : decodeIntegerProduct(d, type, true);
  };
  table["div"] = decodeDivision;
  table["min"] = [](Decoder &d) { return decodeExtreme(d, false); };
  table["max"] = [](Decoder &d) { return decodeExtreme(d, true); };
  table["abs"] = [](Decoder &d) { return decodeSign(d, false); };
  table["neg"] = [](Decoder &d) { return decodeSign(d, true); };
  table["copysign"] = [](Decoder &d) {
    Type type = d.type();
    return d.uniform(type, 2) && d.emit(type == Type::F32   ? binaryLanes<float, float, float, CopySign>
                                        : type == Type::F64 ? binaryLanes<double, double, double, CopySign>
                                                            : nullptr);
  };
  table["rcp"] = decodeRounded<Reciprocal, reciprocal>;
  table["sqrt"] = decodeRounded<Sqrt, root>;
  table["rsqrt"] = approximation<reciprocalRoot>;
  table["ex2"] = approximation<exponential>;
  table["lg2"] = approximation<logarithm>;
  table["sin"] = approximation<sine>;
  table["cos"] = approximation<cosine>;
  table["tanh"] = approximation<hyperbolicTangent>;
}

} // namespace shardwright::cudadouble
