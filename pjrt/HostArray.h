#ifndef PJRT_HOSTARRAY_H
#define PJRT_HOSTARRAY_H

#include "pjrt/Api.h"
#include "shardwright/Runtime/Client.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstdint>
#include <optional>
#include <vector>

/// Arrays of the caller's, whose elements lie anywhere, and dense ones on devices.
namespace shardwright::pjrt {

/// kInvalidArgument: it is no number of a type; kUnimplemented: there are no buffers of that type.
absl::StatusOr<runtime::ElementType> elementTypeOf(int32_t code);
ElementCode codeOf(runtime::ElementType type);

/// The type and shape that a caller asks for. kInvalidArgument: a dimension is negative, or there are more bytes than
/// can be counted.
absl::StatusOr<runtime::BufferType> bufferTypeOf(int32_t code, const int64_t *dims, size_t numDims);
/// Of a type of that function.
uint64_t bytesOf(const runtime::BufferType &type);

/// Bytes from one element to the next along each dimension, in a dense array with the last dimension innermost.
std::vector<int64_t> denseStrides(const runtime::BufferType &type);
/// The strides that a layout says; none: dense. kInvalidArgument: it is of another rank, or no order of the dimensions;
/// kUnimplemented: it has tiles.
absl::StatusOr<std::vector<int64_t>> stridesOf(const MemoryLayout *layout, const runtime::BufferType &type);

/// Copies each element; strides are in bytes, may be negative, and of what is read zero.
void copyStrided(const runtime::BufferType &type, void *to, const std::vector<int64_t> &toStrides, const void *from,
                 const std::vector<int64_t> &fromStrides);

/// Of a dense array of integers of 2 or 4 bits: gives the rest of each byte its sign, or zeros where there is none.
/// Callers may leave anything there (ml_dtypes leaves zeros), programs read whole bytes.
void extendNarrow(const runtime::BufferType &type, void *bytes);

} // namespace shardwright::pjrt

#endif // PJRT_HOSTARRAY_H
