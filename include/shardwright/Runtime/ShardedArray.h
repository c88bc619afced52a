#ifndef SHARDWRIGHT_RUNTIME_SHARDEDARRAY_H
#define SHARDWRIGHT_RUNTIME_SHARDEDARRAY_H

#include "shardwright/Runtime/Array.h"
#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"
#include "absl/status/statusor.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

/// Whole arrays that nobody has whole: blocks of them where they are.
namespace shardwright::runtime {

/// The box of a whole array that begins at `start`.
struct ArrayBlock {
  size_t number = 0; ///< of the array's blocks, counted over all processes
  std::vector<int64_t> start, shape;
  const void *data = nullptr; ///< dense, row-major; until the call that it is given to returns
};

class ShardedArray {
public:
  using Use = std::function<absl::Status(const ArrayBlock &block)>;

  virtual ~ShardedArray() = default;
  virtual ElementType type() const = 0;
  virtual const std::vector<int64_t> &shape() const = 0;
  /// Calls `use` with the blocks that this process answers for: those of all processes cover the array without an
  /// overlap, and are the same ones however many processes share the devices. What devices hold summands of is combined
  /// before. Of several processes, all call it; each to its end, whose status is the first error.
  virtual absl::Status eachBlock(const Use &use) const = 0;
  /// The array, on rank 0; on others one without elements. Of several processes, all call it.
  virtual absl::StatusOr<Array> whole() const = 0;
  /// Whether devices that hold the same elements hold the same bytes, by their hashes. kFailedPrecondition, on rank 0:
  /// names two that do not. Of several processes, all call it.
  virtual absl::Status checkCopies() const { return absl::OkStatus(); }
};

/// By result.
using ShardedArrays = std::vector<std::shared_ptr<const ShardedArray>>;

/// In the memory of this process, as one block. `isHere` false: of another one's.
std::shared_ptr<const ShardedArray> arrayInMemory(Array array, bool isHere = true);
ShardedArrays arraysInMemory(std::vector<Array> arrays);

/// All of them whole, in order.
absl::StatusOr<std::vector<Array>> wholeArrays(const ShardedArrays &arrays);

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_SHARDEDARRAY_H
