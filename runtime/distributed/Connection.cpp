#include "runtime/distributed/Connection.h"

#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <arpa/inet.h>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <thread>
#include <unistd.h>
#include <utility>

namespace shardwright::runtime {
namespace {

/// What a frame begins with.
struct FrameHeader {
  uint32_t magic, kind, from, unused;
  uint64_t number, bytes;
};
constexpr uint32_t kFrameMagic = 0x53575246;
/// How long one that takes nothing is waited for.
constexpr timeval kSendTimeout{5, 0};

absl::Status systemError(const std::string &what) {
  return absl::UnavailableError(absl::StrCat(what, ": ", std::strerror(errno)));
}

void setFlags(int file) {
  fcntl(file, F_SETFD, FD_CLOEXEC);
  fcntl(file, F_SETFL, fcntl(file, F_GETFL) | O_NONBLOCK);
}

bool waitFor(int file, short events, int milliseconds) {
  pollfd one{file, events, 0};
  return poll(&one, 1, milliseconds) > 0;
}

/// Calls `use` with each address that the text stands for, until it says true.
template <typename Use> bool eachAddress(const std::string &host, int port, bool isForListening, const Use &use) {
  addrinfo hints{}, *found = nullptr;
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = isForListening ? AI_PASSIVE : 0;
  if (getaddrinfo(host.empty() ? nullptr : host.c_str(), std::to_string(port).c_str(), &hints, &found) != 0) {
    errno = EADDRNOTAVAIL;
    return false;
  }
  bool isDone = false;
  for (addrinfo *one = found; one && !isDone; one = one->ai_next)
    isDone = use(*one);
  freeaddrinfo(found);
  return isDone;
}

} // namespace

Connection::Connection(int socket) : file(socket) {
  setFlags(file);
  const int yes = 1;
  setsockopt(file, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof(yes));
}

Connection::~Connection() { close(file); }

std::string Connection::address() const {
  sockaddr_storage own{};
  socklen_t length = sizeof(own);
  char text[NI_MAXHOST] = "";
  getsockname(file, reinterpret_cast<sockaddr *>(&own), &length);
  getnameinfo(reinterpret_cast<sockaddr *>(&own), length, text, sizeof(text), nullptr, 0, NI_NUMERICHOST);
  return text;
}

bool Connection::send(const Frame &frame) {
  FrameHeader header{kFrameMagic, frame.kind, frame.from, 0, frame.number, frame.payload.size()};
  std::string bytes(reinterpret_cast<const char *>(&header), sizeof(header));
  bytes += frame.payload;
  std::lock_guard<std::mutex> lock(sending);
  for (size_t at = 0; at != bytes.size();) {
    const ssize_t written = ::send(file, bytes.data() + at, bytes.size() - at, MSG_NOSIGNAL);
    if (written > 0)
      at += static_cast<size_t>(written);
    else if (errno != EINTR &&
             (errno != EAGAIN || !waitFor(file, POLLOUT, static_cast<int>(kSendTimeout.tv_sec) * 1000)))
      return false;
  }
  return true;
}

bool Connection::receive(std::deque<Frame> &frames) {
  char chunk[1 << 16];
  bool isOpen = true;
  for (;;) {
    const ssize_t count = recv(file, chunk, sizeof(chunk), 0);
    if (count > 0) {
      buffer.append(chunk, static_cast<size_t>(count));
      if (static_cast<size_t>(count) < sizeof(chunk))
        break;
    } else if (count == 0 || (errno != EINTR && errno != EAGAIN)) {
      isOpen = false;
      break;
    } else if (errno == EAGAIN) {
      break;
    }
  }
  size_t at = 0;
  FrameHeader header;
  while (buffer.size() - at >= sizeof(header)) {
    std::memcpy(&header, buffer.data() + at, sizeof(header));
    if (header.magic != kFrameMagic || header.bytes > mostBytes)
      return false;
    if (buffer.size() - at - sizeof(header) < header.bytes)
      break;
    frames.push_back({header.kind, header.from, header.number, buffer.substr(at + sizeof(header), header.bytes)});
    at += sizeof(header) + header.bytes;
  }
  buffer.erase(0, at);
  return isOpen;
}

void Connection::endSending() { shutdown(file, SHUT_WR); }

std::string MeetingPlace::toText() const { return absl::StrCat(token, " ", port, " ", absl::StrJoin(addresses, " ")); }

std::optional<MeetingPlace> MeetingPlace::fromText(absl::string_view text) {
  std::vector<std::string> parts = absl::StrSplit(text, ' ');
  MeetingPlace place;
  if (parts.size() < 3 || !absl::SimpleAtoi(parts[1], &place.port))
    return std::nullopt;
  place.token = parts[0];
  place.addresses.assign(parts.begin() + 2, parts.end());
  return place;
}

absl::StatusOr<Listener> Listener::open(const std::string &address, int port) {
  int file = -1;
  const bool good = eachAddress(address, port, true, [&](const addrinfo &one) {
    file = ::socket(one.ai_family, SOCK_STREAM, 0);
    if (file < 0)
      return false;
    const int yes = 1, no = 0;
    setsockopt(file, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    if (one.ai_family == AF_INET6)
      setsockopt(file, IPPROTO_IPV6, IPV6_V6ONLY, &no, sizeof(no));
    if (bind(file, one.ai_addr, one.ai_addrlen) == 0 && listen(file, SOMAXCONN) == 0)
      return true;
    close(std::exchange(file, -1));
    return false;
  });
  if (!good)
    return systemError(absl::StrCat("cannot listen at ", address.empty() ? "any address" : address, " port ", port));
  setFlags(file);
  sockaddr_storage bound{};
  socklen_t length = sizeof(bound);
  getsockname(file, reinterpret_cast<sockaddr *>(&bound), &length);
  const in_port_t number = bound.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6 &>(bound).sin6_port
                                                       : reinterpret_cast<sockaddr_in &>(bound).sin_port;
  return Listener(file, ntohs(number));
}

Listener::Listener(Listener &&other) noexcept : file(std::exchange(other.file, -1)), ownPort(other.ownPort) {}

Listener::~Listener() {
  if (file >= 0)
    close(file);
}

std::unique_ptr<Connection> Listener::accept() {
  const int other = ::accept(file, nullptr, nullptr);
  return other < 0 ? nullptr : std::make_unique<Connection>(other);
}

absl::StatusOr<std::unique_ptr<Connection>> connectTo(const MeetingPlace &place,
                                                      std::chrono::steady_clock::time_point until) {
  do {
    for (const std::string &address : place.addresses) {
      int file = -1;
      const bool good = eachAddress(address, place.port, false, [&](const addrinfo &one) {
        file = ::socket(one.ai_family, SOCK_STREAM, 0);
        if (file < 0)
          return false;
        setFlags(file);
        int error = 0;
        socklen_t length = sizeof(error);
        if (connect(file, one.ai_addr, one.ai_addrlen) == 0 ||
            (errno == EINPROGRESS && waitFor(file, POLLOUT, 1000) &&
             getsockopt(file, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0))
          return true;
        if (error)
          errno = error;
        close(std::exchange(file, -1));
        return false;
      });
      if (good)
        return std::make_unique<Connection>(file);
    }
    const int error = errno;
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // it may listen soon
    errno = error;
  } while (std::chrono::steady_clock::now() < until);
  return systemError(
      absl::StrCat("cannot be reached at ", absl::StrJoin(place.addresses, " or "), " port ", place.port));
}

std::vector<std::string> ownAddresses() {
  std::vector<std::string> addresses, loopback;
  ifaddrs *all = nullptr;
  if (getifaddrs(&all) != 0)
    return {"127.0.0.1"};
  for (ifaddrs *one = all; one; one = one->ifa_next) {
    if (!one->ifa_addr || !(one->ifa_flags & IFF_UP))
      continue;
    const int family = one->ifa_addr->sa_family;
    char text[NI_MAXHOST];
    const socklen_t length = family == AF_INET ? sizeof(sockaddr_in) : sizeof(sockaddr_in6);
    if ((family == AF_INET || family == AF_INET6) &&
        getnameinfo(one->ifa_addr, length, text, sizeof(text), nullptr, 0, NI_NUMERICHOST) == 0)
      (one->ifa_flags & IFF_LOOPBACK ? loopback : addresses).push_back(text);
  }
  freeifaddrs(all);
  addresses.insert(addresses.end(), loopback.begin(), loopback.end());
  return addresses;
}

std::string randomToken() {
  char bytes[16];
  if (getrandom(bytes, sizeof(bytes), 0) != sizeof(bytes))
    return "";
  return absl::BytesToHexString(absl::string_view(bytes, sizeof(bytes)));
}

} // namespace shardwright::runtime
