// Every question about two axes, first as its documentation answers it, then against the meaning: an axis reference is
// the function that takes a device to its block number along it.
#include "shardwright/Sharding/Meaning.h"
#include "test/unit/Sharding/Enumerate.h"

#include "gtest/gtest.h"

#include <map>
#include <set>

using namespace shardwright;
using test::mesh;

namespace {
const AxisRef X("X"), Y("Y");
AxisRef x(int64_t pre, int64_t size) { return AxisRef("X", pre, size); }

class AxisTable : public ::testing::Test {
protected:
  Mesh m = mesh("X=8,Y=2");
};

/// Block numbers of all devices along one reference or a list.
std::vector<int64_t> blocks(const Mesh &mesh, llvm::ArrayRef<AxisRef> axes) {
  std::vector<int64_t> out;
  for (int64_t p = 0; p < mesh.numDevices(); ++p)
    out.push_back(blockIndex(mesh, axes, p));
  return out;
}

std::vector<int64_t> dividedBy(std::vector<int64_t> values, int64_t divisor) {
  for (int64_t &value : values)
    value /= divisor;
  return values;
}

/// `b` is a function of `a`.
bool determines(const std::vector<int64_t> &a, const std::vector<int64_t> &b) {
  std::map<int64_t, int64_t> table;
  for (size_t i = 0; i < a.size(); ++i)
    if (!table.emplace(a[i], b[i]).second && table[a[i]] != b[i])
      return false;
  return true;
}

/// Every pair of block numbers occurs equally often.
bool independent(const std::vector<int64_t> &a, const std::vector<int64_t> &b, int64_t pairs) {
  std::map<std::pair<int64_t, int64_t>, size_t> count;
  for (size_t i = 0; i < a.size(); ++i)
    ++count[{a[i], b[i]}];
  for (auto &entry : count)
    if (entry.second * pairs != a.size())
      return false;
  return true;
}

bool isPrefixByMeaning(const Mesh &mesh, const AxisRef &prefix, const AxisRef &axis) {
  int64_t rest = axis.size(mesh) / prefix.size(mesh);
  return axis.size(mesh) % prefix.size(mesh) == 0 && blocks(mesh, prefix) == dividedBy(blocks(mesh, axis), rest);
}

/// Different axes, or runs of digits of one splitting of their axis: every boundary divides the next.
bool shareASplitting(const Mesh &mesh, const AxisRef &a, const AxisRef &b) {
  std::set<int64_t> cuts = {a.preSize(), a.preSize() * a.size(mesh), b.preSize(), b.preSize() * b.size(mesh)};
  int64_t last = 1;
  for (int64_t cut : cuts) {
    if (a.name == b.name && cut % last != 0)
      return false;
    last = cut;
  }
  return true;
}

const char *const kMeshes[] = {"X=8,Y=2", "X=6,Y=4", "X=12", "X=24,Y=3", "Y=2,X=16", "X=30", "X=1,Y=36"};
} // namespace

TEST_F(AxisTable, contains) {
  EXPECT_TRUE(contains(m, X, x(2, 4)));
  EXPECT_TRUE(contains(m, x(1, 4), x(2, 2)));
  EXPECT_FALSE(contains(m, x(2, 2), x(1, 4)));
  EXPECT_FALSE(contains(m, X, Y));
  EXPECT_TRUE(contains(m, X, X));
  EXPECT_FALSE(contains(m, x(1, 2), x(2, 2)));
}

TEST_F(AxisTable, overlaps) {
  EXPECT_TRUE(overlaps(m, X, x(4, 2)));
  EXPECT_TRUE(overlaps(m, x(1, 4), x(2, 4)));
  EXPECT_FALSE(overlaps(m, x(1, 2), x(2, 4)));
}

TEST_F(AxisTable, isPrefixOf) {
  EXPECT_TRUE(isPrefixOf(m, x(1, 2), X));
  EXPECT_TRUE(isPrefixOf(m, x(1, 2), x(1, 4)));
  EXPECT_FALSE(isPrefixOf(m, x(2, 2), X));
  EXPECT_TRUE(isPrefixOf(m, X, X));
  EXPECT_TRUE(isPrefixOf(m, x(2, 2), x(2, 4)));
  EXPECT_FALSE(isPrefixOf(m, X, Y));
}

TEST_F(AxisTable, overlap) {
  EXPECT_EQ(overlap(m, x(1, 4), x(2, 4)), x(2, 2));
  EXPECT_EQ(overlap(m, X, x(4, 2)), x(4, 2));
  EXPECT_EQ(overlap(m, x(1, 2), x(2, 4)), std::nullopt);
}

TEST_F(AxisTable, merge) {
  EXPECT_EQ(merge(m, x(1, 2), x(2, 4)), X);
  EXPECT_EQ(merge(m, x(1, 2), x(2, 2)), x(1, 4));
  EXPECT_EQ(merge(m, x(2, 2), x(1, 2)), std::nullopt);
}

TEST_F(AxisTable, differentSplittings) {
  Mesh six = mesh("X=6");
  EXPECT_TRUE(overlaps(six, x(1, 2), x(1, 3)));
  EXPECT_EQ(overlap(six, x(1, 2), x(1, 3)), std::nullopt);
  EXPECT_TRUE(subtract(six, x(1, 2), x(1, 3)).empty());
}

TEST_F(AxisTable, spelling) {
  EXPECT_EQ(X.str(), "X");
  EXPECT_EQ(x(2, 4).str(), "X:(2)4");
  EXPECT_EQ(makeAxisRef(m, "X", 1, 8), X);
  EXPECT_EQ(makeAxisRef(m, "X", 2, 4), x(2, 4));
  EXPECT_LT(X, x(1, 2));
  EXPECT_LT(x(1, 4), x(2, 2));
}

TEST_F(AxisTable, verifyAxis) {
  auto error = [&](const AxisRef &axis) { return std::string(verifyAxis(m, axis).message()); };
  EXPECT_EQ(error(X), "");
  EXPECT_EQ(error(x(2, 4)), "");
  EXPECT_EQ(error(AxisRef("Z")), "unknown axis 'Z': the mesh has the axes X, Y");
  EXPECT_EQ(verifyAxis(*Mesh::create({}), X).message(), "unknown axis 'X': the mesh has no axes");
  EXPECT_EQ(error(x(0, 2)), "sub-axis 'X:(0)2' has 0 more major positions and size 2; they must be at least 1 and 2");
  EXPECT_EQ(error(x(2, 1)), "sub-axis 'X:(2)1' has 2 more major positions and size 1; they must be at least 1 and 2");
  EXPECT_EQ(error(x(3, 2)), "sub-axis 'X:(3)2' does not divide axis 'X' of size 8");
  EXPECT_EQ(error(x(4, 4)), "sub-axis 'X:(4)4' does not divide axis 'X' of size 8");
  EXPECT_EQ(error(x(1, 8)), "sub-axis 'X:(1)8' is the whole axis; write 'X'");
  EXPECT_EQ(error(x(int64_t(1) << 62, 4)), "sub-axis 'X:(4611686018427387904)4' does not divide axis 'X' of size 8");
}

TEST(AxisMeaning, questionsAboutPairs) {
  for (const char *text : kMeshes) {
    Mesh m = mesh(text);
    for (const AxisRef &a : test::allAxisRefs(m))
      for (const AxisRef &b : test::allAxisRefs(m)) {
        SCOPED_TRACE(m.str() + " " + a.str() + " " + b.str());
        EXPECT_EQ(contains(m, a, b), determines(blocks(m, a), blocks(m, b)));
        bool apart = independent(blocks(m, a), blocks(m, b), a.size(m) * b.size(m));
        EXPECT_EQ(overlaps(m, a, b), !apart || !shareASplitting(m, a, b));
        EXPECT_EQ(isPrefixOf(m, a, b), isPrefixByMeaning(m, a, b));
      }
  }
}

TEST(AxisMeaning, overlapIsTheLargestCommonPart) {
  for (const char *text : kMeshes) {
    Mesh m = mesh(text);
    std::vector<AxisRef> all = test::allAxisRefs(m);
    for (const AxisRef &a : all)
      for (const AxisRef &b : all) {
        SCOPED_TRACE(m.str() + " " + a.str() + " " + b.str());
        std::optional<AxisRef> got = overlap(m, a, b);
        EXPECT_EQ(got.has_value(), shareASplitting(m, a, b) && overlaps(m, a, b));
        if (!got)
          continue;
        EXPECT_TRUE(contains(m, a, *got) && contains(m, b, *got));
        for (const AxisRef &other : all)
          EXPECT_TRUE(!contains(m, a, other) || !contains(m, b, other) || contains(m, *got, other)) << other.str();
      }
  }
}

TEST(AxisMeaning, mergeAndSplitAndSubtract) {
  for (const char *text : kMeshes) {
    Mesh m = mesh(text);
    std::vector<AxisRef> all = test::allAxisRefs(m);
    for (const AxisRef &a : all) {
      for (const AxisRef &b : all) {
        SCOPED_TRACE(m.str() + " " + a.str() + " " + b.str());
        std::optional<AxisRef> merged;
        for (const AxisRef &other : all)
          if (blocks(m, other) == blocks(m, {a, b}))
            merged = other;
        EXPECT_EQ(merge(m, a, b), merged);
        if (std::optional<AxisRef> common = overlap(m, a, b)) {
          AxisList parts(subtract(m, a, *common));
          parts.push_back(*common);
          llvm::sort(parts, [](const AxisRef &p, const AxisRef &q) { return p.preSize() < q.preSize(); });
          EXPECT_EQ(blocks(m, parts), blocks(m, a));
          EXPECT_EQ(subtract(m, a, b), subtract(m, a, *common));
        }
      }
      for (int64_t size = 0; size <= a.size(m) + 1; ++size) {
        auto parts = split(m, a, size);
        EXPECT_EQ(parts.has_value(), size > 1 && a.size(m) % size == 0);
        if (!parts)
          continue;
        AxisList list = {parts->first};
        if (parts->second)
          list.push_back(*parts->second);
        EXPECT_EQ(parts->first.size(m), size);
        EXPECT_EQ(list.size(), size == a.size(m) ? 1u : 2u);
        EXPECT_EQ(blocks(m, list), blocks(m, a));
      }
    }
  }
}

TEST(AxisMeaning, commonPrefixIsTheLongest) {
  for (const char *text : kMeshes) {
    Mesh m = mesh(text);
    std::vector<AxisRef> all = test::allAxisRefs(m);
    for (const AxisRef &a : all)
      for (const AxisRef &b : all) {
        std::optional<AxisRef> longest;
        for (const AxisRef &p : all)
          if (isPrefixByMeaning(m, p, a) && isPrefixByMeaning(m, p, b) && (!longest || p.size(m) > longest->size(m)))
            longest = p;
        EXPECT_EQ(commonPrefix(m, a, b), longest) << a.str() << " " << b.str();
      }
  }
}
