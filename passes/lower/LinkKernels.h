#ifndef PASSES_LOWER_LINKKERNELS_H
#define PASSES_LOWER_LINKKERNELS_H

#include "llvm/ADT/ArrayRef.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace shardwright::lower {

/// Links relocatable objects of kernels for x86-64 into a shared object, within this process: starting a linker takes
/// longer than compiling a small program. Nothing where they hold what kernels do not usually have (other relocations,
/// thread-local data, symbols that are defined twice): then a linker has to do it.
std::optional<std::vector<uint8_t>> linkKernels(llvm::ArrayRef<llvm::ArrayRef<char>> objects);

} // namespace shardwright::lower

#endif // PASSES_LOWER_LINKKERNELS_H
