#include "tools/book/Statement.h"

#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

namespace shardwright::book {
namespace {

Mesh mesh(llvm::StringRef text = "X=4,Y=2,Z=2") { return *Mesh::parse(text); }

std::string error(llvm::StringRef text) {
  absl::StatusOr<Statement> statement = parseStatement(mesh(), text);
  EXPECT_FALSE(statement.ok()) << text.str();
  return std::string(statement.status().message());
}

/// `all_gather A Y; all_reduce C X`
std::string steps(const absl::StatusOr<StatementPlan> &plan) {
  if (!plan.ok())
    return std::string(plan.status().message());
  std::vector<std::string> parts;
  for (const StatementStep &step : plan->steps) {
    std::string text = (name(step.op) + " " + step.array).str();
    for (const AxisRef &axis : step.axes)
      text += " " + axis.str();
    parts.push_back(text);
  }
  return llvm::join(parts, "; ");
}

std::string planned(llvm::StringRef axes, llvm::StringRef text, StatementOp op = StatementOp::Contraction) {
  return steps(planStatement(mesh(axes), *parseStatement(mesh(axes), text), op));
}

std::string resharded(llvm::StringRef axes, llvm::StringRef text, bool idleAxes) {
  return steps(planReshardStatement(mesh(axes), *parseStatement(mesh(axes), text), idleAxes));
}

TEST(Statement, ParsesAndPrints) {
  for (llvm::StringRef text : {"A[I, J]", "A[I_X, J_YZ]", "A[I_XZ, J]{U_Y}", "Win[D, F_X]{U_YZ}", "s[]"})
    EXPECT_EQ(str(*parseNamedArray(mesh(), text)), text);
  EXPECT_EQ(str(*parseNamedArray(mesh(), " A[ I_{X,Y},J ]{U_{Z}}")), "A[I_XY, J]{U_Z}");
  Mesh longNames = mesh("data=2,model=2,dm=2");
  EXPECT_EQ(str(*parseNamedArray(longNames, "A[I_{data,model}, J_dm]")), "A[I_{data,model}, J_dm]");
}

TEST(Statement, AnAxisGoesBeforeTheLettersOfItsName) {
  Mesh both = mesh("X=2,Y=2,XY=2");
  EXPECT_EQ(parseNamedArray(both, "A[I_XY]")->sharding.dims[0].axes.size(), 1u);
  EXPECT_EQ(parseNamedArray(both, "A[I_XYX]")->sharding.dims[0].axes.size(), 2u);
}

TEST(Statement, Errors) {
  EXPECT_EQ(error(""), "offset 0: expected the name of an array");
  EXPECT_EQ(error("A"), "behind offset 1: offset 0: expected '[', found the end");
  EXPECT_EQ(error("A[I]"), "offset 4: expected '->' and the result");
  EXPECT_EQ(error("A[I] -> "), "offset 8: expected the name of an array");
  EXPECT_EQ(error("A[I] -> B[I] C[I]"), "offset 13: expected the end");
  EXPECT_EQ(error("A[I_W] -> B[I]"), "A: unknown axis 'W': the mesh has the axes X, Y, Z");
  EXPECT_EQ(error("A[I] -> B[I_X]{U_X}").substr(0, 32), "B: axis 'X' is used twice, in di");
  EXPECT_EQ(error("A[I, I] -> B[I]"), "array A has two dimensions 'I'");
  EXPECT_EQ(error("A[I] -> B[J]"), "dimension 'J' of B is in no operand");
  EXPECT_EQ(parseNamedArray(mesh(), "A[I] B").status().message(), "offset 5: expected the end");
}

TEST(Statement, Contractions) {
  EXPECT_EQ(planned("X=4,Y=2", "A[I_X, J] B[J, K_Y] -> C[I_X, K_Y]"), "");
  EXPECT_EQ(planned("X=4", "A[I, J_X] B[J, K] -> C[I, K]"), "all_gather A X");
  EXPECT_EQ(planned("X=4", "A[I, J_X] B[J_X, K] -> C[I, K]{U_X}"), "");
  EXPECT_EQ(planned("X=4", "A[I, J_X] B[J_X, K] -> C[I, K]"), "all_reduce C X");
  EXPECT_EQ(planned("X=4", "A[I, J_X] B[J_X, K] -> C[I_X, K]"), "reduce_scatter C X");
  EXPECT_EQ(planned("X=4", "A[I_X, J] B[J, K_X] -> C[I, K_X]"), "all_gather A X");
  EXPECT_EQ(planned("X=4", "A[G_X, I, J] B[G, J, K] -> C[G_X, I, K]"), "slice B X");
}

TEST(Statement, FewerStepsAtTheSamePrice) {
  // Gathering A sends as much as combining C, half of which each device holds; slicing B is a step more.
  EXPECT_EQ(planned("X=4,Y=2", "A[I, J_X] B[J, K_Y] -> C[I, K_Y]"), "all_gather A X");
}

TEST(Statement, ThreeOperandsContractAtOnce) {
  EXPECT_EQ(planned("X=4", "A[I, J_X] B[J_X, K] S[J_X] -> C[I, K]"), "all_reduce C X");
}

TEST(Statement, ElementsKeepSumsPendingWhereTheyAreLinear) {
  llvm::StringRef text = "A[I]{U_X} B[I]{U_X} -> C[I]";
  EXPECT_EQ(planned("X=4", text, StatementOp::Linear), "all_reduce C X");
  EXPECT_EQ(planned("X=4", text, StatementOp::Nonlinear), "all_reduce A X; all_reduce B X");
}

TEST(Statement, GathersMayUseIdleAxes) {
  EXPECT_EQ(resharded("X=4,Y=2", "A[I_X, J] -> A[I, J]", false), "all_gather A X");
  EXPECT_EQ(resharded("X=4,Y=2", "A[I_X, J] -> A[I, J]", true), "slice A Y; all_gather A X Y");
  EXPECT_EQ(resharded("X=4,Y=2", "A[I_X, J_Y] -> A[I, J_Y]", true), "all_gather A X");
  EXPECT_EQ(resharded("X=4,Y=2", "A[I_X, J]{U_Y} -> A[I, J]{U_Y}", true), "all_gather A X");
  EXPECT_EQ(resharded("X=4,Y=2,Z=2", "A[I_X, J_Y] -> A[I, J]", true),
            "slice A Z; all_gather A X Z; slice A Z; all_gather A Y Z");
  EXPECT_EQ(resharded("X=4,Y=1", "A[I_X] -> A[I]", true), "all_gather A X") << "an axis of one device has no links";
  EXPECT_EQ(resharded("X=4", "A[I_X] B[I] -> A[I]", true), "a reshard is of one array, not of 2");
}

TEST(Statement, GathersOfDifferentDimensionsAreInTheirOrder) {
  EXPECT_EQ(resharded("X=4,Y=2", "A[I_X, J_Y] -> A[I, J]", false), "all_gather A X; all_gather A Y");
}

std::string transposedPlan(llvm::StringRef text) {
  Mesh axes = mesh("X=4");
  Statement backward = transposed(axes, *parseStatement(axes, text));
  return steps(planReshardStatement(axes, backward, false));
}

TEST(Statement, CotangentsGoTheOtherWay) {
  EXPECT_EQ(transposedPlan("A[I_X, J] -> A[I, J]"), "reduce_scatter A X");
  EXPECT_EQ(transposedPlan("A[I, J]{U_X} -> A[I_X, J]"), "all_gather A X");
  EXPECT_EQ(transposedPlan("A[I_X, J] -> A[I, J_X]"), "all_to_all A X");
  EXPECT_EQ(transposedPlan("A[I, J]{U_X} -> A[I, J]"), "all_reduce A X");
}

std::string determined(llvm::StringRef text) {
  std::optional<NamedArray> result = determinedResult(mesh(), *parseStatement(mesh(), text));
  return result ? str(*result) : "ambiguous";
}

TEST(Statement, WhatTheOperandsDetermine) {
  EXPECT_EQ(determined("A[I_X, J] B[J, K_Y] -> C[I, K]"), "C[I_X, K_Y]");
  EXPECT_EQ(determined("A[I_X] B[I] -> C[I]"), "C[I_X]");
  EXPECT_EQ(determined("A[I, J_X] B[J_X, K] -> C[I, K]"), "ambiguous");
  EXPECT_EQ(determined("A[I_X, J] B[J, K_X] -> C[I, K]"), "ambiguous");
  EXPECT_EQ(determined("A[I_X] B[I_Y] -> C[I]"), "ambiguous");
}

} // namespace
} // namespace shardwright::book
