#include "runtime/distributed/Acceptor.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <poll.h>
#include <utility>

namespace shardwright::runtime {
namespace {

constexpr uint32_t kHello = 0x6f6c6568; ///< the kind of its frame
constexpr uint64_t kMostHelloBytes = 4096, kMostBytes = uint64_t{1} << 40;
constexpr size_t kMostStrangers = 256, kMostAtOnce = 64;

/// In a time that does not depend on where they differ.
bool isEqual(absl::string_view a, absl::string_view b) {
  if (a.size() != b.size())
    return false;
  unsigned difference = 0;
  for (size_t i = 0; i != a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

/// What follows the token and a line feed; nothing: it is another token.
std::optional<std::string> textBehind(const std::string &token, const Frame &hello) {
  const absl::string_view payload = hello.payload;
  const size_t end = payload.find('\n');
  if (hello.kind != kHello || token.empty() || end == absl::string_view::npos ||
      !isEqual(payload.substr(0, end), token))
    return std::nullopt;
  return std::string(payload.substr(end + 1));
}

} // namespace

Frame helloFrame(int rank, int size, const std::string &token, const std::string &text) {
  return {kHello, static_cast<uint32_t>(rank), static_cast<uint64_t>(size), absl::StrCat(token, "\n", text)};
}

std::vector<Acceptor::Caller> Acceptor::wait(std::chrono::milliseconds most) {
  std::vector<pollfd> files{{listener.socket(), POLLIN, 0}};
  for (const std::unique_ptr<Connection> &stranger : strangers)
    files.push_back({stranger->socket(), POLLIN, 0});
  std::vector<Caller> callers;
  if (poll(files.data(), files.size(), static_cast<int>(most.count())) <= 0)
    return callers;
  for (size_t i = 1; i < files.size(); ++i) {
    std::unique_ptr<Connection> &stranger = strangers[i - 1];
    std::deque<Frame> frames;
    if (files[i].revents == 0 || (stranger->receive(frames) && frames.empty()))
      continue;
    if (!frames.empty())
      if (std::optional<std::string> text = textBehind(token, frames.front())) {
        stranger->limitPayload(kMostBytes);
        callers.push_back({std::move(stranger), frames.front().from, frames.front().number, *std::move(text)});
      }
    stranger.reset();
  }
  strangers.erase(std::remove(strangers.begin(), strangers.end(), nullptr), strangers.end());
  for (size_t count = 0; count != kMostAtOnce; ++count) {
    std::unique_ptr<Connection> stranger = listener.accept();
    if (!stranger)
      break;
    stranger->limitPayload(kMostHelloBytes);
    strangers.push_back(std::move(stranger));
  }
  if (strangers.size() > kMostStrangers)
    strangers.erase(strangers.begin(), strangers.end() - kMostStrangers);
  return callers;
}

} // namespace shardwright::runtime
