#ifndef PASSES_LOWER_VIRTUALPROGRAM_H
#define PASSES_LOWER_VIRTUALPROGRAM_H

#include "passes/lower/LoweringOptions.h"

#include "dialects/exec/ExecOps.h"
#include "shardwright/Runtime/Executable.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <vector>

namespace shardwright::lower {

/// A buffer of a program.
struct VirtualBuffer {
  uint64_t bytes = 0;
  /// Where it must lie; Arena: wherever its neighbours allow.
  runtime::SlotSpace space = runtime::SlotSpace::Arena;
  uint64_t number = 0;    ///< of the argument or result
  bool isDonated = false; ///< an argument that may be written over
  mlir::Operation *op = nullptr;
};

/// One use of a buffer by a step, in the order of the step's slots.
struct BufferAccess {
  uint32_t buffer;
  bool reads, writes;
};

/// A step over virtual buffers. Jumps go to steps.
struct VirtualStep {
  runtime::StepKind kind;
  uint32_t target = 0; ///< Jump, JumpIfFalse: a step; Wait: the step that started; Switch: an entry of `switches`
  /// That it was made for; of a jump, the op whose regions it connects.
  mlir::Operation *op = nullptr;
  llvm::SmallVector<BufferAccess, 4> accesses;
  /// Pairs (read access, written access) that may be one buffer: each element is read before it is written over.
  llvm::SmallVector<std::pair<uint32_t, uint32_t>, 2> mayShare;
};

/// A program as a flat list: regions become jumps. Buffers in the order of the program's.
struct VirtualProgram {
  std::vector<VirtualBuffer> buffers;
  std::vector<VirtualStep> steps;
  std::vector<std::vector<uint32_t>> switches; ///< steps
};

VirtualProgram flatten(exec::ProgramOp program);

/// Where the buffers of a program lie: copies between buffers that can be one disappear, buffers that never live at the
/// same time share memory.
struct BufferPlaces {
  std::vector<uint32_t> sameAs;     ///< by buffer: the one that it is one with; itself where it is that
  std::vector<runtime::Slot> slots; ///< by buffer that stands for itself; offsets in the constants are not known yet
  std::vector<bool> isRemoved;      ///< by step: a copy between what is one
  struct Result {
    int64_t alias = -1;  ///< the argument whose block it takes over
    int64_t offset = -1; ///< in the arena
  };
  std::vector<Result> results; ///< by number; one with neither has a block of its own
  uint64_t arenaBytes = 0;
  std::vector<uint64_t> liveBytes; ///< by step: of what shares memory
  /// Where most is alive.
  struct Largest {
    uint32_t step = 0;
    uint64_t sharedBytes = 0;      ///< of what shares memory
    uint64_t ownBytes = 0;         ///< of arguments and results that do not
    std::vector<uint32_t> buffers; ///< of both; the largest first
    /// Those that share memory, the largest first, and the step that begins their life.
    std::vector<std::pair<uint32_t, uint32_t>> since;
  } largest;
};
BufferPlaces placeBuffers(const VirtualProgram &program, const LoweringOptions &choices);

/// Writes places into the program: `--assign-buffers`.
void writePlaces(exec::ProgramOp program, const VirtualProgram &flat, const BufferPlaces &places);

} // namespace shardwright::lower

#endif // PASSES_LOWER_VIRTUALPROGRAM_H
