#ifndef SHARDWRIGHT_PLAN_SOLVE_H
#define SHARDWRIGHT_PLAN_SOLVE_H

#include "shardwright/Plan/Problem.h"

#include "absl/status/statusor.h"

#include <functional>
#include <memory>

namespace shardwright::plan {

struct Solution {
  Choices choices;
  Total cost = 0;
  /// No choices within the limit cost less.
  Total lowerBound = 0;
  /// False where nothing is within the limit: the choices then hold the least that any do.
  bool isWithinLimit = false;
  Total peakUsage = 0;

  bool isOptimal() const { return isWithinLimit && cost == lowerBound; }
};

struct SolveOptions {
  double seconds = 60;
  int threads = 2;
  uint64_t seed = 1;
  /// The search ends after so many epochs of counted work in which neither cost nor bound moved by a ten thousandth of
  /// the cost; 0: it goes on.
  size_t patience = 0;
  /// Choices that the search is never worse than, where they are within the limit; none: it begins by itself.
  Choices start;
  /// Called by the calling thread at every better solution or bound and, so that a search can be ended at any time, in
  /// between; false ends it.
  std::function<bool(const Solution &, double seconds)> progress;
};

/// The best choices found in the time given and a bound that is proven. Errors: check(), verify() of the start.
absl::StatusOr<Solution> solve(const Problem &problem, const SolveOptions &options = {});

/// solve() that can be continued, as to a smaller gap once there is time: the bound's messages and prices, and what the
/// searches have found, stay. Deterministic as long as each part ends by itself or by what `progress` sees.
class ResumableSolver {
public:
  /// `problem` is there, and unchanged, whenever it runs. Errors: of solve().
  static absl::StatusOr<ResumableSolver> create(const Problem &problem, const SolveOptions &options);
  ResumableSolver(ResumableSolver &&);
  ResumableSolver &operator=(ResumableSolver &&);
  ~ResumableSolver();

  /// For the time of the options, which began with create().
  const Solution &run();
  /// Continues, with time and progress anew; patience counts from here.
  const Solution &run(double seconds, std::function<bool(const Solution &, double seconds)> progress);

private:
  class Solver;
  explicit ResumableSolver(std::unique_ptr<Solver> solver);
  std::unique_ptr<Solver> solver;
};

} // namespace shardwright::plan

#endif // SHARDWRIGHT_PLAN_SOLVE_H
