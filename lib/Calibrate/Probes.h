#ifndef LIB_CALIBRATE_PROBES_H
#define LIB_CALIBRATE_PROBES_H

#include "shardwright/Cost/Collective.h"
#include "shardwright/Topology/Functions.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace shardwright::calibrate {

/// A per-device program of operations that do not depend on each other: every one reads arguments and is a result. The
/// operation of entry i stands alone on line `lines[i]`.
struct Probe {
  std::string text;
  std::vector<unsigned> lines;
};

/// Kernels of all sorts over about so many elements: chains, reductions of rows and of columns, movements, gathers,
/// conversions; or a few that show what memory gives. On one device, as many in a probe as leave each other's operands
/// in the caches, where a program's kernels mostly find what others have just written.
std::vector<Probe> kernelProbes(int64_t elements, bool few);

struct ProductSize {
  int64_t m, n, k;
};
/// Products of matrices that are sharded as `form` says (MeasuredDevice::Product).
Probe productProbe(const std::vector<ProductSize> &sizes, const std::string &type, const std::string &form,
                   int64_t devices);
/// Sorts of rows, each of that length, 64 KiB together; on one device.
Probe sortProbe(const std::vector<int64_t> &lengths);
/// Fourier transforms of rows of these lengths, and factorisations and triangular solves of matrices of these sizes, so
/// many at once; on one device.
Probe callProbe(const std::vector<int64_t> &lengths, const std::vector<int64_t> &sizes,
                const std::vector<int64_t> &batches);
/// One operation on so many elements, named as StableHLO names it; on one device.
Probe functionProbe(llvm::StringRef name, unsigned operands, MathType type, int64_t elements);
/// Rows that are reduced: by the larger, the sum, or as an argmax (by several operations).
enum class Reduced : uint8_t { Maximum, Sum, General };
Probe reductionProbe(Reduced by, int64_t rows, int64_t columns);
/// Exponentials of the distances of rows from what each is reduced to; absent: from a number that is there.
Probe rowProbe(std::optional<Reduced> by, int64_t rows, int64_t columns);
/// Exponentials of rows, to each of which the same row is added.
Probe repeatedRowProbe(int64_t rows, int64_t columns);
/// Convolutions by 3x3, without padding, whose product has the size; on one device.
Probe convolutionProbe(const std::vector<ProductSize> &sizes);

/// `count` times a kernel of so many elements, and behind it an all-reduce of its result over all devices.
Probe phaseProbe(int64_t elements, int count, int64_t devices);

/// `count` collectives of `bytes` each (as CollectivePrice counts them), of f32 or bf16, over groups of `members`
/// neighbours.
Probe collectiveProbe(CollectiveKind op, int64_t members, int64_t bytes, const std::string &type, int count,
                      int64_t devices);

/// One kernel of one element.
Probe emptyProbe(int64_t devices);

} // namespace shardwright::calibrate

#endif // LIB_CALIBRATE_PROBES_H
