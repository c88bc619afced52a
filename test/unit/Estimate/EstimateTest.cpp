// Steps whose time, memory and traffic follow by hand, on a machine of round numbers: 1e12 FLOP/s, 1e9 bytes/s of
// memory, 1 us to launch, links of 1e9 bytes/s.
#include "lib/Estimate/Estimate.h"
#include "lib/Estimate/Memory.h"
#include "shardwright/Reshard/Reshard.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/AllDialects.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <gtest/gtest.h>

#include <regex>
#include <set>

using namespace shardwright;
using namespace shardwright::estimate;

namespace {

constexpr double kLaunch = 1e-6, kFlops = 1e12, kMemory = 1e9, kLink = 1e9;

Topology machineOf(bool sendsBesideCompute, double sharedCores = 0, double wakeSeconds = 0) {
  Device device;
  device.name = "round";
  device.flopsPerSecond = {{"f32", kFlops}};
  device.vectorFlopsPerSecond = kFlops;
  device.memories = {{"dram", 1e9, kMemory}};
  device.launchSeconds = kLaunch;
  device.sendsBesideCompute = sendsBesideCompute;
  device.sharedCores = sharedCores;
  device.wakeSeconds = wakeSeconds;
  Level level;
  level.name = "wires";
  level.size = 4;
  level.bytesPerSecond = kLink;
  Topology topology;
  topology.name = "round";
  topology.groups.push_back({device, 1, {level}});
  return topology;
}

class EstimateTest : public testing::Test, protected AllDialects {
protected:
  /// `body` of a function with the given arguments and results, over a mesh of 4 devices.
  Estimate of(const std::string &signature, const std::string &body, bool sendsBesideCompute = true,
              const LoweringOptions &choices = {}) {
    return of(signature, body, machineOf(sendsBesideCompute), choices);
  }
  Estimate of(const std::string &signature, const std::string &body, const Topology &topology,
              const LoweringOptions &choices = {}) {
    module = parse("sharding.mesh @pod = <x=4>\nfunc.func @main" + signature + " {\n" + body + "}\n");
    absl::StatusOr<CostModel> machine = CostModel::create(topology, "no-folder", *Mesh::create({{"x", 4}}));
    EXPECT_TRUE(machine.ok()) << machine.status();
    absl::StatusOr<Estimate> estimate = estimateStep(*module, *machine, choices);
    EXPECT_TRUE(estimate.ok()) << estimate.status();
    return *std::move(estimate);
  }

  mlir::OwningOpRef<mlir::ModuleOp> module;
};

constexpr const char *kMatrix = "tensor<512x512xf32>";
constexpr double kMatrixBytes = 512 * 512 * 4, kProductFlops = 2.0 * 512 * 512 * 512;

/// Bound by memory: 3 MiB at 1e9 bytes/s is far more than 2.7e8 FLOPs at 1e12.
constexpr double kProductSeconds = kLaunch + 3 * kMatrixBytes / kMemory;

std::string product(const char *result, const char *lhs, const char *rhs) {
  return std::string(result) + " = stablehlo.dot_general " + lhs + ", " + rhs + ", contracting_dims = [1] x [0] : (" +
         kMatrix + ", " + kMatrix + ") -> " + kMatrix + "\n";
}

std::string signature(int arguments, const std::string &result = kMatrix) {
  std::string text = "(";
  for (int i = 0; i < arguments; ++i)
    text += (i ? ", %a" : "%a") + std::to_string(i) + ": " + kMatrix;
  return text + ") -> " + result;
}

} // namespace

TEST_F(EstimateTest, AChainOfProducts) {
  Estimate estimate = of(signature(2), product("%0", "%a0", "%a1") + product("%1", "%0", "%a1") +
                                           product("%2", "%1", "%a1") + "return %2 : " + kMatrix + "\n");
  EXPECT_NEAR(estimate.seconds(), 3 * kProductSeconds, 1e-12);
  EXPECT_DOUBLE_EQ(estimate.productFlops, 3 * kProductFlops);
  EXPECT_NEAR(estimate.hardwareUtilization(), 3 * kProductFlops / kFlops / estimate.seconds(), 1e-12);
  EXPECT_NEAR(estimate.modelUtilization(3 * kProductFlops, 4), estimate.hardwareUtilization() / 4, 1e-12);
  ASSERT_EQ(estimate.ops.size(), 3u);
  EXPECT_EQ(estimate.ops[0].price.bound, cost::Bound::Memory);
  EXPECT_EQ(estimate.ops[1].op->getName().getStringRef(), "stablehlo.dot_general");
  // Both arguments, and two products while the second and the third are computed.
  EXPECT_EQ(memoryOf(*module).peak, 4 * int64_t(kMatrixBytes));
}

TEST_F(EstimateTest, ElementwiseChainsCostTheBytesThatCrossThem) {
  Estimate estimate =
      of(signature(3), std::string("%0 = stablehlo.multiply %a0, %a1 : ") + kMatrix + "\n%1 = stablehlo.negate %0 : " +
                           kMatrix + "\n%2 = stablehlo.add %1, %a2 : " + kMatrix + "\nreturn %2 : " + kMatrix + "\n");
  ASSERT_EQ(estimate.ops.size(), 1u);
  EXPECT_EQ(estimate.ops[0].fused.size(), 3u);
  EXPECT_EQ(estimate.ops[0].name, "fusion of 3 (add)");
  EXPECT_DOUBLE_EQ(estimate.ops[0].price.readBytes, 3 * kMatrixBytes);
  EXPECT_DOUBLE_EQ(estimate.ops[0].price.writtenBytes, kMatrixBytes);
  EXPECT_DOUBLE_EQ(estimate.ops[0].price.flops, 3.0 * 512 * 512);
  EXPECT_NEAR(estimate.seconds(), kLaunch + 4 * kMatrixBytes / kMemory, 1e-12);
}

TEST_F(EstimateTest, WithoutFusionEveryOperationCrossesMemory) {
  LoweringOptions none = *without<LoweringOptions>("all");
  Estimate estimate = of(signature(2),
                         std::string("%0 = stablehlo.multiply %a0, %a1 : ") + kMatrix +
                             "\n%1 = stablehlo.negate %0 : " + kMatrix + "\nreturn %1 : " + kMatrix + "\n",
                         true, none);
  EXPECT_EQ(estimate.ops.size(), 2u);
  EXPECT_NEAR(estimate.seconds(), 2 * kLaunch + 5 * kMatrixBytes / kMemory, 1e-12);
}

TEST_F(EstimateTest, KernelsAreAsLargeAsTheDeviceSays) {
  std::string body = std::string("%0 = stablehlo.multiply %a0, %a1 : ") + kMatrix +
                     "\n%1 = stablehlo.negate %0 : " + kMatrix + "\n%2 = stablehlo.add %1, %a2 : " + kMatrix +
                     "\nreturn %2 : " + kMatrix + "\n";
  Topology small = machineOf(true);
  small.groups.front().device.fusion.loads = 1;
  small.groups.front().device.fusion.members = 1;
  Estimate estimate = of(signature(3), body, small);
  // The product reads two matrices, so it is a kernel of its own; the negation reads one.
  ASSERT_EQ(estimate.ops.size(), 2u);
  EXPECT_NEAR(estimate.seconds(), 2 * kLaunch + 6 * kMatrixBytes / kMemory, 1e-12);
}

TEST_F(EstimateTest, ATransposeThatOnlyAProductReadsCostsNothing) {
  Estimate estimate =
      of(signature(2), std::string("%0 = stablehlo.transpose %a0, dims = [1, 0] : (") + kMatrix + ") -> " + kMatrix +
                           "\n" + product("%1", "%0", "%a1") + "return %1 : " + kMatrix + "\n");
  EXPECT_NEAR(estimate.seconds(), kProductSeconds, 1e-12);
}

TEST_F(EstimateTest, ALoopIsItsBodyTimesItsTrips) {
  std::string body = std::string("%zero = stablehlo.constant dense<0> : tensor<i32>\n") +
                     "%l:2 = stablehlo.while(%i = %zero, %v = %a0) : tensor<i32>, " + kMatrix + R"(
    cond {
      %n = stablehlo.constant dense<10> : tensor<i32>
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %one = stablehlo.constant dense<1> : tensor<i32>
      %j = stablehlo.add %i, %one : tensor<i32>
      )" + product("%w", "%v", "%a1") +
                     "stablehlo.return %j, %w : tensor<i32>, " + kMatrix + "\n}\nreturn %l#1 : " + kMatrix + "\n";
  Estimate estimate = of(signature(2), body);
  // The counter is a kernel of its own.
  double counter = kLaunch + 8 / kMemory;
  EXPECT_NEAR(estimate.seconds(), 10 * (kProductSeconds + counter), 1e-9);
  EXPECT_DOUBLE_EQ(estimate.productFlops, 10 * kProductFlops);
  ASSERT_EQ(estimate.bodies.size(), 1u);
  EXPECT_TRUE(estimate.ops[estimate.bodies.begin()->first].isLoop);
  // The comparison of the counter takes no time, and is told of as what does not run for itself.
  for (const PricedOp &op : estimate.ops)
    if (op.price.seconds > 0) {
      EXPECT_EQ(op.executed, (Executions{op.isLoop ? 1 : 10, true})) << op.name;
    }
  EXPECT_NEAR(estimate.busy.computing, estimate.seconds(), 1e-12);
}

TEST_F(EstimateTest, ALoopOfUnknownLengthIsSaid) {
  Estimate estimate = of("(%a: tensor<i32>, %n: tensor<i32>) -> tensor<i32>", R"(
    %l = stablehlo.while(%i = %a) : tensor<i32>
    cond {
      %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %j = stablehlo.add %i, %i : tensor<i32>
      stablehlo.return %j : tensor<i32>
    }
    return %l : tensor<i32>
  )");
  EXPECT_EQ(estimate.notes.size(), 1u);
  EXPECT_EQ(estimate.ops[1].executed, (Executions{1, false}));
}

TEST_F(EstimateTest, AnAllReduceBesideCompute) {
  std::string body = std::string("%0 = spmd.all_reduce sum %a0 over {x} on @pod : ") + kMatrix + "\n" +
                     product("%1", "%a1", "%a2") + product("%2", "%1", "%a2") +
                     "%3 = stablehlo.add %0, %2 : " + kMatrix + "\nreturn %3 : " + kMatrix + "\n";
  double add = kLaunch + 3 * kMatrixBytes / kMemory;
  Estimate beside = of(signature(3), body, true);
  const PricedOp &reduce = beside.ops[0];
  ASSERT_TRUE(reduce.isCollective);
  EXPECT_EQ(reduce.bytesSent, int64_t(2 * kMatrixBytes * 3 / 4));
  EXPECT_GE(reduce.price.seconds, 1.5 * kMatrixBytes / kLink);
  EXPECT_LT(reduce.price.seconds, 2 * kProductSeconds);
  EXPECT_NEAR(beside.seconds(), 2 * kProductSeconds + add, 1e-12);
  EXPECT_NEAR(beside.busy.exposed, 0, 1e-12);
  Estimate inOrder = of(signature(3), body, false);
  EXPECT_NEAR(inOrder.seconds(), reduce.price.seconds + 2 * kProductSeconds + add, 1e-12);
  EXPECT_NEAR(inOrder.busy.exposed, reduce.price.seconds, 1e-12);
}

TEST_F(EstimateTest, WhatNobodyComputesBesideIsExposed) {
  Estimate estimate =
      of(signature(2), product("%0", "%a0", "%a1") + "%1 = spmd.all_reduce sum %0 over {x} on @pod : " + kMatrix +
                           "\n" + product("%2", "%1", "%a1") + "return %2 : " + kMatrix + "\n");
  EXPECT_NEAR(estimate.busy.exposed, estimate.ops[1].price.seconds, 1e-12);
  EXPECT_NEAR(estimate.seconds(), 2 * kProductSeconds + estimate.ops[1].price.seconds, 1e-12);
}

/// Of cores that are shared, one works until the others are back from a collective: it does all of a short phase, and
/// of a long one what the others would have done meanwhile; work that may be moved counts evenly.
TEST_F(EstimateTest, AfterACollectiveOneCoreWorksUntilTheOthersCome) {
  constexpr double kCores = 2, kWake = 1e-3;
  auto reduced = [](const std::string &value) {
    return "spmd.all_reduce sum " + value + " over {x} on @pod : " + kMatrix + "\n";
  };
  auto sliced = [](const std::string &value) {
    return "%s = stablehlo.slice " + value + " [0:1, 0:8] : (" + kMatrix +
           ") -> tensor<1x8xf32>\nreturn %s : tensor<1x8xf32>\n";
  };
  auto secondsLater = [&](const std::string &body, double *last = nullptr) {
    double atOnce = of(signature(2, "tensor<1x8xf32>"), body, machineOf(false, kCores)).seconds();
    Estimate later = of(signature(2, "tensor<1x8xf32>"), body, machineOf(false, kCores, kWake));
    if (last)
      *last = later.ops.back().price.seconds;
    return later.seconds() - atOnce;
  };
  double shortPhase = 0, atShort = secondsLater("%0 = " + reduced("%a0") + sliced("%0"), &shortPhase);
  EXPECT_NEAR(atShort, shortPhase, 1e-12);
  EXPECT_LT(kCores * shortPhase, kWake);
  EXPECT_NEAR(
      secondsLater("%0 = " + reduced("%a0") + product("%1", "%0", "%a1") + "%2 = " + reduced("%1") + sliced("%2")),
      2 * kWake / 2, 1e-12);
}

/// Around a border of padding and between elements that a dilation moved apart there is nothing to multiply.
TEST_F(EstimateTest, AConvolutionComputesTheTapsThatLieOnTheOperand) {
  auto flops = [&](const std::string &window, const std::string &result) {
    return of("(%a: tensor<1x8x16xf32>, %k: tensor<3x16x32xf32>) -> " + result,
              "%0 = stablehlo.convolution(%a, %k) dim_numbers = [b, 0, f]x[0, i, o]->[b, 0, f], window = {" + window +
                  "} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x16xf32>, "
                  "tensor<3x16x32xf32>) -> " +
                  result + "\nreturn %0 : " + result + "\n")
        .productFlops;
  };
  EXPECT_DOUBLE_EQ(flops("", "tensor<1x6x32xf32>"), 2.0 * 6 * 3 * 16 * 32);
  EXPECT_DOUBLE_EQ(flops("pad = [[1, 1]]", "tensor<1x8x32xf32>"), 2.0 * (8 * 3 - 2) * 16 * 32);
  // Each of 8 elements meets each of 3 taps once, but the first one the last.
  EXPECT_DOUBLE_EQ(flops("pad = [[1, 2]], lhs_dilate = [2]", "tensor<1x16x32xf32>"), 2.0 * (3 * 8 - 1) * 16 * 32);
}

TEST_F(EstimateTest, AnArgumentThatIsDonatedIsWrittenOver) {
  std::string body = std::string("%0 = stablehlo.negate %a : ") + kMatrix + "\nreturn %0 : " + kMatrix + "\n";
  std::string matrix = kMatrix;
  of("(%a: " + matrix + ") -> " + matrix, body);
  EXPECT_EQ(memoryOf(*module).peak, 2 * int64_t(kMatrixBytes));
  of("(%a: " + matrix + " {tf.aliasing_output = 0 : i32}) -> " + matrix, body);
  EXPECT_EQ(memoryOf(*module).peak, int64_t(kMatrixBytes));
}

TEST_F(EstimateTest, WhatIsAliveAtThePeakAddsUpToIt) {
  of(signature(2), product("%0", "%a0", "%a1") + product("%1", "%0", "%a1") + "return %1 : " + kMatrix + "\n");
  estimate::Memory memory = memoryOf(*module);
  EXPECT_FALSE(memory.isUpperBound);
  int64_t sum = 0, most = 0;
  for (const estimate::Memory::Live &live : memory.largest)
    sum += live.bytes;
  for (const estimate::Memory::Point &point : memory.points)
    most = std::max(most, point.bytes);
  EXPECT_EQ(sum, memory.peak);
  EXPECT_EQ(most, memory.peak);
}

/// A loop of unknown trip count around one of ten iterations, and the reverse: the unknown one counts once, the other
/// ten times, for time, FLOPs and bytes alike; what the condition sends is counted once more than the body.
TEST_F(EstimateTest, LoopsInLoopsCountAlikeWhicheverIsKnown) {
  std::string known = R"(
      cond {
        %n = stablehlo.constant dense<10> : tensor<i32>
        %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {)";
  std::string unknown = R"(
      cond {
        %sent = spmd.all_reduce sum %v over {x} on @pod : )" +
                        std::string(kMatrix) + R"(
        %one = stablehlo.slice %sent [0:1, 0:1] : ()" +
                        kMatrix + R"() -> tensor<1x1xf32>
        %number = stablehlo.reshape %one : (tensor<1x1xf32>) -> tensor<f32>
        %zero = stablehlo.constant dense<0.0> : tensor<f32>
        %c = stablehlo.compare GT, %number, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
        stablehlo.return %c : tensor<i1>
      } do {)";
  auto nested = [&](const std::string &outer, const std::string &inner) {
    std::string types = std::string(" : tensor<i32>, ") + kMatrix;
    return "%start = stablehlo.constant dense<0> : tensor<i32>\n%o:2 = stablehlo.while(%i = %start, %v = %a0)" + types +
           outer +
           "\n%begin = stablehlo.constant dense<0> : tensor<i32>\n%more = stablehlo.constant dense<1> : "
           "tensor<i32>\n%k:2 = stablehlo.while(%i2 = %begin, %v2 = %v)" +
           types + std::regex_replace(std::regex_replace(inner, std::regex("%i,"), "%i2,"), std::regex("%v "), "%v2 ") +
           "\n" + product("%w", "%v2", "%a1") +
           "%j2 = stablehlo.add %i2, %more : tensor<i32>\nstablehlo.return %j2, %w" + types +
           "\n}\n%j = stablehlo.add %i, %more : tensor<i32>\nstablehlo.return %j, %k#1" + types +
           "\n}\nreturn %o#1 : " + kMatrix + "\n";
  };
  Estimate inside = of(signature(2), nested(known, unknown)), outside = of(signature(2), nested(unknown, known));
  for (const Estimate *estimate : {&inside, &outside}) {
    EXPECT_DOUBLE_EQ(estimate->productFlops, 10 * kProductFlops);
    double computing = 0, communication = 0;
    for (const PricedOp &op : estimate->ops)
      if (!op.isLoop)
        (op.isCollective ? communication : computing) += op.totalSeconds();
    EXPECT_NEAR(computing, estimate->busy.computing, 1e-12);
    EXPECT_NEAR(communication, estimate->busy.communication, 1e-12);
    EXPECT_NEAR(estimate->busy.computing + estimate->busy.exposed, estimate->seconds(), 1e-12);
  }
  // The condition of the unknown loop runs twice: in each of ten iterations, or in all.
  int64_t once = int64_t(2 * kMatrixBytes * 3 / 4);
  EXPECT_EQ(inside.bytesSent, 20 * once);
  EXPECT_EQ(outside.bytesSent, 2 * once);
}

/// Of branches the one that sends most is counted, in time, FLOPs and bytes; the others run no times.
TEST_F(EstimateTest, OneBranchIsCounted) {
  std::string matrix = kMatrix;
  Estimate estimate = of(
      "(%p: tensor<i32>, %a: " + matrix + ", %b: " + matrix + ") -> " + matrix,
      "%r = \"stablehlo.case\"(%p) ({\n" + product("%0", "%a", "%b") + product("%1", "%0", "%b") +
          "stablehlo.return %1 : " + matrix + "\n}, {\n%2 = spmd.all_reduce sum %a over {x} on @pod : " + matrix +
          "\nstablehlo.return %2 : " + matrix + "\n}) : (tensor<i32>) -> " + matrix + "\nreturn %r : " + matrix + "\n");
  EXPECT_EQ(estimate.bytesSent, int64_t(2 * kMatrixBytes * 3 / 4));
  EXPECT_EQ(estimate.productFlops, 0);
  EXPECT_NEAR(estimate.seconds(), estimate.busy.communication, 1e-12);
  ASSERT_EQ(estimate.notes.size(), 1u);
  EXPECT_NE(estimate.notes[0].find("branch 1 of 2 is counted"), std::string::npos) << estimate.notes[0];
}

/// Products of f32 run in the units, and as often, as the device says of their precision; an algorithm names its own.
TEST_F(EstimateTest, PrecisionDecidesTheUnits) {
  Topology topology = machineOf(true);
  Device &device = topology.groups.front().device;
  device.flopsPerSecond = {{"f32", kFlops}, {"tf32", 4 * kFlops}, {"bf16", 8 * kFlops}};
  device.f32Products = {{{"tf32", 1}, {"bf16", 3}, {"f32", 1}}};
  auto unitsOf = [&](const std::string &precision) {
    Estimate estimate =
        of(signature(2),
           std::string("%0 = stablehlo.dot_general %a0, %a1, contracting_dims = [1] x [0]") + precision + " : (" +
               kMatrix + ", " + kMatrix + ") -> " + kMatrix + "\nreturn %0 : " + kMatrix + "\n",
           topology);
    const auto &work = std::get<cost::ProductWork>(estimate.ops[0].work);
    return work.type + " x " + std::to_string(work.passes);
  };
  EXPECT_EQ(unitsOf(""), "tf32 x 1");
  EXPECT_EQ(unitsOf(", precision = [DEFAULT, DEFAULT]"), "tf32 x 1");
  EXPECT_EQ(unitsOf(", precision = [DEFAULT, HIGH]"), "bf16 x 3");
  EXPECT_EQ(unitsOf(", precision = [HIGHEST, DEFAULT]"), "f32 x 1");
  auto algorithm = [](const std::string &type, int operations) {
    return ", algorithm = <lhs_precision_type = " + type + ", rhs_precision_type = " + type +
           ", accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = " +
           std::to_string(operations) + ", allow_imprecise_accumulation = false>";
  };
  EXPECT_EQ(unitsOf(algorithm("bf16", 6)), "bf16 x 6");
  EXPECT_EQ(unitsOf(algorithm("tf32", 3)), "tf32 x 3");
  EXPECT_EQ(unitsOf(algorithm("f32", 1)), "f32 x 1");
  // Utilisation is measured by the 16-bit units, whatever computes.
  Estimate estimate = of(signature(2), product("%0", "%a0", "%a1") + "return %0 : " + kMatrix + "\n", topology);
  EXPECT_EQ(estimate.peakType, "bf16");
  EXPECT_NEAR(estimate.hardwareUtilization(), kProductFlops / (8 * kFlops) / estimate.seconds(), 1e-12);
}

TEST_F(EstimateTest, AnUpdateInPlaceCostsWhatItWrites) {
  std::string update = std::string("%z = stablehlo.constant dense<0> : tensor<i32>\n%0 = stablehlo.negate %a0 : ") +
                       kMatrix + "\n%1 = stablehlo.dynamic_update_slice %0, %u, %z, %z : (" + kMatrix +
                       ", tensor<1x512xf32>, tensor<i32>, tensor<i32>) -> " + kMatrix + "\n";
  std::string arguments = std::string("(%a0: ") + kMatrix + ", %u: tensor<1x512xf32>) -> ";
  Estimate inPlace = of(arguments + kMatrix, update + "return %1 : " + kMatrix + "\n");
  EXPECT_DOUBLE_EQ(inPlace.ops.back().price.writtenBytes, 512 * 4);
  Estimate copied = of(arguments + "(" + kMatrix + ", " + kMatrix + ")",
                       update + "return %0, %1 : " + std::string(kMatrix) + ", " + kMatrix + "\n");
  EXPECT_DOUBLE_EQ(copied.ops.back().price.writtenBytes, kMatrixBytes + 512 * 4);
}

TEST_F(EstimateTest, EveryOperationIsPartOfSomethingPriced) {
  Estimate estimate = of("(%a: tensor<8x16xf32>, %b: tensor<16x4xf32>) -> tensor<8xf32>", R"(
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x16xf32>, tensor<16x4xf32>) -> tensor<8x4xf32>
    %1 = stablehlo.tanh %0 : tensor<8x4xf32>
    %2 = spmd.all_reduce sum %1 over {x} on @pod : tensor<8x4xf32>
    %3 = spmd.slice %2 dim 1 over {x} on @pod : (tensor<8x4xf32>) -> tensor<8x1xf32>
    %4 = stablehlo.reshape %3 : (tensor<8x1xf32>) -> tensor<8xf32>
    %5 = stablehlo.transpose %2, dims = [1, 0] : (tensor<8x4xf32>) -> tensor<4x8xf32>
    %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %7 = stablehlo.add %4, %6 : tensor<8xf32>
    return %7 : tensor<8xf32>
  )");
  std::set<mlir::Operation *> priced;
  for (const PricedOp &op : estimate.ops)
    priced.insert(op.fused.begin(), op.fused.end());
  for (mlir::Operation &op : module->lookupSymbol<mlir::func::FuncOp>("main").getBody().front().without_terminator()) {
    llvm::StringRef name = op.getName().getStringRef();
    EXPECT_TRUE(name == "stablehlo.constant" || priced.count(&op)) << name.str();
  }
}

/// What a plan of reshards is chosen by is what its program is said to take: on a machine where reductions of bf16 were
/// measured apart, and permutes that swap.
TEST_F(EstimateTest, AStepOfAReshardCostsWhatItsCollectiveDoes) {
  absl::StatusOr<Topology> topology = findTopology("h100-8", TOPOLOGIES);
  ASSERT_TRUE(topology.ok()) << topology.status();
  const Mesh mesh = *Mesh::create({{"x", 4}});
  absl::StatusOr<CostModel> costs = CostModel::create(*topology, TOPOLOGIES, mesh);
  ASSERT_TRUE(costs.ok()) << costs.status();
  const AxisList over = {AxisRef(AxisName("x"))};
  struct Case {
    ReshardOp op;
    const char *text, *in, *out;
    int64_t elementsSent;
    std::vector<std::pair<int64_t, int64_t>> pairs;
  };
  const Case cases[] = {
      {ReshardOp::AllReduce, "spmd.all_reduce sum %a over {x} on @pod", "1024x256", "1024x256", 1024 * 256 * 3 / 2, {}},
      {ReshardOp::ReduceScatter,
       "spmd.reduce_scatter sum %a dim 0 over {x} on @pod",
       "1024x256",
       "256x256",
       1024 * 192,
       {}},
      {ReshardOp::AllGather, "spmd.all_gather %a dim 0 over {x} on @pod", "256x256", "1024x256", 1024 * 192, {}},
      {ReshardOp::AllToAll,
       "spmd.all_to_all %a split 0 concat 1 over {x} on @pod",
       "1024x64",
       "256x256",
       1024 * 48,
       {}},
      {ReshardOp::Permute,
       "spmd.collective_permute %a pairs [[0, 1], [1, 2], [2, 3], [3, 0]] over {x} on @pod",
       "256x256",
       "256x256",
       256 * 256,
       {{0, 1}, {1, 2}, {2, 3}, {3, 0}}},
      {ReshardOp::Permute,
       "spmd.collective_permute %a pairs [[0, 1], [1, 0], [2, 3], [3, 2]] over {x} on @pod",
       "256x256",
       "256x256",
       256 * 256,
       {{0, 1}, {1, 0}, {2, 3}, {3, 2}}},
  };
  for (const Case &c : cases)
    for (auto [element, bytes] : {std::pair{"f32", 4}, {"bf16", 2}}) {
      std::string in = std::string("tensor<") + c.in + "x" + element + ">",
                  out = std::string("tensor<") + c.out + "x" + element + ">";
      std::string type = in == out ? in : "(" + in + ") -> " + out;
      module = parse("sharding.mesh @pod = <x=4>\nfunc.func @main(%a: " + in + ") -> " + out + " {\n%0 = " + c.text +
                     " : " + type + "\nreturn %0 : " + out + "\n}\n");
      ASSERT_TRUE(module) << c.text;
      absl::StatusOr<Estimate> estimate = estimateStep(*module, *costs, {});
      ASSERT_TRUE(estimate.ok()) << estimate.status();
      ReshardStep step{c.op};
      step.axes = over;
      step.pairs = c.pairs;
      step.bytesPerDevice = c.elementsSent * bytes;
      double told = 0;
      for (const PricedOp &op : estimate->ops)
        if (op.isCollective)
          told = op.price.seconds;
      EXPECT_GT(told, 0) << c.text;
      EXPECT_DOUBLE_EQ(secondsOf(step, *costs, element), told) << c.text << ", " << element;
    }
}
