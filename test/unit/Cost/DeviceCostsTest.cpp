// Prices of work on one device, against what follows by hand.
#include "shardwright/Cost/DeviceCosts.h"

#include <gtest/gtest.h>

#include <cmath>

using namespace shardwright;
using namespace shardwright::cost;

namespace {

Device deviceOf() {
  Device device;
  device.name = "d";
  device.flopsPerSecond = {{"f32", 1e12}, {"bf16", 1e13}};
  device.vectorFlopsPerSecond = 2e11;
  device.memories = {{"hbm", 1e10, 1e11, 0.5}};
  device.launchSeconds = 1e-6;
  return device;
}

ProductWork square(int64_t size, const char *type = "bf16") {
  return {type, 1, size, size, size, "nn", 2.0 * 2 * double(size) * double(size), 2.0 * double(size) * double(size)};
}

} // namespace

TEST(DeviceCosts, AProductIsBoundByTheLongerOfTwo) {
  DeviceCosts costs(deviceOf());
  OpPrice large = costs.product(square(8192));
  EXPECT_EQ(large.bound, Bound::Compute);
  EXPECT_NEAR(large.seconds, 1e-6 + 2 * 8192.0 * 8192 * 8192 / 1e13, 1e-9);
  ProductWork thin = square(8192);
  thin.m = 1;
  thin.readBytes = 2 * 8192.0 * 8193;
  thin.writtenBytes = 2 * 8192.0;
  OpPrice row = costs.product(thin);
  EXPECT_EQ(row.bound, Bound::Memory);
  EXPECT_NEAR(row.seconds, 1e-6 + (thin.readBytes + thin.writtenBytes) / 5e10, 1e-9);
  EXPECT_EQ(costs.product(square(8)).bound, Bound::Launch);
}

TEST(DeviceCosts, TilesAndWavesAreRoundedUp) {
  Device device = deviceOf();
  device.memories.front().bytesPerSecond = 1e18;
  device.products = {1, 8, 128, 128, 0.5};
  double whole = DeviceCosts(device).product(square(1024)).seconds - 1e-6;
  EXPECT_NEAR(whole, 2 * 1024.0 * 1024 * 1024 / 5e12, 1e-12);
  ProductWork more = square(1024);
  more.n = 1025; // a ninth tile across
  EXPECT_NEAR(DeviceCosts(device).product(more).seconds - 1e-6, whole * 9 / 8, 1e-12);
  // 132 units, 133 tiles that cannot shrink: two waves.
  device.products = {132, 1, 1, 1, 1};
  ProductWork tiles{"bf16", 133, 1, 1, 1, "nn", 0, 0};
  EXPECT_NEAR(DeviceCosts(device).product(tiles).seconds - 1e-6, tiles.flops() / 1e13 * 264 / 133, 1e-18);
}

TEST(DeviceCosts, AProductIsCutAlongKWhereItsLastWaveIsEmpty) {
  Device device = deviceOf();
  device.memories.front().bytesPerSecond = 1e18;
  device.products = {100, 1, 1, 1, 1};
  const double flops = 2 * 150.0;
  // 150 tiles one deep: two waves of 100, of which 150 are wanted.
  ProductWork shallow{"bf16", 150, 1, 1, 1, "nn", 0, 0};
  EXPECT_NEAR(DeviceCosts(device).product(shallow).seconds - 1e-6, flops / 1e13 * 200 / 150, 1e-18);
  // 8 deep: in two parts, of four each, they fill three waves.
  ProductWork deep{"bf16", 150, 1, 1, 8, "nn", 0, 0};
  EXPECT_NEAR(DeviceCosts(device).product(deep).seconds - 1e-6, 8 * flops / 1e13, 1e-18);
  // 7 deep, a part would be less than four.
  ProductWork less{"bf16", 150, 1, 1, 7, "nn", 0, 0};
  EXPECT_NEAR(DeviceCosts(device).product(less).seconds - 1e-6, 7 * flops / 1e13 * 200 / 150, 1e-18);
}

TEST(DeviceCosts, AKernelBehindAnotherTakesLessThanALaunch) {
  Device device = deviceOf();
  device.kernelSeconds = 2e-7;
  DeviceCosts costs(device);
  KernelWork work;
  work.readBytes = 5e4; // 1 us
  EXPECT_NEAR(costs.kernel(work).seconds, 1.2e-6, 1e-15);
  EXPECT_NEAR(costs.copy(2.5e4).seconds, 1.2e-6, 1e-15);
  EXPECT_NEAR(costs.seconds(work), 1.2e-6, 1e-15);
  // Products take a launch; what decisions ask for before they know a kernel has neither.
  EXPECT_GT(costs.product(square(8)).seconds, 1e-6);
  EXPECT_NEAR(costs.secondsPerElement(2), DeviceCosts(deviceOf()).secondsPerElement(2), 1e-18);
  SortWork sort{1, 2, 5e4};
  EXPECT_NEAR(costs.sort(sort).seconds, 2e-7 + 2e-6, 1e-15);
}

TEST(DeviceCosts, WhatRowsReadTransposedIsTransposedBeforeWhereTheDeviceSaysSo) {
  Device device = deviceOf();
  KernelWork work;
  work.readBytes = 3e5;
  work.stridedBytes = 1e5;
  work.loops = 10;
  EXPECT_NEAR(DeviceCosts(device).kernel(work).seconds, 1e-6 + 6e-6, 1e-12);
  device.fusion.transposedRows = false;
  OpPrice price = DeviceCosts(device).kernel(work);
  EXPECT_NEAR(price.seconds, 1e-6 + 10e-6, 1e-12);
  EXPECT_NE(price.derivation.find("transposed before: 100000 bytes"), std::string::npos);
  EXPECT_EQ(price.readBytes, 3e5);
  work.loops = 0; // no rows: the kernel may go by tiles
  EXPECT_NEAR(DeviceCosts(device).kernel(work).seconds, 1e-6 + 6e-6, 1e-12);
}

TEST(DeviceCosts, PassesTakeAsOftenAsLong) {
  DeviceCosts costs(deviceOf());
  ProductWork work = square(8192);
  double once = costs.product(work).seconds - 1e-6;
  work.passes = 6;
  EXPECT_NEAR(costs.product(work).seconds - 1e-6, 6 * once, 1e-9);
  EXPECT_DOUBLE_EQ(costs.product(work).flops, square(8192).flops());
}

TEST(DeviceCosts, UtilisationIsMeasuredByFloatsOf16BitsOrWider) {
  auto peakOf = [](std::vector<std::pair<std::string, double>> rates) {
    Device device = deviceOf();
    device.flopsPerSecond = std::move(rates);
    std::string type;
    double peak = DeviceCosts(device).utilizationPeak(&type);
    return type + " " + std::to_string(static_cast<int>(peak));
  };
  EXPECT_EQ(peakOf({{"f32", 1}, {"tf32", 4}, {"bf16", 8}, {"f16", 8}, {"fp8", 16}, {"int8", 16}}), "bf16 8");
  EXPECT_EQ(peakOf({{"f64", 1}, {"f32", 2}, {"f16", 16}}), "f16 16");
  EXPECT_EQ(peakOf({{"f32", 4}, {"bf16", 2}}), "f32 4");
  EXPECT_EQ(peakOf({{"int8", 16}}), "int8 16");
}

TEST(DeviceCosts, ATypeWithoutARateIsComputedInAWiderOne) {
  DeviceCosts costs(deviceOf());
  std::string as;
  EXPECT_EQ(costs.peakFlops("fp8", &as), 1e13);
  EXPECT_EQ(as, "bf16");
  EXPECT_EQ(costs.peakFlops("f16", &as), 1e12);
  EXPECT_EQ(as, "f32");
  EXPECT_EQ(costs.peakFlops("f64", &as), 1e12);
}

TEST(DeviceCosts, BytesAtComputedPlacesMoveInLines) {
  Device device = deviceOf();
  device.lineBytes = 64;
  KernelWork gather;
  gather.readBytes = gather.writtenBytes = 4e6;
  gather.scatteredBytes = 4e6;
  gather.runBytes = 4;
  double apart = DeviceCosts(device).kernel(gather).seconds - 1e-6;
  gather.runBytes = 4096;
  double together = DeviceCosts(device).kernel(gather).seconds - 1e-6;
  EXPECT_NEAR(together, 8e6 / 5e10, 1e-12);
  EXPECT_NEAR(apart, (4e6 + 16 * 4e6) / 5e10, 1e-12);
}

/// Property: more of anything never costs less.
TEST(DeviceCosts, PricesAreMonotone) {
  Device device = deviceOf();
  device.products = {132, 128, 128, 64, 0.8};
  DeviceCosts costs(device);
  double last = 0;
  for (int64_t k = 1; k < 20000; k += k / 3 + 1) {
    ProductWork work{"bf16", 1, 512, 512, k, "nn", 2.0 * 1024 * double(k), 2.0 * 512 * 512};
    double seconds = costs.product(work).seconds;
    EXPECT_GE(seconds, last * (1 - 1e-12)) << "k = " << k;
    last = seconds;
  }
  last = 0;
  for (double bytes = 1; bytes < 1e10; bytes *= 1.7) {
    EXPECT_GE(costs.copy(bytes).seconds, last);
    last = costs.copy(bytes).seconds;
  }
}

namespace {

Device measuredDevice() {
  Device device = deviceOf();
  device.launchSeconds = 1e-7;
  device.sharedCores = 2;
  device.measured.vectorStepSeconds = 1e-10;
  device.measured.scalarStepSeconds = 1e-9;
  device.measured.loopSeconds = 2e-9;
  device.measured.strided = {{0, 1e-10}, {1000, 1e-8}};
  device.measured.traffic = {{0, 1e-11}, {1e6, 1e-10}};
  for (int64_t m : {16, 64})
    for (int64_t n : {16, 64})
      for (int64_t k : {16, 256})
        device.measured.products.push_back({"f32", "nn", m, n, k, 1e-6 + double(m * n * k) * 1e-11});
  return device;
}

} // namespace

TEST(DeviceCosts, MeasuredKernels) {
  KernelWork work;
  work.vectorSteps = 1e4;
  work.scalarSteps = 100;
  work.loops = 50;
  work.stridedSteps = 1100;
  work.readBytes = 1e5;
  double math = 1e-6 + 1e-7 + 1e-7 + (1100 * 1e-10 + 100 * 1e-8);
  EXPECT_NEAR(DeviceCosts(measuredDevice()).kernel(work).seconds, 1e-7 + math, 1e-15);
  work.readBytes = 3e6;
  OpPrice price = DeviceCosts(measuredDevice()).kernel(work);
  EXPECT_EQ(price.bound, Bound::Memory);
  EXPECT_NEAR(price.seconds, 1e-7 + 3e-5 + 2e-4, 1e-12);
  // Eight devices on two cores.
  EXPECT_NEAR(DeviceCosts(measuredDevice(), 8).kernel(work).seconds, 4 * price.seconds, 1e-12);
  EXPECT_NEAR(DeviceCosts(measuredDevice(), 1).kernel(work).seconds, price.seconds, 1e-12);
}

/// A function takes its own seconds in place of its steps, of its type alone; a routine is as for another type where it
/// was measured for that one only.
TEST(DeviceCosts, MeasuredFunctions) {
  Device device = measuredDevice();
  device.measured.functions = {{Function::Log1p, MathType::F32, 0, 2e-9},
                               {Function::Fft, MathType::Complex, 3e-7, 1e-10}};
  KernelWork work;
  work.vectorSteps = 1e4;
  work.functions = {{Function::Log1p, MathType::F32, 100, 2000, 0}, {Function::Tanh, MathType::F32, 100, 2000, 0}};
  EXPECT_NEAR(DeviceCosts(device).kernel(work).seconds, 1e-7 + 8000 * 1e-10 + 100 * 2e-9, 1e-15);
  EXPECT_NEAR(DeviceCosts(measuredDevice()).kernel(work).seconds, 1e-7 + 1e-6, 1e-15);
  work.functions = {{Function::Log1p, MathType::F64, 100, 2000, 0}};
  EXPECT_NEAR(DeviceCosts(device).kernel(work).seconds, 1e-7 + 1e-6, 1e-15);
  for (MathType type : {MathType::Complex, MathType::F32}) {
    KernelWork call = KernelWork::ofCall(Function::Fft, type, 2000, /*isScalar=*/true, 0, 0);
    EXPECT_NEAR(DeviceCosts(device).kernel(call).seconds, 1e-7 + 3e-7 + 1000 * 1e-10, 1e-15);
    EXPECT_NEAR(DeviceCosts(measuredDevice()).kernel(call).seconds, 1e-7 + 1000 * 1e-9, 1e-15);
  }
}

/// What a device leaves to its host goes there and back; what it has itself does not.
TEST(DeviceCosts, RoutinesOfTheHost) {
  Device device = measuredDevice();
  device.measured = {};
  const KernelWork solve =
      KernelWork::ofCall(Function::TriangularSolve, MathType::F32, 3e6, /*isScalar=*/true, 4e5, 1e5);
  const double alone = DeviceCosts(device).kernel(solve).seconds;
  device.host = RoutineHost{1e10, 5e10, 2e-5};
  const OpPrice price = DeviceCosts(device).kernel(solve);
  EXPECT_NEAR(price.seconds, 2e-5 + 5e5 / 5e10 + 3e6 / 1e10, 1e-12);
  EXPECT_NE(price.derivation.find("by a routine of the host: 20.00 us to call"), std::string::npos) << price.derivation;
  EXPECT_LT(alone, price.seconds);
  const KernelWork unknown = KernelWork::ofCall(Function::Lapack, MathType::F32, 0, /*isScalar=*/false, 4e5, 1e5);
  EXPECT_NEAR(DeviceCosts(device).kernel(unknown).seconds, 2e-5 + 5e5 / 5e10, 1e-12);
  const KernelWork fft = KernelWork::ofCall(Function::Fft, MathType::F32, 3e6, /*isScalar=*/true, 4e5, 1e5);
  EXPECT_NEAR(DeviceCosts(device).kernel(fft).seconds, alone, 1e-12);
}

/// A reduction takes its start for each result; that is no part of what whole vectors multiply.
TEST(DeviceCosts, MeasuredReductions) {
  Device device = measuredDevice();
  device.measured.vectorLanes = 16;
  device.measured.functions = {{Function::RowMaximum, MathType::F32, 5e-9, 1e-9},
                               {Function::Exp, MathType::F32, 0, 2e-9}};
  KernelWork work;
  work.vectorSteps = 5000;
  work.functions = {{Function::RowMaximum, MathType::F32, 1000, 1000, 0, 50},
                    {Function::Exp, MathType::F32, 1000, 3000, 0}};
  EXPECT_NEAR(DeviceCosts(device).kernel(work).seconds, 1e-7 + 1000 * 1e-10 + 50 * 5e-9 + 1e-6 + 2e-6, 1e-15);
  work.columns = 4; // a quarter of each vector
  EXPECT_NEAR(DeviceCosts(device).kernel(work).seconds, 1e-7 + 4 * 1000 * 1e-10 + 50 * 5e-9 + 1e-6 + 4 * 2e-6, 1e-15);
}

/// Rows take whole vectors: never less than their elements, never more for each than the first of a vector; more in all
/// for longer rows.
TEST(DeviceCosts, RowsTakeWholeVectors) {
  MeasuredDevice measured;
  EXPECT_EQ(measured.wholeVectors(3), 1); // of a device whose vectors are not known
  measured.vectorLanes = 16;
  EXPECT_EQ(measured.wholeVectors(0), 1);
  EXPECT_EQ(measured.wholeVectors(4), 4);
  EXPECT_EQ(measured.wholeVectors(16), 1);
  EXPECT_EQ(measured.wholeVectors(24), 32.0 / 24);
  double last = 0;
  for (int64_t columns = 1; columns <= 100; ++columns) {
    const double multiple = measured.wholeVectors(double(columns));
    EXPECT_GE(multiple, 1);
    EXPECT_LE(multiple, 16);
    EXPECT_GE(multiple * double(columns), last * (1 - 1e-12));
    last = multiple * double(columns);
  }
}

TEST(DeviceCosts, MeasuredProducts) {
  DeviceCosts costs(measuredDevice());
  auto seconds = [&](int64_t batch, int64_t m, int64_t n, int64_t k, const char *form = "nn") {
    ProductWork work{"f32", batch, m, n, k, form, 0, 0};
    return costs.product(work).seconds;
  };
  EXPECT_NEAR(seconds(1, 64, 16, 256), 1e-6 + 64 * 16 * 256 * 1e-11, 1e-12);
  EXPECT_NEAR(seconds(1, 32, 16, 256), std::sqrt(seconds(1, 16, 16, 256) * seconds(1, 64, 16, 256)), 1e-12);
  EXPECT_NEAR(seconds(1, 640, 64, 256), 10 * seconds(1, 64, 64, 256), 1e-9);
  EXPECT_EQ(seconds(1, 1, 1, 1), seconds(1, 16, 16, 16));
  EXPECT_EQ(seconds(1, 64, 64, 64, "tt"), seconds(1, 64, 64, 64));
  EXPECT_EQ(seconds(4, 16, 16, 16), seconds(1, 64, 16, 16));
}
