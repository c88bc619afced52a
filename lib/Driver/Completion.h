#ifndef LIB_DRIVER_COMPLETION_H
#define LIB_DRIVER_COMPLETION_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>

namespace shardwright::driver {

/// The word by which a shell asks: `shardwright __complete WORDS...`.
inline constexpr llvm::StringLiteral kCompleteWord = "__complete";

/// Prints what the last of `words` (which may be empty) can become, where the others stand before it behind
/// `shardwright`: a line each, `WORD<tab>what it is`. A word that ends in `=` wants a value. The lines `:files` and
/// `:folders` ask the shell for its own.
void printCompletions(llvm::ArrayRef<std::string> words);

} // namespace shardwright::driver

#endif // LIB_DRIVER_COMPLETION_H
