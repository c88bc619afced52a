#include "runtime/ExecutionJob.h"

#include "absl/strings/str_cat.h"

#include <cstring>
#include <thread>
#include <utility>

namespace shardwright::runtime {

absl::Status ExecutionJob::execute() {
  for (const Dependency &dependency : dependencies)
    if (absl::Status status = dependency.event.wait(); !status.ok())
      return annotate(status, absl::StrCat("argument ", dependency.argument, " on device ", dependency.device));
  for (const std::shared_ptr<BufferImpl> &buffer : given)
    while (buffer->readers.load(std::memory_order_acquire) != 0)
      std::this_thread::yield();
  DeviceSet &devices = *program->client->devices;
  for (const Copy &copy : before)
    if (absl::Status status = devices.copy(copy.device, copy.to, copy.from, copy.bytes); !status.ok())
      return status;
  absl::Status status = program->loaded->execute(*table, execution);
  if (!status.ok())
    return status;
  for (const Copy &copy : after) {
    const void *from =
        static_cast<const uint8_t *>(devices.arena(copy.device)) + program->exe->results[copy.result].place;
    if (absl::Status copied = devices.copy(copy.device, copy.to, from, copy.bytes); !copied.ok())
      return copied;
  }
  return execution.failedChecks.empty() ? status
                                        : absl::FailedPreconditionError(execution.failedChecks.begin()->second);
}

void ExecutionJob::run() {
  absl::Status status = execute();
  std::shared_ptr<EventState> finished = std::move(event);
  std::shared_ptr<ProgramState> own = std::move(program);
  held.clear();
  given.clear();
  before.clear();
  after.clear();
  dependencies.clear();
  {
    std::lock_guard<std::mutex> lock(own->client->mutex);
    own->idle.emplace_back(this);
  }
  // From here on it may be somebody else's.
  finished->finish(std::move(status));
}

void CopyJob::run() {
  std::unique_ptr<CopyJob> own(this);
  DeviceSet &devices = *client->devices;
  absl::Status status = ready.wait();
  if (status.ok() && from->bytes() != 0) {
    absl::StatusOr<HostView> view = devices.view(from->device(), from->address(), from->bytes());
    status = view.ok() ? devices.write(to->device(), to->address(), to->bytes(),
                                       [&](void *memory) {
                                         std::memcpy(memory, view->data(), to->bytes());
                                         return absl::OkStatus();
                                       })
                       : view.status();
  }
  std::shared_ptr<EventState> finished = std::move(event);
  own.reset();
  finished->finish(std::move(status));
}

} // namespace shardwright::runtime
