#include "lib/Cost/FirstPrinciples.h"
#include "shardwright/Cost/Collective.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Cost/Machines.h"

#include "gtest/gtest.h"

#include <random>

using namespace shardwright;
using namespace shardwright::test;

namespace {

using Op = CollectiveKind;
constexpr Op kOps[] = {Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll,
                       Op::Permute,   Op::Broadcast, Op::SendRecv};

void expectSound(const CollectivePrice &price, const std::string &where) {
  double before = 0;
  for (double log = 0; log < 42; log += 0.13) {
    double bytes = std::exp2(log), seconds = price.seconds(bytes);
    ASSERT_TRUE(std::isfinite(seconds) && seconds > 0) << where << " at " << bytes;
    ASSERT_GE(seconds, before) << where << ": cheaper at " << bytes << " bytes than at fewer";
    ASSERT_GE(seconds, bytes * price.linkSecondsPerByte) << where << ": faster than the links at " << bytes;
    before = seconds;
  }
}

Topology randomMachine(std::mt19937 &random) {
  auto pick = [&](std::initializer_list<int64_t> of) { return of.begin()[random() % of.size()]; };
  std::vector<Level> levels;
  if (random() % 4 == 0) {
    levels.push_back(makeTorus({pick({2, 4, 8}), pick({2, 4, 8})}, random() % 2, 50e9, 1e-6));
  } else {
    levels.push_back(makeSwitch(pick({2, 4, 8, 16}), double(pick({100, 300, 900})) * 1e9, 1e-6));
    levels.back().kind = random() % 3 ? LevelKind::Switch : LevelKind::PointToPoint;
    levels.back().efficiency = 0.5 + 0.5 * double(random() % 100) / 100;
  }
  for (size_t i = random() % 3; i > 0; --i) {
    levels.push_back(makeSwitch(pick({2, 4, 8}), double(pick({50, 400, 3600})) * 1e9, 5e-6));
    levels.back().name += "-" + std::to_string(i);
    levels.back().oversubscription = double(pick({1, 2, 4}));
    levels.back().inNetworkReductionFrom = random() % 2 ? 2 : 0;
  }
  return makeMachine(std::move(levels));
}

TEST(CollectiveProperties, RandomMachines) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Topology topology = randomMachine(random);
    CollectiveCosts costs = *CollectiveCosts::unmeasured(topology);
    int64_t devices = topology.numDevices(), stride = int64_t(1) << random() % 3;
    for (int64_t size = 2; size * stride <= devices; size *= 2) {
      absl::StatusOr<GroupAssignment> group = placeGroup(costs.levels(), {{size, stride}}, devices);
      if (!group.ok())
        continue;
      for (Op op : kOps)
        expectSound(costs.price(op, *group), std::string(collectiveName(op)) + " over " + std::to_string(size));
    }
  }
}

// Every way to do it obeys the links, the hierarchical one with its partial sums in the switches too.
TEST(CollectiveProperties, NoAlgorithmBeatsTheLinks) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Topology topology = randomMachine(random);
    std::vector<Level> levels = *topology.commonLevels();
    GroupAssignment group = *placeGroup(levels, {{topology.numDevices(), 1}}, topology.numDevices());
    for (Op op : kOps)
      for (const Algorithm &way : algorithms(levels, 0, op, group, ""))
        EXPECT_GE(way.secondsPerByte, linkBound(levels, op, group, "") * (1 - 1e-12))
            << collectiveName(op) << " " << way.name;
  }
}

// Whatever the levels, all ways into a device together bring it what it lacks, and the outermost one brings each unit
// what all of it lack, twice where it has to be added up first: the lower bounds of flat algorithms. (Ways of the outer
// levels end at devices, not at the inner switches.)
TEST(CollectiveProperties, HierarchiesKeepFlatLowerBounds) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    Topology topology = randomMachine(random);
    std::vector<Level> &levels = topology.groups.front().levels;
    double devices = double(topology.numDevices()), below = 1, intoDevice = 0, intoUnit = 0, outermost = 1;
    for (Level &level : levels) {
      level.inNetworkReductionFrom = 0;
      intoUnit = level.childBytesPerSecond();
      intoDevice += intoUnit / below;
      outermost = below;
      below *= double(level.size);
    }
    for (Op op : {Op::AllGather, Op::ReduceScatter, Op::AllReduce})
      for (double bytes : {1e3, 1e6, 1e9}) {
        double seconds = priceOf(topology, op, {{topology.numDevices(), 1}}).seconds(bytes);
        double moved = bytes * (op == Op::AllReduce ? 2 : 1) * (1 - 1e-9);
        EXPECT_GE(seconds, (1 - 1 / devices) * moved / intoDevice) << collectiveName(op) << " of " << bytes;
        EXPECT_GE(seconds, (1 - outermost / devices) * moved / intoUnit) << collectiveName(op) << " of " << bytes;
      }
  }
}

// One more device on a switch makes nothing cheaper, until there are enough of them for the switch to add up.
TEST(CollectiveProperties, MoreDevicesCostMore) {
  Topology topology = makeMachine({makeSwitch(64, 450e9, 1e-6)});
  for (Op op : kOps)
    for (double bytes : {1e2, 1e5, 1e8, 1e10}) {
      double before = 0;
      for (int64_t members = 2; members <= 64; ++members) {
        double seconds = priceOf(topology, op, {{members, 1}}).seconds(bytes);
        EXPECT_GE(seconds, before * (1 - 1e-12)) << collectiveName(op) << " of " << bytes << " over " << members;
        before = seconds;
      }
    }
}

TEST(CollectiveProperties, ShippedMachines) {
  std::vector<std::string> machines = *topologyNames(TOPOLOGIES);
  for (const std::string &machine : machines)
    for (const char *library : {"nccl", "xla"}) {
      Topology topology = *findTopology(machine, TOPOLOGIES);
      absl::StatusOr<CollectiveCosts> costs = CollectiveCosts::create(topology, TOPOLOGIES, {library, "", "", ""});
      ASSERT_TRUE(costs.ok()) << costs.status().message();
      for (int64_t stride : {1, 4})
        for (int64_t size = 2; size * stride <= topology.numDevices(); size *= 2) {
          absl::StatusOr<GroupAssignment> group = placeGroup(costs->levels(), {{size, stride}}, topology.numDevices());
          for (Op op : kOps)
            if (group.ok())
              expectSound(costs->price(op, *group),
                          machine + " " + std::string(collectiveName(op)) + " over " + std::to_string(size));
        }
    }
}

} // namespace
