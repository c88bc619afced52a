#ifndef PASSES_LOWER_SCHEDULECOLLECTIVES_H
#define PASSES_LOWER_SCHEDULECOLLECTIVES_H

#include "dialects/exec/ExecOps.h"
#include "shardwright/Cost/CostModel.h"

#include <optional>

namespace shardwright::lower {

/// Starts collectives before steps that run beside them, and waits for each where the first step needs what it brings
/// or writes over what it sends: `--schedule-collectives`. Other steps keep their order. Which is sent when is found by
/// list scheduling (SendQueue.h) with prices on that machine. `memoryLimit`: the bytes that a device may hold at once,
/// with arguments, results and constants; where that binds, a collective starts later and is waited for sooner.
/// Collectives that are started already stay where they are. Buffers have no places yet.
void scheduleCollectives(exec::ProgramOp program, const CostModel &costs, std::optional<uint64_t> memoryLimit);

} // namespace shardwright::lower

#endif // PASSES_LOWER_SCHEDULECOLLECTIVES_H
