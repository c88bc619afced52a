// Which collectives become one, on random blocks: whatever is decided, everything still runs behind what it reads.
#include "shardwright/Fusion/Sequence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

using namespace shardwright::fusion;

namespace {

/// Chains through collectives of a few kinds and arithmetic that may wait, and products that may not.
Sequence randomSequence(uint64_t seed) {
  std::mt19937_64 random(seed);
  auto below = [&](uint64_t bound) { return static_cast<uint32_t>(random() % bound); };
  Sequence sequence;
  const uint32_t arguments = 1 + below(4), ops = 4 + below(40), kinds = 1 + below(4);
  const int64_t limit = 32 << below(4);
  auto addValue = [&] {
    Sequence::Value value;
    value.bytes = 4 << below(4);
    value.isElementwise = below(4) == 0;
    sequence.values.push_back(value);
  };
  for (uint32_t argument = 0; argument < arguments; ++argument)
    addValue();
  for (uint32_t at = 0; at < ops; ++at) {
    Sequence::Op op;
    const bool isProduct = below(8) == 0;
    op.isCollective = !isProduct && below(2) == 0;
    op.stays = isProduct;
    op.isInPlace = below(3) == 0;
    for (uint32_t reads = op.isCollective ? 1 : 1 + below(2); reads > 0; --reads)
      op.reads.push_back(below(sequence.values.size()));
    op.numOperands = op.reads.size();
    if (op.isCollective) {
      op.kind = below(8) == 0 ? -1 : below(kinds);
      op.limit = limit;
    }
    op.results.push_back(static_cast<uint32_t>(sequence.values.size()));
    addValue();
    sequence.ops.push_back(op);
  }
  Sequence::Op end;
  end.isEnd = end.stays = true;
  for (uint32_t yields = 1 + below(4); yields > 0; --yields)
    end.reads.push_back(below(sequence.values.size()));
  end.numOperands = end.reads.size();
  sequence.ops.push_back(end);
  sequence.connect();
  return sequence;
}

/// By position: where it runs, those of a group all where the first of them does.
std::vector<size_t> ranks(const Sequence &sequence, const CombinedCollectives &combined) {
  std::vector<size_t> ranks(sequence.ops.size());
  for (size_t at = 0; at < ranks.size(); ++at)
    ranks[at] = at;
  for (size_t place = 0; place < combined.order.size(); ++place)
    ranks[combined.order[place]] = place;
  for (const auto &group : combined.groups)
    for (uint32_t at : group)
      ranks[at] = ranks[group.front()];
  return ranks;
}

TEST(CombineCollectivesTest, EverythingRunsBehindWhatItReads) {
  size_t groups = 0, linked = 0;
  for (uint64_t seed = 0; seed < 20000; ++seed) {
    Sequence sequence = randomSequence(seed);
    CombinedCollectives combined = combineCollectives(sequence);
    ASSERT_EQ(combined.groups.empty(), combined.order.empty()) << "seed " << seed;
    if (combined.groups.empty())
      continue;
    std::vector<uint32_t> all = combined.order;
    std::sort(all.begin(), all.end());
    ASSERT_EQ(all.size(), sequence.ops.size()) << "seed " << seed;
    for (uint32_t at = 0; at < all.size(); ++at)
      ASSERT_EQ(all[at], at) << "seed " << seed;
    std::vector<size_t> rank = ranks(sequence, combined);
    for (uint32_t at = 0; at < all.size(); ++at)
      for (uint32_t value : sequence.ops[at].reads)
        if (int64_t maker = sequence.values[value].maker; maker >= 0) {
          ASSERT_LT(rank[maker], rank[at]) << "seed " << seed << ": " << at << " reads " << maker;
        }
    std::vector<bool> isIn(all.size());
    for (const auto &group : combined.groups) {
      int64_t bytes = 0;
      for (uint32_t at : group) {
        ASSERT_FALSE(isIn[at]) << "seed " << seed;
        isIn[at] = true;
        ASSERT_EQ(sequence.ops[at].kind, sequence.ops[group.front()].kind) << "seed " << seed;
        bytes += std::max(sequence.values[sequence.ops[at].reads.front()].bytes,
                          sequence.values[sequence.ops[at].results.front()].bytes);
      }
      ASSERT_LE(bytes, sequence.ops[group.front()].limit) << "seed " << seed;
    }
    groups += combined.groups.size();
    for (const auto &group : combined.groups)
      for (uint32_t at : group)
        for (uint32_t reader : sequence.values[sequence.ops[at].results.front()].readers)
          linked += isIn[reader];
  }
  EXPECT_GT(groups, 10000u);
  EXPECT_GT(linked, 1000u); // collectives of groups that feed those of others
}

} // namespace
