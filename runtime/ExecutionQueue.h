#ifndef RUNTIME_EXECUTIONQUEUE_H
#define RUNTIME_EXECUTIONQUEUE_H

#include "shardwright/Runtime/Event.h"

#include "absl/status/status.h"

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace shardwright::runtime {

class ExecutionQueue;

/// What is behind an Event.
class EventState {
public:
  explicit EventState(std::shared_ptr<ExecutionQueue> queue) : queue(std::move(queue)) {}

  bool isReady() const { return ready.load(std::memory_order_acquire); }
  /// Of one that is ready.
  const absl::Status &status() const { return outcome; }
  absl::Status wait();
  void onReady(std::function<void(const absl::Status &)> callback);
  /// Once.
  void finish(absl::Status status);

private:
  std::shared_ptr<ExecutionQueue> queue; ///< that will make it ready
  std::atomic<bool> ready{false};
  absl::Status outcome;
  std::mutex mutex;
  std::vector<std::function<void(const absl::Status &)>> callbacks;
};

/// Runs jobs one after the other in the order in which they came. Whoever waits for one runs them, where nobody does,
/// so that a step whose result is awaited at once wakes no other thread; what nobody waits for runs on a thread of the
/// queue.
class ExecutionQueue : public std::enable_shared_from_this<ExecutionQueue> {
public:
  class Job {
  public:
    virtual ~Job() = default;
    /// From one thread at a time. What it stands for is ready afterwards; the job may be gone.
    virtual void run() = 0;

  private:
    friend class ExecutionQueue;
    Job *next = nullptr;
  };

  /// No more jobs come, and those that came have run, unless this is called by one: ends the queue's thread.
  void close();

  /// To be run soon, whether somebody waits or not.
  void submit(Job &job);
  /// Runs it, after those that came before, in the calling thread or another; returns afterwards. `done` says whether
  /// it has run.
  void run(Job &job, const std::atomic<bool> &done);
  /// Helps until it is done.
  void wait(const std::atomic<bool> &done);

private:
  void append(Job &job);
  void runFirst(std::unique_lock<std::mutex> &lock);
  void help(std::unique_lock<std::mutex> &lock, const std::atomic<bool> &done);
  void sleep(std::unique_lock<std::mutex> &lock);
  void serve();

  std::mutex mutex;
  std::condition_variable changed; ///< a job has run, or there is one that nobody runs
  Job *first = nullptr, *last = nullptr;
  bool isRunning = false;
  bool closing = false;
  int64_t waiting = 0; ///< threads in `changed`
  std::thread server;  ///< made when something is submitted
};

} // namespace shardwright::runtime

#endif // RUNTIME_EXECUTIONQUEUE_H
