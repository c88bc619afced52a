// Random forward passes: no other cuts keep and save much less, by trying them all.
#include "passes/import/LayerCuts.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <random>
#include <string>

using namespace shardwright;

namespace {

/// What is kept at the cuts and what the largest segment saves.
double bytesOf(const ForwardBytes &bytes, const std::vector<size_t> &cuts) {
  double kept = 0, largest = 0, segment = 0;
  for (size_t op = 0; op < bytes.saved.size(); ++op) {
    segment += bytes.saved[op];
    largest = std::max(largest, segment);
    if (std::find(cuts.begin(), cuts.end(), op) == cuts.end())
      continue;
    kept += bytes.crossing[op];
    segment = 0;
  }
  return kept + largest;
}

double leastBytes(const ForwardBytes &bytes) {
  double least = bytesOf(bytes, {});
  for (unsigned chosen = 0; chosen < 1u << (bytes.saved.size() - 1); ++chosen) {
    std::vector<size_t> cuts;
    for (size_t op = 0; op + 1 < bytes.saved.size(); ++op)
      if (chosen >> op & 1)
        cuts.push_back(op);
    least = std::min(least, bytesOf(bytes, cuts));
  }
  return least;
}

TEST(LayerCuts, NearBruteForce) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    ForwardBytes bytes;
    for (size_t op = 1 + random() % 11; op-- > 0;) {
      bytes.crossing.push_back(random() % 20);
      bytes.saved.push_back(random() % 40);
    }
    const std::vector<size_t> cuts = layerCuts(bytes);
    EXPECT_TRUE(std::is_sorted(cuts.begin(), cuts.end()));
    // Bounds on a segment are tried in steps of a tenth.
    EXPECT_LE(0.9 * bytesOf(bytes, cuts), leastBytes(bytes) + 1e-9);
  }
}

TEST(LayerCuts, EqualLayersAreCutBySquareRoot) {
  ForwardBytes bytes;
  for (int layer = 0; layer < 64; ++layer) { // Eight ops, of which one leaves little to the next.
    bytes.crossing.insert(bytes.crossing.end(), {50, 50, 50, 50, 50, 50, 50, 1});
    bytes.saved.insert(bytes.saved.end(), 8, 0.125);
  }
  const std::vector<size_t> cuts = layerCuts(bytes);
  EXPECT_GE(cuts.size(), 6u);
  EXPECT_LE(cuts.size(), 9u);
  for (size_t cut : cuts)
    EXPECT_EQ(cut % 8, 7u);
}

TEST(LayerCuts, NothingToSave) {
  EXPECT_TRUE(layerCuts({}).empty());
  EXPECT_TRUE(layerCuts({{1, 1}, {0, 0}}).empty());
}

} // namespace
