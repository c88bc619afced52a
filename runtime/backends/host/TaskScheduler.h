#ifndef RUNTIME_BACKENDS_HOST_TASKSCHEDULER_H
#define RUNTIME_BACKENDS_HOST_TASKSCHEDULER_H

#include "runtime/backends/host/Signal.h"

#include "absl/status/status.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <thread>
#include <vector>

namespace shardwright::runtime::host {

/// Work on fewer bytes than these is done before another worker has woken up.
constexpr uint64_t kShareBytes = 256 << 10;

/// How a device left its worker.
enum class Stop : uint8_t {
  Parked,   ///< it waits; whoever completes what it waits for releases it
  Finished, ///< it has reached the end of the program
};

/// Runs devices as resumable tasks on a fixed set of workers (the thread that calls run is the first of them). Each
/// worker has devices of its own, whose data its caches hold. It keeps a device until it parks or finishes, then takes
/// the next runnable one of its own, and another's when that has been runnable for a while; with none left, it helps
/// with shared work; while devices wait for other processes, one of the idle workers looks after the messages. One run
/// at a time, of whatever program.
class TaskScheduler {
public:
  /// What the scheduler runs: both are called from any worker.
  class Tasks {
  public:
    virtual ~Tasks() = default;
    virtual Stop runDevice(int64_t device, int worker) = 0;
    /// Every device waits or has finished: who waits for what.
    virtual absl::Status describeDeadlock() = 0;
    /// Whether a device may ever wait for something that no worker does; whether one does, and will be released.
    virtual bool hasOutside() const { return false; }
    virtual bool waitsOutside() const { return false; }
    /// Looks after that. False: nothing has happened. `isAlone`: no device is run meanwhile.
    virtual bool pollOutside(bool /*isAlone*/) { return false; }
  };

  static constexpr std::chrono::milliseconds kHoldFor{5};
  /// `holdFor`: a worker that looks after what is outside keeps its core for so long.
  explicit TaskScheduler(int numWorkers, std::chrono::nanoseconds holdFor = kHoldFor);
  ~TaskScheduler();

  /// All devices from their beginning to their end. The first error ends the run. `isAlone`: the other workers do
  /// nothing meanwhile; not for devices that wait for something outside.
  absl::Status run(Tasks &what, int64_t devices, bool isAlone = false);

  /// From any thread: these devices, parked until now, can go on.
  void release(const int64_t *devices, int64_t count, int64_t except);

  /// From any thread: ends the run, if there is one, with an error. Devices stop where they next look.
  void fail(absl::Status status);
  bool stopping() const { return stopped.load(std::memory_order_relaxed); }

  int workers() const { return numWorkers; }

  /// From worker `worker`: body(begin, end, who) over pieces of [0, count), shared with the workers that are idle now.
  template <typename Body> void share(int64_t count, int worker, const Body &body) {
    if (count < 2 || alone || idle.load(std::memory_order_relaxed) == 0)
      return body(int64_t{0}, count, worker);
    Job job;
    job.call = [](const void *context, int64_t begin, int64_t end, int who) {
      (*static_cast<const Body *>(context))(begin, end, who);
    };
    job.context = &body;
    job.count = count;
    job.piece = count / (4 * numWorkers) + 1;
    shareJob(job, worker);
  }

private:
  struct Job {
    void (*call)(const void *context, int64_t begin, int64_t end, int worker);
    const void *context;
    int64_t count, piece;
    std::atomic<int64_t> next{0};
    int helpers = 0;
    Job *following = nullptr;
  };

  /// The first worker returns when the run is over, the others when the scheduler closes.
  void work(int worker);
  /// Runs the next device, one of its own if there are any; where there is none, and nobody runs one, the run is over.
  void advance(BriefLock &lock, int worker);
  void help(Job &job, BriefLock &lock, int worker);
  void watch(BriefLock &lock, int worker);
  /// The first worker may return.
  void noteEnd(BriefLock &lock, int worker);
  int numRunning() const { return running.load(std::memory_order_relaxed); }
  bool isOver() const { return stopping() || finished == numDevices; }
  /// Nobody of this run is at work.
  bool isQuiet() const { return numRunning() == 0 && !isWatched; }
  void tellOf(BriefLock &lock, int64_t devices);
  void shareJob(Job &job, int worker);
  static void runPieces(Job &job, int worker);
  Job *openJob();

  /// The runnable devices of one worker: itself takes the first, others the last.
  struct Ring {
    void reset(size_t most);
    void push(int64_t device);
    int64_t popFirst();
    int64_t popLast();

    alignas(64) std::atomic<size_t> length{0}; ///< changed with the lock held
    std::vector<int64_t> devices;
    size_t head = 0;
  };
  /// Devices side by side belong to one worker.
  Ring &ringOf(int64_t device) { return rings[alone ? 0 : owners[static_cast<size_t>(device)]]; }
  int64_t popFor(int worker);

  const int numWorkers;
  const std::chrono::nanoseconds holdFor;

  BriefMutex mutex;
  Signal news;                  ///< for everybody: work, the end of the run
  Signal helpersLeft;           ///< for who shares a job
  std::vector<Ring> rings;      ///< by worker
  std::vector<uint32_t> owners; ///< by device: its worker
  size_t length = 0;            ///< of all of them
  Tasks *tasks = nullptr;
  bool hasOutside = false; ///< these tasks
  bool alone = false;      ///< the first worker runs them all
  int64_t numDevices = 0;
  int64_t finished = 0;   ///< devices: all, between two runs
  bool isWatched = false; ///< a worker looks after what is outside
  Job *jobs = nullptr;
  bool closing = false;
  absl::Status result;

  std::atomic<int> running{0}; ///< workers that hold a device; changed with the lock held
  std::atomic<int> idle{0};
  std::atomic<bool> stopped{false};
  std::vector<std::thread> threads;
};

} // namespace shardwright::runtime::host

#endif // RUNTIME_BACKENDS_HOST_TASKSCHEDULER_H
