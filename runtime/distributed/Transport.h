#ifndef RUNTIME_DISTRIBUTED_TRANSPORT_H
#define RUNTIME_DISTRIBUTED_TRANSPORT_H

#include <cstdint>

namespace shardwright::runtime {

constexpr uint64_t kMostMessageBytes = 1 << 30;

/// Messages between the processes of a run. Nothing here blocks but broadcast() and close(). Two messages between the
/// same processes with the same tag arrive in the order in which they were sent. One thread at a time. No type of a
/// library is in here: an implementation is a shared library of its own that is opened where it is asked for.
class Transport {
public:
  virtual ~Transport() = default;

  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// The processes on this machine, with this one.
  virtual int localSize() const = 0;

  /// The bytes of process 0 for all, which is how the others hear where it listens. False: see error(), or processes
  /// that have met before they have a transport.
  virtual bool broadcast(void *, uint64_t) { return false; }

  enum class Posted : uint8_t { Later, Now, Failed };
  /// At most kMostMessageBytes. The memory is the transport's until the message is done: at once (Now), or when poll()
  /// returns `owner`.
  virtual Posted send(int to, int tag, const void *data, uint64_t bytes, void *owner) = 0;
  virtual Posted receive(int from, int tag, void *data, uint64_t bytes, void *owner) = 0;

  /// Makes progress; the owners of at most `most` messages that are done since, of the others with the next calls.
  /// -1: failed.
  virtual int poll(void **owners, int most) = 0;

  /// Why the last call failed.
  virtual const char *error() const = 0;

  /// When all processes are through, and all messages done.
  virtual void close() = 0;
};

/// What an implementation's shared library exports, as `shardwrightTransport`: null and a reason where it cannot start.
using OpenTransport = Transport *(int version, char *error, uint64_t errorBytes);
constexpr int kTransportVersion = 1;

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_TRANSPORT_H
