#ifndef PASSES_COMMON_REASON_H
#define PASSES_COMMON_REASON_H

#include "mlir/IR/Location.h"

#include <optional>
#include <string>
#include <vector>

namespace shardwright {

/// Another way to run the op that asked for a change of sharding, and what it would take beyond the one chosen. On one
/// device in a step, a loop of unknown trip count taken once: bytes sent, collectives, operations of products and
/// convolutions, bytes of memory that other ops touch.
struct NextBest {
  std::string placement, words; ///< as in Reason
  double bytes = 0, flops = 0, touched = 0;
  double collectives = 0;
  double seconds = 0; ///< of all of that on the machine that decided: what the order went by
};

/// Why a change of sharding is there. Told by the locations of the ops that it becomes, which sharing and combining of
/// collectives keep: nothing that two ops do differs by it.
struct Reason {
  std::string user;       ///< `stablehlo.dot_general operand 1`, `result 0`, `loop-carried value`
  mlir::Location place;   ///< of the user
  std::string valueWords; ///< what changes: `result 0 of stablehlo.add`
  mlir::Location value;   ///< where it was made
  unsigned valueNumber = 0;
  std::string from, to;  ///< shardings
  std::string placement; ///< how the user runs, by factors; nothing where the program itself asks for the sharding
  std::string words;     ///< the same for people: `rows over fsdp`
  std::optional<NextBest> next;
};

/// The place of the user, with the reason.
mlir::Location withReason(const Reason &reason);

/// The reasons that a location tells, each once: several where changes were combined.
std::vector<Reason> reasonsOf(mlir::Location location);

} // namespace shardwright

#endif // PASSES_COMMON_REASON_H
