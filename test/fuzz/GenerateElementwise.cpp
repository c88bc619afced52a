#include "test/fuzz/OpFamilies.h"

#include <algorithm>
#include <cmath>

namespace shardwright::fuzz {
namespace {

bool anyValue(const Value &) { return true; }

/// What a function with this derivative and magnitude makes of a value; it is good to a few units in the last place.
Range smooth(const Value &value, double slope, double bound) {
  return {bound, 60, value.range.error * slope + 16 * value.element.roundoff() * bound};
}

std::string call(const std::string &op, const Value &value) {
  bool isChlo = op.rfind("chlo.", 0) == 0;
  return (isChlo ? op : "stablehlo." + op) + " " + value.name + " : " + type(value) +
         (isChlo ? " -> " + type(value) : "");
}

bool addFloatFunction(Generator &g) {
  std::optional<Value> found = g.find([](const Value &v) { return v.element.isFloat(); });
  if (!found)
    return false;
  Value v = *found;
  auto define = [&](const std::string &op, const Value &in, double slope, double bound) {
    g.define(in.shape, in.element, smooth(in, slope, bound), call(op, in));
    return true;
  };
  switch (g.random.below(10)) {
  case 0:
    return define(g.random.pick(std::vector<std::string>{"tanh", "logistic", "chlo.erf"}), v, 1.2, 1);
  case 1:
    return define(g.random.oneIn(2) ? "sine" : "cosine", g.limited(v, 8), 1, 1);
  case 2: {
    Value small = g.limited(v, 2);
    return define(g.random.oneIn(2) ? "exponential" : "exponential_minus_one", small, 8, 8);
  }
  case 3: {
    Value in = g.positive(v);
    const char *op = g.random.pick(std::vector<const char *>{"sqrt", "rsqrt", "cbrt"});
    return define(op, in, 0.5, std::max(1.0, std::sqrt(in.range.bound)));
  }
  case 4: {
    Value in = g.positive(v);
    return define(g.random.oneIn(2) ? "log" : "log_plus_one", in, 1, 1 + std::log(1 + in.range.bound));
  }
  case 5:
    return define("chlo.asinh", v, 1, 1 + v.range.bound);
  case 6:
    return define("chlo.atan", v, 1, 1.6);
  case 7: {
    Value small = g.limited(v, 1);
    return define("tan", small, 4, 2);
  }
  case 8: {
    Value in = g.positive(v), other = g.positive(g.matching(v.shape, v.element));
    double bound = std::max(in.range.bound, other.range.bound);
    g.define(v.shape, v.element, {1.6, 60, in.range.error + other.range.error + 16 * v.element.roundoff() * 1.6},
             "stablehlo.atan2 " + in.name + ", " + other.name + " : " + type(v));
    return bound > 0;
  }
  default: {
    Value in = g.positive(g.limited(v, 7));
    Value exponent =
        g.splat(v.shape, v.element, g.random.pick(std::vector<std::string>{"2.0", "0.5", "-1.0", "3.0"}), 3);
    g.define(v.shape, v.element, {512, 60, in.range.error * 200 + 64 * v.element.roundoff() * 512},
             "stablehlo.power " + in.name + ", " + exponent.name + " : " + type(v));
    return true;
  }
  }
}

/// Roundings and questions: only what is exact may decide.
bool addExactUnary(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return v.range.exact(); });
  if (!v)
    return false;
  const Element &e = v->element;
  if (e.isBool())
    return g.unary("not", *v, {1, 0, 0}), true;
  if (e.isComplex())
    return false;
  if (e.isFloat()) {
    if (g.random.oneIn(4)) {
      g.define(v->shape, element("i1"), {1, 0, 0},
               "stablehlo.is_finite " + v->name + " : (" + type(*v) + ") -> " + type(v->shape, element("i1")));
      return true;
    }
    if (g.random.oneIn(4) && e.bits <= 32 && std::ldexp(v->range.bound, v->range.fraction) <= 128) {
      g.define(v->shape, e, v->range, "stablehlo.reduce_precision " + v->name + ", format = e8m7 : " + type(*v));
      return true;
    }
    const char *op =
        g.random.pick(std::vector<const char *>{"floor", "ceil", "round_nearest_afz", "round_nearest_even", "sign"});
    g.unary(op, *v, {v->range.bound + 1, 0, 0});
    return true;
  }
  double all = e.largest();
  switch (g.random.below(5)) {
  case 0:
    g.unary("not", *v, {all, 0, 0});
    return true;
  case 1:
    g.unary(g.random.oneIn(2) ? "popcnt" : "count_leading_zeros", *v, {static_cast<double>(e.bits), 0, 0});
    return true;
  case 2:
    g.unary("negate", *v, {e.kind == Kind::Unsigned ? all : v->range.bound, 0, 0});
    return true;
  default:
    if (e.kind == Kind::Unsigned)
      return false;
    g.unary(g.random.oneIn(2) ? "abs" : "sign", *v, v->range);
    return true;
  }
}

bool addNegation(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return v.element.isFloatOrComplex(); });
  if (!v)
    return false;
  if (v->element.isFloat() && g.random.oneIn(2))
    g.unary("abs", *v, v->range);
  else
    g.unary("negate", *v, v->range);
  return true;
}

bool addArithmetic(Generator &g) {
  std::optional<Value> found = g.find(anyValue);
  if (!found)
    return false;
  Value a = *found, b = g.matching(a.shape, a.element);
  if (g.random.oneIn(2))
    std::swap(a, b);
  const Element &e = a.element;
  if (e.isBool()) {
    g.binary(g.random.pick(std::vector<std::string>{"and", "or", "xor", "add", "multiply", "maximum", "minimum"}), a, b,
             {1, 0, 0});
    return true;
  }
  Range added = sum(a.range, b.range), multiplied = product(a.range, b.range);
  if (e.isComplex())
    multiplied = scaled(multiplied, 2);
  if (e.isInteger()) {
    // Unsigned numbers wrap around below 0, signed ones beyond what they hold.
    if (added.bound > e.largest())
      added.bound = e.largest();
    switch (g.random.below(4)) {
    case 0:
      g.binary("add", a, b, added);
      return true;
    case 1:
      g.binary("subtract", a, b, {e.kind == Kind::Unsigned ? e.largest() : added.bound, 0, 0});
      return true;
    case 2:
      g.binary("multiply", a, b, multiplied);
      return true;
    default:
      g.binary(g.random.oneIn(2) ? "maximum" : "minimum", a, b, join(a.range, b.range));
      return true;
    }
  }
  if (multiplied.bound > e.largest())
    return false;
  switch (g.random.below(e.isComplex() ? 3 : 4)) {
  case 0:
    g.binary("add", a, b, added);
    return true;
  case 1:
    g.binary("subtract", a, b, added);
    return true;
  case 2:
    g.binary("multiply", a, b, multiplied);
    return true;
  default:
    g.binary(g.random.oneIn(2) ? "maximum" : "minimum", a, b, join(a.range, b.range));
    return true;
  }
}

bool addDivision(Generator &g) {
  std::optional<Value> found = g.find([](const Value &v) { return v.element.isFloat() || v.element.isInteger(); });
  if (!found)
    return false;
  Value a = *found, b = g.matching(a.shape, a.element);
  const Element &e = a.element;
  if (e.isInteger()) {
    Value seven = g.splat(a.shape, e, "7", 7), one = g.splat(a.shape, e, "1", 1);
    Value divisor = g.binary("or", g.binary("and", b, seven, {7, 0, 0}), one, {7, 0, 0});
    g.binary(g.random.oneIn(2) ? "divide" : "remainder", a, divisor, a.range);
    return true;
  }
  Value divisor = g.positive(b);
  if (a.range.exact() && divisor.range.exact() && g.random.oneIn(3)) {
    g.binary("remainder", a, divisor,
             {std::max(a.range.bound, divisor.range.bound), std::max(a.range.fraction, divisor.range.fraction), 0});
    return true;
  }
  g.binary("divide", a, divisor,
           {a.range.bound, 60, a.range.error + a.range.bound * divisor.range.error + 4 * e.roundoff() * a.range.bound});
  return true;
}

bool addBits(Generator &g) {
  std::optional<Value> a = g.find([](const Value &v) { return v.element.isInteger(); });
  if (!a)
    return false;
  Value b = g.matching(a->shape, a->element);
  double all = a->element.largest();
  if (g.random.oneIn(2)) {
    g.binary(g.random.pick(std::vector<std::string>{"and", "or", "xor"}), *a, b, {all, 0, 0});
    return true;
  }
  Value amount = g.binary("and", b, g.splat(a->shape, a->element, std::to_string(a->element.bits - 1), 64), {64, 0, 0});
  g.binary(g.random.pick(std::vector<std::string>{"shift_left", "shift_right_arithmetic", "shift_right_logical"}), *a,
           amount, {all, 0, 0});
  return true;
}

bool addCompare(Generator &g) {
  std::optional<Value> a = g.find([](const Value &v) { return v.range.exact(); });
  if (!a)
    return false;
  Value b = g.matching(a->shape, a->element, true);
  static const std::vector<std::string> kDirections = {"EQ", "NE", "LT", "LE", "GT", "GE"};
  std::string direction = kDirections[g.random.below(a->element.isComplex() ? 2 : 6)];
  Value p = g.define(a->shape, element("i1"), {1, 0, 0},
                     "stablehlo.compare " + direction + ", " + a->name + ", " + b.name + " : (" + type(*a) + ", " +
                         type(b) + ") -> " + type(a->shape, element("i1")));
  if (g.random.oneIn(2)) {
    Value x = g.matching(a->shape, g.arithmetic()), y = g.matching(a->shape, x.element);
    g.define(x.shape, x.element, join(x.range, y.range),
             "stablehlo.select " + p.name + ", " + x.name + ", " + y.name + " : " + type(p) + ", " + type(x));
  }
  return true;
}

bool addSelect(Generator &g) {
  std::optional<Value> p = g.find([](const Value &v) { return v.element.isBool(); });
  if (!p)
    return false;
  Shape shape = p->shape.empty() ? g.shape() : p->shape;
  Value a = g.matching(shape, g.arithmetic()), b = g.matching(shape, a.element);
  g.define(shape, a.element, join(a.range, b.range),
           "stablehlo.select " + p->name + ", " + a.name + ", " + b.name + " : " + type(*p) + ", " + type(a));
  return true;
}

bool addClamp(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return !v.element.isComplex() && !v.element.isBool(); });
  if (!v)
    return false;
  Shape bounds = g.random.oneIn(2) ? Shape{} : v->shape;
  Value low = g.matching(bounds, v->element), top = g.matching(bounds, v->element);
  Value upper = g.binary("maximum", low, top, join(low.range, top.range));
  g.define(v->shape, v->element, join(v->range, join(low.range, upper.range)),
           "stablehlo.clamp " + low.name + ", " + v->name + ", " + upper.name + " : (" + type(low) + ", " + type(*v) +
               ", " + type(upper) + ") -> " + type(*v));
  return true;
}

bool addConvert(Generator &g) {
  std::optional<Value> found = g.find([](const Value &v) { return !v.element.isComplex(); });
  const Element &to = g.arithmetic();
  if (!found || found->element == to)
    return false;
  Value v = *found;
  Range range = v.range;
  if (to.isBool() && !range.exact())
    return false;
  if (to.isBool())
    range = {1, 0, 0};
  if (to.isInteger() && v.element.isFloat()) {
    if (!range.exact())
      return false;
    if (to.kind == Kind::Unsigned)
      v = g.unary("abs", v, range);
    v = g.limited(v, 100);
    range = {100, 0, 0};
  } else if (to.isInteger() && (to.kind == Kind::Unsigned || v.range.bound >= to.largest())) {
    range.bound = to.largest();
  } else if (to.isFloatOrComplex() && v.element.isInteger()) {
    v = g.limited(v, 100);
    range = v.range;
  }
  g.define(v.shape, to, range, "stablehlo.convert " + v.name + " : (" + type(v) + ") -> " + type(v.shape, to));
  return true;
}

bool addComplex(Generator &g) {
  auto isComplex = [](const Value &v) { return v.element.isComplex(); };
  std::optional<Value> found = g.find(isComplex);
  if (!found || g.random.oneIn(3)) {
    std::optional<Value> a =
        g.find([](const Value &v) { return v.element == element("f32") || v.element == element("f64"); });
    if (!a || (!found && !g.random.oneIn(6)))
      return false;
    Value b = g.matching(a->shape, a->element);
    const Element &to = element(a->element.bits == 32 ? "complex<f32>" : "complex<f64>");
    g.define(a->shape, to, join(a->range, b.range),
             "stablehlo.complex " + a->name + ", " + b.name + " : " + type(a->shape, to));
    return true;
  }
  const Element &part = element(found->element.bits == 32 ? "f32" : "f64");
  auto toPart = [&](const char *op, const Value &v, const Range &range) {
    g.define(v.shape, part, range,
             std::string("stablehlo.") + op + " " + v.name + " : (" + type(v) + ") -> " + type(v.shape, part));
    return true;
  };
  Value v = *found;
  switch (g.random.below(5)) {
  case 0:
    return toPart("real", v, v.range);
  case 1:
    return toPart("imag", v, v.range);
  case 2:
    return toPart("abs", v, {v.range.bound * 1.5, 60, v.range.error * 2 + 16 * part.roundoff() * v.range.bound});
  case 3:
    g.define(v.shape, v.element, v.range, call("chlo.conj", v));
    return true;
  default: {
    Value small = g.limited(v, 2);
    if (small.range.bound > 2)
      return false;
    g.define(v.shape, v.element, smooth(small, 12, 8), call("exponential", small));
    return true;
  }
  }
}

bool addMap(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return v.element.isFloat() || v.element.isInteger(); });
  if (!v)
    return false;
  Value w = g.matching(v->shape, v->element);
  std::vector<int64_t> dims;
  for (size_t d = 0; d < v->shape.size(); ++d)
    dims.push_back(static_cast<int64_t>(d));
  std::string a = g.fresh(), b = g.fresh(), m = g.fresh(), s = g.fresh(), t = type({}, v->element);
  g.define(v->shape, v->element, sum(join(v->range, w.range), v->range),
           "\"stablehlo.map\"(" + v->name + ", " + w.name + ") <{dimensions = array<i64" +
               (dims.empty() ? "" : ": " + list(dims)) + ">}> ({\n  ^bb0(" + a + ": " + t + ", " + b + ": " + t +
               "):\n    " + m + " = stablehlo.maximum " + a + ", " + b + " : " + t + "\n    " + s +
               " = stablehlo.add " + m + ", " + a + " : " + t + "\n    stablehlo.return " + s + " : " + t +
               "\n  }) : (" + type(*v) + ", " + type(w) + ") -> " + type(*v));
  return true;
}

} // namespace

std::vector<WeightedFamily> elementwiseFamilies() {
  return {{12, addArithmetic}, {6, addFloatFunction}, {4, addExactUnary}, {2, addNegation},
          {3, addDivision},    {3, addBits},          {5, addCompare},    {3, addSelect},
          {2, addClamp},       {5, addConvert},       {3, addComplex},    {1, addMap}};
}

} // namespace shardwright::fuzz
