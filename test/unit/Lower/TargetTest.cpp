// What targets are made of: lists of features come from the x86-64 psABI and from vendors' manuals, not from LLVM.
#include "passes/lower/Target.h"

#include "lib/Driver/ProgramFile.h"
#include "runtime/Files.h"
#include "shardwright/Runtime/Runtime.h"
#include "shardwright/Runtime/Serialize.h"
#include "shardwright/Runtime/Target.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <thread>
#include <unistd.h>

namespace shardwright {
namespace {

using runtime::CpuFeatures;

Target targetOf(const std::string &spelling) {
  absl::StatusOr<Target> target = Target::parse(spelling);
  EXPECT_TRUE(target.ok()) << target.status().message();
  return target.ok() ? *target : Target();
}

std::string problemOf(const std::string &spelling) { return std::string(Target::parse(spelling).status().message()); }

CpuFeatures sum(CpuFeatures a, const CpuFeatures &b) {
  a.insert(b.begin(), b.end());
  return a;
}

TEST(Target, ThisHostRunsWhatIsForIt) {
  const Target &host = Target::thisHost();
  EXPECT_EQ(runtime::checkTarget(host.name()).message(), "") << host.name();
  EXPECT_EQ(targetOf("host").name(), host.name());
  EXPECT_FALSE(host.host()->cpu.empty());
  EXPECT_TRUE(std::includes(runtime::knownCpuFeatures().begin(), runtime::knownCpuFeatures().end(),
                            host.host()->features.begin(), host.host()->features.end()));
}

TEST(Target, OtherBackendsAreRefused) {
  EXPECT_EQ(problemOf("abacus"), "no target 'abacus'; there are host, which is this machine, host:CPU,FEATURE,..., "
                                 "as host:x86-64-v3 or host:avx512bf16,amx, and cuda:ARCHITECTURE, as cuda:sm_90");
  EXPECT_EQ(problemOf("").substr(0, 12), "no target ''");
  EXPECT_EQ(problemOf("hosts").substr(0, 17), "no target 'hosts'");
}

TEST(Target, GpusAreNamedByArchitecture) {
  const Target gpu = targetOf("cuda:sm_90");
  ASSERT_TRUE(gpu.cuda());
  EXPECT_FALSE(gpu.host());
  EXPECT_EQ(gpu.name(), "cuda:sm_90");
  EXPECT_EQ(gpu.cuda()->isa(), "ptx80");
  EXPECT_EQ(targetOf("cuda:sm_100").cuda()->isa(), "ptx86");
  EXPECT_FALSE(gpu.traits.startsCollectives);
  const Target several = targetOf("cuda:sm_90,async");
  EXPECT_TRUE(several.traits.startsCollectives);
  EXPECT_EQ(several.name(), "cuda:sm_90");
  EXPECT_EQ(problemOf("cuda:sm_90,late"),
            "'late' stands behind the architecture 'sm_90', where async and tf32 may stand and nothing else");
  EXPECT_EQ(problemOf("cuda:sm_90,").substr(0, 31), "'' stands behind the architectu");
  EXPECT_FALSE(gpu.traits.tf32Products);
  const Target quick = targetOf("cuda:sm_90,tf32,async");
  EXPECT_TRUE(quick.traits.tf32Products && quick.traits.startsCollectives);
  EXPECT_EQ(quick.name(), "cuda:sm_90");
  EXPECT_EQ(problemOf("cuda:sm_91"), "no GPU architecture 'sm_91'; did you mean sm_90, sm_80?");
  EXPECT_EQ(problemOf("cuda:"), "no GPU architecture ''; there are sm_80, sm_90, sm_100");
}

#if defined(__x86_64__)

const CpuFeatures kV1 = {"sse", "sse2"};
const CpuFeatures kV2 = sum(kV1, {"popcnt", "sse3", "sse4.1", "sse4.2", "ssse3"});
const CpuFeatures kV3 = sum(kV2, {"avx", "avx2", "bmi", "bmi2", "f16c", "fma", "lzcnt", "movbe"});
const CpuFeatures kV4 = sum(kV3, {"avx512bw", "avx512cd", "avx512dq", "avx512f", "avx512vl"});

TEST(Target, LevelsAreThoseOfTheAbi) {
  EXPECT_EQ(targetOf("host:x86-64").host()->features, kV1);
  EXPECT_EQ(targetOf("host:x86-64-v2").host()->features, kV2);
  EXPECT_EQ(targetOf("host:x86-64-v3").host()->features, kV3);
  EXPECT_EQ(targetOf("host:x86-64-v4").host()->features, kV4);
  EXPECT_EQ(targetOf("host:x86-64-v3").name(),
            "host:x86_64-unknown-linux-gnu:x86-64-v3:+avx,+avx2,+bmi,+bmi2,+f16c,+fma,+lzcnt,+movbe,+popcnt,+sse,"
            "+sse2,+sse3,+sse4.1,+sse4.2,+ssse3");
}

TEST(Target, FeaturesStandOnTheLevelOfTheirCpus) {
  const Target tiles = targetOf("host:avx512bf16,amx");
  EXPECT_EQ(tiles.host()->features, sum(kV4, {"amx-bf16", "amx-int8", "amx-tile", "avx512bf16"}));
  EXPECT_EQ(tiles.host()->cpu, "x86-64-v4");
  EXPECT_EQ(targetOf("host:amx,avx512bf16").name(), tiles.name());
  EXPECT_EQ(targetOf("host:+amx,+avx512bf16").name(), tiles.name());
  EXPECT_EQ(targetOf("host:avx512").name(), targetOf("host:x86-64-v4").name());
  EXPECT_EQ(targetOf("host:fma").host()->features, kV3);
  EXPECT_EQ(targetOf("host:sse4.2").host()->features, kV2);
  EXPECT_EQ(targetOf("host:amx-bf16").host()->features, sum(kV1, {"amx-bf16", "amx-tile"}));
}

TEST(Target, FeaturesAreAddedToCpusAndTakenAway) {
  EXPECT_EQ(targetOf("host:haswell").host()->features, kV3);
  EXPECT_EQ(targetOf("host:x86-64-v3,avx512f").host()->features, sum(kV3, {"avx512f"}));
  EXPECT_EQ(targetOf("host:x86-64-v4,-avx512").host()->features, kV3);
  // What needs it goes with it.
  EXPECT_EQ(targetOf("host:x86-64-v4,-avx").host()->features, sum(kV2, {"bmi", "bmi2", "lzcnt", "movbe"}));
  EXPECT_EQ(targetOf("host:sapphirerapids").host()->features.count("amx-int8"), 1u);
  EXPECT_EQ(targetOf("host:sapphirerapids,-amx").host()->features.count("amx-int8"), 0u);
  EXPECT_EQ(targetOf("host:-avx2,x86-64-v3").host()->features.count("avx2"), 0u);
}

TEST(Target, UnknownNamesAreRefusedWithTheNearest) {
  EXPECT_EQ(problemOf("host:x86-64-v5"),
            "no CPU or feature 'x86-64-v5' of x86_64; did you mean x86-64-v2, x86-64-v3, x86-64-v4?");
  EXPECT_EQ(problemOf("host:avx512bf61"), "no CPU or feature 'avx512bf61' of x86_64; did you mean avx512bf16, "
                                          "avx512bw, avx512f?");
  EXPECT_EQ(problemOf("host:haswel"), "no CPU or feature 'haswel' of x86_64; did you mean haswell?");
  EXPECT_EQ(problemOf("host:mainframe"), "no CPU or feature 'mainframe' of x86_64; they are named as in LLVM, as "
                                         "x86-64-v3 or avx512bf16");
  EXPECT_EQ(problemOf("host:").substr(0, 23), "no CPU or feature '' of");
  EXPECT_EQ(problemOf("host:haswell,").substr(0, 23), "no CPU or feature '' of");
  EXPECT_EQ(problemOf("host:i686").substr(0, 27), "no CPU or feature 'i686' of");
  EXPECT_EQ(problemOf("host:-haswell"), "'-haswell' has a sign: only features are added or taken away");
  EXPECT_EQ(problemOf("host:haswell,znver4"), "there are two CPUs in it, haswell and znver4");
}

TEST(Target, SaysWhoMultipliesBf16Faster) {
  auto rounds = [](const char *spelling) { return targetOf(spelling).traits.roundingProducts; };
  EXPECT_TRUE(rounds("host:x86-64-v4"));
  EXPECT_FALSE(rounds("host:sapphirerapids"));
  EXPECT_TRUE(rounds("host:sapphirerapids,-amx")) << "vectors of bf16 at half the speed of f32";
  EXPECT_FALSE(rounds("host:znver4"));
  EXPECT_FALSE(rounds("host:cooperlake"));
}

TEST(Target, SaysWhoseGathersAreSlow) {
  auto gathers = [](const char *spelling) { return targetOf(spelling).traits.gathers; };
  EXPECT_TRUE(gathers("host:x86-64-v4"));
  EXPECT_TRUE(gathers("host:sapphirerapids"));
  EXPECT_TRUE(gathers("host:haswell"));
  EXPECT_FALSE(gathers("host:cascadelake"));
  EXPECT_FALSE(gathers("host:icelake-server,-avx512vnni"));
}

constexpr const char *kProgram = R"(
sharding.mesh @mesh = <x=2>
func.func @main(%a: tensor<8x64xf32> {sharding.spec = #sharding.spec<@mesh, [_x, _]>}, %b: tensor<64x64xbf16>) -> tensor<8x64xf32> {
  %0 = stablehlo.convert %a : (tensor<8x64xf32>) -> tensor<8x64xbf16>
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0] : (tensor<8x64xbf16>, tensor<64x64xbf16>) -> tensor<8x64xf32>
  %2 = stablehlo.exponential %1 : tensor<8x64xf32>
  return %2 : tensor<8x64xf32>
}
)";

class TwoTargets : public testing::Test {
protected:
  void SetUp() override {
    folder = testing::TempDir() + "two-targets-" + std::to_string(getpid());
    ASSERT_EQ(std::system(("mkdir -p '" + folder + "'").c_str()), 0);
    ASSERT_TRUE(runtime::writeFile(path("program.mlir"), kProgram).ok());
  }
  void TearDown() override { std::system(("rm -r '" + folder + "'").c_str()); }

  std::string path(const std::string &name) const { return folder + "/" + name; }

  std::string bytesHere(const std::string &spelling) const {
    compiler::Target options;
    options.host.target = targetOf(spelling);
    absl::StatusOr<std::unique_ptr<compiler::Pipeline>> program = driver::readProgram(path("program.mlir"));
    if (!program.ok())
      return "";
    absl::StatusOr<runtime::Executable> executable = (*program)->emit(options);
    return executable.ok() ? runtime::serialize(*executable) : "";
  }

  std::string lowered(const Target &target) const {
    compiler::Target options;
    options.host.target = target;
    absl::StatusOr<std::unique_ptr<compiler::Pipeline>> program = driver::readProgram(path("program.mlir"));
    EXPECT_TRUE(program.ok() && (*program)->compile(compiler::Phase::Lower, options).ok());
    return program.ok() ? (*program)->text() : "";
  }

  std::string bytesOfAProcess(const std::string &spelling) const {
    std::string command =
        SHARDWRIGHT " compile '" + path("program.mlir") + "' --target=" + spelling + " -o '" + path("p.swx") + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    absl::StatusOr<std::string> bytes = runtime::readFile(path("p.swx"));
    return bytes.ok() ? *bytes : "";
  }

  std::string folder;
};

TEST_F(TwoTargets, ChooseWhatIsACallOfALibrary) {
  Target target = targetOf("host:x86-64-v3");
  ASSERT_TRUE(runtime::writeFile(path("program.mlir"), R"(
func.func @main(%a: tensor<64xf32>, %b: tensor<64x16xf32>) -> tensor<16xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<64xf32>, tensor<64x16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}
)")
                  .ok());
  EXPECT_EQ(lowered(target).find("exec.matmul"), std::string::npos) << lowered(target);
  target.traits.limits.smallProduct = 64 * 16 - 1;
  EXPECT_NE(lowered(target).find("exec.matmul"), std::string::npos) << lowered(target);
}

TEST_F(TwoTargets, AreCompiledForByOneProcessAsByTwo) {
  const std::string old = bytesOfAProcess("host:x86-64-v2"), young = bytesOfAProcess("host:znver4");
  ASSERT_FALSE(old.empty() || young.empty());
  EXPECT_NE(old, young);
  // One after the other, either first.
  EXPECT_EQ(bytesHere("host:x86-64-v2"), old);
  EXPECT_EQ(bytesHere("host:znver4"), young);
  EXPECT_EQ(bytesHere("host:x86-64-v2"), old);
  // At once.
  for (int round = 0; round != 3; ++round) {
    std::string first, second;
    std::thread other([&] { first = bytesHere("host:x86-64-v2"); });
    second = bytesHere("host:znver4");
    other.join();
    EXPECT_EQ(first, old);
    EXPECT_EQ(second, young);
  }
}

TEST_F(TwoTargets, DecideByTheirDescriptionNotByThisMachine) {
  auto text = [&](const std::string &spelling) { return lowered(targetOf(spelling)); };
  // Who multiplies bf16 reads what was rounded to it; the others round what they read.
  EXPECT_EQ(text("host:znver4").find("f32 as bf16"), std::string::npos) << text("host:znver4");
  EXPECT_NE(text("host:x86-64-v3").find("f32 as bf16"), std::string::npos) << text("host:x86-64-v3");
}

#endif

} // namespace
} // namespace shardwright
