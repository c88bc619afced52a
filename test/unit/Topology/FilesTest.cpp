#include "shardwright/Topology/Files.h"

#include "gtest/gtest.h"

using namespace shardwright;

namespace {

Topology find(llvm::StringRef name) {
  absl::StatusOr<Topology> topology = findTopology(name, TOPOLOGIES);
  EXPECT_TRUE(topology.ok()) << topology.status().message();
  return *topology;
}

std::string problem(llvm::StringRef name) {
  absl::StatusOr<Topology> topology = findTopology(name, TOPOLOGIES);
  return topology.ok() ? "none" : std::string(topology.status().message());
}

TEST(Files, EveryShippedMachineReadsAndIsCalledLikeItsFile) {
  absl::StatusOr<std::vector<std::string>> names = topologyNames(TOPOLOGIES);
  ASSERT_TRUE(names.ok());
  EXPECT_GE(names->size(), 30u);
  for (const std::string &name : *names) {
    absl::StatusOr<Topology> topology = findTopology(name, TOPOLOGIES);
    ASSERT_TRUE(topology.ok()) << topology.status().message();
    EXPECT_EQ(topology->name, name);
    EXPECT_TRUE(topology->commonLevels().ok());
    EXPECT_FALSE(topology->sources.empty());
    for (const DeviceGroup &group : topology->groups)
      EXPECT_FALSE(group.device.sources.empty());
  }
}

TEST(Files, AMachineAsText) {
  Topology pair = find(R"( {"name": "pair", "summary": "two of them", "device": "h100", "levels": [
    {"name": "link", "kind": "switch", "size": 2, "bytes_per_s": 1e9, "latency_s": 1e-3}],
    "sources": {}})");
  EXPECT_EQ(pair.name, "pair");
  EXPECT_EQ(pair.numDevices(), 2);
  EXPECT_EQ(problem("{\"name\": \"pair\"").rfind("topology:", 0), 0u);
}

TEST(Files, NumbersOfDevices) {
  EXPECT_EQ(find("h100-8").numDevices(), 8);
  EXPECT_EQ(find("h100-superpod").numDevices(), 1024);
  EXPECT_EQ(find("gb200-superpod").numDevices(), 1440);
  EXPECT_EQ(find("tpu-v5p").numDevices(), 8960);
  EXPECT_EQ(find("mixed-h100-a100").numDevices(), 32);
}

TEST(Files, DeviceRates) {
  Device h100 = find("h100-8").groups.front().device;
  EXPECT_EQ(h100.flops("bf16"), 989.5e12);
  EXPECT_EQ(h100.flops("fp4"), std::nullopt);
  EXPECT_EQ(h100.memories.front().bytesPerSecond, 3.35e12);
}

// v5e axes close to a ring at length 16 alone, v5p ones where every dimension is a multiple of 4.
TEST(Files, SlicesOfATorus) {
  using Wrap = llvm::SmallVector<bool, 3>;
  auto wrap = [](llvm::StringRef name) { return find(name).groups.front().levels.front().wrap; };
  EXPECT_EQ(wrap("tpu-v5e"), Wrap({true, true}));
  EXPECT_EQ(wrap("tpu-v5e:8x16"), Wrap({false, true}));
  EXPECT_EQ(wrap("tpu-v5e:4x4"), Wrap({false, false}));
  EXPECT_EQ(wrap("tpu-v5p:4x4x8"), Wrap({true, true, true}));
  EXPECT_EQ(wrap("tpu-v5p:2x2x4"), Wrap({false, false, false}));
  EXPECT_EQ(find("tpu-v5e:4x8").numDevices(), 32);
  EXPECT_EQ(find("tpu-v5e:4x8").name, "tpu-v5e:4x8");
  EXPECT_EQ(problem("tpu-v5e:4"), "'tpu-v5e:4': the torus has 2 dimensions, the slice 1");
  EXPECT_EQ(problem("tpu-v5e:4x32"), "'tpu-v5e:4x32': dimension 1 is 32 long, the whole has 16");
  EXPECT_EQ(problem("tpu-v5e:4xx"), "'tpu-v5e:4xx': the torus has 2 dimensions, the slice 3");
  EXPECT_EQ(problem("tpu-v5e:4xa"), "'tpu-v5e:4xa': 'a' is not a length of at least 1");
  EXPECT_EQ(problem("h100-8:4"), "'h100-8:4': only a torus can be cut to a slice");
}

TEST(Files, UnknownNames) {
  EXPECT_EQ(problem("h100-9"), "unknown topology 'h100-9'; did you mean h100-8?");
  EXPECT_TRUE(
      llvm::StringRef(problem("zzzzzzzzzz")).starts_with("unknown topology 'zzzzzzzzzz'; the names are a100-8, "));
  EXPECT_TRUE(llvm::StringRef(problem("../devices/h100")).starts_with("unknown topology"));
  EXPECT_EQ(problem("none.json"), "cannot read none.json: No such file or directory");
  EXPECT_EQ(
      topologyNames("/nonesuch").status().message(),
      "cannot read the topologies of /nonesuch: No such file or directory; set SHARDWRIGHT_TOPOLOGIES to the folder "
      "they are in");
}

TEST(Files, UnlikeGroupsShareWhatTheSlowestHas) {
  std::vector<Level> levels = *find("mixed-h100-a100").commonLevels();
  ASSERT_EQ(levels.size(), 2u);
  EXPECT_EQ(levels[0].bytesPerSecond, 300e9);
  EXPECT_EQ(levels[0].inNetworkReductionFrom, 0);
}

TEST(Files, UnlikeGroupsWithoutCommonLevels) {
  Topology mixed = find("mixed-h100-a100");
  mixed.groups[1].levels[0].size = 4;
  EXPECT_EQ(mixed.commonLevels().status().message(),
            "mixed-h100-a100: level 'nvlink' joins 8, 'nvlink' of a100 4: a group over both cannot be priced");
  mixed.groups[1].levels.push_back(mixed.levels[0]);
  EXPECT_EQ(mixed.commonLevels().status().message(), "mixed-h100-a100: nodes of h100 have 1 levels, those of a100 2: a "
                                                     "group over both cannot be priced");
}

TEST(Files, ShownWithSpeedsAndSources) {
  std::string text = str(find("h100-superpod"));
  EXPECT_NE(text.find("h100-superpod: 1024 H100: 128 nodes on NDR InfiniBand, 1024 devices\n"), std::string::npos);
  EXPECT_NE(
      text.find("  level nvlink: switch of 8, 450 GB/s a child one way, 0.7 us, 80% reached, reduces in the network "
                "from 5\n"),
      std::string::npos)
      << text;
  EXPECT_NE(text.find("bytes_per_s: NVLink4; 8 NDR ports"), std::string::npos);
  EXPECT_NE(str(find("tpu-v4-twisted")).find("torus of 128 = 4x4x8; ring, ring, ring, twisted, 45 GB/s a link"),
            std::string::npos);
}

} // namespace
