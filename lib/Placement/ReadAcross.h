#ifndef LIB_PLACEMENT_READACROSS_H
#define LIB_PLACEMENT_READACROSS_H

#include "lib/Placement/ForwardRound.h"

namespace shardwright {

/// Values of which all users together were sent more than joining the blocks once takes, as the last choices were, are
/// let be joined. Whether there was one.
bool letReadWhole(SolverState &state, const ForwardRound &choices);

} // namespace shardwright

#endif // LIB_PLACEMENT_READACROSS_H
