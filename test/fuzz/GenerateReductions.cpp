#include "test/fuzz/OpFamilies.h"

#include <algorithm>
#include <cmath>

namespace shardwright::fuzz {
namespace {

struct Combiner {
  const char *op;
  const char *start; ///< a whole number; "" for what leaves the other operand as it is
};

/// What combines elements of this type. How often a start enters a window is up to the implementation: there, `neutral`
/// says, adding it must change nothing.
Combiner combiner(Generator &g, const Element &e, bool neutral = false) {
  if (e.isBool())
    return g.random.pick(std::vector<Combiner>{
        {"and", "true"}, {"or", "false"}, {"xor", "false"}, {"maximum", "false"}, {"minimum", "true"}});
  if (e.isComplex())
    return {"add", "(0.0, 0.0)"};
  if (neutral && g.random.oneIn(2))
    return {"add", e.isInteger() ? "0" : "0.0"};
  if (neutral)
    return g.random.oneIn(2) ? Combiner{"maximum", e.isInteger() ? "3" : "-3.0"}
                             : Combiner{"minimum", e.isInteger() ? "9" : "9.0"};
  if (e.isInteger())
    return g.random.pick(std::vector<Combiner>{{"add", "0"},
                                               {"add", "3"},
                                               {"maximum", "0"},
                                               {"minimum", "9"},
                                               {"multiply", "1"},
                                               {"and", "7"},
                                               {"or", "0"},
                                               {"xor", "0"}});
  return g.random.pick(
      std::vector<Combiner>{{"add", "0.0"}, {"add", "0.0"}, {"add", "2.0"}, {"maximum", "-9.0"}, {"minimum", "9.0"}});
}

/// What `n` elements combine to.
Range combined(const Combiner &c, const Value &v, double n) {
  if (!v.element.precision)
    return {v.element.largest(), 0, 0};
  if (std::string(c.op) == "add") {
    Range range{v.range.bound * n + 2, v.range.fraction, v.range.error * n};
    return stored(v.element, range, n + 2);
  }
  return {std::max(v.range.bound, 9.0), v.range.fraction, v.range.error};
}

std::vector<int64_t> chooseDims(Generator &g, const Shape &shape, Shape &rest) {
  std::vector<int64_t> dims;
  for (size_t d = 0; d < shape.size(); ++d)
    if (g.random.oneIn(2))
      dims.push_back(static_cast<int64_t>(d));
    else
      rest.push_back(shape[d]);
  return dims;
}

bool addReduce(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return !v.shape.empty(); });
  if (!v)
    return false;
  Shape to;
  std::vector<int64_t> dims = chooseDims(g, v->shape, to);
  double n = 1;
  for (int64_t d : dims)
    n *= static_cast<double>(std::max<int64_t>(v->shape[d], 1));
  Combiner c = combiner(g, v->element);
  Range range = combined(c, *v, n);
  if (v->element.precision && range.bound > v->element.largest())
    return false;
  std::string start = g.scalarConstant(v->element, c.start);
  g.define(to, v->element, range,
           "stablehlo.reduce(" + v->name + " init: " + start + ") applies stablehlo." + c.op +
               " across dimensions = [" + list(dims) + "] : (" + type(*v) + ", " + type({}, v->element) + ") -> " +
               type(to, v->element));
  return true;
}

/// Two reductions at once: the largest value and where it stands first.
bool addArgmax(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) {
    return !v.shape.empty() && v.range.exact() && (v.element.isFloat() || v.element.isInteger()) && count(v.shape) > 0;
  });
  if (!v)
    return false;
  size_t dim = g.random.below(static_cast<int64_t>(v->shape.size()));
  Shape to = v->shape;
  to.erase(to.begin() + static_cast<long>(dim));
  const Element &i32 = element("i32");
  Value at = g.define(v->shape, i32, {static_cast<double>(v->shape[dim]), 0, 0},
                      "stablehlo.iota dim = " + std::to_string(dim) + " : " + type(v->shape, i32));
  std::string low = g.scalarConstant(v->element, v->element.isFloat() ? "-1.0e4"
                                                 : v->element.kind == Kind::Unsigned
                                                     ? "0"
                                                     : std::to_string(-(int64_t{1} << (v->element.bits - 2)) * 2));
  std::string zero = g.scalarConstant(i32, "0");
  std::string e = type({}, v->element), i = type({}, i32), b = type({}, element("i1"));
  std::string a0 = g.fresh(), a1 = g.fresh(), b0 = g.fresh(), b1 = g.fresh(), p = g.fresh(), q = g.fresh(),
              r = g.fresh(), s = g.fresh(), x = g.fresh(), y = g.fresh(), lower = g.fresh();
  std::string body;
  auto add = [&](const std::string &text) { body += "    " + text + "\n"; };
  add(p + " = stablehlo.compare GT, " + a0 + ", " + b0 + " : (" + e + ", " + e + ") -> " + b);
  add(q + " = stablehlo.compare EQ, " + a0 + ", " + b0 + " : (" + e + ", " + e + ") -> " + b);
  add(lower + " = stablehlo.compare LT, " + a1 + ", " + b1 + " : (" + i + ", " + i + ") -> " + b);
  add(r + " = stablehlo.and " + q + ", " + lower + " : " + b);
  add(s + " = stablehlo.or " + p + ", " + r + " : " + b);
  add(x + " = stablehlo.select " + s + ", " + a0 + ", " + b0 + " : " + b + ", " + e);
  add(y + " = stablehlo.select " + s + ", " + a1 + ", " + b1 + " : " + b + ", " + i);
  add("stablehlo.return " + x + ", " + y + " : " + e + ", " + i);
  Value top{"", to, v->element, join(v->range, {1, 0, 0})},
      where{"", to, i32, {static_cast<double>(v->shape[dim]), 0, 0}};
  g.defineAll({top, where}, "\"stablehlo.reduce\"(" + v->name + ", " + at.name + ", " + low + ", " + zero +
                                ") <{dimensions = array<i64: " + std::to_string(dim) + ">}> ({\n  ^bb0(" + a0 + ": " +
                                e + ", " + a1 + ": " + i + ", " + b0 + ": " + e + ", " + b1 + ": " + i + "):\n" + body +
                                "  }) : (" + type(*v) + ", " + type(at) + ", " + e + ", " + i + ") -> (" +
                                type(to, v->element) + ", " + type(to, i32) + ")");
  return true;
}

bool addSort(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) {
    return !v.shape.empty() && v.range.exact() && (v.element.isFloat() || v.element.isInteger());
  });
  if (!v)
    return false;
  Value w = g.matching(v->shape, g.arithmetic());
  bool two = !w.element.isComplex() && g.random.oneIn(2);
  std::string a = g.fresh(), b = g.fresh(), c = g.fresh(), d = g.fresh(), p = g.fresh(), e = type({}, v->element),
              f = type({}, w.element);
  std::string body = "    " + p + " = stablehlo.compare " + (g.random.oneIn(2) ? "LT, " : "GT, ") + a + ", " + b +
                     " : (" + e + ", " + e + ") -> tensor<i1>\n    stablehlo.return " + p + " : tensor<i1>\n";
  std::string right = "\"stablehlo.sort\"(" + v->name + (two ? ", " + w.name : "") +
                      ") <{dimension = " + std::to_string(g.random.below(static_cast<int64_t>(v->shape.size()))) +
                      " : i64, is_stable = true}> ({\n  ^bb0(" + a + ": " + e + ", " + b + ": " + e +
                      (two ? ", " + c + ": " + f + ", " + d + ": " + f : "") + "):\n" + body + "  }) : (" + type(*v) +
                      (two ? ", " + type(w) : "") + ") -> ";
  if (two)
    g.defineAll({*v, w}, right + "(" + type(*v) + ", " + type(w) + ")");
  else
    g.define(v->shape, v->element, v->range, right + type(*v));
  return true;
}

} // namespace

std::vector<WeightedFamily> reductionFamilies() { return {{8, addReduce}, {2, addArgmax}, {2, addSort}}; }

//===-- Windows ---------------------------------------------------------------------------------------------------===//

namespace {

struct Windows {
  std::vector<int64_t> sizes, strides, base, dilations;
  std::string padding;
  Shape to;
  double elements = 1;
};

/// Random windows over a shape; nothing where some dimension would have no place for one.
std::optional<Windows> chooseWindows(Generator &g, const Shape &shape, bool dilated) {
  Windows w;
  for (int64_t size : shape) {
    bool plain = g.random.oneIn(3);
    int64_t window = plain ? 1 : g.random.between(1, 3), stride = plain ? 1 : g.random.between(1, 2);
    int64_t base = !plain && dilated && g.random.oneIn(6) ? 2 : 1,
            dilation = !plain && dilated && g.random.oneIn(5) ? 2 : 1;
    int64_t low = plain ? 0 : g.random.between(0, window - 1), high = plain ? 0 : g.random.between(0, window - 1);
    // Cumulative sums are windows as long as the dimension.
    if (!plain && size > 1 && g.random.oneIn(6))
      window = size, low = size - 1, high = 0, stride = base = dilation = 1;
    int64_t padded = low + high + (size > 0 ? (size - 1) * base + 1 : 0), reach = (window - 1) * dilation + 1;
    if (padded < reach)
      return std::nullopt;
    w.sizes.push_back(window);
    w.strides.push_back(stride);
    w.base.push_back(base);
    w.dilations.push_back(dilation);
    w.padding += (w.padding.empty() ? "[" : ", [") + std::to_string(low) + ", " + std::to_string(high) + "]";
    w.to.push_back((padded - reach) / stride + 1);
    w.elements *= static_cast<double>(window);
  }
  return w;
}

std::string array(const std::vector<int64_t> &values) { return "array<i64: " + list(values) + ">"; }

std::string paddingText(const Windows &w) {
  return "padding = dense<[" + w.padding + "]> : tensor<" + std::to_string(w.to.size()) + "x2xi64>";
}

std::string scalarBody(Generator &g, const std::string &op, const std::string &t, const std::string &result) {
  std::string a = g.fresh(), b = g.fresh(), c = g.fresh();
  return "{\n  ^bb0(" + a + ": " + t + ", " + b + ": " + t + "):\n    " + c + " = stablehlo." + op + " " + a + ", " +
         b + " : " + (result.empty() ? t : "(" + t + ", " + t + ") -> " + result) + "\n    stablehlo.return " + c +
         " : " + (result.empty() ? t : result) + "\n  }";
}

bool addReduceWindow(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return !v.shape.empty() && !v.element.isComplex(); });
  if (!v)
    return false;
  std::optional<Windows> w = chooseWindows(g, v->shape, true);
  if (!w || !Generator::small(w->to))
    return false;
  Combiner c = combiner(g, v->element, /*neutral=*/true);
  Range range = combined(c, *v, w->elements);
  if (v->element.precision && range.bound > v->element.largest())
    return false;
  std::string start = g.scalarConstant(v->element, c.start), t = type({}, v->element);
  g.define(w->to, v->element, range,
           "\"stablehlo.reduce_window\"(" + v->name + ", " + start + ") <{base_dilations = " + array(w->base) + ", " +
               paddingText(*w) + ", window_dilations = " + array(w->dilations) +
               ", window_dimensions = " + array(w->sizes) + ", window_strides = " + array(w->strides) + "}> (" +
               scalarBody(g, c.op, t, "") + ") : (" + type(*v) + ", " + t + ") -> " + type(w->to, v->element));
  return true;
}

bool addSelectAndScatter(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) {
    return !v.shape.empty() && v.range.exact() && (v.element.isFloat() || v.element.isInteger()) && count(v.shape) > 0;
  });
  if (!v)
    return false;
  std::optional<Windows> w = chooseWindows(g, v->shape, false);
  if (!w || !Generator::small(w->to))
    return false;
  Value source = g.matching(w->to, v->element);
  Range range = combined({"add", "0"}, source, w->elements);
  if (v->element.precision && range.bound > v->element.largest())
    return false;
  std::string start = g.scalarConstant(v->element, v->element.isFloat() ? "0.0" : "0"), t = type({}, v->element);
  g.define(v->shape, v->element, range,
           "\"stablehlo.select_and_scatter\"(" + v->name + ", " + source.name + ", " + start + ") <{" +
               paddingText(*w) + ", window_dimensions = " + array(w->sizes) + ", window_strides = " +
               array(w->strides) + "}> (" + scalarBody(g, "compare GE,", t, "tensor<i1>") + ", " +
               scalarBody(g, "add", t, "") + ") : (" + type(*v) + ", " + type(source) + ", " + t + ") -> " + type(*v));
  return true;
}

} // namespace

std::vector<WeightedFamily> windowFamilies() { return {{4, addReduceWindow}, {1, addSelectAndScatter}}; }

} // namespace shardwright::fuzz
