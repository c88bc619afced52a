#include "runtime/backends/host/TaskScheduler.h"

#include <algorithm>
#include <chrono>
#include <system_error>

namespace shardwright::runtime::host {
namespace {

using Clock = std::chrono::steady_clock;

/// What a worker does of another's device in less than this it does no sooner than who has its data: to fetch them
/// takes as long. It then backs off for longer and longer.
constexpr std::chrono::nanoseconds kBrief{300};
constexpr int kMostMoments = 16;

/// Of its own, for who waits for something else.
const std::atomic<size_t> kNothing{0};

/// How long a worker sleeps that has waited for another process for longer than kHoldFor.
constexpr std::chrono::microseconds kNap{50};

} // namespace

TaskScheduler::TaskScheduler(int numWorkers, std::chrono::nanoseconds holdFor)
    : numWorkers(numWorkers), holdFor(holdFor), rings(static_cast<size_t>(numWorkers)) {
  // Where the system gives no more threads, those there are do the work.
  try {
    for (int worker = 1; worker < numWorkers; ++worker)
      threads.emplace_back([this, worker] { work(worker); });
  } catch (const std::system_error &) {
  }
}

TaskScheduler::~TaskScheduler() {
  BriefLock lock(mutex);
  closing = true;
  news.notifyNow(lock, numWorkers);
  for (std::thread &thread : threads)
    thread.join();
}

absl::Status TaskScheduler::run(Tasks &what, int64_t devices, bool isAlone) {
  BriefLock lock(mutex);
  tasks = &what;
  hasOutside = what.hasOutside();
  alone = isAlone;
  numDevices = devices;
  if (owners.size() != static_cast<size_t>(devices)) {
    owners.clear();
    for (int64_t device = 0; device != devices; ++device)
      owners.push_back(static_cast<uint32_t>(device * static_cast<int64_t>(rings.size()) / devices));
  }
  for (Ring &ring : rings)
    ring.reset(static_cast<size_t>(numDevices));
  for (int64_t device = 0; device != numDevices; ++device)
    ringOf(device).push(device);
  length = static_cast<size_t>(numDevices);
  finished = 0;
  result = absl::OkStatus();
  stopped.store(false, std::memory_order_relaxed);
  // One of them is this worker's own: a program of one device wakes nobody until it shares work.
  tellOf(lock, numDevices - 1);
  work(0);
  return result;
}

void TaskScheduler::work(int worker) {
  BriefLock lock(mutex);
  const std::atomic<size_t> &own = rings[static_cast<size_t>(worker)].length;
  int moments = 1;
  bool mayTake = false; // another's
  while (worker == 0 ? !isOver() || !isQuiet() : !closing) {
    const bool isOutside = hasOutside && !isOver() && length == 0 && tasks->waitsOutside();
    const bool hasWork = !isOver() && (worker == 0 || !alone) && (length != 0 || (isQuiet() && !isOutside));
    const bool isAnothers = own.load(std::memory_order_relaxed) == 0;
    if (hasWork && isAnothers && !mayTake && numRunning() != 0) {
      news.backOff(lock, own, moments); // meanwhile its worker takes it
      mayTake = true;
    } else if (hasWork && !isAnothers) {
      advance(lock, worker);
      mayTake = false;
    } else if (hasWork) {
      const auto begin = Clock::now();
      advance(lock, worker);
      mayTake = Clock::now() - begin >= kBrief;
      moments = mayTake ? 1 : std::min(2 * moments, kMostMoments);
    } else if (Job *job = openJob()) {
      help(*job, lock, worker);
    } else if (isOutside && !isWatched) {
      watch(lock, worker);
      mayTake = true;
    } else {
      idle.fetch_add(1, std::memory_order_relaxed);
      news.wait(lock, own, moments);
      idle.fetch_sub(1, std::memory_order_relaxed);
      mayTake = true;
    }
  }
}

void TaskScheduler::Ring::reset(size_t most) {
  devices.resize(most);
  head = 0;
  length.store(0, std::memory_order_relaxed);
}

void TaskScheduler::Ring::push(int64_t device) {
  const size_t count = length.load(std::memory_order_relaxed), tail = head + count;
  devices[tail < devices.size() ? tail : tail - devices.size()] = device;
  length.store(count + 1, std::memory_order_release);
}

int64_t TaskScheduler::Ring::popFirst() {
  const int64_t device = devices[head];
  head = head + 1 == devices.size() ? 0 : head + 1;
  length.store(length.load(std::memory_order_relaxed) - 1, std::memory_order_relaxed);
  return device;
}

int64_t TaskScheduler::Ring::popLast() {
  const size_t left = length.load(std::memory_order_relaxed) - 1, tail = head + left;
  length.store(left, std::memory_order_relaxed);
  return devices[tail < devices.size() ? tail : tail - devices.size()];
}

int64_t TaskScheduler::popFor(int worker) {
  if (--length == 0)
    news.noteDrained();
  if (Ring &own = rings[static_cast<size_t>(worker)]; own.length.load(std::memory_order_relaxed) != 0)
    return own.popFirst();
  return std::max_element(rings.begin(), rings.end(),
                          [](const Ring &a, const Ring &b) {
                            return a.length.load(std::memory_order_relaxed) < b.length.load(std::memory_order_relaxed);
                          })
      ->popLast();
}

void TaskScheduler::advance(BriefLock &lock, int worker) {
  if (length != 0) {
    const int64_t device = popFor(worker);
    running.store(numRunning() + 1, std::memory_order_relaxed);
    lock.unlock();
    Stop stop = tasks->runDevice(device, worker);
    lock.lock();
    running.store(numRunning() - 1, std::memory_order_relaxed);
    finished += stop == Stop::Finished;
  } else {
    // Nobody runs, nobody can: those who have not finished wait for each other.
    result = tasks->describeDeadlock();
    stopped.store(true, std::memory_order_relaxed);
  }
  noteEnd(lock, worker);
}

void TaskScheduler::noteEnd(BriefLock &lock, int worker) {
  if (worker == 0 || !isOver() || !isQuiet())
    return;
  news.notifyNow(lock, numWorkers);
  lock.lock();
}

/// Until there is something else to do. Whoever shares a core with other processes leaves it to them: first for a
/// moment, then, when it has waited for long, for longer ones.
void TaskScheduler::watch(BriefLock &lock, int worker) {
  isWatched = true;
  idle.fetch_add(1, std::memory_order_relaxed);
  const uint64_t before = news.count();
  lock.unlock();
  const auto begin = Clock::now();
  auto waited = Clock::duration::zero();
  while (tasks->waitsOutside() && !tasks->pollOutside(numRunning() == 0) && news.count() == before && !stopping()) {
    if (waited > kHoldFor)
      std::this_thread::sleep_for(kNap);
    else if (waited > holdFor)
      std::this_thread::yield();
    waited = Clock::now() - begin;
  }
  lock.lock();
  idle.fetch_sub(1, std::memory_order_relaxed);
  isWatched = false;
  noteEnd(lock, worker);
}

void TaskScheduler::help(Job &job, BriefLock &lock, int worker) {
  ++job.helpers;
  lock.unlock();
  runPieces(job, worker);
  lock.lock();
  if (--job.helpers == 0) {
    helpersLeft.notifyNow(lock, numWorkers); // there may be several jobs, each with one who waits for its own
    lock.lock();
  }
}

void TaskScheduler::release(const int64_t *devices, int64_t count, int64_t except) {
  BriefLock lock(mutex);
  int64_t released = 0;
  for (int64_t i = 0; i != count; ++i) {
    if (devices[i] == except)
      continue;
    ringOf(devices[i]).push(devices[i]);
    ++length;
    ++released;
  }
  tellOf(lock, released);
}

/// Of runnable devices.
void TaskScheduler::tellOf(BriefLock &lock, int64_t devices) {
  if (alone)
    lock.unlock();
  else
    news.notify(lock, devices);
}

void TaskScheduler::fail(absl::Status status) {
  BriefLock lock(mutex);
  if (result.ok())
    result = std::move(status);
  stopped.store(true, std::memory_order_relaxed);
}

void TaskScheduler::runPieces(Job &job, int worker) {
  for (;;) {
    int64_t begin = job.next.fetch_add(job.piece, std::memory_order_relaxed);
    if (begin >= job.count)
      return;
    job.call(job.context, begin, std::min(begin + job.piece, job.count), worker);
  }
}

TaskScheduler::Job *TaskScheduler::openJob() {
  for (Job *job = jobs; job; job = job->following)
    if (job->next.load(std::memory_order_relaxed) < job->count)
      return job;
  return nullptr;
}

void TaskScheduler::shareJob(Job &job, int worker) {
  BriefLock lock(mutex);
  job.following = jobs;
  jobs = &job;
  news.notify(lock, numWorkers);
  runPieces(job, worker);
  lock.lock();
  for (Job **link = &jobs; *link; link = &(*link)->following)
    if (*link == &job) {
      *link = job.following;
      break;
    }
  while (job.helpers != 0)
    helpersLeft.wait(lock, kNothing);
}

} // namespace shardwright::runtime::host
