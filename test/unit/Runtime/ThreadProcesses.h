#ifndef SHARDWRIGHT_TEST_UNIT_RUNTIME_THREADPROCESSES_H
#define SHARDWRIGHT_TEST_UNIT_RUNTIME_THREADPROCESSES_H

#include "runtime/distributed/ProcessGroup.h"
#include "runtime/distributed/Transport.h"
#include "shardwright/Runtime/Processes.h"
#include "shardwright/Runtime/RunCommand.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <cstring>
#include <deque>
#include <functional>
#include <iterator>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <random>
#include <string>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

/// Threads that are to each other what processes are: connected by sockets, with messages in memory.
namespace shardwright::runtime {

/// What is under way between all of them.
struct Mail {
  std::mutex mutex;
  std::map<std::tuple<int, int, int>, std::deque<std::string>> sent; ///< by from, to, tag
};

/// Messages take some polls to arrive, at random.
class ThreadTransport : public Transport {
public:
  ThreadTransport(std::shared_ptr<Mail> mail, int rank, int size, unsigned seed)
      : mail(std::move(mail)), ownRank(rank), numRanks(size), random(seed + static_cast<unsigned>(rank)) {}

  int rank() const override { return ownRank; }
  int size() const override { return numRanks; }
  int localSize() const override { return numRanks; }

  Posted send(int to, int tag, const void *data, uint64_t bytes, void *owner) override {
    {
      std::lock_guard<std::mutex> lock(mail->mutex);
      mail->sent[{ownRank, to, tag}].emplace_back(static_cast<const char *>(data), bytes);
    }
    if (random() % 2)
      return Posted::Now;
    done.push_back(owner);
    return Posted::Later;
  }
  Posted receive(int from, int tag, void *data, uint64_t bytes, void *owner) override {
    waiting[{from, tag}].push_back({data, bytes, owner});
    return Posted::Later;
  }
  int poll(void **owners, int most) override {
    std::lock_guard<std::mutex> lock(mail->mutex);
    int count = 0;
    for (; count != most && !done.empty(); done.pop_back())
      owners[count++] = done.back();
    for (auto at = waiting.begin(); at != waiting.end();) {
      auto &[key, row] = *at;
      std::deque<std::string> &sent = mail->sent[{key.first, ownRank, key.second}];
      while (count != most && !row.empty() && !sent.empty() && random() % 4 != 0) {
        const Receive &one = row.front();
        EXPECT_EQ(sent.front().size(), one.bytes);
        std::memcpy(one.data, sent.front().data(), sent.front().size());
        owners[count++] = one.owner;
        sent.pop_front();
        row.pop_front();
      }
      if (sent.empty())
        mail->sent.erase({key.first, ownRank, key.second});
      at = row.empty() ? waiting.erase(at) : std::next(at);
    }
    return count;
  }
  const char *error() const override { return "the mail is lost"; }
  void close() override {}

private:
  struct Receive {
    void *data;
    uint64_t bytes;
    void *owner;
  };
  std::shared_ptr<Mail> mail;
  const int ownRank, numRanks;
  std::minstd_rand random;
  std::vector<void *> done;
  std::map<std::pair<int, int>, std::deque<Receive>> waiting; ///< by from, tag
};

/// SHARDWRIGHT_TEST_NETWORK=mpi or tcp: this test program is one of several processes, all of which run the same tests.
inline std::optional<ProcessNetwork> testNetwork() {
  const char *name = std::getenv("SHARDWRIGHT_TEST_NETWORK");
  return name ? networkNamed(name) : std::nullopt;
}

/// Those: connected when the first test needs them, left when all tests are through.
class TestProcesses : public testing::Environment {
public:
  void TearDown() override {
    if (!processes || !processes->status().ok())
      return;
    EXPECT_TRUE(processes->leave().ok());
  }
  std::shared_ptr<Processes> get(double deadline) {
    if (processes)
      return processes;
    absl::StatusOr<std::shared_ptr<Processes>> connected = Processes::connect(*testNetwork(), {deadline, ""});
    EXPECT_TRUE(connected.ok()) << connected.status();
    processes = connected.ok() ? *connected : nullptr;
    return processes;
  }

private:
  std::shared_ptr<Processes> processes;
};
inline TestProcesses *const kTestProcesses =
    static_cast<TestProcesses *>(testing::AddGlobalTestEnvironment(new TestProcesses));
/// With the deadline of the test that is first.
inline std::shared_ptr<Processes> testProcesses(double deadline = 60) { return kTestProcesses->get(deadline); }

/// In a thread of inThreads().
inline absl::Status leaveThread(Processes &processes) { return testNetwork() ? absl::OkStatus() : processes.leave(); }

/// Calls `body(processes)` in `size` threads, each of which is one of them; in one of several processes, with those
/// alone if there are as many.
inline void inThreads(int size, const std::function<void(std::shared_ptr<Processes>)> &body, double deadline = 60,
                      unsigned seed = 1) {
  if (testNetwork()) {
    std::shared_ptr<Processes> processes = testProcesses(deadline);
    ASSERT_TRUE(processes);
    if (processes->size() == size)
      body(std::move(processes));
    return;
  }
  absl::StatusOr<Listener> listener = Listener::open("127.0.0.1", 0);
  ASSERT_TRUE(listener.ok()) << listener.status();
  const MeetingPlace place{{"127.0.0.1"}, listener->port(), randomToken()};
  auto mail = std::make_shared<Mail>();
  std::vector<std::thread> threads;
  for (int rank = 0; rank != size; ++rank)
    threads.emplace_back([&, rank] {
      const ProcessGroup::Options options{rank, size, std::chrono::duration<double>(deadline)};
      absl::StatusOr<std::unique_ptr<ProcessGroup>> group =
          rank == 0 ? ProcessGroup::host(options, *listener, place.token) : ProcessGroup::join(options, place);
      ASSERT_TRUE(group.ok()) << group.status();
      body(std::make_shared<Processes>(*std::move(group), std::make_unique<ThreadTransport>(mail, rank, size, seed),
                                       ProcessesOptions{deadline, ""}));
    });
  for (std::thread &thread : threads)
    thread.join();
}

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_TEST_UNIT_RUNTIME_THREADPROCESSES_H
