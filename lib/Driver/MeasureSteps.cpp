#include "lib/Driver/MeasureSteps.h"

#include "shardwright/Runtime/Runtime.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <limits>

namespace shardwright::driver {
namespace {

/// Rounds in a row, and of the quickest step so far, what another one may take and still have them.
struct Stage {
  int rounds;
  double most;
};
/// All, those that are not far behind, and those that are not clearly told apart.
constexpr Stage kStages[] = {{1, 1.3}, {4, 1.3}, {6, 1.1}};
/// Of a round: milliseconds that its steps fill, and how many there are.
constexpr double kRoundMs = 30;
constexpr double kMostSteps = 300;

/// The least of some steps, in seconds.
absl::StatusOr<double> leastOfRound(const runtime::Executable &executable) {
  absl::StatusOr<std::unique_ptr<runtime::Program>> program = runtime::Program::load(executable);
  if (!program.ok())
    return program.status();
  const runtime::ProgramInputs inputs = runtime::ProgramInputs::random(executable.arguments, /*seed=*/0);
  double least = 0;
  for (bool isFirst : {true, false}) { // The first one is slow, and says how many there is time for.
    runtime::RunOptions options;
    options.repeat = isFirst ? 1 : static_cast<int>(std::min(kRoundMs / least, kMostSteps));
    if (options.repeat == 0)
      break;
    runtime::RunStats stats;
    if (absl::Status status = (*program)->runFrom(inputs, options, &stats).status(); !status.ok())
      return status;
    const double seen = *std::min_element(stats.stepMs.begin(), stats.stepMs.end());
    least = isFirst ? seen : std::min(least, seen);
  }
  return least / 1e3;
}

double medianOf(std::vector<double> seen) {
  const auto middle = seen.begin() + static_cast<std::ptrdiff_t>(seen.size() / 2);
  std::nth_element(seen.begin(), middle, seen.end());
  return *middle;
}

} // namespace

absl::StatusOr<std::vector<double>> measureSteps(const std::vector<runtime::Executable> &executables) {
  std::vector<std::vector<double>> rounds(executables.size());
  std::vector<double> medians(executables.size());
  double quickest = std::numeric_limits<double>::infinity();
  for (const Stage &stage : kStages) {
    for (int round = 0; round < stage.rounds; ++round)
      for (size_t number = 0; number < executables.size(); ++number) {
        if (medians[number] > stage.most * quickest)
          continue;
        absl::StatusOr<double> seconds = leastOfRound(executables[number]);
        if (!seconds.ok())
          return seconds.status();
        rounds[number].push_back(*seconds);
      }
    for (auto [median, seen] : llvm::zip_equal(medians, rounds))
      median = medianOf(seen);
    quickest = *std::min_element(medians.begin(), medians.end());
  }
  return medians;
}

} // namespace shardwright::driver
