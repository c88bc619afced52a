#include "passes/common/AttentionTiles.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <iterator>

namespace shardwright::lower::cuda {
namespace {

/// What a kernel may have of shared memory without asking for more.
constexpr int64_t kSharedBytes = 48 << 10;
/// Of a thread's 255 registers, those that are left beside addresses.
constexpr int64_t kRegisters = 224, kAllRegisters = 400;
constexpr int64_t kPiece = 16; ///< bytes

size_t tileOf(TilePlan &plan, const AttentionForm::Access &access, int64_t stride, int64_t depth) {
  const auto *known = llvm::find_if(plan.tiles, [&](const ColumnTile &tile) {
    return tile.access == access && tile.stride == stride && tile.depth == depth;
  });
  if (known != plan.tiles.end())
    return static_cast<size_t>(known - plan.tiles.begin());
  ColumnTile tile{access, stride, depth};
  const int64_t elements = kPiece / 2;
  tile.isInPieces = stride == 1 && depth % elements == 0 &&
                    llvm::all_of(access.strides, [&](int64_t each) { return each % elements == 0; });
  tile.pitch = 2 * paddedDepth(depth) + kPiece;
  plan.tiles.push_back(tile);
  return plan.tiles.size() - 1;
}

/// Of a thread, with tiles of so many columns: sums, fragments of rows, products, elements as fragments, what is read
/// of columns.
int64_t registersOf(const AttentionForm &form, int64_t columns) {
  int64_t count = 0;
  for (const AttentionForm::Product &product : form.products)
    count += paddedDepth(product.depth) / 4 + columns / 2;
  for (const AttentionForm::Output &output : form.outputs)
    count += paddedDepth(output.width) / 2 + columns / 4;
  for (const AttentionForm::Access &read : form.reads)
    count += read.strides.back() != 0 ? columns / 4 : 0;
  return count;
}

} // namespace

int64_t paddedDepth(int64_t depth) { return static_cast<int64_t>(llvm::alignTo(static_cast<uint64_t>(depth), 16)); }

TilePlan planTiles(const AttentionForm &form) {
  TilePlan plan;
  for (const AttentionForm::Product &product : form.products)
    plan.ofProduct.push_back(tileOf(plan, product.column, product.columnStride, product.depth));
  for (const AttentionForm::Output &output : form.outputs)
    plan.ofOutput.push_back(output.width == 0 ? 0 : tileOf(plan, output.column, output.columnStride, output.width));
  int64_t lineBytes = 0;
  for (const ColumnTile &tile : plan.tiles)
    lineBytes += tile.pitch;
  constexpr std::pair<int64_t, int64_t> choices[] = {{64, 2}, {32, 2}, {64, 1}, {32, 1}, {16, 2}, {16, 1}};
  for (auto [columns, stages] : choices) {
    plan.columns = columns;
    plan.stages = stages;
    if (columns * stages * lineBytes <= kSharedBytes && registersOf(form, columns) <= kRegisters)
      break;
  }
  for (ColumnTile &tile : plan.tiles) {
    tile.begin = plan.stageBytes;
    plan.stageBytes += plan.columns * tile.pitch;
  }
  return plan;
}

fusion::AttentionKernel kernelOf(const AttentionForm &form, llvm::ArrayRef<double> elementBytes) {
  fusion::AttentionKernel kernel;
  const size_t outer = form.rank() - 2, first = outer - static_cast<size_t>(form.numSummed);
  for (size_t d = 0; d != outer; ++d)
    (d < first ? kernel.outer : kernel.summed).push_back(static_cast<int64_t>(d));
  kernel.rows = static_cast<int64_t>(outer);
  kernel.columns = kernel.rows + 1;
  kernel.tileRows = kAttentionRows;
  kernel.tileColumns = planTiles(form).columns;
  for (const AttentionForm::Product &product : form.products)
    kernel.depth += paddedDepth(product.depth);
  for (const AttentionForm::Output &output : form.outputs)
    kernel.depth += paddedDepth(output.width) * output.parts;
  kernel.first = form.first;
  kernel.last = form.last;
  for (const AttentionForm::Access &read : form.reads) {
    if (read.strides[outer] == 0 || read.strides.back() == 0)
      continue; // of a row or of a column
    fusion::AttentionKernel::Read point{{}, elementBytes[static_cast<size_t>(read.buffer)]};
    for (size_t d = 0; d != form.rank(); ++d)
      if (read.strides[d] != 0)
        point.dims.push_back(static_cast<int64_t>(d));
    kernel.reads.push_back(std::move(point));
  }
  return kernel;
}

bool fitsTiles(const AttentionForm &form) {
  const TilePlan plan = planTiles(form);
  return plan.stageBytes * plan.stages <= kSharedBytes && registersOf(form, plan.columns) <= kAllRegisters;
}

} // namespace shardwright::lower::cuda
