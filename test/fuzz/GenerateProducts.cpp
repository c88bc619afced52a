#include "test/fuzz/OpFamilies.h"

#include <algorithm>
#include <cmath>

namespace shardwright::fuzz {
namespace {

/// The sum of `n` products of elements of a and b, stored as `e`.
Range products(const Element &e, const Value &a, const Value &b, double n) {
  Range range = scaled(product(a.range, b.range), n * (e.isComplex() ? 2 : 1));
  return stored(e, range, n + 2);
}

bool fits(const Element &e, const Range &range) { return !e.precision || range.bound <= e.largest(); }

/// What products of this type may be summed in.
const Element &wider(Generator &g, const Element &e) {
  if (g.random.oneIn(3) && e.bits <= 16 && e.isFloat())
    return element("f32");
  if (g.random.oneIn(3) && e.bits == 8 && e.isInteger())
    return element(e.kind == Kind::Signed ? "i32" : "ui32");
  return e;
}

bool addDot(Generator &g) {
  std::optional<Value> a = g.find([](const Value &v) { return !v.element.isBool(); });
  if (!a)
    return false;
  // Each dimension of a is batching, contracting or free; b has the same ones, and free ones of its own, in any order.
  std::vector<int64_t> lhsBatch, lhsContract, rhsShape, batchShape, lhsFree;
  std::vector<std::pair<int64_t, int64_t>> rhs; // length, a's dimension or -1
  double n = 1;
  for (size_t d = 0; d < a->shape.size(); ++d) {
    int64_t dim = static_cast<int64_t>(d), what = g.random.below(4);
    if (what == 0 && lhsBatch.size() < 2) {
      lhsBatch.push_back(dim);
      batchShape.push_back(a->shape[d]);
      rhs.emplace_back(a->shape[d], dim);
    } else if (what <= 2) {
      lhsContract.push_back(dim);
      n *= static_cast<double>(std::max<int64_t>(a->shape[d], 1));
      rhs.emplace_back(a->shape[d], dim);
    } else {
      lhsFree.push_back(a->shape[d]);
    }
  }
  for (int64_t k = g.random.below(3); k > 0 && rhs.size() < 4; --k)
    rhs.emplace_back(g.dimension(), -1);
  g.random.shuffle(rhs);
  std::vector<int64_t> rhsFree;
  for (auto [length, from] : rhs) {
    rhsShape.push_back(length);
    if (from < 0)
      rhsFree.push_back(length);
  }
  auto positions = [&](const std::vector<int64_t> &dims) {
    std::vector<int64_t> at;
    for (int64_t dim : dims)
      for (size_t i = 0; i < rhs.size(); ++i)
        if (rhs[i].second == dim)
          at.push_back(static_cast<int64_t>(i));
    return at;
  };
  Shape to = batchShape;
  to.insert(to.end(), lhsFree.begin(), lhsFree.end());
  to.insert(to.end(), rhsFree.begin(), rhsFree.end());
  if (!Generator::small(to) || !Generator::small(rhsShape) || n * static_cast<double>(count(to)) > 20000)
    return false;
  Value b = g.matching(rhsShape, a->element);
  const Element &e = wider(g, a->element);
  Range range = products(e, *a, b, n);
  if (!fits(e, range) || !fits(a->element, range))
    return false;
  std::string batching =
      lhsBatch.empty() ? "" : ", batching_dims = [" + list(lhsBatch) + "] x [" + list(positions(lhsBatch)) + "]";
  g.define(to, e, range,
           "stablehlo.dot_general " + a->name + ", " + b.name + batching + ", contracting_dims = [" +
               list(lhsContract) + "] x [" + list(positions(lhsContract)) + "] : (" + type(*a) + ", " + type(b) +
               ") -> " + type(to, e));
  return true;
}

/// A convolution with one or two spatial dimensions in JAX's usual layouts.
bool addConvolution(Generator &g) {
  std::optional<Value> a = g.find([](const Value &v) {
    return (v.element.isFloat() || v.element.isInteger()) && v.shape.size() >= 3 && v.shape.size() <= 4 &&
           count(v.shape) > 0;
  });
  if (!a)
    return false;
  size_t spatial = a->shape.size() - 2;
  bool channelsLast = g.random.oneIn(2);
  int64_t batch = a->shape[0], features = channelsLast ? a->shape.back() : a->shape[1];
  std::vector<int64_t> lengths(a->shape.begin() + (channelsLast ? 1 : 2), a->shape.end() - (channelsLast ? 1 : 0));
  int64_t groups = 1, batchGroups = 1;
  if (g.random.oneIn(3))
    groups = features;
  else if (g.random.oneIn(6))
    batchGroups = batch;
  int64_t outputs = groups * batchGroups * g.random.between(1, 3);
  std::vector<int64_t> kernel, strides, lhsDilation, rhsDilation;
  std::string padding, numbers;
  Shape sizes;
  double n = static_cast<double>(features / groups);
  for (size_t d = 0; d < spatial; ++d) {
    int64_t k = g.random.between(1, 3), stride = g.random.oneIn(3) ? 2 : 1, left = g.random.oneIn(6) ? 2 : 1,
            right = g.random.oneIn(6) ? 2 : 1, low = g.random.between(g.random.oneIn(8) ? -1 : 0, k),
            high = g.random.between(0, k);
    int64_t padded = low + high + (lengths[d] - 1) * left + 1, reach = (k - 1) * right + 1;
    if (padded < reach)
      return false;
    sizes.push_back((padded - reach) / stride + 1);
    kernel.push_back(k);
    strides.push_back(stride);
    lhsDilation.push_back(left);
    rhsDilation.push_back(right);
    padding += (d ? ", [" : "[") + std::to_string(low) + ", " + std::to_string(high) + "]";
    numbers += (d ? ", " : "") + std::to_string(d);
    n *= static_cast<double>(k);
  }
  Shape kernelShape = kernel, to = sizes;
  kernelShape.push_back(features / groups);
  kernelShape.push_back(outputs);
  to.insert(to.begin(), batch / batchGroups);
  to.insert(channelsLast ? to.end() : to.begin() + 1, outputs);
  if (!Generator::small(to) || !Generator::small(kernelShape) || n * static_cast<double>(count(to)) > 20000)
    return false;
  Value b = g.matching(kernelShape, a->element);
  Range range = products(a->element, *a, b, n);
  if (!fits(a->element, range))
    return false;
  std::string layout = channelsLast ? "[b, " + numbers + ", f]" : "[b, f, " + numbers + "]";
  g.define(to, a->element, range,
           "stablehlo.convolution(" + a->name + ", " + b.name + ") dim_numbers = " + layout + "x[" + numbers +
               ", i, o]->" + layout + ", window = {stride = [" + list(strides) + "], pad = [" + padding +
               "], lhs_dilate = [" + list(lhsDilation) + "], rhs_dilate = [" + list(rhsDilation) +
               "]} {batch_group_count = " + std::to_string(batchGroups) + " : i64, feature_group_count = " +
               std::to_string(groups) + " : i64} : (" + type(*a) + ", " + type(b) + ") -> " + type(to, a->element));
  return true;
}

/// A triangular system with a large diagonal: what it solves stays small.
bool addTriangularSolve(Generator &g) {
  std::optional<Value> b = g.find([](const Value &v) {
    return (v.element == element("f32") || v.element == element("f64")) && v.shape.size() >= 2 && v.shape.size() <= 3 &&
           count(v.shape) > 0;
  });
  if (!b)
    return false;
  bool left = g.random.oneIn(2);
  Shape square = b->shape;
  int64_t n = b->shape[b->shape.size() - (left ? 2 : 1)];
  square[square.size() - 1] = square[square.size() - 2] = n;
  if (!Generator::small(square) || n > 8)
    return false;
  Value a = g.limited(g.matching(square, b->element, true), 1), right = g.limited(*b, 4);
  // 4n on the diagonal and at most 1 beside it.
  const Element &i32 = element("i32");
  Shape matrix = {n, n};
  Value i = g.define(matrix, i32, {8, 0, 0}, "stablehlo.iota dim = 0 : " + type(matrix, i32));
  Value j = g.define(matrix, i32, {8, 0, 0}, "stablehlo.iota dim = 1 : " + type(matrix, i32));
  std::string diagonal = g.fresh(), whole = g.fresh(), large = g.fresh();
  std::string boolean = type(matrix, element("i1")), wholeType = type(square, element("i1"));
  g.line(diagonal + " = stablehlo.compare EQ, " + i.name + ", " + j.name + " : (" + type(i) + ", " + type(j) + ") -> " +
         boolean);
  std::string dims = square.size() == 2 ? "0, 1" : "1, 2";
  g.line(whole + " = stablehlo.broadcast_in_dim " + diagonal + ", dims = [" + dims + "] : (" + boolean + ") -> " +
         wholeType);
  g.line(large + " = stablehlo.constant dense<" + std::to_string(4 * n) + ".0> : " + type(a));
  Value system =
      g.define(square, b->element, {static_cast<double>(4 * n), 3, 0},
               "stablehlo.select " + whole + ", " + large + ", " + a.name + " : " + wholeType + ", " + type(a));
  if (system.range.bound > 4.0 * static_cast<double>(n))
    return false;
  g.define(b->shape, b->element, {2, 60, right.range.error + 64 * b->element.roundoff() * static_cast<double>(n)},
           "\"stablehlo.triangular_solve\"(" + system.name + ", " + right.name +
               ") <{left_side = " + (left ? "true" : "false") + ", lower = " + (g.random.oneIn(2) ? "true" : "false") +
               ", transpose_a = #stablehlo<transpose " + (g.random.oneIn(2) ? "NO_TRANSPOSE" : "TRANSPOSE") +
               ">, unit_diagonal = false}> : (" + type(system) + ", " + type(right) + ") -> " + type(*b));
  return true;
}

bool addFft(Generator &g) {
  std::optional<Value> v = g.find([](const Value &v) {
    return v.element.isComplex() && !v.shape.empty() && v.shape.back() > 0 && v.shape.back() <= 16;
  });
  if (!v)
    return false;
  double n = static_cast<double>(v->shape.back());
  bool inverse = g.random.oneIn(2);
  Range range = scaled(v->range, inverse ? 2 : 2 * n);
  range.fraction = 60;
  g.define(v->shape, v->element, stored(v->element, range, 16),
           "stablehlo.fft " + v->name + ", type = " + (inverse ? "IFFT" : "FFT") + ", length = [" +
               std::to_string(v->shape.back()) + "] : (" + type(*v) + ") -> " + type(*v));
  return true;
}

} // namespace

std::vector<WeightedFamily> productFamilies() {
  return {{8, addDot}, {3, addConvolution}, {1, addTriangularSolve}, {2, addFft}};
}

} // namespace shardwright::fuzz
