#include "runtime/backends/host/HostDevices.h"

#include "runtime/backends/host/HostProgram.h"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <sched.h>
#include <sys/mman.h>
#include <thread>
#include <utility>

namespace shardwright::runtime::host {

namespace {

int coresOfMachine() { return std::max(1, static_cast<int>(std::thread::hardware_concurrency())); }

/// One for each core; processes of one machine share its cores, or have those that whoever started them gave to each.
int workersOf(const DeviceSetOptions &options) {
  if (options.workers > 0)
    return options.workers;
  if (!options.processes)
    return coresOfMachine();
  int cores = coresOfMachine() / options.processes->localSize();
  cpu_set_t given;
  if (sched_getaffinity(0, sizeof(given), &given) == 0)
    cores = std::min(cores, CPU_COUNT(&given));
  return std::max(1, cores);
}

/// With fewer cores than workers, one that waits is in others' way.
std::chrono::nanoseconds holdFor(const DeviceSetOptions &options) {
  const bool isCrowded = options.processes && options.processes->localSize() * workersOf(options) > coresOfMachine();
  return isCrowded ? std::chrono::nanoseconds(0) : TaskScheduler::kHoldFor;
}

} // namespace

HostDevices::HostDevices(const DeviceSetOptions &options)
    : numDevices(options.devices), blocks(*this, options.devices, options.memory),
      workers(workersOf(options), holdFor(options)) {
  current.scratch.resize(static_cast<size_t>(numWorkers()));
  next.scratch.resize(static_cast<size_t>(numWorkers()));
  if (options.processes && options.processes->size() > 1)
    communicator = std::make_unique<MessageCommunicator>(
        options.processes->processGroup(), options.processes->messages(), numDevices,
        MessageCommunicator::Deadline(options.processes->deadline()), holdFor(options));
}

HostDevices::~HostDevices() = default;

absl::StatusOr<void *> HostDevices::allocate(int64_t, uint64_t bytes) {
  absl::StatusOr<Memory> pages = Memory::allocate(bytes, "the devices' memory");
  if (!pages.ok())
    return pages.status();
  return pages->release();
}

void HostDevices::free(int64_t, void *address, uint64_t bytes) { munmap(address, bytes); }

absl::Status HostDevices::provide(uint64_t arena, uint64_t scratch) {
  std::lock_guard<std::mutex> lock(mutex);
  const uint64_t stride = aligned(arena);
  if (stride > arenaBytes) {
    const uint64_t more = stride - arenaBytes;
    for (int64_t device = 0; device != numDevices; ++device)
      if (absl::Status status = blocks.reserve(device, more); !status.ok()) {
        while (device-- != 0)
          blocks.unreserve(device, more);
        return status;
      }
    absl::StatusOr<Memory> pages = Memory::allocate(stride * static_cast<uint64_t>(numDevices), "the devices' memory");
    if (!pages.ok()) {
      for (int64_t device = 0; device != numDevices; ++device)
        blocks.unreserve(device, more);
      return pages.status();
    }
    next.arenas = *std::move(pages);
    next.stride = arenaBytes = stride;
    isNew.store(true, std::memory_order_release);
  }
  if (scratch > scratchBytes) {
    for (Memory &own : next.scratch) {
      absl::StatusOr<Memory> pages = Memory::allocate(scratch, "scratch memory of the workers");
      if (!pages.ok())
        return pages.status();
      own = *std::move(pages);
    }
    scratchBytes = scratch;
    isNew.store(true, std::memory_order_release);
  }
  return absl::OkStatus();
}

void HostDevices::beginExecution() {
  if (!isNew.load(std::memory_order_acquire))
    return;
  std::lock_guard<std::mutex> lock(mutex);
  if (next.arenas.data()) {
    current.arenas = std::exchange(next.arenas, Memory());
    current.stride = next.stride;
    ++current.generation;
  }
  for (size_t worker = 0; worker != current.scratch.size(); ++worker)
    if (next.scratch[worker].data())
      current.scratch[worker] = std::exchange(next.scratch[worker], Memory());
  isNew.store(false, std::memory_order_relaxed);
}

absl::Status HostDevices::write(int64_t, void *address, uint64_t, const FillMemory &fill) { return fill(address); }

absl::StatusOr<HostView> HostDevices::view(int64_t, const void *address, uint64_t) { return HostView(address); }

absl::Status HostDevices::copy(int64_t, void *to, const void *from, uint64_t bytes) {
  std::memcpy(to, from, bytes);
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<LoadedProgram>> HostDevices::load(std::shared_ptr<const Executable> executable,
                                                                 DeviceRange range) {
  return HostProgram::load(std::move(executable), range, *this);
}

} // namespace shardwright::runtime::host

namespace shardwright::runtime {
namespace {
class HostBackend : public Backend {
public:
  const char *name() const override { return "host"; }
  absl::StatusOr<std::unique_ptr<DeviceSet>> open(const DeviceSetOptions &options) override {
    return std::make_unique<host::HostDevices>(options);
  }
};
} // namespace

Backend &hostBackend() {
  static HostBackend backend;
  return backend;
}

} // namespace shardwright::runtime
