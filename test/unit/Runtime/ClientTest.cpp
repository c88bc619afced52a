// Clients, buffers that stay on devices, executions that return at once.
#include "shardwright/Runtime/Client.h"
#include "ProgramBuilder.h"

#include "gtest/gtest.h"

#include <atomic>
#include <malloc.h>
#include <random>
#include <thread>

namespace shardwright::runtime {
namespace {

using Rows = std::vector<std::vector<Buffer *>>;

std::unique_ptr<Client> makeClient(int64_t devices, int workers = 2, uint64_t memory = 0) {
  ClientOptions options;
  options.devices = devices;
  options.workers = workers;
  options.memory = memory;
  absl::StatusOr<std::unique_ptr<Client>> client = Client::create(options);
  EXPECT_TRUE(client.ok()) << client.status();
  return *std::move(client);
}

std::unique_ptr<LoadedExecutable> load(Client &client, const ProgramBuilder &builder) {
  absl::StatusOr<std::unique_ptr<LoadedExecutable>> program = client.load(builder.exe);
  EXPECT_TRUE(program.ok()) << program.status();
  return *std::move(program);
}

std::unique_ptr<Buffer> put(Client &client, int64_t device, std::vector<float> values) {
  BufferType type{ElementType::F32, {static_cast<int64_t>(values.size())}};
  absl::StatusOr<std::unique_ptr<Buffer>> buffer = client.bufferFromHost(device, type, values.data());
  EXPECT_TRUE(buffer.ok()) << buffer.status();
  return *std::move(buffer);
}

/// In the local shape that ProgramBuilder gives to values of `n` elements.
std::unique_ptr<Buffer> row(Client &client, int64_t device, std::vector<float> values) {
  BufferType type{ElementType::F32, {1, static_cast<int64_t>(values.size())}};
  absl::StatusOr<std::unique_ptr<Buffer>> buffer = client.bufferFromHost(device, type, values.data());
  EXPECT_TRUE(buffer.ok()) << buffer.status();
  return *std::move(buffer);
}

std::vector<float> get(const Buffer &buffer) {
  std::vector<float> values(buffer.bytes() / sizeof(float));
  absl::Status status = buffer.copyTo(values.data());
  EXPECT_TRUE(status.ok()) << status;
  return values;
}

std::string messageOf(const absl::StatusOr<ExecutionResults> &results) {
  return std::string(results.status().message());
}

/// out = in + 1 on every device; perhaps in place.
ProgramBuilder addOne(int64_t devices, int64_t n, bool isDonated) {
  ProgramBuilder builder({{"x", devices}});
  builder.useTestKernels();
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {n}), out = builder.resultPerDevice(ElementType::F32, {n});
  if (isDonated)
    builder.donate(0, 0);
  builder.kernel("add_one_f32", {in, out}, n);
  builder.end();
  return builder;
}

/// Device 1 waits for a collective that device 0 never comes to: every execution fails.
ProgramBuilder failing() {
  ProgramBuilder builder({{"x", 2}});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {1}), out = builder.resultPerDevice(ElementType::F32, {1});
  uint32_t index = builder.temporary(ElementType::I32, {});
  builder.exe.axisIndices.push_back({{0, 1, 2}});
  builder.step(StepKind::AxisIndex, 0, {index});
  builder.exe.switches.push_back({3, 2});
  builder.step(StepKind::Switch, 0, {index});
  Collective c;
  c.kind = CollectiveKind::AllReduce;
  c.type = ElementType::F32;
  c.axes = builder.wholeMesh();
  c.inShape = c.outShape = {1};
  builder.collective(c, in, out);
  builder.end();
  return builder;
}

TEST(Client, BuffersKeepWhatTheyWereMadeOf) {
  std::unique_ptr<Client> client = makeClient(2);
  EXPECT_EQ(client->numDevices(), 2);
  std::unique_ptr<Buffer> buffer = put(*client, 1, {1, 2, 3});
  EXPECT_EQ(buffer->device(), 1);
  EXPECT_EQ(buffer->bytes(), 12u);
  EXPECT_TRUE(buffer->ready().isReady());
  EXPECT_EQ(get(*buffer), (std::vector<float>{1, 2, 3}));
  EXPECT_EQ(client->bytesInUse(1), 12u);
  EXPECT_EQ(client->bytesInUse(0), 0u);
  buffer->erase();
  EXPECT_TRUE(buffer->isErased());
  EXPECT_EQ(client->bytesInUse(1), 0u);
  float value;
  EXPECT_EQ(buffer->copyTo(&value).message(), "the buffer 3xf32 on device 1 has been erased");
  EXPECT_EQ(client->uninitializedBuffer(2, {ElementType::F32, {}}).status().message(), "device 2 of 2");
  EXPECT_FALSE(client->uninitializedBuffer(0, {ElementType::F32, {-1}}).ok());
  EXPECT_EQ(get(*put(*client, 0, {})), std::vector<float>{});
  ClientOptions none;
  none.devices = 0;
  EXPECT_EQ(Client::create(none).status().code(), absl::StatusCode::kInvalidArgument);
}

TEST(Client, ResultsAreTheNextArguments) {
  for (bool isDonated : {false, true})
    for (int workers : {1, 2, 4}) {
      std::unique_ptr<Client> client = makeClient(2, workers);
      std::unique_ptr<LoadedExecutable> program = load(*client, addOne(2, 3, isDonated));
      std::vector<std::unique_ptr<Buffer>> state;
      for (int64_t device : {0, 1})
        state.push_back(row(*client, device, {static_cast<float>(device), 10, 20}));
      for (int step = 0; step != 100; ++step) {
        auto results = program->execute({{state[0].get()}, {state[1].get()}});
        ASSERT_TRUE(results.ok()) << results.status();
        EXPECT_EQ(state[0]->isDonated(), isDonated);
        for (size_t device : {0, 1})
          state[device] = std::move(results->buffers[device][0]);
      }
      EXPECT_EQ(get(*state[0]), (std::vector<float>{100, 110, 120}));
      EXPECT_EQ(get(*state[1]), (std::vector<float>{101, 110, 120}));
    }
}

TEST(Client, ADonatedBuffersMemoryBecomesTheResults) {
  std::unique_ptr<Client> client = makeClient(1);
  std::unique_ptr<LoadedExecutable> program = load(*client, addOne(1, 1000, true));
  std::unique_ptr<Buffer> buffer = row(*client, 0, std::vector<float>(1000, 5));
  const uint64_t before = client->bytesInUse(0);
  auto results = program->execute({{buffer.get()}});
  ASSERT_TRUE(results.ok()) << results.status();
  ASSERT_TRUE(results->done.wait().ok());
  EXPECT_EQ(client->bytesInUse(0), before);
  EXPECT_EQ(client->peakBytesInUse(0), before);
  float value;
  EXPECT_EQ(buffer->copyTo(&value).code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(messageOf(program->execute({{buffer.get()}})),
            "argument 0 ('arg0') on device 0 has been given away to an execution before");
  buffer->erase();
  EXPECT_TRUE(buffer->isDonated());
  EXPECT_EQ(get(*results->buffers[0][0])[999], 6);
}

TEST(Client, WhatTheCallerKeepsIsCopiedFirst) {
  std::unique_ptr<Client> client = makeClient(2);
  std::unique_ptr<LoadedExecutable> program = load(*client, addOne(2, 2, true));
  std::unique_ptr<Buffer> a = row(*client, 0, {1, 2}), b = row(*client, 1, {3, 4});
  ExecuteOptions keep;
  keep.donate = {false};
  for (int run = 0; run != 3; ++run) {
    auto results = program->execute({{a.get()}, {b.get()}}, keep);
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(get(*results->buffers[0][0]), (std::vector<float>{2, 3}));
    EXPECT_EQ(get(*results->buffers[1][0]), (std::vector<float>{4, 5}));
  }
  EXPECT_EQ(get(*a), (std::vector<float>{1, 2}));
  // Given away though the program only reads it: freed when the execution is over.
  std::unique_ptr<LoadedExecutable> reads = load(*client, addOne(2, 2, false));
  ExecuteOptions give;
  give.donate = {true};
  auto results = reads->execute({{a.get()}, {b.get()}}, give);
  ASSERT_TRUE(results.ok() && results->done.wait().ok());
  EXPECT_TRUE(a->isDonated());
  EXPECT_EQ(client->bytesInUse(0), 8u);
}

TEST(Client, ResultsThatLieInTheArenaLeaveIt) {
  ProgramBuilder builder = addOne(2, 4, false);
  builder.exe.results[0].place = 64;
  builder.exe.arenaBytes = 128;
  std::unique_ptr<Client> client = makeClient(2);
  std::unique_ptr<LoadedExecutable> program = load(*client, builder);
  std::unique_ptr<Buffer> a = row(*client, 0, {1, 2, 3, 4}), b = row(*client, 1, {5, 6, 7, 8});
  auto first = program->execute({{a.get()}, {b.get()}});
  auto second = program->execute({{first->buffers[0][0].get()}, {first->buffers[1][0].get()}});
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(get(*second->buffers[1][0]), (std::vector<float>{7, 8, 9, 10}));
  EXPECT_EQ(get(*first->buffers[1][0]), (std::vector<float>{6, 7, 8, 9}));
}

TEST(Client, ArgumentsThatDoNotFitAreNamed) {
  std::unique_ptr<Client> client = makeClient(2), other = makeClient(2);
  std::unique_ptr<LoadedExecutable> program = load(*client, addOne(2, 2, true));
  std::unique_ptr<Buffer> a = row(*client, 0, {1, 2}), b = row(*client, 1, {3, 4}), flat = put(*client, 1, {3, 4});
  std::unique_ptr<Buffer> foreign = row(*other, 1, {3, 4});
  auto message = [&](Rows rows) { return messageOf(program->execute(rows)); };
  EXPECT_EQ(message({{a.get()}}), "the program runs on 2 devices, arguments are given for 1");
  EXPECT_EQ(message({{a.get()}, {}}), "the program takes 1 arguments, 0 are given");
  EXPECT_EQ(message({{a.get()}, {nullptr}}), "argument 0 ('arg0') on device 1 is missing");
  EXPECT_EQ(message({{a.get()}, {a.get()}}), "argument 0 ('arg0') on device 1 is a buffer on device 0");
  EXPECT_EQ(message({{a.get()}, {foreign.get()}}), "argument 0 ('arg0') on device 1 is a buffer of another client");
  EXPECT_EQ(message({{a.get()}, {flat.get()}}), "argument 0 ('arg0') on device 1 is 2xf32, the program takes 1x2xf32");
  EXPECT_FALSE(a->isDonated()); // nothing has happened
  b->erase();
  EXPECT_EQ(message({{a.get()}, {b.get()}}), "argument 0 ('arg0') on device 1 has been erased");
  ExecuteOptions options;
  options.donate = {true, true};
  EXPECT_EQ(program->execute({{a.get()}, {b.get()}}, options).status().message(),
            "the program takes 1 arguments, 2 are said to be donated or not");
  // One buffer twice: only if neither is given away.
  ProgramBuilder two({});
  uint32_t x = two.argumentPerDevice(ElementType::F32, {2}), y = two.argumentPerDevice(ElementType::F32, {2});
  two.copy(x, two.resultPerDevice(ElementType::F32, {2}));
  two.copy(y, two.resultPerDevice(ElementType::F32, {2}));
  two.end();
  std::unique_ptr<LoadedExecutable> both = load(*client, two);
  EXPECT_TRUE(both->execute({{a.get(), a.get()}}).ok());
  for (std::vector<bool> donate : {std::vector<bool>{true, false}, {false, true}, {true, true}}) {
    options.donate = donate;
    EXPECT_EQ(messageOf(both->execute({{a.get(), a.get()}}, options)),
              "argument 1 ('arg1') on device 0 is given away, and is another argument as well: copy it");
  }
  EXPECT_EQ(client->load(addOne(3, 1, false).exe).status().message(),
            "the program runs on 3 devices, the client has 2: make it with as many");
}

TEST(Client, ErrorsEndUpInResultsAndInWhatDependsOnThem) {
  for (int workers : {1, 3}) {
    std::unique_ptr<Client> client = makeClient(2, workers);
    std::unique_ptr<LoadedExecutable> fails = load(*client, failing()), next = load(*client, addOne(2, 1, true));
    std::unique_ptr<Buffer> a = row(*client, 0, {1}), b = row(*client, 1, {2});
    auto first = fails->execute({{a.get()}, {b.get()}});
    ASSERT_TRUE(first.ok()) << first.status();
    auto second = next->execute({{first->buffers[0][0].get()}, {first->buffers[1][0].get()}});
    ASSERT_TRUE(second.ok()) << second.status();
    std::atomic<int> calls{0};
    second->done.onReady([&](const absl::Status &status) { calls += !status.ok(); });
    const std::string deadlock = "the program cannot go on: device 0 has finished, device 1 waits in step 2 "
                                 "(collective at file.mlir:2)";
    float value;
    EXPECT_EQ(second->buffers[1][0]->copyTo(&value).message(), "argument 0 on device 0: " + deadlock);
    EXPECT_EQ(second->buffers[1][0]->copyTo(&value).code(), absl::StatusCode::kInternal);
    EXPECT_EQ(first->done.wait().message(), deadlock);
    EXPECT_EQ(calls, 1);
    // What does not depend on them goes well.
    auto third = next->execute({{a.get()}, {b.get()}});
    EXPECT_EQ(get(*third->buffers[1][0]), std::vector<float>{3});
    third->done.onReady([&](const absl::Status &status) { calls += 10 * status.ok(); });
    EXPECT_EQ(calls, 11);
  }
}

TEST(Client, AFailingCheckIsTheStatusOfTheResults) {
  ProgramBuilder builder({});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {1});
  builder.exe.checks.push_back({Check::Mode::Equal, ElementType::F32, {1}});
  builder.step(StepKind::Check, 0, {in, builder.constant<float>({2})}, "check.expect_eq");
  builder.end();
  std::unique_ptr<Client> client = makeClient(1);
  std::unique_ptr<LoadedExecutable> program = load(*client, builder);
  std::unique_ptr<Buffer> a = row(*client, 0, {1});
  absl::Status status = program->execute({{a.get()}})->done.wait();
  EXPECT_EQ(status.code(), absl::StatusCode::kFailedPrecondition);
  EXPECT_EQ(std::string(status.message()).substr(0, 7), "step 0 ");
  ExecuteOptions loose;
  loose.atol = 1;
  EXPECT_TRUE(program->execute({{a.get()}}, loose)->done.wait().ok());
}

TEST(Client, DevicesHaveOnlyTheMemoryThatTheyAreGiven) {
  std::unique_ptr<Client> client = makeClient(2, 1, /*memory=*/1000);
  std::unique_ptr<LoadedExecutable> program = load(*client, addOne(2, 100, false));
  std::unique_ptr<Buffer> a = row(*client, 0, std::vector<float>(100, 1)),
                          b = row(*client, 1, std::vector<float>(100, 2));
  auto results = program->execute({{a.get()}, {b.get()}});
  ASSERT_TRUE(results.ok()) << results.status();
  auto more = program->execute({{a.get()}, {b.get()}});
  EXPECT_EQ(more.status().code(), absl::StatusCode::kResourceExhausted);
  EXPECT_EQ(messageOf(more), "device 0 has 1000 bytes of memory, of which 800 are in use; 400 more are asked for");
  results->buffers.clear();
  ASSERT_TRUE(results->done.wait().ok());
  EXPECT_TRUE(program->execute({{a.get()}, {b.get()}}).ok());
  ProgramBuilder large = addOne(2, 1, false);
  large.exe.arenaBytes = 4096;
  EXPECT_EQ(client->load(large.exe).status().code(), absl::StatusCode::kResourceExhausted);
}

TEST(Client, ProgramsShareTheLargestArena) {
  std::unique_ptr<Client> client = makeClient(2);
  ProgramBuilder small = addOne(2, 1, false), large = addOne(2, 1, false);
  small.exe.arenaBytes = 1024;
  large.exe.arenaBytes = 4096;
  std::unique_ptr<LoadedExecutable> a = load(*client, small), b = load(*client, large), c = load(*client, small);
  EXPECT_EQ(client->bytesInUse(0), 4096u);
}

TEST(Client, WhatStillRunsOutlivesEverything) {
  Event done;
  std::unique_ptr<Buffer> result;
  {
    std::unique_ptr<Client> client = makeClient(2);
    std::unique_ptr<LoadedExecutable> program = load(*client, addOne(2, 1, false));
    std::unique_ptr<Buffer> a = row(*client, 0, {1}), b = row(*client, 1, {2});
    for (int i = 0; i != 50; ++i) {
      auto results = program->execute({{a.get()}, {b.get()}});
      done = results->done;
      result = std::move(results->buffers[1][0]);
    }
  }
  EXPECT_EQ(get(*result), std::vector<float>{3});
  result.reset();
  EXPECT_TRUE(done.wait().ok());
  // And where nothing is kept at all.
  for (int i = 0; i != 20; ++i) {
    std::unique_ptr<Client> client = makeClient(1);
    std::unique_ptr<LoadedExecutable> program = load(*client, addOne(1, 1, false));
    std::unique_ptr<Buffer> a = row(*client, 0, {1});
    ASSERT_TRUE(program->execute({{a.get()}}).ok());
  }
}

/// The median bytes of the heap over some steps: other threads of the process come and go.
TEST(Client, TenThousandStepsTakeNoMemory) {
  std::unique_ptr<Client> client = makeClient(2);
  std::unique_ptr<LoadedExecutable> program = load(*client, addOne(2, 256, false));
  std::vector<std::unique_ptr<Buffer>> state;
  for (int64_t device : {0, 1})
    state.push_back(row(*client, device, std::vector<float>(256, 0)));
  auto run = [&](int steps) {
    for (int step = 0; step != steps; ++step) {
      auto results = program->execute({{state[0].get()}, {state[1].get()}});
      ASSERT_TRUE(results.ok()) << results.status();
      for (size_t device : {0, 1})
        state[device] = std::move(results->buffers[device][0]);
      if (step % 10 == 9) {
        ASSERT_TRUE(results->done.wait().ok());
      }
    }
    get(*state[0]);
  };
  run(100);
  const size_t before = mallinfo2().uordblks;
  run(10000);
  EXPECT_LE(mallinfo2().uordblks, before + 16384);
  // The state, and what ten steps leave, which may all be under way at once.
  EXPECT_LE(client->peakBytesInUse(0), 11 * 256 * sizeof(float));
  EXPECT_EQ(get(*state[1])[255], 10100);
}

TEST(Client, TwoProgramsFromTwoThreadsAndTwoClients) {
  std::unique_ptr<Client> client = makeClient(3, 2);
  auto work = [&](Client &on, int64_t devices, int64_t n, int steps) {
    std::unique_ptr<LoadedExecutable> program = load(on, addOne(devices, n, devices == 2));
    std::vector<std::unique_ptr<Buffer>> state;
    for (int64_t device = 0; device != devices; ++device)
      state.push_back(row(on, device, std::vector<float>(static_cast<size_t>(n), 0)));
    for (int step = 0; step != steps; ++step) {
      Rows rows;
      for (auto &buffer : state)
        rows.push_back({buffer.get()});
      auto results = program->execute(rows);
      ASSERT_TRUE(results.ok()) << results.status();
      for (size_t device = 0; device != state.size(); ++device)
        state[device] = std::move(results->buffers[device][0]);
      if (step % 7 == 0) {
        EXPECT_EQ(get(*state[0])[0], static_cast<float>(step + 1));
      }
    }
    EXPECT_EQ(get(*state.back())[static_cast<size_t>(n) - 1], static_cast<float>(steps));
  };
  std::thread a([&] { work(*client, 2, 100, 300); }), b([&] { work(*client, 3, 7, 300); }), c([&] {
    std::unique_ptr<Client> own = makeClient(1, 1);
    work(*own, 1, 5, 100);
  });
  work(*client, 3, 1000, 200);
  a.join();
  b.join();
  c.join();
}

TEST(Client, ReadersComeBeforeWhoeverWritesOverWhatTheyRead) {
  std::unique_ptr<Client> client = makeClient(1, 2);
  constexpr int64_t kLength = 1 << 16;
  std::unique_ptr<LoadedExecutable> program = load(*client, addOne(1, kLength, true));
  for (int round = 0; round != 50; ++round) {
    std::unique_ptr<Buffer> a = row(*client, 0, std::vector<float>(kLength, 1));
    std::vector<float> seen(kLength, 1);
    std::thread reader([&] { (void)a->copyTo(seen.data()); });
    auto results = program->execute({{a.get()}});
    reader.join();
    ASSERT_TRUE(results.ok()) << results.status();
    EXPECT_EQ(seen, std::vector<float>(kLength, 1)); // all of it, or it was given away before
  }
}

TEST(Client, WholeArraysAreBlocksOnDevices) {
  ProgramBuilder builder({{"x", 4}});
  for (std::vector<Interface> *side : {&builder.exe.arguments, &builder.exe.results})
    side->push_back({"a", ElementType::F32, {7}, {{{0, 1, 4}}}});
  builder.exe.slots = {{SlotSpace::Argument, 0, 0, 8}, {SlotSpace::Result, 0, 0, 8}};
  builder.copy(0, 1);
  builder.end();
  std::unique_ptr<Client> client = makeClient(4);
  std::unique_ptr<LoadedExecutable> program = load(*client, builder);
  Array whole = arrayOf<float>(ElementType::F32, {7}, {1, 2, 3, 4, 5, 6, 7});
  auto buffers = program->putArgument(0, whole);
  ASSERT_TRUE(buffers.ok()) << buffers.status();
  EXPECT_EQ(get(*(*buffers)[3]), (std::vector<float>{7, 0}));
  Rows rows;
  for (auto &buffer : *buffers)
    rows.push_back({buffer.get()});
  auto results = program->execute(rows);
  ASSERT_TRUE(results.ok()) << results.status();
  std::vector<Buffer *> parts;
  for (auto &device : results->buffers)
    parts.push_back(device[0].get());
  auto got = program->getResult(0, parts);
  ASSERT_TRUE(got.ok()) << got.status();
  EXPECT_EQ(valuesOf<float>(*got), valuesOf<float>(whole));
  EXPECT_EQ(program->putArgument(0, *got).status().message(), "");
  EXPECT_EQ(program->putArgument(0, arrayOf<float>(ElementType::F32, {1}, {1})).status().message(),
            "argument 0 ('a') is 7xf32, 1xf32 is given");
}

TEST(Client, ProgramsRunOnTheDevicesThatAreNamed) {
  std::unique_ptr<Client> client = makeClient(4);
  const Executable executable = addOne(2, 3, true).exe;
  auto loaded = client->load(executable, {3, 1});
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  std::unique_ptr<Buffer> a = row(*client, 3, {1, 2, 3}), b = row(*client, 1, {4, 5, 6});
  EXPECT_EQ(messageOf((*loaded)->execute({{b.get()}, {a.get()}})),
            "argument 0 ('arg0') on device 0 is a buffer on device 1, this one being device 3");
  auto results = (*loaded)->execute({{a.get()}, {b.get()}});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(results->buffers[0][0]->device(), 3);
  EXPECT_EQ(results->buffers[1][0]->device(), 1);
  EXPECT_EQ(get(*results->buffers[0][0]), (std::vector<float>{2, 3, 4}));
  EXPECT_EQ(get(*results->buffers[1][0]), (std::vector<float>{5, 6, 7}));
  EXPECT_TRUE(a->isDonated());
  auto whole = (*loaded)->putArgument(0, arrayOf<float>(ElementType::F32, {2, 3}, {0, 1, 2, 3, 4, 5}));
  ASSERT_TRUE(whole.ok()) << whole.status();
  EXPECT_EQ((*whole)[0]->device(), 3);
  EXPECT_EQ(get(*(*whole)[1]), (std::vector<float>{3, 4, 5}));

  auto messageFor = [&](std::vector<int64_t> devices) {
    return std::string(client->load(executable, std::move(devices)).status().message());
  };
  EXPECT_EQ(messageFor({1}), "the program runs on 2 devices, 1 are named");
  EXPECT_EQ(messageFor({1, 1}), "device 1 is named twice");
  EXPECT_EQ(messageFor({1, 4}), "device 4 is named, the client has 4");
  EXPECT_EQ(messageFor({-1, 0}), "device -1 is named, the client has 4");
}

TEST(Client, DevicesThatAreNamedExchangeByTheirPositions) {
  std::unique_ptr<Client> client = makeClient(3);
  ProgramBuilder builder({{"x", 2}});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {1}), out = builder.resultPerDevice(ElementType::F32, {1});
  Collective permute;
  permute.kind = CollectiveKind::Permute;
  permute.type = ElementType::F32;
  permute.axes = builder.wholeMesh();
  permute.inShape = permute.outShape = {1, 1};
  permute.sources = {1, -1};
  builder.exe.collectives.push_back(permute);
  builder.step(StepKind::Collective, 0, {in, out});
  builder.end();
  auto loaded = client->load(builder.exe, {2, 0});
  ASSERT_TRUE(loaded.ok()) << loaded.status();
  std::unique_ptr<Buffer> a = row(*client, 2, {7}), b = row(*client, 0, {8});
  auto results = (*loaded)->execute({{a.get()}, {b.get()}});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(get(*results->buffers[0][0]), std::vector<float>{8});
  EXPECT_EQ(get(*results->buffers[1][0]), std::vector<float>{0});
}

TEST(Client, HeldMemoryIsNotWrittenOver) {
  std::unique_ptr<Client> client = makeClient(2);
  std::unique_ptr<LoadedExecutable> program = load(*client, addOne(2, 2, true));
  std::unique_ptr<Buffer> a = row(*client, 0, {1, 2}), b = row(*client, 1, {3, 4});
  auto held = a->hold(), again = a->hold();
  ASSERT_TRUE(held.ok() && again.ok()) << held.status();
  const auto *values = static_cast<const float *>(held->data());
  EXPECT_EQ(again->data(), held->data());
  auto results = program->execute({{a.get()}, {b.get()}});
  ASSERT_TRUE(results.ok()) << results.status();
  EXPECT_EQ(get(*results->buffers[0][0]), (std::vector<float>{2, 3}));
  EXPECT_EQ(get(*results->buffers[1][0]), (std::vector<float>{4, 5}));
  EXPECT_FALSE(a->isDonated()); // device by device
  EXPECT_TRUE(b->isDonated());
  EXPECT_EQ(values[1], 2);
  // Of a result, before it is there.
  auto pending = program->execute({{a.get()}, {results->buffers[1][0].get()}});
  ASSERT_TRUE(pending.ok()) << pending.status();
  auto next = pending->buffers[1][0]->hold();
  ASSERT_TRUE(next.ok() && pending->done.wait().ok());
  EXPECT_EQ(static_cast<const float *>(next->data())[0], 5);
  // When one holder has gone, the other is still there; after it, the buffer is given away.
  *held = HeldMemory();
  std::unique_ptr<Buffer> c = row(*client, 1, {0, 0});
  ASSERT_TRUE(program->execute({{a.get()}, {c.get()}}).ok());
  EXPECT_FALSE(a->isDonated());
  *again = HeldMemory();
  std::unique_ptr<Buffer> d = row(*client, 1, {0, 0});
  ASSERT_TRUE(program->execute({{a.get()}, {d.get()}}).ok());
  EXPECT_TRUE(a->isDonated());
  EXPECT_EQ(a->hold().status().message(), "the buffer 1x2xf32 on device 0 has been given away");
  // It outlives its buffer.
  std::unique_ptr<Buffer> e = row(*client, 0, {9, 9});
  auto last = e->hold();
  e.reset();
  client.reset();
  EXPECT_EQ(static_cast<const float *>(last->data())[1], 9);
}

TEST(Client, CopiesOnOtherDevices) {
  std::unique_ptr<Client> client = makeClient(2);
  std::unique_ptr<LoadedExecutable> program = load(*client, addOne(1, 2, true));
  std::unique_ptr<Buffer> a = row(*client, 0, {1, 2});
  auto results = program->execute({{a.get()}});
  ASSERT_TRUE(results.ok()) << results.status();
  std::unique_ptr<Buffer> sum = std::move(results->buffers[0][0]);
  auto copy = client->copyToDevice(*sum, 1), own = client->copyToDevice(*sum, 0);
  ASSERT_TRUE(copy.ok() && own.ok()) << copy.status();
  ASSERT_TRUE(program->execute({{sum.get()}}).ok()); // in place, after the copies
  EXPECT_EQ((*copy)->device(), 1);
  EXPECT_EQ(get(**copy), (std::vector<float>{2, 3}));
  EXPECT_EQ(get(**own), (std::vector<float>{2, 3}));
  EXPECT_EQ(client->copyToDevice(*sum, 1).status().message(), "the buffer 1x2xf32 on device 0 has been given away");
  EXPECT_EQ(client->copyToDevice(**copy, 2).status().message(), "device 2 of 2");
  EXPECT_EQ(makeClient(2)->copyToDevice(**copy, 1).status().message(), "the buffer is of another client");
  auto nothing = client->bufferFromHost(0, {ElementType::F32, {0}}, nullptr);
  ASSERT_TRUE(nothing.ok() && client->copyToDevice(**nothing, 1).ok());
  // What has failed is copied as that.
  std::unique_ptr<LoadedExecutable> fails = load(*client, failing());
  std::unique_ptr<Buffer> c = row(*client, 0, {1}), d = row(*client, 1, {1});
  auto failed = fails->execute({{c.get()}, {d.get()}});
  ASSERT_TRUE(failed.ok()) << failed.status();
  auto copied = client->copyToDevice(*failed->buffers[0][0], 1);
  ASSERT_TRUE(copied.ok()) << copied.status();
  EXPECT_FALSE((*copied)->ready().wait().ok());
}

} // namespace
} // namespace shardwright::runtime
