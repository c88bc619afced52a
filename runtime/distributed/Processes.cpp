#include "shardwright/Runtime/Processes.h"

#include "runtime/Unfinished.h"
#include "runtime/distributed/ProcessGroup.h"
#include "runtime/distributed/Rendezvous.h"
#include "runtime/distributed/TcpTransport.h"
#include "runtime/distributed/Transport.h"
#include "shardwright/Runtime/Process.h"
#include "shardwright/Runtime/RunCommand.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <unistd.h>
#include <utility>

namespace shardwright::runtime {
namespace {

constexpr const char *kMpiLibrary = "libshardwright_mpi.so";
/// How long a process goes on after a failure, so that the others can say it too; how long one that is ended may take
/// to hear the reason (mpirun kills a second after SIGTERM); how long it may take to close.
constexpr std::chrono::milliseconds kEndAfter{300}, kReasonWithin{600}, kCloseWithin{8000};

using Clock = std::chrono::steady_clock;

std::string besideExecutable(const char *name) {
  char path[4096];
  const ssize_t length = readlink("/proc/self/exe", path, sizeof(path));
  std::string folder(path, length > 0 ? static_cast<size_t>(length) : 0);
  return folder.substr(0, folder.rfind('/') + 1) + name;
}

absl::StatusOr<std::unique_ptr<Transport>> openMpi() {
  // What it needs of MPI opens libraries of its own, which look for it.
  void *library = dlopen(besideExecutable(kMpiLibrary).c_str(), RTLD_NOW | RTLD_GLOBAL);
  const std::string reason = library ? "" : dlerror();
  if (!library)
    library = dlopen(kMpiLibrary, RTLD_NOW | RTLD_GLOBAL);
  if (!library)
    return absl::InvalidArgumentError(absl::StrCat("the backend mpi is not there: ", reason,
                                                   "; build where MPI is installed (libopenmpi-dev), and keep ",
                                                   kMpiLibrary, " beside the executable"));
  auto *open = reinterpret_cast<OpenTransport *>(dlsym(library, "shardwrightTransport"));
  char error[1024] = "it exports no shardwrightTransport";
  Transport *transport = open ? open(kTransportVersion, error, sizeof(error)) : nullptr;
  if (!transport)
    return absl::InvalidArgumentError(absl::StrCat("cannot use ", kMpiLibrary, ": ", error));
  return std::unique_ptr<Transport>(transport);
}

using JoinFailure = std::function<void(const absl::Status &)>;

/// A group and what carries its data.
struct Connected {
  std::unique_ptr<ProcessGroup> group;
  std::unique_ptr<Transport> transport;
};

/// Rank 0 listens where the others can reach it, and tells them by the transport.
absl::StatusOr<std::unique_ptr<ProcessGroup>> meet(Transport &transport, const ProcessesOptions &options,
                                                   const JoinFailure &onJoinFailure) {
  ProcessGroup::Options who;
  who.onJoinFailure = onJoinFailure;
  who.rank = transport.rank();
  who.size = transport.size();
  who.deadline = std::chrono::duration<double>(options.deadline);
  const bool isOneMachine = transport.localSize() == transport.size();
  char text[4096] = "";
  if (who.rank != 0) {
    if (!transport.broadcast(text, sizeof(text)))
      return absl::UnavailableError(transport.error());
    std::optional<MeetingPlace> place = MeetingPlace::fromText(text);
    if (!place)
      return absl::UnavailableError(absl::StrCat("rank ", who.rank, ": rank 0 cannot be reached"));
    return ProcessGroup::join(who, *place);
  }
  const std::string loopback = "127.0.0.1";
  absl::StatusOr<Listener> listener = Listener::open(isOneMachine ? loopback : "", 0);
  MeetingPlace place;
  if (listener.ok()) {
    place = {isOneMachine ? std::vector<std::string>{loopback} : ownAddresses(), listener->port(), randomToken()};
    std::snprintf(text, sizeof(text), "%s", place.toText().c_str());
  }
  if (!transport.broadcast(text, sizeof(text)))
    return absl::UnavailableError(transport.error());
  if (!listener.ok())
    return listener.status();
  return ProcessGroup::host(who, *listener, place.token);
}

absl::StatusOr<Connected> connectOverMpi(const ProcessesOptions &options, const JoinFailure &onJoinFailure) {
  absl::StatusOr<std::unique_ptr<Transport>> transport = openMpi();
  if (!transport.ok())
    return transport.status();
  absl::StatusOr<std::unique_ptr<ProcessGroup>> group = meet(**transport, options, onJoinFailure);
  if (!group.ok())
    return group.status();
  return Connected{*std::move(group), *std::move(transport)};
}

/// Rank 0 listens where the environment says.
absl::StatusOr<Connected> connectOverTcp(const ProcessesOptions &options, const JoinFailure &onJoinFailure) {
  absl::StatusOr<Rendezvous> where = Rendezvous::from(std::getenv);
  if (!where.ok())
    return where.status();
  const MeetingPlace &place = where->place;
  ProcessGroup::Options who;
  who.rank = where->rank;
  who.size = where->size;
  who.onJoinFailure = onJoinFailure;
  who.deadline = who.joinWithin = std::chrono::duration<double>(options.deadline);
  std::optional<Listener> listener;
  if (who.rank == 0) {
    absl::StatusOr<Listener> opened = Listener::open(place.addresses[0], place.port);
    if (!opened.ok())
      return opened.status();
    listener.emplace(*std::move(opened));
  }
  absl::StatusOr<std::unique_ptr<ProcessGroup>> group =
      listener ? ProcessGroup::host(who, *listener, place.token) : ProcessGroup::join(who, place);
  if (!group.ok())
    return group.status();
  absl::StatusOr<std::unique_ptr<Transport>> transport = openTcp(**group, place, listener ? &*listener : nullptr);
  if (transport.ok())
    return Connected{*std::move(group), *std::move(transport)};
  (void)(*group)->leave();
  return transport.status();
}

} // namespace

/// How a tool's process ends with the others. Shared with threads that outlive everything else.
struct Processes::Ending {
  const std::string tool;
  std::atomic<bool> isSaid{false};
  std::mutex mutex;
  std::shared_ptr<ProcessGroup> group; ///< null: still connecting
  Unfinished unfinished;

  explicit Ending(std::string tool) : tool(std::move(tool)) {}

  /// Once.
  void say(const absl::Status &status) {
    if (isSaid.exchange(true))
      return;
    const std::string text = absl::StrCat(tool, ": ", status.message(), "\n");
    (void)!write(STDERR_FILENO, text.data(), text.size());
  }

  /// Says it at once and ends a moment later: mpirun kills the ranks that are left when the first two have ended.
  [[noreturn]] void end(const absl::Status &status) {
    say(status);
    unfinished.removeAll();
    std::this_thread::sleep_for(kEndAfter);
    if (std::shared_ptr<ProcessGroup> known = connected())
      known->outlastOthers();
    _exit(exitCode(status));
  }

  std::shared_ptr<ProcessGroup> connected() {
    std::lock_guard<std::mutex> lock(mutex);
    return group;
  }

  /// Whoever starts processes ends those that are left when one has died: why, comes another way.
  [[noreturn]] void endByTermination() {
    const auto until = Clock::now() + kReasonWithin;
    std::shared_ptr<ProcessGroup> known = connected();
    while (known && !known->hasFailed() && Clock::now() < until)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    if (!known)
      end(absl::AbortedError("ended by SIGTERM while the ranks were connecting: one of them may have died"));
    const absl::Status own = absl::AbortedError(absl::StrCat("rank ", known->rank(), " was ended by SIGTERM"));
    if (!known->hasFailed())
      known->fail(own);
    end(known->hasFailed() ? known->status() : own);
  }

  /// Ends the process then, unless it has ended before.
  static void endWithin(std::shared_ptr<Ending> ending, std::chrono::milliseconds time, absl::Status status) {
    std::thread([ending = std::move(ending), time, status = std::move(status)] {
      std::this_thread::sleep_for(time);
      ending->end(status);
    }).detach();
  }
};

/// Before anything makes threads: they must not take SIGTERM.
std::shared_ptr<Processes::Ending> Processes::watchTermination(const std::string &tool) {
  auto ending = std::make_shared<Ending>(tool);
  if (tool.empty())
    return ending;
  sigset_t termination;
  sigemptyset(&termination);
  sigaddset(&termination, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &termination, nullptr);
  std::thread([ending, termination] {
    int signal = 0;
    sigwait(&termination, &signal);
    ending->endByTermination();
  }).detach();
  return ending;
}

Processes::Processes(std::unique_ptr<ProcessGroup> own, std::unique_ptr<Transport> transport,
                     const ProcessesOptions &options, std::shared_ptr<Ending> known)
    : options(options), group(std::move(own)), transport(std::move(transport)),
      ending(known ? std::move(known) : watchTermination(options.tool)) {
  if (options.tool.empty())
    return;
  {
    std::lock_guard<std::mutex> lock(ending->mutex);
    ending->group = group;
  }
  group->onFailure([ending = ending](const absl::Status &status) {
    Ending::endWithin(ending, std::chrono::milliseconds(0), status);
  });
}
Processes::~Processes() = default;

absl::StatusOr<std::shared_ptr<Processes>> Processes::connect(ProcessNetwork network, const ProcessesOptions &options) {
  std::shared_ptr<Ending> ending = watchTermination(options.tool);
  // What is the machine's failure ends a tool here; the rest its caller says.
  auto isOurs = [&](const absl::Status &status) { return !options.tool.empty() && !absl::IsInvalidArgument(status); };
  auto onJoinFailure = [&](const absl::Status &status) {
    if (isOurs(status))
      ending->say(status);
  };
  absl::StatusOr<Connected> all =
      network == ProcessNetwork::Mpi ? connectOverMpi(options, onJoinFailure) : connectOverTcp(options, onJoinFailure);
  if (all.ok())
    return std::make_shared<Processes>(std::move(all->group), std::move(all->transport), options, std::move(ending));
  if (isOurs(all.status()))
    ending->end(all.status());
  return all.status();
}

int Processes::rank() const { return group->rank(); }
int Processes::size() const { return group->size(); }
int Processes::localSize() const { return transport->localSize(); }
absl::Status Processes::status() const { return group->status(); }
void Processes::fail(const absl::Status &status) { group->fail(status); }
Unfinished &Processes::unfinished() { return ending->unfinished; }

absl::StatusOr<std::vector<std::string>> Processes::gather(std::string mine, bool all) {
  return group->gather(std::move(mine), all);
}

absl::Status Processes::agree(const absl::Status &mine) {
  auto text = absl::StrCat(static_cast<int>(mine.code()), " ", mine.message());
  absl::StatusOr<std::vector<std::string>> all = gather(text);
  if (!all.ok())
    return all.status();
  const std::string ok = absl::StrCat(static_cast<int>(absl::StatusCode::kOk), " ");
  auto first = std::find_if(all->begin(), all->end(), [&](const std::string &one) { return one != ok; });
  if (first == all->end())
    return mine;
  const bool isEverybodys =
      std::all_of(all->begin(), all->end(), [&](const std::string &one) { return one == *first; });
  const absl::string_view message = absl::string_view(*first).substr(first->find(' ') + 1);
  return agreeOn(absl::Status(static_cast<absl::StatusCode>(std::atoi(first->c_str())),
                              isEverybodys || message.empty()
                                  ? std::string(message)
                                  : absl::StrCat("rank ", first - all->begin(), ": ", message)));
}

absl::Status Processes::compare(const std::string &mine, const std::string &what, const std::string &advice) {
  absl::StatusOr<std::vector<std::string>> all = gather(mine);
  if (!all.ok())
    return all.status();
  for (size_t other = 1; other < all->size(); ++other)
    if ((*all)[other] != all->front())
      return agreeOn(
          absl::InvalidArgumentError(absl::StrCat("rank ", other, " has other ", what, " than rank 0: ", advice)));
  return absl::OkStatus();
}

absl::Status Processes::agreeOn(const absl::Status &all) {
  agreed = all;
  return all;
}

absl::Status Processes::conclude(const absl::Status &mine) {
  // Whoever handed it on may have said what it is about.
  if (!mine.ok() && mine.code() == agreed.code() && absl::EndsWith(mine.message(), agreed.message()))
    return mine;
  if (mine.ok() || mine.code() == absl::StatusCode::kFailedPrecondition)
    return agree(mine);
  if (status().ok())
    fail(absl::Status(mine.code(), absl::StrCat("rank ", rank(), ": ", mine.message())));
  return status();
}

void Processes::endTool(const absl::Status &mine) {
  absl::Status status = conclude(mine);
  int code = finishOutput(exitCode(status));
  auto say = [&](const absl::Status &what) {
    if (!what.message().empty() && (group->hasFailed() || rank() == 0))
      ending->say(what);
  };
  say(status);
  if (absl::Status late = leave(); status.ok() && !late.ok()) {
    say(late);
    code = exitCode(late);
  }
  if (group->hasFailed())
    ending->end(group->status());
  // Not by way of what other threads still use.
  _exit(code);
}

absl::Status Processes::leave() {
  absl::Status status = group->leave();
  if (!status.ok())
    return status;
  // What one that dies from here on leaves the others waiting for, is of no interest any more.
  if (!options.tool.empty())
    Ending::endWithin(ending, kCloseWithin, absl::DeadlineExceededError(absl::StrCat("rank ", rank(), " cannot end")));
  transport->close();
  return status;
}

} // namespace shardwright::runtime
