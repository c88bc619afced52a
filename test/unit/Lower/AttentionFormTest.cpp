#include "passes/common/AttentionForm.h"
#include "passes/common/AttentionTiles.h"

#include <gtest/gtest.h>

#include <functional>

namespace shardwright::lower {
namespace {

/// Of 3 x 70 x 45 points: inputs 0 to 3 (rows, columns, vectors, row sums), outputs 4 (sums), 5 (maxima), 6 (row sums).
AttentionForm softmax() {
  AttentionForm form;
  form.isSoftmax = true;
  form.extents = {3, 70, 45};
  form.products.push_back({{0, {1120, 16, 0}}, {1, {720, 0, 16}}, 1, 1, 16});
  form.reads.push_back({3, {70, 1, 0}});
  form.outputs.push_back({0, 24, {2, {1080, 0, 24}}, 1, {4, {1680, 24, 0}}, 1, 1});
  form.maximum = {5, {70, 1, 0}};
  form.sum = {6, {70, 1, 0}};
  return form;
}

/// Of the same points, with what a softmax left as inputs.
AttentionForm gradient() {
  AttentionForm form = softmax();
  form.isSoftmax = false;
  form.maximum = {3, {70, 1, 0}};
  form.sum = form.maximum;
  form.last = 0;
  form.limit = 0;
  return form;
}

bool fits(const AttentionForm &form) { return form.fits(4, 3, 1); }

TEST(AttentionForm, ReadsItsParameters) {
  for (const AttentionForm &form : {softmax(), gradient()}) {
    const llvm::SmallVector<int64_t> parameters = form.parameters();
    std::optional<AttentionForm> read = AttentionForm::of(parameters);
    ASSERT_TRUE(read);
    EXPECT_EQ(read->parameters(), parameters);
    EXPECT_TRUE(fits(*read));
    for (size_t count = 0; count != parameters.size(); ++count)
      EXPECT_FALSE(AttentionForm::of(llvm::ArrayRef(parameters).take_front(count))) << count;
    llvm::SmallVector<int64_t> longer = parameters;
    longer.push_back(0);
    EXPECT_FALSE(AttentionForm::of(longer));
    longer[2] = 1 << 20; // dimensions
    EXPECT_FALSE(AttentionForm::of(longer));
  }
}

TEST(AttentionForm, NamesWhatIsThere) {
  using Change = std::function<void(AttentionForm &)>;
  const Change changes[] = {
      [](AttentionForm &form) { form.extents[1] = 0; },
      [](AttentionForm &form) { form.extents[1] = int64_t{1} << 30; },
      [](AttentionForm &form) { form.extents = {45}; },
      [](AttentionForm &form) { form.numSummed = -1; },
      [](AttentionForm &form) { form.numSummed = 2; },
      [](AttentionForm &form) { form.products.clear(); },
      [](AttentionForm &form) { form.products[0].depth = 0; },
      [](AttentionForm &form) { form.products[0].row.buffer = 4; },
      [](AttentionForm &form) { form.products[0].column.buffer = -1; },
      [](AttentionForm &form) { form.products[0].column.strides.pop_back(); },
      [](AttentionForm &form) { form.reads[0].buffer = 4; },
      [](AttentionForm &form) { form.outputs[0].element = 1; },
      [](AttentionForm &form) { form.outputs[0].element = -1; },
      [](AttentionForm &form) { form.outputs[0].width = -1; },
      [](AttentionForm &form) { form.outputs[0].parts = 0; },
      [](AttentionForm &form) { form.outputs[0].parts = 4; },
      [](AttentionForm &form) { form.outputs[0].out.buffer = 3; },
      [](AttentionForm &form) { form.outputs[0].out.buffer = 7; },
      [](AttentionForm &form) { form.outputs[0].column.buffer = 5; },
  };
  for (size_t i = 0; i != std::size(changes); ++i)
    for (AttentionForm form : {softmax(), gradient()}) {
      changes[i](form);
      EXPECT_FALSE(fits(form)) << i;
    }
  const Change ofSoftmax[] = {[](AttentionForm &form) { form.maximum.buffer = 3; },
                              [](AttentionForm &form) { form.sum.buffer = 3; },
                              [](AttentionForm &form) { form.first = 0; }};
  for (const Change &change : ofSoftmax) {
    AttentionForm form = softmax();
    change(form);
    EXPECT_FALSE(fits(form));
  }
  EXPECT_FALSE(softmax().fits(4, 3, 2)); // one element
  const Change ofGradient[] = {
      [](AttentionForm &form) { form.maximum.buffer = 5; }, [](AttentionForm &form) { form.sum.buffer = 5; },
      [](AttentionForm &form) { form.limit.reset(); }, [](AttentionForm &form) { form.outputs.clear(); }};
  for (const Change &change : ofGradient) {
    AttentionForm form = gradient();
    change(form);
    EXPECT_FALSE(fits(form));
  }
}

TEST(AttentionForm, TilesReachBehindEdges) {
  // 2 blocks of 64 rows, 3 times, against 64 columns; depths of 16 and 32.
  const AttentionForm form = softmax();
  const cost::AttentionWork work = cuda::kernelOf(form, {2, 2, 2, 4}).work(form.extents);
  EXPECT_EQ(work.blocks, 6);
  EXPECT_EQ(work.blockFlops, 2.0 * 64 * 64 * (16 + 32));
  cost::AttentionRates rates;
  rates.flopsPerSecond = rates.bytesPerSecond = 1;
  rates.units = 60;
  EXPECT_EQ(cost::seconds(cost::AttentionWork{6, 10, 0}, rates), 600);
  EXPECT_EQ(cost::seconds(cost::AttentionWork{61, 10, 700}, rates), 700);
}

TEST(AttentionForm, BandsLeaveTilesOut) {
  fusion::AttentionKernel kernel;
  kernel.outer = {0};
  kernel.rows = 1;
  kernel.columns = 2;
  kernel.tileRows = 64;
  kernel.tileColumns = 32;
  kernel.depth = 16;
  kernel.last = 0;
  kernel.reads.push_back({{0, 1, 2}, 4});
  // Rows 0 to 63 need columns up to 63, 2 of 8 tiles; the next ones 4, 6 and 8.
  const cost::AttentionWork causal = kernel.work({3, 256, 256});
  EXPECT_EQ(causal.blocks, 12);
  EXPECT_EQ(causal.blockFlops, 2.0 * 64 * 32 * (2 + 4 + 6 + 8) / 4 * 16);
  EXPECT_EQ(causal.bytes, 3 * 256 * 256 * 4 * 20.0 / 32);
  // In a block of an array nobody knows which rows they are.
  EXPECT_EQ(kernel.work({3, 256, 256}, /*isWhole=*/false).blockFlops, 2.0 * 64 * 256 * 16);
  kernel.first = -64; // Rows from 128 on begin a tile later.
  EXPECT_EQ(kernel.work({3, 256, 256}).blockFlops, 2.0 * 64 * 32 * (2 + 4 + 4 + 4) / 4 * 16);
}

TEST(AttentionForm, RegistersAndSharedMemoryBoundTiles) {
  AttentionForm form = softmax();
  EXPECT_TRUE(cuda::fitsTiles(form));
  form.products[0].depth = 4096;
  EXPECT_FALSE(cuda::fitsTiles(form));
  form = softmax();
  form.outputs[0].width = 1024;
  EXPECT_FALSE(cuda::fitsTiles(form));
}

} // namespace
} // namespace shardwright::lower
