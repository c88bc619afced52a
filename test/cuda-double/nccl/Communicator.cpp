#include "test/cuda-double/nccl/Communicator.h"

#include "test/cuda-double/nccl/Faults.h"
#include "test/cuda-double/nccl/Reduce.h"

#include <cstring>
#include <unistd.h>

namespace shardwright::cudadouble {

namespace {

constexpr unsigned kPollMicroseconds = 100;

std::string messageName(const Communicator &comm, const std::string &key, int from, int to) {
  return comm.name + "." + key + "." + std::to_string(from) + "." + std::to_string(to);
}

class GroupWork : public ExternalWork {
public:
  explicit GroupWork(std::vector<Call> all) : calls(std::move(all)), comm(*calls.front().comm) {
    device = comm.device;
    name = calls.size() == 1 ? calls.front().describe() : "a group of " + std::to_string(calls.size()) + " NCCL calls";
    for (const Call &call : calls) {
      const uint64_t bytes = call.count * bytesOf(call.type), all = bytes * static_cast<uint64_t>(comm.size);
      if (call.kind != Call::Receive)
        reads.push_back({call.from, call.kind == Call::ReduceScatter ? all : bytes});
      if (call.kind != Call::Send)
        writes.push_back({call.to, call.kind == Call::AllGather ? all : bytes});
    }
  }

  void start() override {
    isAbsent = isStuck = false;
    parts.clear();
    int error = 0;
    switch (Faults::get().ofLaunch(comm.worldRank, error)) {
    case Faults::Launch::Absent:
      isAbsent = true;
      return;
    case Faults::Launch::Async:
      comm.state = static_cast<ncclResult_t>(error);
      comm.error = "a fault that was asked for";
      isStuck = true;
      return;
    case Faults::Launch::Good:
      break;
    }
    for (const Call &call : calls) {
      Part &part = parts.emplace_back();
      const uint64_t bytes = call.count * bytesOf(call.type);
      const std::string head = call.describe() + "\n";
      if (call.kind == Call::Send) {
        const auto peer = static_cast<size_t>(call.peer);
        comm.board.post(messageName(comm, "p" + std::to_string(comm.sent[peer]++), comm.rank, call.peer),
                        head + read(call.from, bytes));
      } else if (call.kind == Call::Receive) {
        const auto peer = static_cast<size_t>(call.peer);
        part.message = messageName(comm, "p" + std::to_string(comm.received[peer]++), call.peer, comm.rank);
      } else {
        part.number = ++comm.calls;
        part.exchange = std::make_unique<Exchange>(comm, "c" + std::to_string(part.number));
        const bool scatters = call.kind == Call::ReduceScatter;
        part.exchange->say(head + read(call.from, scatters ? bytes * static_cast<uint64_t>(comm.size) : bytes));
      }
    }
  }

  bool poll() override {
    if (comm.aborted)
      return true;
    if (isAbsent || isStuck)
      return false;
    bool isDone = true;
    for (Part &part : parts) {
      if (part.exchange)
        isDone = part.exchange->hear() && isDone;
      if (!part.message.empty() && !part.received)
        part.received = comm.board.take(part.message);
      isDone = isDone && (part.message.empty() || part.received);
    }
    if (!isDone)
      return false;
    for (size_t i = 0; i < calls.size(); ++i)
      finish(calls[i], parts[i]);
    return true;
  }

private:
  struct Part {
    std::unique_ptr<Exchange> exchange; ///< of a collective
    uint64_t number = 0;
    std::string message; ///< of a receive
    std::optional<std::string> received;
  };

  static std::string read(uint64_t address, uint64_t bytes) {
    const uint8_t *at = bytes ? shardwrightDoubleMemory(address, bytes) : nullptr;
    return at ? std::string(reinterpret_cast<const char *>(at), bytes) : std::string();
  }
  static void write(uint64_t address, const std::string &bytes) {
    if (uint8_t *at = bytes.empty() ? nullptr : shardwrightDoubleMemory(address, bytes.size()))
      std::memcpy(at, bytes.data(), bytes.size());
  }

  /// What another rank has said behind its head, which is to be `wanted`.
  std::string body(const std::string &said, const std::string &wanted, const std::string &mine, int from,
                   const std::string &where) const {
    const size_t end = said.find('\n');
    const std::string head = said.substr(0, end);
    if (head != wanted)
      shardwrightDoubleReport("nccl-mismatch", "communicator '" + comm.name + "', " + where + ": rank " +
                                                   std::to_string(comm.rank) + " calls " + mine + ", rank " +
                                                   std::to_string(from) + " " + head);
    return said.substr(end + 1);
  }

  void finish(const Call &call, Part &part) {
    if (call.kind == Call::Send)
      return;
    const std::string head = call.describe();
    if (call.kind == Call::Receive) {
      Call other = call;
      other.kind = Call::Send;
      other.peer = comm.rank;
      write(call.to, body(*part.received, other.describe(), head, call.peer, "a message"));
      return;
    }
    std::vector<std::string> all;
    for (int from = 0; from < comm.size; ++from)
      all.push_back(body(part.exchange->said[static_cast<size_t>(from)], head, head, from,
                         "collective " + std::to_string(part.number)));
    if (call.kind == Call::AllGather) {
      std::string out;
      for (const std::string &one : all)
        out += one;
      write(call.to, out);
      return;
    }
    const size_t bytes = call.count * bytesOf(call.type);
    const size_t first = call.kind == Call::ReduceScatter ? bytes * static_cast<size_t>(comm.rank) : 0;
    std::string sum = all.front().substr(first, bytes);
    for (size_t from = 1; from < all.size(); ++from)
      if (!reduce(call.type, call.reduction, reinterpret_cast<uint8_t *>(sum.data()),
                  reinterpret_cast<const uint8_t *>(all[from].data()) + first, call.count))
        shardwrightDoubleReport("unsupported", head + " is not known to the double");
    write(call.to, sum);
  }

  const std::vector<Call> calls;
  Communicator &comm;
  std::vector<Part> parts;
  bool isAbsent = false, isStuck = false;
};

} // namespace

ncclResult_t Communicator::beginBeside(std::function<bool()> job) {
  going = std::move(job);
  state = ncclInProgress;
  return ncclInProgress;
}

ncclResult_t Communicator::begin(std::function<bool()> job) {
  beginBeside(std::move(job));
  if (!blocking)
    return ncclInProgress;
  while (poll() == ncclInProgress)
    usleep(kPollMicroseconds);
  return state;
}

ncclResult_t Communicator::poll() {
  if (state == ncclInProgress && going && going()) {
    going = nullptr;
    if (state == ncclInProgress)
      state = ncclSuccess;
  }
  return state;
}

void Exchange::say(const std::string &bytes) {
  all[static_cast<size_t>(comm.rank)] = bytes;
  for (int to = 0; to < comm.size; ++to)
    if (to != comm.rank)
      comm.board.post(messageName(comm, key, comm.rank, to), bytes);
}

bool Exchange::hear() {
  bool isDone = true;
  for (int from = 0; from < comm.size; ++from) {
    std::optional<std::string> &one = all[static_cast<size_t>(from)];
    if (!one)
      one = comm.board.take(messageName(comm, key, from, comm.rank));
    isDone = isDone && one;
  }
  if (isDone && said.empty())
    for (std::optional<std::string> &one : all)
      said.push_back(*std::move(one));
  return isDone;
}

std::string Call::describe() const {
  constexpr const char *names[] = {"ncclAllReduce", "ncclReduceScatter", "ncclAllGather", "ncclSend", "ncclRecv"};
  std::string text = std::string(names[kind]) + " of " + std::to_string(count) + " " + nameOfType(type);
  if (kind == AllReduce || kind == ReduceScatter)
    text += std::string(", ") + nameOfReduction(reduction);
  if (kind == Send)
    text += " to rank " + std::to_string(peer);
  if (kind == Receive)
    text += " from rank " + std::to_string(peer);
  return text;
}

std::shared_ptr<ExternalWork> makeWork(std::vector<Call> calls) {
  return std::make_shared<GroupWork>(std::move(calls));
}

} // namespace shardwright::cudadouble
