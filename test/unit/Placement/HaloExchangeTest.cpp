#include "shardwright/Placement/HaloExchange.h"
#include "shardwright/Topology/Files.h"

#include "gtest/gtest.h"

#include <algorithm>

namespace shardwright {
namespace {

constexpr int64_t kNothing = -1;

/// What each device has after the exchange, slot by slot of its window: the element's number, or kNothing.
std::vector<std::vector<int64_t>> exchanged(const HaloExchange &plan, int64_t length, int64_t parts, int64_t dilation) {
  auto element = [&](int64_t device, int64_t place) {
    int64_t number = device * plan.block + place;
    if (!plan.mirror.empty())
      number = parts * plan.block - 1 - number;
    return number < length ? number : kNothing;
  };
  std::vector<std::vector<int64_t>> result;
  for (int64_t device = 0; device < parts; ++device) {
    std::vector<int64_t> joined(plan.before, kNothing);
    for (const HaloExchange::Segment &segment : plan.segments)
      for (int64_t place = segment.begin; place < segment.end; ++place) {
        std::pair<int64_t, int64_t> pair{device + segment.distance, device};
        bool isSent = place >= segment.firstRead && place < segment.endRead;
        bool has = segment.distance == 0 || (isSent && llvm::is_contained(segment.pairs, pair));
        joined.push_back(has ? element(pair.first, place) : kNothing);
      }
    joined.insert(joined.end(), plan.behind, kNothing);
    std::vector<int64_t> &slots = result.emplace_back(plan.slots, kNothing);
    if (plan.segments.empty())
      continue;
    int64_t room = static_cast<int64_t>(joined.size()) - plan.length;
    EXPECT_GE(room, 0);
    int64_t begin = std::clamp<int64_t>(plan.offset + device * plan.drift, 0, room);
    for (int64_t i = 0; i < plan.length; ++i)
      slots[plan.phase + i * dilation] = joined[begin + i];
  }
  return result;
}

/// Every position that there is reads what the window says, wherever its device got it from.
void expectReads(int64_t length, int64_t positions, int64_t parts, const FactorWindow &window) {
  std::optional<HaloExchange> plan = planHaloExchange(length, positions, parts, window);
  if (!plan)
    return;
  SCOPED_TRACE(testing::Message() << length << " elements, " << positions << " positions over " << parts << ", low "
                                  << window.low << " stride " << window.stride << " size " << window.size
                                  << " dilation " << window.dilation);
  auto slots = exchanged(*plan, length, parts, window.dilation);
  int64_t block = (positions + parts - 1) / parts;
  bool outside = false;
  for (int64_t position = 0; position < positions; ++position)
    for (int64_t i = 0; i < window.size; ++i) {
      int64_t slot = window.low + position * window.stride + i;
      int64_t number = slot % window.dilation == 0 ? slot / window.dilation : kNothing;
      bool exists = slot >= 0 && number != kNothing && number < length;
      outside |= number != kNothing && !exists;
      int64_t device = position / block, here = (position % block) * window.stride + i;
      int64_t found = slots[device][here];
      if (exists || plan->isEmptyOutside) {
        ASSERT_EQ(found, exists ? number : kNothing) << "position " << position;
      }
      // The number that a device takes an element for is its place in what it has.
      if (exists) {
        ASSERT_EQ(number, plan->first + device * plan->advance + (here - plan->phase) / window.dilation);
      }
    }
  EXPECT_TRUE(plan->readsOutside || !outside);
}

TEST(HaloExchange, BringsWhatIsRead) {
  for (int64_t parts : {1, 2, 3, 4, 8})
    for (int64_t length : {0, 1, 3, 8, 10, 16, 17})
      for (int64_t positions : {1, 2, 7, 8, 10, 16, 19})
        for (int64_t low : {-5, -1, 0, 1, 3, 9})
          for (int64_t stride : {1, 2, 3})
            for (int64_t size : {1, 3, 4})
              for (int64_t dilation : {1, 2, 3})
                expectReads(length, positions, parts, {0, 0, 0, low, stride, size, dilation});
}

TEST(HaloExchange, TurnsRound) {
  for (int64_t parts : {1, 2, 3, 4, 5, 8})
    for (int64_t length : {1, 2, 3, 5, 8, 10, 16, 17, 40}) {
      SCOPED_TRACE(testing::Message() << length << " elements over " << parts);
      std::optional<HaloExchange> plan = planHaloExchange(length, length, parts, {0, 0, 0, length - 1, -1, 1, 1});
      if (!plan) {
        EXPECT_NE(length % parts, 0);
        continue;
      }
      for (auto [source, target] : plan->mirror)
        EXPECT_EQ(source + target, parts - 1);
      auto slots = exchanged(*plan, length, parts, 1);
      for (int64_t position = 0; position < length; ++position)
        EXPECT_EQ(slots[position / plan->block][position % plan->block], length - 1 - position);
    }
  // The blocks change places, then move on by two elements of padding.
  std::optional<HaloExchange> plan = planHaloExchange(30, 30, 4, {0, 0, 0, 29, -1, 1, 1});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->sent(), 8 + 2);
  EXPECT_EQ(plan->messages().size(), 2u);
}

TEST(HaloExchange, SendsOnlyEdges) {
  // A window of three over blocks of four: one element from either side.
  std::optional<HaloExchange> plan = planHaloExchange(16, 16, 4, {0, 0, 0, -1, 1, 3, 1});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->sent(), 2);
  EXPECT_EQ(plan->messages().size(), 2u);
  EXPECT_EQ(plan->length, 6);
  EXPECT_EQ(plan->drift, 0);
  EXPECT_TRUE(plan->isEmptyOutside);
  // Every second element lies in its own block.
  plan = planHaloExchange(16, 8, 4, {0, 0, 0, 0, 2, 1, 1});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->sent(), 0);
  // One element of the last block is sent from the last device to the first.
  plan = planHaloExchange(16, 1, 4, {0, 0, 0, 15, 1, 1, 1});
  ASSERT_TRUE(plan);
  EXPECT_EQ(plan->sent(), 1);
  ASSERT_EQ(plan->segments.size(), 1u);
  EXPECT_EQ(plan->segments[0].pairs.front(), (std::pair<int64_t, int64_t>(3, 0)));
}

// Two that send to each other both ways take what such permutes take, not what a shift around a ring does: the price of
// the permute that is made.
TEST(HaloExchange, ThePriceIsThatOfItsPermutes) {
  ShardingRule rule = *parseShardingRule("([i])->([j]) {i=65536, j=65536}");
  rule.windows = {{0, 0, 1, -1, 1, 3, 1}};
  OpShapes shapes{{{65536}}, {{65536}}};
  for (int64_t parts : {2, 6}) {
    CostModel costs =
        *CostModel::create(*findTopology(INPUTS "/three-nodes.json", ""), "", *Mesh::create({{"x", parts}}));
    Placement placement;
    placement.factors = {{}, {AxisRef(AxisName("x"))}};
    std::optional<HaloExchange> plan = planHaloExchange(65536, 65536, parts, rule.windows[0]);
    ASSERT_TRUE(plan);
    double seconds = 0;
    for (const HaloExchange::Message &message : plan->messages())
      seconds += costs.collective({CollectiveKind::Permute, placement.factors[1], "f32", message.pairs})
                     .seconds(double(message.length) * 4);
    EXPECT_GT(seconds, 0);
    // But for what a price is rounded by.
    EXPECT_NEAR(priceHaloExchange(costs, rule, shapes, placement, 0, 4).seconds(), seconds, 1e-12);
    CollectiveWork shift{CollectiveKind::Permute, placement.factors[1]};
    EXPECT_EQ(plan->messages().size() * costs.collective(shift).seconds(4) == seconds, parts == 6);
  }
}

TEST(HaloExchange, LeavesToGathersWhatTakesAllBlocks) {
  // A cumulative sum reads all that is before it.
  EXPECT_FALSE(planHaloExchange(16, 16, 4, {0, 0, 0, -15, 1, 16, 1}));
  EXPECT_FALSE(planHaloExchange(1 << 20, 1 << 20, 1024, {0, 0, 0, -(1 << 15), 1, 1 << 15, 1}));
  // Blocks of three positions begin at every third slot: for one device an element lies there, for the next between
  // two.
  EXPECT_FALSE(planHaloExchange(8, 12, 4, {0, 0, 0, 0, 1, 1, 2}));
}

} // namespace
} // namespace shardwright
