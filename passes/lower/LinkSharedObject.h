#ifndef PASSES_LOWER_LINKSHAREDOBJECT_H
#define PASSES_LOWER_LINKSHAREDOBJECT_H

#include "llvm/ADT/ArrayRef.h"

#include "absl/status/statusor.h"

#include <cstdint>
#include <vector>

namespace shardwright::lower {

/// Links relocatable objects into a shared object, in this process or, where that cannot, by running lld. Symbols it
/// does not define (libm, memcpy) are left to the process that loads it.
absl::StatusOr<std::vector<uint8_t>> linkSharedObject(llvm::ArrayRef<llvm::ArrayRef<char>> objects);

} // namespace shardwright::lower

#endif // PASSES_LOWER_LINKSHAREDOBJECT_H
