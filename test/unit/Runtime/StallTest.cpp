// Who keeps the others waiting: the message names those alone, whoever finds it out. Threads take the processes' place;
// one that has been stopped is a connection that says nothing.
#include "ProgramBuilder.h"
#include "ThreadProcesses.h"
#include "runtime/distributed/Acceptor.h"
#include "shardwright/Runtime/Client.h"

#include "gtest/gtest.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <vector>

namespace shardwright::runtime {
namespace {

using Seconds = std::chrono::duration<double>;

/// Calls `body(group)` in a thread for each of `size` ranks but those that are silent, as if they had been stopped.
/// Returns how it ended for each.
std::vector<absl::Status> inRanks(int size, Seconds deadline, const std::vector<int> &silent,
                                  const std::function<absl::Status(std::unique_ptr<ProcessGroup>)> &body) {
  std::vector<absl::Status> all(static_cast<size_t>(size));
  absl::StatusOr<Listener> listener = Listener::open("127.0.0.1", 0);
  EXPECT_TRUE(listener.ok()) << listener.status();
  if (!listener.ok())
    return all;
  const MeetingPlace place{{"127.0.0.1"}, listener->port(), randomToken()};
  std::vector<std::unique_ptr<Connection>> stopped;
  for (int rank : silent) {
    stopped.push_back(*connectTo(place, std::chrono::steady_clock::now()));
    stopped.back()->send(helloFrame(rank, size, place.token, "pid 7 on host"));
  }
  std::vector<std::thread> threads;
  for (int rank = 0; rank != size; ++rank) {
    if (std::find(silent.begin(), silent.end(), rank) != silent.end())
      continue;
    threads.emplace_back([&, rank] {
      const ProcessGroup::Options options{rank, size, deadline};
      auto group = rank == 0 ? ProcessGroup::host(options, *listener, place.token) : ProcessGroup::join(options, place);
      ASSERT_TRUE(group.ok()) << group.status();
      all[static_cast<size_t>(rank)] = body(*std::move(group));
    });
  }
  for (std::thread &thread : threads)
    thread.join();
  return all;
}

/// As gtest has it: no classes, `#` for a number.
void expectLike(const absl::Status &status, std::string want) {
  std::string text(status.message());
  for (size_t at = 0; (at = want.find('#', at)) != std::string::npos;) {
    if (text.compare(0, at, want, 0, at) != 0)
      break;
    const size_t end = text.find_first_not_of("0123456789.", at);
    const std::string number = text.substr(at, end == std::string::npos ? end : end - at);
    want.replace(at, 1, number.empty() ? "a number" : number);
    at += number.size();
  }
  EXPECT_EQ(text, want);
}

absl::Status untilFailed(ProcessGroup &group) {
  while (!group.hasFailed())
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return group.status();
}

std::string ownProcess() {
  char host[256] = "";
  gethostname(host, sizeof(host) - 1);
  return "(pid " + std::to_string(getpid()) + " on " + host + ")";
}

/// Found out by its silence, by rank 0's having waited, and by another one's.
TEST(Stall, AStoppedRankIsNamedAlike) {
  for (int waiting : {-1, 0, 3}) {
    SCOPED_TRACE(waiting);
    const Seconds deadline(waiting < 0 ? 1 : 60);
    const std::vector<absl::Status> all = inRanks(4, deadline, {2}, [&](std::unique_ptr<ProcessGroup> group) {
      group->setDescribe([] { return "waits in step 5"; });
      if (group->rank() == waiting)
        group->stall(absl::DeadlineExceededError("rank 3 has waited 60 s in step 5"), {0, 1, 2});
      return untilFailed(*group);
    });
    for (int rank : {0, 1, 3}) {
      EXPECT_EQ(all[static_cast<size_t>(rank)].code(), absl::StatusCode::kDeadlineExceeded);
      expectLike(all[static_cast<size_t>(rank)], "rank 2 (pid 7 on host) has not answered for # s");
    }
    EXPECT_EQ(all[1], all[0]);
    EXPECT_EQ(all[3], all[0]);
  }
}

TEST(Stall, SeveralStoppedOnesAreNamed) {
  const std::vector<absl::Status> all = inRanks(4, Seconds(60), {1, 2}, [](std::unique_ptr<ProcessGroup> group) {
    group->setDescribe([] { return "waits in step 5"; });
    if (group->rank() == 3)
      group->stall(absl::DeadlineExceededError("rank 3 has waited 60 s in step 5"), {0, 1});
    return untilFailed(*group);
  });
  expectLike(all[0],
             "rank 1 (pid 7 on host) has not answered for # s; rank 2 (pid 7 on host) has not answered for # s");
  EXPECT_EQ(all[3], all[0]);
}

/// Rank 0 cannot tell who it is.
TEST(Stall, RankZeroIsStopped) {
  absl::StatusOr<Listener> listener = Listener::open("127.0.0.1", 0);
  ASSERT_TRUE(listener.ok()) << listener.status();
  const MeetingPlace place{{"127.0.0.1"}, listener->port(), randomToken()};
  absl::Status status;
  std::thread other([&] {
    auto group = ProcessGroup::join({1, 2, Seconds(1)}, place);
    ASSERT_TRUE(group.ok()) << group.status();
    (*group)->stall(absl::DeadlineExceededError("rank 1 has waited 1 s in step 5"), {0});
    status = untilFailed(**group);
  });
  Acceptor acceptor(*listener, place.token);
  std::vector<Acceptor::Caller> callers;
  while (callers.empty())
    callers = acceptor.wait(std::chrono::milliseconds(100));
  callers[0].connection->send({0, 0, 0, "pid 7 on host"}); // the welcome, and nothing else
  other.join();
  expectLike(status, "rank 0 (pid 7 on host) has not answered for # s");
}

TEST(Stall, OneThatComputesIsNamedAlone) {
  const std::vector<absl::Status> all = inRanks(4, Seconds(60), {}, [](std::unique_ptr<ProcessGroup> group) {
    const bool computes = group->rank() == 2;
    group->setDescribe([computes] { return computes ? "is behind step 4" : "waits in step 5"; });
    if (group->rank() == 1)
      group->stall(absl::DeadlineExceededError("rank 1 has waited 60 s in step 5"), {0, 3});
    return untilFailed(*group);
  });
  for (const absl::Status &status : all)
    EXPECT_EQ(status, absl::DeadlineExceededError("rank 1 has waited 60 s in step 5 for rank 2 " + ownProcess() +
                                                  ", which is behind step 4"));
}

/// One that has come to an agreement of all waits there, whatever its program has done last.
TEST(Stall, OneThatWaitsForAgreementIsNotNamed) {
  const std::vector<absl::Status> all = inRanks(3, Seconds(60), {}, [](std::unique_ptr<ProcessGroup> group) {
    group->setDescribe([rank = group->rank()] { return rank == 0 ? "waits in step 5" : "is behind step 4"; });
    if (group->rank() == 0)
      group->stall(absl::DeadlineExceededError("rank 0 has waited 60 s in step 5"), {1, 2});
    return group->rank() == 2 ? group->gather("").status() : untilFailed(*group);
  });
  for (const absl::Status &status : all)
    EXPECT_EQ(status, absl::DeadlineExceededError("rank 0 has waited 60 s in step 5 for rank 1 " + ownProcess() +
                                                  ", which is behind step 4"));
}

/// A message is lost: those it may have been from are all there is to tell.
TEST(Stall, AllWait) {
  const std::vector<absl::Status> all = inRanks(3, Seconds(60), {}, [](std::unique_ptr<ProcessGroup> group) {
    group->setDescribe([] { return "waits in step 5"; });
    if (group->rank() == 2)
      group->stall(absl::DeadlineExceededError("rank 2 has waited 60 s in step 5"), {0, 1});
    return untilFailed(*group);
  });
  for (const absl::Status &status : all)
    EXPECT_EQ(status, absl::DeadlineExceededError("rank 2 has waited 60 s in step 5 for ranks 0, 1; all ranks wait"));
}

/// Nothing arrives.
class LossyTransport : public ThreadTransport {
public:
  using ThreadTransport::ThreadTransport;
  Posted send(int, int, const void *, uint64_t, void *) override { return Posted::Now; }
};

/// Rank 1 has messages under way all the while, and computes beside them.
TEST(Stall, OneThatComputesBesideMessagesDoesNotWait) {
  ProgramBuilder builder({{"x", 2}});
  const uint32_t in = builder.argumentPerDevice(ElementType::F32, {3});
  const uint32_t cycles = builder.argumentPerDevice(ElementType::I64, {1});
  const uint32_t out = builder.resultPerDevice(ElementType::F32, {3});
  Collective sum;
  sum.kind = CollectiveKind::AllReduce;
  sum.type = ElementType::F32;
  sum.axes = builder.wholeMesh();
  sum.inShape = sum.outShape = {1, 3};
  const uint32_t start = builder.start(sum, in, out);
  builder.kernel("spin", {cycles});
  builder.wait(start);
  builder.end();
  builder.useTestKernels();
  const Array ones = arrayOf<float>(ElementType::F32, {2, 3}, std::vector<float>(6, 1));
  const Array spins = arrayOf<int64_t>(ElementType::I64, {2, 1}, {0, 12'000'000'000}); // some seconds
  auto mail = std::make_shared<Mail>();
  const std::vector<absl::Status> all = inRanks(2, Seconds(1), {}, [&](std::unique_ptr<ProcessGroup> group) {
    const int rank = group->rank();
    LoadOptions options;
    options.workers = 1;
    options.processes = std::make_shared<Processes>(
        std::move(group), std::make_unique<LossyTransport>(mail, rank, 2, /*seed=*/1), ProcessesOptions{1, ""});
    auto program = Program::load(builder.exe, options);
    return program.ok() ? (*program)->run({ones, spins}).status() : program.status();
  });
  for (const absl::Status &status : all)
    EXPECT_EQ(status, absl::DeadlineExceededError(
                          "rank 0 has waited 1 s (--deadline=SECONDS allows more) in step 0 (collective at "
                          "file.mlir:0) for rank 1 " +
                          ownProcess() + ", which computes beside step 0 (collective at file.mlir:0)"));
}

} // namespace
} // namespace shardwright::runtime
