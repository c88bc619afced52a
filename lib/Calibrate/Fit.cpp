#include "lib/Calibrate/Fit.h"

#include <algorithm>
#include <cmath>

namespace shardwright::calibrate {

/// One coefficient after the other, each at its best for the others as they are (Lawson and Hanson solve the same
/// problem; this one is small).
static void descend(const std::vector<std::vector<double>> &rows, const std::vector<double> &weights,
                    std::vector<double> &coefficients) {
  std::vector<double> residuals(rows.size(), 1);
  for (size_t i = 0; i < rows.size(); ++i)
    for (size_t j = 0; j < coefficients.size(); ++j)
      residuals[i] -= rows[i][j] * coefficients[j];
  for (int sweep = 0; sweep < 3000; ++sweep)
    for (size_t j = 0; j < coefficients.size(); ++j) {
      double slope = 0, curvature = 0;
      for (size_t i = 0; i < rows.size(); ++i) {
        slope += weights[i] * residuals[i] * rows[i][j];
        curvature += weights[i] * rows[i][j] * rows[i][j];
      }
      double next = curvature > 0 ? std::max(0.0, coefficients[j] + slope / curvature) : 0;
      double change = next - coefficients[j];
      coefficients[j] = next;
      for (size_t i = 0; change != 0 && i < rows.size(); ++i)
        residuals[i] -= rows[i][j] * change;
    }
}

std::vector<double> fitNonNegative(const std::vector<std::vector<double>> &features,
                                   const std::vector<double> &seconds) {
  if (features.empty())
    return {};
  // Relative errors, and columns of one size: a byte and a launch are far apart.
  size_t columns = features.front().size();
  std::vector<double> scales(columns, 0);
  std::vector<std::vector<double>> rows = features;
  for (size_t i = 0; i < rows.size(); ++i)
    for (size_t j = 0; j < columns; ++j)
      scales[j] = std::max(scales[j], rows[i][j] /= seconds[i]);
  for (std::vector<double> &row : rows)
    for (size_t j = 0; j < columns; ++j)
      row[j] = scales[j] > 0 ? row[j] / scales[j] : 0;
  std::vector<double> coefficients(columns, 0), weights(rows.size(), 1);
  for (int round = 0; round < 4; ++round) {
    descend(rows, weights, coefficients);
    for (size_t i = 0; i < rows.size(); ++i) {
      double sum = 0;
      for (size_t j = 0; j < columns; ++j)
        sum += rows[i][j] * coefficients[j];
      weights[i] = 1 / (1 + std::pow((sum - 1) / 0.3, 2));
    }
  }
  for (size_t j = 0; j < columns; ++j)
    coefficients[j] = scales[j] > 0 ? coefficients[j] / scales[j] : 0;
  return coefficients;
}

static double sum(const std::vector<double> &features, const double *coefficients) {
  double sum = 0;
  for (size_t i = 1; i < features.size(); ++i)
    sum += features[i] * coefficients[i - 1];
  return sum;
}

KernelFit fitKernels(const std::vector<KernelTime> &kernels) {
  if (kernels.empty())
    return {};
  size_t numMath = kernels.front().math.size() - 1, numMemory = kernels.front().memory.size() - 1;
  std::vector<double> seconds, all;
  for (const KernelTime &kernel : kernels)
    seconds.push_back(kernel.seconds);
  // Before anything is known, all kernels are both.
  constexpr int kTurns = 8;
  for (int turn = 0; turn < kTurns; ++turn) {
    std::vector<std::vector<double>> rows;
    for (const KernelTime &kernel : kernels) {
      bool isMath = true, isMemory = true;
      if (turn > 0) {
        isMath = sum(kernel.math, all.data() + 1) >= sum(kernel.memory, all.data() + 1 + numMath);
        isMemory = !isMath;
      }
      std::vector<double> row = {1};
      for (size_t i = 1; i <= numMath; ++i)
        row.push_back(isMath ? kernel.math[i] : 0);
      for (size_t i = 1; i <= numMemory; ++i)
        row.push_back(isMemory ? kernel.memory[i] : 0);
      rows.push_back(std::move(row));
    }
    all = fitNonNegative(rows, seconds);
  }
  KernelFit fit;
  fit.math.assign(all.begin(), all.begin() + 1 + static_cast<std::ptrdiff_t>(numMath));
  fit.memory.assign(all.begin() + static_cast<std::ptrdiff_t>(numMath), all.end());
  fit.memory.front() = fit.math.front();
  return fit;
}

} // namespace shardwright::calibrate
