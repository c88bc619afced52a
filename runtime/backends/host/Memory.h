#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MEMORY_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MEMORY_H

#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdint>
#include <utility>

namespace shardwright::runtime::host {

/// Pages of zeros from the system, given back at the end.
class Memory {
public:
  Memory() = default;
  Memory(Memory &&other) noexcept : base(std::exchange(other.base, nullptr)), length(other.length) {}
  Memory &operator=(Memory &&other) noexcept {
    std::swap(base, other.base);
    std::swap(length, other.length);
    return *this;
  }
  ~Memory();

  /// kResourceExhausted, with the bytes asked for and those of the machine.
  static absl::StatusOr<Memory> allocate(uint64_t bytes, const char *what);

  /// What is to be unmapped by the caller.
  uint8_t *release() { return std::exchange(base, nullptr); }

  uint8_t *data() const { return base; }
  uint64_t size() const { return length; }

private:
  uint8_t *base = nullptr;
  uint64_t length = 0;
};

/// The next multiple of 64.
inline uint64_t aligned(uint64_t bytes) { return (bytes + 63) & ~uint64_t{63}; }

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_MEMORY_H
