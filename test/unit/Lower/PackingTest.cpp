// Places in the arena, for blocks that nobody chose.
#include "passes/lower/Packing.h"

#include "shardwright/Runtime/Executable.h"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <random>

using namespace shardwright::lower;
using shardwright::runtime::alignmentOf;

namespace {

constexpr uint32_t kEnd = 400;

/// Blocks with lives of one or two spans.
class Blocks {
public:
  Blocks(unsigned seed, size_t count, uint64_t mostBytes) : random(seed), lives(count) {
    for (LiveRange &life : lives) {
      llvm::SmallVector<LiveRange::Span, 1> spans = {span()};
      if (random() % 4 == 0)
        spans.push_back(span());
      life = LiveRange(std::move(spans));
      all.push_back({mostBytes - (mostBytes > 4096 ? random() % 4096 : 0), &life});
    }
  }

  llvm::ArrayRef<BufferRequest> get() const { return all; }
  /// The most bytes that live at one point.
  uint64_t atLeast() const {
    std::map<uint32_t, uint64_t> bytes;
    for (const BufferRequest &block : all)
      for (auto [first, last] : block.life->spans())
        for (uint32_t point = first; point <= last; ++point)
          bytes[point] += block.bytes;
    uint64_t most = 0;
    for (auto [point, sum] : bytes)
      most = std::max(most, sum);
    return most;
  }

private:
  LiveRange::Span span() {
    uint32_t first = random() % kEnd, length = random() % (random() % 3 ? 20 : kEnd);
    return {first, std::min(kEnd, first + length)};
  }

  std::mt19937 random;
  std::vector<LiveRange> lives;
  std::vector<BufferRequest> all;
};

void checkPlaces(llvm::ArrayRef<BufferRequest> all, llvm::ArrayRef<LentBlock> lent, const Packing &packing,
                 bool shares) {
  ASSERT_EQ(packing.places.size(), all.size());
  for (size_t a = 0; a < all.size(); ++a) {
    const Packing::Place &place = packing.places[a];
    uint64_t begin = place.offset, end = begin + all[a].bytes;
    EXPECT_EQ(begin % alignmentOf(all[a].bytes), 0u) << a;
    ASSERT_TRUE(place.block == -1 || (shares && place.block >= 0 && static_cast<size_t>(place.block) < lent.size()))
        << a;
    EXPECT_LE(end, place.block < 0 ? packing.bytes : lent[place.block].bytes) << a;
    if (place.block >= 0) {
      EXPECT_FALSE(lent[place.block].life->meets(*all[a].life)) << a;
    }
    for (size_t b = 0; b < a; ++b)
      if (packing.places[b].block == place.block && (!shares || all[a].life->meets(*all[b].life))) {
        uint64_t other = packing.places[b].offset;
        EXPECT_TRUE(end <= other || other + all[b].bytes <= begin) << a << " and " << b;
      }
  }
}

TEST(Packing, whatLivesTogetherLiesApart) {
  unsigned seed = std::random_device{}();
  std::cout << "seed " << seed << "\n";
  for (unsigned round = 0; round < 20; ++round) {
    Blocks blocks(seed + round, 150, 20000), contents(seed + 1000 + round, round % 4 * 10, 30000);
    std::vector<LentBlock> lent;
    for (const BufferRequest &content : contents.get())
      lent.push_back({content.bytes, content.life});
    for (bool shares : {true, false})
      checkPlaces(blocks.get(), lent, pack(blocks.get(), lent, shares, blocks.atLeast()), shares);
  }
}

TEST(Packing, lentBlocksHoldWhatFitsWhileTheirContentDoesNotLive) {
  LiveRange early({{0, 10}}), late({{20, 30}}), always({{0, 30}});
  // Two that live together side by side in the block, one that is too large for it, one that meets its content.
  std::vector<BufferRequest> requests = {{64, &early}, {64, &early}, {192, &early}, {64, &always}};
  std::vector<LentBlock> lent = {{128, &late}};
  Packing packing = pack(requests, lent, /*shares=*/true, /*atLeast=*/384);
  EXPECT_EQ(packing.bytes, 256u);
  EXPECT_EQ(packing.places[0].block, 0);
  EXPECT_EQ(packing.places[1].block, 0);
  EXPECT_EQ(packing.places[2].block, -1);
  EXPECT_EQ(packing.places[3].block, -1);
  EXPECT_EQ(pack(requests, lent, /*shares=*/false, 384).bytes, 384u);
  EXPECT_EQ(pack({}, lent, /*shares=*/true, 128).bytes, 0u);
}

TEST(Packing, equalBlocksOfOneSpanTakeNoMoreThanWhatLivesTogether) {
  std::vector<LiveRange> lives;
  std::vector<BufferRequest> blocks;
  std::mt19937 random(7);
  for (size_t i = 0; i < 300; ++i) {
    uint32_t first = random() % kEnd;
    lives.push_back(LiveRange({{first, first + random() % 60}}));
  }
  std::vector<uint64_t> bytes(kEnd + 60, 0);
  for (const LiveRange &life : lives) {
    blocks.push_back({4096, &life});
    for (uint32_t point = life.first(); point <= life.last(); ++point)
      bytes[point] += 4096;
  }
  uint64_t atLeast = *std::max_element(bytes.begin(), bytes.end());
  EXPECT_EQ(pack(blocks, {}, /*shares=*/true, atLeast).bytes, atLeast);
}

} // namespace
