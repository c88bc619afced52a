#include "test/fuzz/OpFamilies.h"

#include <algorithm>

namespace shardwright::fuzz {
namespace {

const Element &indexElement(Generator &g) {
  return element(g.random.pick(std::vector<std::string>{"i32", "i32", "i64", "ui32", "i8"}));
}

/// Start indices, one for each dimension: all of one type.
std::string starts(Generator &g, size_t rank, std::string &types) {
  const Element &e = indexElement(g);
  std::string names;
  for (size_t d = 0; d < rank; ++d) {
    names += (d ? ", " : "") + g.index(e).name;
    types += ", " + type({}, e);
  }
  return names;
}

Shape smaller(Generator &g, const Shape &shape) {
  Shape to;
  for (int64_t size : shape)
    to.push_back(size == 0 || g.random.oneIn(3) ? size : g.random.between(1, size));
  return to;
}

bool addDynamicSlice(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return !v.shape.empty(); });
  if (!v)
    return false;
  Shape to = smaller(g, v->shape);
  std::string types = type(*v), names = starts(g, to.size(), types);
  g.define(to, v->element, v->range,
           "stablehlo.dynamic_slice " + v->name + ", " + names + ", sizes = [" + list(to) + "] : (" + types + ") -> " +
               type(to, v->element));
  return true;
}

bool addDynamicUpdateSlice(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return !v.shape.empty(); });
  if (!v)
    return false;
  Value update = g.matching(smaller(g, v->shape), v->element);
  std::string types = type(*v) + ", " + type(update), names = starts(g, v->shape.size(), types);
  g.define(v->shape, v->element, join(v->range, update.range),
           "stablehlo.dynamic_update_slice " + v->name + ", " + update.name + ", " + names + " : (" + types + ") -> " +
               type(*v));
  return true;
}

/// Where windows of a gather or scatter stand: some dimensions of the operand are indexed, the others whole or cut.
struct Indexing {
  Value indices;
  std::vector<int64_t> map, collapsed, offsets, sizes;
  int64_t vectorDim;
  Shape windows; ///< what remains of the operand's dimensions
  Shape result;  ///< indices' dimensions and windows, as offsets say
};

std::optional<Indexing> chooseIndexing(Generator &g, const Value &v) {
  Indexing x;
  for (size_t d = 0; d < v.shape.size(); ++d) {
    int64_t dim = static_cast<int64_t>(d), size = v.shape[d];
    bool indexed = size > 0 && (g.random.oneIn(2) || (d + 1 == v.shape.size() && x.map.empty()));
    int64_t window = indexed ? g.random.oneIn(3) ? g.random.between(1, size) : 1 : size;
    if (indexed)
      x.map.push_back(dim);
    x.sizes.push_back(window);
    if (window == 1 && indexed && !g.random.oneIn(4))
      x.collapsed.push_back(dim);
    else
      x.windows.push_back(window);
  }
  if (x.map.empty())
    return std::nullopt;
  g.random.shuffle(x.map);
  Shape batch;
  for (int64_t rank = g.random.below(3); rank > 0; --rank)
    batch.push_back(g.dimension());
  // A single index needs no dimension of its own.
  Shape shape = batch;
  x.vectorDim = static_cast<int64_t>(batch.size());
  if (x.map.size() > 1 || g.random.oneIn(2)) {
    x.vectorDim = g.random.below(static_cast<int64_t>(batch.size()) + 1);
    shape.insert(shape.begin() + x.vectorDim, static_cast<int64_t>(x.map.size()));
  }
  size_t rank = batch.size() + x.windows.size();
  std::vector<bool> isWindow(rank, false);
  for (size_t i = 0; i < x.windows.size(); ++i)
    isWindow[i] = true;
  std::vector<int> order(isWindow.begin(), isWindow.end());
  g.random.shuffle(order);
  size_t w = 0, b = 0;
  for (size_t i = 0; i < rank; ++i)
    if (order[i]) {
      x.offsets.push_back(static_cast<int64_t>(i));
      x.result.push_back(x.windows[w++]);
    } else {
      x.result.push_back(batch[b++]);
    }
  if (!Generator::small(x.result) || !Generator::small(shape))
    return std::nullopt;
  x.indices = g.matching(shape, indexElement(g));
  return x;
}

bool addGather(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return !v.shape.empty(); });
  if (!v)
    return false;
  std::optional<Indexing> x = chooseIndexing(g, *v);
  if (!x)
    return false;
  g.define(x->result, v->element, v->range,
           "\"stablehlo.gather\"(" + v->name + ", " + x->indices.name +
               ") <{dimension_numbers = #stablehlo.gather<offset_dims = [" + list(x->offsets) +
               "], collapsed_slice_dims = [" + list(x->collapsed) + "], start_index_map = [" + list(x->map) +
               "], index_vector_dim = " + std::to_string(x->vectorDim) +
               ">, indices_are_sorted = false, slice_sizes = array<i64: " + list(x->sizes) + ">}> : (" + type(*v) +
               ", " + type(x->indices) + ") -> " + type(x->result, v->element));
  return true;
}

bool addScatter(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return !v.shape.empty() && !v.element.isComplex(); });
  if (!v)
    return false;
  std::optional<Indexing> x = chooseIndexing(g, *v);
  if (!x)
    return false;
  Value updates = g.matching(x->result, v->element);
  std::string op =
      v->element.isBool() ? "or" : g.random.pick(std::vector<std::string>{"add", "add", "maximum", "minimum"});
  double n = static_cast<double>(count(x->result));
  Range range = join(v->range, updates.range);
  if (v->element.isInteger() && op == "add")
    range.bound = v->element.largest();
  else if (op == "add")
    range = stored(v->element, sum(v->range, scaled(updates.range, n)), n + 1);
  if (v->element.precision && range.bound > v->element.largest())
    return false;
  std::string a = g.fresh(), b = g.fresh(), c = g.fresh(), t = type({}, v->element);
  g.define(v->shape, v->element, range,
           "\"stablehlo.scatter\"(" + v->name + ", " + x->indices.name + ", " + updates.name +
               ") <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [" +
               list(x->offsets) + "], inserted_window_dims = [" + list(x->collapsed) +
               "], scatter_dims_to_operand_dims = [" + list(x->map) +
               "], index_vector_dim = " + std::to_string(x->vectorDim) + ">, unique_indices = false}> ({\n  ^bb0(" + a +
               ": " + t + ", " + b + ": " + t + "):\n    " + c + " = stablehlo." + op + " " + a + ", " + b + " : " + t +
               "\n    stablehlo.return " + c + " : " + t + "\n  }) : (" + type(*v) + ", " + type(x->indices) + ", " +
               type(updates) + ") -> " + type(*v));
  return true;
}

/// Rows by number along one dimension, for each row of a batch.
bool addBatchedGather(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) { return v.shape.size() >= 2 && count(v.shape) > 0; });
  if (!v)
    return false;
  int64_t batch = v->shape[0], n = g.dimension();
  Shape to = v->shape;
  to[1] = n;
  Shape indexShape = {batch, n};
  if (!Generator::small(to))
    return false;
  Value indices = g.matching(indexShape, indexElement(g));
  std::vector<int64_t> sizes = v->shape, offsets;
  sizes[0] = sizes[1] = 1;
  for (size_t d = 2; d < v->shape.size(); ++d)
    offsets.push_back(static_cast<int64_t>(d));
  g.define(to, v->element, v->range,
           "\"stablehlo.gather\"(" + v->name + ", " + indices.name +
               ") <{dimension_numbers = #stablehlo.gather<offset_dims = [" + list(offsets) +
               "], collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], "
               "start_index_map = [1], index_vector_dim = 2>, slice_sizes = array<i64: " +
               list(sizes) + ">}> : (" + type(*v) + ", " + type(indices) + ") -> " + type(to, v->element));
  return true;
}

} // namespace

std::vector<WeightedFamily> indexingFamilies() {
  return {
      {4, addDynamicSlice}, {4, addDynamicUpdateSlice}, {4, addGather}, {4, addScatter}, {1, addBatchedGather},
  };
}

} // namespace shardwright::fuzz
