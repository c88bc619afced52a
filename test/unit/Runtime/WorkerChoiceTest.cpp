// Which executions try how many workers, and what is chosen by that, for times that are given.
#include "runtime/backends/host/WorkerChoice.h"

#include "gtest/gtest.h"

#include <functional>

namespace shardwright::runtime::host {
namespace {

using std::chrono::microseconds;

constexpr int kTrial = 11, kAlone = 5; ///< executions of a millisecond

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
  EXPECT_EQ(run(small, kTrial, times(2000, 1000)), kAlone);
  EXPECT_EQ(run(small, 1000, times(2000, 1000)), 1000);
  EXPECT_EQ(run(large, kTrial, times(2000, 3000)), kAlone);
  EXPECT_EQ(run(large, 1000, times(2000, 3000)), 0);
}

TEST(WorkerChoice, WhatRunsFirstAndWhatWasInterruptedDoNotCount) {
  for (int slow = 0; slow != kTrial; ++slow) {
    auto interrupted = [&](int all, int one) {
      return [=](int number, bool isAlone) { return microseconds(number == slow ? 1900 : isAlone ? one : all); };
    };
    WorkerChoice small, large;
    run(small, kTrial, interrupted(1200, 1000));
    EXPECT_TRUE(small.isAlone()) << slow;
    run(large, kTrial, interrupted(1000, 1200));
    EXPECT_FALSE(large.isAlone()) << slow;
  }
}

/// Workers that have just become idle look for work for a while, beside whoever runs.
TEST(WorkerChoice, ShortExecutionsCountOnceTheOthersHaveParked) {
  WorkerChoice choice;
  int alone = 0;
  run(choice, 200, [&](int, bool isAlone) {
    alone += isAlone;
    return microseconds(!isAlone ? 20 : alone <= 3 ? 45 : 10);
  });
  EXPECT_TRUE(choice.isAlone());
}

TEST(WorkerChoice, OneThatIsMuchSlowerIsTriedOnce) {
  WorkerChoice choice;
  EXPECT_EQ(run(choice, 500, times(2000, 5000)), 1);
}

TEST(WorkerChoice, LongExecutionsHaveAllWorkers) {
  WorkerChoice choice;
  EXPECT_EQ(run(choice, 500, times(21'000, 5'000)), 0);
}

TEST(WorkerChoice, BothAreTriedAgainNowAndThen) {
  WorkerChoice choice;
  run(choice, kTrial, times(2000, 1000));
  EXPECT_EQ(run(choice, 2000, times(1000, 2000)), 1024 + kAlone); // the machine has changed
}

TEST(WorkerChoice, WhoeverIsAloneForLongIsNotForTheNext) {
  WorkerChoice choice;
  run(choice, kTrial, times(2000, 1000));
  choice.done(microseconds(4000));
  EXPECT_TRUE(choice.isAlone());
  choice.done(microseconds(4001)); // a loop with more iterations
  EXPECT_FALSE(choice.isAlone());
  EXPECT_EQ(run(choice, 500, times(3000, 4100)), kAlone);
  EXPECT_FALSE(choice.isAlone());
}

} // namespace
} // namespace shardwright::runtime::host
