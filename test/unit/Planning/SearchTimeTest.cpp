// The clock of a plan, by a clock that the test moves.
#include "lib/Planning/SearchTime.h"

#include <gtest/gtest.h>

using namespace shardwright;
using namespace shardwright::planning;

namespace {

struct Moved {
  double now = 100;
  SearchTime time{/*budget=*/8, [this] { return now; }};
};

TEST(SearchTime, KeepsAShareForWhatFollows) {
  Moved moved;
  // Nothing is known of steps: a quarter.
  EXPECT_DOUBLE_EQ(moved.time.left(), 6);
  moved.now += 5;
  EXPECT_DOUBLE_EQ(moved.time.elapsed(), 5);
  EXPECT_DOUBLE_EQ(moved.time.left(), 1);
  EXPECT_FALSE(moved.time.isOver());
  // As many steps as what follows makes, where that is less.
  moved.time.noteStep(0.1);
  const double reserved = moved.time.reserved();
  EXPECT_GT(reserved, 0.1);
  EXPECT_LT(reserved, 1);
  EXPECT_DOUBLE_EQ(moved.time.left(), 3 - reserved);
  moved.time.noteLook(0.25);
  EXPECT_DOUBLE_EQ(moved.time.lookSeconds(), 0.25);
  EXPECT_DOUBLE_EQ(moved.time.reserved(), reserved);
  // Never more than a quarter, and the longest counts.
  moved.time.noteStep(10);
  moved.time.noteStep(1);
  EXPECT_DOUBLE_EQ(moved.time.stepSeconds(), 10);
  EXPECT_DOUBLE_EQ(moved.time.reserved(), 2);
}

TEST(SearchTime, SearchesAsLongAsAStepCanStillBeMade) {
  Moved moved;
  moved.time.noteStep(1);
  EXPECT_TRUE(moved.time.hasStep());
  moved.now += 4.5; // A step more would end within 6 seconds.
  EXPECT_TRUE(moved.time.hasStep());
  moved.now += 1;
  EXPECT_FALSE(moved.time.hasStep());
  EXPECT_FALSE(moved.time.isOver());
  moved.now += 1;
  EXPECT_TRUE(moved.time.isOver());
}

TEST(SearchTime, FollowsAsLongAsTheWholeEndsWithinTheBudget) {
  Moved moved;
  moved.now += 7;
  EXPECT_TRUE(moved.time.isOver());
  EXPECT_TRUE(moved.time.hasTimeFor(1));
  EXPECT_FALSE(moved.time.hasTimeFor(1.5));
  moved.time.extend(1);
  EXPECT_TRUE(moved.time.hasTimeFor(1.5));
}

TEST(SearchTime, LeavesASearchSomeTimeHoweverLateItBegins) {
  Moved moved;
  moved.time.allow(2);
  EXPECT_DOUBLE_EQ(moved.time.left(), 6) << "it has more";
  moved.now += 10;
  moved.time.allow(2);
  EXPECT_NEAR(moved.time.left(), 2, 1e-9);
  EXPECT_EQ(moved.time.budget(), 8);
  EXPECT_FALSE(moved.time.hasTimeFor(0)) << "what follows has none";
  // Where less is kept, there is more.
  moved.time.noteStep(0.01);
  EXPECT_GT(moved.time.left(), 2);
}

TEST(SearchTime, HoldsTimeBackForAnotherSearch) {
  Moved moved;
  moved.time.holdBack(2);
  EXPECT_DOUBLE_EQ(moved.time.left(), 4);
  moved.now += 4;
  EXPECT_TRUE(moved.time.isOver());
  moved.time.release();
  EXPECT_DOUBLE_EQ(moved.time.left(), 2);
}

TEST(SearchTime, EndsAllThatFollowsWhereAProblemIsStopped) {
  Moved moved;
  plan::SolveOptions options;
  options.progress = [](const plan::Solution &, double) { return false; };
  const plan::SolveOptions solve = moved.time.within(options, -1);
  EXPECT_EQ(solve.seconds, 0);
  EXPECT_FALSE(moved.time.isStopped());
  EXPECT_FALSE(solve.progress({}, 0));
  EXPECT_TRUE(moved.time.isStopped());
  EXPECT_TRUE(moved.time.isOver());
  EXPECT_FALSE(moved.time.hasStep());
  EXPECT_FALSE(moved.time.hasTimeFor(0));
}

TEST(SearchTime, NamesWhatWasLeftOutOnce) {
  Moved moved;
  for (const char *what : {"some meshes", "constraints", "some meshes"})
    moved.time.leaveOut(what);
  EXPECT_EQ(moved.time.leftOut(), (std::vector<std::string>{"some meshes", "constraints"}));
}

TEST(SearchTime, LeavesOutWhatThereIsNoTimeForUnlessItIsStopped) {
  Moved moved;
  EXPECT_TRUE(moved.time.hasTimeFor(1, "other links"));
  EXPECT_TRUE(moved.time.hasStep("constraints"));
  EXPECT_FALSE(moved.time.hasTimeFor(100, "twice the batch"));
  moved.now += 100;
  EXPECT_FALSE(moved.time.hasStep("constraints"));
  EXPECT_EQ(moved.time.leftOut(), (std::vector<std::string>{"twice the batch", "constraints"}));
  moved.time.stop();
  EXPECT_FALSE(moved.time.hasStep("alternatives on the mesh"));
  EXPECT_EQ(moved.time.leftOut().size(), 2u);
}

} // namespace
