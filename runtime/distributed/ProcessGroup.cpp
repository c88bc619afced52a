#include "runtime/distributed/ProcessGroup.h"

#include "runtime/distributed/Machine.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <cmath>
#include <fcntl.h>
#include <optional>
#include <poll.h>
#include <unistd.h>
#include <utility>

namespace shardwright::runtime {
namespace {

enum FrameKind : uint32_t {
  kWelcome, ///< everybody is there; who rank 0 is
  kPart,    ///< of a gathering that only rank 0 is told the outcome of,
  kPartForAll,
  kGathered, ///< parts, each behind its length
  kFailure,  ///< number: the code; payload: the message
  kStall,    ///< of one that has waited for too long, number: the code; payload: the message, and for whom, packed
  kBeat,     ///< the sender is alive; payload: what it does
  kLeave,    ///< the sender is through; from rank 0: all are
};

constexpr int kMostNamed = 8; ///< ranks in a message
constexpr std::chrono::milliseconds kBeatEvery{500}, kKnownWithin{500}, kDrainFor{500}, kJoinPoll{100},
    kRank0First{2000}, kTellLateFor{6000};
/// Of a stall: whoever is alive has said by then what it does; and rank 0 has told the others who it is.
constexpr std::chrono::milliseconds kAnsweredWithin{1000}, kRank0Answers{4000};
constexpr absl::string_view kWaits = "waits"; ///< how activities begin of those who wait for others

std::string pack(const std::vector<std::string> &parts) {
  std::string bytes;
  for (const std::string &part : parts) {
    const uint64_t length = part.size();
    bytes.append(reinterpret_cast<const char *>(&length), sizeof(length));
    bytes += part;
  }
  return bytes;
}

std::vector<std::string> unpack(absl::string_view bytes) {
  std::vector<std::string> parts;
  uint64_t length = 0;
  while (bytes.size() >= sizeof(length)) {
    std::copy_n(bytes.data(), sizeof(length), reinterpret_cast<char *>(&length));
    bytes.remove_prefix(sizeof(length));
    parts.emplace_back(bytes.substr(0, length));
    bytes.remove_prefix(std::min<uint64_t>(length, bytes.size()));
  }
  return parts;
}

std::string ownName() { return absl::StrCat("pid ", getpid(), " on ", hostName()); }

Frame failureFrame(int from, const absl::Status &status) {
  return {kFailure, static_cast<uint32_t>(from), static_cast<uint64_t>(status.code()), std::string(status.message())};
}

absl::Status statusOf(const Frame &frame) {
  return absl::Status(static_cast<absl::StatusCode>(frame.number), frame.payload);
}

/// `rank 3`, `ranks 1, 2 and 5 more`
std::string ranksText(const std::vector<int> &ranks) {
  const size_t shown = std::min<size_t>(ranks.size(), kMostNamed);
  return absl::StrCat(ranks.size() == 1 ? "rank " : "ranks ", absl::StrJoin(ranks.begin(), ranks.begin() + shown, ", "),
                      shown == ranks.size() ? "" : absl::StrCat(" and ", ranks.size() - shown, " more"));
}

int milliseconds(ProcessGroup::Clock::duration time) {
  return static_cast<int>(std::max<int64_t>(0, std::chrono::duration_cast<std::chrono::milliseconds>(time).count()));
}

} // namespace

ProcessGroup::ProcessGroup(const Options &options)
    : options(options), peers(options.rank == 0 ? static_cast<size_t>(options.size) : 1) {}

ProcessGroup::Clock::time_point ProcessGroup::joinEnds(Clock::duration longer) const {
  return options.joinWithin.count() > 0
             ? Clock::now() + std::chrono::duration_cast<Clock::duration>(options.joinWithin) + longer
             : Clock::time_point::max();
}

absl::StatusOr<std::unique_ptr<ProcessGroup>> ProcessGroup::host(const Options &options, Listener &listener,
                                                                 const std::string &token) {
  std::unique_ptr<ProcessGroup> group(new ProcessGroup(options));
  group->peers[0].name = ownName();
  Acceptor acceptor(listener, token);
  Connections refused;
  if (absl::Status status = group->acceptAll(acceptor, refused); !status.ok()) {
    group->tellJoinFailure(acceptor, status, std::move(refused));
    return status;
  }
  group->begin();
  return group;
}

/// Those who have come, and those who still do: nobody would answer them when this process has ended.
void ProcessGroup::tellJoinFailure(Acceptor &acceptor, const absl::Status &status, Connections refused) {
  if (options.onJoinFailure)
    options.onJoinFailure(status);
  const Frame failure = failureFrame(0, status);
  tellAll(failure);
  for (const std::unique_ptr<Connection> &connection : refused)
    connection->send(failure);
  if (absl::IsDeadlineExceeded(status)) // who is late now is too late for everybody
    return;
  auto numCome =
      std::count_if(peers.begin(), peers.end(), [](const Peer &peer) { return peer.connection != nullptr; }) +
      static_cast<int64_t>(refused.size());
  for (const auto until = Clock::now() + kTellLateFor; numCome < options.size - 1 && Clock::now() < until;)
    for (Acceptor::Caller &caller : acceptor.wait(kJoinPoll)) {
      caller.connection->send(failure);
      refused.push_back(std::move(caller.connection));
      ++numCome;
    }
}

absl::Status ProcessGroup::acceptAll(Acceptor &acceptor, Connections &refused) {
  const auto until = joinEnds();
  for (;;) {
    std::vector<int> missing;
    for (int rank = 1; rank != options.size; ++rank)
      if (!peers[static_cast<size_t>(rank)].connection)
        missing.push_back(rank);
    if (missing.empty())
      break;
    if (Clock::now() >= until)
      return absl::DeadlineExceededError(absl::StrCat("rank 0 has waited ", options.joinWithin.count(), " s for ",
                                                      ranksText(missing), " of ", options.size));
    absl::Status first;
    for (Acceptor::Caller &caller : acceptor.wait(kJoinPoll))
      if (absl::Status status = admit(caller); !status.ok()) {
        first.Update(status);
        refused.push_back(std::move(caller.connection));
      }
    if (!first.ok())
      return first;
    // Nobody says anything before all are there.
    for (int rank = 1; rank != options.size; ++rank) {
      std::deque<Frame> frames;
      Connection *connection = peers[static_cast<size_t>(rank)].connection.get();
      if (connection && !connection->receive(frames))
        return absl::UnavailableError(absl::StrCat(nameOf(rank), " has died while the ranks were connecting"));
    }
  }
  tellAll({kWelcome, 0, 0, peers[0].name});
  return absl::OkStatus();
}

/// Knows the token: what it says that cannot be is a mistake in how the processes have been started.
absl::Status ProcessGroup::admit(Acceptor::Caller &caller) {
  if (caller.size != static_cast<uint64_t>(options.size))
    return absl::InvalidArgumentError(absl::StrCat("rank ", caller.rank, " (", caller.text, ") is one of ", caller.size,
                                                   " ranks, rank 0 one of ", options.size,
                                                   ": start all with the same number"));
  if (caller.rank >= caller.size)
    return absl::InvalidArgumentError(
        absl::StrCat(caller.text, " is rank ", caller.rank, " of ", caller.size, ": they are counted from 0 on"));
  Peer &peer = peers[caller.rank];
  if (caller.rank == 0 || peer.connection)
    return absl::InvalidArgumentError(absl::StrCat("two processes are rank ", caller.rank, ": ", peer.name, " and ",
                                                   caller.text, ": start each with a rank of its own"));
  peer.name = caller.text;
  peer.connection = std::move(caller.connection);
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<ProcessGroup>> ProcessGroup::join(const Options &options, const MeetingPlace &place) {
  std::unique_ptr<ProcessGroup> group(new ProcessGroup(options));
  absl::StatusOr<std::unique_ptr<Connection>> connection = connectTo(place, group->joinEnds());
  if (!connection.ok())
    return absl::Status(connection.status().code(),
                        absl::StrCat("rank ", options.rank, ": rank 0 ", connection.status().message(),
                                     "; it has not begun, or has ended and said why"));
  group->peers[0].connection = *std::move(connection);
  const auto until = group->joinEnds(kRank0First); // it has listened before, and knows who is missing
  Connection &first = *group->peers[0].connection;
  first.send(helloFrame(options.rank, options.size, place.token, ownName()));
  std::deque<Frame> frames;
  while (frames.empty()) {
    if (Clock::now() >= until)
      return absl::DeadlineExceededError(absl::StrCat("rank ", options.rank, " has waited ", options.joinWithin.count(),
                                                      " s for rank 0 and the others"));
    pollfd one{first.socket(), POLLIN, 0};
    poll(&one, 1, milliseconds(kJoinPoll));
    if (!first.receive(frames) && frames.empty())
      return absl::UnavailableError(absl::StrCat("rank ", options.rank, ": rank 0 ",
                                                 "has gone while the ranks were connecting: one of them may have "
                                                 "died, or rank 0 knows another token"));
  }
  if (frames.front().kind == kFailure)
    return statusOf(frames.front());
  if (frames.front().kind != kWelcome)
    return absl::UnavailableError(absl::StrCat("rank ", options.rank, ": rank 0 gives no welcome"));
  group->peers[0].name = frames.front().payload;
  frames.pop_front();
  group->begin();
  for (Frame &frame : frames)
    group->handle(0, std::move(frame));
  return group;
}

std::string ProcessGroup::addressForOthers() const { return peers[0].connection ? peers[0].connection->address() : ""; }

void ProcessGroup::begin() {
  if (pipe2(wakePipe, O_CLOEXEC | O_NONBLOCK) != 0)
    wakePipe[0] = wakePipe[1] = -1;
  for (Peer &peer : peers)
    peer.heard = Clock::now();
  listener = std::thread([this] { listen(); });
}

ProcessGroup::~ProcessGroup() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
  }
  if (listener.joinable()) {
    (void)!write(wakePipe[1], "", 1);
    listener.join();
  }
  for (int file : wakePipe)
    if (file >= 0)
      close(file);
}

void ProcessGroup::listen() {
  auto nextBeat = Clock::now();
  for (;;) {
    std::vector<pollfd> files{{wakePipe[0], POLLIN, 0}};
    std::vector<int> ranks{-1};
    for (size_t i = 0; i != peers.size(); ++i)
      if (peers[i].connection) {
        files.push_back({peers[i].connection->socket(), POLLIN, 0});
        ranks.push_back(static_cast<int>(i));
      }
    poll(files.data(), files.size(), milliseconds(nextBeat - Clock::now()) + 1);
    {
      std::lock_guard<std::mutex> lock(mutex);
      if (closing)
        return;
    }
    char drained[64];
    while (read(wakePipe[0], drained, sizeof(drained)) > 0) {
    }
    for (size_t i = 1; i != files.size(); ++i) {
      if (files[i].revents == 0)
        continue;
      Peer &peer = peers[static_cast<size_t>(ranks[i])];
      std::deque<Frame> frames;
      const bool isOpen = peer.connection->receive(frames);
      peer.heard = Clock::now();
      for (Frame &frame : frames)
        handle(ranks[i], std::move(frame));
      if (!isOpen)
        peerIsGone(ranks[i]);
    }
    if (Clock::now() >= nextBeat) {
      beat();
      nextBeat = Clock::now() + kBeatEvery;
    }
  }
}

/// Says that this process is alive, and looks whether the others are.
void ProcessGroup::beat() {
  std::string activity;
  {
    std::lock_guard<std::mutex> lock(describeMutex);
    if (describe)
      activity = describe();
  }
  bool isSuspected = false;
  std::optional<Stall> stall;
  {
    std::lock_guard<std::mutex> lock(mutex);
    isSuspected = !suspicion.ok() && Clock::now() > suspicionEnds;
    if (failed || allLeft)
      return;
    if (numGathering != 0)
      activity = absl::StrCat(kWaits, " until all ranks have come as far");
    peers[0].activity = options.rank == 0 ? activity : peers[0].activity;
    stall = stalled;
  }
  if (isSuspected)
    return adopt(suspicion, true);
  const auto now = Clock::now();
  if (stall && now - stall->since > (options.rank == 0 ? kAnsweredWithin : kRank0Answers))
    return adopt(endOf(*stall, now), true);
  tellAll({kBeat, static_cast<uint32_t>(options.rank), 0, std::move(activity)});
  const auto deadline = std::chrono::duration_cast<Clock::duration>(options.deadline);
  if (deadline > deadline.zero() && !silentSince(now - deadline).empty())
    adopt(silenceOf(silentSince(now - std::min<Clock::duration>(deadline, kAnsweredWithin)), now), true);
}

// From the thread that listens, which knows who has said something.

std::vector<int> ProcessGroup::silentSince(Clock::time_point time) const {
  std::vector<int> ranks;
  for (size_t i = 0; i != peers.size(); ++i)
    if (peers[i].connection && !peers[i].hasLeft && peers[i].heard < time)
      ranks.push_back(static_cast<int>(i));
  return ranks;
}

absl::Status ProcessGroup::silenceOf(const std::vector<int> &ranks, Clock::time_point now) const {
  std::string text;
  for (size_t i = 0; i != std::min<size_t>(ranks.size(), kMostNamed); ++i) {
    const int rank = ranks[i];
    const Peer &peer = peers[static_cast<size_t>(rank)];
    const double seconds = std::chrono::duration<double>(now - peer.heard).count();
    absl::StrAppend(&text, text.empty() ? "" : "; ", nameOf(rank), " has not answered for ",
                    std::round(10 * seconds) / 10, " s",
                    peer.activity.empty() ? "" : absl::StrCat("; it said last that it ", peer.activity));
  }
  return absl::DeadlineExceededError(text);
}

/// Whoever has said nothing since; else whoever waits for nobody itself, which rank 0 knows.
absl::Status ProcessGroup::endOf(const Stall &stall, Clock::time_point now) const {
  if (std::vector<int> silent = silentSince(stall.since); !silent.empty())
    return silenceOf(silent, now);
  std::string text;
  int named = 0;
  for (size_t i = 0; options.rank == 0 && i != peers.size(); ++i)
    if (const Peer &peer = peers[i]; !peer.hasLeft && !absl::StartsWith(peer.activity, kWaits) && named++ < kMostNamed)
      absl::StrAppend(&text, text.empty() ? " for " : ", for ", nameOf(static_cast<int>(i)), ", which ",
                      peer.activity.empty() ? "runs no program" : peer.activity);
  if (text.empty())
    text = absl::StrCat(" for ", stall.ranks, options.rank == 0 ? "; all ranks wait" : "");
  return absl::Status(stall.waited.code(), absl::StrCat(stall.waited.message(), text));
}

std::string ProcessGroup::nameOf(int rank) const {
  const std::string &name = peers[static_cast<size_t>(rank)].name;
  return name.empty() ? absl::StrCat("rank ", rank) : absl::StrCat("rank ", rank, " (", name, ")");
}

void ProcessGroup::peerIsGone(int from) {
  Peer &peer = peers[static_cast<size_t>(from)];
  peer.connection->endSending();
  {
    std::lock_guard<std::mutex> lock(mutex);
    peer.connection.reset();
    changed.notify_all();
    if (failed || allLeft || peer.hasLeft)
      return;
  }
  adopt(absl::UnavailableError(
            absl::StrCat(nameOf(from), " has died",
                         peer.activity.empty() ? "" : absl::StrCat("; it said last that it ", peer.activity))),
        true);
}

void ProcessGroup::handle(int from, Frame frame) {
  switch (frame.kind) {
  case kPart:
  case kPartForAll:
    // The number's lowest bit says who is told.
    return addPart(from, 2 * frame.number + (frame.kind == kPartForAll), std::move(frame.payload));
  case kGathered: {
    std::lock_guard<std::mutex> lock(mutex);
    Gathering &gathering = gatherings[frame.number];
    gathering.all = unpack(frame.payload);
    gathering.isDone = true;
    changed.notify_all();
    return;
  }
  case kFailure:
    return adopt(statusOf(frame), options.rank == 0);
  case kStall: {
    std::vector<std::string> parts = unpack(frame.payload);
    parts.resize(2);
    noteStall(absl::Status(static_cast<absl::StatusCode>(frame.number), parts[0]), std::move(parts[1]));
    return;
  }
  case kBeat: {
    std::lock_guard<std::mutex> lock(mutex);
    peers[static_cast<size_t>(from)].activity = std::move(frame.payload);
    return;
  }
  case kLeave:
    return noteLeft(from);
  default:
    return;
  }
}

void ProcessGroup::addPart(int from, uint64_t number, std::string part) {
  std::vector<std::string> parts;
  {
    std::lock_guard<std::mutex> lock(mutex);
    Gathering &gathering = gatherings[number];
    gathering.parts[from] = std::move(part);
    if (static_cast<int>(gathering.parts.size()) != options.size)
      return;
    for (auto &[rank, bytes] : gathering.parts)
      parts.push_back(std::move(bytes));
    gathering.all = parts;
    gathering.isDone = true;
    changed.notify_all();
  }
  tellAll({kGathered, 0, number, number % 2 ? pack(parts) : std::string()});
}

absl::StatusOr<std::vector<std::string>> ProcessGroup::gather(std::string mine, bool all) {
  uint64_t number = 0;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (failed)
      return failure;
    number = nextGathering++;
  }
  const uint64_t key = 2 * number + all;
  if (options.rank == 0)
    addPart(0, key, std::move(mine));
  else
    tellAll({all ? kPartForAll : kPart, static_cast<uint32_t>(options.rank), number, std::move(mine)});
  std::unique_lock<std::mutex> lock(mutex);
  ++numGathering;
  changed.wait(lock, [&] { return failed || gatherings[key].isDone; });
  --numGathering;
  if (!gatherings[key].isDone)
    return failure;
  std::vector<std::string> parts = std::move(gatherings[key].all);
  gatherings.erase(key);
  return parts;
}

absl::Status ProcessGroup::status() const {
  std::lock_guard<std::mutex> lock(mutex);
  return failure;
}

void ProcessGroup::adopt(const absl::Status &status, bool tellsOthers) {
  std::function<void(const absl::Status &)> callback;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (failed || allLeft)
      return;
    failure = status;
    failed.store(true, std::memory_order_release);
    callback = std::exchange(failureCallback, nullptr);
    changed.notify_all();
  }
  if (tellsOthers)
    tellAll(failureFrame(options.rank, status));
  if (callback)
    callback(status);
}

void ProcessGroup::fail(const absl::Status &status) { adopt(status, true); }

void ProcessGroup::stall(const absl::Status &waited, const std::vector<int> &ranks) {
  std::string text = ranksText(ranks);
  if (noteStall(waited, text) && options.rank != 0)
    tellAll({kStall, static_cast<uint32_t>(options.rank), static_cast<uint64_t>(waited.code()),
             pack({std::string(waited.message()), std::move(text)})});
}

/// False: there is one already.
bool ProcessGroup::noteStall(const absl::Status &waited, std::string ranks) {
  std::lock_guard<std::mutex> lock(mutex);
  if (stalled)
    return false;
  stalled = {waited, std::move(ranks), Clock::now()};
  return true;
}

void ProcessGroup::failUnlessKnown(const absl::Status &status) {
  std::lock_guard<std::mutex> lock(mutex);
  if (!suspicion.ok())
    return;
  suspicion = status;
  suspicionEnds = Clock::now() + kKnownWithin;
}

void ProcessGroup::onFailure(std::function<void(const absl::Status &)> callback) {
  absl::Status status;
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!failed) {
      failureCallback = std::move(callback);
      return;
    }
    status = failure;
  }
  callback(status);
}

void ProcessGroup::setDescribe(std::function<std::string()> other) {
  std::lock_guard<std::mutex> lock(describeMutex);
  describe = std::move(other);
}

std::shared_ptr<Connection> ProcessGroup::connectionTo(size_t peer) {
  std::lock_guard<std::mutex> lock(mutex);
  return peers[peer].connection;
}

void ProcessGroup::tellAll(const Frame &frame) {
  for (size_t peer = 0; peer != peers.size(); ++peer)
    if (std::shared_ptr<Connection> connection = connectionTo(peer))
      connection->send(frame);
}

void ProcessGroup::noteLeft(int from) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    peers[static_cast<size_t>(from)].hasLeft = true;
    if (options.rank == 0 && ++numLeft != options.size)
      return;
    allLeft = true;
    changed.notify_all();
  }
  if (options.rank == 0)
    tellAll({kLeave, 0, 0, {}});
}

absl::Status ProcessGroup::leave() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (std::exchange(isLeaving, true))
      return failure;
  }
  if (!failed) {
    if (options.rank == 0)
      noteLeft(0);
    else
      tellAll({kLeave, static_cast<uint32_t>(options.rank), 0, {}});
    std::unique_lock<std::mutex> lock(mutex);
    changed.wait(lock, [&] { return failed || allLeft; });
  }
  if (!failed && options.rank != 0)
    if (std::shared_ptr<Connection> first = connectionTo(0))
      first->endSending(); // for rank 0, which waits for this
  outlastOthers();
  return status();
}

void ProcessGroup::outlastOthers() {
  if (options.rank != 0)
    return;
  std::unique_lock<std::mutex> lock(mutex);
  changed.wait_for(lock, kDrainFor, [&] {
    return std::none_of(peers.begin(), peers.end(), [](const Peer &peer) { return peer.connection != nullptr; });
  });
}

} // namespace shardwright::runtime
