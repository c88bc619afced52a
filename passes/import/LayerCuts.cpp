#include "passes/import/LayerCuts.h"

#include <deque>
#include <limits>

namespace shardwright {
namespace {

/// Bounds that are tried: from all that is saved down to a part of it, in equal ratios.
constexpr int kBounds = 80;
constexpr double kRatio = 0.9;

struct Cuts {
  double bytes = std::numeric_limits<double>::infinity(); ///< kept at them
  std::vector<size_t> behind;
};

/// The cheapest cuts between which at most `bound` is saved. A sliding window over places (place k is before op k, cut
/// k is behind op k - 1; none is needed at place 0) holds the cheapest to come from at its front.
Cuts cheapestCuts(const ForwardBytes &bytes, const std::vector<double> &savedBefore, double bound) {
  const size_t places = savedBefore.size();
  std::vector<double> cost(places, std::numeric_limits<double>::infinity());
  std::vector<size_t> from(places, 0);
  std::deque<size_t> window;
  cost[0] = 0;
  for (size_t place = 1; place < places; ++place) {
    while (!window.empty() && cost[window.back()] >= cost[place - 1])
      window.pop_back();
    window.push_back(place - 1);
    while (!window.empty() && savedBefore[place] - savedBefore[window.front()] > bound)
      window.pop_front();
    if (window.empty())
      return {};
    from[place] = window.front();
    cost[place] = cost[window.front()] + (place + 1 < places ? bytes.crossing[place - 1] : 0);
  }
  Cuts cuts{cost.back(), {}};
  for (size_t place = from.back(); place > 0; place = from[place])
    cuts.behind.insert(cuts.behind.begin(), place - 1);
  return cuts;
}

} // namespace

std::vector<size_t> layerCuts(const ForwardBytes &bytes) {
  std::vector<double> savedBefore = {0};
  for (double saved : bytes.saved)
    savedBefore.push_back(savedBefore.back() + saved);
  std::vector<size_t> best;
  double least = savedBefore.back(), bound = savedBefore.back();
  for (int k = 0; k < kBounds; ++k, bound *= kRatio) {
    Cuts cuts = cheapestCuts(bytes, savedBefore, bound);
    if (cuts.bytes + bound >= least)
      continue;
    least = cuts.bytes + bound;
    best = std::move(cuts.behind);
  }
  return best;
}

} // namespace shardwright
