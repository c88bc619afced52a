#include "shardwright/Cost/Collective.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace shardwright {

/// What a curve may sag between two samples.
static constexpr double kSag = 0.999;
static constexpr double kSamplesPerOctave = 4;

PriceLines::PriceLines(const CollectivePrice &price) {
  if (price.curve.empty())
    return;
  double factor = wireFactor(price.op, price.members);
  double first = price.curve.knots().front().log2Bytes, last = price.curve.knots().back().log2Bytes;
  // Below the first knot the price is level, beyond the last one in proportion.
  corners.push_back({0, kSag * price.seconds(std::exp2(first))});
  // The price at the links' pace begins to count somewhere beyond the last knot at the latest.
  double most = std::exp2(last);
  double beyond = price.seconds(most) / most / factor;
  auto samples = static_cast<int64_t>(std::ceil((last - first) * kSamplesPerOctave));
  for (int64_t i = 0; i <= samples; ++i) {
    double bytes =
        std::exp2(samples ? first + (last - first) * static_cast<double>(i) / static_cast<double>(samples) : first);
    Corner next{factor * bytes, kSag * price.seconds(bytes)};
    while (corners.size() > 1) {
      const Corner &a = corners[corners.size() - 2], &b = corners.back();
      if ((b.seconds - a.seconds) * (next.sent - a.sent) < (next.seconds - a.seconds) * (b.sent - a.sent))
        break;
      corners.pop_back();
    }
    corners.push_back(next);
  }
  steepest_ = kSag * beyond;
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
  double least = corners.empty() ? 0 : std::numeric_limits<double>::infinity();
  for (const Corner &corner : corners)
    least = std::min(least, corner.seconds - slope * corner.sent);
  return std::max(0.0, least);
}

} // namespace shardwright
