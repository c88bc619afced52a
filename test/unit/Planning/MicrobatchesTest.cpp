// Training steps are taken apart, and their parts make the step again.
#include "lib/Planning/Microbatches.h"
#include "dialects/stablehlo/StablehloOps.h"
#include "lib/Planning/ProgramParts.h"
#include "test/unit/AllDialects.h"

#include <gtest/gtest.h>

#include <cstdlib>

using namespace shardwright;
using namespace shardwright::planning;

namespace {

[[maybe_unused]] const int kTopologies = setenv("SHARDWRIGHT_TOPOLOGIES", TOPOLOGIES, 1);

constexpr int64_t kTokens = 65536, kWidth = 4096;

/// Layers x = tanh(x w) side by side, backward passes of all but the first one's data, and an update.
std::string layersSideBySide(int layers, const std::string &weights = "[_, _]") {
  const std::string x = "tensor<65536x4096xf32>", w = "tensor<4096x4096xf32>";
  std::string text = "sharding.mesh @m = <x=8>\nfunc.func @main(%x0: " + x +
                     " {sharding.spec = #sharding.spec<@m, [_x, _]>}",
              body, returned, types, results;
  for (int i = 0; i < layers; ++i) {
    const std::string n = std::to_string(i), next = std::to_string(i + 1);
    text += ", %w" + n + ": " + w + " {sharding.spec = #sharding.spec<@m, " + weights + ">, tf.aliasing_output = " + n +
            " : i32}";
    body += "%h" + n + " = stablehlo.dot_general %x" + n + ", %w" + n + ", contracting_dims = [1] x [0] : (" + x +
            ", " + w + ") -> " + x + "\n%x" + next + " = stablehlo.tanh %h" + n + " : " + x + "\n";
  }
  body += "%d" + std::to_string(layers) + " = stablehlo.subtract %x" + std::to_string(layers) + ", %x0 : " + x + "\n";
  for (int i = layers; i-- > 0;) {
    const std::string n = std::to_string(i), above = std::to_string(i + 1);
    body += "%e" + n + " = stablehlo.multiply %d" + above + ", %x" + above + " : " + x + "\n%g" + n +
            " = stablehlo.dot_general %x" + n + ", %e" + n + ", contracting_dims = [0] x [0] : (" + x + ", " + x +
            ") -> " + w + "\n%u" + n + " = stablehlo.subtract %w" + n + ", %g" + n + " : " + w + "\n";
    if (i > 0)
      body += "%d" + n + " = stablehlo.dot_general %e" + n + ", %w" + n + ", contracting_dims = [1] x [1] : (" + x +
              ", " + w + ") -> " + x + "\n";
  }
  for (int i = 0; i < layers; ++i) {
    returned += (i ? ", %u" : "%u") + std::to_string(i);
    types += (i ? ", " : "") + w;
    results += (i ? ", " : "") + w + " {sharding.spec = #sharding.spec<@m, " + weights + ">}";
  }
  return text + ") -> (" + results + ") {\n" + body + "return " + returned + " : " + types + "\n}";
}

class MicrobatchesTest : public testing::Test, protected AllDialects {
protected:
  MicrobatchesTest() { options.machine.topology = "h100-8"; }

  PlanningOptions options;
  const Mesh mesh = *Mesh::parse("x=8");
};

TEST_F(MicrobatchesTest, PartsOfATrainingStep) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(layersSideBySide(4));
  ASSERT_TRUE(module);
  std::optional<Batch> batch = Batch::of(*module);
  ASSERT_TRUE(batch);
  EXPECT_EQ(batch->size(), kTokens);
  std::optional<ProgramParts> parts = ProgramParts::of(*batch);
  ASSERT_TRUE(parts);
  EXPECT_EQ(parts->layers(), 4);
  EXPECT_DOUBLE_EQ(parts->boundaryBytes(), 4.0 * kTokens * kWidth); // x, as it goes to the next layer
  int forward = 0, gradients = 0, updates = 0;
  batch->program().walk([&](mlir::Operation *op) {
    const OpPart part = parts->of(op);
    const bool isProduct = mlir::isa<stablehlo::DotGeneralOp>(op);
    forward += isProduct && part.pass == OpPart::Forward;
    gradients += isProduct && part.pass == OpPart::Backward && part.sumsSamples;
    updates += mlir::isa<stablehlo::SubtractOp>(op) && part.pass == OpPart::Update;
    if (isProduct && part.pass == OpPart::Forward) {
      EXPECT_DOUBLE_EQ(part.inLayers, 1);
    }
  });
  EXPECT_EQ(forward, 4);
  EXPECT_EQ(gradients, 4);
  EXPECT_EQ(updates, 4);
}

TEST_F(MicrobatchesTest, AllSamplesAreTheStep) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(layersSideBySide(4));
  std::optional<Microbatches> micro = Microbatches::of(*module);
  ASSERT_TRUE(micro);
  absl::StatusOr<Step> step =
      stepOf(*module, std::make_shared<SharedCostModel>(options.machine), options.partition, options.host);
  ASSERT_TRUE(step.ok()) << step.status();
  std::optional<MicrobatchCosts> costs = micro->price(kTokens, mesh, options);
  ASSERT_TRUE(costs);
  EXPECT_NEAR(costs->seconds(), step->estimate.seconds(), 1e-9);
  EXPECT_NEAR(costs->layersBytes + costs->workBytes + costs->othersBytes + costs->statesBytes,
              static_cast<double>(step->memory.peak), 1);
  // Forward 4 products, backward 3 and 4 gradients; the all-reduce of gradients and the update are done once.
  EXPECT_NEAR(costs->weightGradients / costs->layersForward, 1, 0.3);
  EXPECT_GT(costs->once, 0);
  EXPECT_LT(costs->layersForward, costs->layersBackward);
}

TEST_F(MicrobatchesTest, FewerSamplesTakeLess) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(layersSideBySide(4));
  std::optional<Microbatches> micro = Microbatches::of(*module);
  ASSERT_TRUE(micro);
  const std::optional<MicrobatchCosts> all = micro->price(kTokens, mesh, options),
                                       half = micro->price(kTokens / 2, mesh, options);
  ASSERT_TRUE(all && half);
  EXPECT_NEAR(half->layersForward / all->layersForward, 0.5, 0.1);
  EXPECT_NEAR(half->once / all->once, 1, 0.1); // Gradients are as large.
  EXPECT_NEAR(half->layersBytes / all->layersBytes, 0.5, 0.1);
  EXPECT_GE(half->gradientBytes, 3 * 4.0 * kWidth * kWidth); // Of all layers, but for what is held at the peak anyway.
}

TEST_F(MicrobatchesTest, ShardedWeightsAreGatheredAndTheirGradientsScattered) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(layersSideBySide(4, "[_x, _]"));
  const std::optional<Microbatches> micro = Microbatches::of(*module);
  ASSERT_TRUE(micro);
  const double weights = 4 * 4.0 * kWidth * kWidth, data = 4.0 * kTokens / 8 * kWidth;
  EXPECT_DOUBLE_EQ(micro->argumentBytes(mesh), data + weights / 8);
  EXPECT_DOUBLE_EQ(micro->argumentBytes(*Mesh::parse("x=2")), 4 * data + weights / 2);
  const std::optional<Microbatches> whole = micro->withWeightsWhole(AxisName("x"));
  ASSERT_TRUE(whole);
  EXPECT_DOUBLE_EQ(whole->argumentBytes(mesh), data + weights);
  EXPECT_FALSE(whole->withWeightsWhole(AxisName("x")));
  const std::optional<MicrobatchCosts> sharded = micro->price(kTokens / 8, mesh, options),
                                       replicated = whole->price(kTokens / 8, mesh, options);
  ASSERT_TRUE(sharded && replicated);
  EXPECT_GT(sharded->scattering, 0);
  EXPECT_NEAR(sharded->wholeGradientBytes, weights * 7 / 8, weights / 100);
  EXPECT_DOUBLE_EQ(replicated->scattering, 0);
  EXPECT_LT(replicated->passes(), sharded->passes());
  EXPECT_GT(replicated->statesBytes, sharded->statesBytes);
}

TEST_F(MicrobatchesTest, WithoutGradientsThereAreNone) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(R"(
    func.func @main(%x: tensor<64x8xf32>, %w: tensor<8x8xf32>, %v: tensor<8x8xf32>) -> tensor<64x8xf32> {
      %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
      %1 = stablehlo.tanh %0 : tensor<64x8xf32>
      %2 = stablehlo.dot_general %1, %v, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x8xf32>) -> tensor<64x8xf32>
      %3 = stablehlo.add %2, %x : tensor<64x8xf32>
      return %3 : tensor<64x8xf32>
    })");
  ASSERT_TRUE(Batch::of(*module));
  EXPECT_FALSE(Microbatches::of(*module));
}

TEST_F(MicrobatchesTest, OneLayerHasNoBoundary) {
  mlir::OwningOpRef<mlir::ModuleOp> module = parse(layersSideBySide(1));
  std::optional<Batch> batch = Batch::of(*module);
  ASSERT_TRUE(batch);
  if (std::optional<ProgramParts> parts = ProgramParts::of(*batch)) {
    EXPECT_EQ(parts->layers(), 1);
    EXPECT_DOUBLE_EQ(parts->boundaryBytes(), 0);
  }
}

} // namespace
