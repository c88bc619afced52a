#ifndef SHARDWRIGHT_PLACEMENT_PRICE_H
#define SHARDWRIGHT_PLACEMENT_PRICE_H

#include "shardwright/Sharding/Sharding.h"

namespace shardwright {

/// What a decision costs. Bytes are sent per device (ring convention); compute is expressed in the bytes that could be
/// sent in its time, so that one order serves both.
struct Price {
  double bytes = 0;
  double compute = 0;
  double collectives = 0; ///< as often as they run

  Price &operator+=(const Price &other) {
    bytes += other.bytes;
    compute += other.compute;
    collectives += other.collectives;
    return *this;
  }
  Price &operator-=(const Price &other) {
    bytes -= other.bytes;
    compute -= other.compute;
    collectives -= other.collectives;
    return *this;
  }
  Price &operator*=(double share) {
    bytes *= share;
    compute *= share;
    collectives *= share;
    return *this;
  }
  /// Cheaper: by bytes and compute together, then by the number of collectives.
  bool operator<(const Price &other) const {
    double a = bytes + compute, b = other.bytes + other.compute;
    return a != b ? a < b : collectives < other.collectives;
  }
};

/// Says what a change of sharding costs; nothing where there is no way (a partial value of another kind).
class ReshardPricer {
public:
  virtual ~ReshardPricer() = default;
  virtual std::optional<Price> price(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &from,
                                     const Sharding &to) = 0;
};

} // namespace shardwright

#endif // SHARDWRIGHT_PLACEMENT_PRICE_H
