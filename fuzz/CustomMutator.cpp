// libFuzzer's mutations, mixed with ones that know what the inputs consist of: words, lines and types of a text; counts
// and offsets of a file. Without them nearly every text stops at the parser.
#include "fuzz/Mutate.h"

#include <algorithm>
#include <cstdint>
#include <cstring>

using shardwright::fuzz::mutateBytes;
using shardwright::fuzz::mutateText;
using shardwright::fuzz::Random;

extern const bool kInputsAreText;

extern "C" size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t capacity);

static size_t mutated(const std::string &input, const std::string &other, uint8_t *out, size_t capacity,
                      unsigned seed) {
  Random random(seed);
  std::string result = kInputsAreText ? mutateText(input, other, random) : mutateBytes(input, other, random);
  size_t size = std::min(result.size(), capacity);
  std::memcpy(out, result.data(), size);
  return size;
}

static std::string stringOf(const uint8_t *data, size_t size) { return {reinterpret_cast<const char *>(data), size}; }

extern "C" size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t capacity, unsigned seed) {
  if (seed % 4 == 0)
    return LLVMFuzzerMutate(data, size, capacity);
  std::string input = stringOf(data, size);
  return mutated(input, input, data, capacity, seed);
}

extern "C" size_t LLVMFuzzerCustomCrossOver(const uint8_t *first, size_t firstSize, const uint8_t *second,
                                            size_t secondSize, uint8_t *out, size_t capacity, unsigned seed) {
  return mutated(stringOf(first, firstSize), stringOf(second, secondSize), out, capacity, seed);
}
