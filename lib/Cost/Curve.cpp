#include "shardwright/Cost/Curve.h"

#include <algorithm>
#include <cmath>

namespace shardwright {

Curve::Curve(std::vector<Knot> knots) : knots_(std::move(knots)) {
  for (size_t i = 1; i < knots_.size(); ++i)
    knots_[i].log2Seconds = std::max(knots_[i].log2Seconds, knots_[i - 1].log2Seconds);
}

double Curve::log2Seconds(double log2Bytes) const {
  if (log2Bytes <= knots_.front().log2Bytes)
    return knots_.front().log2Seconds;
  const Knot &last = knots_.back();
  if (log2Bytes >= last.log2Bytes)
    return last.log2Seconds + log2Bytes - last.log2Bytes;
  auto after = std::upper_bound(knots_.begin(), knots_.end(), log2Bytes,
                                [](double x, const Knot &knot) { return x < knot.log2Bytes; });
  const Knot &a = *(after - 1), &b = *after;
  return a.log2Seconds + (b.log2Seconds - a.log2Seconds) * (log2Bytes - a.log2Bytes) / (b.log2Bytes - a.log2Bytes);
}

double Curve::seconds(double bytes) const { return std::exp2(log2Seconds(std::log2(bytes))); }

} // namespace shardwright
