#ifndef SHARDWRIGHT_PLACEMENT_PRICE_H
#define SHARDWRIGHT_PLACEMENT_PRICE_H

#include "shardwright/Sharding/Sharding.h"

#include <cmath>

namespace shardwright {

/// What a decision costs on a machine: time first; of equal times the fewer bytes, then the fewer collectives. Times
/// are counted in ticks, rounded once where they arise: sums below 8 seconds are exact, so that what costs the same
/// compares equal in whatever order it was added up.
struct Price {
  static constexpr double kTicksPerSecond = 1024e12;

  double ticks = 0;
  double workTicks = 0;   ///< of these: local work, the rest is sending
  double bytes = 0;       ///< sent by one device (ring convention)
  double collectives = 0; ///< as often as they run

  static Price ofSending(double seconds, double bytes, double collectives = 1) {
    return {std::round(seconds * kTicksPerSecond), 0, bytes, collectives};
  }
  static Price ofWork(double seconds) {
    double ticks = std::round(seconds * kTicksPerSecond);
    return {ticks, ticks, 0, 0};
  }

  double seconds() const { return ticks / kTicksPerSecond; }
  double workSeconds() const { return workTicks / kTicksPerSecond; }
  double sendingSeconds() const { return (ticks - workTicks) / kTicksPerSecond; }

  Price &operator+=(const Price &other) {
    ticks += other.ticks;
    workTicks += other.workTicks;
    bytes += other.bytes;
    collectives += other.collectives;
    return *this;
  }
  Price &operator-=(const Price &other) {
    ticks -= other.ticks;
    workTicks -= other.workTicks;
    bytes -= other.bytes;
    collectives -= other.collectives;
    return *this;
  }
  Price &operator*=(double share) {
    ticks *= share;
    workTicks *= share;
    bytes *= share;
    collectives *= share;
    return *this;
  }
  bool operator<(const Price &other) const {
    if (ticks != other.ticks)
      return ticks < other.ticks;
    return bytes != other.bytes ? bytes < other.bytes : collectives < other.collectives;
  }
};

/// What is known of an array's elements: bytes, and the type as data sheets name it (CollectiveWork::type).
struct ElementType {
  int64_t bytes = 4;
  llvm::StringRef name = "f32";
};

/// What a plan's prices leave out is not known before its timeline: which collectives are combined, and which work
/// becomes part of other kernels. Other weights lead to other plans.
struct PriceWeights {
  double work = 1; ///< of local work but for products
  /// A change of sharding takes what its bytes take over the fastest links, and nothing else.
  bool byBytes = false;
};

/// Says what a change of sharding costs; nothing where there is no way (a partial value of another kind).
class ReshardPricer {
public:
  virtual ~ReshardPricer() = default;
  virtual std::optional<Price> price(llvm::ArrayRef<int64_t> shape, const ElementType &element, const Sharding &from,
                                     const Sharding &to) = 0;
  /// Whether atLeast() says more than nothing.
  virtual bool hasBounds() const { return false; }
  /// No more than the price, in ticks as in bytes, in less time.
  virtual Price atLeast(llvm::ArrayRef<int64_t> /*shape*/, const ElementType & /*element*/, const Sharding & /*from*/,
                        const Sharding & /*to*/) {
    return {};
  }
};

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_PRICE_H
