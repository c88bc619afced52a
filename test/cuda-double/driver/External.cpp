// Work of other libraries, and streams that wait for it.
#include "test/cuda-double/driver/Hooks.h"

#include "test/cuda-double/driver/Api.h"

#include <chrono>
#include <cstdio>
#include <unistd.h>

namespace shardwright::cudadouble {

namespace {

constexpr std::chrono::seconds kMostWait{60};
constexpr unsigned kPollMicroseconds = 100;

} // namespace

void Driver::submit(Stream &stream, Work work) {
  if (!stream.pending.empty() || !work())
    stream.pending.push_back(std::move(work));
}

void Driver::advanceAll() {
  for (bool moves = true; moves;) {
    moves = false;
    for (const auto &stream : streams)
      while (!stream->pending.empty() && stream->pending.front()()) {
        stream->pending.pop_front();
        moves = true;
      }
  }
}

bool Driver::advance(Stream &stream) {
  if (!stream.pending.empty())
    advanceAll();
  while (!stream.pending.empty() && stream.pending.front()()) // the NULL stream is none of them
    stream.pending.pop_front();
  return stream.pending.empty();
}

void Driver::finish(Stream &stream) {
  finish([&] { return advance(stream); }, stream.name, stream.device);
}

void Driver::finish(const std::function<bool()> &isDone, const std::string &what, int device) {
  const auto until = std::chrono::steady_clock::now() + kMostWait;
  while (!isDone()) {
    if (std::chrono::steady_clock::now() > until) {
      report("deadlock", what, what + " waits for other devices or processes, and the host for it");
      for (const auto &stream : streams)
        stream->pending.clear();
      contexts[static_cast<size_t>(device)]->sticky = LaunchTimeout;
      return;
    }
    usleep(kPollMicroseconds);
  }
}

void Driver::startExternal(const Node &node, QueueId queue, Clock &clock, Context &context) {
  ExternalWork &work = *node.external;
  const OperationId operation = order.newOperation(queue, work.name);
  auto check = [&](const ExternalWork::Range &range, bool write) {
    Allocation *its = range.bytes ? access(range.address, range.bytes, write, operation, clock, context) : nullptr;
    uint64_t unwritten;
    if (its && its->device != work.device)
      report("wrong-device", work.name,
             work.name + " of device " + std::to_string(work.device) + " is given " + its->name + " of device " +
                 std::to_string(its->device));
    if (its && !write && !written(its->shadow, range.address - its->base, range.bytes, unwritten))
      report("unwritten", work.name + its->name,
             work.name + " reads byte " + std::to_string(unwritten) + " of " + its->name + " (" +
                 std::to_string(its->bytes) + " bytes), which nobody has written");
  };
  for (const ExternalWork::Range &range : work.reads)
    check(range, false);
  for (const ExternalWork::Range &range : work.writes)
    check(range, true);
  clock.add(queue, operation);
  if (!context.sticky)
    work.start();
}

} // namespace shardwright::cudadouble

using namespace shardwright::cudadouble;

int shardwrightDoubleEnqueue(CUstream handle, const std::shared_ptr<ExternalWork> &work) {
  Call call("shardwrightDoubleEnqueue");
  if (call.error)
    return call.error;
  call.driver.endsAtFinding = true;
  Stream *stream = call.driver.streamOf(handle);
  if (!stream)
    return InvalidHandle;
  if (stream->device != work->device)
    return InvalidContext;
  Node node;
  node.kind = Node::External;
  node.external = work;
  return call.driver.enqueue(*stream, std::move(node));
}

uint8_t *shardwrightDoubleMemory(uint64_t address, uint64_t bytes) {
  Driver &driver = Driver::get();
  std::lock_guard<std::recursive_mutex> lock(driver.mutex);
  Allocation *its = driver.space.find(address);
  return its && its->holds(address, bytes) ? its->data + (address - its->base) : nullptr;
}

void shardwrightDoubleReport(const std::string &kind, const std::string &text) {
  Driver &driver = Driver::get();
  std::lock_guard<std::recursive_mutex> lock(driver.mutex);
  driver.endsAtFinding = true;
  driver.report(kind, text, text);
}

int shardwrightDoubleDevice() {
  Context *context = currentContext();
  return context ? context->device : -1;
}

std::string shardwrightDoublePciBus(int device) {
  if (device < 0 || device >= Driver::get().settings.devices)
    return "";
  char text[32];
  std::snprintf(text, sizeof text, "0000:%02x:00.0",
                0x10 + static_cast<unsigned>(Driver::get().settings.visible[static_cast<size_t>(device)]));
  return text;
}

DOUBLE_API cuDeviceGetPCIBusId(char *text, int length, CUdevice device) {
  DOUBLE_CALL(Initialized);
  const std::string bus = shardwrightDoublePciBus(device);
  if (!text || length <= 0)
    return InvalidValue;
  if (bus.empty())
    return InvalidDevice;
  std::snprintf(text, static_cast<size_t>(length), "%s", bus.c_str());
  return Success;
}
