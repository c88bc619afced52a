#ifndef LIB_PLACEMENT_OWNPRICE_H
#define LIB_PLACEMENT_OWNPRICE_H

#include "lib/Placement/Candidates.h"

namespace shardwright {

/// What a candidate costs whatever the shardings of its operands: the local op, what it reads of its neighbours'
/// blocks, and the gather of a reduction that combines across devices itself.
Price priceOwn(const Situation &situation, const Interner &interner, const Candidate &candidate);

/// What the op reads of its neighbours' blocks of an operand.
Price priceHaloExchangeOf(const Situation &situation, const Interner &interner, const Placement &placement,
                          size_t operand);

} // namespace shardwright

#endif // LIB_PLACEMENT_OWNPRICE_H
