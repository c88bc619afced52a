#include "tools/book/Constants.h"
#include "shardwright/Topology/Files.h"

#include <gtest/gtest.h>

namespace shardwright::book {
namespace {

TEST(Constants, EveryDeviceIsListedInTheOrderOfTheFile) {
  std::vector<std::string> names = deviceNames();
  ASSERT_GE(names.size(), 2u);
  EXPECT_EQ(names.front(), "p100");
  EXPECT_EQ(names.back(), "tpu7x");
}

TEST(Constants, Constants) {
  EXPECT_EQ(*constantOf("h100", "hbm_bytes")->getAsNumber(), 80e9);
  EXPECT_EQ(*constantOf("ib_ndr_port", "link_bytes_per_s")->getAsNumber(), 400e9 / 8);
  EXPECT_EQ(constantOf("h100", "ici_bidi_bytes_per_s").status().message(),
            "the table has no ici_bidi_bytes_per_s of h100");
  EXPECT_EQ(std::string(constantsOf("h999").status().message()).substr(0, 40),
            "unknown device 'h999' (there is p100, v1");
}

// What one number says twice must agree.
TEST(Constants, LinksTimesPortsIsEgress) {
  for (const std::string &name : deviceNames()) {
    const llvm::json::Object &device = **constantsOf(name);
    if (!device.get("nvlink_ports"))
      continue;
    double egress = *device.getNumber("nvlink_ports") * *device.getNumber("nvlink_link_bytes_per_s");
    EXPECT_EQ(egress, *device.getNumber("gpu_egress_bytes_per_s")) << name;
    EXPECT_EQ(2 * egress, *device.getNumber("nvlink_bidirectional_bytes_per_s")) << name;
  }
}

TEST(Constants, TwoDirectionsAreTwiceOne) {
  for (const std::string &name : deviceNames()) {
    const llvm::json::Object &device = **constantsOf(name);
    if (std::optional<double> oneWay = device.getNumber("ici_uni_bytes_per_s")) {
      EXPECT_EQ(2 * *oneWay, *device.getNumber("ici_bidi_bytes_per_s")) << name;
    }
  }
}

// What books print and data sheets say may differ (memory of a B200, rate of a TPU v3), but by an eighth at most.
TEST(Constants, AgreeWithTheDevicesOfMachines) {
  int compared = 0;
  std::vector<std::string> machines = *topologyNames(TOPOLOGIES);
  for (const std::string &machine : machines) {
    absl::StatusOr<Topology> topology = findTopology(machine, TOPOLOGIES);
    ASSERT_TRUE(topology.ok()) << topology.status();
    for (const DeviceGroup &group : topology->groups) {
      const Device &device = group.device;
      absl::StatusOr<const llvm::json::Object *> table = constantsOf(device.name);
      if (!table.ok())
        continue;
      auto agrees = [&](llvm::StringRef constant, std::optional<double> number) {
        std::optional<double> round = (*table)->getNumber(constant);
        if (!round || !number)
          return;
        EXPECT_NEAR(*number / *round, 1, 0.125) << device.name << " " << constant.str();
        ++compared;
      };
      agrees("hbm_bytes", device.memories.front().bytes);
      agrees("hbm_bytes_per_s", device.memories.front().bytesPerSecond);
      agrees("bf16_flops_per_s", device.flops("bf16"));
      agrees("fp8_flops_per_s", device.flops("fp8"));
      agrees("int8_ops_per_s", device.flops("int8"));
    }
  }
  EXPECT_GE(compared, 20);
}

TEST(Constants, SupplyWhatFormulasAskFor) {
  llvm::json::Object inputs{{"W_hbm_bytes_per_s", 1}};
  auto supplied = supplyConstants("tpu_v5e", {"C_flops_per_s", "W_hbm_bytes_per_s", "hbm_bytes", "B"}, inputs);
  ASSERT_TRUE(supplied.ok());
  ASSERT_EQ(supplied->size(), 2u);
  EXPECT_EQ((*supplied)[0].constant, "bf16_flops_per_s");
  EXPECT_EQ(inputs, (llvm::json::Object{{"C_flops_per_s", 197e12}, {"W_hbm_bytes_per_s", 1}, {"hbm_bytes", 16e9}}));
  EXPECT_FALSE(supplyConstants("abacus", {"B"}, inputs).ok());
}

} // namespace
} // namespace shardwright::book
