// Launches of random sequences of steps, against what may run beside what.
#include "passes/lower/LaunchGroups.h"

#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"

#include <random>

namespace shardwright::lower {
namespace {

GroupLimits limits() {
  GroupLimits limits;
  limits.launchBytes = 1000;
  return limits;
}

GroupedStep launch(std::initializer_list<unsigned> reads, std::initializer_list<unsigned> writes, unsigned kernel = 0) {
  GroupedStep step;
  step.reads = reads;
  step.writes = writes;
  step.isLaunch = step.isPlain = true;
  step.kernel = kernel;
  step.bytes = 10;
  step.parameters = 2;
  return step;
}

GroupedStep other(std::initializer_list<unsigned> reads, std::initializer_list<unsigned> writes) {
  GroupedStep step = launch(reads, writes);
  step.isLaunch = false;
  return step;
}

using Groups = std::vector<llvm::SmallVector<unsigned, 1>>;

bool meet(const GroupedStep &a, const GroupedStep &b) {
  auto touches = [](const GroupedStep &step, unsigned memory) {
    return llvm::is_contained(step.reads, memory) || llvm::is_contained(step.writes, memory);
  };
  return llvm::any_of(a.writes, [&](unsigned memory) { return touches(b, memory); }) ||
         llvm::any_of(b.writes, [&](unsigned memory) { return touches(a, memory); });
}

void expectSame(llvm::ArrayRef<GroupedStep> steps, const Groups &groups) {
  std::vector<int> groupOf(steps.size(), -1);
  for (auto [number, group] : llvm::enumerate(groups))
    for (unsigned step : group) {
      ASSERT_LT(step, steps.size());
      EXPECT_EQ(groupOf[step], -1);
      groupOf[step] = static_cast<int>(number);
      EXPECT_TRUE(group.size() == 1 || steps[step].isLaunch);
    }
  for (size_t a = 0; a != steps.size(); ++a) {
    ASSERT_GE(groupOf[a], 0);
    for (size_t b = a + 1; b != steps.size(); ++b)
      if (meet(steps[a], steps[b]) || (!steps[a].isLaunch && !steps[b].isLaunch)) {
        EXPECT_LT(groupOf[a], groupOf[b]) << "steps " << a << " and " << b;
      }
  }
}

/// Casts of weights in front of the product of each, which reads the same rows.
TEST(LaunchGroups, MovesAhead) {
  const GroupedStep steps[] = {launch({0}, {10}), other({10, 20}, {30}), launch({1}, {11}), other({11, 20}, {31})};
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0, 2}, {1}, {3}}));
}

/// Updates behind the product of each gradient.
TEST(LaunchGroups, Waits) {
  const GroupedStep steps[] = {other({20}, {30}), launch({30}, {0}), other({20}, {31}), launch({31}, {1})};
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0}, {2}, {1, 3}}));
}

TEST(LaunchGroups, KeepsWhatNeedsEachOtherApart) {
  const GroupedStep chain[] = {launch({0}, {1}), launch({1}, {2}), launch({2}, {3})};
  EXPECT_EQ(groupLaunches(chain, limits()), (Groups{{0}, {1}, {2}}));
  const GroupedStep written[] = {launch({0}, {1}), launch({2}, {0})}; // what the first reads
  EXPECT_EQ(groupLaunches(written, limits()), (Groups{{0}, {1}}));
}

TEST(LaunchGroups, TakesNoMoreMemory) {
  // Each cast would be there while the other product runs.
  std::vector<GroupedStep> steps = {launch({0}, {10}), other({10, 20}, {30}), launch({1}, {11}), other({11, 20}, {31})};
  steps[0].born = steps[1].freed = steps[2].born = steps[3].freed = 5000;
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0}, {1}, {2}, {3}}));
  // Elsewhere as much is alive.
  steps.push_back(other({40}, {41}));
  steps.back().born = steps.back().freed = 10000;
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0, 2}, {1}, {3}, {4}}));
}

TEST(LaunchGroups, TakesLittleMore) {
  std::vector<GroupedStep> steps = {launch({0}, {10}), other({10, 20}, {30}), launch({1}, {11}), other({11, 20}, {31})};
  steps[0].born = steps[1].freed = steps[2].born = steps[3].freed = 1000; // what a launch is worth
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0, 2}, {1}, {3}}));
}

TEST(LaunchGroups, Limits) {
  GroupedStep steps[] = {launch({0}, {10}, 0), launch({1}, {11}, 1)};
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0, 1}}));
  GroupLimits few = limits();
  few.parameters = 3;
  EXPECT_EQ(groupLaunches(steps, few), (Groups{{0}, {1}}));
  // Beside a kernel of rows, what moves more than a launch is worth; equal kernels are together whatever they move.
  steps[0].isPlain = false;
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0, 1}}));
  steps[0].bytes = steps[1].bytes = 1001;
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0}, {1}}));
  steps[1].isPlain = false;
  steps[1].kernel = 0;
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0, 1}}));
  steps[0].bytes = 100 * 1000; // longer than a launch is short
  EXPECT_EQ(groupLaunches(steps, limits()), (Groups{{0}, {1}}));
}

TEST(LaunchGroups, RandomSequences) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  auto below = [&](unsigned bound) { return static_cast<unsigned>(random() % bound); };
  for (int i = 0; i != 300; ++i) {
    std::vector<GroupedStep> steps;
    const unsigned memories = 2 + below(20);
    for (unsigned step = 0, count = 1 + below(40); step != count; ++step) {
      GroupedStep made = below(3) == 0 ? other({}, {}) : launch({}, {}, below(4));
      for (unsigned reads = below(3); reads != 0; --reads)
        made.reads.push_back(below(memories));
      for (unsigned writes = below(3); writes != 0; --writes)
        made.writes.push_back(below(memories));
      made.bytes = below(1500);
      made.isPlain = below(2) == 0;
      made.born = below(100);
      made.freed = below(100);
      steps.push_back(std::move(made));
    }
    GroupLimits some = limits();
    some.window = 1 + below(32);
    expectSame(steps, groupLaunches(steps, some));
  }
}

} // namespace
} // namespace shardwright::lower
