#ifndef LIB_PLACEMENT_PARTIALVALUES_H
#define LIB_PLACEMENT_PARTIALVALUES_H

#include "lib/Placement/ForwardRound.h"

namespace shardwright {

/// Finds partial values that are combined more than once further down, whole or through ops that pass them on: they are
/// combined where they are made. Counted from the last op to the first, by the last choices.
void findCombinedWhereMade(SolverState &state, const ForwardRound &choices);

/// Lets every loop-carried value that is only added to, by a partial value, stay partial alike. Returns whether there
/// was one.
bool allowPartialLoopCarried(SolverState &state);

} // namespace shardwright

#endif // LIB_PLACEMENT_PARTIALVALUES_H
