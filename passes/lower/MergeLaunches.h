#ifndef PASSES_LOWER_MERGELAUNCHES_H
#define PASSES_LOWER_MERGELAUNCHES_H

#include "passes/lower/LowerToExec.h"
#include "passes/lower/LoweringOptions.h"

namespace shardwright::lower {

/// Makes one launch of several that do not need each other, where the target is a GPU: `--merge-launches`. Buffers have
/// no places yet. `origins`, where there are any, stay those of the program.
void mergeLaunches(exec::ProgramOp program, const LoweringOptions &choices, ExecOrigins *origins = nullptr);

} // namespace shardwright::lower

#endif // PASSES_LOWER_MERGELAUNCHES_H
