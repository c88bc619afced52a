// Which operations of the device are ordered before which: vector clocks over streams, the host, and branches of
// graphs.
//
// Every kernel launch, copy and fill is an operation with a number that grows. Operations of one queue (a stream, the
// host, a branch of a captured graph) are ordered among each other; a clock says, for each queue, up to which of its
// operations something is ordered after.
#ifndef TEST_CUDA_DOUBLE_MEMORY_CLOCKS_H
#define TEST_CUDA_DOUBLE_MEMORY_CLOCKS_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::cudadouble {

using QueueId = uint32_t;
using OperationId = uint32_t;

/// For each queue, the last operation that is ordered before; 0 for none.
class Clock {
public:
  OperationId operator[](QueueId queue) const { return queue < last.size() ? last[queue] : 0; }
  void add(QueueId queue, OperationId operation);
  void join(const Clock &other);
  /// Whether all that is ordered before whoever has OTHER is ordered before whoever has this one.
  bool covers(const Clock &other) const;

private:
  std::vector<OperationId> last;
};

struct Operation {
  QueueId queue = 0;
  OperationId launch = 0; // the operation that this is another number of: eras of a launch, sets of readers
  uint32_t era = 0;
  uint32_t name = 0;                // index of Clocks::names
  std::vector<OperationId> readers; // of a set: operations that are not ordered among each other
};

/// The operation that stands for what happened before all others: initial values, and what the host writes into its own
/// memory.
constexpr OperationId kBeforeAll = 1;

class Clocks {
public:
  Clocks();
  QueueId newQueue(std::string name);
  /// A new operation, the last of its queue.
  OperationId newOperation(QueueId queue, const std::string &name);
  /// Another number for LAUNCH, for its ERA-th thousand of barriers.
  OperationId newEra(OperationId launch, uint32_t era);
  /// The set of READER (an operation or a set) and OPERATION: both have read, and neither is ordered before the other.
  OperationId readersWith(OperationId reader, OperationId operation);

  const Operation &operation(OperationId id) const { return operations[id]; }
  /// "kernel 'k' on stream 2", for messages.
  std::string describe(OperationId id) const;
  bool ordered(OperationId id, const Clock &before) const;
  /// The first operation that is not ordered before whoever has the clock BEFORE; the next new one's number when all
  /// are.
  OperationId firstUnordered(const Clock &before) const;
  size_t size() const { return operations.size(); }

private:
  std::vector<Operation> operations;
  std::vector<std::vector<OperationId>> ofQueue; // ascending
  std::vector<std::string> queueNames, names;
  std::map<std::string, uint32_t> nameIndex;
  std::map<std::pair<OperationId, OperationId>, OperationId> sets;
};

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_MEMORY_CLOCKS_H
