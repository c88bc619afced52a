#include "runtime/distributed/MessageCommunicator.h"

#include "runtime/distributed/MessagePlan.h"
#include "shardwright/Runtime/Runtime.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace shardwright::runtime {
namespace {
/// How often a thread sees whether anybody looks after the messages, and how often it does so where nobody does.
constexpr std::chrono::microseconds kTick{1000}, kPollEvery{30};
constexpr int kMostOwners = 32;
/// Who has nothing else to do looks so many times for the messages of its exchange.
constexpr int kTries = 400, kTriesInCrowd = 4;
/// Whether one waits for too long is seen every so many ticks.
constexpr int64_t kDeadlineTicks = 64;
/// A process waits if somebody has had nothing else to do than to look for messages so many ticks ago.
constexpr int64_t kIdleTicks = 200;
/// What an exchange keeps of its own to put messages together.
constexpr uint64_t kOwnStaging = 1024;
} // namespace

/// One exchange, from the arrival of the members here to its end. Between these, the last message of a phase to be done
/// takes it to the next one.
class MessageExchange : public Exchange {
public:
  MessageExchange(MessageCommunicator &communicator, const GroupStep &what, MessagePlan messages,
                  std::function<void()> done)
      : communicator(communicator), step(what.step), tag(what.tag), isAlone(what.hasAllDevices),
        plan(std::move(messages)), finished(std::move(done)) {
    size_t most = 0;
    for (const MessagePlan::Sum &sum : plan.sums)
      most = std::max(most, sum.summands.size());
    summands.resize(most);
    if (plan.stagingBytes != 0 && plan.stagingBytes <= kOwnStaging)
      staging = {std::unique_ptr<uint8_t[]>(new uint8_t[plan.stagingBytes]), plan.stagingBytes};
    std::lock_guard<std::mutex> lock(communicator.mutex);
    communicator.exchanges.push_back(this);
  }
  ~MessageExchange() override {
    std::lock_guard<std::mutex> lock(communicator.mutex);
    std::vector<MessageExchange *> &all = communicator.exchanges;
    all.erase(std::find(all.begin(), all.end(), this));
  }

  bool start(const MemberBuffers &given, int) override {
    if (communicator.hasFailed())
      return false;
    buffers = given;
    if (plan.stagingBytes > kOwnStaging)
      staging = communicator.takeStaging(plan.stagingBytes);
    for (const MessagePlan::Out &out : plan.padded)
      std::memset(buffers.out(out.member, out.pair), 0, out.bytes);
    communicator.lastStep.store(step, std::memory_order_relaxed);
    startedAt.store(communicator.ticks.load(std::memory_order_relaxed), std::memory_order_relaxed);
    phase = 0;
    isParked = false;
    const bool isDone = post([&] {
      for (const MessagePlan::LocalCopy &copy : plan.copies)
        copy.box.run(buffers.out(copy.to, copy.pair), buffers.in(copy.from, copy.pair));
      for (const MessagePlan::LocalPack &pack : plan.packs)
        pack.box.pack(staging.memory.get() + pack.at, buffers.in(pack.member, pack.pair));
    });
    if (!isDone || !advance())
      return false;
    if (isParked) // and all of it was seen to before this thread looked again
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
    if (plan.stagingBytes > kOwnStaging)
      communicator.giveStaging(std::move(staging));
    startedAt.store(0, std::memory_order_relaxed);
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

  /// Posts the messages of the phase, then does `meanwhile`, and looks for them for a moment where there is nothing
  /// else to do. True: all of them are done already.
  template <typename Work> bool post(const Work &meanwhile) {
    const MessagePlan::Phase &now = plan.phases[phase];
    if (now.sends.empty() && now.receives.empty()) {
      meanwhile();
      return true;
    }
    for (const MessagePlan::Message &message : now.sends)
      if (message.inPlace < 0)
        for (const MessagePlan::Piece &piece : message.pieces)
          piece.box.pack(memoryOf(message) + piece.at, bufferOf(piece));
    void *owners[kMostOwners];
    int others = 0;   ///< owners of other exchanges
    int64_t left = 1; ///< messages, and this call
    {
      std::lock_guard<std::mutex> lock(communicator.transportMutex);
      for (const MessagePlan::Message &message : now.receives)
        left += postOne(message, [&](void *at, uint64_t bytes) {
          return communicator.transport.receive(message.peer, tag, at, bytes, this);
        });
      for (const MessagePlan::Message &message : now.sends)
        left += postOne(message, [&](void *at, uint64_t bytes) {
          return communicator.transport.send(message.peer, tag, at, bytes, this);
        });
      meanwhile();
      for (int tries = communicator.tries; isAlone && left != 1 && others == 0 && tries > 0; --tries) {
        const int count = communicator.look(owners);
        for (int i = 0; i < count; ++i)
          if (owners[i] == this)
            --left;
          else
            owners[others++] = owners[i];
      }
      // Others look from here on.
      if (left != 1 && !isParked) {
        isParked = true;
        communicator.busy.fetch_add(1, std::memory_order_acq_rel);
      }
      pending.store(left, std::memory_order_release);
    }
    communicator.note(owners, others);
    return left == 1 || noteMessage();
  }

  /// How many messages are not done yet.
  template <typename Post> int64_t postOne(const MessagePlan::Message &message, const Post &one) {
    uint8_t *memory = memoryOf(message);
    int64_t left = 0;
    for (uint64_t at = 0; at != message.bytes;) {
      const uint64_t bytes = std::min(message.bytes - at, kMostMessageBytes);
      const Transport::Posted posted = one(memory + at, bytes);
      left += posted != Transport::Posted::Now;
      if (posted == Transport::Posted::Failed) { // stays pending
        communicator.fail();
        break;
      }
      at += bytes;
    }
    return left;
  }

  void add(const MessagePlan::Sum &sum) {
    for (size_t i = 0; i != sum.summands.size(); ++i) {
      const MessagePlan::Sum::Summand &from = sum.summands[i];
      const void *base =
          from.member < 0 ? staging.memory.get() : buffers.in(static_cast<size_t>(from.member), sum.pair);
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
  const bool isAlone;
  const MessagePlan plan;
  const std::function<void()> finished;
  std::vector<const void *> summands;

  // While it goes on.
  MemberBuffers buffers{};
  MessageCommunicator::Staging staging;
  size_t phase = 0;
  bool isParked = false;             ///< whoever started it does not wait any more
  std::atomic<int64_t> pending{0};   ///< messages of the phase
  std::atomic<int64_t> startedAt{0}; ///< tick; 0: it does not go on
};

MessageCommunicator::MessageCommunicator(ProcessGroup &group, Transport &transport, int64_t devicesPerProcess,
                                         Deadline deadline, std::chrono::nanoseconds holdFor)
    : group(group), transport(transport), devicesPerProcess(devicesPerProcess), deadline(deadline),
      tries(holdFor.count() == 0 ? kTriesInCrowd : kTries) {
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
  auto at =
      std::find_if(stagings.begin(), stagings.end(), [&](const Staging &one) { return one.bytes >= staging.bytes; });
  stagings.insert(at, std::move(staging));
}

void MessageCommunicator::complete(MessageExchange &exchange) {
  if (!exchange.advance())
    return;
  // It may be started again before this returns. Whoever sees that nothing goes on sees the devices that can go on.
  exchange.finished();
  busy.fetch_sub(1, std::memory_order_acq_rel);
}

int MessageCommunicator::look(void **owners) {
  polls.store(polls.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
  if (group.hasFailed())
    return -1;
  const int count = transport.poll(owners, kMostOwners);
  if (count < 0)
    fail();
  return count;
}

void MessageCommunicator::note(void *const *owners, int count) {
  for (int i = 0; i < count; ++i)
    if (auto *exchange = static_cast<MessageExchange *>(owners[i]); exchange->noteMessage())
      complete(*exchange);
}

bool MessageCommunicator::poll(Looker who) {
  if (who != Looker::Passing)
    idleAt.store(ticks.load(std::memory_order_relaxed), std::memory_order_relaxed);
  if (who == Looker::AllIdle)
    allIdleAt.store(ticks.load(std::memory_order_relaxed), std::memory_order_relaxed);
  void *owners[kMostOwners];
  int count = 0;
  {
    std::unique_lock<std::mutex> lock(transportMutex, std::try_to_lock);
    if (!lock)
      return false;
    count = look(owners);
  }
  note(owners, count);
  return count > 0;
}

/// With the transport's lock held.
void MessageCommunicator::fail() {
  group.failUnlessKnown(
      absl::UnavailableError(absl::StrCat("rank ", group.rank(), ": ", transport.error(), ", ", describe())));
}

/// While all workers compute, messages go on here.
void MessageCommunicator::tick() {
  std::unique_lock<std::mutex> lock(mutex);
  uint64_t before = 0;
  int64_t checked = 0;
  auto begin = Clock::now();
  auto noteTime = [&] { ticks.store(1 + (Clock::now() - begin) / kTick, std::memory_order_relaxed); };
  while (!closing) {
    closed.wait_for(lock, kTick);
    while (!closing && isBusy() && polls.load(std::memory_order_relaxed) == before) {
      lock.unlock();
      poll(Looker::Passing);
      before = polls.load(std::memory_order_relaxed);
      noteTime();
      lock.lock();
      closed.wait_for(lock, kPollEvery);
    }
    before = polls.load(std::memory_order_relaxed);
    noteTime();
    if (const int64_t now = ticks.load(std::memory_order_relaxed); now - checked >= kDeadlineTicks) {
      checkDeadline(now);
      checked = now;
    }
  }
}

void MessageCommunicator::setProgram(const Executable *executable) {
  std::lock_guard<std::mutex> lock(mutex);
  program = executable;
  if (!executable)
    lastStep.store(-1, std::memory_order_relaxed);
}

bool MessageCommunicator::isRecent(const std::atomic<int64_t> &tick) const {
  return ticks.load(std::memory_order_relaxed) - tick.load(std::memory_order_relaxed) < kIdleTicks;
}

/// With the lock held. Messages may be under way for long that nobody waits for yet.
void MessageCommunicator::checkDeadline(int64_t now) {
  if (deadline <= Deadline::zero() || !isBusy() || group.hasFailed() || !isRecent(idleAt))
    return;
  for (const MessageExchange *exchange : exchanges) {
    const int64_t began = exchange->startedAt.load(std::memory_order_relaxed);
    if (began == 0 || (now - began) * Deadline(kTick) < deadline)
      continue;
    return group.stall(absl::DeadlineExceededError(absl::StrCat("rank ", group.rank(), " has waited ", deadline.count(),
                                                                " s (--deadline=SECONDS allows more) in ",
                                                                program ? describeStep(*program, exchange->step)
                                                                        : absl::StrCat("step ", exchange->step))),
                       exchange->plan.peers);
  }
}

std::string MessageCommunicator::describe() {
  std::lock_guard<std::mutex> lock(mutex);
  const int64_t step = lastStep.load(std::memory_order_relaxed);
  if (!program)
    return "runs no program";
  if (step < 0)
    return "has come to no collective";
  // With messages under way, it may compute as well.
  const char *what = !isBusy() ? "is behind " : isRecent(allIdleAt) ? "waits in " : "computes beside ";
  return absl::StrCat(what, describeStep(*program, static_cast<uint32_t>(step)));
}

} // namespace shardwright::runtime
