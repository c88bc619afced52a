// A step by events: tasks that send share their links while they run, so what they have left is brought up to date
// whenever one of them begins or ends; everything else ends when it said it would.
#include "shardwright/Timeline/Timeline.h"

#include "absl/strings/str_cat.h"
#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <queue>

namespace shardwright {
namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

class Simulation {
public:
  explicit Simulation(const TaskGraph &graph)
      : tasks(graph.tasks), waitsFor(tasks.size()), next(tasks.size()), spans(tasks.size()) {
    std::vector<std::optional<uint32_t>> last(graph.queues.size());
    for (auto [number, task] : llvm::enumerate(tasks)) {
      llvm::SmallVector<uint32_t, 4> before(task.after.begin(), task.after.end());
      for (uint32_t queue : task.queues)
        if (std::optional<uint32_t> previous = std::exchange(last[queue], number))
          before.push_back(*previous);
      llvm::sort(before);
      before.erase(std::unique(before.begin(), before.end()), before.end());
      waitsFor[number] = before.size();
      for (uint32_t task : before)
        next[task].push_back(number);
      for (uint32_t link : task.links)
        users.resize(std::max<size_t>(users.size(), link + 1));
    }
  }

  Timeline run() {
    for (uint32_t task = 0; task < tasks.size(); ++task)
      if (waitsFor[task] == 0)
        begin(task, std::nullopt);
    while (!computing.empty() || !communication.empty())
      step();
    return {std::move(spans), now};
  }

private:
  struct Communication {
    uint32_t task;
    double left;                  ///< seconds, alone on its links
    double slowdown = 1, end = 0; ///< at present
  };
  using End = std::pair<double, uint32_t>;

  /// How many times longer a task takes at present.
  double slowdown(uint32_t task) const {
    unsigned most = 1;
    for (uint32_t link : tasks[task].links)
      most = std::max(most, users[link]);
    return most;
  }

  void begin(uint32_t task, std::optional<uint32_t> cause) {
    spans[task].begin = now;
    spans[task].cause = cause;
    if (tasks[task].links.empty()) {
      computing.push({now + tasks[task].seconds, task});
      return;
    }
    for (uint32_t link : tasks[task].links)
      ++users[link];
    communication.push_back({task, tasks[task].seconds});
  }

  void end(uint32_t task) {
    spans[task].end = now;
    for (uint32_t link : tasks[task].links)
      --users[link];
    for (uint32_t after : next[task])
      if (--waitsFor[after] == 0)
        begin(after, task);
  }

  /// On to the next end of a task.
  void step() {
    double at = computing.empty() ? kNever : computing.top().first;
    for (Communication &entry : communication) {
      entry.slowdown = slowdown(entry.task);
      entry.end = now + entry.left * entry.slowdown;
      at = std::min(at, entry.end);
    }
    llvm::SmallVector<uint32_t, 4> ended;
    for (; !computing.empty() && computing.top().first <= at; computing.pop())
      ended.push_back(computing.top().second);
    for (Communication &entry : communication)
      if (entry.end <= at)
        ended.push_back(entry.task);
      else
        entry.left -= (at - now) / entry.slowdown;
    llvm::erase_if(communication, [&](const Communication &entry) { return entry.end <= at; });
    now = at;
    llvm::sort(ended);
    for (uint32_t task : ended)
      end(task);
  }

  const std::vector<Task> &tasks;
  std::vector<size_t> waitsFor;
  std::vector<llvm::SmallVector<uint32_t, 2>> next;
  std::vector<TaskSpan> spans;
  std::vector<unsigned> users; ///< of a link, at present
  double now = 0;
  std::priority_queue<End, std::vector<End>, std::greater<End>> computing;
  std::vector<Communication> communication;
};

absl::Status check(const TaskGraph &graph) {
  for (auto [number, task] : llvm::enumerate(graph.tasks)) {
    std::string who = absl::StrCat("task ", number, " '", task.name, "'");
    for (uint32_t before : task.after)
      if (before >= number)
        return absl::InvalidArgumentError(absl::StrCat(who, " waits for task ", before, ", which is not before it"));
    for (uint32_t queue : task.queues)
      if (queue >= graph.queues.size())
        return absl::InvalidArgumentError(
            absl::StrCat(who, " is of queue ", queue, ", there are ", graph.queues.size()));
    if (!(task.seconds >= 0) || std::isinf(task.seconds))
      return absl::InvalidArgumentError(absl::StrCat(who, " takes ", task.seconds, " seconds"));
  }
  return absl::OkStatus();
}

} // namespace

absl::StatusOr<Timeline> simulate(const TaskGraph &graph) {
  if (absl::Status status = check(graph); !status.ok())
    return status;
  return Simulation(graph).run();
}

std::vector<uint32_t> Timeline::criticalPath() const {
  std::vector<uint32_t> path;
  if (spans.empty())
    return path;
  auto last = llvm::max_element(spans, [](const TaskSpan &a, const TaskSpan &b) { return a.end < b.end; });
  for (std::optional<uint32_t> task = last - spans.begin(); task; task = spans[*task].cause)
    path.push_back(*task);
  std::reverse(path.begin(), path.end());
  return path;
}

Task loopOf(const TaskGraph &body, const Timeline &timeline, int64_t trips, llvm::ArrayRef<uint32_t> queues) {
  uint32_t device = body.queues.empty() ? 0 : body.queues.front().device;
  BusySeconds inside = busySeconds(body, timeline, device);
  double times = static_cast<double>(trips);
  Task loop;
  loop.queues.assign(queues.begin(), queues.end());
  loop.seconds = timeline.seconds * times;
  loop.bytes = memoryOverTime(body, timeline, device).peak;
  loop.inside = BusySeconds{inside.computing * times, inside.communication * times, inside.exposed * times};
  return loop;
}

} // namespace shardwright
