#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_INTEGERPACK_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_INTEGERPACK_H

#include "runtime/backends/host/MatmulPart.h"

#include <cstdint>
#include <optional>

namespace shardwright::runtime::host {

/// As what integers of a product are multiplied, modulo 2^32.
enum class IntegerForm {
  Words, ///< an element each
  Pairs, ///< two elements each, neighbours along the contraction, of 16 bits with a sign; 0 behind an odd last one
};

/// Nothing where the types are others, or where sums have more bits.
std::optional<IntegerForm> integerFormOf(const Matmul &matmul);

/// An operand by the contraction and the lines along it: rows of the lhs, columns of the rhs.
struct ContractedLines {
  ElementType type;
  int64_t depth, depthStride;
  int64_t lines, lineStride;
};

/// Where the words of one matrix lie.
struct PackedLines {
  int64_t depthStride, lineStride;
};

/// Of a line.
int64_t wordsAlong(IntegerForm form, int64_t depth);

/// Writes wordsAlong() words for each line, what lies together where it did.
PackedLines packLines(IntegerForm form, const ContractedLines &lines, const void *from, uint32_t *to);

/// The low bits of `count` sums as integers of `type`.
void narrowSums(ElementType type, void *to, const uint32_t *from, int64_t count);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_INTEGERPACK_H
