// By how much tasks are later because cores sleep, against what follows by hand.
#include "shardwright/Cost/Waking.h"

#include <gtest/gtest.h>

using namespace shardwright;

namespace {

Device hostOf(double cores, double wakeSeconds) {
  Device device;
  device.sharedCores = cores;
  device.wakeSeconds = wakeSeconds;
  return device;
}

constexpr Rendezvous kNone = Rendezvous::None, kGroups = Rendezvous::Groups, kAll = Rendezvous::All;

/// Two cores: what is done behind a rendezvous takes one core until the other is back, half of which is lost; no more
/// than there is to do.
TEST(Waking, OfTwoCoresHalfIsLostBehindARendezvous) {
  Device host = hostOf(2, 8);
  std::vector<WakingTask> tasks{{1, kAll}, {3}, {1, kAll}, {3}};
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/false), (std::vector<double>{3, 0, 3, 0}));
  tasks[1].seconds = tasks[3].seconds = 10;
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/false), (std::vector<double>{4, 0, 4, 0}));
  EXPECT_EQ(mostWakingSeconds(host, 8), 4);
}

/// Behind the last rendezvous of a trip comes what is in front of the first of the next.
TEST(Waking, ABlockThatRepeatsGoesOnInFront) {
  Device host = hostOf(2, 8);
  std::vector<WakingTask> tasks{{1}, {1, kAll}, {2}, {1, kGroups}};
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/false), (std::vector<double>{0, 3, 0, 0}));
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/true), (std::vector<double>{0, 3, 0, 1}));
}

/// Only a rendezvous of all sends the other core to sleep; one of groups does not keep it away, however soon it comes.
TEST(Waking, ARendezvousOfGroupsLeavesCoresAsTheyAre) {
  Device host = hostOf(2, 12);
  std::vector<WakingTask> tasks{{0, kAll}, {8}, {1, kGroups}, {1}, {1, kAll}, {1}, {1, kGroups}, {1}};
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/false), (std::vector<double>{6, 0, 0, 0, 5.5, 0, 0.5, 0}));
  std::vector<WakingTask> loop{{7}, {1, kGroups}, {2}, {1, kGroups}};
  EXPECT_EQ(wakingSeconds(host, 8, loop, /*repeats=*/true), (std::vector<double>{0, 0, 0, 0}));
  loop.front().seconds = 2;
  EXPECT_EQ(wakingSeconds(host, 8, loop, /*repeats=*/true), (std::vector<double>{0, 0, 0, 0}));
  EXPECT_EQ(wakingSeconds(host, 8, loop, /*repeats=*/false), (std::vector<double>{0, 2, 0, 0}));
}

/// Work may be moved past a rendezvous of all: behind each lies its share at least.
TEST(Waking, BehindARendezvousOfAllLiesItsShare) {
  Device host = hostOf(2, 8);
  std::vector<WakingTask> tasks{{0, kAll}, {1, kAll}, {5}};
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/false), (std::vector<double>{2.5, 4, 0}));
}

TEST(Waking, AGroupOfOneWaitsForNobody) {
  EXPECT_EQ(rendezvousOf(1, 8), kNone);
  EXPECT_EQ(rendezvousOf(4, 8), kGroups);
  EXPECT_EQ(rendezvousOf(8, 8), kAll);
}

TEST(Waking, NobodySleepsWithoutARendezvousOrOnOneCore) {
  std::vector<WakingTask> tasks{{1, kAll}, {3}};
  EXPECT_TRUE(wakingSeconds(hostOf(2, 0), 8, tasks, false).empty());
  EXPECT_TRUE(wakingSeconds(hostOf(2, 8), 1, tasks, false).empty());
  EXPECT_EQ(mostWakingSeconds(hostOf(2, 8), 1), 0);
  tasks.front().rendezvous = kNone;
  EXPECT_EQ(wakingSeconds(hostOf(2, 8), 8, tasks, false), (std::vector<double>{0, 0}));
}

} // namespace
