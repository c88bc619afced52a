// Processes that find each other by their environment, and messages over TCP between them; threads take their place.
#include "runtime/distributed/Acceptor.h"
#include "runtime/distributed/ProcessGroup.h"
#include "runtime/distributed/Rendezvous.h"
#include "runtime/distributed/TcpTransport.h"

#include "gtest/gtest.h"

#include <atomic>
#include <chrono>
#include <functional>
#include <future>
#include <map>
#include <memory>
#include <poll.h>
#include <random>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace shardwright::runtime {
namespace {

using Environment = std::map<std::string, std::string>;

absl::StatusOr<Rendezvous> rendezvous(const Environment &environment) {
  return Rendezvous::from([&](const char *name) {
    auto known = environment.find(name);
    return known == environment.end() ? nullptr : known->second.c_str();
  });
}

const Environment kTorchrun = {{"RANK", "3"},
                               {"WORLD_SIZE", "8"},
                               {"MASTER_ADDR", "host-a"},
                               {"MASTER_PORT", "29400"},
                               {"LOCAL_RANK", "1"},
                               {"SHARDWRIGHT_TOKEN", "0123456789abcdef"}};
const Environment kJax = {{"JAX_PROCESS_ID", "0"},
                          {"JAX_NUM_PROCESSES", "2"},
                          {"JAX_COORDINATOR_ADDRESS", "10.0.0.1:1234"},
                          {"SHARDWRIGHT_TOKEN", "0123456789abcdef"}};

Environment with(Environment all, const std::string &name, const std::string &value) {
  all[name] = value;
  return all;
}
Environment without(Environment all, const std::string &name) {
  all.erase(name);
  return all;
}

TEST(Rendezvous, AsLaunchersSetIt) {
  auto torchrun = rendezvous(kTorchrun);
  ASSERT_TRUE(torchrun.ok()) << torchrun.status();
  EXPECT_EQ(torchrun->rank, 3);
  EXPECT_EQ(torchrun->size, 8);
  EXPECT_EQ(torchrun->place.addresses, std::vector<std::string>{"host-a"});
  EXPECT_EQ(torchrun->place.port, 29400);
  EXPECT_EQ(torchrun->place.token, "0123456789abcdef");
  auto jax = rendezvous(kJax);
  ASSERT_TRUE(jax.ok()) << jax.status();
  EXPECT_EQ(jax->rank, 0);
  EXPECT_EQ(jax->size, 2);
  EXPECT_EQ(jax->place.addresses, std::vector<std::string>{"10.0.0.1"});
  EXPECT_EQ(jax->place.port, 1234);
  for (const Environment &launcher : {kTorchrun, kJax}) {
    auto moved = rendezvous(with(launcher, "SHARDWRIGHT_ADDRESS", "[fe80::1]:77"));
    ASSERT_TRUE(moved.ok()) << moved.status();
    EXPECT_EQ(moved->place.addresses, std::vector<std::string>{"fe80::1"});
    EXPECT_EQ(moved->place.port, 77);
  }
}

TEST(Rendezvous, WhatIsMissingOrCannotBe) {
  const std::string needs = " is not set in the environment: the backend tcp needs RANK, WORLD_SIZE, MASTER_ADDR and "
                            "MASTER_PORT, or JAX_PROCESS_ID, JAX_NUM_PROCESSES and JAX_COORDINATOR_ADDRESS";
  auto error = [](const Environment &environment) { return std::string(rendezvous(environment).status().message()); };
  EXPECT_EQ(error({}), "WORLD_SIZE" + needs);
  for (const char *name : {"RANK", "MASTER_ADDR", "MASTER_PORT"})
    EXPECT_EQ(error(without(kTorchrun, name)), name + needs);
  EXPECT_EQ(error(without(kJax, "JAX_COORDINATOR_ADDRESS")), "JAX_COORDINATOR_ADDRESS" + needs);
  EXPECT_EQ(error(with(kTorchrun, "RANK", "8")), "RANK needs a whole number from 0 to 7, got '8'");
  EXPECT_EQ(error(with(kTorchrun, "MASTER_PORT", "http")),
            "MASTER_PORT needs a whole number from 1 to 65535, got 'http'");
  EXPECT_EQ(error(with(kJax, "JAX_COORDINATOR_ADDRESS", "host")),
            "JAX_COORDINATOR_ADDRESS needs HOST:PORT, got 'host'");
  EXPECT_EQ(error(with(kJax, "JAX_COORDINATOR_ADDRESS", "host:0")),
            "JAX_COORDINATOR_ADDRESS needs a whole number from 1 to 65535, got '0'");
  EXPECT_EQ(
      error(without(kJax, "SHARDWRIGHT_TOKEN")),
      "SHARDWRIGHT_TOKEN is not set in the environment: give all processes the same text that nobody can guess, as "
      "`openssl rand -hex 16` prints it");
  EXPECT_EQ(error(with(kJax, "SHARDWRIGHT_TOKEN", "short")),
            "SHARDWRIGHT_TOKEN needs 16 to 1024 characters in one line, it has 5");
  EXPECT_EQ(error(with(kJax, "SHARDWRIGHT_TOKEN", "0123456789\n0123456789")),
            "SHARDWRIGHT_TOKEN needs 16 to 1024 characters in one line, it has 21");
}

/// Calls `body(group, place, listener or null)` in `size` threads. `who` may change what a rank thinks it is; `before`
/// is called when rank 0 listens.
template <typename Body>
void inGroups(int size, const Body &body, double joinWithin = 60,
              const std::function<void(ProcessGroup::Options &)> &who = nullptr,
              const std::function<void(const MeetingPlace &)> &before = nullptr) {
  absl::StatusOr<Listener> listener = Listener::open("127.0.0.1", 0);
  ASSERT_TRUE(listener.ok()) << listener.status();
  const MeetingPlace place{{"127.0.0.1"}, listener->port(), randomToken()};
  if (before)
    before(place);
  std::vector<std::thread> threads;
  for (int rank = 0; rank != size; ++rank)
    threads.emplace_back([&, rank] {
      ProcessGroup::Options options;
      options.rank = rank;
      options.size = size;
      options.deadline = std::chrono::duration<double>(60);
      options.joinWithin = std::chrono::duration<double>(joinWithin);
      if (who)
        who(options);
      if (options.rank < 0)
        return;
      body(rank == 0 ? ProcessGroup::host(options, *listener, place.token) : ProcessGroup::join(options, place), place,
           rank == 0 ? &*listener : nullptr);
    });
  for (std::thread &thread : threads)
    thread.join();
}

using Group = absl::StatusOr<std::unique_ptr<ProcessGroup>>;

/// Between each two of four, random sizes in random order of tags, some received before they are sent, some behind.
TEST(Tcp, MessagesArriveInOrderOfTheirTag) {
  const unsigned seed = std::random_device()();
  SCOPED_TRACE("seed " + std::to_string(seed));
  constexpr int kRanks = 4, kTags = 3, kMessages = 40;
  // The same in all of them: by sender, receiver, tag.
  auto payload = [&](int from, int to, int tag, int number) {
    std::mt19937 random(seed ^ static_cast<unsigned>(((from * 8 + to) * 8 + tag) * 1000 + number));
    const size_t sizes[] = {0, 1, 17, 4096, 65535, 65536, 300000, 3000000};
    std::string bytes(sizes[random() % (number % 10 == 0 ? 8 : 5)], '\0');
    for (size_t i = 0; i < bytes.size(); i += 1 + bytes.size() / 1000)
      bytes[i] = static_cast<char>(random());
    return bytes;
  };
  inGroups(kRanks, [&](Group group, const MeetingPlace &place, Listener *listener) {
    ASSERT_TRUE(group.ok()) << group.status();
    auto transport = openTcp(**group, place, listener);
    ASSERT_TRUE(transport.ok()) << transport.status();
    const int own = (*group)->rank();
    EXPECT_EQ((*transport)->rank(), own);
    EXPECT_EQ((*transport)->size(), kRanks);
    EXPECT_EQ((*transport)->localSize(), kRanks);
    struct One {
      bool isSent;
      int peer, tag, number;
      std::string bytes;
      bool isDone = false;
    };
    std::vector<std::vector<std::unique_ptr<One>>> rows; // of one peer, tag and direction, in order
    for (int peer = 0; peer != kRanks; ++peer)
      for (int tag = 0; peer != own && tag != kTags; ++tag)
        for (bool isSent : {false, true}) {
          std::vector<std::unique_ptr<One>> &row = rows.emplace_back();
          for (int number = 0; number != kMessages; ++number) {
            std::string bytes = isSent ? payload(own, peer, tag, number) : payload(peer, own, tag, number);
            row.push_back(
                std::make_unique<One>(One{isSent, peer, tag, number, isSent ? bytes : std::string(bytes.size(), '?')}));
          }
        }
    std::vector<size_t> next(rows.size(), 0);
    std::mt19937 random(seed + static_cast<unsigned>(own));
    size_t posted = 0, done = 0, all = rows.size() * kMessages;
    const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (done != all && std::chrono::steady_clock::now() < until) {
      const size_t at = random() % rows.size();
      if (posted != all && next[at] != kMessages) {
        One &one = *rows[at][next[at]++];
        ++posted;
        void *data = one.bytes.data();
        const auto state = one.isSent ? (*transport)->send(one.peer, one.tag, data, one.bytes.size(), &one)
                                      : (*transport)->receive(one.peer, one.tag, data, one.bytes.size(), &one);
        ASSERT_NE(state, Transport::Posted::Failed) << (*transport)->error();
        one.isDone = state == Transport::Posted::Now;
        done += one.isDone;
      }
      void *owners[5];
      const int count = (*transport)->poll(owners, 5);
      ASSERT_GE(count, 0) << (*transport)->error();
      for (int i = 0; i != count; ++i) {
        EXPECT_FALSE(std::exchange(static_cast<One *>(owners[i])->isDone, true));
        ++done;
      }
    }
    EXPECT_EQ(done, all);
    for (const auto &row : rows)
      for (const std::unique_ptr<One> &one : row)
        if (!one->isSent) {
          EXPECT_EQ(one->bytes, payload(one->peer, own, one->tag, one->number));
        }
    EXPECT_TRUE((*group)->leave().ok());
    (*transport)->close();
  });
}

/// One that is gone is no success.
TEST(Tcp, ALostConnectionIsAnError) {
  std::atomic<bool> isGone{false};
  inGroups(2, [&](Group group, const MeetingPlace &place, Listener *listener) {
    ASSERT_TRUE(group.ok()) << group.status();
    auto transport = openTcp(**group, place, listener);
    ASSERT_TRUE(transport.ok()) << transport.status();
    if ((*group)->rank() == 1) {
      (*transport)->close();
      isGone = true;
      return;
    }
    char byte = 0;
    EXPECT_EQ((*transport)->receive(1, 0, &byte, 1, &byte), Transport::Posted::Later);
    int count = 0;
    void *owner = nullptr;
    while (count == 0)
      count = (*transport)->poll(&owner, 1);
    EXPECT_EQ(count, -1);
    EXPECT_STREQ((*transport)->error(), "the connection to rank 1 is lost");
    (void)(*group)->leave();
  });
}

TEST(Tcp, AMissingRankIsNamed) {
  inGroups(
      4,
      [](Group group, const MeetingPlace &, Listener *) {
        EXPECT_EQ(group.status(), absl::DeadlineExceededError("rank 0 has waited 0.5 s for rank 2 of 4"));
      },
      /*joinWithin=*/0.5, [](ProcessGroup::Options &options) { options.rank = options.rank == 2 ? -1 : options.rank; });
}

/// Rank 1 dies when it has come; rank 3 comes when rank 0 has said so, and hears it, too.
TEST(Tcp, WhoComesLateHearsWhoHasDied) {
  std::promise<absl::Status> said;
  std::shared_future<absl::Status> failure = said.get_future().share();
  std::vector<std::unique_ptr<Connection>> dying;
  inGroups(
      4,
      [&](Group group, const MeetingPlace &, Listener *) {
        EXPECT_EQ(group.status(), failure.get());
        EXPECT_EQ(group.status(),
                  absl::UnavailableError("rank 1 (pid 7 on host) has died while the ranks were connecting"));
      },
      60,
      [&](ProcessGroup::Options &options) {
        if (options.rank == 0)
          options.onJoinFailure = [&](const absl::Status &status) { said.set_value(status); };
        if (options.rank == 3)
          failure.wait();
        options.rank = options.rank == 1 ? -1 : options.rank;
      },
      [&](const MeetingPlace &place) {
        dying.push_back(*connectTo(place, std::chrono::steady_clock::now()));
        dying[0]->send(helloFrame(1, 4, place.token, "pid 7 on host"));
        dying.clear();
      });
}

TEST(Tcp, TwoOfOneRankAreAnError) {
  inGroups(
      3,
      [](Group group, const MeetingPlace &, Listener *) {
        EXPECT_EQ(group.status().code(), absl::StatusCode::kInvalidArgument) << group.status();
        EXPECT_EQ(group.status().message().find("two processes are rank 1: pid "), 0u) << group.status();
      },
      60, [](ProcessGroup::Options &options) { options.rank = options.rank == 2 ? 1 : options.rank; });
}

TEST(Tcp, AllThinkThereAreAsMany) {
  inGroups(
      2,
      [](Group group, const MeetingPlace &, Listener *) {
        EXPECT_EQ(group.status().code(), absl::StatusCode::kInvalidArgument) << group.status();
        EXPECT_NE(group.status().message().find(" is one of 3 ranks, rank 0 one of 2: start all with the same number"),
                  absl::string_view::npos)
            << group.status();
      },
      60, [](ProcessGroup::Options &options) { options.size += options.rank; });
}

/// Before and while the ranks meet, at every port that one of them listens at: bytes that are no frame, another token,
/// one that says nothing, one that goes at once, many of them.
TEST(Tcp, StrangersDoNotMatter) {
  std::atomic<bool> isOver{false};
  std::vector<std::thread> strangers;
  auto call = [&isOver](const MeetingPlace &place, int kind) {
    std::vector<std::unique_ptr<Connection>> silent;
    while (!isOver && silent.size() < 400) {
      std::this_thread::sleep_for(std::chrono::microseconds(200));
      auto connection = connectTo(place, std::chrono::steady_clock::now());
      if (!connection.ok())
        continue;
      if (kind == 0)
        (void)!write((*connection)->socket(), "GET / HTTP/1.1\r\nHost: shardwright\r\n\r\n   ", 40);
      if (kind == 1)
        (*connection)->send(helloFrame(1, 3, randomToken()));
      if (kind == 2)
        silent.push_back(*std::move(connection));
    }
  };
  inGroups(
      3,
      [](Group group, const MeetingPlace &place, Listener *listener) {
        ASSERT_TRUE(group.ok()) << group.status();
        auto transport = openTcp(**group, place, listener);
        ASSERT_TRUE(transport.ok()) << transport.status();
        EXPECT_TRUE((*group)->leave().ok());
      },
      60,
      [](ProcessGroup::Options &options) {
        std::this_thread::sleep_for(std::chrono::milliseconds(100 * options.rank));
      },
      [&](const MeetingPlace &place) {
        for (int kind = 0; kind != 4; ++kind)
          strangers.emplace_back(call, place, kind);
      });
  isOver = true;
  for (std::thread &stranger : strangers)
    stranger.join();
}

} // namespace
} // namespace shardwright::runtime
