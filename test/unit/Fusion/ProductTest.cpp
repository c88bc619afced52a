// What products take up of the transposes around them, on numbers: the product of what is behind a transpose, or with
// its sides exchanged, is the same product; and what is walked by strides lies where it is said to lie.
#include "shardwright/Fusion/ProductPlan.h"

#include "shardwright/Fusion/Fusion.h"
#include "shardwright/Fusion/OpForm.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iostream>
#include <random>

using namespace shardwright::fusion;

namespace {

using Dims = ProductOperand::Dims;
using Numbers = std::vector<int64_t>;

/// Calls `body` with each index of the shape, in row-major order.
template <typename Body> void forIndices(llvm::ArrayRef<int64_t> shape, Body body) {
  Dims index(shape.size(), 0);
  while (true) {
    body(index);
    size_t d = shape.size();
    while (d > 0 && ++index[d - 1] == shape[d - 1])
      index[--d] = 0;
    if (d == 0)
      return;
  }
}

int64_t offsetOf(const Dims &index, llvm::ArrayRef<int64_t> strides) {
  int64_t offset = 0;
  for (auto [at, stride] : llvm::zip_equal(index, strides))
    offset += at * stride;
  return offset;
}

Dims sizes(const ProductOperand &operand, const Dims &dims) {
  return Dims(llvm::map_range(dims, [&](int64_t d) { return operand.shape[d]; }));
}

Dims resultShape(const ProductDims &dims) {
  Dims shape = sizes(dims.lhs, dims.lhs.batching);
  llvm::append_range(shape, sizes(dims.lhs, dims.lhs.free()));
  llvm::append_range(shape, sizes(dims.rhs, dims.rhs.free()));
  return shape;
}

Dims indexOf(const ProductOperand &operand, llvm::ArrayRef<int64_t> batch, llvm::ArrayRef<int64_t> free,
             llvm::ArrayRef<int64_t> contracted) {
  Dims index(operand.shape.size());
  for (auto [dims, at] :
       {std::pair(operand.batching, batch), {operand.free(), free}, {operand.contracting, contracted}})
    for (auto [dim, place] : llvm::zip_equal(dims, at))
      index[dim] = place;
  return index;
}

/// By its definition, element by element.
Numbers multiply(const ProductDims &dims, const Numbers &lhs, const Numbers &rhs) {
  Numbers result;
  const size_t batch = dims.lhs.batching.size(), free = dims.lhs.free().size();
  forIndices(resultShape(dims), [&](const Dims &at) {
    llvm::ArrayRef<int64_t> place = at;
    int64_t sum = 0;
    forIndices(sizes(dims.lhs, dims.lhs.contracting), [&](const Dims &contracted) {
      Dims left = indexOf(dims.lhs, place.take_front(batch), place.slice(batch, free), contracted);
      Dims right = indexOf(dims.rhs, place.take_front(batch), place.drop_front(batch + free), contracted);
      sum += lhs[offsetOf(left, dims.lhs.strides)] * rhs[offsetOf(right, dims.rhs.strides)];
    });
    result.push_back(sum);
  });
  return result;
}

/// Dimension d of what comes out is dimension `order[d]` of what goes in.
Numbers transpose(const Numbers &array, const Dims &shape, llvm::ArrayRef<int64_t> order) {
  Dims to, strides, own = ProductOperand::stridesOf(shape);
  for (int64_t d : order) {
    to.push_back(shape[d]);
    strides.push_back(own[d]);
  }
  Numbers result;
  forIndices(to, [&](const Dims &at) { result.push_back(array[offsetOf(at, strides)]); });
  return result;
}

class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}

  int64_t below(int64_t bound) { return static_cast<int64_t>(engine() % static_cast<uint64_t>(bound)); }
  Dims order(size_t size) {
    Dims order(size);
    for (size_t d = 0; d < size; ++d)
      order[d] = static_cast<int64_t>(d);
    std::shuffle(order.begin(), order.end(), engine);
    return order;
  }
  Numbers numbers(int64_t count) {
    Numbers all(count);
    for (int64_t &number : all)
      number = below(19) - 9;
    return all;
  }
  ProductDims product() {
    const int64_t batches = below(2), contracted = below(3), left = below(3), right = below(3);
    Dims common;
    for (int64_t i = 0; i < batches + contracted; ++i)
      common.push_back(1 + below(3));
    return {operand(batches, contracted, left, common), operand(batches, contracted, right, common)};
  }

private:
  ProductOperand operand(int64_t batches, int64_t contracted, int64_t free, const Dims &common) {
    ProductOperand made;
    const Dims places = order(batches + contracted + free);
    made.shape.resize(places.size());
    for (auto [factor, dim] : llvm::enumerate(places)) {
      auto number = static_cast<int64_t>(factor);
      made.shape[dim] = number < batches + contracted ? common[factor] : 1 + below(4);
      if (number < batches)
        made.batching.push_back(dim);
      else if (number < batches + contracted)
        made.contracting.push_back(dim);
    }
    made.strides = ProductOperand::stridesOf(made.shape);
    return made;
  }

  std::mt19937_64 engine;
};

constexpr unsigned kSeed = 1, kProducts = 2000;

TEST(Product, IsTheSameBehindATransposeOfAnOperand) {
  std::cout << "seed " << kSeed << "\n";
  Random random(kSeed);
  int taken = 0;
  for (unsigned i = 0; i < kProducts; ++i) {
    ProductDims dims = random.product();
    const bool isLhs = random.below(2) == 0;
    ProductOperand &operand = isLhs ? dims.lhs : dims.rhs;
    const Dims order = random.order(operand.shape.size());
    std::optional<TakenTranspose> behind = takeUpTranspose(dims, isLhs, order);
    if (!behind)
      continue;
    ++taken;
    const ProductOperand &from = isLhs ? behind->dims.lhs : behind->dims.rhs;
    Numbers given = random.numbers(from.elements()), other = random.numbers((isLhs ? dims.rhs : dims.lhs).elements());
    Numbers turned = transpose(given, from.shape, order);
    Numbers expected = isLhs ? multiply(dims, turned, other) : multiply(dims, other, turned);
    Numbers found = isLhs ? multiply(behind->dims, given, other) : multiply(behind->dims, other, given);
    ASSERT_EQ(transpose(found, resultShape(behind->dims), behind->toOld), expected) << "product " << i;
  }
  EXPECT_GT(taken, 500);
}

TEST(Product, IsTheSameWithItsSidesExchangedForATransposeOfItsResult) {
  std::cout << "seed " << kSeed << "\n";
  Random random(kSeed);
  int taken = 0;
  for (unsigned i = 0; i < kProducts; ++i) {
    const ProductDims dims = random.product(), exchanged{dims.rhs, dims.lhs};
    if (dims.resultRank() == 0)
      continue;
    const Dims order = random.order(dims.resultRank());
    std::optional<Dims> left = takeUpResultTranspose(dims, order);
    if (!left)
      continue;
    ++taken;
    Numbers lhs = random.numbers(dims.lhs.elements()), rhs = random.numbers(dims.rhs.elements());
    ASSERT_EQ(transpose(multiply(exchanged, rhs, lhs), resultShape(exchanged), *left),
              transpose(multiply(dims, lhs, rhs), resultShape(dims), order))
        << "product " << i;
    ASSERT_EQ(exchangesSides(dims, order), llvm::is_sorted(*left)) << "product " << i;
  }
  EXPECT_GT(taken, 500);
}

/// Numbers each place of what fits by the strides of matrices, and compares with where it lies.
TEST(Product, WhatFitsIsWalkedByOneStride) {
  std::cout << "seed " << kSeed << "\n";
  Random random(kSeed);
  int fitting = 0;
  for (unsigned i = 0; i < kProducts; ++i) {
    const ProductDims dims = random.product();
    const ProductWalk walk = walkProduct(dims);
    const ProductOperand &lhs = dims.lhs;
    ASSERT_EQ(walk.batch * walk.m * walk.k, lhs.elements());
    ASSERT_EQ(walk.batch * walk.n * walk.k, dims.rhs.elements());
    if (!walk.lhsFits)
      continue;
    ++fitting;
    Dims contracting;
    for (unsigned pair : walk.contracting)
      contracting.push_back(lhs.contracting[pair]);
    Numbers found, expected;
    forIndices({walk.batch, walk.m, walk.k}, [&](const Dims &at) {
      expected.push_back(offsetOf(at, {walk.lhs.batch, walk.lhs.free, walk.lhs.contracting}));
    });
    Dims order = lhs.batching;
    llvm::append_range(order, lhs.free());
    llvm::append_range(order, contracting);
    forIndices(sizes(lhs, order), [&](const Dims &at) {
      Dims index(order.size());
      for (auto [dim, place] : llvm::zip_equal(order, at))
        index[dim] = place;
      found.push_back(offsetOf(index, lhs.strides));
    });
    ASSERT_EQ(found, expected) << "product " << i;
  }
  EXPECT_GT(fitting, 500);
}

/// [8, 16] x [16, 4], whose result is read through what is asked for.
struct Around {
  OpGraph graph;
  NodeId product = 0, last = 0;

  ValueId add(const OpForm &form, llvm::ArrayRef<ValueId> operands, llvm::ArrayRef<Dims> from, const Dims &to) {
    llvm::SmallVector<llvm::ArrayRef<int64_t>, 2> shapes(from.begin(), from.end());
    Node node = nodeOf(form, shapes, llvm::ArrayRef<int64_t>(to));
    for (auto [use, operand] : llvm::zip_equal(node.uses, operands))
      use.value = operand;
    node.keepsLayout = form.kind == OpForm::Kind::Other;
    node.results = {graph.addValue(to[0] * to[1], 4)};
    last = graph.addNode(std::move(node));
    return graph.nodes[last].results.front();
  }
  static OpForm formOf(OpForm::Kind kind, llvm::ArrayRef<int64_t> dims = {}) {
    OpForm form;
    form.kind = kind;
    form.dims.assign(dims.begin(), dims.end());
    return form;
  }
  Around() {
    OpForm form = formOf(OpForm::Kind::Product, {0, 2, 2, 1});
    form.leading = 2;
    result = add(form, {graph.addValue(128, 4), graph.addValue(64, 4)}, {Dims{8, 16}, Dims{16, 4}}, {8, 4});
    product = last;
  }
  void sendResult() { result = add(formOf(OpForm::Kind::Other), result, Dims{8, 4}, {8, 4}); }
  void transposeResult() { add(formOf(OpForm::Kind::Transpose, {1, 0}), result, Dims{8, 4}, {4, 8}); }

  ValueId result = 0;
};

TEST(ProductPlan, WritesTheTransposeThatAloneReadsIt) {
  Around around;
  around.transposeResult();
  planProducts(around.graph);
  EXPECT_TRUE(isCopyOfBuffer(around.graph, Inlined(2), around.last));
  ProductPlan plan = planProduct(around.graph, around.product);
  EXPECT_EQ(plan.transpose, around.last);
  EXPECT_EQ(std::tuple(plan.walk.m, plan.walk.n, plan.walk.k), std::tuple(4, 8, 16));
  // Of the product's own operands, in the order of the exchanged ones: the columns of the right one are rows now.
  EXPECT_EQ(plan.walk.form(), "tt");
}

TEST(ProductPlan, WritesATransposeBehindCollectives) {
  Around around;
  around.sendResult();
  around.transposeResult();
  EXPECT_EQ(planProduct(around.graph, around.product).transpose, around.last);
}

TEST(ProductPlan, LeavesATransposeWhereOthersReadTheResult) {
  Around around;
  around.transposeResult();
  around.add(Around::formOf(OpForm::Kind::Elementwise), around.result, Dims{8, 4}, {8, 4});
  EXPECT_EQ(planProduct(around.graph, around.product).transpose, -1);
}

/// [4, 8, 2] whose middle is contracted is no matrix: it is copied.
TEST(ProductPlan, CopiesWhatDoesNotFit) {
  OpGraph graph;
  OpForm form = Around::formOf(OpForm::Kind::Product, {0, 3, 1, 3, 2});
  form.leading = 3;
  const Dims lhs{4, 8, 2}, rhs{8, 16}, result{4, 2, 16};
  Node node = nodeOf(form, {lhs, rhs}, llvm::ArrayRef<int64_t>(result));
  node.uses[0].value = graph.addValue(64, 4);
  node.uses[1].value = graph.addValue(128, 4);
  node.results = {graph.addValue(128, 4)};
  NodeId product = graph.addNode(std::move(node));
  ProductPlan plan = planProduct(graph, product);
  EXPECT_EQ(plan.copyOf(0, 4).bytes(), 2 * 4 * 64);
  EXPECT_EQ(plan.copyOf(1, 4).bytes(), 0);
}

} // namespace
