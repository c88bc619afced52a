#ifndef SHARDWRIGHT_SHARDING_SUGGEST_H
#define SHARDWRIGHT_SHARDING_SUGGEST_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace shardwright {

class Mesh;

/// The words of `known` that are spelled most like `word`, nearest first, at most three: by Levenshtein distance
/// without regard to case, up to a third of the word or 2, and never a word that shares nothing with it; a prefix is
/// nearest.
std::vector<std::string> nearest(llvm::StringRef word, llvm::ArrayRef<std::string> known);

/// `; did you mean data, dp?` of the nearest words, or nothing where none is near.
std::string didYouMean(llvm::StringRef word, llvm::ArrayRef<std::string> known);

/// `the mesh has the axes data, model; did you mean model?`: what a message says of a name that is no axis of the mesh.
std::string axesInsteadOf(const Mesh &mesh, llvm::StringRef name);

} // namespace shardwright

#endif // SHARDWRIGHT_SHARDING_SUGGEST_H
