#ifndef SHARDWRIGHT_FUZZ_MUTATE_H
#define SHARDWRIGHT_FUZZ_MUTATE_H

#include <cstdint>
#include <random>
#include <string>
#include <vector>

/// Inputs that are nearly right: what is quite wrong is refused by the first line that reads it.
namespace shardwright::fuzz {

using Random = std::mt19937_64;

/// Changes a program's text by its tokens: one taken out, doubled, exchanged for one of `others` (another text);
/// numbers made 0, negative, one more, enormous; a length of a tensor changed wherever it occurs, so that the program
/// stays one; lines taken out, doubled, taken from `others`.
std::string mutateText(const std::string &text, const std::string &others, Random &random);

/// Changes bytes: bits turned, words set to 0, -1, small and enormous numbers, pieces taken out, doubled, taken from
/// `others`.
std::string mutateBytes(const std::string &bytes, const std::string &others, Random &random);

} // namespace shardwright::fuzz

#endif // SHARDWRIGHT_FUZZ_MUTATE_H
