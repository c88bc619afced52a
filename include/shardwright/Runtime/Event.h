#ifndef SHARDWRIGHT_RUNTIME_EVENT_H
#define SHARDWRIGHT_RUNTIME_EVENT_H

#include "absl/status/status.h"

#include <functional>
#include <memory>

namespace shardwright::runtime {

class EventState; // runtime/EventState.h

/// Something that becomes ready later, or fails: what an execution computes. A value that is copied freely; any thread.
class Event {
public:
  /// Ready.
  Event() = default;
  explicit Event(std::shared_ptr<EventState> state) : state(std::move(state)) {}

  bool isReady() const;
  /// Until it is ready; whether what it stands for went well. The calling thread helps: it runs what is submitted where
  /// nobody does.
  absl::Status wait() const;
  /// Calls back when it is ready, at once where it is: from the thread that made it ready, which must not be held up.
  void onReady(std::function<void(const absl::Status &)> callback) const;

  /// What only this runtime sees; null: ready.
  const std::shared_ptr<EventState> &shared() const { return state; }

private:
  std::shared_ptr<EventState> state;
};

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_EVENT_H
