// Routines of other libraries' doubles.
#include "test/cuda-double/driver/Api.h"
#include "test/cuda-double/driver/Routine.h"

using namespace shardwright::cudadouble;

namespace {

class DriverServices final : public Services {
public:
  int fault(const char *function) override {
    std::lock_guard<std::recursive_mutex> lock(Driver::get().mutex);
    return Driver::get().requestedFault("call", function);
  }
  void report(const std::string &kind, const std::string &key, const std::string &text) override {
    std::lock_guard<std::recursive_mutex> lock(Driver::get().mutex);
    Driver::get().report(kind, key, text);
  }
  int enqueue(Routine routine, Stream *handle) override {
    Call call("a routine");
    if (call.error)
      return call.error;
    Stream *stream = call.driver.streamOf(handle);
    if (!stream)
      return InvalidHandle;
    Node node;
    node.kind = Node::Library;
    node.routine = std::make_shared<const Routine>(std::move(routine));
    if (int error = call.driver.enqueue(*stream, std::move(node)))
      return error;
    return call.context->sticky;
  }
};

} // namespace

namespace shardwright::cudadouble {

void Driver::runRoutine(const Routine &routine, QueueId queue, Clock &clock, Context &context) {
  RoutineTotals &total = routineTotals[routine.name];
  ++total.launches;
  OperationId operation = order.newOperation(queue, routine.name);
  for (const Range &range : routine.reads) {
    const Allocation *its = access(range.address, range.bytes, false, operation, clock, context);
    if (!its)
      return;
    total.bytesRead += range.bytes;
    uint64_t unwritten;
    if (!its->host && !written(its->shadow, range.address - its->base, range.bytes, unwritten))
      report("unwritten", routine.name + its->name,
             order.describe(operation) + " reads byte " + std::to_string(unwritten) + " of " + its->name + " (" +
                 std::to_string(its->bytes) + " bytes), which nobody has written");
  }
  for (const Range &range : routine.writes) {
    if (!access(range.address, range.bytes, true, operation, clock, context))
      return;
    total.bytesWritten += range.bytes;
  }
  routine.compute([&](uint64_t address) {
    Allocation *its = space.find(address);
    return its->data + (address - its->base);
  });
  time += 2000 + (total.bytesRead + total.bytesWritten) / 1000;
  clock.add(queue, operation);
}

} // namespace shardwright::cudadouble

extern "C" __attribute__((visibility("default"))) Services *cuDoubleServices() {
  static DriverServices services;
  return &services;
}
