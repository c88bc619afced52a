#ifndef PASSES_COMMON_OPCODE_H
#define PASSES_COMMON_OPCODE_H

#include "dialects/exec/ExecDialect.h"

namespace shardwright {

/// What computes an element from elements: what kernels' `exec.apply` knows.
using exec::Opcode;

} // namespace shardwright

#endif // PASSES_COMMON_OPCODE_H
