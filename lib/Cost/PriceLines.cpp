#include "shardwright/Cost/Collective.h"

#include <algorithm>
#include <cmath>

namespace shardwright {

/// What a curve may sag between two samples.
static constexpr double kSag = 0.999;
/// A price in proportion to bytes bends neither way, but for rounding.
static constexpr double kLevel = 1e-6;
/// Samples in an octave: where the price bends down only, between which the straight line lies below it, and elsewhere.
static constexpr double kSamples = 4, kFineSamples = 64;

void PriceLines::add(Corner next) {
  while (corners.size() > 1) {
    const Corner &a = corners[corners.size() - 2], &b = corners.back();
    if ((b.seconds - a.seconds) * (next.sent - a.sent) < (next.seconds - a.seconds) * (b.sent - a.sent))
      break;
    corners.pop_back();
  }
  corners.push_back(next);
}

PriceLines::PriceLines(const CollectivePrice &price) {
  if (price.curve.empty())
    return;
  double factor = wireFactor(price.op, price.members);
  auto at = [&](double log2Bytes) {
    double bytes = std::exp2(log2Bytes);
    return Corner{factor * bytes, kSag * price.seconds(bytes)};
  };
  const std::vector<Curve::Knot> &knots = price.curve.knots();
  // Below the first knot the price is level, beyond the last one in proportion.
  corners.push_back({0, at(knots.front().log2Bytes).seconds});
  add(at(knots.front().log2Bytes));
  auto isByLinks = [&](const Curve::Knot &knot) {
    return std::log2(price.linkSecondsPerByte) + knot.log2Bytes > knot.log2Seconds;
  };
  for (size_t i = 1; i < knots.size(); ++i) {
    const Curve::Knot &from = knots[i - 1], &to = knots[i];
    double octaves = to.log2Bytes - from.log2Bytes;
    bool bendsUp = to.log2Seconds - from.log2Seconds > octaves * (1 + kLevel) || isByLinks(from) != isByLinks(to);
    auto samples = static_cast<int64_t>(std::ceil(octaves * (bendsUp ? kFineSamples : kSamples)));
    for (int64_t sample = 1; sample <= samples; ++sample)
      add(at(from.log2Bytes + octaves * static_cast<double>(sample) / static_cast<double>(samples)));
  }
  Corner last = at(knots.back().log2Bytes);
  steepest_ = last.seconds / last.sent;
  for (const Corner &corner : corners)
    if (corner.sent > 0)
      steepest_ = std::min(steepest_, corner.seconds / corner.sent);
}

double PriceLines::slopeAt(double sent) const {
  for (size_t i = 1; i < corners.size(); ++i)
    if (sent < corners[i].sent)
      return std::min(steepest_,
                      (corners[i].seconds - corners[i - 1].seconds) / (corners[i].sent - corners[i - 1].sent));
  return steepest_;
}

double PriceLines::start(double slope) const {
  if (corners.empty())
    return 0;
  // Between corners the convex function grows ever faster: the line touches it where that passes the slope.
  size_t low = 0, high = corners.size() - 1;
  while (low < high) {
    size_t middle = low + (high - low) / 2;
    const Corner &a = corners[middle], &b = corners[middle + 1];
    if (b.seconds - a.seconds < slope * (b.sent - a.sent))
      low = middle + 1;
    else
      high = middle;
  }
  return std::max(0.0, corners[low].seconds - slope * corners[low].sent);
}

} // namespace shardwright
