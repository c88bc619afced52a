#ifndef SHARDWRIGHT_COMPILER_SUMMARY_H
#define SHARDWRIGHT_COMPILER_SUMMARY_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::compiler {

/// Collectives of one kind over the same axes with the same cause.
struct CollectiveRow {
  std::string op;
  std::vector<std::string> axes;
  std::string cause;
  int64_t count = 0;          ///< ops in the program
  int64_t executed = 0;       ///< in one run
  bool hasKnownTrips = true;  ///< else a loop of unknown trip count around it counts as one iteration
  int64_t bytesPerDevice = 0; ///< sent in one run, ring convention
};

/// A value that was split and is whole on every device, because an op cannot run on blocks of it: every device runs all
/// of that op.
struct ReplicatedFallback {
  std::string op;
  std::string location; ///< `file:line:col`, or nothing where no file is known
  int64_t bytes = 0;    ///< of the whole value
};

/// What a per-device program costs.
struct Summary {
  int64_t devices = 1;
  std::vector<std::pair<std::string, int64_t>> mesh;
  std::vector<CollectiveRow> collectives;    ///< sorted by op, axes, cause
  std::vector<ReplicatedFallback> fallbacks; ///< in program order
  int64_t bytesPerDevice = 0;
  int64_t flopsPerDevice = 0;
  int64_t peakBytesPerDevice = 0; ///< arguments, results, constants and temporaries
  /// The host cannot lower the program: the peak is that of values each in memory of its own.
  bool isPeakUpperBound = false;
  std::vector<std::pair<std::string, double>> seconds; ///< of each step of the compiler, in order

  std::string json() const;
  /// For people: a table of the collectives and the sums.
  std::string text() const;
};

} // namespace shardwright::compiler

#endif // SHARDWRIGHT_COMPILER_SUMMARY_H
