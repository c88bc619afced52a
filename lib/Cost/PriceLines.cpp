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
  const double factor = wireFactor(price.op, price.members), links = std::log2(price.linkSecondsPerByte);
  auto corner = [&](double bytes, double seconds) {
    return Corner{factor * bytes, kSag * std::max(seconds, bytes * price.linkSecondsPerByte)};
  };
  const std::vector<Curve::Knot> &knots = price.curve.knots();
  double bytes = std::exp2(knots.front().log2Bytes), seconds = std::exp2(knots.front().log2Seconds);
  // Below the first knot the price is level, beyond the last one in proportion.
  Corner last = corner(bytes, seconds);
  corners.push_back({0, last.seconds});
  add(last);
  auto isByLinks = [&](const Curve::Knot &knot) { return links + knot.log2Bytes > knot.log2Seconds; };
  for (size_t i = 1; i < knots.size(); ++i) {
    const Curve::Knot &from = knots[i - 1], &to = knots[i];
    double octaves = to.log2Bytes - from.log2Bytes, rise = to.log2Seconds - from.log2Seconds;
    bool bendsUp = rise > octaves * (1 + kLevel) || isByLinks(from) != isByLinks(to);
    auto samples = static_cast<int64_t>(std::ceil(octaves * (bendsUp ? kFineSamples : kSamples)));
    // A straight line in the logarithms: both grow alike from sample to sample.
    const double step = 1 / static_cast<double>(samples), more = std::exp2(octaves * step);
    const double longer = std::exp2(rise * step);
    for (int64_t sample = 1; sample < samples; ++sample)
      add(corner(bytes *= more, seconds *= longer));
    bytes = std::exp2(to.log2Bytes);
    seconds = std::exp2(to.log2Seconds);
    add(last = corner(bytes, seconds));
  }
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
