#include "runtime/backends/host/Scheduler.h"

#include <algorithm>

namespace shardwright::runtime::host {

Scheduler::Scheduler(Client &client, int64_t numDevices, int numWorkers)
    : client(client), numDevices(numDevices), numWorkers(numWorkers), queue(static_cast<size_t>(numDevices)) {
  for (int worker = 1; worker < numWorkers; ++worker)
    threads.emplace_back([this, worker] { threadMain(worker); });
}

Scheduler::~Scheduler() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
  }
  start.notify_all();
  for (std::thread &thread : threads)
    thread.join();
}

void Scheduler::threadMain(int worker) {
  uint64_t seen = 0;
  for (;;) {
    {
      std::unique_lock<std::mutex> lock(mutex);
      start.wait(lock, [&] { return closing || runNumber != seen; });
      if (closing)
        return;
      seen = runNumber;
    }
    work(worker);
    std::lock_guard<std::mutex> lock(mutex);
    if (--active == 0)
      workersLeft.notify_one();
  }
}

absl::Status Scheduler::run() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (int64_t device = 0; device != numDevices; ++device)
      queue[static_cast<size_t>(device)] = device;
    head = 0;
    length = queue.size();
    finished = 0;
    running = 0;
    result = absl::OkStatus();
    stopped.store(false, std::memory_order_relaxed);
    active = 0;
    invited = false;
  }
  // One device needs nobody until it shares work: waking workers takes longer than a small program.
  if (numDevices > 1 || numWorkers == 1)
    invite();
  work(0);
  std::unique_lock<std::mutex> lock(mutex);
  workersLeft.wait(lock, [&] { return active == 0; });
  return result;
}

void Scheduler::invite() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    invited = true;
    active = numWorkers - 1;
    ++runNumber;
  }
  start.notify_all();
}

void Scheduler::work(int worker) {
  std::unique_lock<std::mutex> lock(mutex);
  for (;;) {
    if (stopping() || finished == numDevices)
      return;
    if (length != 0) {
      int64_t device = queue[head];
      head = head + 1 == queue.size() ? 0 : head + 1;
      --length;
      ++running;
      lock.unlock();
      Stop stop = client.runDevice(device, worker);
      lock.lock();
      --running;
      if (stop == Stop::Finished && ++finished == numDevices)
        wake.notify_all();
      continue;
    }
    // Nobody runs, nobody can: those who have not finished wait for each other.
    if (running == 0) {
      if (result.ok())
        result = client.describeDeadlock();
      stopped.store(true, std::memory_order_relaxed);
      wake.notify_all();
      return;
    }
    if (Job *job = openJob()) {
      ++job->helpers;
      lock.unlock();
      runPieces(*job, worker);
      lock.lock();
      if (--job->helpers == 0)
        helpersLeft.notify_all();
      continue;
    }
    idle.fetch_add(1, std::memory_order_relaxed);
    wake.wait(lock);
    idle.fetch_sub(1, std::memory_order_relaxed);
  }
}

void Scheduler::release(const int64_t *devices, int64_t count, int64_t except) {
  int64_t released = 0;
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (int64_t i = 0; i != count; ++i) {
      if (devices[i] == except)
        continue;
      size_t tail = head + length;
      queue[tail < queue.size() ? tail : tail - queue.size()] = devices[i];
      ++length;
      ++released;
    }
  }
  int waiting = idle.load(std::memory_order_relaxed);
  if (waiting == 1 || released == 1)
    wake.notify_one();
  else if (waiting > 1)
    wake.notify_all();
}

void Scheduler::fail(absl::Status status) {
  {
    std::lock_guard<std::mutex> lock(mutex);
    if (result.ok())
      result = std::move(status);
    stopped.store(true, std::memory_order_relaxed);
  }
  wake.notify_all();
}

void Scheduler::runPieces(Job &job, int worker) {
  for (;;) {
    int64_t begin = job.next.fetch_add(job.piece, std::memory_order_relaxed);
    if (begin >= job.count)
      return;
    job.call(job.context, begin, std::min(begin + job.piece, job.count), worker);
  }
}

Scheduler::Job *Scheduler::openJob() {
  for (Job *job = jobs; job; job = job->following)
    if (job->next.load(std::memory_order_relaxed) < job->count)
      return job;
  return nullptr;
}

void Scheduler::shareJob(Job &job, int worker) {
  if (!invited)
    invite();
  {
    std::lock_guard<std::mutex> lock(mutex);
    job.following = jobs;
    jobs = &job;
  }
  wake.notify_all();
  runPieces(job, worker);
  std::unique_lock<std::mutex> lock(mutex);
  for (Job **link = &jobs; *link; link = &(*link)->following)
    if (*link == &job) {
      *link = job.following;
      break;
    }
  helpersLeft.wait(lock, [&] { return job.helpers == 0; });
}

} // namespace shardwright::runtime::host
