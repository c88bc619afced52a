// Timelines by hand, and random ones against the longest path: without shared links a task begins with the last end of
// what it waits for.
#include "shardwright/Timeline/Timeline.h"

#include "gtest/gtest.h"

#include <limits>
#include <random>

namespace shardwright {
namespace {

Task task(uint32_t queue, double seconds, llvm::ArrayRef<uint32_t> after = {}, llvm::ArrayRef<uint32_t> links = {}) {
  Task out;
  out.name = "t";
  out.queues = {queue};
  out.seconds = seconds;
  out.after.assign(after.begin(), after.end());
  out.links.assign(links.begin(), links.end());
  return out;
}

/// Queue 0 computes and queues 1 and 2 send, on one device.
TaskGraph oneDevice(std::vector<Task> tasks) { return {{{0, false}, {0, true}, {0, true}}, std::move(tasks), {}}; }

Timeline run(const TaskGraph &graph) {
  auto timeline = simulate(graph);
  EXPECT_TRUE(timeline.ok()) << timeline.status();
  return timeline.ok() ? *timeline : Timeline();
}

TEST(Timeline, SendingIsHiddenBehindWhatDoesNotWaitForIt) {
  // compute 2, send 3 of its result, compute 2 meanwhile, compute 1 with what was sent
  TaskGraph graph = oneDevice({task(0, 2), task(1, 3, {0}), task(0, 2), task(0, 1, {1})});
  Timeline timeline = run(graph);
  EXPECT_EQ(timeline.seconds, 6);
  EXPECT_EQ(timeline.criticalPath(), (std::vector<uint32_t>{0, 1, 3}));
  BusySeconds busy = busySeconds(graph, timeline, 0);
  EXPECT_EQ(busy.computing, 5);
  EXPECT_EQ(busy.communication, 3);
  EXPECT_EQ(busy.exposed, 1);
}

TEST(Timeline, TasksOnOneLinkShareIt) {
  // The second begins a second later; both then have half of the link until the first ends at 3, having had 1 + 2/2.
  TaskGraph graph = oneDevice({task(1, 2, {}, {0}), task(0, 1), task(2, 2, {1}, {0})});
  Timeline timeline = run(graph);
  EXPECT_DOUBLE_EQ(timeline.spans[0].end, 3);
  EXPECT_DOUBLE_EQ(timeline.spans[2].end, 4);
  // On links of their own neither waits.
  graph.tasks[2].links = {1};
  timeline = run(graph);
  EXPECT_DOUBLE_EQ(timeline.spans[0].end, 2);
  EXPECT_DOUBLE_EQ(timeline.spans[2].end, 3);
}

TEST(Timeline, ATripOfALoopBeginsWhenTheLastHasEnded) {
  TaskGraph body = oneDevice({task(0, 2), task(1, 3, {0})});
  body.buffers.push_back({"inside", 0, 100, 0, {1}, false});
  Task loop = loopOf(body, run(body), 10, {0, 1});
  EXPECT_EQ(loop.seconds, 50);
  TaskGraph graph = oneDevice({task(1, 4), loop, task(0, 1)});
  graph.buffers.push_back({"argument", 0, 7, std::nullopt, {2}, false});
  Timeline timeline = run(graph);
  EXPECT_EQ(timeline.seconds, 55);
  BusySeconds busy = busySeconds(graph, timeline, 0);
  EXPECT_EQ(busy.computing, 21);
  EXPECT_EQ(busy.communication, 34);
  EXPECT_EQ(busy.exposed, 34);
  MemoryCurve memory = memoryOverTime(graph, timeline, 0);
  EXPECT_EQ(memory.peak, 107);
  EXPECT_EQ(memory.peakSeconds, 4);
}

TEST(Timeline, MemoryEndsWithItsLastUser) {
  TaskGraph graph = oneDevice({task(0, 1), task(0, 1, {0}), task(0, 1, {1})});
  graph.buffers = {{"argument", 0, 10, std::nullopt, {1}, false},
                   {"first", 0, 20, 0, {1}, false},
                   {"second", 0, 40, 1, {2}, false},
                   {"result", 0, 5, 2, {}, true},
                   {"elsewhere", 1, 1000, 0, {2}, false}};
  MemoryCurve memory = memoryOverTime(graph, run(graph), 0);
  std::vector<int64_t> bytes;
  for (const MemoryCurve::Point &point : memory.points)
    bytes.push_back(point.bytes);
  EXPECT_EQ(bytes, (std::vector<int64_t>{30, 70, 45, 0}));
  EXPECT_EQ(memory.peak, 70);
  EXPECT_EQ(memory.culprits, (std::vector<uint32_t>{2, 1, 0}));
}

TEST(Timeline, RefusesWhatCannotRun) {
  auto message = [](std::vector<Task> tasks) {
    return std::string(simulate(oneDevice(std::move(tasks))).status().message());
  };
  EXPECT_EQ(message({task(0, 1, {0})}), "task 0 't' waits for task 0, which is not before it");
  EXPECT_EQ(message({task(3, 1)}), "task 0 't' is of queue 3, there are 3");
  EXPECT_EQ(message({task(0, 1), task(0, -1)}), "task 1 't' takes -1 seconds");
  EXPECT_EQ(message({task(0, std::numeric_limits<double>::quiet_NaN())}), "task 0 't' takes nan seconds");
}

TEST(Timeline, IsTheLongestPathWhereNoLinkIsShared) {
  for (unsigned seed = 0; seed != 200; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    auto below = [&](uint32_t n) { return static_cast<uint32_t>(random() % n); };
    TaskGraph graph;
    uint32_t queues = 1 + below(4);
    for (uint32_t q = 0; q != queues; ++q)
      graph.queues.push_back({0, q != 0});
    std::vector<double> ends, free(queues, 0);
    for (uint32_t number = 0, count = 1 + below(60); number != count; ++number) {
      Task next = task(below(queues), below(5));
      if (below(2))
        next.links = {next.queues[0]}; // its own
      if (below(8) == 0) {
        next.queues.clear();
        for (uint32_t q = 0; q != queues; ++q)
          next.queues.push_back(q);
        next.links.clear();
      }
      double begin = 0;
      for (uint32_t i = number ? below(4) : 0; i != 0; --i) {
        next.after.push_back(below(number));
        begin = std::max(begin, ends[next.after.back()]);
      }
      for (uint32_t q : next.queues)
        begin = std::max(begin, free[q]);
      ends.push_back(begin + next.seconds);
      for (uint32_t q : next.queues)
        free[q] = ends.back();
      graph.tasks.push_back(std::move(next));
    }
    Timeline timeline = run(graph);
    for (size_t number = 0; number != ends.size(); ++number)
      EXPECT_NEAR(timeline.spans[number].end, ends[number], 1e-9) << "task " << number;
    double path = 0;
    for (uint32_t number : timeline.criticalPath())
      path += graph.tasks[number].seconds;
    EXPECT_NEAR(path, timeline.seconds, 1e-9);
  }
}

} // namespace
} // namespace shardwright
