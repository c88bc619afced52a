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

void checkPlaces(const Blocks &blocks, const Packing &packing, bool shares) {
  llvm::ArrayRef<BufferRequest> all = blocks.get();
  ASSERT_EQ(packing.offsets.size(), all.size());
  for (size_t a = 0; a < all.size(); ++a) {
    uint64_t begin = packing.offsets[a], end = begin + all[a].bytes;
    EXPECT_EQ(begin % alignmentOf(all[a].bytes), 0u) << a;
    EXPECT_LE(end, packing.bytes) << a;
    for (size_t b = 0; b < a; ++b)
      if (!shares || all[a].life->meets(*all[b].life)) {
        EXPECT_TRUE(end <= packing.offsets[b] || packing.offsets[b] + all[b].bytes <= begin) << a << " and " << b;
      }
  }
}

TEST(Packing, whatLivesTogetherLiesApart) {
  unsigned seed = std::random_device{}();
  std::cout << "seed " << seed << "\n";
  for (unsigned round = 0; round < 20; ++round) {
    Blocks blocks(seed + round, 150, 20000);
    for (bool shares : {true, false})
      checkPlaces(blocks, pack(blocks.get(), shares, blocks.atLeast()), shares);
  }
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
  EXPECT_EQ(pack(blocks, /*shares=*/true, atLeast).bytes, atLeast);
}

} // namespace
