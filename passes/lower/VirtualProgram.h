#ifndef PASSES_LOWER_VIRTUALPROGRAM_H
#define PASSES_LOWER_VIRTUALPROGRAM_H

#include "passes/lower/LoweringOptions.h"
#include "shardwright/Runtime/Executable.h"

#include "mlir/IR/Value.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace shardwright::lower {

/// A buffer before it has a place: one a value, as many as it takes.
struct VirtualBuffer {
  uint64_t bytes = 0;
  /// Where it must lie; Arena: wherever its neighbours allow.
  runtime::SlotSpace space = runtime::SlotSpace::Arena;
  uint64_t offset = 0;    ///< the argument, the result, the offset in the constants
  bool isDonated = false; ///< an argument that may be written over
  mlir::Value value;      ///< that it was made for; null where there is none
};

/// One use of a buffer by a step, in the order of the step's slots.
struct BufferAccess {
  uint32_t buffer;
  bool reads, writes;
};

/// A step over virtual buffers. Jumps go to steps.
struct VirtualStep {
  runtime::StepKind kind;
  uint32_t index = 0;
  uint32_t target = 0;
  uint32_t debug = 0;
  mlir::Operation *op = nullptr; ///< that it was made for
  llvm::SmallVector<BufferAccess, 4> accesses;
  /// Pairs (read access, written access) that may be one buffer: each element is read before it is written over.
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 2> mayShare;
};

/// The schedule over virtual buffers; all tables of `executable` but its steps and slots are filled in.
struct VirtualProgram {
  runtime::Executable executable;
  std::vector<VirtualBuffer> buffers;
  std::vector<VirtualStep> steps;
  /// Behind assignBuffers(): by step, the bytes of the arena that are alive; and the buffers of the largest such set,
  /// with all that is not in the arena.
  std::vector<uint64_t> liveBytes;
  std::vector<uint32_t> largest;
};

/// Decides where each buffer lies and completes the executable: copies between buffers that can be one disappear,
/// buffers that never live at the same time share memory.
void assignBuffers(VirtualProgram &program, const LoweringOptions &choices);

} // namespace shardwright::lower

#endif // PASSES_LOWER_VIRTUALPROGRAM_H
