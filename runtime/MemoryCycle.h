#ifndef RUNTIME_MEMORYCYCLE_H
#define RUNTIME_MEMORYCYCLE_H

#include "shardwright/Runtime/Executable.h"
#include "shardwright/Runtime/TrainingLoop.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardwright::runtime {

/// How the memory of a device goes round from step to step when results become arguments: which block each argument and
/// each result has. Blocks are numbers; the same on each device. A step takes the lowest free block of a size for each
/// result that takes over no argument's memory, so that what it does depends on the arguments' blocks alone, and comes
/// again with them: with every fed argument donated and taken over by its result, after one step; with none, after two.
class MemoryCycle {
public:
  struct Place {
    uint32_t block;
    uint64_t offset;
    bool operator<(const Place &other) const {
      return block != other.block ? block < other.block : offset < other.offset;
    }
  };
  struct Phase {
    std::vector<Place> arguments, results; ///< of the step
    std::vector<Place> next;               ///< the arguments of the step after it
    std::optional<uint32_t> arena;         ///< nothing: what all programs share
    struct Copy {
      Place from, to;
      uint64_t bytes;
    };
    std::vector<Copy> copies; ///< before the step: what it writes over and is needed after it
  };

  MemoryCycle(const Executable &executable, std::vector<Feed> feeds);

  /// Bytes of each block.
  const std::vector<uint64_t> &blockBytes() const { return bytes; }
  std::vector<Place> firstArguments() const { return first; }
  /// Whether the arena is one of them.
  bool ownsArenas() const { return ownsArena; }
  /// Whether all steps are one of phases(); behind the last one comes that of number loopsTo().
  bool isClosed() const { return closed; }
  const std::vector<Phase> &phases() const { return all; }
  size_t loopsTo() const { return back; }
  /// The step that begins with these arguments; for cycles that are too long to be kept. It takes no new blocks.
  const Phase &phaseOf(const std::vector<Place> &arguments);

private:
  void placeFirst();
  void makeEnough();
  uint32_t newBlock(uint64_t size);
  uint32_t take(uint64_t size, std::vector<bool> &isTaken);
  Phase makePhase(const std::vector<Place> &arguments);

  const Executable &exe;
  std::vector<Feed> feeds;
  std::vector<bool> isFed;     ///< by argument
  std::vector<uint64_t> bytes; ///< by block
  std::vector<Place> first;
  bool ownsArena = false;
  std::vector<Phase> all;
  bool closed = false;
  size_t back = 0;
  Phase latest;
};

} // namespace shardwright::runtime

#endif // RUNTIME_MEMORYCYCLE_H
