#ifndef PASSES_LOWER_LAUNCHGROUPS_H
#define PASSES_LOWER_LAUNCHGROUPS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace shardwright::lower {

/// A step of a sequence, as far as it matters for which launches are one.
struct GroupedStep {
  llvm::SmallVector<unsigned, 8> reads, writes; ///< memory, by number
  bool isLaunch = false;                        ///< the others keep their order
  /// Bytes whose life begins and ends with the step.
  int64_t born = 0, freed = 0;

  // Of a launch.
  unsigned kernel = 0;
  int64_t bytes = 0; ///< that it moves
  int64_t parameters = 0;
  int64_t sharedBytes = 0; ///< of a block, of its kernel
  /// A thread has points for itself and few registers: many of them run at a time.
  bool isPlain = false;
};

struct GroupLimits {
  /// Moved in the time that one more launch takes.
  double launchBytes = 0;
  int64_t parameters = 256;
  int64_t kernels = 8; ///< different ones
  int64_t sharedBytes = 40 << 10;
  /// Steps that a launch moves ahead or behind, at most.
  unsigned window = 32;
};

/// Launches that become one, in the order in which all steps run then; a step alone is a group of one.
///
/// List scheduling with deferred launches: a launch waits until a step needs what it writes. Those that wait need
/// nothing of each other, and so does any launch further on that needs nothing of what is still to come: as many of
/// them as fit together run where the first of them must. A launch moves only as far as no more memory is alive at any
/// time than was at most. Takes steps x window x what a step needs.
std::vector<llvm::SmallVector<unsigned, 1>> groupLaunches(llvm::ArrayRef<GroupedStep> steps, const GroupLimits &limits);

} // namespace shardwright::lower

#endif // PASSES_LOWER_LAUNCHGROUPS_H
