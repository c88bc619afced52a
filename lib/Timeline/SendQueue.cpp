#include "shardwright/Timeline/SendQueue.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>
#include <numeric>

namespace shardwright {
namespace {

constexpr uint32_t kNobody = std::numeric_limits<uint32_t>::max();

class Scheduler {
public:
  explicit Scheduler(const TaskGraph &graph) : graph(graph), numTasks(graph.tasks.size()) {}

  std::vector<uint32_t> run() {
    findNeeds();
    queue.restart(0);
    for (uint32_t task = 0; task < numTasks; ++task)
      if (isSend(task))
        add(task);
      else
        compute(task);
    sendAll();
    std::vector<uint32_t> order(numTasks);
    std::iota(order.begin(), order.end(), 0u);
    llvm::sort(order,
               [&](uint32_t a, uint32_t b) { return std::pair(begins[a], turns[a]) < std::pair(begins[b], turns[b]); });
    return order;
  }

private:
  bool sends(uint32_t task) const {
    return llvm::any_of(graph.tasks[task].queues, [&](uint32_t queue) { return graph.queues[queue].sends; });
  }
  bool isSend(uint32_t task) const {
    return llvm::all_of(graph.tasks[task].queues, [&](uint32_t queue) { return graph.queues[queue].sends; });
  }

  void findNeeds() {
    for (uint32_t task = numTasks; task-- > 0;)
      for (uint32_t before : graph.tasks[task].after)
        needs[before] = std::min(needs[before], isSend(task) ? needs[task] : task);
  }

  /// As soon as all that it waits for has its time.
  void add(uint32_t task) {
    double ready = 0;
    for (uint32_t before : graph.tasks[task].after) {
      if (!isDone[before])
        return waitingFor[before].push_back(task);
      ready = std::max(ready, ends[before]);
    }
    queue.add(task, needs[task], ready);
  }

  void finish(uint32_t task, double begin) {
    begins[task] = begin;
    ends[task] = begin + graph.tasks[task].seconds;
    turns[task] = numDone++;
    isDone[task] = true;
  }

  void sendOne() {
    SendQueue::Next next = queue.next();
    finish(next.send, next.begin);
    queue.wait(ends[next.send]);
    for (uint32_t other : std::exchange(waitingFor[next.send], {}))
      add(other);
  }
  void sendAll() {
    while (!queue.isEmpty())
      sendOne();
  }

  void compute(uint32_t task) {
    double begin = computes;
    for (uint32_t before : graph.tasks[task].after) {
      while (!isDone[before])
        sendOne();
      begin = std::max(begin, ends[before]);
    }
    const bool isBoth = sends(task);
    if (isBoth) {
      sendAll();
      begin = std::max(begin, queue.free());
    }
    finish(task, begin);
    computes = ends[task];
    if (isBoth)
      queue.wait(computes);
  }

  const TaskGraph &graph;
  const uint32_t numTasks;
  SendQueue queue;
  double computes = 0;
  uint32_t numDone = 0;
  // By task.
  std::vector<uint32_t> needs = std::vector<uint32_t>(numTasks, kNobody), turns = std::vector<uint32_t>(numTasks);
  std::vector<double> begins = std::vector<double>(numTasks), ends = begins;
  std::vector<bool> isDone = std::vector<bool>(numTasks);
  std::vector<llvm::SmallVector<uint32_t, 1>> waitingFor{numTasks};
};

} // namespace

std::vector<uint32_t> sendInOrderOfNeed(TaskGraph &graph) {
  std::vector<uint32_t> order = Scheduler(graph).run(), places(order.size());
  std::vector<Task> tasks;
  for (uint32_t old : order) {
    places[old] = static_cast<uint32_t>(tasks.size());
    tasks.push_back(std::move(graph.tasks[old]));
  }
  for (Task &task : tasks) {
    for (uint32_t &before : task.after)
      before = places[before];
    llvm::sort(task.after);
  }
  for (Buffer &buffer : graph.buffers) {
    if (buffer.madeBy)
      buffer.madeBy = places[*buffer.madeBy];
    for (uint32_t &user : buffer.usedBy)
      user = places[user];
  }
  graph.tasks = std::move(tasks);
  return order;
}

} // namespace shardwright
