#ifndef SHARDWRIGHT_COST_COLLECTIVE_H
#define SHARDWRIGHT_COST_COLLECTIVE_H

#include "shardwright/Cost/Measurements.h"
#include "shardwright/Topology/DeviceAssignment.h"

namespace shardwright {

enum class CollectiveOp { AllReduce, AllGather, ReduceScatter, AllToAll, Permute, Broadcast, SendRecv };
/// `all_reduce`, `all_gather`, `reduce_scatter`, `all_to_all`, `collective_permute`, `broadcast`, `send_recv`.
llvm::StringRef name(CollectiveOp op);
std::optional<CollectiveOp> parseCollectiveOp(llvm::StringRef text);

/// What passes a link, over the bytes of the operation: 2(n-1)/n for all_reduce, (n-1)/n for all_gather, reduce_scatter
/// and all_to_all, 1 otherwise. `bytes` is, of one rank: the whole array for all_reduce and broadcast, the gathered
/// result, the full input of reduce_scatter, the send buffer of all_to_all, the message of the others.
double wireFactor(CollectiveOp op, int64_t members);

/// One operation of one group on one machine, resolved: evaluating it costs two logarithms.
struct CollectivePrice {
  CollectiveOp op = CollectiveOp::AllReduce;
  int64_t members = 1;
  Curve curve;
  /// No price is below this many seconds a byte: the busiest link at full speed.
  double linkSecondsPerByte = 0;
  /// How the curve came about, one line each.
  std::vector<std::string> derivation;

  double seconds(double bytes) const;
  /// bytes x wireFactor / seconds: comparable with the speed of a link.
  double busBandwidth(double bytes) const;
};

/// The derivation with what it comes to for so many bytes, one line each.
std::string explain(const CollectivePrice &price, double bytes);

/// Prices of collectives on one machine.
class CollectiveCosts {
public:
  /// Reads what was measured on the machine's devices from `folder`/measured. Errors: as of commonLevels() and
  /// readMeasurements().
  static absl::StatusOr<CollectiveCosts> create(const Topology &topology, llvm::StringRef folder, MeasuredBy by = {});
  /// From first principles alone.
  static absl::StatusOr<CollectiveCosts> unmeasured(const Topology &topology);

  llvm::ArrayRef<Level> levels() const { return levels_; }
  /// `pattern` of a permute: `ring_shift` (the default), `mutual_pairs`, `one-way_half_to_half`; of a reduction: the
  /// type of its elements, which counts where it was measured apart. A group of one is free.
  CollectivePrice price(CollectiveOp op, const GroupAssignment &group, llvm::StringRef pattern = "") const;

private:
  struct Reference;
  std::vector<Reference> references(CollectiveOp op, const GroupAssignment &group, llvm::StringRef pattern) const;

  std::string name_;
  std::vector<Level> levels_;
  double launchSeconds_ = 0;
  Measurements measurements_;
  MeasuredBy by_;
};

} // namespace shardwright

#endif // SHARDWRIGHT_COST_COLLECTIVE_H
