#include "runtime/ExecutionQueue.h"

#include <chrono>
#include <system_error>
#include <utility>

namespace shardwright::runtime {
namespace {
/// About what it takes to be woken: whoever waits looks for so long before it sleeps.
constexpr std::chrono::microseconds kLookFor{50};
} // namespace

absl::Status EventState::wait() {
  if (!isReady())
    queue->wait(ready);
  return outcome;
}

void EventState::onReady(std::function<void(const absl::Status &)> callback) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (!isReady()) {
      callbacks.push_back(std::move(callback));
      return;
    }
  }
  callback(outcome);
}

void EventState::finish(absl::Status status) {
  std::vector<std::function<void(const absl::Status &)>> calls;
  {
    std::lock_guard<std::mutex> lock(mutex);
    outcome = std::move(status);
    calls.swap(callbacks);
    ready.store(true, std::memory_order_release);
  }
  for (const std::function<void(const absl::Status &)> &call : calls)
    call(outcome);
}

bool Event::isReady() const { return !state || state->isReady(); }
absl::Status Event::wait() const { return state ? state->wait() : absl::OkStatus(); }
void Event::onReady(std::function<void(const absl::Status &)> callback) const {
  if (state)
    state->onReady(std::move(callback));
  else
    callback(absl::OkStatus());
}

void ExecutionQueue::close() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
  }
  changed.notify_all();
  if (!server.joinable())
    return;
  // The last holder of a client may be a job: the thread holds the queue itself.
  if (server.get_id() == std::this_thread::get_id())
    server.detach();
  else
    server.join();
}

void ExecutionQueue::sleep(std::unique_lock<std::mutex> &lock) {
  ++waiting;
  changed.wait(lock);
  --waiting;
}

void ExecutionQueue::append(Job &job) {
  job.next = nullptr;
  (first ? last->next : first) = &job;
  last = &job;
}

void ExecutionQueue::runFirst(std::unique_lock<std::mutex> &lock) {
  Job *job = std::exchange(first, first->next);
  isRunning = true;
  lock.unlock();
  job->run();
  lock.lock();
  isRunning = false;
  if (waiting != 0)
    changed.notify_all();
}

void ExecutionQueue::submit(Job &job) {
  std::unique_lock<std::mutex> lock(mutex);
  append(job);
  if (!server.joinable()) {
    try {
      server = std::thread([self = shared_from_this()] { self->serve(); });
    } catch (const std::system_error &) { // no more threads: whoever waits runs it
    }
  } else if (!isRunning && waiting != 0) {
    changed.notify_all();
  }
}

void ExecutionQueue::serve() {
  std::unique_lock<std::mutex> lock(mutex);
  while (!closing)
    if (first && !isRunning) {
      runFirst(lock);
    } else {
      sleep(lock);
    }
}

void ExecutionQueue::help(std::unique_lock<std::mutex> &lock, const std::atomic<bool> &done) {
  std::chrono::steady_clock::time_point lookUntil;
  while (!done.load(std::memory_order_acquire)) {
    if (first && !isRunning) {
      runFirst(lock);
    } else if (auto now = std::chrono::steady_clock::now(); lookUntil.time_since_epoch().count() == 0) {
      lookUntil = now + kLookFor;
    } else if (now < lookUntil) {
      lock.unlock();
      std::this_thread::yield();
      lock.lock();
    } else {
      sleep(lock);
    }
  }
}

void ExecutionQueue::run(Job &job, const std::atomic<bool> &done) {
  std::unique_lock<std::mutex> lock(mutex);
  append(job);
  help(lock, done);
}

void ExecutionQueue::wait(const std::atomic<bool> &done) {
  std::unique_lock<std::mutex> lock(mutex);
  help(lock, done);
}

} // namespace shardwright::runtime
