#ifndef SHARDWRIGHT_COST_CURVE_H
#define SHARDWRIGHT_COST_CURVE_H

#include <string>
#include <vector>

namespace shardwright {

/// Seconds over bytes: lines between knots in the logarithms of both, never descending. Below the first knot the time
/// is that of the first knot (a floor of latency), above the last the bandwidth is that of the last knot.
class Curve {
public:
  struct Knot {
    double log2Bytes;
    double log2Seconds;
  };

  Curve() = default;
  /// `knots` ascend in bytes and there is at least one; where seconds descend they are raised to what came before.
  explicit Curve(std::vector<Knot> knots);

  bool empty() const { return knots_.empty(); }
  const std::vector<Knot> &knots() const { return knots_; }
  /// For `bytes` > 0.
  double seconds(double bytes) const;
  double log2Seconds(double log2Bytes) const;

private:
  std::vector<Knot> knots_;
};

} // namespace shardwright

#endif // SHARDWRIGHT_COST_CURVE_H
