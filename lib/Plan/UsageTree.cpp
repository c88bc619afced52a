#include "lib/Plan/UsageTree.h"

#include <algorithm>
#include <limits>

namespace shardwright::plan {

static constexpr int64_t kNothing = std::numeric_limits<int64_t>::min() / 4;

UsageTree::UsageTree(llvm::ArrayRef<double> usage) : numRows(usage.size()) {
  while (width < numRows)
    width *= 2;
  largest.assign(2 * width, kNothing);
  added.assign(2 * width, 0);
  for (size_t row = 0; row < numRows; ++row)
    largest[width + row] = static_cast<int64_t>(usage[row]);
  for (size_t node = width; node-- > 1;)
    largest[node] = std::max(largest[2 * node], largest[2 * node + 1]);
}

void UsageTree::add(size_t node, size_t begin, size_t end, size_t first, size_t last, int64_t amount) {
  if (first >= end || last <= begin)
    return;
  if (first <= begin && end <= last) {
    largest[node] += amount;
    added[node] += amount;
    return;
  }
  const size_t middle = (begin + end) / 2;
  add(2 * node, begin, middle, first, last, amount);
  add(2 * node + 1, middle, end, first, last, amount);
  largest[node] = std::max(largest[2 * node], largest[2 * node + 1]) + added[node];
}

int64_t UsageTree::most(size_t node, size_t begin, size_t end, size_t first, size_t last) const {
  if (first >= end || last <= begin)
    return kNothing;
  if (first <= begin && end <= last)
    return largest[node];
  const size_t middle = (begin + end) / 2;
  return std::max(most(2 * node, begin, middle, first, last), most(2 * node + 1, middle, end, first, last)) +
         added[node];
}

size_t UsageTree::peakRow() const {
  size_t node = 1;
  while (node < width)
    node = largest[2 * node] >= largest[2 * node + 1] ? 2 * node : 2 * node + 1;
  return node - width;
}

} // namespace shardwright::plan
