#include "shardwright/Fusion/Attention.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace shardwright::fusion {
namespace {

double product(llvm::ArrayRef<int64_t> dims, llvm::ArrayRef<int64_t> extents) {
  double points = 1;
  for (int64_t dim : dims)
    points *= static_cast<double>(extents[static_cast<size_t>(dim)]);
  return points;
}

} // namespace

cost::AttentionWork AttentionKernel::work(llvm::ArrayRef<int64_t> extents, bool isWhole) const {
  const int64_t numRows = extents[static_cast<size_t>(rows)], numColumns = extents[static_cast<size_t>(columns)];
  const int64_t numBlocks = static_cast<int64_t>(llvm::divideCeil(numRows, tileRows));
  const auto numTiles = static_cast<int64_t>(llvm::divideCeil(numColumns, tileColumns));
  // Tiles that a band leaves out are not walked.
  double tiles = static_cast<double>(numBlocks) * static_cast<double>(numTiles);
  if (isWhole && (first || last)) {
    tiles = 0;
    for (int64_t block = 0; block < numBlocks; ++block) {
      const int64_t from = first ? std::max<int64_t>(0, block * tileRows + *first) : 0;
      const int64_t to =
          last ? std::min(numColumns - 1, std::min((block + 1) * tileRows, numRows) - 1 + *last) : numColumns - 1;
      tiles += to < from ? 0 : static_cast<double>(to / tileColumns - from / tileColumns + 1);
    }
  }
  const double share = tiles / (static_cast<double>(numBlocks) * static_cast<double>(numTiles));
  cost::AttentionWork work;
  work.blocks = product(outer, extents) * static_cast<double>(numBlocks);
  work.blockFlops = 2 * static_cast<double>(tileRows) * static_cast<double>(tileColumns) * tiles /
                    static_cast<double>(numBlocks) * product(summed, extents) * static_cast<double>(depth);
  for (const Read &read : reads)
    work.bytes += share * read.elementBytes * product(read.dims, extents);
  return work;
}

bool paysOff(llvm::ArrayRef<cost::AttentionWork> kernels, size_t further, const cost::AttentionSteps &steps,
             llvm::ArrayRef<int64_t> extents, const cost::AttentionRates &rates) {
  double fused = static_cast<double>(further) * rates.kernelSeconds, points = 1;
  for (int64_t extent : extents)
    points *= static_cast<double>(extent);
  for (const cost::AttentionWork &kernel : kernels)
    fused += cost::seconds(kernel, rates);
  return fused <= cost::seconds(steps, points, rates);
}

} // namespace shardwright::fusion
