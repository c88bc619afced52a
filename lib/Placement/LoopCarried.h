#ifndef LIB_PLACEMENT_LOOPCARRIED_H
#define LIB_PLACEMENT_LOOPCARRIED_H

#include "lib/Placement/ForwardRound.h"

namespace shardwright {

/// Every loop-carried value is let are sharded as is cheapest over all iterations, as the last demands and choices
/// were: what enters is brought once, what an iteration yields and what its users need of it in every iteration. A
/// loop-carried value of which a device then holds more must save as many bytes as it holds more, and all of them
/// together hold no more than the program's arguments do. Whether one moved.
bool reshardLoopCarried(SolverState &state, const ForwardRound &choices);

} // namespace shardwright

#endif // LIB_PLACEMENT_LOOPCARRIED_H
