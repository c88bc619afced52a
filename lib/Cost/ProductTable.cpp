#include "lib/Cost/ProductTable.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>

namespace shardwright::cost {

ProductGrid::ProductGrid(llvm::ArrayRef<MeasuredDevice::Product> rows) {
  auto sizesOf = [](const MeasuredDevice::Product &row) {
    return std::array<double, 3>{std::log2(double(row.m)), std::log2(double(row.n)), std::log2(double(row.k))};
  };
  for (const MeasuredDevice::Product &row : rows)
    for (auto [axis, length] : llvm::enumerate(sizesOf(row)))
      lengths[axis].push_back(length);
  for (std::vector<double> &axis : lengths) {
    llvm::sort(axis);
    axis.erase(std::unique(axis.begin(), axis.end()), axis.end());
  }
  // A size that was not measured is as slow as the next larger row that was.
  log2Seconds.assign(lengths[0].size() * lengths[1].size() * lengths[2].size(),
                     std::numeric_limits<double>::infinity());
  least_ = std::numeric_limits<double>::infinity();
  for (const MeasuredDevice::Product &row : rows) {
    std::array<double, 3> sizes = sizesOf(row);
    size_t index = 0;
    for (size_t axis = 0; axis < 3; ++axis)
      index = index * lengths[axis].size() +
              static_cast<size_t>(llvm::lower_bound(lengths[axis], sizes[axis]) - lengths[axis].begin());
    log2Seconds[index] = std::log2(row.seconds);
    least_ = std::min(least_, row.seconds);
  }
  double last = std::log2(rows.back().seconds);
  for (double &seconds : llvm::reverse(log2Seconds))
    last = seconds = std::isinf(seconds) ? last : seconds;
}

double ProductGrid::seconds(int64_t m, int64_t n, int64_t k) const {
  double wanted[] = {std::log2(double(m)), std::log2(double(n)), std::log2(double(k))}, beyond = 0;
  size_t low[3];
  double part[3];
  for (size_t axis = 0; axis < 3; ++axis) {
    const std::vector<double> &known = lengths[axis];
    beyond += std::max(0.0, wanted[axis] - known.back());
    double inside = std::clamp(wanted[axis], known.front(), known.back());
    low[axis] = known.size() == 1
                    ? 0
                    : std::min<size_t>(known.size() - 2, static_cast<size_t>(std::max<std::ptrdiff_t>(
                                                             0, llvm::upper_bound(known, inside) - known.begin() - 1)));
    part[axis] = known.size() == 1 ? 0 : (inside - known[low[axis]]) / (known[low[axis] + 1] - known[low[axis]]);
  }
  double sum = 0;
  for (unsigned corner = 0; corner < 8; ++corner) {
    double weight = 1;
    size_t index[3];
    for (size_t axis = 0; axis < 3; ++axis) {
      bool high = corner >> axis & 1;
      weight *= high ? part[axis] : 1 - part[axis];
      index[axis] = low[axis] + high;
    }
    if (weight > 0)
      sum += weight * at(index[0], index[1], index[2]);
  }
  return std::exp2(sum + beyond);
}

ProductTable::ProductTable(llvm::ArrayRef<MeasuredDevice::Product> rows) {
  std::map<std::pair<std::string, std::string>, std::vector<MeasuredDevice::Product>> sorted;
  for (const MeasuredDevice::Product &row : rows)
    sorted[{row.type, row.form}].push_back(row);
  for (const auto &[key, group] : sorted)
    grids.emplace(key, ProductGrid(group));
}

const ProductGrid *ProductTable::find(llvm::StringRef type, llvm::StringRef form) const {
  auto it = grids.find({type.str(), form.str()});
  if (it != grids.end())
    return &it->second;
  for (const auto &[key, grid] : grids)
    if (key.first == type && (key.second == "convolution") == (form == "convolution"))
      return &grid;
  return nullptr;
}

} // namespace shardwright::cost
