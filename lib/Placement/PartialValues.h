#ifndef LIB_PLACEMENT_PARTIALVALUES_H
#define LIB_PLACEMENT_PARTIALVALUES_H

#include "lib/Placement/ForwardRound.h"

namespace shardwright {

/// Values that were left partial and combined more than once further down, whole or through ops that hand them on:
/// they are combined where they are made. Counted from the last step to the first, as the last choices left it.
void findCombinedWhereMade(SolverState &state, const ForwardRound &choices);

/// Every loop-carried value that is only added to, by something that is partial, may stay partial alike. Whether there
/// was one.
bool allowPartialLoopCarried(SolverState &state);

} // namespace shardwright

#endif // LIB_PLACEMENT_PARTIALVALUES_H
