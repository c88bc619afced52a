#ifndef RUNTIME_STEPTREE_H
#define RUNTIME_STEPTREE_H

#include "shardwright/Runtime/Executable.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardwright::runtime {

struct StepRegion;
/// One region behind the other.
using StepBlock = std::vector<StepRegion>;

/// Steps without jumps, a loop, or a choice between blocks: by a predicate, or by a selector.
struct StepRegion {
  enum class Kind : uint8_t { Steps, Loop, If, Switch } kind = Kind::Steps;
  uint32_t begin = 0, end = 0; ///< steps
  uint32_t decision = 0;       ///< but for Steps: the JumpIfFalse or Switch
  StepBlock condition;         ///< Loop: what stands in front of the decision, each time
  /// Loop: the body. If: where the predicate is true, where it is false. Switch: by selector.
  std::vector<StepBlock> blocks;
  std::optional<int64_t> trips; ///< Loop: how often the body runs, where that is known
  bool exchanges = false;       ///< whether there is a collective in it
};

/// The loops and branches that the jumps of an executable make: `while` as [condition, JumpIfFalse, body, Jump to the
/// condition], `if` as [JumpIfFalse, block, Jump, block, Jump] and `switch` as [Switch, block, Jump, ...], all Jumps
/// behind the last one. The executable is that tree and nothing else: nothing where a jump has another place, or
/// where it is hundreds of levels deep.
/// Linear in the steps times the depth.
std::optional<StepBlock> stepTree(const Executable &executable);

} // namespace shardwright::runtime

#endif // RUNTIME_STEPTREE_H
