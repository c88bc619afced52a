// What processes that run one program tell each other: agreement, failures, strangers; threads take their place.
#include "ProgramBuilder.h"
#include "ThreadProcesses.h"
#include "shardwright/Runtime/Client.h"

#include "gtest/gtest.h"

#include <malloc.h>
#include <poll.h>

namespace shardwright::runtime {
namespace {

using Shared = std::shared_ptr<Processes>;

/// One all-reduce over all of `devices`.
ProgramBuilder sumOver(int64_t devices, int64_t elements = 3) {
  ProgramBuilder builder({{"x", devices}});
  uint32_t in = builder.argumentPerDevice(ElementType::F32, {elements});
  uint32_t out = builder.resultPerDevice(ElementType::F32, {elements});
  Collective c;
  c.kind = CollectiveKind::AllReduce;
  c.type = ElementType::F32;
  c.axes = builder.wholeMesh();
  c.inShape = c.outShape = {1, elements};
  builder.collective(c, in, out);
  builder.end();
  return builder;
}

Array ones(int64_t devices, int64_t elements = 3) {
  return arrayOf<float>(ElementType::F32, {devices, elements},
                        std::vector<float>(static_cast<size_t>(devices * elements), 1));
}

absl::StatusOr<std::unique_ptr<Program>> loadFor(const Shared &processes, const Executable &exe) {
  LoadOptions options;
  options.workers = 1;
  options.processes = processes;
  return Program::load(exe, options);
}

TEST(Processes, GatherInOrderOfRank) {
  inThreads(5, [](Shared p) {
    for (int round = 0; round != 3; ++round) {
      auto all = p->gather(std::to_string(10 * round + p->rank()) + std::string(100000, 'x'));
      ASSERT_TRUE(all.ok()) << all.status();
      ASSERT_EQ(all->size(), 5u);
      for (int rank = 0; rank != 5; ++rank)
        EXPECT_EQ((*all)[static_cast<size_t>(rank)], std::to_string(10 * round + rank) + std::string(100000, 'x'));
      auto first = p->gather(std::to_string(p->rank()), /*all=*/false);
      ASSERT_TRUE(first.ok()) << first.status();
      EXPECT_EQ(first->size(), p->rank() == 0 ? 5u : 0u);
    }
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

TEST(Processes, AgreeOnTheFirstError) {
  inThreads(3, [](Shared p) {
    EXPECT_TRUE(p->agree(absl::OkStatus()).ok());
    EXPECT_EQ(p->agree(absl::NotFoundError("no file")), absl::NotFoundError("no file"));
    EXPECT_EQ(p->agree(p->rank() == 1 ? absl::NotFoundError("no file") : absl::OkStatus()),
              absl::NotFoundError("rank 1: no file"));
    EXPECT_TRUE(p->compare("same", "inputs").ok());
    EXPECT_EQ(p->compare(p->rank() == 2 ? "other" : "same", "inputs").message(),
              "rank 2 has other inputs than rank 0: give all ranks the same");
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

TEST(Processes, AFailureIsEverybodys) {
  inThreads(4, [](Shared p) {
    ASSERT_TRUE(p->gather("").ok());
    if (p->rank() == 2)
      p->fail(absl::InternalError("rank 2: it is broken"));
    EXPECT_EQ(p->gather("").status(), absl::InternalError("rank 2: it is broken"));
    EXPECT_EQ(p->conclude(absl::OkStatus()), absl::InternalError("rank 2: it is broken"));
    EXPECT_EQ(p->leave(), absl::InternalError("rank 2: it is broken"));
  });
}

TEST(Processes, WhoLeavesWithoutAWordHasDied) {
  for (int dead : {0, 2})
    inThreads(3, [dead](Shared p) {
      ASSERT_TRUE(p->gather("").ok());
      if (p->rank() == dead)
        return;
      const absl::Status status = p->gather("").status();
      EXPECT_EQ(status.code(), absl::StatusCode::kUnavailable);
      EXPECT_EQ(status.message().find("rank " + std::to_string(dead) + " (pid "), 0u) << status;
      EXPECT_NE(status.message().find("has died"), absl::string_view::npos) << status;
      (void)leaveThread(*p);
    });
}

TEST(Processes, StrangersAreTurnedAway) {
  absl::StatusOr<Listener> listener = Listener::open("127.0.0.1", 0);
  ASSERT_TRUE(listener.ok()) << listener.status();
  const MeetingPlace place{{"127.0.0.1"}, listener->port(), randomToken()};
  EXPECT_EQ(place.token.size(), 32u);
  const auto soon = std::chrono::steady_clock::now() + std::chrono::seconds(5);
  std::vector<std::unique_ptr<Connection>> strangers;
  for (int i = 0; i != 3; ++i)
    strangers.push_back(*connectTo(place, soon));
  // One says nothing, one has another token, one sends no frame at all.
  strangers[1]->send({0, 1, 0, randomToken() + "\nsomebody"});
  ASSERT_EQ(write(strangers[2]->socket(), std::string(64, 'x').data(), 64), 64);
  std::vector<std::thread> threads;
  for (int rank : {0, 1})
    threads.emplace_back([&, rank] {
      const ProcessGroup::Options options{rank, 2, std::chrono::duration<double>(60)};
      auto group = rank == 0 ? ProcessGroup::host(options, *listener, place.token) : ProcessGroup::join(options, place);
      ASSERT_TRUE(group.ok()) << group.status();
      EXPECT_TRUE((*group)->gather("").ok());
      EXPECT_TRUE((*group)->leave().ok());
    });
  for (std::thread &thread : threads)
    thread.join();
  for (size_t i : {1, 2}) {
    pollfd one{strangers[i]->socket(), POLLIN, 0};
    ASSERT_EQ(poll(&one, 1, 5000), 1);
    std::deque<Frame> frames;
    EXPECT_FALSE(strangers[i]->receive(frames));
    EXPECT_TRUE(frames.empty());
  }
}

TEST(Processes, DevicesMustDivideEvenly) {
  inThreads(2, [](Shared p) {
    EXPECT_EQ(
        loadFor(p, sumOver(3).exe).status().message(),
        "the program runs on 3 devices, which 2 ranks cannot share alike: start a number of ranks that divides it");
    EXPECT_EQ(loadFor(p, sumOver(p->rank() ? 2 : 4).exe).status().message(),
              "rank 1 has other machine code than rank 0: run the same file everywhere");
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

TEST(Processes, WhatSeveralHoldOfAnArgumentIsTheSame) {
  inThreads(2, [](Shared p) {
    ProgramBuilder builder = sumOver(2);
    Interface &whole = builder.exe.arguments[0]; // the same row for both
    whole.globalShape = {1, 3};
    whole.dims[0].clear();
    auto program = loadFor(p, builder.exe);
    ASSERT_TRUE(program.ok()) << program.status();
    EXPECT_TRUE((*program)->run({ones(1)}).ok());
    Array other = ones(1);
    other.bytes[5] ^= static_cast<uint8_t>(p->rank());
    EXPECT_EQ((*program)->run({other}).status().message(),
              "argument 0 ('arg0') differs between ranks 0 and 1, which hold the same of it: give all ranks the same "
              "inputs");
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

TEST(Processes, AStallEndsAtTheDeadline) {
  inThreads(
      2,
      [](Shared p) {
        auto program = loadFor(p, sumOver(4).exe);
        ASSERT_TRUE(program.ok()) << program.status();
        const std::vector<Array> inputs = {ones(4)};
        ASSERT_TRUE((*program)->run(inputs).ok());
        if (p->rank() == 1) {
          // It comes as far as the inputs' check, and no further.
          (void)p->gather("0.0=0");
          while (p->status().ok())
            std::this_thread::sleep_for(std::chrono::milliseconds(5));
          EXPECT_EQ(p->gather("").status().code(), absl::StatusCode::kDeadlineExceeded);
          return;
        }
        const absl::Status status = (*program)->run(inputs).status();
        EXPECT_EQ(status.code(), absl::StatusCode::kDeadlineExceeded);
        EXPECT_EQ(status.message().find("rank 0 has waited 1 s (--deadline=SECONDS allows more) in step 0 (collective "
                                        "at file.mlir:0) for rank 1 (pid "),
                  0u)
            << status;
        EXPECT_EQ(status.message().find("rank 0", 1), absl::string_view::npos) << status;
      },
      /*deadline=*/1);
}

/// Device 3 leaves out a collective of the devices of rank 1: the first error has rank, step and location, and ends
/// rank 0 as well, which waits elsewhere.
TEST(Processes, AnErrorInOneEndsAll) {
  inThreads(2, [](Shared p) {
    ProgramBuilder builder({{"x", 2}, {"y", 2}});
    uint32_t in = builder.argumentPerDevice(ElementType::F32, {3});
    uint32_t out = builder.resultPerDevice(ElementType::F32, {3});
    uint32_t index = builder.temporary(ElementType::I32, {});
    builder.exe.axisIndices.push_back(builder.wholeMesh());
    builder.step(StepKind::AxisIndex, 0, {index});
    builder.exe.switches.push_back({2, 2, 2, 3});
    builder.step(StepKind::Switch, 0, {index});
    Collective c;
    c.kind = CollectiveKind::AllReduce;
    c.type = ElementType::F32;
    c.inShape = c.outShape = {1, 3};
    for (uint32_t axis : {1, 0}) {
      c.axes = {{axis, 1, 2}};
      builder.collective(c, in, out);
    }
    builder.end();
    auto program = loadFor(p, builder.exe);
    ASSERT_TRUE(program.ok()) << program.status();
    const absl::Status error = absl::InternalError("rank 1: the program cannot go on: device 2 waits in step 2 "
                                                   "(collective at file.mlir:2), device 3 has finished");
    EXPECT_EQ((*program)->run({ones(4)}).status(), error);
    EXPECT_EQ((*program)->run({ones(4)}).status(), error);
    (void)leaveThread(*p);
  });
}

/// Messages of which more are done at once than poll() is asked for: it tells of the others later, when no message is
/// under way any more, too.
TEST(Processes, MoreMessagesDoneThanAskedFor) {
  inThreads(2, [](Shared p) {
    constexpr int kMessages = 5;
    Transport &messages = p->messages();
    const int other = 1 - p->rank();
    int sent[kMessages], received[kMessages], left = 0;
    auto note = [&](Transport::Posted state) {
      ASSERT_NE(state, Transport::Posted::Failed) << messages.error();
      left += state == Transport::Posted::Later;
    };
    for (int round = 0; round != 10; ++round) {
      for (int i = 0; i != kMessages; ++i) {
        sent[i] = 100 * round + 10 * i + p->rank();
        received[i] = -1;
        note(messages.receive(other, i, &received[i], sizeof(int), &received[i]));
      }
      for (int i = 0; i != kMessages; ++i)
        note(messages.send(other, i, &sent[i], sizeof(int), &sent[i]));
      ASSERT_TRUE(p->gather("").ok()); // all are there, or on their way
      const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(10);
      while (left != 0 && std::chrono::steady_clock::now() < until) {
        void *owner = nullptr;
        const int count = messages.poll(&owner, 1);
        ASSERT_GE(count, 0) << messages.error();
        left -= count;
      }
      ASSERT_EQ(left, 0) << "round " << round;
      for (int i = 0; i != kMessages; ++i)
        EXPECT_EQ(received[i], 100 * round + 10 * i + other);
    }
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

/// A row of the program's argument.
std::vector<float> allOf(const LoadedExecutable &program, int value) {
  return std::vector<float>(static_cast<size_t>(program.executable().arguments[0].globalShape[1]),
                            static_cast<float>(value));
}

/// The same row on each of a process' two devices.
struct DeviceRows {
  DeviceRows(Client &client, const std::vector<float> &row) {
    const std::vector<int64_t> shape = {1, static_cast<int64_t>(row.size())};
    for (int64_t device : {0, 1}) {
      buffers.push_back(*client.bufferFromHost(device, {ElementType::F32, shape}, row.data()));
      rows.push_back({buffers.back().get()});
    }
  }
  std::vector<std::unique_ptr<Buffer>> buffers;
  std::vector<std::vector<Buffer *>> rows;
};

/// Programs with messages of several sizes in turns, thousands of times: the right sums, and no more memory.
TEST(Processes, ManyRunsOfSeveralPrograms) {
  inThreads(2, [](Shared p) {
    ClientOptions options;
    options.devices = 2;
    options.workers = 1;
    options.processes = p;
    absl::StatusOr<std::unique_ptr<Client>> client = Client::create(options);
    ASSERT_TRUE(client.ok()) << client.status();
    std::vector<std::unique_ptr<LoadedExecutable>> programs;
    for (int64_t elements : {1, 600, 20000}) {
      auto program = (*client)->load(sumOver(4, elements).exe);
      ASSERT_TRUE(program.ok()) << program.status();
      programs.push_back(*std::move(program));
    }
    size_t before = 0;
    const int runs = testNetwork() ? 10000 : 3000;
    for (int run = 0; run != runs; ++run) {
      LoadedExecutable &program = *programs[static_cast<size_t>(run % 3)];
      std::vector<float> values = allOf(program, 1 + run % 7 + p->rank());
      const DeviceRows in(**client, values);
      auto results = program.execute(in.rows);
      ASSERT_TRUE(results.ok()) << results.status();
      for (int64_t device : {0, 1}) {
        ASSERT_TRUE(results->buffers[static_cast<size_t>(device)][0]->copyTo(values.data()).ok());
        ASSERT_EQ(values.back(), static_cast<float>(2 * (1 + run % 7) + 2 * (2 + run % 7)));
      }
      if (run == 300)
        before = mallinfo2().uordblks;
    }
    EXPECT_LT(mallinfo2().uordblks, before + (1 << 20));
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

/// Two programs' executions, of both alternately, many under way at a time; their arguments, and in the end the
/// programs and the client, are gone before they are over. Then another client of the same processes.
TEST(Processes, WhatIsUnderWayOutlivesItsProgram) {
  inThreads(2, [](Shared p) {
    for (int client = 0; client != 3; ++client) {
      ClientOptions options;
      options.devices = 2;
      options.workers = 2;
      options.processes = p;
      absl::StatusOr<std::unique_ptr<Client>> made = Client::create(options);
      ASSERT_TRUE(made.ok()) << made.status();
      std::vector<std::unique_ptr<LoadedExecutable>> programs;
      for (int64_t elements : {5, 40000}) {
        auto program = (*made)->load(sumOver(4, elements).exe);
        ASSERT_TRUE(program.ok()) << program.status();
        programs.push_back(*std::move(program));
      }
      std::vector<std::pair<size_t, std::vector<std::unique_ptr<Buffer>>>> results; // elements, by device
      for (int run = 0; run != 60; ++run) {
        LoadedExecutable &program = *programs[static_cast<size_t>(run % 2)];
        const std::vector<float> values = allOf(program, run + p->rank());
        const DeviceRows in(**made, values);
        auto under = program.execute(in.rows);
        ASSERT_TRUE(under.ok()) << under.status();
        results.emplace_back(values.size(), std::vector<std::unique_ptr<Buffer>>());
        for (int64_t device : {0, 1})
          results.back().second.push_back(std::move(under->buffers[static_cast<size_t>(device)][0]));
      }
      programs.clear();
      made->reset();
      for (size_t run = 0; run != results.size(); ++run)
        for (const std::unique_ptr<Buffer> &buffer : results[run].second) {
          std::vector<float> values(results[run].first);
          ASSERT_TRUE(buffer->copyTo(values.data()).ok());
          EXPECT_EQ(values.front(), static_cast<float>(4 * run + 2));
          EXPECT_EQ(values.back(), static_cast<float>(4 * run + 2));
        }
    }
    EXPECT_TRUE(leaveThread(*p).ok());
  });
}

} // namespace
} // namespace shardwright::runtime
