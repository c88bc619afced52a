#ifndef LIB_COST_PRODUCTTABLE_H
#define LIB_COST_PRODUCTTABLE_H

#include "shardwright/Topology/Device.h"

#include "llvm/ADT/ArrayRef.h"

#include <array>
#include <map>

namespace shardwright::cost {

/// Measured products of one type and form: a grid over rows, columns and depth.
class ProductGrid {
public:
  explicit ProductGrid(llvm::ArrayRef<MeasuredDevice::Product> rows);

  /// Between sizes of the grid logarithms are interpolated; beyond the largest the rate stays what it is there, below
  /// the smallest the time does.
  double seconds(int64_t m, int64_t n, int64_t k) const;
  /// What calling takes, whatever the size: the least of the grid.
  double least() const { return least_; }

private:
  double at(size_t m, size_t n, size_t k) const {
    return log2Seconds[(m * lengths[1].size() + n) * lengths[2].size() + k];
  }

  std::array<std::vector<double>, 3> lengths; ///< logarithms, ascending
  std::vector<double> log2Seconds;
  double least_ = 0;
};

/// By type and form.
class ProductTable {
public:
  explicit ProductTable(llvm::ArrayRef<MeasuredDevice::Product> rows);
  /// The grid of the type, of that form if it was measured, else of some form; null where there is none of the type.
  const ProductGrid *find(llvm::StringRef type, llvm::StringRef form) const;

private:
  std::map<std::pair<std::string, std::string>, ProductGrid> grids;
};

} // namespace shardwright::cost

#endif // LIB_COST_PRODUCTTABLE_H
