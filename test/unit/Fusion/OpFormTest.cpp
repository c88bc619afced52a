// What the kernel of one operation reads and writes, counted by hand from its shapes.
#include "shardwright/Fusion/OpForm.h"

#include "shardwright/Fusion/Kernel.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <numeric>

using namespace shardwright;
using namespace shardwright::fusion;

namespace {

int64_t sizeOf(llvm::ArrayRef<int64_t> shape) {
  return std::accumulate(shape.begin(), shape.end(), int64_t{1}, std::multiplies<>());
}

/// The kernel of the operation alone, on arrays of four bytes an element.
cost::KernelWork workOf(const OpForm &form, llvm::ArrayRef<llvm::ArrayRef<int64_t>> operands,
                        llvm::ArrayRef<int64_t> result) {
  OpGraph graph;
  Node node = nodeOf(form, operands, result);
  for (auto [use, shape] : llvm::zip_equal(node.uses, operands))
    use.value = graph.addValue(sizeOf(shape), 4);
  node.results = {graph.addValue(sizeOf(result), 4)};
  NodeId number = graph.addNode(std::move(node));
  return kernelOf(graph, Inlined{false}, number).work;
}

constexpr int64_t kLayers = 32, kRows = 64, kColumns = 128;
constexpr double kLayerBytes = 4 * kRows * kColumns;

TEST(OpForm, ADynamicSliceReadsWhatItTakes) {
  OpForm form{OpForm::Kind::DynamicSlice};
  cost::KernelWork one = workOf(form, {{kLayers, kRows, kColumns}, {}, {}, {}}, {1, kRows, kColumns});
  EXPECT_EQ(one.readBytes, kLayerBytes + 3 * 4); // and three numbers that say where
  EXPECT_EQ(one.writtenBytes, kLayerBytes);
  cost::KernelWork all = workOf(form, {{kLayers, kRows, kColumns}, {}, {}, {}}, {kLayers, kRows, kColumns});
  EXPECT_EQ(all.readBytes, kLayers * kLayerBytes + 3 * 4);
}

TEST(OpForm, AGatherReadsTheRowsThatItTakes) {
  OpForm form{OpForm::Kind::Gather};
  form.dims = {1};
  // 8 rows of a table of 1000, by 8 indices.
  cost::KernelWork few = workOf(form, {{1000, kColumns}, {8, 1}}, {8, kColumns});
  EXPECT_EQ(few.readBytes, 4 * (8 * kColumns + 8));
  // A small table that is read again and again is there once.
  cost::KernelWork many = workOf(form, {{10, kColumns}, {800, 1}}, {800, kColumns});
  EXPECT_EQ(many.readBytes, 4 * (10 * kColumns + 800));
}

TEST(OpForm, AnUpdateReadsWhatItWrites) {
  OpForm form{OpForm::Kind::Update};
  cost::KernelWork work =
      workOf(form, {{kLayers, kRows, kColumns}, {1, kRows, kColumns}, {}, {}, {}}, {kLayers, kRows, kColumns});
  EXPECT_EQ(work.readBytes, kLayerBytes + 3 * 4);
}

/// Columns of what it reads are rows of what it makes; where the innermost dimension stays, rows lie together.
TEST(OpForm, ATransposeLoadsFromApart) {
  OpForm form;
  form.kind = OpForm::Kind::Transpose;
  form.dims = {1, 0};
  cost::KernelWork turned = workOf(form, {{kRows, kColumns}}, {kColumns, kRows});
  EXPECT_EQ(turned.stridedSteps, kRows * kColumns);
  EXPECT_EQ(turned.vectorSteps, kRows * kColumns); // stores
  EXPECT_EQ(turned.stridedBytes, turned.readBytes);
  form.dims = {1, 0, 2};
  cost::KernelWork rows = workOf(form, {{kLayers, kRows, kColumns}}, {kRows, kLayers, kColumns});
  EXPECT_EQ(rows.stridedSteps, 0);
  EXPECT_EQ(rows.stridedBytes, 0);
  EXPECT_EQ(rows.vectorSteps, 2 * kLayers * kRows * kColumns);
}

/// Where a row or a column is repeated, a loop over neighbours is as long as it.
TEST(OpForm, ARowThatIsRepeatedIsAsLongAsALoop) {
  OpForm add{OpForm::Kind::Broadcast};
  add.dims = {1};
  EXPECT_EQ(workOf(add, {{kColumns}}, {kRows, kColumns}).columns, kColumns);
  add.dims = {0};
  EXPECT_EQ(workOf(add, {{kRows}}, {kRows, kColumns}).columns, kColumns);
  OpForm negate{OpForm::Kind::Elementwise};
  EXPECT_EQ(workOf(negate, {{kRows, kColumns}}, {kRows, kColumns}).columns, 0);
}

/// A maximum counts as a function of what it combines; a sum takes its steps.
TEST(OpForm, AMaximumIsAFunction) {
  OpForm form{OpForm::Kind::Reduction};
  form.dims = {1};
  form.leading = 1;
  form.price = 1;
  form.isSimple = true;
  EXPECT_TRUE(workOf(form, {{kRows, kColumns}, {}}, {kRows}).functions.empty());
  form.function = Function::ReduceMaximum;
  cost::KernelWork work = workOf(form, {{kRows, kColumns}, {}}, {kRows});
  ASSERT_EQ(work.functions.size(), 1U);
  EXPECT_EQ(work.functions[0].function, Function::ReduceMaximum);
  EXPECT_EQ(work.functions[0].units, kRows * kColumns);
  EXPECT_EQ(work.functions[0].starts, kRows);
  EXPECT_EQ(work.columns, kColumns);
  // Nothing is combined along a dimension of one element.
  EXPECT_TRUE(workOf(form, {{kRows, 1}, {}}, {kRows}).functions.empty());
}

TEST(OpForm, AReductionHasALoopForEachResult) {
  OpForm form;
  form.kind = OpForm::Kind::Reduction;
  form.dims = {1};
  form.leading = 1;
  EXPECT_EQ(workOf(form, {{kRows, kColumns}, {}}, {kRows}).loops, kRows);
  form.kind = OpForm::Kind::Elementwise;
  EXPECT_EQ(workOf(form, {{kRows, kColumns}}, {kRows, kColumns}).loops, 0);
}

} // namespace
