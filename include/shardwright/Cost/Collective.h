#ifndef SHARDWRIGHT_COST_COLLECTIVE_H
#define SHARDWRIGHT_COST_COLLECTIVE_H

#include "shardwright/Base/Collective.h"
#include "shardwright/Cost/Measurements.h"
#include "shardwright/Topology/DeviceAssignment.h"

#include <map>

namespace shardwright {

/// Pattern of a permute: half of the bytes go to the next member of a ring, half to the one before.
inline constexpr llvm::StringLiteral kBidirectionalRing = "bidirectional_ring";

/// What passes a link, over the bytes of the operation: 2(n-1)/n for all_reduce, (n-1)/n for all_gather, reduce_scatter
/// and all_to_all, 1 otherwise. `bytes` is, of one rank: the whole array for all_reduce and broadcast, the gathered
/// result, the full input of reduce_scatter, the send buffer of all_to_all, the message of the others.
double wireFactor(CollectiveKind op, int64_t members);
/// The bytes of the operation, with what pads uneven blocks, of a rank that has `in` bytes and gets `out`.
/// `splitLength`: elements along the dimension that an all_to_all splits.
double bufferBytes(CollectiveKind op, int64_t members, double in, double out, int64_t splitLength = 1);
/// The bytes of the operation, where one member sends a whole number of bytes, rounded down: the exact inverse, so that
/// whoever counts buffers and whoever counts what is sent get one price.
double bytesOfSent(CollectiveKind op, int64_t members, double sent);

struct CollectivePrice;

/// Straight lines below a price, as the search for cheap reshards wants them: whatever one member sends, the price is
/// at least start(slope) and the slope times its bytes. They touch the greatest convex function below the price, whose
/// corners are sampled closely; a thousandth is left to the curve between.
class PriceLines {
public:
  PriceLines() = default;
  explicit PriceLines(const CollectivePrice &price);

  /// Of the line that comes nearest where one member sends so many bytes, at most steepest().
  double slopeAt(double sent) const;
  /// The steepest slope that a line from the origin may have.
  double steepest() const { return steepest_; }
  /// Never negative. For slopes up to steepest().
  double start(double slope) const;

private:
  struct Corner {
    double sent, seconds;
  };
  /// Behind those there are; corners that no longer are any go.
  void add(Corner next);

  llvm::SmallVector<Corner, 8> corners;
  double steepest_ = 0;
};

/// One operation of one group on one machine, resolved: evaluating it costs two logarithms.
struct CollectivePrice {
  CollectiveKind op = CollectiveKind::AllReduce;
  int64_t members = 1;
  Curve curve;
  /// No price is below this many seconds a byte: the busiest link at full speed.
  double linkSecondsPerByte = 0;
  /// How the curve came about, one line each.
  std::vector<std::string> derivation;

  double seconds(double bytes) const;
  /// Of so many bytes sent by one member, as wireFactor() counts.
  double secondsOfSent(double bytes) const { return seconds(bytesOfSent(op, members, bytes)); }
  /// bytes x wireFactor / seconds: comparable with the speed of a link.
  double busBandwidth(double bytes) const;
};

/// The derivation with what it comes to for so many bytes, one line each.
std::string explain(const CollectivePrice &price, double bytes);

/// Prices of collectives on one machine. Not for several threads at once.
class CollectiveCosts {
public:
  /// Reads what was measured on the machine's devices from `folder`/measured. Errors: as of commonLevels() and
  /// readMeasurements().
  static absl::StatusOr<CollectiveCosts> create(const Topology &topology, llvm::StringRef folder, MeasuredBy by = {});
  /// From first principles alone.
  static absl::StatusOr<CollectiveCosts> unmeasured(const Topology &topology);

  llvm::ArrayRef<Level> levels() const { return levels_; }
  bool isMeasured() const { return !measurements_.sets.empty(); }
  /// Whether a reduction of elements of the type was measured apart from that of f32.
  bool measuresApart(llvm::StringRef type) const;
  /// `pattern` of a permute: `ring_shift` (the default), kBidirectionalRing, `mutual_pairs`, `one-way_half_to_half`;
  /// of a reduction: the type of its elements, which counts where it was measured apart. A group of one is free.
  /// Without its derivation, which takes longer than the price, where that is not asked for.
  CollectivePrice price(CollectiveKind op, const GroupAssignment &group, llvm::StringRef pattern = "",
                        bool derive = true) const;

private:
  struct Reference;
  struct Substitute;
  CollectivePrice price(CollectiveKind op, const GroupAssignment &group, llvm::StringRef pattern, bool derive,
                        bool asMeasured) const;
  std::vector<Substitute> substitutes(CollectiveKind op, const GroupAssignment &group, llvm::StringRef pattern) const;
  std::vector<GroupAssignment> wider(const GroupAssignment &group) const;
  const CollectivePrice &closedPrice(CollectiveKind op, const GroupAssignment &group, llvm::StringRef pattern) const;
  std::vector<Reference> references(CollectiveKind op, const GroupAssignment &group, llvm::StringRef pattern) const;

  std::string name_;
  std::vector<Level> levels_;
  double launchSeconds_ = 0;
  Measurements measurements_;
  std::vector<std::string> measuredPatterns_; ///< of measurements_, each once
  /// Of closedPrice(), by operation, pattern and place.
  mutable std::map<std::pair<std::string, std::vector<int64_t>>, CollectivePrice> closed_;
  MeasuredBy by_;
};

} // namespace shardwright

#endif // SHARDWRIGHT_COST_COLLECTIVE_H
