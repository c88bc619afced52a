#ifndef LIB_PLANNING_SEARCHTIME_H
#define LIB_PLANNING_SEARCHTIME_H

#include "shardwright/Plan/Solve.h"

#include <algorithm>
#include <chrono>

namespace shardwright::planning {

/// The time of a search that solves several problems: what is left of it, and whether it was stopped.
class SearchTime {
public:
  /// `options` outlives it: their seconds are those of the whole search, which begins now.
  explicit SearchTime(const plan::SolveOptions &options) : options(options) {}

  double all() const { return options.seconds; }
  double elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(); }
  double left() const { return options.seconds - elapsed(); }
  /// Whether the progress of a problem ended it.
  bool isStopped() const { return stopped; }
  bool isOver() const { return stopped || left() <= 0; }

  /// For one problem, in so many seconds; it ends all that follow where it is stopped.
  plan::SolveOptions within(double seconds) {
    plan::SolveOptions solve = options;
    solve.seconds = std::max(0.0, seconds);
    solve.progress = [this](const plan::Solution &solution, double at) {
      if (options.progress && !options.progress(solution, at))
        stopped = true;
      return !stopped;
    };
    return solve;
  }

private:
  const plan::SolveOptions &options;
  const std::chrono::steady_clock::time_point begin = std::chrono::steady_clock::now();
  bool stopped = false;
};

} // namespace shardwright::planning

#endif // LIB_PLANNING_SEARCHTIME_H
