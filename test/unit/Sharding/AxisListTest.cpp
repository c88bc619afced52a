#include "shardwright/Sharding/Meaning.h"
#include "test/unit/Sharding/Enumerate.h"

#include "gtest/gtest.h"

using namespace shardwright;
using test::mesh;

namespace {
const AxisRef X("X"), Y("Y");
AxisRef x(int64_t pre, int64_t size) { return AxisRef("X", pre, size); }
AxisRef y(int64_t pre, int64_t size) { return AxisRef("Y", pre, size); }
const char *const kMeshes[] = {"X=4,Y=2", "X=6,Y=2", "X=8", "X=12"};

/// `prefix` splits an array like the major blocks of `axes`.
bool isPrefixByMeaning(const Mesh &mesh, const AxisList &prefix, const AxisList &axes) {
  int64_t parts = numParts(mesh, axes), major = numParts(mesh, prefix);
  for (int64_t p = 0; p < mesh.numDevices(); ++p)
    if (parts % major != 0 || blockIndex(mesh, axes, p) / (parts / major) != blockIndex(mesh, prefix, p))
      return false;
  return true;
}
} // namespace

TEST(AxisList, canonicalize) {
  Mesh m = mesh("X=8,Y=2,Z=1");
  EXPECT_EQ(canonicalize(m, {x(1, 2), x(2, 2), x(4, 2)}), AxisList{X});
  EXPECT_EQ(canonicalize(m, {x(1, 2), Y, x(2, 4)}), (AxisList{x(1, 2), Y, x(2, 4)}));
  EXPECT_EQ(canonicalize(m, {x(1, 2), AxisRef("Z"), x(2, 4)}), AxisList{X});
  EXPECT_EQ(numParts(m, {x(1, 2), Y}), 4);
  EXPECT_EQ(numParts(m, {}), 1);
}

TEST(AxisList, commonPrefix) {
  Mesh m = mesh("X=8,Y=2");
  EXPECT_EQ(commonPrefix(m, {Y, X}, {Y, x(1, 4)}), (AxisList{Y, x(1, 4)}));
  EXPECT_EQ(commonPrefix(m, {Y, x(1, 2)}, {Y, x(2, 4)}), AxisList{Y});
  EXPECT_EQ(commonPrefix(m, AxisList{X}, AxisList{x(1, 2), Y}), AxisList{x(1, 2)});
  EXPECT_EQ(commonPrefix(m, AxisList{X}, AxisList{x(1, 2), x(2, 2), Y}), AxisList{x(1, 4)});
  EXPECT_EQ(commonPrefix(m, AxisList{X}, AxisList{Y}), AxisList{});
}

TEST(AxisList, dropPrefix) {
  Mesh m = mesh("X=8,Y=2");
  EXPECT_EQ(dropPrefix(m, {Y, X}, {Y, x(1, 2)}), AxisList{x(2, 4)});
  EXPECT_EQ(dropPrefix(m, {X, Y}, {x(1, 2)}), (AxisList{x(2, 4), Y}));
  EXPECT_EQ(dropPrefix(m, {X, Y}, {X, Y}), AxisList{});
}

TEST(AxisList, meaning) {
  for (const char *text : kMeshes) {
    Mesh m = mesh(text);
    std::vector<AxisList> all = test::allAxisLists(m);
    for (const AxisList &a : all)
      for (const AxisList &b : all) {
        bool prefix = isPrefixByMeaning(m, a, b);
        EXPECT_EQ(isPrefixOf(m, a, b), prefix);
        if (prefix) {
          AxisList both = a;
          for (const AxisRef &axis : dropPrefix(m, b, a))
            append(m, both, axis);
          EXPECT_EQ(both, b);
        }
        AxisList common = commonPrefix(m, a, b);
        EXPECT_TRUE(isPrefixByMeaning(m, common, a) && isPrefixByMeaning(m, common, b));
        for (const AxisList &other : all) {
          bool both = isPrefixByMeaning(m, other, a) && isPrefixByMeaning(m, other, b);
          EXPECT_TRUE(!both || numParts(m, other) <= numParts(m, common));
        }
      }
  }
}

TEST(AxisList, refineKeepsTheMeaning) {
  for (const char *text : kMeshes) {
    Mesh m = mesh(text);
    std::vector<AxisList> all = test::allAxisLists(m);
    for (const AxisList &a : all)
      for (const AxisList &b : all) {
        AxisList lists[] = {a, b};
        refine(m, lists);
        EXPECT_EQ(canonicalize(m, lists[0]), a);
        EXPECT_EQ(canonicalize(m, lists[1]), b);
        for (const AxisRef &left : lists[0])
          for (const AxisRef &right : lists[1])
            EXPECT_TRUE(left == right || !overlaps(m, left, right) || !overlap(m, left, right))
                << m.str() << " " << left.str() << " " << right.str();
      }
  }
}

TEST(AxisList, refine) {
  Mesh m = mesh("X=8,Y=4");
  AxisList lists[] = {{X, Y}, {x(2, 2)}, {y(2, 2)}};
  refine(m, lists);
  EXPECT_EQ(lists[0], (AxisList{x(1, 2), x(2, 2), x(4, 2), y(1, 2), y(2, 2)}));
  EXPECT_EQ(lists[1], AxisList{x(2, 2)});
  EXPECT_EQ(lists[2], AxisList{y(2, 2)});
}
