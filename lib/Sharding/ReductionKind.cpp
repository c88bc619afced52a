#include "shardwright/Sharding/Sharding.h"

namespace shardwright {

static constexpr llvm::StringLiteral kNames[] = {"sum", "product", "max", "min", "and", "or", "xor"};

llvm::StringRef name(ReductionKind kind) { return kNames[static_cast<size_t>(kind)]; }

std::optional<ReductionKind> parseReductionKind(llvm::StringRef text) {
  for (size_t i = 0; i < std::size(kNames); ++i)
    if (kNames[i] == text)
      return static_cast<ReductionKind>(i);
  return std::nullopt;
}

} // namespace shardwright
