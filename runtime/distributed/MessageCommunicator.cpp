#include "runtime/distributed/MessageCommunicator.h"

#include "runtime/distributed/MessagePlan.h"
#include "shardwright/Runtime/Runtime.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace shardwright::runtime {
namespace {
/// How often a thread sees whether anybody looks after the messages, and how often it does so where nobody does.
constexpr std::chrono::microseconds kTick{1000}, kPollEvery{30};
constexpr int kMostOwners = 32;
} // namespace

/// One exchange, from the arrival of the members here to its end. Between these, the last message of a phase to be done
/// takes it to the next one.
class MessageExchange : public Exchange {
public:
  MessageExchange(MessageCommunicator &communicator, const GroupStep &what, MessagePlan messages,
                  std::function<void()> done)
      : communicator(communicator), step(what.step), tag(what.tag), devices(*what.devices), plan(std::move(messages)),
        finished(std::move(done)) {
    size_t most = 0;
    for (const MessagePlan::Sum &sum : plan.sums)
      most = std::max(most, sum.summands.size());
    summands.resize(most);
  }

  bool start(const MemberBuffers &given, int) override {
    if (communicator.hasFailed())
      return false;
    buffers = given;
    staging = communicator.takeStaging(plan.stagingBytes);
    for (const MessagePlan::Out &out : plan.padded)
      std::memset(buffers.out(out.member, out.pair), 0, out.bytes);
    communicator.begin(*this);
    phase = 0;
    const bool isDone = post([&] {
      for (const MessagePlan::LocalCopy &copy : plan.copies)
        copy.box.run(buffers.out(copy.to, copy.pair), buffers.in(copy.from, copy.pair));
      for (const MessagePlan::LocalPack &pack : plan.packs)
        pack.box.pack(staging.memory.get() + pack.at, buffers.in(pack.member, pack.pair));
    });
    if (!isDone || !advance())
      return false;
    communicator.end(*this);
    communicator.busy.fetch_sub(1, std::memory_order_acq_rel);
    return true;
  }

  /// A message is done. True: that was the last of its phase.
  bool noteMessage() { return pending.fetch_sub(1, std::memory_order_acq_rel) == 1; }
  /// All messages of the phase are done. True: so is everything.
  bool advance() {
    for (;;) {
      for (const MessagePlan::Message &message : plan.phases[phase].receives)
        if (message.inPlace < 0)
          for (const MessagePlan::Piece &piece : message.pieces)
            piece.box.unpack(bufferOf(piece), staging.memory.get() + message.staging + piece.at);
      if (phase == 0)
        for (const MessagePlan::Sum &sum : plan.sums)
          add(sum);
      if (++phase == plan.phases.size())
        break;
      if (!post([] {}))
        return false;
    }
    for (const MessagePlan::Out &out : plan.shared)
      std::memcpy(buffers.out(out.member, out.pair), buffers.out(0, out.pair), out.bytes);
    communicator.giveStaging(std::move(staging));
    return true;
  }

private:
  friend class MessageCommunicator;

  uint8_t *bufferOf(const MessagePlan::Piece &piece) const {
    const size_t pair = piece.slot / 2;
    return static_cast<uint8_t *>(piece.slot % 2 ? buffers.out(piece.member, pair) : buffers.in(piece.member, pair));
  }
  uint8_t *memoryOf(const MessagePlan::Message &message) const {
    return message.inPlace >= 0 ? bufferOf(message.pieces[0]) + message.inPlace
                                : staging.memory.get() + message.staging;
  }

  /// Posts the messages of the phase, then does `meanwhile`. True: all of them are done already.
  template <typename Work> bool post(const Work &meanwhile) {
    const MessagePlan::Phase &now = plan.phases[phase];
    if (!now.sends.empty() || !now.receives.empty()) {
      for (const MessagePlan::Message &message : now.sends)
        if (message.inPlace < 0)
          for (const MessagePlan::Piece &piece : message.pieces)
            piece.box.pack(memoryOf(message) + piece.at, bufferOf(piece));
      pending.store(1, std::memory_order_relaxed); // this call
      std::lock_guard<std::mutex> lock(communicator.transportMutex);
      for (const MessagePlan::Message &message : now.receives)
        postOne(message, [&](void *at, uint64_t bytes) {
          return communicator.transport.receive(message.peer, tag, at, bytes, this);
        });
      for (const MessagePlan::Message &message : now.sends)
        postOne(message, [&](void *at, uint64_t bytes) {
          return communicator.transport.send(message.peer, tag, at, bytes, this);
        });
    } else {
      pending.store(1, std::memory_order_relaxed);
    }
    meanwhile();
    return noteMessage();
  }

  template <typename Post> void postOne(const MessagePlan::Message &message, const Post &one) {
    uint8_t *memory = memoryOf(message);
    for (uint64_t at = 0; at != message.bytes;) {
      const uint64_t bytes = std::min(message.bytes - at, kMostMessageBytes);
      pending.fetch_add(1, std::memory_order_relaxed);
      switch (one(memory + at, bytes)) {
      case Transport::Posted::Later:
        break;
      case Transport::Posted::Now:
        pending.fetch_sub(1, std::memory_order_acq_rel); // never the last: this call holds one
        break;
      case Transport::Posted::Failed: // stays pending
        communicator.fail();
        return;
      }
      at += bytes;
    }
  }

  void add(const MessagePlan::Sum &sum) {
    for (size_t i = 0; i != sum.summands.size(); ++i) {
      const MessagePlan::Sum::Summand &from = sum.summands[i];
      const void *base = from.member < 0 ? staging.memory.get() : buffers.in(static_cast<size_t>(from.member), sum.pair);
      summands[i] = static_cast<const uint8_t *>(base) + from.at;
    }
    auto *out = static_cast<uint8_t *>(buffers.out(sum.member, sum.pair));
    uint8_t *to = sum.inPlace >= 0 ? out + sum.inPlace : staging.memory.get() + sum.staging;
    const auto elements = static_cast<int64_t>(sum.bytes / sum.elementBytes);
    alignas(64) uint8_t block[host::kCombineBlock * 16]; // the result may lie where a summand does
    for (int64_t first = 0; first < elements; first += host::kCombineBlock) {
      const int64_t count = std::min(host::kCombineBlock, elements - first);
      const size_t at = static_cast<size_t>(first) * sum.elementBytes;
      sum.combine(block, summands.data(), static_cast<int64_t>(sum.summands.size()), at, count);
      std::memcpy(to + at, block, static_cast<size_t>(count) * sum.elementBytes);
    }
    if (sum.inPlace < 0)
      sum.box.unpack(out, to);
  }

  MessageCommunicator &communicator;
  const uint32_t step;
  const int tag;
  const std::vector<int64_t> &devices;
  const MessagePlan plan;
  const std::function<void()> finished;
  std::vector<const void *> summands;

  // While it goes on.
  MemberBuffers buffers{};
  MessageCommunicator::Staging staging;
  size_t phase = 0;
  std::atomic<int64_t> pending{0}; ///< messages of the phase
  MessageCommunicator::Clock::time_point started;
  MessageExchange *previous = nullptr, *next = nullptr; ///< of those that go on
};

MessageCommunicator::MessageCommunicator(ProcessGroup &group, Transport &transport, int64_t devicesPerProcess,
                                         Deadline deadline)
    : group(group), transport(transport), devicesPerProcess(devicesPerProcess), deadline(deadline) {
  group.setDescribe([this] { return describe(); });
  ticker = std::thread([this] { tick(); });
}

MessageCommunicator::~MessageCommunicator() {
  {
    std::lock_guard<std::mutex> lock(mutex);
    closing = true;
  }
  closed.notify_all();
  ticker.join();
  group.setDescribe(nullptr);
}

std::unique_ptr<Exchange> MessageCommunicator::plan(const GroupStep &what, std::function<void()> finished) {
  return std::make_unique<MessageExchange>(*this, what, planMessages(what, group.rank(), devicesPerProcess),
                                           std::move(finished));
}

MessageCommunicator::Staging MessageCommunicator::takeStaging(uint64_t bytes) {
  if (bytes == 0)
    return {};
  {
    std::lock_guard<std::mutex> lock(mutex);
    // The smallest that is large enough; else the largest gives way.
    auto best = std::find_if(stagings.begin(), stagings.end(), [&](const Staging &one) { return one.bytes >= bytes; });
    if (best != stagings.end()) {
      Staging found = std::move(*best);
      stagings.erase(best);
      return found;
    }
    if (!stagings.empty())
      stagings.pop_back();
  }
  return {std::unique_ptr<uint8_t[]>(new uint8_t[bytes]), bytes};
}

void MessageCommunicator::giveStaging(Staging staging) {
  if (!staging.memory)
    return;
  std::lock_guard<std::mutex> lock(mutex);
  auto at = std::find_if(stagings.begin(), stagings.end(),
                         [&](const Staging &one) { return one.bytes >= staging.bytes; });
  stagings.insert(at, std::move(staging));
}

void MessageCommunicator::begin(MessageExchange &exchange) {
  lastStep.store(exchange.step, std::memory_order_relaxed);
  exchange.started = Clock::now();
  busy.fetch_add(1, std::memory_order_acq_rel);
  std::lock_guard<std::mutex> lock(mutex);
  exchange.previous = nullptr;
  exchange.next = running;
  if (running)
    running->previous = &exchange;
  running = &exchange;
}

void MessageCommunicator::end(MessageExchange &exchange) {
  std::lock_guard<std::mutex> lock(mutex);
  (exchange.previous ? exchange.previous->next : running) = exchange.next;
  if (exchange.next)
    exchange.next->previous = exchange.previous;
}

void MessageCommunicator::complete(MessageExchange &exchange) {
  if (!exchange.advance())
    return;
  end(exchange);
  // It may be started again before this returns. Whoever sees that nothing goes on sees the devices that can go on.
  exchange.finished();
  busy.fetch_sub(1, std::memory_order_acq_rel);
}

bool MessageCommunicator::poll() {
  polls.store(polls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  void *owners[kMostOwners];
  int count = 0;
  {
    std::unique_lock<std::mutex> lock(transportMutex, std::try_to_lock);
    if (!lock || group.hasFailed())
      return false;
    count = transport.poll(owners, kMostOwners);
    if (count < 0) {
      fail();
      return false;
    }
  }
  for (int i = 0; i != count; ++i)
    if (auto *exchange = static_cast<MessageExchange *>(owners[i]); exchange->noteMessage())
      complete(*exchange);
  return count != 0;
}

/// With the transport's lock held.
void MessageCommunicator::fail() {
  group.failUnlessKnown(absl::UnavailableError(
      absl::StrCat("rank ", group.rank(), ": ", transport.error(), ", ", describe())));
}

/// While all workers compute, messages go on here.
void MessageCommunicator::tick() {
  std::unique_lock<std::mutex> lock(mutex);
  uint64_t before = 0;
  while (!closing) {
    closed.wait_for(lock, kTick);
    while (!closing && isBusy() && polls.load(std::memory_order_relaxed) == before) {
      lock.unlock();
      poll();
      before = polls.load(std::memory_order_relaxed);
      lock.lock();
      closed.wait_for(lock, kPollEvery);
    }
    before = polls.load(std::memory_order_relaxed);
    checkDeadline();
  }
}

void MessageCommunicator::setProgram(const Executable *executable) {
  std::lock_guard<std::mutex> lock(mutex);
  program = executable;
  if (!executable)
    lastStep.store(-1, std::memory_order_relaxed);
}

/// With the lock held.
void MessageCommunicator::checkDeadline() {
  if (deadline <= Deadline::zero() || !running || group.hasFailed())
    return;
  const MessageExchange *oldest = running;
  while (oldest->next)
    oldest = oldest->next;
  if (Clock::now() - oldest->started < deadline)
    return;
  std::string peers;
  for (int peer : oldest->plan.peers)
    absl::StrAppend(&peers, peers.empty() ? "" : ", ", peer);
  group.fail(absl::DeadlineExceededError(
                 absl::StrCat("rank ", group.rank(), " has waited ", deadline.count(), " s in ",
                              program ? describeStep(*program, oldest->step) : absl::StrCat("step ", oldest->step),
                              " for rank", oldest->plan.peers.size() == 1 ? " " : "s ", peers,
                              " (--deadline=SECONDS allows more)")),
             /*isStall=*/true);
}

std::string MessageCommunicator::describe() {
  std::lock_guard<std::mutex> lock(mutex);
  const int64_t step = lastStep.load(std::memory_order_relaxed);
  if (!program)
    return "runs no program";
  if (step < 0)
    return "has come to no collective";
  return absl::StrCat(running ? "waits in " : "is behind ", describeStep(*program, static_cast<uint32_t>(step)));
}

} // namespace shardwright::runtime
