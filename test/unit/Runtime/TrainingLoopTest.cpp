// Steps whose state stays on the devices, against the same steps fed by hand.
#include "shardwright/Runtime/TrainingLoop.h"
#include "ProgramBuilder.h"
#include "runtime/MemoryCycle.h"
#include "shardwright/Runtime/RunSteps.h"
#include "shardwright/Runtime/Serialize.h"

#include "gtest/gtest.h"

#include <iostream>
#include <malloc.h>
#include <random>
#include <thread>

namespace shardwright::runtime {
namespace {

constexpr int64_t kLength = 4;

/// Arguments and results alike in type and shape; result i is argument `from[i]` plus one. Results may take over the
/// memory of arguments, lie in the arena, or have a block of their own.
struct Shuffle {
  std::vector<size_t> from;
  std::vector<int64_t> alias; ///< by result; -1: none, -2: in the arena
  std::vector<bool> donated;  ///< by argument
  std::vector<Feed> feeds;
};

Executable build(const Shuffle &what, int64_t devices = 2) {
  ProgramBuilder builder({{"x", devices}});
  builder.useTestKernels();
  std::vector<uint32_t> arguments, temporaries, results;
  for (size_t i = 0; i != what.donated.size(); ++i)
    arguments.push_back(builder.argumentPerDevice(ElementType::F32, {kLength}));
  for (size_t i = 0; i != what.from.size(); ++i) {
    temporaries.push_back(builder.temporary(ElementType::F32, {kLength}));
    results.push_back(builder.resultPerDevice(ElementType::F32, {kLength}));
  }
  for (size_t i = 0; i != what.donated.size(); ++i)
    builder.exe.arguments[i].donated = what.donated[i];
  for (size_t i = 0; i != what.from.size(); ++i)
    if (what.alias[i] >= 0) {
      builder.exe.results[i].alias = what.alias[i];
    } else if (what.alias[i] == -2) {
      builder.exe.results[i].place = static_cast<int64_t>(builder.exe.arenaBytes);
      builder.exe.arenaBytes += 64;
    }
  // All are read before any is written.
  for (size_t i = 0; i != what.from.size(); ++i)
    builder.kernel("add_one_f32", {arguments[what.from[i]], temporaries[i]}, kLength);
  for (size_t i = 0; i != what.from.size(); ++i)
    builder.copy(temporaries[i], results[i]);
  builder.end();
  return builder.exe;
}

std::vector<Array> inputsFor(const Executable &exe) {
  std::vector<Array> inputs;
  for (size_t i = 0; i != exe.arguments.size(); ++i)
    inputs.push_back(randomArray(exe.arguments[i], i, 3));
  return inputs;
}

void check(const Shuffle &what, int64_t steps) {
  Executable exe = build(what);
  ASSERT_TRUE(validate(exe).ok()) << validate(exe);
  LoadOptions options;
  options.workers = 2;
  auto program = Program::load(exe, options);
  ASSERT_TRUE(program.ok()) << program.status();
  std::vector<Array> inputs = inputsFor(exe);
  auto loop = TrainingLoop::create((*program)->loaded(), what.feeds, inputs);
  ASSERT_TRUE(loop.ok()) << loop.status();
  for (int64_t step = 0; step != steps; ++step) {
    absl::Status status = (*loop)->run(1);
    ASSERT_TRUE(status.ok()) << status;
    auto results = (*program)->run(inputs); // between the steps: the arena is shared
    ASSERT_TRUE(results.ok()) << results.status();
    for (size_t i = 0; i != results->size(); ++i)
      ASSERT_EQ((*loop)->result(i).bytes, (*results)[i].bytes) << "result " << i << " of step " << step;
    for (const Feed &feed : what.feeds)
      inputs[feed.argument] = (*results)[feed.result];
    for (size_t i = 0; i != inputs.size(); ++i)
      ASSERT_EQ((*loop)->argument(i).bytes, inputs[i].bytes) << "argument " << i << " behind step " << step;
  }
}

TEST(TrainingLoop, FedInPlace) { check({{0, 1}, {0, 1}, {true, true}, {{0, 0}, {1, 1}}}, 5); }
TEST(TrainingLoop, FedByTwoBlocksInTurn) { check({{0, 1}, {-1, -1}, {false, false}, {{0, 0}, {1, 1}}}, 5); }
TEST(TrainingLoop, FedFromTheArena) { check({{0, 1, 0}, {-2, -2, -2}, {false, false}, {{0, 0}, {1, 1}}}, 5); }
TEST(TrainingLoop, FedCrosswise) { check({{0, 1}, {0, 1}, {true, true}, {{0, 1}, {1, 0}}}, 7); }
TEST(TrainingLoop, ADonatedArgumentThatIsNotFedStays) {
  check({{0, 1}, {0, 1}, {true, true}, {{0, 0}}}, 4);
  check({{0, 1}, {0, 1}, {true, true}, {{1, 0}}}, 4);
  check({{0, 1}, {0, 1}, {true, true}, {}}, 3);
}
TEST(TrainingLoop, OneResultFedTwice) {
  check({{0, 1}, {0, 1}, {true, true}, {{0, 0}, {0, 1}}}, 4);
  check({{0, 1}, {-1, -1}, {false, false}, {{0, 0}, {0, 1}}}, 4);
  check({{0, 1}, {-1, 0}, {true, false}, {{0, 0}, {0, 1}}}, 4);
}
/// Five arguments handed on in a ring: more ways than tables are kept for.
TEST(TrainingLoop, LongCyclesAreFollowed) {
  Shuffle ring{{0, 1, 2, 3, 4}, {0, 1, 2, 3, 4}, {true, true, true, true, true}, {}};
  for (size_t i = 0; i != 5; ++i)
    ring.feeds.push_back({i, (i + 1) % 5});
  check(ring, 12);
  EXPECT_FALSE(MemoryCycle(build(ring), ring.feeds).isClosed());
}

TEST(TrainingLoop, WhateverIsFedToWhatever) {
  const unsigned seed = std::random_device{}();
  std::cout << "seed " << seed << "\n";
  std::mt19937 random(seed);
  for (int round = 0; round != 200; ++round) {
    Shuffle what;
    const size_t arguments = 1 + random() % 5, results = 1 + random() % 5;
    for (size_t i = 0; i != arguments; ++i)
      what.donated.push_back(random() % 2);
    std::vector<bool> isTaken(arguments, false);
    for (size_t i = 0; i != results; ++i) {
      what.from.push_back(random() % arguments);
      size_t argument = random() % arguments;
      bool takesOver = what.donated[argument] && !isTaken[argument] && random() % 2;
      if (takesOver)
        isTaken[argument] = true;
      what.alias.push_back(takesOver ? static_cast<int64_t>(argument) : random() % 2 ? -1 : -2);
    }
    for (size_t argument = 0; argument != arguments; ++argument)
      if (random() % 4 != 0)
        what.feeds.push_back({random() % results, argument});
    ASSERT_NO_FATAL_FAILURE(check(what, 8)) << "round " << round << " of seed " << seed;
  }
}

TEST(MemoryCycle, StateThatIsGivenAwayStaysWhereItIs) {
  MemoryCycle inPlace(build({{0, 1}, {0, 1}, {true, true}, {}}), {{0, 0}, {1, 1}});
  EXPECT_TRUE(inPlace.isClosed());
  EXPECT_EQ(inPlace.phases().size(), 1u);
  EXPECT_EQ(inPlace.blockBytes().size(), 2u);
  MemoryCycle inTurn(build({{0, 1}, {-1, -1}, {false, false}, {}}), {{0, 0}, {1, 1}});
  EXPECT_TRUE(inTurn.isClosed());
  EXPECT_EQ(inTurn.phases().size(), 2u);
  EXPECT_EQ(inTurn.blockBytes().size(), 4u);
  MemoryCycle inArenas(build({{0, 1}, {-2, -2}, {false, false}, {}}), {{0, 0}, {1, 1}});
  EXPECT_TRUE(inArenas.isClosed());
  EXPECT_EQ(inArenas.phases().size(), 2u);
  EXPECT_EQ(inArenas.blockBytes().size(), 2u);
}

TEST(TrainingLoop, FeedsThatDoNotFitAreRefused) {
  ProgramBuilder builder({{"x", 2}, {"y", 2}});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {2}), out = builder.resultPerDevice(ElementType::F32, {2});
  builder.argumentPerDevice(ElementType::F32, {3});
  builder.argumentPerDevice(ElementType::F32, {2});
  builder.exe.arguments[2].dims = {{{1, 1, 2}}, {}};
  builder.copy(in, out);
  builder.end();
  auto refusal = [&](std::vector<Feed> feeds) { return std::string(checkFeeds(builder.exe, feeds).message()); };
  EXPECT_EQ(refusal({{0, 0}}), "");
  EXPECT_EQ(refusal({{1, 0}}), "result 1 cannot be fed to argument 0: the program has 1 results");
  EXPECT_EQ(refusal({{0, 3}}), "result 0 cannot be fed to argument 3: the program has 3 arguments");
  EXPECT_EQ(refusal({{0, 0}, {0, 0}}), "result 0 cannot be fed to argument 0: result 0 is fed to it already");
  EXPECT_EQ(refusal({{0, 1}}), "result 0 cannot be fed to argument 1: the one is 4x2xf32, the other 4x3xf32");
  EXPECT_EQ(
      refusal({{0, 2}}),
      "result 0 cannot be fed to argument 2: the one is sharded as [{\"x\", \"y\"}, {}], the other as [{\"y\"}, {}]: "
      "give the result the argument's sharding in the program");
}

TEST(TrainingLoop, TenThousandStepsTakeNoMemory) {
  Executable exe = build({{0, 1, 0}, {0, -1, -2}, {true, false}, {}});
  auto program = Program::load(exe);
  auto loop = TrainingLoop::create((*program)->loaded(), {{0, 0}, {1, 1}}, inputsFor(exe));
  ASSERT_TRUE(loop.ok()) << loop.status();
  ASSERT_TRUE((*loop)->run(100).ok());
  const size_t before = mallinfo2().uordblks;
  ASSERT_TRUE((*loop)->run(10000).ok());
  EXPECT_LE(mallinfo2().uordblks, before + 4096);
}

TEST(TrainingLoop, TwoLoopsOfOneClientFromTwoThreads) {
  ClientOptions options;
  options.devices = 2;
  options.workers = 2;
  auto client = Client::create(options);
  Executable exe = build({{0, 1}, {0, -2}, {true, false}, {}});
  auto program = (*client)->load(exe);
  std::vector<Array> inputs;
  for (size_t i : {0, 1})
    inputs.push_back(Array::zeros(exe.arguments[i].type, exe.arguments[i].globalShape));
  auto work = [&](int64_t steps) {
    auto loop = TrainingLoop::create(**program, {{0, 0}, {1, 1}}, inputs);
    ASSERT_TRUE(loop.ok()) << loop.status();
    for (int64_t step = 0; step != steps; ++step)
      ASSERT_TRUE((*loop)->run(1).ok());
    for (size_t i : {0, 1})
      EXPECT_EQ(valuesOf<float>((*loop)->argument(i)), std::vector<float>(2 * kLength, static_cast<float>(steps)));
  };
  std::thread other([&] { work(300); });
  work(200);
  other.join();
}

} // namespace
} // namespace shardwright::runtime
