#ifndef RUNTIME_HOSTVIEW_H
#define RUNTIME_HOSTVIEW_H

#include "absl/status/status.h"

#include <cstdint>
#include <functional>
#include <utility>
#include <vector>

namespace shardwright::runtime {

/// Bytes of a device for the host to read: where they lie, or a copy of them.
class HostView {
public:
  explicit HostView(const void *there) : bytes(there) {}
  explicit HostView(std::vector<uint8_t> taken) : copy(std::move(taken)), bytes(copy.data()) {}
  HostView(HostView &&) = default; // the copy's bytes stay where they are
  HostView &operator=(HostView &&) = default;
  HostView(const HostView &) = delete;
  HostView &operator=(const HostView &) = delete;

  const void *data() const { return bytes; }

private:
  std::vector<uint8_t> copy;
  const void *bytes;
};

/// Writes bytes of a device where the host can: where they lie, or what is then copied there.
using FillMemory = std::function<absl::Status(void *memory)>;

} // namespace shardwright::runtime

#endif // RUNTIME_HOSTVIEW_H
