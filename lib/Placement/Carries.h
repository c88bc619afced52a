#ifndef LIB_PLACEMENT_CARRIES_H
#define LIB_PLACEMENT_CARRIES_H

#include "lib/Placement/ChoiceRound.h"

namespace shardwright {

/// Every carry is let lie as is cheapest over all turns, as the last wishes and choices were: what enters is brought
/// once, what a turn yields and what its users need of it in every turn. A carry of which a device then holds more must
/// save as many bytes as it holds more, and all of them together hold no more than the program's arguments do. Whether
/// one moved.
bool letCarriesMove(ProgramState &state, const ChoiceRound &choices);

} // namespace shardwright

#endif // LIB_PLACEMENT_CARRIES_H
