// Which executions try how many workers, and what is chosen by that, for times that are given.
#include "runtime/backends/host/WorkerChoice.h"

#include "gtest/gtest.h"

#include <functional>

namespace shardwright::runtime::host {
namespace {

using std::chrono::microseconds;

constexpr int kTrial = 9; ///< executions

/// So many executions, which take what `took` says of (number, whether alone). How many of them ran alone.
int run(WorkerChoice &choice, int executions, const std::function<microseconds(int, bool)> &took) {
  int alone = 0;
  for (int number = 0; number != executions; ++number) {
    alone += choice.isAlone();
    choice.done(took(number, choice.isAlone()));
  }
  return alone;
}

std::function<microseconds(int, bool)> times(int all, int one) {
  return [=](int, bool isAlone) { return microseconds(isAlone ? one : all); };
}

TEST(WorkerChoice, TheQuickerOfBothStays) {
  WorkerChoice small, large;
  EXPECT_EQ(run(small, kTrial, times(20, 10)), 4);
  EXPECT_EQ(run(small, 1000, times(20, 10)), 1000);
  EXPECT_EQ(run(large, kTrial, times(20, 30)), 4);
  EXPECT_EQ(run(large, 1000, times(20, 30)), 0);
}

TEST(WorkerChoice, WhatRunsFirstAndWhatWasInterruptedDoNotCount) {
  for (int slow = 0; slow != kTrial; ++slow) {
    auto interrupted = [&](int all, int one) {
      return [=](int number, bool isAlone) { return microseconds(number == slow ? 19 : isAlone ? one : all); };
    };
    WorkerChoice small, large;
    run(small, kTrial, interrupted(12, 10));
    EXPECT_TRUE(small.isAlone()) << slow;
    run(large, kTrial, interrupted(10, 12));
    EXPECT_FALSE(large.isAlone()) << slow;
  }
}

TEST(WorkerChoice, OneThatIsMuchSlowerIsTriedOnce) {
  WorkerChoice choice;
  EXPECT_EQ(run(choice, 500, times(20, 50)), 1);
}

TEST(WorkerChoice, LongExecutionsHaveAllWorkers) {
  WorkerChoice choice;
  EXPECT_EQ(run(choice, 500, times(21'000, 5'000)), 0);
}

TEST(WorkerChoice, BothAreTriedAgainNowAndThen) {
  WorkerChoice choice;
  run(choice, kTrial, times(20, 10));
  EXPECT_EQ(run(choice, 2000, times(10, 20)), 1024 + 4); // the machine has changed
}

TEST(WorkerChoice, WhoeverIsAloneForLongIsNotForTheNext) {
  WorkerChoice choice;
  run(choice, kTrial, times(20, 10));
  choice.done(microseconds(40));
  EXPECT_TRUE(choice.isAlone());
  choice.done(microseconds(41)); // a loop with more iterations
  EXPECT_FALSE(choice.isAlone());
  EXPECT_EQ(run(choice, 500, times(30, 41)), 4);
  EXPECT_FALSE(choice.isAlone());
}

} // namespace
} // namespace shardwright::runtime::host
