#ifndef SHARDWRIGHT_TOPOLOGY_FUSIONLIMITS_H
#define SHARDWRIGHT_TOPOLOGY_FUSIONLIMITS_H

#include <cstdint>

namespace shardwright {

/// How large kernels become on a device, and what is one. Prices are in cheap instructions of one element: a load or an
/// addition is 1.
struct FusionLimits {
  double instructions = 160;      ///< of an element that its user computes, with all that is computed for it
  int64_t loads = 20;             ///< of the same
  double groupInstructions = 600; ///< of a point of a kernel that makes several values
  int64_t members = 24;           ///< values of such a kernel
  int64_t buffers = 24;           ///< that it reads and writes
  /// Rows are what the parts of a device divide among each other: a kernel by rows has so many at least, or few
  /// elements.
  int64_t rows = 8;
  int64_t fewElements = 1 << 15;
  /// Multiplications of the largest product with a vector that is kernels rather than a call of a library.
  int64_t smallProduct = 1 << 16;
  /// What launching one more kernel is worth.
  double launch = 256;
  /// Whether a kernel that reduces rows reads in place what lies transposed; otherwise that is transposed before, which
  /// writes it and reads it once more.
  bool transposedRows = true;
};

} // namespace shardwright

#endif // SHARDWRIGHT_TOPOLOGY_FUSIONLIMITS_H
