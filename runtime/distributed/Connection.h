#ifndef RUNTIME_DISTRIBUTED_CONNECTION_H
#define RUNTIME_DISTRIBUTED_CONNECTION_H

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

/// Frames of bytes between two processes over a socket.
namespace shardwright::runtime {

struct Frame {
  uint32_t kind = 0, from = 0;
  uint64_t number = 0;
  std::string payload;
};

/// Owns a socket. Any thread may send; one receives.
class Connection {
public:
  explicit Connection(int socket);
  ~Connection();
  Connection(const Connection &) = delete;
  Connection &operator=(const Connection &) = delete;

  int socket() const { return file; }
  /// Of this end, a number.
  std::string address() const;
  /// False: the other end is gone, or takes nothing for some seconds.
  bool send(const Frame &frame);
  /// Whatever has come: appends whole frames. False: the other end is gone, or what comes are no frames.
  bool receive(std::deque<Frame> &frames);
  /// Nothing more will be sent.
  void endSending();
  /// Refuses frames with more bytes.
  void limitPayload(uint64_t bytes) { mostBytes = bytes; }

private:
  const int file;
  std::mutex sending;
  std::string buffer;
  uint64_t mostBytes = uint64_t{1} << 40;
};

/// Where a group of processes comes together.
struct MeetingPlace {
  std::vector<std::string> addresses; ///< numbers, any of which may be the one that can be reached
  int port = 0;
  std::string token; ///< what only those who belong to it know

  std::string toText() const;
  static std::optional<MeetingPlace> fromText(absl::string_view text);
};

/// A socket that is listened to. `address`: the only one that it can be reached at; empty: all of this machine.
class Listener {
public:
  static absl::StatusOr<Listener> open(const std::string &address, int port);
  ~Listener();
  Listener(Listener &&other) noexcept;

  int socket() const { return file; }
  int port() const { return ownPort; }
  /// The next one who asks; null: nobody does now.
  std::unique_ptr<Connection> accept();

private:
  Listener(int file, int port) : file(file), ownPort(port) {}
  int file, ownPort;
};

/// Tries all addresses until one answers. kUnavailable: `cannot be reached at ...`.
absl::StatusOr<std::unique_ptr<Connection>> connectTo(const MeetingPlace &place,
                                                      std::chrono::steady_clock::time_point until);

/// This machine's addresses, those of its loopback last.
std::vector<std::string> ownAddresses();
/// 128 random bits as text.
std::string randomToken();

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_CONNECTION_H
