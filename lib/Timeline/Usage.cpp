// What a timeline says of one device: how long it computes and sends, and what its memory holds.
#include "shardwright/Timeline/Timeline.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {
namespace {

/// Whether a task is the device's, and whether it is only sent.
struct Kind {
  bool isOfDevice = false, computes = false;
};

Kind kindOf(const TaskGraph &graph, const Task &task, uint32_t device) {
  Kind kind;
  for (uint32_t number : task.queues) {
    const Queue &queue = graph.queues[number];
    kind.isOfDevice |= queue.device == device;
    kind.computes |= queue.device == device && !queue.sends;
  }
  return kind;
}

/// Something that grows or shrinks at a time.
template <typename Amount> struct Change {
  double seconds;
  Amount by;
};

template <typename Amount> void sortByTime(std::vector<Change<Amount>> &changes) {
  llvm::stable_sort(changes, [](const auto &a, const auto &b) { return a.seconds < b.seconds; });
}

} // namespace

BusySeconds busySeconds(const TaskGraph &graph, const Timeline &timeline, uint32_t device) {
  struct Running {
    int computing = 0, communication = 0;
  };
  BusySeconds busy;
  std::vector<Change<Running>> changes;
  for (auto [task, span] : llvm::zip_equal(graph.tasks, timeline.spans)) {
    Kind kind = kindOf(graph, task, device);
    if (!kind.isOfDevice)
      continue;
    if (task.inside) {
      busy.computing += task.inside->computing;
      busy.communication += task.inside->communication;
      busy.exposed += task.inside->exposed;
      continue;
    }
    changes.push_back({span.begin, {kind.computes, !kind.computes}});
    changes.push_back({span.end, {-kind.computes, -!kind.computes}});
  }
  sortByTime(changes);
  Running now;
  double since = 0;
  for (const auto &change : changes) {
    double seconds = change.seconds - since;
    busy.computing += now.computing > 0 ? seconds : 0;
    busy.communication += now.communication > 0 ? seconds : 0;
    busy.exposed += now.communication > 0 && now.computing == 0 ? seconds : 0;
    now.computing += change.by.computing;
    now.communication += change.by.communication;
    since = change.seconds;
  }
  return busy;
}

MemoryCurve memoryOverTime(const TaskGraph &graph, const Timeline &timeline, uint32_t device) {
  auto life = [&](const Buffer &buffer) {
    double begin = buffer.madeBy ? timeline.spans[*buffer.madeBy].begin : 0;
    double end = buffer.stays ? timeline.seconds : buffer.madeBy ? timeline.spans[*buffer.madeBy].end : 0;
    for (uint32_t user : buffer.usedBy)
      end = std::max(end, timeline.spans[user].end);
    return std::make_pair(begin, end);
  };
  std::vector<Change<int64_t>> changes;
  for (const Buffer &buffer : graph.buffers)
    if (buffer.device == device) {
      auto [begin, end] = life(buffer);
      changes.push_back({begin, buffer.bytes});
      changes.push_back({end, -buffer.bytes});
    }
  for (auto [task, span] : llvm::zip_equal(graph.tasks, timeline.spans))
    if (task.bytes && kindOf(graph, task, device).isOfDevice) {
      changes.push_back({span.begin, task.bytes});
      changes.push_back({span.end, -task.bytes});
    }
  // What ends where another begins is gone by then.
  llvm::stable_sort(changes, [](const auto &a, const auto &b) {
    return a.seconds != b.seconds ? a.seconds < b.seconds : a.by < b.by;
  });
  MemoryCurve curve;
  int64_t now = 0;
  for (const auto &change : changes) {
    now += change.by;
    if (!curve.points.empty() && curve.points.back().seconds == change.seconds)
      curve.points.back().bytes = now;
    else
      curve.points.push_back({change.seconds, now});
    if (now > curve.peak) {
      curve.peak = now;
      curve.peakSeconds = change.seconds;
    }
  }
  for (auto [number, buffer] : llvm::enumerate(graph.buffers))
    if (buffer.device == device) {
      auto [begin, end] = life(buffer);
      if (begin <= curve.peakSeconds && curve.peakSeconds < end)
        curve.culprits.push_back(number);
    }
  llvm::stable_sort(curve.culprits,
                    [&](uint32_t a, uint32_t b) { return graph.buffers[a].bytes > graph.buffers[b].bytes; });
  return curve;
}

} // namespace shardwright
