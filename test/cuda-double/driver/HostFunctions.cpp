// Host functions: called on a thread of their own when their turn comes, as a driver calls them. What they write to
// pinned memory is seen by comparing it, what they read is not: of a copy that nothing orders before, they find 0xa5.
#include "test/cuda-double/driver/Api.h"

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>
#include <unistd.h>

namespace shardwright::cudadouble {

namespace {

constexpr int kExitStatus = 86;

thread_local bool isHostFunction = false;

/// Another handler of SIGSEGV for a while: the device's addresses are none of the host's.
class FaultHandler {
public:
  FaultHandler() {
    struct sigaction own = {};
    own.sa_sigaction = handle;
    own.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &own, &before);
  }
  ~FaultHandler() { sigaction(SIGSEGV, &before, nullptr); }

private:
  static void handle(int, siginfo_t *info, void *) {
    const auto address = reinterpret_cast<uint64_t>(info->si_addr);
    Driver &driver = Driver::get();
    const Allocation *its = isHostFunction ? driver.space.find(address) : nullptr;
    if (!its) { // not ours: again, and to the end
      signal(SIGSEGV, SIG_DFL);
      return;
    }
    driver.report("host-function", "memory",
                  "a host function accesses byte " + std::to_string(address - its->base) + " of " + its->name + " (" +
                      std::to_string(its->bytes) + " bytes), which is memory of the device");
    std::fflush(nullptr);
    _exit(kExitStatus);
  }
  struct sigaction before = {};
};

constexpr uint64_t kWord = 8;

/// Pinned memory, and what was in it.
struct Pinned {
  Allocation *its;
  std::vector<uint8_t> before;
};

bool hasChanged(const Pinned &memory, uint64_t at) {
  return std::memcmp(memory.its->data + at, memory.before.data() + at, std::min(kWord, memory.its->bytes - at)) != 0;
}

uint64_t nextChange(const Pinned &memory, uint64_t at) {
  while (at < memory.its->bytes && !hasChanged(memory, at))
    at = std::min(memory.its->bytes, at + kWord);
  return at;
}

} // namespace

bool isInHostFunction() { return isHostFunction; }

void Driver::runHostFunction(const Node &node, QueueId queue, Clock &clock, Context &context) {
  ++hostFunctions;
  time += 5000;
  const OperationId operation = order.newOperation(queue, "host function");
  checkSources(clock); // what copies that are over have read may change
  std::vector<Pinned> pinned;
  for (const auto &[base, its] : space.live())
    if (its->host)
      pinned.push_back({its.get(), std::vector<uint8_t>(its->data, its->data + its->bytes)});
  {
    FaultHandler handler;
    std::thread([&] {
      isHostFunction = true;
      node.hostFunction(node.hostData);
    }).join();
  }
  for (const Pinned &each : pinned)
    for (uint64_t at = 0; at < each.its->bytes;) {
      const uint64_t begin = nextChange(each, at);
      if (begin == each.its->bytes)
        break;
      for (at = begin; at < each.its->bytes && hasChanged(each, at);)
        at = std::min(each.its->bytes, at + kWord);
      if (!access(each.its->base + begin, at - begin, true, operation, clock, context))
        return;
    }
  clock.add(queue, operation);
}

} // namespace shardwright::cudadouble

using namespace shardwright::cudadouble;

DOUBLE_API cuLaunchHostFunc(CUstream handle, void (*function)(void *), void *data) {
  DOUBLE_CALL(CurrentContext);
  Stream *stream = call.driver.streamOf(handle);
  if (!stream || !function)
    return stream ? InvalidValue : InvalidHandle;
  if (stream->capture && stream->capture->graph->parent) {
    stream->capture->invalid = true;
    call.driver.report("host-function", "body",
                       "a host function in the body of a conditional node, which may hold none");
    return NotSupported;
  }
  Node node;
  node.kind = Node::HostFunction;
  node.hostFunction = function;
  node.hostData = data;
  return call.driver.enqueue(*stream, std::move(node));
}
