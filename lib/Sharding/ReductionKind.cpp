#include "shardwright/Sharding/Sharding.h"

namespace shardwright {

llvm::StringRef name(ReductionKind kind) { return kReductionNames[static_cast<size_t>(kind)]; }

std::optional<ReductionKind> parseReductionKind(llvm::StringRef text) {
  for (size_t i = 0; i < std::size(kReductionNames); ++i)
    if (kReductionNames[i] == text)
      return static_cast<ReductionKind>(i);
  return std::nullopt;
}

} // namespace shardwright
