#ifndef LIB_PLACEMENT_LOOPCARRIED_H
#define LIB_PLACEMENT_LOOPCARRIED_H

#include "lib/Placement/ForwardRound.h"

namespace shardwright {

/// Gives every loop-carried value the sharding that is cheapest over all iterations by the last demands and choices:
/// what enters is resharded once, what an iteration yields, and what its users need, in every iteration. A value of
/// which a device then holds more must save as many bytes as it holds more, and all of them together may hold no more
/// than the program's arguments do. Returns whether one changed.
bool reshardLoopCarried(SolverState &state, const ForwardRound &choices);

} // namespace shardwright

#endif // LIB_PLACEMENT_LOOPCARRIED_H
