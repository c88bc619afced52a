// Findings, copies and fills, the host's clock, what happens at exit.
#include "test/cuda-double/driver/Driver.h"

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <unistd.h>

namespace shardwright::cudadouble {

namespace {

constexpr int kExitStatus = 86;

std::string hexadecimal(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

uint64_t hashOf(const void *data, uint64_t bytes) {
  const uint8_t *at = static_cast<const uint8_t *>(data);
  uint64_t hash = 0x9e3779b97f4a7c15;
  for (; bytes >= 8; bytes -= 8, at += 8) {
    uint64_t word;
    std::memcpy(&word, at, 8);
    hash = (hash ^ word) * 0xff51afd7ed558ccd;
    hash ^= hash >> 29;
  }
  for (; bytes; --bytes, ++at)
    hash = (hash ^ *at) * 0x100000001b3;
  return hash;
}

void fillBytes(uint8_t *to, const Node &node) {
  for (uint64_t at = 0; at < node.bytes; at += node.unit)
    std::memcpy(to + at, &node.value, node.unit);
}

// Copies and fills: one agent, ordered by clocks alone.
class CopyOrdering : public Ordering {
public:
  CopyOrdering(Clocks &clocks, const Clock &before, OperationId mine) : clocks(clocks), before(before), mine(mine) {}
  bool ordered(Record record, uint32_t) const override {
    return operationOf(record) == mine || clocks.ordered(operationOf(record), before);
  }
  bool operationOrdered(OperationId operation) const override {
    return operation != mine && clocks.ordered(operation, before);
  }
  Record merged(Record old, Record) override {
    if (operationOf(old) == mine)
      return old;
    return makeRecord(clocks.readersWith(operationOf(old), mine), 0, 0, RecordKind::ManyInLaunch, 0, 0);
  }

private:
  Clocks &clocks;
  const Clock &before;
  OperationId mine;
};

} // namespace

Context *&currentContext() {
  thread_local Context *current = nullptr;
  return current;
}

Driver &Driver::get() {
  // Never destroyed: threads of the program may call while it ends.
  static Driver *driver = new Driver;
  return *driver;
}

Driver::Driver() : settings(settingsOfEnvironment()) {
  if (!settings.wrong.empty())
    report("settings", "settings", settings.wrong);
  for (int device = 0; device < settings.devices; ++device) {
    contexts.push_back(std::make_unique<Context>());
    contexts.back()->device = device;
    Stream &legacy = contexts.back()->legacy;
    legacy.device = device;
    legacy.name = "the NULL stream";
    legacy.queue = order.newQueue(legacy.name);
  }
}

void Driver::report(const std::string &kind, const std::string &key, const std::string &text) {
  if (settings.ignored.count(kind))
    return;
  ++findings;
  uint64_t &count = reported[kind + ":" + key];
  if (++count == 1) {
    std::fprintf(stderr, "cuda-double: %s: %s\n", kind.c_str(), text.c_str());
    kinds.push_back(kind);
  }
  if (endsAtFinding) {
    std::fflush(nullptr);
    _exit(kExitStatus);
  }
}

int Driver::requestedFault(const std::string &what, const std::string &name) {
  for (FaultRequest &fault : settings.faults)
    if (fault.what == what && (fault.name == name || fault.name == "*" || fault.name.empty()) &&
        ++fault.seen == fault.at)
      return fault.error ? fault.error : what == "alloc" ? OutOfMemory : LaunchFailed;
  return 0;
}

Stream *Driver::streamOf(CUstream handle) {
  Context *context = currentContext();
  // NULL, CU_STREAM_LEGACY and CU_STREAM_PER_THREAD, which the double takes for the legacy one.
  if (reinterpret_cast<uintptr_t>(handle) <= 2)
    return context ? &context->legacy : nullptr;
  if (!handles.count(handle)) {
    report("handle", "stream", "a stream is used that was destroyed or never created");
    return nullptr;
  }
  return handle;
}

Clock Driver::before(Stream &stream) {
  Clock clock = stream.clock;
  clock.join(host);
  Stream &legacy = contexts[static_cast<size_t>(stream.device)]->legacy;
  if (&stream == &legacy) { // it waits for all streams that do not opt out, and they for it
    for (const auto &each : streams)
      if (!each->nonBlocking && each->device == stream.device)
        clock.join(each->clock);
  } else if (!stream.nonBlocking) {
    clock.join(legacy.clock);
  }
  return clock;
}

int Driver::enqueue(Stream &stream, Node node) {
  if (stream.capture) {
    Graph &graph = *stream.capture->graph;
    node.dependencies = stream.last;
    node.branch = stream.branch;
    node.device = stream.device;
    graph.nodes.push_back(std::move(node));
    stream.last = {graph.nodes.size() - 1};
    return Success;
  }
  Context &context = *contexts[static_cast<size_t>(stream.device)];
  if (!stream.nonBlocking)
    for (const auto &each : captures)
      if (!each->invalid && &stream == &context.legacy && !each->origin->nonBlocking) {
        each->invalid = true;
        report("capture", "implicit", "work in the NULL stream while a stream that it waits for is captured");
        return CaptureImplicit;
      }
  streamLaunches += node.kind == Node::Kernel;
  submit(stream, [this, &stream, &context, node = std::move(node), clock = Clock(), started = false]() mutable {
    if (!started)
      clock = before(stream);
    if (!run(node, stream.queue, clock, context, started))
      return false;
    stream.clock.join(clock);
    return true;
  });
  return Success;
}

bool Driver::run(const Node &node, QueueId queue, Clock &clock, Context &context, bool &started) {
  if (context.sticky)
    return true;
  if (started)
    return node.external->poll();
  if (order.size() + 1000 > kMaxOperations) {
    report("limit", "operations", "more operations than the double can tell apart");
    context.sticky = LaunchFailed;
    return true;
  }
  if (!deliveries.empty() && (node.kind == Node::Kernel || node.kind == Node::HostFunction || node.fromHost))
    deliver(clock); // what it may read there
  switch (node.kind) {
  case Node::Kernel:
    runKernel(node, queue, clock, context);
    break;
  case Node::Copy:
    runCopy(node, queue, clock, context);
    break;
  case Node::Fill:
    runFill(node, queue, clock, context);
    break;
  case Node::Library:
    runRoutine(*node.routine, queue, clock, context);
    break;
  case Node::HostFunction:
    runHostFunction(node, queue, clock, context);
    break;
  case Node::External:
    startExternal(node, queue, clock, context);
    started = true;
    return context.sticky || node.external->poll();
  case Node::Empty:
  case Node::Conditional: // see runConditional()
    break;
  }
  return true;
}

void Driver::runKernel(const Node &node, QueueId queue, Clock &clock, Context &context) {
  if (!handles.count(node.module)) {
    report("handle", "graph", "a graph launches a kernel of a module that was unloaded");
    context.sticky = InvalidHandle;
    return;
  }
  const cudadouble::Kernel &kernel = node.function->kernel;
  ++launches;
  if (int fault = requestedFault("launch", kernel.name)) {
    context.sticky = fault;
    return;
  }
  OperationId operation = order.newOperation(queue, "kernel '" + kernel.name + "'");
  running = context.device;
  Launch launch(*this, kernel, node.grid, node.block, node.dynamicShared, node.parameters.data(), operation, clock);
  int error = launch.run();
  KernelTotals &total = totals[kernel.name];
  ++total.launches;
  const LaunchStatistics &its = launch.statistics;
  LaunchStatistics &sums = total.sums;
  sums.threads += its.threads;
  sums.warpInstructions += its.warpInstructions;
  sums.threadInstructions += its.threadInstructions;
  sums.bytesRead += its.bytesRead;
  sums.bytesWritten += its.bytesWritten;
  sums.sectorsRead += its.sectorsRead;
  sums.sectorsWritten += its.sectorsWritten;
  sums.sharedAccesses += its.sharedAccesses;
  sums.sharedWavefronts += its.sharedWavefronts;
  sums.sharedWavefrontsNeeded += its.sharedWavefrontsNeeded;
  time += 2000 + its.warpInstructions;
  clock.add(queue, operation);
  if (error)
    context.sticky = error;
}

Allocation *Driver::access(uint64_t address, uint64_t bytes, bool write, OperationId operation, const Clock &clock,
                           Context &context) {
  Allocation *its = space.find(address);
  if (!its || !its->holds(address, bytes)) {
    report("out-of-bounds", order.describe(operation) + hexadecimal(address),
           order.describe(operation) + ": illegal " + (write ? "write" : "read") + " of " + std::to_string(bytes) +
               " bytes at " + hexadecimal(address) + ": " +
               (its ? std::to_string(its->base + its->bytes - address) + " bytes are left of " + its->name + " (" +
                          std::to_string(its->bytes) + " bytes at " + hexadecimal(its->base) + ")"
                    : space.describe(address)));
    context.sticky = context.sticky ? context.sticky : InvalidValue;
    return nullptr;
  }
  Agent agent;
  CopyOrdering ordering(order, clock, operation);
  agent.self = makeRecord(operation, 0, 0, RecordKind::Plain, 0, 0);
  agent.limit = Record(order.firstUnordered(clock)) << kOperationShift;
  agent.first = Record(operation) << kOperationShift;
  agent.manyInWarp = agent.manyInBlock = agent.manyInLaunch = agent.self;
  agent.ordering = &ordering;
  Conflict conflict;
  uint64_t offset = address - its->base;
  its->shadow.fit(offset, bytes);
  note(its->shadow, offset, bytes, write ? Access::Write : Access::Read, 0, agent, conflict);
  if (!its->host && its->device != context.device)
    report("wrong-device", order.describe(operation) + its->name,
           order.describe(operation) + " of device " + std::to_string(context.device) + " " +
               (write ? "writes " : "reads ") + its->name + " of device " + std::to_string(its->device));
  if (conflict.hazard == Hazard::None || conflict.hazard == Hazard::Unwritten)
    return its;
  report("stream-hazard", order.describe(operation) + order.describe(operationOf(conflict.other)),
         order.describe(operation) + " " + (write ? "writes" : "reads") + " byte " + std::to_string(conflict.offset) +
             " of " + its->name + " (" + std::to_string(its->bytes) + " bytes at " + hexadecimal(its->base) + "), " +
             (conflict.hazard == Hazard::WriteAfterRead ? "read by " : "written by ") +
             order.describe(operationOf(conflict.other)) + ", and no event or synchronisation orders the two");
  return its;
}

void Driver::runCopy(const Node &node, QueueId queue, Clock &clock, Context &context) {
  ++copies;
  time += 1000 + node.bytes / 1000;
  const char *name = node.fromHost ? "copy to the device" : node.toHost ? "copy to the host" : "copy";
  OperationId operation = order.newOperation(queue, name);
  // Pinned memory is an allocation too; other memory of the host is the program's own.
  Allocation *from = nullptr, *to = nullptr;
  if (!node.fromHost || space.find(node.from))
    if (from = access(node.from, node.bytes, false, operation, clock, context); !from)
      return;
  if (from && !node.toHost)
    if (Allocation *its = space.find(node.to)) // what is not written is carried along to the byte
      its->shadow.fit(0, uint64_t(1) << from->shadow.shift);
  if (!node.toHost || space.find(node.to))
    if (to = access(node.to, node.bytes, true, operation, clock, context); !to)
      return;
  const uint8_t *source = from ? from->data + (node.from - from->base) : reinterpret_cast<const uint8_t *>(node.from);
  uint64_t unwritten;
  if (from && (!to || to->host) && !from->host && !written(from->shadow, node.from - from->base, node.bytes, unwritten))
    report("unwritten", name + from->name,
           std::string(name) + " of " + std::to_string(node.bytes) + " bytes at byte " +
               std::to_string(node.from - from->base) + " of " + from->name + " (" + std::to_string(from->bytes) +
               " bytes at " + hexadecimal(from->base) + ") reads byte " + std::to_string(unwritten) +
               ", which nobody has written");
  if (node.toHost && to) { // pinned: the bytes are there when the host has waited for them
    uint8_t *host = to->data + (node.to - to->base);
    checkSources(clock); // what copies before it have read, it may change
    deliveries.push_back({host, std::vector<uint8_t>(source, source + node.bytes), queue, operation});
    std::memset(host, 0xa5, node.bytes);
  } else {
    std::memmove(to ? to->data + (node.to - to->base) : reinterpret_cast<uint8_t *>(node.to), source, node.bytes);
    if (to && from && !from->host)
      copyWritten(from->shadow, node.from - from->base, to->shadow, node.to - to->base, node.bytes);
  }
  if (node.fromHost && from)
    sources.push_back({source, node.bytes, hashOf(source, node.bytes), queue, operation});
  clock.add(queue, operation);
}

void Driver::runFill(const Node &node, QueueId queue, Clock &clock, Context &context) {
  ++fills;
  time += 1000 + node.bytes / 1000;
  OperationId operation = order.newOperation(queue, "fill");
  // All of an allocation that nobody has touched: one record, and zeros are there already.
  Allocation *to = space.find(node.to);
  if (to && to->base == node.to && to->bytes == node.bytes && to->shadow.untouched) {
    to->shadow.whole = makeRecord(operation, 0, 0, RecordKind::Plain, 0, 0);
    to->shadow.untouched = false;
    if (node.value)
      fillBytes(to->data, node);
    clock.add(queue, operation);
    return;
  }
  to = access(node.to, node.bytes, true, operation, clock, context);
  if (!to)
    return;
  fillBytes(to->data + (node.to - to->base), node);
  clock.add(queue, operation);
}

void Driver::hostWaits(const Clock &clock) {
  host.join(clock);
  if (!sources.empty())
    checkSources(host);
  if (!deliveries.empty())
    deliver(host);
}

void Driver::checkSources(const Clock &covered) {
  for (auto each = sources.begin(); each != sources.end();) {
    bool gone = !space.find(reinterpret_cast<uint64_t>(each->from));
    if (!gone && hashOf(each->from, each->bytes) != each->hash) {
      report("host-write", order.describe(each->operation),
             "the host has changed memory that the " + order.describe(each->operation) + " reads (" +
                 std::to_string(each->bytes) + " bytes at " + hexadecimal(reinterpret_cast<uint64_t>(each->from)) +
                 ") before it had waited for it");
      gone = true;
    }
    each = gone || covered[each->queue] >= each->operation ? sources.erase(each) : std::next(each);
  }
}

// To the host's memory, what is ordered before whoever reads there next: the host, or an operation with the clock
// BEFORE.
void Driver::deliver(const Clock &before) {
  for (auto each = deliveries.begin(); each != deliveries.end();) {
    if (before[each->queue] < each->operation) {
      ++each;
      continue;
    }
    if (!sources.empty()) {
      checkSources(host);
      const uint8_t *to = static_cast<const uint8_t *>(each->to);
      sources.remove_if([&](const Source &source) {
        const uint8_t *from = static_cast<const uint8_t *>(source.from);
        return from < to + each->bytes.size() && to < from + source.bytes;
      });
    }
    if (space.find(reinterpret_cast<uint64_t>(each->to)))
      std::memcpy(each->to, each->bytes.data(), each->bytes.size());
    each = deliveries.erase(each);
  }
}

int Driver::forbiddenInCapture(const char *function) {
  for (const auto &each : captures) {
    // Relaxed captures permit what others forbid; those of one thread concern its own calls.
    if (each->mode == 2 || (each->mode == 1 && each->thread != std::this_thread::get_id()))
      continue;
    each->invalid = true;
    report("capture", function, std::string(function) + " while " + each->origin->name + " is captured");
    return CaptureUnsupported;
  }
  return 0;
}

void Driver::writeStatistics() {
  std::FILE *file = std::fopen(settings.statisticsFile.c_str(), "w");
  if (!file) {
    report("settings", "statistics", "the statistics file '" + settings.statisticsFile + "' cannot be written");
    return;
  }
  auto number = [](uint64_t value) { return static_cast<unsigned long long>(value); };
  std::fprintf(
      file,
      "{\"launches\": %llu, \"stream_launches\": %llu, \"graph_launches\": %llu, \"bodies\": %llu, \"copies\": %llu, "
      "\"fills\": %llu, \"allocations\": %llu, \"host_functions\": %llu, \"findings\": %llu, \"kernels\": [",
      number(launches), number(streamLaunches), number(graphLaunches), number(bodies), number(copies), number(fills),
      number(allocations), number(hostFunctions), number(findings));
  const char *separator = "\n";
  for (const auto &[name, total] : totals) {
    const LaunchStatistics &its = total.sums;
    std::fprintf(file,
                 "%s  {\"name\": \"%s\", \"launches\": %llu, \"threads\": %llu, \"warp_instructions\": %llu, "
                 "\"thread_instructions\": %llu, \"bytes_read\": %llu, "
                 "\"bytes_written\": %llu, \"sector_bytes_read\": %llu, \"sector_bytes_written\": %llu, "
                 "\"shared_accesses\": %llu, \"shared_wavefronts\": %llu, "
                 "\"shared_wavefronts_needed\": %llu}",
                 separator, name.c_str(), number(total.launches), number(its.threads), number(its.warpInstructions),
                 number(its.threadInstructions), number(its.bytesRead), number(its.bytesWritten),
                 number(32 * its.sectorsRead), number(32 * its.sectorsWritten), number(its.sharedAccesses),
                 number(its.sharedWavefronts), number(its.sharedWavefrontsNeeded));
    separator = ",\n";
  }
  std::fprintf(file, "\n], \"routines\": [");
  separator = "\n";
  for (const auto &[name, total] : routineTotals) {
    std::fprintf(file, "%s  {\"name\": \"%s\", \"launches\": %llu, \"bytes_read\": %llu, \"bytes_written\": %llu}",
                 separator, name.c_str(), number(total.launches), number(total.bytesRead), number(total.bytesWritten));
    separator = ",\n";
  }
  std::fprintf(file, "\n]}\n");
  std::fclose(file);
}

void Driver::atExit() {
  std::lock_guard<std::recursive_mutex> lock(mutex);
  bool failed = std::any_of(contexts.begin(), contexts.end(), [](const auto &context) { return context->sticky != 0; });
  if (!failed)
    for (const auto &[base, it] : space.live())
      if (it->name.rfind("allocation", 0) == 0 || it->host)
        report("leak", it->name,
               it->name + " (" + std::to_string(it->bytes) + " bytes at " + hexadecimal(base) + ") was never freed");
  if (!settings.statisticsFile.empty())
    writeStatistics();
  if (findings == 0)
    return;
  std::fprintf(stderr, "cuda-double: %zu finding%s; the process ends with status %d\n", reported.size(),
               reported.size() == 1 ? "" : "s", kExitStatus);
  std::fflush(nullptr);
  _exit(kExitStatus);
}

namespace {

// Runs after the destructors of the program's own objects, which may still free what they hold.
__attribute__((destructor)) void endOfProcess() { Driver::get().atExit(); }

} // namespace

} // namespace shardwright::cudadouble
