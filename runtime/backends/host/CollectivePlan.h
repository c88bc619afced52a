#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_COLLECTIVEPLAN_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_COLLECTIVEPLAN_H

#include "runtime/BoxCopy.h"
#include "runtime/Communicator.h"
#include "runtime/backends/host/Reduce.h"

#include <cstdint>
#include <vector>

namespace shardwright::runtime::host {

/// One collective, planned for every group it runs over: what is read from which member and written to which.
class CollectivePlan {
public:
  CollectivePlan(const Executable &executable, const Collective &collective);

  /// Which group a device is in, and its place there.
  struct Place {
    uint32_t group, member;
  };
  std::vector<Place> places;                ///< by device
  std::vector<std::vector<int64_t>> groups; ///< devices in the order of the group
  /// Of each group those within the range, counted from its first.
  std::vector<std::vector<int64_t>> membersIn(DeviceRange range) const;

  /// The work of one group is units [0, numUnits()), independent of each other and each always done alike: they may be
  /// shared among workers. `ins` and `outs` are the members' buffers in the order of the group; all members must have
  /// arrived.
  int64_t numUnits() const;
  void runUnits(uint32_t group, const void *const *ins, void *const *outs, int64_t begin, int64_t end) const;

  // The same work taken apart, for groups whose members are in several processes.

  CollectiveKind collectiveKind() const { return kind; }
  bool isReduction() const { return combine != nullptr; }
  CombineFunction combineElements() const { return combine; }
  size_t bytesPerElement() const { return elementSize; }
  uint64_t inBytes() const { return static_cast<uint64_t>(inElements) * elementSize; }
  uint64_t outBytes() const { return static_cast<uint64_t>(outElements) * elementSize; }
  /// What of the sender's in goes to the receiver's out, both by their places in the group: of a reduction a summand of
  /// it, in the order of the senders.
  BoxCopy between(uint32_t group, int64_t sender, int64_t receiver) const;
  /// Whether all senders together leave something of the receiver's out, which is zero then.
  bool isPadded(uint32_t group, int64_t receiver) const;

  /// Bytes read and written for one group, to decide whether sharing pays.
  uint64_t bytesTouched() const;

  /// What the device sends, by the ring convention.
  uint64_t bytesSent(int64_t device) const { return sent.empty() ? sentByAll : sent[static_cast<size_t>(device)]; }

private:
  void planGather(const Collective &collective);
  void planAllToAll(const Collective &collective);
  void planReduceScatter(const Collective &collective);
  void countBytes(const Collective &collective);
  void reduce(const void *const *ins, void *const *outs, int64_t begin, int64_t end) const;
  /// Hands combined elements [first, first + count) of in to those who receive them.
  void scatter(const char *block, int64_t first, int64_t count, void *const *outs) const;
  /// The same of columns [column, column + width) of so many rows, which lie in the block one behind the other.
  void scatterRows(const char *block, int64_t row, int64_t rows, int64_t column, int64_t width,
                   void *const *outs) const;

  CollectiveKind kind;
  int64_t size;       ///< members of a group
  size_t elementSize; ///< bytes
  int64_t inElements, outElements;
  CombineFunction combine = nullptr;
  std::vector<BoxCopy> copies; ///< AllGather: by sender; AllToAll: by receiver * size + sender
  std::vector<bool> padded;    ///< by receiver: its out is not wholly covered by what is sent
  // ReduceScatter: in is rows of inRow elements, out as many of outRow.
  int64_t inRow = 0, outRow = 0;
  std::vector<std::vector<int32_t>> sources; ///< Permute: by group and member, the member it receives from or -1
  uint64_t sentByAll = 0;
  std::vector<uint64_t> sent; ///< by device, where they differ
};

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_COLLECTIVEPLAN_H
