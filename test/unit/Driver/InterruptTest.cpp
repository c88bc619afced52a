#include "lib/Driver/Interrupt.h"

#include <gtest/gtest.h>

namespace shardwright::driver {
namespace {

volatile std::sig_atomic_t gHandled = 0;

TEST(Interrupt, IsRememberedWhileThereIsOne) {
  std::signal(SIGINT, [](int) { gHandled = gHandled + 1; });
  {
    Interrupt interrupt;
    EXPECT_FALSE(Interrupt::came());
    std::raise(SIGINT);
    EXPECT_TRUE(Interrupt::came());
    EXPECT_EQ(gHandled, 0);
  }
  std::raise(SIGINT);
  EXPECT_EQ(gHandled, 1);
  Interrupt another;
  EXPECT_FALSE(Interrupt::came());
}

TEST(InterruptDeathTest, TheSecondEndsTheProcess) {
  auto raiseTwice = [] {
    Interrupt interrupt;
    std::raise(SIGINT);
    std::raise(SIGINT);
  };
  EXPECT_EXIT(raiseTwice(), testing::KilledBySignal(SIGINT), "");
}

} // namespace
} // namespace shardwright::driver
