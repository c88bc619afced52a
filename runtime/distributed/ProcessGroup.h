#ifndef RUNTIME_DISTRIBUTED_PROCESSGROUP_H
#define RUNTIME_DISTRIBUTED_PROCESSGROUP_H

#include "runtime/distributed/Acceptor.h"
#include "runtime/distributed/Connection.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace shardwright::runtime {

/// Processes that work on one thing, each connected to the first of them: who they are, what they agree on, and what
/// has happened to them. A thread of its own in each of them listens. The first failure is everybody's: an error that
/// one reports, one that has died (its connection ends), one that has not answered for longer than the deadline.
/// Whatever carries their data is no part of this.
class ProcessGroup {
public:
  using Clock = std::chrono::steady_clock;
  struct Options {
    int rank = 0, size = 1;
    std::chrono::duration<double> deadline{0};    ///< zero: none
    std::chrono::duration<double> joinWithin{60}; ///< how long the others are waited for at the start; zero: for ever
    /// Of rank 0, where the ranks do not all come together: called at once, while those who are late are still told.
    std::function<void(const absl::Status &)> onJoinFailure;
  };

  /// Rank 0 has been listening, the others know where. Whatever else calls there is turned away. kDeadlineExceeded:
  /// names who is missing; kUnavailable: one has died meanwhile; kInvalidArgument: two have one rank, or another number
  /// of ranks. All who have come have the same error, and so has who comes within some seconds: rank 0 stays as long.
  static absl::StatusOr<std::unique_ptr<ProcessGroup>> host(const Options &options, Listener &listener,
                                                            const std::string &token);
  static absl::StatusOr<std::unique_ptr<ProcessGroup>> join(const Options &options, const MeetingPlace &place);
  /// Where it is not left before, the others take it for dead.
  ~ProcessGroup();

  int rank() const { return options.rank; }
  int size() const { return options.size; }
  /// This process's own address, by which it has reached rank 0; empty on rank 0.
  std::string addressForOthers() const;
  /// Until when others are waited for that have to be connected now.
  Clock::time_point joinEnds(Clock::duration longer = {}) const;

  /// Everybody's bytes, by rank; of others than rank 0 only if `all`. All come here in the same order. The failure of
  /// whoever fails meanwhile.
  absl::StatusOr<std::vector<std::string>> gather(std::string mine, bool all = true);

  bool hasFailed() const { return failed.load(std::memory_order_acquire); }
  /// The first failure.
  absl::Status status() const;
  /// An error of this process.
  void fail(const absl::Status &status);
  /// This process has waited for too long, for these ranks. `waited` says how long and in what; whom everybody waits
  /// for is found out, which takes two beats, and added: ranks that do not answer, else those that do something else
  /// than to wait, else `ranks`.
  void stall(const absl::Status &waited, const std::vector<int> &ranks);
  /// The same of an error that may be the result of another one, which everybody will soon know.
  void failUnlessKnown(const absl::Status &status);

  /// Called once, from the thread that listens, when something has failed.
  void onFailure(std::function<void(const absl::Status &)> callback);
  /// What the others are told about what this process does: `waits in step 3`, where it waits for them. From the thread
  /// that listens.
  void setDescribe(std::function<std::string()> describe);

  /// When all are through, or something has failed; nothing is told to the others from here on.
  absl::Status leave();
  /// Of rank 0: until the others have ended their connections, for half a second at most. What a process has sent is
  /// lost where it ends without having read what it was sent.
  void outlastOthers();

private:
  struct Peer {
    std::shared_ptr<Connection> connection; ///< null: gone
    std::string name;                       ///< `pid 12 on host`
    std::string activity;                   ///< as it said last
    Clock::time_point heard;
    bool hasLeft = false;
  };
  struct Stall {
    absl::Status waited;
    std::string ranks; ///< `ranks 1, 2`
    Clock::time_point since;
  };
  struct Gathering {
    std::map<int, std::string> parts; ///< of rank 0: what has come
    bool isDone = false;
    std::vector<std::string> all;
  };

  explicit ProcessGroup(const Options &options);
  using Connections = std::vector<std::unique_ptr<Connection>>;
  absl::Status acceptAll(Acceptor &acceptor, Connections &refused);
  absl::Status admit(Acceptor::Caller &caller);
  void tellJoinFailure(Acceptor &acceptor, const absl::Status &status, Connections refused);
  void begin();
  void listen();
  void handle(int from, Frame frame);
  void addPart(int from, uint64_t number, std::string part);
  void peerIsGone(int from);
  void beat();
  void adopt(const absl::Status &status, bool tellsOthers);
  std::shared_ptr<Connection> connectionTo(size_t peer);
  void tellAll(const Frame &frame);
  void noteLeft(int from);
  bool noteStall(const absl::Status &waited, std::string ranks);
  std::string nameOf(int rank) const;
  std::vector<int> silentSince(Clock::time_point time) const;
  absl::Status silenceOf(const std::vector<int> &ranks, Clock::time_point now) const;
  absl::Status endOf(const Stall &stall, Clock::time_point now) const;
  Peer &peerOf(int rank) { return peers[static_cast<size_t>(options.rank == 0 ? rank : 0)]; }

  const Options options;
  std::vector<Peer> peers; ///< of rank 0: by rank; of another one: rank 0
  int wakePipe[2] = {-1, -1};
  std::thread listener;

  mutable std::mutex mutex;
  std::condition_variable changed;
  std::map<uint64_t, Gathering> gatherings;
  uint64_t nextGathering = 0;
  int numGathering = 0; ///< calls that wait for the others
  absl::Status failure;
  absl::Status suspicion; ///< a failure, unless there is another one soon
  Clock::time_point suspicionEnds;
  std::optional<Stall> stalled; ///< the first: its own; of rank 0: anybody's
  std::atomic<bool> failed{false};
  int numLeft = 0; ///< of rank 0: who is through
  bool allLeft = false, isLeaving = false, closing = false;
  std::function<void(const absl::Status &)> failureCallback;
  std::mutex describeMutex;
  std::function<std::string()> describe;
};

} // namespace shardwright::runtime

#endif // RUNTIME_DISTRIBUTED_PROCESSGROUP_H
