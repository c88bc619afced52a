#include "shardwright/Cost/Collective.h"
#include "lib/Cost/FirstPrinciples.h"
#include "shardwright/Topology/Files.h"
#include "test/unit/Cost/Machines.h"

#include "gtest/gtest.h"

using namespace shardwright;
using namespace shardwright::test;

namespace {

using Op = CollectiveKind;
constexpr double kB = 100e9, kHop = 1e-6, kBig = 1e9, kSmall = 64;
/// Between the samples of a curve.
constexpr double kSampled = 2e-3;

void expectPrice(const CollectivePrice &price, double bytes, double seconds) {
  EXPECT_NEAR(price.seconds(bytes) / seconds, 1, kSampled) << explain(price, bytes);
}

Topology node(int64_t size = 8) { return makeMachine({makeSwitch(size, kB, kHop)}); }

TEST(Collective, RingsOnASwitch) {
  expectPrice(priceOf(node(), Op::AllGather, {{8, 1}}), kBig, 7 * kHop + 7. / 8 * kBig / kB);
  expectPrice(priceOf(node(), Op::ReduceScatter, {{8, 1}}), kBig, 7 * kHop + 7. / 8 * kBig / kB);
  expectPrice(priceOf(node(), Op::AllReduce, {{8, 1}}), kBig, 14 * kHop + 14. / 8 * kBig / kB);
  expectPrice(priceOf(node(), Op::AllGather, {{4, 2}}), kBig, 3 * kHop + 3. / 4 * kBig / kB);
}

TEST(Collective, TreesWhereLatencyCounts) {
  expectPrice(priceOf(node(), Op::AllReduce, {{8, 1}}), kSmall, 6 * kHop + 2 * kSmall / kB);
}

TEST(Collective, DirectOnes) {
  expectPrice(priceOf(node(), Op::AllToAll, {{8, 1}}), kBig, (1 + 7. / 8) * kHop + 7. / 8 * kBig / kB);
  expectPrice(priceOf(node(), Op::Permute, {{8, 1}}), kBig, kHop + kBig / kB);
  expectPrice(priceOf(node(), Op::SendRecv, {{2, 1}}), kBig, kHop + kBig / kB);
  expectPrice(priceOf(node(), Op::Broadcast, {{8, 1}}), kBig, 3 * kHop + kBig / kB);
}

TEST(Collective, TheSwitchAddsUp) {
  Topology topology = node();
  topology.groups[0].levels[0].inNetworkReductionFrom = 5;
  expectPrice(priceOf(topology, Op::AllReduce, {{8, 1}}), kBig, 2 * kHop + kBig / kB);
  expectPrice(priceOf(topology, Op::AllReduce, {{4, 1}}), kBig, 6 * kHop + 6. / 4 * kBig / kB);
}

TEST(Collective, PairsWithLinksOfTheirOwn) {
  Topology topology = node();
  topology.groups[0].levels[0].kind = LevelKind::PointToPoint;
  expectPrice(priceOf(topology, Op::AllGather, {{8, 1}}), kBig, kHop + 7. / 8 * kBig / (7 * kB));
  expectPrice(priceOf(topology, Op::AllGather, {{2, 1}}), kBig, kHop + 1. / 2 * kBig / kB);
  expectPrice(priceOf(topology, Op::Permute, {{8, 1}}), kBig, kHop + kBig / kB);
}

TEST(Collective, ABusIsSharedByAll) {
  Topology topology = node(4);
  topology.groups[0].levels[0].kind = LevelKind::Bus;
  topology.groups[0].levels[0].totalBytesPerSecond = 2 * kB;
  // Four senders, or two pairs of them, get half of what each could take; the first pair alone would get it all.
  expectPrice(priceOf(topology, Op::AllGather, {{4, 1}}), kBig, 3 * kHop + 3. / 4 * kBig / (kB / 2));
  expectPrice(priceOf(topology, Op::AllGather, {{2, 1}}), kBig, kHop + 1. / 2 * kBig / (kB / 2));
  CollectiveCosts costs = *CollectiveCosts::unmeasured(topology);
  expectPrice(costs.price(Op::AllGather, *placeGroup(costs.levels(), {{2, 1}}, 2)), kBig, kHop + 1. / 2 * kBig / kB);
}

TEST(Collective, RingsAndLinesOfATorus) {
  Topology ring = makeMachine({makeTorus({16, 16}, true, kB, kHop)}),
           line = makeMachine({makeTorus({16, 16}, false, kB, kHop)});
  expectPrice(priceOf(ring, Op::AllGather, {{16, 1}}), kBig, 8 * kHop + 15. / 16 * kBig / (2 * kB));
  expectPrice(priceOf(line, Op::AllGather, {{16, 1}}), kBig, 15 * kHop + 15. / 16 * kBig / kB);
  // Over both dimensions at once the bandwidth doubles.
  expectPrice(priceOf(ring, Op::AllGather, {{256, 1}}), kBig, 16 * 1.0 * kHop + 255. / 256 * kBig / (4 * kB));
  expectPrice(priceOf(ring, Op::AllToAll, {{16, 1}}), kBig, 8 * kHop + 16. / 8 * kBig / kB);
  expectPrice(priceOf(line, Op::AllToAll, {{16, 1}}), kBig, 15 * kHop + 16. / 4 * kBig / kB);
  // Eight of a row are a line even in a ring. Every second one of them is a ring that shares the links with the others,
  // or a line where there is none.
  expectPrice(priceOf(ring, Op::AllGather, {{8, 1}}), kBig, 7 * kHop + 7. / 8 * kBig / kB);
  expectPrice(priceOf(ring, Op::AllGather, {{8, 2}}), kBig, 8 * kHop + 7. / 8 * kBig / (2 * kB / 2));
  expectPrice(priceOf(line, Op::AllGather, {{8, 2}}), kBig, 14 * kHop + 7. / 8 * kBig / (kB / 2));
  // Pairs at the ends of every half: four such groups pass the link in the middle.
  expectPrice(priceOf(line, Op::AllGather, {{2, 1}, {2, 8}}), kBig, 9 * kHop + 3. / 4 * kBig / (kB / 4));
  // Over the far pairs of one dimension and the near ones of the other: half of all that a device lacks comes over the
  // far link of one device or the other, however fast the near ones are.
  expectPrice(priceOf(line, Op::AllGather, {{2, 8}, {2, 16}}), kBig, 9 * kHop + 1. / 4 * kBig / (kB / 8));
}

TEST(Collective, TwistedTori) {
  Level plain = makeTorus({4, 4, 8}, true, kB, kHop), twisted = plain;
  twisted.twisted = true;
  EXPECT_DOUBLE_EQ(meanHops(plain), 1 + 1 + 2);
  EXPECT_LT(meanHops(twisted), 4);
  double before = priceOf(makeMachine({plain}), Op::AllToAll, {{128, 1}}).seconds(kBig);
  double after = priceOf(makeMachine({twisted}), Op::AllToAll, {{128, 1}}).seconds(kBig);
  EXPECT_NEAR(before, 8. / 8 * kBig / kB, 1e-3 * before + 16 * kHop);
  EXPECT_NEAR(after, meanHops(twisted) / 6 * kBig / kB, 1e-3 * after + 16 * kHop);
}

TEST(Collective, AcrossNodes) {
  // A node goes out with half of what one of its devices has.
  Topology topology = makeMachine({makeSwitch(8, kB, kHop), makeSwitch(4, kB / 2, 5 * kHop)});
  // A ring passes the way out of each node once, at full size; the trees inside cost less than they wait.
  expectPrice(priceOf(topology, Op::AllGather, {{32, 1}}), 1e11, 31 * 5 * kHop + 31. / 32 * 1e11 / (kB / 2));
  // One device a node: eight groups share each way out.
  expectPrice(priceOf(topology, Op::AllGather, {{4, 8}}), kBig, 3 * 5 * kHop + 3. / 4 * kBig / (kB / 2 / 8));
  // All to all: 8 members send 24 parts of 32 out of their node.
  expectPrice(priceOf(topology, Op::AllToAll, {{32, 1}}), 1e11, 8 * 24. / 32 * 1e11 / (kB / 2));
  // Small: up and down the levels.
  double small = 2 * 3 * kHop + 2 * 2 * 5 * kHop;
  expectPrice(priceOf(topology, Op::AllReduce, {{32, 1}}), kSmall, small);
}

TEST(Collective, OversubscriptionSlowsTheWayUp) {
  Topology topology = makeMachine({makeSwitch(8, kB, kHop), makeSwitch(4, kB, kHop)});
  double before = priceOf(topology, Op::AllGather, {{32, 1}}).seconds(1e11);
  topology.groups[0].levels[1].oversubscription = 4;
  EXPECT_NEAR(priceOf(topology, Op::AllGather, {{32, 1}}).seconds(1e11) / before, 4, 0.01);
}

TEST(Collective, AGroupOfOneIsFree) {
  CollectivePrice price = priceOf(node(), Op::AllReduce, {{1, 1}});
  EXPECT_EQ(price.seconds(kBig), 0);
  EXPECT_EQ(price.busBandwidth(kBig), 0);
}

TEST(Collective, Names) {
  for (Op op :
       {Op::AllReduce, Op::AllGather, Op::ReduceScatter, Op::AllToAll, Op::Permute, Op::Broadcast, Op::SendRecv})
    EXPECT_EQ(parseCollective(collectiveName(op)), op);
  EXPECT_EQ(parseCollective("all_reduced"), std::nullopt);
}

// Measured: 8 H100, 256 MiB, nccl-tests: 1.12 ms; the link alone allows 0.6 ms with the switch adding up.
TEST(Collective, MeasuredOnesSayWhatTheyRestOn) {
  Topology topology = *findTopology("h100-8", TOPOLOGIES);
  CollectiveCosts costs = *CollectiveCosts::create(topology, TOPOLOGIES);
  CollectivePrice price = costs.price(Op::AllReduce, *placeGroup(costs.levels(), {{8, 1}}, 8));
  EXPECT_NEAR(price.seconds(1 << 28), 1.12e-3, 0.15e-3);
  std::string text = explain(price, 1 << 28);
  EXPECT_NE(text.find("in-network: 3.0 us to launch + 2.0 x 0.70 us + 1.000 x bytes / (450.0 GB/s x 0.80) over nvlink"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("measured: all_reduce over 8, H100 SXM"), std::string::npos) << text;
  EXPECT_NE(text.find("links alone: 596.52 us"), std::string::npos) << text;
}

// What nobody measured leans on its neighbours: as many members between those that were, other operations, other
// places.
TEST(Collective, UnmeasuredOnesLieBetweenTheirNeighbours) {
  Topology topology = *findTopology("h100-8", TOPOLOGIES);
  CollectiveCosts costs = *CollectiveCosts::create(topology, TOPOLOGIES);
  auto bandwidth = [&](Op op, int64_t members) {
    return costs.price(op, *placeGroup(costs.levels(), {{members, 1}}, members)).busBandwidth(1 << 28);
  };
  double four = bandwidth(Op::AllGather, 4), six = bandwidth(Op::AllGather, 6), eight = bandwidth(Op::AllGather, 8);
  EXPECT_LT(std::min(four, eight) * 0.99, six);
  EXPECT_LT(six, std::max(four, eight) * 1.01);
  EXPECT_GT(bandwidth(Op::Broadcast, 8), 200e9);
}

} // namespace
