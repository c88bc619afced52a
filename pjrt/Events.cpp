#include "pjrt/Call.h"

#include <condition_variable>
#include <functional>
#include <utility>

namespace shardwright::pjrt {

struct Promise::Shared {
  std::mutex mutex;
  std::condition_variable changed;
  std::optional<absl::Status> outcome;
  std::vector<std::function<void(const absl::Status &)>> callbacks;
};

std::shared_ptr<Promise::Shared> Promise::makeShared() { return std::make_shared<Shared>(); }

bool Promise::set(absl::Status status) {
  std::vector<std::function<void(const absl::Status &)>> calls;
  {
    std::lock_guard<std::mutex> lock(shared->mutex);
    if (shared->outcome)
      return false;
    shared->outcome = status;
    calls.swap(shared->callbacks);
  }
  shared->changed.notify_all();
  for (const std::function<void(const absl::Status &)> &call : calls)
    call(status);
  return true;
}

bool Promise::isReady() const {
  std::lock_guard<std::mutex> lock(shared->mutex);
  return shared->outcome.has_value();
}

absl::Status Promise::wait() const {
  const std::shared_ptr<Shared> own = shared; // the event may be destroyed meanwhile
  std::unique_lock<std::mutex> lock(own->mutex);
  own->changed.wait(lock, [&] { return own->outcome.has_value(); });
  return *own->outcome;
}

void Promise::onReady(std::function<void(const absl::Status &)> callback) {
  absl::Status outcome;
  {
    std::lock_guard<std::mutex> lock(shared->mutex);
    if (!shared->outcome) {
      shared->callbacks.push_back(std::move(callback));
      return;
    }
    outcome = *shared->outcome;
  }
  callback(outcome);
}

absl::Status answer(args::Event_Destroy &args) {
  delete args.event;
  return absl::OkStatus();
}

absl::Status answer(args::Event_IsReady &args) {
  args.is_ready = args.event->isReady();
  return absl::OkStatus();
}

absl::Status answer(args::Event_Error &args) {
  if (!args.event->isReady())
    return absl::FailedPreconditionError("the event is not ready yet: whether it fails is not known");
  return args.event->wait();
}

absl::Status answer(args::Event_Await &args) { return args.event->wait(); }

absl::Status answer(args::Event_OnReady &args) {
  if (!args.callback)
    return absl::InvalidArgumentError("the callback is null");
  args.event->onReady([callback = args.callback, argument = args.user_arg](const absl::Status &status) {
    callback(errorOf(status), argument);
  });
  return absl::OkStatus();
}

absl::Status answer(args::Event_Create &args) {
  args.event = new Event(Promise());
  return absl::OkStatus();
}

absl::Status answer(args::Event_Set &args) {
  absl::Status outcome = statusOf(args.error_code, args.error_message, args.error_message_size);
  if (!args.event->promise)
    return absl::FailedPreconditionError("the event was not made by Event_Create: it becomes ready by itself");
  if (!args.event->promise->set(std::move(outcome)))
    return absl::FailedPreconditionError("the event is ready already");
  return absl::OkStatus();
}

} // namespace shardwright::pjrt
