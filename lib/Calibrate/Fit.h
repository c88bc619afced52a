#ifndef LIB_CALIBRATE_FIT_H
#define LIB_CALIBRATE_FIT_H

#include <vector>

namespace shardwright::calibrate {

/// Coefficients of at least 0 whose sums over `features` (a row for each measurement) come nearest to `seconds`, by the
/// squares of relative errors. Measurements that end far off count less: one that was disturbed should not move the
/// others.
std::vector<double> fitNonNegative(const std::vector<std::vector<double>> &features,
                                   const std::vector<double> &seconds);

/// One kernel: features whose first is the launch.
struct KernelTime {
  std::vector<double> math, memory;
  double seconds;
};
struct KernelFit {
  std::vector<double> math, memory; ///< both begin with the launch
};
/// Each kernel takes the launch and the longer of arithmetic and traffic: which that is decides what it says of the
/// coefficients, and these of which it is, by turns (k-plane regression: Bradley and Mangasarian, 2000). That finds a
/// local best, so it begins at several borders between small kernels and large ones; the best of all counts.
KernelFit fitKernels(const std::vector<KernelTime> &kernels);

} // namespace shardwright::calibrate

#endif // LIB_CALIBRATE_FIT_H
