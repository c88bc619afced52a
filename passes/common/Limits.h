#ifndef PASSES_COMMON_LIMITS_H
#define PASSES_COMMON_LIMITS_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Support/LLVM.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

/// What a program may hold at most. Checked where a program enters, so that nothing behind has to: walks over nested
/// regions and attributes are recursive, and sizes in bytes, also sums of some, are computed in 64 bits.
namespace shardwright {

/// How deep brackets, regions, attributes, types and calls may nest.
constexpr int64_t kMaxNesting = 512;
/// How many operations a program may have once its calls are inlined.
constexpr int64_t kMaxOperations = int64_t{1} << 20;
/// Devices of the mesh that a program is compiled for: what differs between them is listed for each.
constexpr int64_t kMaxDevices = int64_t{1} << 20;
/// Bytes of one tensor: 64 PiB. 128 of them still have a sum of 64 bits.
constexpr int64_t kMaxTensorBytes = int64_t{1} << 56;

/// Where a text exceeds what may be parsed, and how.
struct TextExcess {
  size_t offset;
  std::string message;
};
/// Scans a program's text, before a recursive parser does: brackets and what aliases (`#a`, `!t`) stand for may nest
/// kMaxNesting deep, an alias may stand for 2^20 others, an affine map has at most kMaxNesting operators, a number at
/// most 1000 digits. Refuses `array<index`, which MLIR's parser does not survive. Linear.
std::optional<TextExcess> findTextExcess(llvm::StringRef text);

/// The same for a program that did not come from text: reports regions, attributes and types that nest too deep.
mlir::LogicalResult verifyNesting(mlir::ModuleOp module);

/// Reports every value whose type is a tensor with more than kMaxTensorBytes, or whose number of elements or bytes
/// does not fit in 64 bits, with both numbers. Dynamic dimensions count as 1.
mlir::LogicalResult verifyTensorSizes(mlir::ModuleOp module);

/// Replaces constants that keep their elements in the file's resources by ones that hold them (dense<...>), so that
/// readers of constants need not look elsewhere; reports those whose elements the file does not have, or not in their
/// type's size, and those of any other form (sparse<...>).
mlir::LogicalResult inlineResources(mlir::ModuleOp module);

} // namespace shardwright

#endif // PASSES_COMMON_LIMITS_H
