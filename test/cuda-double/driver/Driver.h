// The state of the process's double: devices, streams, events, graphs, what was found. Api*.cpp are the functions over
// it.
#ifndef TEST_CUDA_DOUBLE_DRIVER_DRIVER_H
#define TEST_CUDA_DOUBLE_DRIVER_DRIVER_H

#include "test/cuda-double/driver/Routine.h"
#include "test/cuda-double/driver/Settings.h"
#include "test/cuda-double/driver/Types.h"
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Launch.h"

#include <list>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_set>

namespace shardwright::cudadouble {

/// A kernel launch, a copy, a fill or a library's routine: run at once, or kept in a graph.
struct Node {
  enum Kind : uint8_t { Kernel, Copy, Fill, Library, Empty };
  Kind kind = Empty;
  const LoadedFunction *function = nullptr;
  const LoadedModule *module = nullptr; // the function's, which a graph may outlive
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint64_t dynamicShared = 0;
  std::vector<uint8_t> parameters;
  uint64_t to = 0, from = 0, bytes = 0; // addresses of the device, or of the host
  bool toHost = false, fromHost = false;
  uint8_t value = 0;
  std::shared_ptr<const Routine> routine;
  // In a graph: nodes before it, and the captured stream that it came from.
  std::vector<size_t> dependencies;
  size_t branch = 0;
};

struct Graph {
  std::vector<Node> nodes;
  size_t branches = 0;
};

struct Capture {
  Graph *graph = nullptr;
  Stream *origin = nullptr;
  std::vector<Stream *> streams;
  int mode = 0;
  bool invalid = false;
  std::thread::id thread;
};

struct Stream {
  QueueId queue = 0;
  Clock clock; // of all that is in it
  bool nonBlocking = false;
  int device = 0;
  std::string name;
  Capture *capture = nullptr;
  std::vector<size_t> last; // while it is captured: the nodes that the next one depends on
  size_t branch = 0;
};

struct Event {
  Clock clock;
  bool recorded = false, timed = true;
  uint64_t time = 0, queries = 0;
  Capture *capture = nullptr; // recorded in a capture: waiting for it joins the capture
  std::vector<size_t> nodes;
};

struct Context {
  int device = 0;
  int references = 0;
  int sticky = 0;
  Stream legacy; // the NULL stream
};

struct LoadedModule {
  Module parsed;
  VariableAddresses addresses;
  std::vector<Allocation *> variables;
  std::map<std::string, std::unique_ptr<LoadedFunction>> functions;
};

struct LoadedFunction {
  cudadouble::Kernel kernel;
  LoadedModule *module = nullptr;
};

struct GraphExec {
  Graph graph;
  std::vector<QueueId> queues; // of the branches
  Clock last;                  // of the launch before: one does not overlap itself
};

struct KernelTotals {
  uint64_t launches = 0;
  LaunchStatistics sums;
};

struct RoutineTotals {
  uint64_t launches = 0, bytesRead = 0, bytesWritten = 0;
};

class Driver final : public Machine {
public:
  static Driver &get();

  AddressSpace &memory() override { return space; }
  Clocks &clocks() override { return order; }
  void report(const std::string &kind, const std::string &key, const std::string &text) override;
  uint64_t instructionLimit() const override { return settings.instructionLimit; }
  bool countsSectors() const override { return !settings.statisticsFile.empty(); }
  uint32_t multiprocessors() const override { return 132; }
  std::unique_ptr<Block> &spareBlock(uint32_t threads) override { return spareBlocks[threads]; }

  /// An error that a request for faults wants of this call, or 0.
  int requestedFault(const std::string &what, const std::string &name);
  /// Puts NODE into STREAM: runs it, or adds it to the graph that the stream is captured to.
  int enqueue(Stream &stream, Node node);
  /// The host waits for what has CLOCK.
  void hostWaits(const Clock &clock);
  /// What a new operation in STREAM is ordered after.
  Clock before(Stream &stream);
  int launchGraph(GraphExec &exec, Stream &stream);
  Stream *streamOf(CUstream handle);
  int load(const void *image, std::string &log, LoadedModule *&module);
  void unload(LoadedModule *module);
  int function(LoadedModule &module, const std::string &name, LoadedFunction *&found);
  /// What a call does to captures that it is not permitted beside; 0 if there is none.
  int forbiddenInCapture(const char *function);
  void atExit();

  std::recursive_mutex mutex;
  Settings settings;
  AddressSpace space;
  Clocks order;
  bool initialized = false;
  Clock host;
  std::vector<std::unique_ptr<Context>> contexts;
  std::list<std::unique_ptr<Stream>> streams;
  std::unordered_set<const void *> handles; // live streams, events, modules, graphs
  std::list<std::unique_ptr<Capture>> captures;
  std::unordered_set<uint64_t> freedHost;
  uint64_t time = 0; // nanoseconds, of instructions and bytes
  uint64_t launches = 0, graphLaunches = 0, copies = 0, fills = 0, allocations = 0;
  std::map<std::string, KernelTotals> totals;
  std::map<std::string, RoutineTotals> routineTotals;
  uint64_t streamNumber = 0;
  size_t findings = 0;

private:
  Driver();
  void run(const Node &node, QueueId queue, Clock &clock, Context &context);
  void runKernel(const Node &node, QueueId queue, Clock &clock, Context &context);
  void runCopy(const Node &node, QueueId queue, Clock &clock, Context &context);
  void runFill(const Node &node, QueueId queue, Clock &clock, Context &context);
  void runRoutine(const Routine &routine, QueueId queue, Clock &clock, Context &context);
  /// Notes the access of a range by a copy, and reports what is wrong with it. Null: not within one allocation.
  Allocation *access(uint64_t address, uint64_t bytes, bool write, OperationId operation, const Clock &before,
                     Context &context);
  int allocateVariables(LoadedModule &module, PtxError &error);
  void checkSources(const Clock &covered);
  void deliver(const Clock &before);
  void writeStatistics();

  // Host memory that a copy will have written when the host has waited for it.
  struct Delivery {
    void *to;
    std::vector<uint8_t> bytes;
    QueueId queue;
    OperationId operation;
  };
  // Host memory that a copy reads: it may not change before the host has waited for it.
  struct Source {
    const void *from;
    uint64_t bytes, hash;
    QueueId queue;
    OperationId operation;
  };
  std::list<Delivery> deliveries;
  std::list<Source> sources;
  std::map<uint32_t, std::unique_ptr<Block>> spareBlocks;
  std::map<std::string, uint64_t> reported;
  std::vector<std::string> kinds;
};

/// The context that is current for the thread; null if there is none.
Context *&currentContext();

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_DRIVER_DRIVER_H
