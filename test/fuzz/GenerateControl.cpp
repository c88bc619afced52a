#include "test/fuzz/OpFamilies.h"

#include <algorithm>
#include <cmath>

namespace shardwright::fuzz {
namespace {

/// What is assumed of a loop-carried value in every iteration.
Range assumed(Generator &g, const Element &e) {
  if (!e.precision)
    return {e.largest(), 0, 0};
  if (g.random.oneIn(2))
    return {8, 3, 0};
  return {8, 60, std::max(48 * e.roundoff(), 1e-4)};
}

/// `value` made to satisfy `range`; nothing where that is not possible.
std::optional<Value> within(Generator &g, Value value, const Range &range) {
  const Element &e = value.element;
  if (!e.precision)
    return value;
  if (range.exact()) {
    if (!value.range.exact() || e.isComplex())
      return value.range.exact() && value.range.bound <= range.bound && value.range.fraction <= range.fraction
                 ? std::optional<Value>(value)
                 : std::nullopt;
    if (value.range.fraction > range.fraction)
      value = g.unary("floor", value, {value.range.bound + 1, 0, 0});
    return g.limited(value, range.bound);
  }
  double over = std::max(value.range.bound / range.bound, value.range.error / range.error * 2);
  if (over > 1)
    value = g.limited(value, value.range.exact() ? range.bound : value.range.bound / over);
  if (value.range.error > range.error)
    return std::nullopt;
  return value;
}

/// A value of that type that satisfies the range.
Value yielded(Generator &g, const Value &like, const Range &range) {
  if (std::optional<Value> value = within(g, g.matching(like.shape, like.element, range.exact()), range))
    return *value;
  return g.splat(like.shape, like.element, like.element.isComplex() ? "(1.0, 2.0)" : "1.0", 2);
}

int operationsInside(Generator &g) { return static_cast<int>(g.random.between(1, g.depth() ? 3 : 5)); }

std::vector<Value> chooseCarried(Generator &g) {
  std::vector<Value> carried;
  for (int64_t n = g.random.between(1, 3); n > 0; --n) {
    Value init = *g.find([](const Value &) { return true; });
    Range range = assumed(g, init.element);
    init = yielded(g, init, range);
    init.range = range;
    carried.push_back(init);
  }
  return carried;
}

bool addWhile(Generator &g) {
  if (g.depth() >= 2 || !g.find([](const Value &) { return true; }))
    return false;
  const Element &i32 = element("i32");
  std::vector<Value> carried = chooseCarried(g);
  // How often it runs: a number that the compiler sees, one that it does not see, or until a tensor has grown enough.
  int64_t kind = g.random.below(3);
  Value counter =
      kind == 2 ? g.define({3}, i32, {3, 0, 0}, "stablehlo.iota dim = 0 : tensor<3xi32>") : g.splat({}, i32, "0", 0);
  Value limit = g.splat({}, i32, std::to_string(g.random.below(5)), 5);
  if (kind == 1)
    limit = g.binary("and", g.index(i32), g.splat({}, i32, "3", 3), {3, 0, 0});
  counter.range = {5, 0, 0};
  carried.insert(carried.begin(), counter);
  carried.insert(carried.begin() + 1, limit);
  std::string names, types;
  std::vector<Value> inside, results;
  for (const Value &each : carried) {
    Value own = each;
    own.name = g.fresh();
    names += (names.empty() ? "" : ", ") + own.name + " = " + each.name;
    types += (types.empty() ? "" : ", ") + type(each);
    inside.push_back(own);
    results.push_back(own);
  }
  std::string loop = g.fresh(), count = inside[0].name;
  g.line(loop + ":" + std::to_string(carried.size()) + " = stablehlo.while(" + names + ") : " + types);
  g.line("cond {");
  if (kind == 2) {
    std::string least = g.fresh(), zero = g.fresh();
    g.line("  " + zero + " = stablehlo.constant dense<0> : tensor<i32>");
    g.line("  " + least + " = stablehlo.reduce(" + count + " init: " + zero +
           ") applies stablehlo.maximum across dimensions = [0] : (tensor<3xi32>, tensor<i32>) -> tensor<i32>");
    count = least;
  }
  std::string more = g.fresh();
  g.line("  " + more + " = stablehlo.compare LT, " + count + ", " + inside[1].name +
         " : (tensor<i32>, tensor<i32>) -> tensor<i1>");
  g.line("  stablehlo.return " + more + " : tensor<i1>");
  g.line("} do {");
  g.region(inside, operationsInside(g), "stablehlo.return", [&] {
    std::vector<Value> end = {inside[0], inside[1]};
    std::string one = g.fresh(), next = g.fresh(), t = type(inside[0]);
    g.line(one + " = stablehlo.constant dense<1> : " + t);
    g.line(next + " = stablehlo.add " + inside[0].name + ", " + one + " : " + t);
    end[0].name = next;
    for (size_t i = 2; i < inside.size(); ++i)
      end.push_back(g.random.oneIn(8) ? inside[i] : yielded(g, inside[i], inside[i].range));
    return end;
  });
  g.line("}");
  for (size_t i = 0; i < results.size(); ++i)
    results[i].name = loop + "#" + std::to_string(i);
  g.adopt(results);
  return true;
}

bool addBranches(Generator &g) {
  if (g.depth() >= 2 || !g.find([](const Value &) { return true; }))
    return false;
  std::vector<Value> results;
  for (int64_t n = g.random.between(1, 2); n > 0; --n) {
    Value like = *g.find([](const Value &) { return true; });
    like.range = assumed(g, like.element);
    results.push_back(like);
  }
  bool isIf = g.random.oneIn(2);
  Value selector = isIf ? g.matching({}, element("i1")) : g.index(element("i32"));
  if (isIf && !g.random.oneIn(4))
    if (std::optional<Value> seen = g.find([](const Value &v) { return v.element.isInteger() && v.shape.empty(); })) {
      Value bound = g.splat({}, seen->element, "2", 2);
      selector = g.define({}, element("i1"), {1, 0, 0},
                          "stablehlo.compare LT, " + seen->name + ", " + bound.name + " : (" + type(*seen) + ", " +
                              type(bound) + ") -> tensor<i1>");
    }
  std::string name = g.fresh(), types;
  int64_t branches = isIf ? 2 : g.random.between(1, 3);
  g.line(name + ":" + std::to_string(results.size()) + (isIf ? " = \"stablehlo.if\"(" : " = \"stablehlo.case\"(") +
         selector.name + ") ({");
  for (int64_t branch = 0; branch < branches; ++branch) {
    if (branch)
      g.line("}, {");
    g.region({}, operationsInside(g), "stablehlo.return", [&] {
      std::vector<Value> end;
      for (const Value &result : results)
        end.push_back(yielded(g, result, result.range));
      return end;
    });
  }
  for (size_t i = 0; i < results.size(); ++i) {
    types += (i ? ", " : "") + type(results[i]);
    results[i].name = name + "#" + std::to_string(i);
  }
  g.line("}) : (" + type(selector) + ") -> (" + types + ")");
  g.adopt(results);
  return true;
}

bool addCall(Generator &g) {
  if (g.depth() >= 2)
    return false;
  std::vector<Value> operands, results;
  std::string names, types, resultTypes;
  for (int64_t n = g.random.between(1, 3); n > 0; --n) {
    std::optional<Value> v = g.find([](const Value &) { return true; });
    if (!v)
      return false;
    operands.push_back(*v);
    names += (names.empty() ? "" : ", ") + v->name;
    types += (types.empty() ? "" : ", ") + type(*v);
  }
  bool composite = g.random.oneIn(4);
  std::string callee = g.function(operands, operationsInside(g), results, "f");
  for (const Value &result : results)
    resultTypes += (resultTypes.empty() ? "" : ", ") + type(result);
  std::string signature = " : (" + types + ") -> (" + resultTypes + ")";
  for (int64_t times = g.random.between(1, 2); times > 0; --times)
    g.defineAll(results, composite ? "stablehlo.composite \"fuzz." + callee + "\" " + names + " {decomposition = @" +
                                         callee + "}" + signature
                                   : "func.call @" + callee + "(" + names + ")" + signature);
  return true;
}

} // namespace

std::vector<WeightedFamily> controlFamilies() { return {{3, addWhile}, {3, addBranches}, {2, addCall}}; }

} // namespace shardwright::fuzz
