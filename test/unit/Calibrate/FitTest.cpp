// Coefficients that made the measurements come back.
#include "lib/Calibrate/Fit.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

using namespace shardwright::calibrate;

TEST(Fit, CoefficientsComeBack) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> size(0, 16);
  std::vector<std::vector<double>> features;
  std::vector<double> seconds;
  for (int i = 0; i < 200; ++i) {
    std::vector<double> row = {1, std::exp2(size(random)), std::exp2(size(random))};
    seconds.push_back(1e-7 * row[0] + 2e-10 * row[1] + 0 * row[2]);
    features.push_back(row);
  }
  seconds[7] *= 50; // somebody else was busy
  std::vector<double> fit = fitNonNegative(features, seconds);
  ASSERT_EQ(fit.size(), 3u);
  EXPECT_NEAR(fit[0], 1e-7, 2e-9);
  EXPECT_NEAR(fit[1], 2e-10, 4e-12);
  EXPECT_LT(fit[2], 1e-12);
}

TEST(Fit, ArithmeticAndTrafficAreToldApart) {
  std::mt19937 random(2);
  std::uniform_real_distribution<double> size(0, 20);
  std::vector<KernelTime> kernels;
  for (int i = 0; i < 300; ++i) {
    double steps = std::exp2(size(random)), bytes = std::exp2(size(random));
    kernels.push_back({{1, steps}, {1, bytes}, 4e-8 + std::max(3e-11 * steps, 8e-11 * bytes)});
  }
  KernelFit fit = fitKernels(kernels);
  EXPECT_NEAR(fit.math[0], 4e-8, 2e-9);
  EXPECT_NEAR(fit.math[1], 3e-11, 2e-12);
  EXPECT_NEAR(fit.memory[1], 8e-11, 4e-12);
}

/// Most kernels are small, and their steps and bytes in proportion: only the large ones tell what a byte takes.
TEST(Fit, TrafficIsFoundWhereFewKernelsShowIt) {
  std::vector<KernelTime> kernels;
  for (int doubling = 0; doubling < 24; ++doubling)
    for (double perByte : {0.3, 0.4, 0.5}) {
      const double bytes = std::exp2(doubling), steps = perByte * bytes, beyond = std::max(0.0, bytes - 262144);
      kernels.push_back(
          {{1, steps}, {1, bytes, beyond}, 1e-8 + std::max(1e-11 * steps, 2e-12 * bytes + 8e-12 * beyond)});
    }
  KernelFit fit = fitKernels(kernels);
  EXPECT_NEAR(fit.math[1], 1e-11, 5e-13);
  EXPECT_NEAR(fit.memory[1] + fit.memory[2], 1e-11, 1e-12);
}
