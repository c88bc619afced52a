#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SCHEDULER_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SCHEDULER_H

#include "absl/status/status.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

namespace shardwright::runtime::host {

/// How a device left its worker.
enum class Stop : uint8_t {
  Parked,   ///< it waits; whoever completes what it waits for releases it
  Finished, ///< it has reached the end of the program
};

/// Runs devices as resumable tasks on a fixed set of workers (the thread that calls run is the first of them). A worker
/// keeps a device until it parks or finishes, then takes the next runnable one; with none left, it helps with shared
/// work.
class Scheduler {
public:
  /// What the scheduler runs: both are called from any worker.
  class Client {
  public:
    virtual ~Client() = default;
    virtual Stop runDevice(int64_t device, int worker) = 0;
    /// Every device waits or has finished: who waits for what.
    virtual absl::Status describeDeadlock() = 0;
  };

  Scheduler(Client &client, int64_t numDevices, int numWorkers);
  ~Scheduler();

  /// All devices from their beginning to their end. The first error ends the run.
  absl::Status run();

  /// From a worker: these devices, parked until now, can go on.
  void release(const int64_t *devices, int64_t count, int64_t except);

  /// From a worker: ends the run with an error. Devices stop where they next look.
  void fail(absl::Status status);
  bool stopping() const { return stopped.load(std::memory_order_relaxed); }

  int workers() const { return numWorkers; }

  /// From worker `worker`: body(begin, end, who) over pieces of [0, count), shared with the workers that are idle now.
  template <typename Body> void share(int64_t count, int worker, const Body &body) {
    if (count < 2 || (invited && idle.load(std::memory_order_relaxed) == 0))
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

  void threadMain(int worker);
  /// Lets the other workers into this run; who runs a device calls it.
  void invite();
  void work(int worker);
  void shareJob(Job &job, int worker);
  static void runPieces(Job &job, int worker);
  Job *openJob();

  Client &client;
  const int64_t numDevices;
  const int numWorkers;

  std::mutex mutex;
  std::condition_variable wake; ///< work for a worker, or the end of the run
  std::condition_variable helpersLeft;
  std::condition_variable start, workersLeft;
  std::vector<int64_t> queue; ///< a ring of the runnable devices
  size_t head = 0, length = 0;
  int64_t finished = 0;
  int running = 0; ///< workers that hold a device
  int active = 0;  ///< threads that are still in this run
  Job *jobs = nullptr;
  uint64_t runNumber = 0; ///< of the last run that the other workers were let into
  bool invited = false;   ///< they are in the present one
  bool closing = false;
  absl::Status result;

  std::atomic<int> idle{0};
  std::atomic<bool> stopped{false};
  std::vector<std::thread> threads;
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_SCHEDULER_H
