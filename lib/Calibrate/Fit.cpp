#include "lib/Calibrate/Fit.h"

#include <algorithm>
#include <cmath>
#include <optional>

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

/// From which of them are traffic on: above so many bytes; by turns until what is found says the same.
static KernelFit fitFrom(const std::vector<KernelTime> &kernels, const std::vector<double> &seconds, double traffic) {
  const size_t numMath = kernels.front().math.size() - 1, numMemory = kernels.front().memory.size() - 1;
  constexpr int kTurns = 8;
  std::vector<double> all;
  for (int turn = 0; turn < kTurns; ++turn) {
    std::vector<std::vector<double>> rows;
    for (const KernelTime &kernel : kernels) {
      const bool isMath = turn == 0 ? kernel.memory[1] <= traffic
                                    : sum(kernel.math, all.data() + 1) >= sum(kernel.memory, all.data() + 1 + numMath);
      std::vector<double> row = {1};
      for (size_t i = 1; i <= numMath; ++i)
        row.push_back(isMath ? kernel.math[i] : 0);
      for (size_t i = 1; i <= numMemory; ++i)
        row.push_back(isMath ? 0 : kernel.memory[i]);
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

/// Large errors count little more than those of a third.
static double errorOf(const KernelFit &fit, const std::vector<KernelTime> &kernels) {
  double error = 0;
  for (const KernelTime &kernel : kernels) {
    const double longest = std::max(sum(kernel.math, fit.math.data() + 1), sum(kernel.memory, fit.memory.data() + 1));
    error += std::log1p(std::pow(((fit.math.front() + longest) / kernel.seconds - 1) / 0.3, 2));
  }
  return error;
}

KernelFit fitKernels(const std::vector<KernelTime> &kernels) {
  if (kernels.empty())
    return {};
  std::vector<double> seconds, bytes;
  for (const KernelTime &kernel : kernels) {
    seconds.push_back(kernel.seconds);
    bytes.push_back(kernel.memory[1]);
  }
  std::sort(bytes.begin(), bytes.end());
  std::optional<KernelFit> best;
  constexpr size_t kStarts = 8;
  for (size_t start = 0; start < kStarts; ++start) {
    KernelFit fit = fitFrom(kernels, seconds, bytes[start * (bytes.size() - 1) / kStarts]);
    if (!best || errorOf(fit, kernels) < errorOf(*best, kernels))
      best = std::move(fit);
  }
  return *std::move(best);
}

} // namespace shardwright::calibrate
