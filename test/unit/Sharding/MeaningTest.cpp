#include "shardwright/Sharding/Meaning.h"
#include "shardwright/Sharding/Text.h"
#include "test/unit/Sharding/Enumerate.h"

#include "gtest/gtest.h"

#include <map>

using namespace shardwright;
using test::mesh;

namespace {
using Index = llvm::SmallVector<int64_t, 6>;
using Groups = std::vector<std::vector<int64_t>>;

/// What one device holds of a global index.
struct Holder {
  int64_t position;
  Index local;
};
} // namespace

TEST(Meaning, blockIsMixedRadix) {
  Mesh m = mesh("x=2,y=4");
  for (int64_t px = 0; px < 2; ++px)
    for (int64_t py = 0; py < 4; ++py) {
      int64_t p = m.position({px, py});
      EXPECT_EQ(blockIndex(m, {AxisRef("x"), AxisRef("y")}, p), px * 4 + py);
      EXPECT_EQ(blockIndex(m, {AxisRef("y"), AxisRef("x")}, p), py * 2 + px);
      EXPECT_EQ(blockIndex(m, {AxisRef("y", 2, 2), AxisRef("y", 1, 2)}, p), py % 2 * 2 + py / 2);
      EXPECT_EQ(blockIndex(m, {}, p), 0);
    }
}

TEST(Meaning, deviceOrderPlaysNoPart) {
  Mesh plain = mesh("x=2,y=4"), ordered = *Mesh::create({{"x", 2}, {"y", 4}}, {7, 6, 5, 4, 3, 2, 1, 0});
  for (int64_t p = 0; p < 8; ++p)
    EXPECT_EQ(blockIndex(plain, {AxisRef("y")}, p), blockIndex(ordered, {AxisRef("y")}, p));
}

TEST(Meaning, unevenBlocks) {
  Mesh m = mesh("x=4");
  Sharding s = *parseWholeSharding("[I_x]");
  // 9 over 4 parts: blocks of 3, the last one all padding.
  EXPECT_EQ(globalIndex(m, s, {9}, 2, {2}), Index{8});
  EXPECT_EQ(globalIndex(m, s, {9}, 3, {0}), std::nullopt);
  // 5 over 4 parts: blocks of 2, the third one half padding.
  EXPECT_EQ(globalIndex(m, s, {5}, 2, {0}), Index{4});
  EXPECT_EQ(globalIndex(m, s, {5}, 2, {1}), std::nullopt);
}

TEST(Meaning, groupsByExample) {
  Mesh m = mesh("x=2,y=4");
  EXPECT_EQ(groups(m, {AxisRef("x")}), (Groups{{0, 4}, {1, 5}, {2, 6}, {3, 7}}));
  EXPECT_EQ(groups(m, {AxisRef("y")}), (Groups{{0, 1, 2, 3}, {4, 5, 6, 7}}));
  EXPECT_EQ(groups(m, {AxisRef("y", 1, 2)}), (Groups{{0, 2}, {1, 3}, {4, 6}, {5, 7}}));
  EXPECT_EQ(groups(m, {AxisRef("y", 2, 2), AxisRef("x")}), (Groups{{0, 4, 1, 5}, {2, 6, 3, 7}}));
  EXPECT_EQ(groups(m, {}), (Groups{{0}, {1}, {2}, {3}, {4}, {5}, {6}, {7}}));
}

TEST(Meaning, groupsDifferOnlyAlongTheirAxes) {
  for (const char *text : {"x=2,y=4", "x=6,y=2", "x=2,y=3,z=2"}) {
    Mesh m = mesh(text);
    for (const AxisList &axes : test::allAxisLists(m)) {
      std::vector<int64_t> seen(m.numDevices(), 0);
      int64_t lastFirst = -1;
      for (const std::vector<int64_t> &group : groups(m, axes)) {
        EXPECT_GT(group.front(), lastFirst);
        lastFirst = group.front();
        EXPECT_EQ(static_cast<int64_t>(group.size()), numParts(m, axes));
        for (size_t i = 0; i < group.size(); ++i) {
          ++seen[group[i]];
          EXPECT_EQ(blockIndex(m, axes, group[i]), static_cast<int64_t>(i));
          EXPECT_EQ(groupOf(m, axes, group[i]), group);
          // Digits of axes that do not overlap the group's are those of the first member.
          for (const AxisRef &other : test::allAxisRefs(m)) {
            bool same = blockIndex(m, {other}, group[i]) == blockIndex(m, {other}, group[0]);
            EXPECT_TRUE(same || overlaps(m, axes, other));
          }
        }
      }
      EXPECT_EQ(seen, std::vector<int64_t>(m.numDevices(), 1));
    }
  }
}

// Every element lies in exactly one slot of each device that holds it, and the devices that hold it are as many as the
// mesh has beyond the parts.
TEST(Meaning, shardingsCoverTheArrayOnce) {
  for (const char *text : {"x=4,y=2", "x=2,y=3", "x=6"}) {
    Mesh m = mesh(text);
    for (const Sharding &s : test::allShardings(m, 2, false))
      for (Index shape : {Index{8, 12}, Index{7, 5}, Index{1, 9}, Index{0, 3}}) {
        SCOPED_TRACE(m.str() + " " + str(s));
        Index local = s.localShape(m, shape);
        std::map<std::pair<int64_t, int64_t>, std::vector<Holder>> holders;
        for (int64_t p = 0; p < m.numDevices(); ++p)
          for (int64_t i = 0; i < local[0]; ++i)
            for (int64_t j = 0; j < local[1]; ++j)
              if (auto at = globalIndex(m, s, shape, p, {i, j}))
                holders[{(*at)[0], (*at)[1]}].push_back({p, {i, j}});
        EXPECT_EQ(static_cast<int64_t>(holders.size()), shape[0] * shape[1]);
        int64_t copies = m.numDevices() / (s.numParts(m, 0) * s.numParts(m, 1));
        for (auto &entry : holders) {
          ASSERT_EQ(static_cast<int64_t>(entry.second.size()), copies);
          for (size_t k = 1; k < entry.second.size(); ++k) {
            EXPECT_NE(entry.second[k].position, entry.second[k - 1].position);
            EXPECT_EQ(entry.second[k].local, entry.second[0].local);
          }
        }
      }
  }
}
