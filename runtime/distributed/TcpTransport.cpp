#include "runtime/distributed/TcpTransport.h"

#include "runtime/distributed/Acceptor.h"
#include "runtime/distributed/Machine.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <deque>
#include <map>
#include <optional>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/uio.h>
#include <utility>
#include <vector>

namespace shardwright::runtime {
namespace {

constexpr std::chrono::milliseconds kLookEvery{100};
constexpr size_t kBufferBytes = 64 << 10;
constexpr uint32_t kMessageMagic = 0x4d575246;

/// What a message begins with.
struct MessageHeader {
  uint32_t magic;
  int32_t tag;
  uint64_t bytes;
};

/// One end of a connection: messages that wait to be sent, and those that arrive, in either order with the calls that
/// receive them.
class Channel {
public:
  explicit Channel(std::unique_ptr<Connection> connection) : connection(std::move(connection)), buffer(kBufferBytes) {}

  int socket() const { return connection->socket(); }
  bool hasToSend() const { return !outgoing.empty(); }

  /// False: the connection is lost. Done at once: `isDone`; otherwise its owner is told later.
  bool send(int tag, const void *data, uint64_t bytes, void *owner, bool &isDone) {
    outgoing.push_back({{kMessageMagic, tag, bytes}, static_cast<const uint8_t *>(data), owner, 0});
    isDone = outgoing.size() == 1;
    std::vector<void *> owners;
    if (isDone && !write(owners))
      return false;
    isDone = isDone && outgoing.empty();
    return true;
  }

  /// True: it has come before.
  bool receive(int tag, void *data, uint64_t bytes, void *owner) {
    std::deque<std::vector<uint8_t>> &known = early[tag];
    if (known.empty()) {
      waiting[tag].push_back({static_cast<uint8_t *>(data), bytes, owner});
      return false;
    }
    const std::vector<uint8_t> &message = known.front(); // without memory, where it is empty
    std::copy_n(message.data(), std::min<uint64_t>(bytes, message.size()), static_cast<uint8_t *>(data));
    known.pop_front();
    return true;
  }

  /// Sends what the other end takes now; the owners of what is through. False: the connection is lost.
  bool write(std::vector<void *> &owners) {
    while (!outgoing.empty()) {
      Outgoing &message = outgoing.front();
      const uint64_t all = sizeof(message.header) + message.header.bytes;
      iovec parts[2];
      size_t count = 0;
      if (message.sent < sizeof(message.header))
        parts[count++] = {reinterpret_cast<uint8_t *>(&message.header) + message.sent,
                          sizeof(message.header) - message.sent};
      const uint64_t at = message.sent - std::min<uint64_t>(message.sent, sizeof(message.header));
      if (at != message.header.bytes)
        parts[count++] = {const_cast<uint8_t *>(message.data) + at, message.header.bytes - at};
      msghdr call{};
      call.msg_iov = parts;
      call.msg_iovlen = count;
      const ssize_t written = sendmsg(socket(), &call, MSG_NOSIGNAL);
      if (written < 0 && errno != EINTR)
        return errno == EAGAIN;
      message.sent += static_cast<uint64_t>(std::max<ssize_t>(written, 0));
      if (message.sent != all)
        continue;
      owners.push_back(message.owner);
      outgoing.pop_front();
    }
    return true;
  }

  /// Takes what has come; the owners of what is complete. False: the connection is lost, or what comes are no messages.
  bool read(std::vector<void *> &owners) {
    for (;;) {
      if (!isInMessage && end - begin >= sizeof(MessageHeader)) {
        if (!beginMessage())
          return false;
      } else if (isInMessage && left == 0) {
        endMessage(owners);
      } else if (isInMessage && begin != end) {
        const size_t count = std::min<size_t>(left, end - begin);
        std::memcpy(to, buffer.data() + begin, count);
        begin += count;
        advance(count);
      } else {
        // A header is not cut in two by what is in its way; of a long message the rest goes straight to its place.
        const bool isDirect = isInMessage && left >= kBufferBytes;
        if (!isDirect) {
          std::memmove(buffer.data(), buffer.data() + begin, end - begin);
          end -= std::exchange(begin, 0);
        }
        uint8_t *at = isDirect ? to : buffer.data() + end;
        const size_t room = isDirect ? left : kBufferBytes - end;
        const ssize_t count = recv(socket(), at, room, 0);
        if (count == 0 || (count < 0 && errno != EINTR && errno != EAGAIN))
          return false;
        if (count < 0 && errno == EAGAIN)
          return true;
        if (count > 0 && isDirect)
          advance(static_cast<size_t>(count));
        else if (count > 0)
          end += static_cast<size_t>(count);
      }
    }
  }

private:
  struct Outgoing {
    MessageHeader header;
    const uint8_t *data;
    void *owner;
    uint64_t sent; ///< of header and data
  };
  struct Receive {
    uint8_t *data;
    uint64_t bytes;
    void *owner;
  };

  void advance(size_t count) {
    to += count;
    left -= count;
  }

  /// To whoever waits for it, else to memory of its own. False: it is no message, or of another size.
  bool beginMessage() {
    MessageHeader header;
    std::memcpy(&header, buffer.data() + begin, sizeof(header));
    begin += sizeof(header);
    if (header.magic != kMessageMagic || header.bytes > kMostMessageBytes)
      return false;
    isInMessage = true;
    tag = header.tag;
    left = header.bytes;
    std::deque<Receive> &row = waiting[tag];
    if (row.empty()) {
      unexpected.assign(header.bytes, 0);
      to = unexpected.data();
      receiver.reset();
      return true;
    }
    receiver = row.front();
    row.pop_front();
    to = receiver->data;
    return receiver->bytes == header.bytes;
  }

  void endMessage(std::vector<void *> &owners) {
    isInMessage = false;
    if (receiver)
      return owners.push_back(receiver->owner);
    // Whoever has come to receive it while it arrived is the first one.
    std::deque<Receive> &row = waiting[tag];
    if (row.empty())
      return early[tag].push_back(std::move(unexpected));
    std::copy_n(unexpected.data(), std::min<uint64_t>(row.front().bytes, unexpected.size()), row.front().data);
    owners.push_back(row.front().owner);
    row.pop_front();
  }

  std::unique_ptr<Connection> connection;
  std::deque<Outgoing> outgoing;
  std::map<int, std::deque<Receive>> waiting;            ///< by tag
  std::map<int, std::deque<std::vector<uint8_t>>> early; ///< by tag: messages that nobody has waited for

  std::vector<uint8_t> buffer; ///< [begin, end) has come and belongs to nothing yet
  size_t begin = 0, end = 0;
  // The message that is arriving.
  bool isInMessage = false;
  int tag = 0;
  uint8_t *to = nullptr;
  uint64_t left = 0;
  std::optional<Receive> receiver; ///< nothing: `unexpected`
  std::vector<uint8_t> unexpected;
};

class TcpTransport : public Transport {
public:
  TcpTransport(int rank, std::vector<std::unique_ptr<Channel>> channels, int localSize)
      : ownRank(rank), numLocal(localSize), channels(std::move(channels)) {}

  int rank() const override { return ownRank; }
  int size() const override { return static_cast<int>(channels.size()); }
  int localSize() const override { return numLocal; }

  Posted send(int to, int tag, const void *data, uint64_t bytes, void *owner) override {
    bool isDone = false;
    if (!channel(to).send(tag, data, bytes, owner, isDone))
      return lost(to);
    return isDone ? Posted::Now : Posted::Later;
  }
  Posted receive(int from, int tag, void *data, uint64_t bytes, void *owner) override {
    return channel(from).receive(tag, data, bytes, owner) ? Posted::Now : Posted::Later;
  }

  int poll(void **owners, int most) override {
    files.clear();
    for (const std::unique_ptr<Channel> &one : channels)
      if (one)
        files.push_back({one->socket(), static_cast<short>(one->hasToSend() ? POLLIN | POLLOUT : POLLIN), 0});
    if (::poll(files.data(), files.size(), 0) > 0)
      for (size_t i = 0, peer = 0; peer != channels.size(); ++peer) {
        if (!channels[peer])
          continue;
        const short events = files[i++].revents;
        if (((events & POLLOUT) && !channels[peer]->write(done)) ||
            ((events & ~POLLOUT) && !channels[peer]->read(done))) {
          lost(static_cast<int>(peer));
          return -1;
        }
      }
    const int count = std::min(most, static_cast<int>(done.size()));
    std::copy(done.end() - count, done.end(), owners);
    done.resize(done.size() - static_cast<size_t>(count));
    return count;
  }

  const char *error() const override { return text; }
  void close() override {
    for (std::unique_ptr<Channel> &one : channels)
      one.reset();
  }

private:
  Channel &channel(int peer) { return *channels[static_cast<size_t>(peer)]; }
  Posted lost(int peer) {
    std::snprintf(text, sizeof(text), "the connection to rank %d is lost", peer);
    return Posted::Failed;
  }

  const int ownRank, numLocal;
  std::vector<std::unique_ptr<Channel>> channels; ///< by rank; null: this one
  std::vector<pollfd> files;
  std::vector<void *> done; ///< owners
  char text[64] = "";
};

/// Where rank `rank` can be called, of what it has told: `MACHINE PORT ADDRESS`.
std::optional<MeetingPlace> placeOf(const std::string &told, const std::string &token) {
  const std::vector<std::string> parts = absl::StrSplit(told, ' ');
  MeetingPlace place;
  if (parts.size() != 3 || !absl::SimpleAtoi(parts[1], &place.port))
    return std::nullopt;
  place.addresses = {parts[2]};
  place.token = token;
  return place;
}

/// It listens already: what does not answer has died, or cannot be reached from here.
absl::StatusOr<std::unique_ptr<Connection>> call(ProcessGroup &group, const MeetingPlace &place) {
  const auto until = group.joinEnds();
  for (;;) {
    absl::StatusOr<std::unique_ptr<Connection>> connection = connectTo(place, ProcessGroup::Clock::now() + kLookEvery);
    if (connection.ok())
      (*connection)->send(helloFrame(group.rank(), group.size(), place.token));
    if (connection.ok() || group.hasFailed() || ProcessGroup::Clock::now() >= until)
      return connection;
  }
}

/// Takes the calls of those of higher rank.
absl::Status acceptHigher(ProcessGroup &group, Listener &listener, const std::string &token,
                          std::vector<std::unique_ptr<Channel>> &channels) {
  Acceptor acceptor(listener, token);
  const auto until = group.joinEnds();
  for (int missing = group.size() - 1 - group.rank(); missing != 0;) {
    if (group.hasFailed())
      return group.status();
    if (ProcessGroup::Clock::now() >= until)
      return absl::DeadlineExceededError(
          absl::StrCat("rank ", group.rank(), " has waited too long for ", missing, " other ranks to call"));
    for (Acceptor::Caller &caller : acceptor.wait(kLookEvery))
      if (caller.rank > static_cast<uint32_t>(group.rank()) && caller.rank < channels.size() &&
          !channels[caller.rank]) {
        channels[caller.rank] = std::make_unique<Channel>(std::move(caller.connection));
        --missing;
      }
  }
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<Transport>> connectAll(ProcessGroup &group, const MeetingPlace &place,
                                                      Listener *listener) {
  std::optional<Listener> own;
  if (!listener) {
    absl::StatusOr<Listener> opened = Listener::open(group.addressForOthers(), 0);
    if (!opened.ok())
      return opened.status();
    listener = &own.emplace(*std::move(opened));
  }
  const std::string machine = machineId();
  absl::StatusOr<std::vector<std::string>> told = group.gather(absl::StrCat(
      machine, " ", listener->port(), " ", group.rank() == 0 ? place.addresses[0] : group.addressForOthers()));
  if (!told.ok())
    return told.status();
  std::vector<std::unique_ptr<Channel>> channels(static_cast<size_t>(group.size()));
  for (int rank = 0; rank != group.rank(); ++rank) {
    std::optional<MeetingPlace> where = placeOf((*told)[static_cast<size_t>(rank)], place.token);
    if (!where)
      return absl::InternalError(absl::StrCat("rank ", rank, " does not say where it listens"));
    absl::StatusOr<std::unique_ptr<Connection>> connection = call(group, *where);
    if (!connection.ok())
      return absl::Status(connection.status().code(), absl::StrCat("rank ", rank, " ", connection.status().message()));
    channels[static_cast<size_t>(rank)] = std::make_unique<Channel>(*std::move(connection));
  }
  if (absl::Status status = acceptHigher(group, *listener, place.token, channels); !status.ok())
    return status;
  const auto localSize = std::count_if(told->begin(), told->end(), [&](const std::string &one) {
    return one.compare(0, machine.size() + 1, machine + " ") == 0;
  });
  return std::make_unique<TcpTransport>(group.rank(), std::move(channels), static_cast<int>(localSize));
}

} // namespace

absl::StatusOr<std::unique_ptr<Transport>> openTcp(ProcessGroup &group, const MeetingPlace &place, Listener *listener) {
  absl::StatusOr<std::unique_ptr<Transport>> transport = connectAll(group, place, listener);
  if (transport.ok())
    return transport;
  group.fail(
      absl::Status(transport.status().code(), absl::StrCat("rank ", group.rank(), ": ", transport.status().message())));
  return group.status();
}

} // namespace shardwright::runtime
