#ifndef SHARDWRIGHT_COST_MEASUREMENTS_H
#define SHARDWRIGHT_COST_MEASUREMENTS_H

#include "shardwright/Cost/Curve.h"

#include "absl/status/statusor.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace shardwright {

/// What one collective took on one machine, out of topologies/measured/DEVICE.json, which benchmark/collectives/fit
/// writes.
struct MeasuredCurve {
  /// `all_reduce`; a permute with its pattern: `collective_permute/ring_shift`; a reduction of elements that are not
  /// f32, where they take longer, with their type: `all_reduce/bf16`.
  std::string op;
  int64_t members = 0;
  /// Measurements behind it; 0: expected from other sizes, operations and machines.
  int64_t rows = 0;
  Curve curve;
};

/// Curves that one harness measured on one machine. Texts are empty where nothing is known.
struct MeasuredSet {
  std::string domain; ///< `node`, `rack` or `network`
  std::string library, harness, hardware, algorithm;
  std::string topology; ///< of domain network: the machine
  std::vector<MeasuredCurve> curves;

  const MeasuredCurve *find(llvm::StringRef op, int64_t members) const;
};

struct Measurements {
  std::string device;
  /// How many of the innermost levels of the device's topologies curves of domain node and rack span.
  int64_t levels = 1;
  std::vector<MeasuredSet> sets;
};

/// The file of the device in `folder`/measured; nothing measured where there is none. Errors as of parseTopology().
absl::StatusOr<Measurements> readMeasurements(llvm::StringRef folder, llvm::StringRef device);
absl::StatusOr<Measurements> parseMeasurements(llvm::StringRef text, llvm::StringRef file);

/// How a person or a row of data names what was measured; empty texts leave it open.
struct MeasuredBy {
  std::string library, harness, hardware, algorithm;
};

/// The sets of the domains (and of that topology, for a network), those measured most like `by` first: library counts
/// most, then harness, hardware, algorithm, then the number of measurements.
std::vector<const MeasuredSet *> rankSets(const Measurements &measurements, llvm::ArrayRef<llvm::StringRef> domains,
                                          llvm::StringRef topology, const MeasuredBy &by);

} // namespace shardwright

#endif // SHARDWRIGHT_COST_MEASUREMENTS_H
