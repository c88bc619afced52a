#ifndef SHARDWRIGHT_SHARDING_TEXT_H
#define SHARDWRIGHT_SHARDING_TEXT_H

#include "shardwright/Sharding/Sharding.h"

namespace shardwright {

/// Parses the one notation: `[I_X, J_{Y,Z}, K?, _{X:(2)4,?} p1]{U_X:max, R_Z}`; the trailing braces may be missing.
/// Consumes a prefix of `text` and advances it past what was read. Errors carry the offset and what was expected.
/// Does not know the mesh: see verify().
absl::StatusOr<Sharding> parseSharding(llvm::StringRef &text);
/// The same for a whole string: text behind the sharding is an error.
absl::StatusOr<Sharding> parseWholeSharding(llvm::StringRef text);

/// Prints it so that it parses back to the same value. An unlabelled dimension prints as `_X` or `_`.
std::string str(const Sharding &sharding);

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_TEXT_H
