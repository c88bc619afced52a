// Whole programs on the host backend: control flow, kernels, scheduling, errors, memory over time.
#include "ProgramBuilder.h"
#include "shardwright/Runtime/RunCommand.h"
#include "shardwright/Runtime/Target.h"

#include "gtest/gtest.h"

#include <chrono>
#include <malloc.h>
#include <numeric>
#include <thread>

namespace shardwright::runtime {
namespace {

std::unique_ptr<Program> load(const ProgramBuilder &builder, int workers = 2) {
  LoadOptions options;
  options.workers = workers;
  absl::StatusOr<std::unique_ptr<Program>> program = Program::load(builder.exe, options);
  EXPECT_TRUE(program.ok()) << program.status();
  return program.ok() ? *std::move(program) : nullptr;
}

std::vector<float> counting(size_t n) {
  std::vector<float> values(n);
  std::iota(values.begin(), values.end(), 0.f);
  return values;
}

Collective sumOverAll(const ProgramBuilder &builder, std::vector<int64_t> shape) {
  Collective c;
  c.kind = CollectiveKind::AllReduce;
  c.type = ElementType::F32;
  c.axes = builder.wholeMesh();
  c.inShape = c.outShape = std::move(shape);
  return c;
}

/// counter = 0; while (counter < limit) { started: s = allreduce(x); x = x + 1; t = x; ++counter; wait; x = s + 1 }:
/// what runs meanwhile does not touch what is sent.
TEST(Program, StepsRunBesideACollective) {
  for (int64_t devices : {1, 2, 5})
    for (int workers : {1, 2, 4}) {
      ProgramBuilder builder({{"x", devices}});
      builder.useTestKernels();
      uint32_t in = builder.argumentPerDevice(ElementType::F32, {1});
      uint32_t limit = builder.argumentPerDevice(ElementType::I32, {});
      uint32_t out = builder.resultPerDevice(ElementType::F32, {1}),
               last = builder.resultPerDevice(ElementType::F32, {1});
      uint32_t counter = builder.temporary(ElementType::I32, {}), go = builder.temporary(ElementType::I1, {});
      uint32_t sum = builder.temporary(ElementType::F32, {1});
      builder.copy(builder.constant<int32_t>({0}), counter);
      builder.copy(in, out);
      builder.copy(in, last);
      uint32_t head = builder.here();
      builder.kernel("less_i32", {counter, limit, go});
      uint32_t exit = builder.jumpIfFalse(go);
      uint32_t start = builder.start(sumOverAll(builder, {1}), out, sum);
      builder.kernel("add_one_f32", {out, last});
      builder.kernel("add_one_i32", {counter});
      builder.wait(start);
      builder.kernel("add_one_f32", {sum, out});
      builder.jump(head);
      builder.exe.steps[exit].target = builder.here();
      builder.end();
      std::unique_ptr<Program> program = load(builder, workers);
      std::vector<float> begin(static_cast<size_t>(devices), 1);
      std::vector<int32_t> limits(begin.size(), 6);
      for (int run = 0; run != 20; ++run) {
        auto results = program->run(
            {arrayOf(ElementType::F32, {devices, 1}, begin), arrayOf(ElementType::I32, {devices}, limits)});
        ASSERT_TRUE(results.ok()) << results.status();
        float want = 1, before = 1;
        for (int i = 0; i != 6; ++i) {
          before = want;
          want = want * static_cast<float>(devices) + 1;
        }
        EXPECT_EQ(valuesOf<float>((*results)[0]), std::vector<float>(begin.size(), want));
        EXPECT_EQ(valuesOf<float>((*results)[1]), std::vector<float>(begin.size(), before + 1));
      }
    }
}

/// counter = 0; while (counter < limit) { x = allreduce(x) + 1; ++counter }, one limit for each device.
struct Loop {
  explicit Loop(int64_t devices) : builder({{"x", devices}}) {
    builder.useTestKernels();
    uint32_t in = builder.argumentPerDevice(ElementType::F32, {1});
    limit = builder.argumentPerDevice(ElementType::I32, {});
    uint32_t out = builder.resultPerDevice(ElementType::F32, {1});
    uint32_t counter = builder.temporary(ElementType::I32, {}), go = builder.temporary(ElementType::I1, {});
    uint32_t sum = builder.temporary(ElementType::F32, {1});
    builder.copy(builder.constant<int32_t>({0}), counter);
    builder.copy(in, out);
    uint32_t head = builder.here();
    builder.kernel("less_i32", {counter, limit, go});
    uint32_t exit = builder.jumpIfFalse(go);
    builder.collective(sumOverAll(builder, {1}), out, sum);
    builder.kernel("add_one_f32", {sum, out});
    builder.kernel("add_one_i32", {counter});
    builder.jump(head);
    builder.exe.steps[exit].target = builder.here();
    builder.end();
  }
  ProgramBuilder builder;
  uint32_t limit;
};

TEST(Program, WhileLoopWithACollectiveInside) {
  for (int64_t devices : {1, 2, 5})
    for (int workers : {1, 2, 4}) {
      Loop loop(devices);
      std::unique_ptr<Program> program = load(loop.builder, workers);
      std::vector<float> start(static_cast<size_t>(devices), 1);
      std::vector<int32_t> limits(start.size(), 3);
      auto results =
          program->run({arrayOf(ElementType::F32, {devices, 1}, start), arrayOf(ElementType::I32, {devices}, limits)});
      ASSERT_TRUE(results.ok()) << results.status();
      float want = 1;
      for (int i = 0; i != 3; ++i)
        want = want * static_cast<float>(devices) + 1;
      EXPECT_EQ(valuesOf<float>((*results)[0]), std::vector<float>(start.size(), want));
    }
}

/// Whoever waits looks first and then sleeps: one execution after the other, and after a pause that is longer than
/// that.
TEST(Program, WorkersComeBackAtOnceAndFromSleep) {
  constexpr int64_t kDevices = 5;
  Loop loop(kDevices);
  std::unique_ptr<Program> program = load(loop.builder, 4);
  std::vector<Array> inputs = {arrayOf<float>(ElementType::F32, {kDevices, 1}, {0, 0, 0, 0, 0}),
                               arrayOf<int32_t>(ElementType::I32, {kDevices}, {3, 3, 3, 3, 3})};
  for (int run = 0; run != 200; ++run) {
    auto results = program->run(inputs);
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(valuesOf<float>((*results)[0]), std::vector<float>(kDevices, 1 + 5 + 25));
    if (run % 20 == 0)
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

TEST(Program, TenThousandStepsTakeNoMemory) {
  Loop loop(2);
  std::unique_ptr<Program> program = load(loop.builder);
  auto run = [&](int32_t trips) {
    auto results = program->run(
        {arrayOf<float>(ElementType::F32, {2, 1}, {0, 0}), arrayOf<int32_t>(ElementType::I32, {2}, {trips, trips})});
    ASSERT_TRUE(results.ok()) << results.status();
  };
  run(10);
  size_t before = mallinfo2().uordblks;
  run(2500); // four steps a trip
  size_t after = mallinfo2().uordblks;
  EXPECT_LE(after, before + 4096);
}

TEST(Program, DevicesThatDisagreeAboutALoopAreReported) {
  for (int workers : {1, 3}) {
    Loop loop(3);
    std::unique_ptr<Program> program = load(loop.builder, workers);
    auto start = arrayOf<float>(ElementType::F32, {3, 1}, {1, 1, 1});
    auto results = program->run({start, arrayOf<int32_t>(ElementType::I32, {3}, {2, 3, 2})});
    EXPECT_EQ(results.status().code(), absl::StatusCode::kInternal);
    EXPECT_EQ(results.status().message(),
              "the program cannot go on: device 0 has finished, device 1 waits in step 4 (collective at file.mlir:4), "
              "device 2 has finished");
    EXPECT_EQ(exitCode(results.status()), 3);
    // The next execution starts afresh.
    results = program->run({start, arrayOf<int32_t>(ElementType::I32, {3}, {1, 1, 1})});
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(valuesOf<float>((*results)[0]), (std::vector<float>{4, 4, 4}));
  }
}

TEST(Program, SwitchTakesTheLastTargetOutOfRange) {
  ProgramBuilder builder({{"x", 5}});
  uint32_t selector = builder.argumentPerDevice(ElementType::I32, {});
  uint32_t out = builder.resultPerDevice(ElementType::I32, {});
  builder.exe.switches.push_back({1, 3, 5});
  builder.step(StepKind::Switch, 0, {selector});
  for (int32_t value : {10, 20, 30}) {
    builder.copy(builder.constant<int32_t>({value}), out);
    builder.jump(7);
  }
  builder.end();
  auto results = load(builder)->run({arrayOf<int32_t>(ElementType::I32, {5}, {0, 1, 2, 3, -1})});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(valuesOf<int32_t>((*results)[0]), (std::vector<int32_t>{10, 20, 30, 30, 30}));
}

TEST(Program, AxisIndexCountsTheLeftmostAxisAsMajor) {
  ProgramBuilder builder({{"x", 2}, {"y", 6}});
  std::vector<AxisDigits> axes = {{{0, 1, 2}}, {{1, 1, 6}}, {{1, 1, 6}, {0, 1, 2}}, {{1, 2, 3}}, {}};
  for (const AxisDigits &digits : axes) {
    builder.exe.axisIndices.push_back(digits);
    builder.step(StepKind::AxisIndex, static_cast<uint32_t>(builder.exe.axisIndices.size() - 1),
                 {builder.resultPerDevice(ElementType::I32, {})});
  }
  builder.end();
  auto results = load(builder)->run({});
  ASSERT_TRUE(results.ok()) << results.status();
  for (int32_t device = 0; device != 12; ++device) {
    int32_t x = device / 6, y = device % 6;
    int32_t want[] = {x, y, y * 2 + x, y % 3, 0};
    for (size_t i = 0; i != axes.size(); ++i)
      EXPECT_EQ(valuesOf<int32_t>((*results)[i])[static_cast<size_t>(device)], want[i])
          << "device " << device << " axes " << i;
  }
}

/// Two axes whose groups cross: every device meets its row, then its column, then its row again. However the devices
/// are taken up, nobody waits for ever.
TEST(Program, CrossingGroupsDoNotDeadlock) {
  ProgramBuilder builder({{"x", 4}, {"y", 4}});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {1});
  uint32_t out = builder.resultPerDevice(ElementType::F32, {1});
  uint32_t sum = builder.temporary(ElementType::F32, {1});
  builder.copy(in, out);
  for (int round = 0; round != 50; ++round) {
    Collective c = sumOverAll(builder, {1});
    c.reduction = Reduction::Max;
    c.axes = {{static_cast<uint32_t>(round % 2), 1, 4}};
    builder.collective(c, round % 2 ? sum : out, round % 2 ? out : sum);
  }
  builder.end();
  for (int workers : {1, 2, 5}) {
    auto results = load(builder, workers)->run({arrayOf(ElementType::F32, {16, 1}, counting(16))});
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(valuesOf<float>((*results)[0]), std::vector<float>(16, 15));
  }
}

TEST(Program, IdleWorkersTakeRangesOfAKernel) {
  constexpr int64_t kLength = 1 << 20;
  ProgramBuilder builder({});
  builder.useTestKernels();
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {kLength});
  uint32_t out = builder.resultPerDevice(ElementType::F32, {kLength});
  builder.kernel("add_one_f32", {in, out}, kLength);
  builder.end();
  std::vector<float> values = counting(kLength), want = values;
  for (float &value : want)
    value += 1;
  for (int workers : {1, 4}) {
    std::unique_ptr<Program> program = load(builder, workers);
    for (int run = 0; run != 5; ++run) {
      auto results = program->run({arrayOf(ElementType::F32, {1, kLength}, values)});
      ASSERT_TRUE(results.ok()) << results.status();
      EXPECT_TRUE(valuesOf<float>((*results)[0]) == want);
    }
  }
}

TEST(Program, ShardsArgumentsAndJoinsResults) {
  // 7 rows over 4 devices are blocks of 2, 5 columns over 3 blocks of 2: the last ones carry padding.
  ProgramBuilder builder({{"x", 4}, {"y", 3}});
  for (std::vector<Interface> *side : {&builder.exe.arguments, &builder.exe.results})
    side->push_back({"a", ElementType::F32, {7, 5}, {{{0, 1, 4}}, {{1, 1, 3}}}});
  builder.exe.slots = {{SlotSpace::Argument, 0, 0, 16}, {SlotSpace::Result, 0, 0, 16}};
  builder.copy(0, 1);
  builder.end();
  auto results = load(builder)->run({arrayOf(ElementType::F32, {7, 5}, counting(35))});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(valuesOf<float>((*results)[0]), counting(35));
}

TEST(Program, PaddingOfArgumentsIsZero) {
  ProgramBuilder builder({{"x", 4}});
  builder.exe.arguments.push_back({"a", ElementType::F32, {3}, {{{0, 1, 4}}}});
  builder.exe.results.push_back({"b", ElementType::F32, {4}, {{{0, 1, 4}}}});
  builder.exe.slots = {{SlotSpace::Argument, 0, 0, 4}, {SlotSpace::Result, 0, 0, 4}};
  builder.copy(0, 1);
  builder.end();
  auto results = load(builder)->run({arrayOf<float>(ElementType::F32, {3}, {5, 6, 7})});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(valuesOf<float>((*results)[0]), (std::vector<float>{5, 6, 7, 0}));
}

TEST(Program, DonatedArgumentsStartAfreshInEveryExecution) {
  ProgramBuilder builder({{"x", 2}});
  builder.useTestKernels();
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {1});
  uint32_t out = builder.resultPerDevice(ElementType::F32, {1});
  builder.donate(0, 0);
  builder.kernel("add_one_f32", {in, out});
  builder.end();
  RunOptions options;
  options.repeat = 3;
  std::unique_ptr<Program> program = load(builder);
  for (bool warmUp : {false, true}) {
    options.warmUp = warmUp;
    RunStats stats;
    auto results = program->run({arrayOf<float>(ElementType::F32, {2, 1}, {1, 2})}, options, &stats);
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(valuesOf<float>((*results)[0]), (std::vector<float>{2, 3}));
    EXPECT_EQ(stats.stepMs.size(), 3u);
  }
}

TEST(Program, TwoProgramsAtOnce) {
  auto work = [](int64_t devices) {
    Loop loop(devices);
    std::unique_ptr<Program> program = load(loop.builder);
    for (int run = 0; run != 20; ++run) {
      std::vector<float> start(static_cast<size_t>(devices), 0);
      auto results = program->run({arrayOf(ElementType::F32, {devices, 1}, start),
                                   arrayOf(ElementType::I32, {devices}, std::vector<int32_t>(start.size(), 2))});
      ASSERT_TRUE(results.ok()) << results.status();
      EXPECT_EQ(valuesOf<float>((*results)[0])[0], static_cast<float>(devices + 1));
    }
  };
  std::thread other(work, 3);
  work(4);
  other.join();
}

TEST(Program, TwoProgramsKeepTheirOwnKernels) {
  auto make = [](const char *kernels) {
    ProgramBuilder builder({});
    builder.useTestKernels(kernels);
    uint32_t in = builder.argumentPerDevice(ElementType::F32, {1});
    builder.kernel("add_one_f32", {in, builder.resultPerDevice(ElementType::F32, {1})});
    builder.end();
    return load(builder);
  };
  std::unique_ptr<Program> one = make(SHARDWRIGHT_TEST_KERNELS), two = make(SHARDWRIGHT_OTHER_TEST_KERNELS);
  Array ten = arrayOf<float>(ElementType::F32, {1, 1}, {10});
  EXPECT_EQ(valuesOf<float>((*one->run({ten}))[0])[0], 11);
  EXPECT_EQ(valuesOf<float>((*two->run({ten}))[0])[0], 12);
}

TEST(Program, ChecksReportWhatDiffersWhere) {
  ProgramBuilder builder({{"x", 2}});
  uint32_t got = builder.constant<float>({1, 2, 3}), want = builder.constant<float>({1, 2.5, 3});
  builder.exe.checks.push_back({Check::Mode::Equal, ElementType::F32, {3}});
  builder.step(StepKind::Check, 0, {got, want}, "check.expect_eq");
  builder.end();
  std::unique_ptr<Program> program = load(builder);
  RunStats stats;
  ASSERT_TRUE(program->run({}, {}, &stats).ok());
  ASSERT_EQ(stats.checkFailures.size(), 1u);
  EXPECT_EQ(stats.checkFailures[0],
            "step 0 (check.expect_eq at file.mlir:0) failed: element [1] is 2, expected 2.5; 1 of 3 "
            "elements differ, largest error 0.5");
  RunOptions loose;
  loose.atol = 0.5;
  ASSERT_TRUE(program->run({}, loose, &stats).ok());
  EXPECT_TRUE(stats.checkFailures.empty());
}

TEST(Program, CheckCloseCountsUnitsInTheLastPlace) {
  float one = 1, next = std::nextafter(one, 2.f), third = std::nextafter(next, 2.f);
  ProgramBuilder builder({});
  uint32_t got = builder.constant<float>({one, next}), want = builder.constant<float>({third, next});
  builder.exe.checks.push_back({Check::Mode::Close, ElementType::F32, {2}, 0, 0, 1});
  builder.exe.checks.push_back({Check::Mode::Close, ElementType::F32, {2}, 0, 0, 2});
  builder.step(StepKind::Check, 0, {got, want}, "check.expect_close");
  builder.step(StepKind::Check, 1, {got, want}, "check.expect_close");
  builder.end();
  RunStats stats;
  ASSERT_TRUE(load(builder)->run({}, {}, &stats).ok());
  ASSERT_EQ(stats.checkFailures.size(), 1u);
  EXPECT_EQ(stats.checkFailures[0].substr(0, 7), "step 0 ");
}

TEST(Program, CountsBytesByTheRingConvention) {
  ProgramBuilder builder({{"x", 4}});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {6});
  uint32_t out = builder.resultPerDevice(ElementType::F32, {6});
  builder.collective(sumOverAll(builder, {6}), in, out); // 2 * 24 * 3 / 4
  Collective ring;
  ring.kind = CollectiveKind::Permute;
  ring.type = ElementType::F32;
  ring.axes = builder.wholeMesh();
  ring.inShape = ring.outShape = {6};
  ring.sources = {0, 2, -1, -1}; // device 2 sends 24 bytes
  builder.collective(ring, in, builder.resultPerDevice(ElementType::F32, {6}));
  builder.end();
  RunStats stats;
  ASSERT_TRUE(load(builder)->run({arrayOf(ElementType::F32, {4, 6}, counting(24))}, {}, &stats).ok());
  EXPECT_EQ(stats.bytesSentPerDevice, 36u + 24u);
  EXPECT_EQ(stats.peakBytesPerDevice, 24u + 24 + 24); // one behind the other
}

TEST(Program, TraceHasEveryStepOfEveryDevice) {
  Loop loop(2);
  std::unique_ptr<Program> program = load(loop.builder);
  RunOptions options;
  options.trace = true;
  RunStats stats;
  auto start = arrayOf<float>(ElementType::F32, {2, 1}, {1, 1});
  ASSERT_TRUE(program->run({start, arrayOf<int32_t>(ElementType::I32, {2}, {2, 2})}, options, &stats).ok());
  ASSERT_EQ(stats.trace.size(), 2u);
  for (const std::vector<TraceEvent> &events : stats.trace) {
    std::vector<uint32_t> steps;
    int64_t last = 0;
    for (const TraceEvent &event : events) {
      steps.push_back(event.step);
      EXPECT_LE(last, event.begin);
      EXPECT_LE(event.begin, event.end);
      last = event.end;
    }
    // Jumps take no time of their own.
    EXPECT_EQ(steps, (std::vector<uint32_t>{0, 1, 2, 4, 5, 6, 2, 4, 5, 6, 2}));
  }
  EXPECT_NE(traceJson(program->executable(), stats)
                .find("\"name\":\"collective\",\"args\":{\"step\":4,\"bytes\":8,"
                      "\"location\":\"file.mlir:4\",\"cause\":\"a test\"}"),
            std::string::npos);
}

TEST(Program, RefusesArgumentsThatDoNotFit) {
  Loop loop(2);
  std::unique_ptr<Program> program = load(loop.builder);
  auto limits = arrayOf<int32_t>(ElementType::I32, {2}, {1, 1});
  EXPECT_EQ(program->run({limits}).status().message(), "the program takes 2 arguments, 1 are given");
  EXPECT_EQ(program->run({limits, limits}).status().message(), "argument 0 ('arg0') is 2x1xf32, 2xi32 is given");
}

TEST(Program, RefusesAnotherMachine) {
  ProgramBuilder builder({});
  builder.end();
  auto message = [&](const char *target) {
    builder.exe.target = target;
    return std::string(Program::load(builder.exe).status().message());
  };
  EXPECT_EQ(message("host:"), "");
  EXPECT_EQ(message("sm_90"),
            "compiled for 'sm_90', this runtime runs 'host:' and 'cuda:' programs: recompile with --target=host");
  EXPECT_EQ(message("host:warp9,warp10"),
            "compiled for a CPU with warp9, warp10, which this machine does not have: recompile on it, or with "
            "a --target of what it has");
  EXPECT_EQ(message("host:+,"), "");
#if defined(__x86_64__)
  EXPECT_EQ(message("host:x86_64-unknown-linux-gnu:znver4:+sse2,-warp9"), "");
  EXPECT_EQ(message("host:riscv64-linux:generic:"), "compiled for riscv64, this machine is x86_64: recompile for it");
#endif
}

TEST(Program, RefusesKernelsItCannotLoad) {
  ProgramBuilder builder({});
  builder.exe.kernelImage = {1, 2, 3};
  builder.end();
  EXPECT_EQ(std::string(Program::load(builder.exe).status().message()).substr(0, 48),
            "the kernel image of 3 bytes cannot be loaded: /p");
  builder.exe.steps.clear();
  builder.useTestKernels();
  builder.kernel("no_such_kernel", {});
  builder.end();
  EXPECT_EQ(Program::load(builder.exe).status().message(), "the kernel image has no symbol 'no_such_kernel'");
}

TEST(Program, RefusesMoreMemoryThanTheMachineHas) {
  ProgramBuilder builder({{"x", 4}});
  builder.exe.arenaBytes = uint64_t{1} << 50;
  builder.end();
  absl::Status status = Program::load(builder.exe).status();
  EXPECT_EQ(status.code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(std::string(status.message()).substr(0, 111),
            "the program needs 1125899906842624 bytes of memory on each of 4 devices, which share this process; it may "
            "have ");
  // What all devices need together does not fit into 64 bits.
  ProgramBuilder many({{"x", 1 << 20}});
  many.exe.arenaBytes = uint64_t{1} << 56;
  many.end();
  EXPECT_EQ(Program::load(many.exe).status().code(), absl::StatusCode::kResourceExhausted);
}

} // namespace
} // namespace shardwright::runtime
