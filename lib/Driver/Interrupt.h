#ifndef LIB_DRIVER_INTERRUPT_H
#define LIB_DRIVER_INTERRUPT_H

#include <csignal>

namespace shardwright::driver {

/// While there is one, the first SIGINT is only remembered, so that a search can end with what it has; the second ends
/// the process as ever. What was done on SIGINT before is done again afterwards. At most one at a time.
class Interrupt {
public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt &) = delete;
  Interrupt &operator=(const Interrupt &) = delete;

  /// Whether SIGINT came. Of any thread.
  static bool came();

private:
  struct sigaction before_;
};

} // namespace shardwright::driver

#endif // LIB_DRIVER_INTERRUPT_H
