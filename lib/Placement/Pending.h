#ifndef LIB_PLACEMENT_PENDING_H
#define LIB_PLACEMENT_PENDING_H

#include "lib/Placement/ChoiceRound.h"

namespace shardwright {

/// Values that were left pending and combined more than once further down, whole or through ops that hand them on:
/// they are combined where they are made. Counted from the last step to the first, as the last choices left it.
void findCombinedWhereMade(ProgramState &state, const ChoiceRound &choices);

/// Every carry that is only added to, by something that is pending, is let pend alike. Whether there was one.
bool letCarriesPend(ProgramState &state);

} // namespace shardwright

#endif // LIB_PLACEMENT_PENDING_H
