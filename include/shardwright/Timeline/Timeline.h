#ifndef SHARDWRIGHT_TIMELINE_TIMELINE_H
#define SHARDWRIGHT_TIMELINE_TIMELINE_H

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardwright {

/// Who runs tasks: one at a time, in their order. A device has a queue for what it computes and one, or one for each
/// group of devices, for what it sends.
struct Queue {
  uint32_t device = 0;
  bool sends = false;
};

/// Seconds of one device. Where it computes and sends at once, both count; exposed is what it sends while it does not
/// compute.
struct BusySeconds {
  double computing = 0, communication = 0, exposed = 0;
};

/// A kernel, a collective, or a loop that was simulated by itself.
struct Task {
  std::string name;
  /// All of them at once: a loop, or a barrier, waits until the last is free.
  llvm::SmallVector<uint32_t, 1> queues;
  /// While nobody else uses its links.
  double seconds = 0;
  /// Earlier tasks that must have ended.
  llvm::SmallVector<uint32_t, 2> after;
  /// Tasks that use a link at the same time have the same share of it each.
  llvm::SmallVector<uint32_t, 1> links;
  /// What is alive only while it runs: a loop's own peak.
  int64_t bytes = 0;
  /// A loop: what its device does in all trips.
  std::optional<BusySeconds> inside;
};

/// Memory of a device from the begin of the task that makes it to the end of the last that uses it; without a maker
/// from the start of the step on, with `stays` until its end.
struct Buffer {
  std::string name;
  uint32_t device = 0;
  int64_t bytes = 0;
  std::optional<uint32_t> madeBy;
  llvm::SmallVector<uint32_t, 2> usedBy;
  bool stays = false;
};

/// One step, in the order in which its tasks are queued.
struct TaskGraph {
  std::vector<Queue> queues;
  std::vector<Task> tasks;
  std::vector<Buffer> buffers;
};

struct TaskSpan {
  double begin = 0, end = 0;
  /// The task whose end let this one begin: of those waited for, the last. Absent at the start of the step.
  std::optional<uint32_t> cause;
};

struct Timeline {
  /// By task, in seconds from the start of the step.
  std::vector<TaskSpan> spans;
  double seconds = 0;

  /// From the first to the last: each began when the one before it ended, and the last ends the step. What to make
  /// shorter.
  std::vector<uint32_t> criticalPath() const;
};

/// Runs the step: a task begins as soon as the tasks it waits for have ended and its queues are free.
/// Errors: a task that waits for itself or a later one, a queue that is not there, seconds that are negative or no
/// number.
absl::StatusOr<Timeline> simulate(const TaskGraph &graph);

/// A body of `timeline` done `trips` times one after the other, as a task of `queues`: a trip begins when the last has
/// ended everywhere, as a while loop's does. The body's tasks must be of one device.
Task loopOf(const TaskGraph &body, const Timeline &timeline, int64_t trips, llvm::ArrayRef<uint32_t> queues);

BusySeconds busySeconds(const TaskGraph &graph, const Timeline &timeline, uint32_t device);

/// A device's memory over time.
struct MemoryCurve {
  struct Point {
    double seconds;
    int64_t bytes; ///< from here to the next point
  };
  std::vector<Point> points;
  int64_t peak = 0;
  double peakSeconds = 0; ///< where it is first reached
  /// What is alive there, by index, largest first.
  std::vector<uint32_t> culprits;
};

MemoryCurve memoryOverTime(const TaskGraph &graph, const Timeline &timeline, uint32_t device);

} // namespace shardwright

#endif // SHARDWRIGHT_TIMELINE_TIMELINE_H
