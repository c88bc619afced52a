// The state of the process's double: devices, streams, events, graphs, what was found. Api*.cpp are the functions over
// it.
#ifndef TEST_CUDA_DOUBLE_DRIVER_DRIVER_H
#define TEST_CUDA_DOUBLE_DRIVER_DRIVER_H

#include "test/cuda-double/driver/Hooks.h"
#include "test/cuda-double/driver/Routine.h"
#include "test/cuda-double/driver/Settings.h"
#include "test/cuda-double/driver/Types.h"
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Launch.h"

#include <deque>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <thread>
#include <unordered_set>

namespace shardwright::cudadouble {

/// A kernel launch, a copy, a fill, a library's routine, a function of the host or work that other processes take part
/// in: run at once, or kept in a graph. In a graph also a choice of what else runs.
struct Node {
  enum Kind : uint8_t { Kernel, Copy, Fill, External, Library, HostFunction, Empty, Conditional };
  enum ConditionalType : uint8_t { If, While, Switch }; // as cuda.h numbers them
  Kind kind = Empty;
  const LoadedFunction *function = nullptr;
  const LoadedModule *module = nullptr; // the function's, which a graph may outlive
  uint32_t grid[3] = {1, 1, 1}, block[3] = {1, 1, 1};
  uint64_t dynamicShared = 0;
  std::vector<uint8_t> parameters;
  uint64_t to = 0, from = 0, bytes = 0; // addresses of the device, or of the host
  bool toHost = false, fromHost = false;
  uint32_t value = 0;
  unsigned unit = 1; // bytes of the value
  std::shared_ptr<ExternalWork> external;
  uint64_t condition = 0; // the handle
  ConditionalType conditionalType = If;
  std::vector<std::shared_ptr<Graph>> bodies;
  std::shared_ptr<const Routine> routine;
  void (*hostFunction)(void *) = nullptr;
  void *hostData = nullptr;
  // In a graph: nodes before it, and the captured stream that it came from.
  std::vector<size_t> dependencies;
  size_t branch = 0;
  int device = 0;
};

/// A node as the program names it.
struct GraphNode {
  Graph *graph = nullptr;
  size_t position = 0;
};

struct Graph {
  std::vector<Node> nodes;
  size_t branches = 0;
  std::vector<QueueId> queues;                // of the branches, once it is instantiated
  Graph *parent = nullptr;                    // the graph with the conditional node that it is a body of
  Capture *capture = nullptr;                 // what adds to it
  size_t executables = 0;                     // what is made of it and not destroyed
  std::deque<GraphNode> named;                // nodes that the program has a handle of
  std::deque<std::vector<Graph *>> bodyLists; // what cuGraphAddNode has answered
};

/// The condition that a handle names.
struct Condition {
  const Graph *graph = nullptr; // that it was created for
  uint32_t initial = 0;
  bool hasInitial = false, hasNode = false;
};

/// Its value in a launch of the graph.
struct ConditionValue {
  uint32_t value = 0;
  bool isSet = false;
  uint64_t sets = 0;
  OperationId by = 0, readBy = 0; // that last set it, and read it
};

struct Capture {
  Graph *graph = nullptr;
  bool isIntoGraph = false; // that was there before, with `first` nodes
  size_t first = 0;
  Stream *origin = nullptr;
  std::vector<Stream *> streams;
  uint64_t number = 0; // of all captures
  int mode = 0;
  bool invalid = false;
  std::thread::id thread;
};

/// Something in a stream: goes on with it, and says whether it is done.
using Work = std::function<bool()>;

struct Stream {
  QueueId queue = 0;
  Clock clock; // of all that is in it
  bool nonBlocking = false;
  int device = 0;
  std::string name;
  Capture *capture = nullptr;
  std::vector<size_t> last;       // while it is captured: the nodes that the next one depends on
  std::vector<GraphNode *> named; // their handles, where they were asked for
  size_t branch = 0;
  std::deque<Work> pending; // behind work of another library that is not done yet
};

/// What cuEventRecord puts in a stream: done when the stream has come to it.
struct EventRecord {
  bool isDone = false;
  Clock clock;
  uint64_t time = 0;
};

struct Event {
  std::shared_ptr<EventRecord> last; // null: none outside captures
  bool recorded = false, timed = true;
  uint64_t queries = 0;
  int device = 0;
  Capture *capture = nullptr; // recorded in a capture: waiting for it joins the capture
  uint64_t captureNumber = 0;
  std::vector<size_t> nodes;
};

struct Context {
  int device = 0;
  int references = 0;
  int sticky = 0;
  Stream legacy; // the NULL stream
};

struct LoadedModule {
  int device = 0;
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
  Graph *source = nullptr;                   // that it was made of
  std::map<uint64_t, ConditionValue> values; // by handle
  Clock last;                                // of the launch before: one does not overlap itself
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
  int device() const override { return running; }
  std::unique_ptr<Block> &spareBlock(uint32_t threads) override { return spareBlocks[threads]; }

  /// An error that a request for faults wants of this call, or 0.
  int requestedFault(const std::string &what, const std::string &name);
  /// Puts NODE into STREAM: runs it, or adds it to the graph that the stream is captured to.
  int enqueue(Stream &stream, Node node);
  /// Puts WORK into STREAM, which begins with it at once where it waits for nothing.
  void submit(Stream &stream, Work work);
  /// The host waits for what has CLOCK.
  void hostWaits(const Clock &clock);
  /// Goes on with what streams wait for, of each other and of other processes; whether all of STREAM is done.
  bool advance(Stream &stream);
  void advanceAll();
  /// Waits until it is; or until something else is, for which DEVICE is at fault where it never comes.
  void finish(Stream &stream);
  void finish(const std::function<bool()> &isDone, const std::string &what, int device);
  /// What a new operation in STREAM is ordered after.
  Clock before(Stream &stream);
  int launchGraph(GraphExec &exec, Stream &stream);
  /// Copies FROM with all that is in it; VALUES gets its conditions.
  void instantiate(const Graph &from, Graph &to, std::map<uint64_t, ConditionValue> &values);
  void destroyGraph(Graph *graph);
  std::string setCondition(uint64_t handle, uint32_t value, OperationId operation, const Clock &before) override;
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
  std::map<uint64_t, Condition> conditions; // by handle
  uint64_t conditionNumber = 0, captureNumber = 0;
  GraphExec *launched = nullptr;           // while it runs
  uint64_t time = 0;                       // nanoseconds, of instructions and bytes
  uint64_t streamLaunches = 0, bodies = 0; // kernels outside graphs, bodies of conditional nodes
  uint64_t launches = 0, graphLaunches = 0, copies = 0, fills = 0, allocations = 0, hostFunctions = 0;
  std::map<std::string, KernelTotals> totals;
  std::map<std::string, RoutineTotals> routineTotals;
  uint64_t streamNumber = 0;
  size_t findings = 0;
  bool endsAtFinding = false; // one of several processes

private:
  Driver();
  /// Whether NODE is done, which has been started before where STARTED is not false.
  bool run(const Node &node, QueueId queue, Clock &clock, Context &context, bool &started);
  void startExternal(const Node &node, QueueId queue, Clock &clock, Context &context);
  /// How far a launch of a graph has come.
  struct NodeProgress {
    Clock clock;
    bool started = false, isDone = false;
  };
  struct GraphProgress {
    Clock begin, end;
    std::vector<NodeProgress> nodes;
    bool hasBegun = false;
  };
  bool advanceNode(GraphExec &exec, size_t number, GraphProgress &at);
  bool advanceGraph(GraphExec &exec, Stream &stream, GraphProgress &at);
  /// A body: all of it.
  Clock runGraph(GraphExec &exec, const Graph &graph, const Clock &begin, Context &context);
  void runConditional(GraphExec &exec, const Node &node, QueueId queue, Clock &clock, Context &context);
  void forgetGraph(Graph &graph);
  void runKernel(const Node &node, QueueId queue, Clock &clock, Context &context);
  void runCopy(const Node &node, QueueId queue, Clock &clock, Context &context);
  void runFill(const Node &node, QueueId queue, Clock &clock, Context &context);
  void runRoutine(const Routine &routine, QueueId queue, Clock &clock, Context &context);
  void runHostFunction(const Node &node, QueueId queue, Clock &clock, Context &context);
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
  int running = 0; // the device of the kernel that runs
  std::map<std::string, uint64_t> reported;
  std::vector<std::string> kinds;
};

/// Whether the thread runs a host function, which may not call the driver.
bool isInHostFunction();
/// The context that is current for the thread; null if there is none.
Context *&currentContext();

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_DRIVER_DRIVER_H
