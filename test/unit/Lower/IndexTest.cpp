// Quotients and remainders of index expressions, which kernels compute dividing towards zero, against those of the
// numbers that the expressions stand for.
#include "passes/common/KernelGraph.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/MLIRContext.h"

#include <gtest/gtest.h>

#include <random>

using namespace shardwright::lower;
using shardwright::Opcode;

namespace {

using Point = std::vector<int64_t>; ///< by loop

int64_t valueOf(const IndexExpr &e, const Point &point);

int64_t valueOf(const Node *node, const Point &point) {
  if (node->kind == NodeKind::Constant)
    return node->low;
  if (node->kind == NodeKind::Index)
    return valueOf(node->index, point);
  EXPECT_EQ(node->kind, NodeKind::Apply);
  int64_t a = valueOf(node->operands[0], point), b = valueOf(node->operands[1], point);
  EXPECT_TRUE(node->op == Opcode::Divide || node->op == Opcode::Remainder);
  return node->op == Opcode::Divide ? a / b : a % b;
}

int64_t valueOf(const IndexExpr &e, const Point &point) {
  int64_t value = e.constant;
  for (auto [loop, coefficient] : e.loops)
    value += coefficient * point[loop];
  for (auto [node, coefficient] : e.nodes)
    value += coefficient * valueOf(node, point);
  return value;
}

TEST(Index, QuotientsAndRemaindersOfWhatRunsBackwards) {
  mlir::MLIRContext context;
  for (uint64_t seed = 0; seed != 2000; ++seed) {
    std::mt19937_64 random(seed);
    auto pick = [&](int64_t least, int64_t most) {
      return std::uniform_int_distribution<int64_t>(least, most)(random);
    };
    KernelGraph graph;
    graph.indexType = mlir::IntegerType::get(&context, 32);
    IndexExpr e = IndexExpr::number(pick(0, 20));
    Point extents;
    for (int64_t loops = pick(1, 3); loops != 0; --loops) {
      int64_t coefficient = pick(-14, 14);
      extents.push_back(pick(2, 7));
      IndexExpr loop = graph.newLoop(extents.back());
      e = graph.add(e, graph.scale(loop, coefficient));
      e = graph.addConstant(e, coefficient < 0 ? -coefficient * (extents.back() - 1) : 0);
    }
    int64_t divisor = pick(2, 12);
    auto [quotient, remainder] = graph.divide(e, divisor);
    for (Point point(extents.size(), 0);;) {
      int64_t value = valueOf(e, point);
      ASSERT_GE(value, 0) << "seed " << seed;
      ASSERT_EQ(valueOf(quotient, point), value / divisor) << "seed " << seed << ": " << value << " by " << divisor;
      ASSERT_EQ(valueOf(remainder, point), value % divisor) << "seed " << seed << ": " << value << " by " << divisor;
      size_t next = 0;
      while (next != point.size() && ++point[next] == extents[next])
        point[next++] = 0;
      if (next == point.size())
        break;
    }
  }
}

} // namespace
