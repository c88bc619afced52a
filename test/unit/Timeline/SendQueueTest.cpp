// What a device sends goes in order of need.
#include "shardwright/Timeline/SendQueue.h"

#include "llvm/ADT/STLExtras.h"

#include <gtest/gtest.h>

#include <random>

using namespace shardwright;

namespace {

constexpr uint32_t kComputes = 0, kSends = 1;

TaskGraph deviceGraph() {
  TaskGraph graph;
  graph.queues = {{0, false}, {0, true}};
  return graph;
}

uint32_t add(TaskGraph &graph, std::string name, llvm::SmallVector<uint32_t, 1> queues, double seconds,
             llvm::SmallVector<uint32_t, 2> after = {}) {
  Task task;
  task.name = std::move(name);
  task.queues = std::move(queues);
  task.seconds = seconds;
  task.after = std::move(after);
  graph.tasks.push_back(std::move(task));
  return static_cast<uint32_t>(graph.tasks.size() - 1);
}

std::string names(const TaskGraph &graph) {
  std::string all;
  for (const Task &task : graph.tasks)
    all += (all.empty() ? "" : " ") + task.name;
  return all;
}

double secondsOf(const TaskGraph &graph) { return simulate(graph)->seconds; }

/// Weights are gathered in the order in which a program names them; the first product needs the last.
TEST(SendQueue, WhatIsNeededFirstGoesFirst) {
  TaskGraph graph = deviceGraph();
  uint32_t late = add(graph, "late", {kSends}, 3), early = add(graph, "early", {kSends}, 1);
  uint32_t first = add(graph, "first", {kComputes}, 4, {early});
  add(graph, "second", {kComputes}, 4, {first, late});
  EXPECT_EQ(secondsOf(graph), 12); // 3 + 1, then both products
  sendInOrderOfNeed(graph);
  EXPECT_EQ(names(graph), "early first late second");
  EXPECT_EQ(secondsOf(graph), 9); // 1, then the products, the other gather beside the first
}

TEST(SendQueue, WhatNobodyWaitsForGoesWhenNothingElseDoes) {
  TaskGraph graph = deviceGraph();
  uint32_t made = add(graph, "made", {kComputes}, 1);
  add(graph, "gradient", {kSends}, 5, {made});
  uint32_t needed = add(graph, "needed", {kSends}, 1, {made});
  add(graph, "reader", {kComputes}, 1, {needed});
  sendInOrderOfNeed(graph);
  EXPECT_EQ(names(graph), "made needed reader gradient");
  EXPECT_EQ(secondsOf(graph), 7);
}

/// It goes on as soon as it can, though something more urgent will be there later: nothing is foreseen.
TEST(SendQueue, WhatIsThereDoesNotWait) {
  TaskGraph graph = deviceGraph();
  uint32_t weight = add(graph, "weight", {kSends}, 2);
  uint32_t made = add(graph, "made", {kComputes}, 1);
  uint32_t urgent = add(graph, "urgent", {kSends}, 1, {made});
  uint32_t reader = add(graph, "reader", {kComputes}, 1, {urgent});
  add(graph, "last", {kComputes}, 1, {reader, weight});
  sendInOrderOfNeed(graph);
  EXPECT_EQ(names(graph), "made weight urgent reader last");
  EXPECT_EQ(secondsOf(graph), 5);
}

TEST(SendQueue, ALoopWaitsForWhatIsInFrontOfIt) {
  TaskGraph graph = deviceGraph();
  uint32_t gather = add(graph, "gather", {kSends}, 3);
  add(graph, "loop", {kComputes, kSends}, 10);
  uint32_t behind = add(graph, "behind", {kSends}, 1);
  add(graph, "reader", {kComputes}, 1, {gather, behind});
  sendInOrderOfNeed(graph);
  EXPECT_EQ(names(graph), "gather loop behind reader");
  EXPECT_EQ(secondsOf(graph), 15);
}

/// A value is changed in two steps: the first is as urgent as what the second is for.
TEST(SendQueue, ChainsAreAsUrgentAsTheirEnd) {
  TaskGraph graph = deviceGraph();
  uint32_t other = add(graph, "other", {kSends}, 4);
  uint32_t begin = add(graph, "begin", {kSends}, 1), end = add(graph, "end", {kSends}, 1, {begin});
  uint32_t first = add(graph, "first", {kComputes}, 5, {end});
  add(graph, "second", {kComputes}, 1, {first, other});
  sendInOrderOfNeed(graph);
  EXPECT_EQ(names(graph), "begin end first other second");
  EXPECT_EQ(secondsOf(graph), 8);
}

TEST(SendQueue, BuffersFollowTheirTasks) {
  TaskGraph graph = deviceGraph();
  uint32_t late = add(graph, "late", {kSends}, 3), early = add(graph, "early", {kSends}, 1);
  uint32_t first = add(graph, "first", {kComputes}, 4, {early});
  uint32_t second = add(graph, "second", {kComputes}, 4, {first, late});
  graph.buffers.push_back({"gathered", 0, 8, late, {second}});
  const std::vector<uint32_t> order = sendInOrderOfNeed(graph);
  EXPECT_EQ(order, (std::vector<uint32_t>{early, first, late, second}));
  EXPECT_EQ(graph.tasks[*graph.buffers.front().madeBy].name, "late");
  EXPECT_EQ(graph.tasks[graph.buffers.front().usedBy.front()].name, "second");
}

TaskGraph randomGraph(unsigned seed) {
  std::mt19937 random(seed);
  TaskGraph graph = deviceGraph();
  for (uint32_t task = 0; task < 40; ++task) {
    llvm::SmallVector<uint32_t, 2> after;
    for (uint32_t before = 0; before < task; ++before)
      if (random() % 12 == 0)
        after.push_back(before);
    const unsigned kind = random() % 20;
    add(graph, std::to_string(task),
        kind == 0   ? llvm::SmallVector<uint32_t, 1>{kComputes, kSends}
        : kind < 10 ? llvm::SmallVector<uint32_t, 1>{kSends}
                    : llvm::SmallVector<uint32_t, 1>{kComputes},
        static_cast<double>(random() % 8), std::move(after));
  }
  return graph;
}

/// Looked at from outside: whenever something is sent, nothing that is needed earlier could have been sent instead.
TEST(SendQueue, NothingMoreUrgentIsLeftBehind) {
  double inOrder = 0, byNeed = 0;
  for (unsigned seed = 0; seed < 300; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const TaskGraph before = randomGraph(seed);
    TaskGraph graph = before;
    const std::vector<uint32_t> order = sendInOrderOfNeed(graph);
    inOrder += secondsOf(before);
    byNeed += secondsOf(graph);
    // Every task once, what computes in the old order, everything behind what it waits for.
    std::vector<uint32_t> sorted = order;
    llvm::sort(sorted);
    for (auto [place, task] : llvm::enumerate(sorted))
      ASSERT_EQ(place, task);
    uint32_t lastComputed = 0;
    for (auto [place, task] : llvm::enumerate(graph.tasks)) {
      ASSERT_EQ(task.name, before.tasks[order[place]].name);
      if (task.queues.front() == kComputes) {
        ASSERT_LE(lastComputed, order[place]);
        lastComputed = order[place];
      }
      for (uint32_t other : task.after)
        ASSERT_LT(other, place);
    }
    const Timeline timeline = *simulate(graph);
    // By old number: the first that computes and waits for it, through what is sent meanwhile.
    std::vector<uint32_t> need(before.tasks.size(), ~0u);
    for (uint32_t task = static_cast<uint32_t>(before.tasks.size()); task-- > 0;)
      for (uint32_t other : before.tasks[task].after)
        need[other] = std::min(need[other], before.tasks[task].queues.front() == kComputes ? task : need[task]);
    auto sends = [&](uint32_t place) { return graph.tasks[place].queues.front() == kSends; };
    for (uint32_t sent = 0; sent < graph.tasks.size(); ++sent)
      for (uint32_t other = sent + 1; other < graph.tasks.size(); ++other) {
        if (!sends(sent) || !sends(other) || need[order[other]] >= need[order[sent]])
          continue;
        // The program comes to it when what was sent is done: what it does not know of yet cannot be chosen.
        bool isUnknown = false;
        for (uint32_t between = order[sent] + 1; between < order[other]; ++between)
          isUnknown |= before.tasks[between].queues.front() == kComputes;
        double ready = 0;
        for (uint32_t waitedFor : graph.tasks[other].after)
          ready = std::max(ready, timeline.spans[waitedFor].end);
        const TaskSpan &span = timeline.spans[sent];
        EXPECT_TRUE(isUnknown || ready > span.begin || span.end == span.begin)
            << graph.tasks[other].name << " could go before " << graph.tasks[sent].name;
      }
  }
  EXPECT_LT(byNeed, inOrder);
}

} // namespace
