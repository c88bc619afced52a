#include "test/fuzz/Generator.h"

#include "test/fuzz/OpFamilies.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

namespace shardwright::fuzz {

/// Beyond this magnitude a value is brought back to a small one.
static constexpr double kLarge = 200;
/// Differences beyond this say nothing any more: such values are results at most.
static double usableError(const Element &element) { return std::max(0.02, 64 * element.roundoff()); }

Generator::Generator(uint64_t seed, const GeneratorOptions &options) : random(seed), options_(options) {
  chooseMesh();
  static const std::vector<int64_t> kSizes = {1, 2, 2, 3, 4, 4, 5, 6, 7, 8, 8, 9, 12, 16};
  for (int i = 0; i < 4; ++i)
    dimensions_.push_back(random.pick(kSizes));
  if (random.oneIn(8))
    dimensions_.push_back(0);
  // Few types, so that operands of one type meet.
  static const std::vector<const char *> kMain = {"f32",  "f32", "f32",          "bf16",        "f16", "f64",
                                                  "i32",  "i32", "i8",           "ui8",         "i1",  "i64",
                                                  "ui32", "i16", "complex<f32>", "complex<f64>"};
  elements_ = {findElement("f32")};
  for (int i = 0; i < 3; ++i)
    elements_.push_back(findElement(random.pick(kMain)));
  elements_.push_back(findElement("i32"));
}

const Element &Generator::arithmetic() { return *random.pick(elements_); }

Shape Generator::shape(size_t maxRank) {
  Shape shape;
  for (size_t rank = random.below(maxRank + 1); shape.size() < rank;)
    shape.push_back(dimension());
  while (!small(shape))
    shape.pop_back();
  return shape;
}

//===-- Values ----------------------------------------------------------------------------------------------------===//

Value Generator::define(const Shape &shape, const Element &element, const Range &given, const std::string &right) {
  Value value{fresh(), shape, element, stored(element, given)};
  line(value.name + " = " + right);
  if (element.isFloatOrComplex() && value.range.bound > kLarge)
    value = limited(value, 8);
  constrain(value);
  values_.push_back(value);
  return value;
}

std::vector<Value> Generator::defineAll(const std::vector<Value> &results, const std::string &right) {
  std::string name = fresh();
  line(name + ":" + std::to_string(results.size()) + " = " + right);
  std::vector<Value> defined = results;
  for (size_t i = 0; i < results.size(); ++i)
    defined[i].name = name + "#" + std::to_string(i);
  adopt(defined);
  return defined;
}

void Generator::adopt(const std::vector<Value> &values) {
  for (Value value : values) {
    constrain(value);
    values_.push_back(value);
  }
}

std::string Generator::scalarConstant(const Element &element, const std::string &value) {
  std::string name = fresh();
  line(name + " = stablehlo.constant dense<" + value + "> : " + type({}, element));
  return name;
}

std::optional<Value> Generator::find(const std::function<bool(const Value &)> &wanted) {
  std::vector<const Value *> found;
  for (const Value &value : values_)
    if (wanted(value) && value.range.error <= usableError(value.element))
      found.push_back(&value);
  if (found.empty())
    return std::nullopt;
  size_t n = found.size(), window = random.oneIn(4) ? n : std::min<size_t>(n, 5);
  const Value &chosen = *found[n - 1 - random.below(static_cast<int64_t>(window))];
  lastFound_ = chosen.name;
  return chosen;
}

static std::string literal(const Element &element, int64_t value) {
  if (element.isBool())
    return value % 2 ? "true" : "false";
  if (element.isInteger())
    return std::to_string(element.kind == Kind::Unsigned ? std::abs(value) : value);
  std::string text = std::to_string(value) + ".0";
  return element.isComplex() ? "(" + text + ", " + std::to_string(value % 3) + ".0)" : text;
}

Value Generator::splat(const Shape &shape, const Element &element, const std::string &value, double bound) {
  return define(shape, element, {bound, 3, 0}, "stablehlo.constant dense<" + value + "> : " + type(shape, element));
}

Value Generator::matching(const Shape &shape, const Element &element, bool exact) {
  auto fits = [&](const Value &v) { return v.shape == shape && v.element == element && (!exact || v.range.exact()); };
  if (!random.oneIn(8))
    if (std::optional<Value> value = find(fits))
      return *value;
  // The same shape in another type, or something spread over the shape.
  auto converts = [&](const Value &v) {
    return v.shape == shape && v.element != element && v.range.exact() && v.range.bound <= 100 &&
           v.element.kind != Kind::Complex && element.kind != Kind::Unsigned;
  };
  if (!random.oneIn(3))
    if (std::optional<Value> value = find(converts)) {
      Range range = element.isBool()      ? Range{1, 0, 0}
                    : element.isInteger() ? Range{value->range.bound, 0, 0}
                                          : value->range;
      return define(shape, element, range,
                    "stablehlo.convert " + value->name + " : (" + type(*value) + ") -> " + type(shape, element));
    }
  if (!shape.empty() && !element.isBool() && random.oneIn(2)) {
    int64_t dim = random.below(static_cast<int64_t>(shape.size()));
    return define(shape, element, {std::max<double>(1, shape[dim]), 0, 0},
                  "stablehlo.iota dim = " + std::to_string(dim) + " : " + type(shape, element));
  }
  return splat(shape, element, literal(element, random.between(-3, 3)), 3);
}

Value Generator::index(const Element &element) {
  auto fits = [&](const Value &v) { return v.shape.empty() && v.element == element; };
  if (std::optional<Value> value = find(fits); value && !random.oneIn(3))
    return *value;
  auto reducible = [&](const Value &v) { return v.element == element && !v.shape.empty() && count(v.shape) > 0; };
  if (std::optional<Value> value = find(reducible)) {
    std::string zero = scalarConstant(element, "0");
    std::vector<int64_t> dims;
    for (size_t d = 0; d < value->shape.size(); ++d)
      dims.push_back(static_cast<int64_t>(d));
    Value top = define({}, element, value->range,
                       "stablehlo.reduce(" + value->name + " init: " + zero +
                           ") applies stablehlo.maximum across dimensions = [" + list(dims) + "] : (" + type(*value) +
                           ", " + type({}, element) + ") -> " + type({}, element));
    Value cut{scalarConstant(element, "7"), {}, element, {7, 0, 0}};
    return binary("and", top, cut, {7, 0, 0});
  }
  return splat({}, element, std::to_string(random.between(element.kind == Kind::Unsigned ? 0 : -2, 9)), 9);
}

Value Generator::unary(const std::string &op, const Value &value, const Range &range) {
  return define(value.shape, value.element, range, "stablehlo." + op + " " + value.name + " : " + type(value));
}

Value Generator::binary(const std::string &op, const Value &a, const Value &b, const Range &range) {
  return define(a.shape, a.element, range, "stablehlo." + op + " " + a.name + ", " + b.name + " : " + type(a));
}

Value Generator::limited(const Value &value, double bound) {
  if (value.range.bound <= bound)
    return value;
  const Element &e = value.element;
  Value result{fresh(), value.shape, e, {}};
  char number[32];
  if (value.range.exact() && !e.isComplex()) {
    std::snprintf(number, sizeof(number), e.isInteger() ? "%.0f" : "%.1f", bound);
    std::string high = scalarConstant(e, number);
    std::string low = e.kind == Kind::Unsigned ? scalarConstant(e, "0") : scalarConstant(e, std::string("-") + number);
    std::string t = type({}, e);
    line(result.name + " = stablehlo.clamp " + low + ", " + value.name + ", " + high + " : (" + t + ", " + type(value) +
         ", " + t + ") -> " + type(value));
    result.range = {bound, value.range.fraction, 0};
  } else {
    double factor = std::exp2(-std::ceil(std::log2(value.range.bound / bound)));
    std::snprintf(number, sizeof(number), e.isComplex() ? "(%.8e, 0.0)" : "%.8e", factor);
    std::string by = fresh();
    line(by + " = stablehlo.constant dense<" + number + "> : " + type(value));
    line(result.name + " = stablehlo.multiply " + value.name + ", " + by + " : " + type(value));
    result.range = stored(e, {value.range.bound * factor, 60, value.range.error * factor});
  }
  values_.push_back(result);
  return result;
}

Value Generator::positive(const Value &value) {
  Value small = limited(value, 100), magnitude = unary("abs", small, small.range);
  Value one{fresh(), value.shape, value.element, {1, 0, 0}};
  line(one.name + " = stablehlo.constant dense<" + literal(value.element, 1) + "> : " + type(value));
  return binary("add", magnitude, one, sum(magnitude.range, one.range));
}

//===-- Structure -------------------------------------------------------------------------------------------------===//

void Generator::body(int operations) {
  static const std::vector<WeightedFamily> families = [] {
    std::vector<WeightedFamily> all;
    for (auto group : {elementwiseFamilies, movementFamilies, reductionFamilies, windowFamilies, productFamilies,
                       indexingFamilies, controlFamilies, manualFamilies})
      for (const WeightedFamily &family : group())
        all.push_back(family);
    return all;
  }();
  int64_t total = 0;
  for (const WeightedFamily &family : families)
    total += family.weight;
  for (int attempts = operations * 3; operations > 0 && attempts > 0; --attempts) {
    int64_t at = random.below(total);
    auto family = families.begin();
    while (at >= family->weight)
      at -= (family++)->weight;
    operations -= family->add(*this);
  }
}

void Generator::region(const std::vector<Value> &arguments, int operations, const char *terminator,
                       const std::function<std::vector<Value>()> &results) {
  size_t outside = values_.size();
  values_.insert(values_.end(), arguments.begin(), arguments.end());
  indent_ += 2;
  ++depth_;
  body(operations);
  std::vector<Value> end = results();
  std::string names, types;
  for (const Value &value : end) {
    names += (names.empty() ? "" : ", ") + value.name;
    types += (types.empty() ? "" : ", ") + type(value);
  }
  line(std::string(terminator) + (names.empty() ? "" : " " + names + " : " + types));
  --depth_;
  indent_ -= 2;
  values_.resize(outside);
}

std::string Generator::function(const std::vector<Value> &arguments, int operations, std::vector<Value> &results,
                                const std::string &prefix) {
  std::string name = prefix + std::to_string(nextFunction_++), outerText, parameters, types;
  std::vector<Value> outerValues, own = arguments;
  std::swap(text_, outerText);
  std::swap(values_, outerValues);
  int outerIndent = indent_;
  indent_ = 0;
  for (Value &value : own) {
    value.name = fresh();
    parameters += (parameters.empty() ? "" : ", ") + value.name + ": " + type(value);
  }
  region(own, operations, "return", [&] {
    results.clear();
    for (int64_t n = random.between(1, 2); n > 0; --n)
      results.push_back(*find([](const Value &) { return true; }));
    return results;
  });
  for (const Value &value : results)
    types += (types.empty() ? "" : ", ") + type(value);
  functions_ += "func.func private @" + name + "(" + parameters + ") -> (" + types + ") {\n" + text_ + "}\n";
  indent_ = outerIndent;
  std::swap(text_, outerText);
  std::swap(values_, outerValues);
  return name;
}

std::string Generator::apart(const std::vector<Value> &arguments, const std::function<void()> &write) {
  std::string text;
  std::vector<Value> values = arguments;
  std::swap(text_, text);
  std::swap(values_, values);
  indent_ += 2;
  ++depth_;
  isManual_ = true;
  write();
  isManual_ = false;
  --depth_;
  indent_ -= 2;
  std::swap(values_, values);
  std::swap(text_, text);
  return text;
}

Value Generator::argument(std::string &text) {
  Value value{fresh(), shape(), arithmetic(), {1, 0, 0}};
  bool fraction = value.element.isFloatOrComplex() && random.oneIn(3);
  if (value.element.isFloatOrComplex())
    value.range = fraction ? Range{1, 3, 0} : Range{4, 0, 0};
  else if (!value.element.isBool())
    value.range = {8, 0, 0};
  text += value.name + ": " + type(value) + " {fuzz.values = \"" + (fraction ? "fraction" : "whole") + "\"";
  bool sums = value.element.isFloatOrComplex() || value.element.isInteger();
  if (!random.oneIn(3))
    text += ", sdy.sharding = #sdy.sharding" + sharding(value.shape, options_.partialBorders && sums);
  text += "}";
  return value;
}

std::vector<Value> Generator::unused() {
  std::vector<Value> found;
  for (const Value &value : values_) {
    size_t uses = 0;
    for (size_t at = text_.find(value.name); at != std::string::npos; at = text_.find(value.name, at + 1)) {
      char next = text_[at + value.name.size()];
      uses += next < '0' || next > '9';
    }
    bool isResultOfMany = value.name.find('#') != std::string::npos;
    if (uses == (isResultOfMany ? 0u : 1u))
      found.push_back(value);
  }
  return found;
}

std::string Generator::program() {
  std::string arguments, results, names, types;
  for (int64_t i = 0, n = random.between(1, 5); i < n; ++i) {
    arguments += i ? ",\n                " : "";
    values_.push_back(argument(arguments));
  }
  body(static_cast<int>(random.pick(std::vector<int64_t>{3, 6, 10, 16, 24})));
  std::vector<Value> candidates = unused();
  for (int64_t i = 0, n = random.between(2, 8); i < n; ++i) {
    // What nothing else uses, so that little is dead; now and then any value, an argument too.
    const std::vector<Value> &from = candidates.empty() || random.oneIn(6) ? values_ : candidates;
    size_t at = random.below(static_cast<int64_t>(from.size()));
    Value value = from[at];
    if (&from == &candidates)
      candidates.erase(candidates.begin() + static_cast<long>(at));
    names += (i ? ", " : "") + value.name;
    types += (i ? ", " : "") + type(value);
    char error[32];
    std::snprintf(error, sizeof(error), "%.6e", value.range.error * 2);
    results += (i ? ",\n      " : "") + type(value) + " {fuzz.error = " + error + " : f64";
    bool sums = value.element.isFloatOrComplex() || value.element.isInteger();
    if (random.oneIn(2))
      results += ", sdy.sharding = #sdy.sharding" + sharding(value.shape, options_.partialBorders && sums);
    results += "}";
  }
  return meshText() + functions_ + "func.func public @main(" + arguments + ")\n  -> (" + results + ") {\n" + text_ +
         "  return " + names + " : " + types + "\n}\n";
}

std::string generateProgram(uint64_t seed, const GeneratorOptions &options) {
  return Generator(seed, options).program();
}

} // namespace shardwright::fuzz
