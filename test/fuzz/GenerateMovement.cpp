#include "test/fuzz/OpFamilies.h"

#include <algorithm>

namespace shardwright::fuzz {
namespace {

std::optional<Value> anyOf(Generator &g, size_t minRank = 0) {
  return g.find([&](const Value &v) { return v.shape.size() >= minRank; });
}

std::string unaryTypes(const Value &v, const Shape &to) { return " : (" + type(v) + ") -> " + type(to, v.element); }

bool addBroadcast(Generator &g) {
  std::optional<Value> v = anyOf(g);
  if (!v)
    return false;
  // The operand's dimensions in order, new ones between them; ones grow.
  Shape to;
  std::vector<int64_t> dims;
  size_t at = 0;
  while (at < v->shape.size() || (to.size() < 4 && g.random.oneIn(2))) {
    if (at < v->shape.size() && (to.size() >= 4 || g.random.oneIn(2))) {
      dims.push_back(static_cast<int64_t>(to.size()));
      to.push_back(v->shape[at] == 1 && g.random.oneIn(2) ? g.dimension() : v->shape[at]);
      ++at;
    } else if (to.size() < 4) {
      to.push_back(g.dimension());
    }
  }
  if (!Generator::small(to))
    return false;
  // Now and then the dimensions change places on the way.
  if (dims.size() == 2 && g.random.oneIn(4)) {
    std::swap(to[dims[0]], to[dims[1]]);
    std::swap(dims[0], dims[1]);
  }
  g.define(to, v->element, v->range,
           "stablehlo.broadcast_in_dim " + v->name + ", dims = [" + list(dims) + "]" + unaryTypes(*v, to));
  return true;
}

bool addReshape(Generator &g) {
  std::optional<Value> v = anyOf(g);
  if (!v)
    return false;
  // Neighbours are merged, lengths are split, ones come and go.
  Shape to = v->shape;
  for (int64_t n = g.random.between(1, 3); n > 0; --n) {
    size_t d = to.empty() ? 0 : g.random.below(static_cast<int64_t>(to.size()));
    switch (g.random.below(4)) {
    case 0:
      if (d + 1 < to.size()) {
        to[d] *= to[d + 1];
        to.erase(to.begin() + static_cast<long>(d) + 1);
      }
      break;
    case 1: {
      if (to.empty() || to.size() >= 4)
        break;
      std::vector<int64_t> divisors;
      for (int64_t k = 2; k < to[d]; ++k)
        if (to[d] % k == 0)
          divisors.push_back(k);
      if (divisors.empty())
        break;
      int64_t k = g.random.pick(divisors);
      to[d] /= k;
      to.insert(to.begin() + static_cast<long>(d) + g.random.below(2), k);
      break;
    }
    case 2:
      if (to.size() < 4)
        to.insert(to.begin() + static_cast<long>(d), 1);
      break;
    default:
      if (!to.empty() && to[d] == 1)
        to.erase(to.begin() + static_cast<long>(d));
    }
  }
  // Nothing can become any shape of nothing.
  if (count(to) == 0 && g.random.oneIn(2))
    to = {g.dimension(), 0};
  if (!Generator::small(to) || count(to) != count(v->shape))
    return false;
  g.define(to, v->element, v->range, "stablehlo.reshape " + v->name + unaryTypes(*v, to));
  return true;
}

bool addTranspose(Generator &g) {
  std::optional<Value> v = anyOf(g, 2);
  if (!v)
    return false;
  std::vector<int64_t> order;
  for (size_t d = 0; d < v->shape.size(); ++d)
    order.push_back(static_cast<int64_t>(d));
  g.random.shuffle(order);
  Shape to;
  for (int64_t d : order)
    to.push_back(v->shape[d]);
  g.define(to, v->element, v->range,
           "stablehlo.transpose " + v->name + ", dims = [" + list(order) + "]" + unaryTypes(*v, to));
  return true;
}

bool addReverse(Generator &g) {
  std::optional<Value> v = anyOf(g, 1);
  if (!v)
    return false;
  std::vector<int64_t> dims;
  for (size_t d = 0; d < v->shape.size(); ++d)
    if (g.random.oneIn(2))
      dims.push_back(static_cast<int64_t>(d));
  g.define(v->shape, v->element, v->range,
           "stablehlo.reverse " + v->name + ", dims = [" + list(dims) + "] : " + type(*v));
  return true;
}

bool addSlice(Generator &g) {
  std::optional<Value> v = anyOf(g, 1);
  if (!v)
    return false;
  Shape to;
  std::string ranges;
  for (int64_t size : v->shape) {
    int64_t start = 0, limit = size, stride = 1;
    if (g.random.oneIn(2)) {
      start = g.random.between(0, size);
      limit = g.random.between(start, size);
      // Few results are empty.
      if (start == limit && !g.random.oneIn(10))
        start = 0, limit = size;
      stride = g.random.oneIn(2) ? 1 : g.random.between(1, 3);
    }
    to.push_back((limit - start + stride - 1) / stride);
    ranges += (ranges.empty() ? "" : ", ") + std::to_string(start) + ":" + std::to_string(limit) +
              (stride == 1 ? "" : ":" + std::to_string(stride));
  }
  g.define(to, v->element, v->range, "stablehlo.slice " + v->name + " [" + ranges + "]" + unaryTypes(*v, to));
  return true;
}

bool addPad(Generator &g) {
  std::optional<Value> v = anyOf(g, 1);
  if (!v)
    return false;
  Shape to;
  std::vector<int64_t> low, high, interior;
  for (int64_t size : v->shape) {
    low.push_back(g.random.oneIn(2) ? g.random.between(-2, 3) : 0);
    high.push_back(g.random.oneIn(2) ? g.random.between(-2, 3) : 0);
    interior.push_back(g.random.oneIn(4) ? g.random.between(1, 2) : 0);
    int64_t spread = size + std::max<int64_t>(size - 1, 0) * interior.back();
    if (spread + low.back() + high.back() < 0)
      low.back() = high.back() = 0;
    to.push_back(spread + low.back() + high.back());
  }
  if (!Generator::small(to))
    return false;
  Value with = g.matching({}, v->element);
  g.define(to, v->element, join(v->range, with.range),
           "stablehlo.pad " + v->name + ", " + with.name + ", low = [" + list(low) + "], high = [" + list(high) +
               "], interior = [" + list(interior) + "] : (" + type(*v) + ", " + type(with) + ") -> " +
               type(to, v->element));
  return true;
}

bool addConcatenate(Generator &g) {
  std::optional<Value> v = anyOf(g, 1);
  if (!v)
    return false;
  size_t dim = g.random.below(static_cast<int64_t>(v->shape.size()));
  std::string names = v->name, types = type(*v);
  Shape to = v->shape;
  Range range = v->range;
  for (int64_t n = g.random.between(0, 2); n > 0; --n) {
    auto fits = [&](const Value &w) {
      if (w.element != v->element || w.shape.size() != v->shape.size())
        return false;
      for (size_t d = 0; d < w.shape.size(); ++d)
        if (d != dim && w.shape[d] != v->shape[d])
          return false;
      return true;
    };
    Value w = *g.find(fits);
    if (g.random.oneIn(3)) {
      Shape other = v->shape;
      other[dim] = g.dimension();
      w = g.matching(other, v->element);
    }
    names += ", " + w.name;
    types += ", " + type(w);
    to[dim] += w.shape[dim];
    range = join(range, w.range);
  }
  if (!Generator::small(to))
    return false;
  g.define(to, v->element, range,
           "stablehlo.concatenate " + names + ", dim = " + std::to_string(dim) + " : (" + types + ") -> " +
               type(to, v->element));
  return true;
}

bool addSource(Generator &g) {
  const Element &e = g.arithmetic();
  Shape shape = g.shape();
  if (!shape.empty() && !e.isBool() && g.random.oneIn(2)) {
    size_t dim = g.random.below(static_cast<int64_t>(shape.size()));
    g.define(shape, e, {static_cast<double>(std::max<int64_t>(shape[dim], 1)), 0, 0},
             "stablehlo.iota dim = " + std::to_string(dim) + " : " + type(shape, e));
    return true;
  }
  if (e.isComplex() || e.isBool() || shape.size() != 1 || shape[0] == 0)
    return g.matching(shape, e), true;
  std::string values;
  for (int64_t i = 0; i < shape[0]; ++i)
    values += (i ? ", " : "") + std::to_string(g.random.below(7)) + (e.isFloat() ? ".5" : "");
  g.define(shape, e, {8, 1, 0}, "stablehlo.constant dense<[" + values + "]> : " + type(shape, e));
  return true;
}

bool addBitcast(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return v.element.isInteger() && v.shape.size() < 4; });
  if (!v)
    return false;
  Shape to = v->shape;
  const Element *e = nullptr;
  switch (g.random.below(3)) {
  case 0: // another sign
    e = findElement((v->element.kind == Kind::Signed ? "ui" : "i") + std::to_string(v->element.bits));
    break;
  case 1: // bytes
    if (v->element.bits == 8)
      return false;
    e = findElement("ui8");
    to.push_back(v->element.bits / 8);
    break;
  default: // put together again
    if (to.empty() || v->element.bits * to.back() > 64 || to.back() < 2 || (to.back() & (to.back() - 1)))
      return false;
    e = findElement("ui" + std::to_string(v->element.bits * to.back()));
    to.pop_back();
  }
  if (!Generator::small(to))
    return false;
  g.define(to, *e, {e->largest(), 0, 0},
           "stablehlo.bitcast_convert " + v->name + " : (" + type(*v) + ") -> " + type(to, *e));
  return true;
}

bool addBarrier(Generator &g) {
  std::optional<Value> a = anyOf(g), b = anyOf(g);
  if (!a)
    return false;
  g.defineAll({*a, *b},
              "stablehlo.optimization_barrier " + a->name + ", " + b->name + " : " + type(*a) + ", " + type(*b));
  return true;
}

} // namespace

std::vector<WeightedFamily> movementFamilies() {
  return {{5, addBroadcast}, {6, addReshape},     {4, addTranspose}, {3, addReverse}, {6, addSlice},
          {5, addPad},       {5, addConcatenate}, {3, addSource},    {1, addBitcast}, {1, addBarrier}};
}

} // namespace shardwright::fuzz
