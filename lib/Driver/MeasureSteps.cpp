#include "lib/Driver/MeasureSteps.h"

#include "shardwright/Runtime/Runtime.h"

#include <algorithm>

namespace shardwright::driver {
namespace {

constexpr int kRounds = 5;
/// Of the quickest step, what another one may take and still have all rounds.
constexpr double kFarBehind = 1.3;
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

} // namespace

absl::StatusOr<std::vector<double>> measureSteps(const std::vector<runtime::Executable> &executables) {
  std::vector<std::vector<double>> rounds(executables.size());
  double quickest = 0;
  for (int round = 0; round < kRounds; ++round) {
    for (size_t number = 0; number < executables.size(); ++number) {
      std::vector<double> &seen = rounds[number];
      if (round > 0 && seen.front() > kFarBehind * quickest)
        continue;
      absl::StatusOr<double> seconds = leastOfRound(executables[number]);
      if (!seconds.ok())
        return seconds.status();
      seen.push_back(*seconds);
    }
    if (round == 0)
      quickest = (*std::min_element(rounds.begin(), rounds.end())).front();
  }
  std::vector<double> medians;
  for (std::vector<double> &seen : rounds) {
    std::nth_element(seen.begin(), seen.begin() + seen.size() / 2, seen.end());
    medians.push_back(seen[seen.size() / 2]);
  }
  return medians;
}

} // namespace shardwright::driver
