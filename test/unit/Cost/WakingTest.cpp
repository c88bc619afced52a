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

/// Two cores: what is done behind a rendezvous takes one core until the other is back, half of which is lost; no more
/// than there is to do.
TEST(Waking, OfTwoCoresHalfIsLostBehindARendezvous) {
  Device host = hostOf(2, 8);
  std::vector<WakingTask> tasks{{1, true}, {3, false}, {1, true}, {10, false}};
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/false), (std::vector<double>{3, 0, 4, 0}));
  EXPECT_EQ(mostWakingSeconds(host, 8), 4);
}

/// Behind the last rendezvous of a trip comes what is in front of the first of the next.
TEST(Waking, ABlockThatRepeatsGoesOnInFront) {
  Device host = hostOf(2, 8);
  std::vector<WakingTask> tasks{{1, false}, {1, true}, {2, false}};
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/false), (std::vector<double>{0, 2, 0}));
  EXPECT_EQ(wakingSeconds(host, 8, tasks, /*repeats=*/true), (std::vector<double>{0, 3, 0}));
}

TEST(Waking, NobodySleepsWithoutARendezvousOrOnOneCore) {
  std::vector<WakingTask> tasks{{1, true}, {3, false}};
  EXPECT_TRUE(wakingSeconds(hostOf(2, 0), 8, tasks, false).empty());
  EXPECT_TRUE(wakingSeconds(hostOf(2, 8), 1, tasks, false).empty());
  EXPECT_EQ(mostWakingSeconds(hostOf(2, 8), 1), 0);
  tasks.front().isRendezvous = false;
  EXPECT_EQ(wakingSeconds(hostOf(2, 8), 8, tasks, false), (std::vector<double>{0, 0}));
}

} // namespace
