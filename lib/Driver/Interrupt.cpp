#include "lib/Driver/Interrupt.h"

#include <atomic>

namespace shardwright::driver {

static std::atomic<bool> gCame;
static_assert(std::atomic<bool>::is_always_lock_free, "a signal's handler writes it");

Interrupt::Interrupt() {
  gCame = false;
  struct sigaction action = {};
  action.sa_handler = [](int) { gCame = true; };
  action.sa_flags = static_cast<int>(SA_RESETHAND | SA_RESTART);
  sigaction(SIGINT, &action, &before_);
}

Interrupt::~Interrupt() { sigaction(SIGINT, &before_, nullptr); }

bool Interrupt::came() { return gCame; }

} // namespace shardwright::driver
