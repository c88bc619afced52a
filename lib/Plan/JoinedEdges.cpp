#include "lib/Plan/JoinedEdges.h"

#include <algorithm>

namespace shardwright::plan {

void JoinedEdges::add(uint32_t first, uint32_t second, size_t numSecond, llvm::ArrayRef<int64_t> costs) {
  const auto [place, isNew] = places.try_emplace(std::minmax(first, second), edges.size());
  if (isNew)
    edges.push_back({std::min(first, second), std::max(first, second), std::vector<int64_t>(costs.size())});
  std::vector<int64_t> &sums = edges[place->second].costs;
  const size_t numFirst = costs.size() / numSecond;
  for (size_t row = 0; row < numFirst; ++row)
    for (size_t column = 0; column < numSecond; ++column) {
      int64_t &sum = sums[first > second ? column * numFirst + row : row * numSecond + column];
      sum = addCosts(sum, costs[row * numSecond + column]);
    }
}

} // namespace shardwright::plan
