#ifndef SHARDWRIGHT_TIMELINE_SENDQUEUE_H
#define SHARDWRIGHT_TIMELINE_SENDQUEUE_H

#include "shardwright/Timeline/Timeline.h"

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

namespace shardwright {

/// What one device has to send, one after the other: whenever nothing is sent, of all that could be, what is needed
/// first. A list schedule (Graham, "Bounds on multiprocessing timing anomalies", 1969) whose priority is the place of
/// the first that waits. O(log n) each.
class SendQueue {
public:
  /// Nothing is to be sent, and nothing can be before `free`.
  void restart(double free) {
    freeAt = free;
    waiting.clear();
    ready.clear();
  }

  /// `need`: the place of the first that waits for it. It can begin at `ready`.
  void add(uint32_t send, uint32_t need, double readyAt) { push(waiting, {readyAt, {need, send}}); }

  bool isEmpty() const { return waiting.empty() && ready.empty(); }
  double free() const { return freeAt; }
  /// Nothing is sent before.
  void wait(double until) { freeAt = until; }

  struct Next {
    uint32_t send;
    double begin;
  };
  /// What goes next, of what is there; it takes so long as wait() is told behind.
  Next next() {
    // Of what can begin by then.
    const double begin = ready.empty() ? std::max(freeAt, waiting.front().first) : freeAt;
    while (!waiting.empty() && waiting.front().first <= begin)
      push(ready, pop(waiting).second);
    const uint32_t send = pop(ready).second;
    return {send, begin};
  }

private:
  using Urgency = std::pair<uint32_t, uint32_t>; ///< need, and the number of the send
  // Heaps, the least first, that keep their memory.
  template <typename T> static void push(std::vector<T> &heap, T entry) {
    heap.push_back(entry);
    std::push_heap(heap.begin(), heap.end(), std::greater<T>());
  }
  template <typename T> static T pop(std::vector<T> &heap) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<T>());
    T least = heap.back();
    heap.pop_back();
    return least;
  }

  double freeAt = 0;
  std::vector<std::pair<double, Urgency>> waiting; ///< with when it can begin
  std::vector<Urgency> ready;
};

/// Puts the tasks of one device, of which each sends or computes or does both, in the order in which they begin where
/// what is sent goes in order of need: behind what is computed in the order of the graph, and in front of a task that
/// does both whatever is in front of it. Returns by new place the old one. O(n log n).
std::vector<uint32_t> sendInOrderOfNeed(TaskGraph &graph);

} // namespace shardwright

#endif // SHARDWRIGHT_TIMELINE_SENDQUEUE_H
