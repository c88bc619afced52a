#ifndef TOOLS_BOOK_MATMUL_H
#define TOOLS_BOOK_MATMUL_H

#include "absl/status/statusor.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

namespace shardwright::book {

/// A product [m, k] times [k, n] on one device, at its peaks: operands and product cross the memory once, arithmetic
/// runs meanwhile.
struct MatmulPrice {
  double flops = 0;          ///< 2*m*k*n: a multiply-add is two
  double bytes = 0;          ///< of both operands and the product, all of one element type
  double flopsPerSecond = 0; ///< of the device, for that type
  double bytesPerSecond = 0; ///< of its memory

  double mathSeconds() const { return flops / flopsPerSecond; }
  double memorySeconds() const { return bytes / bytesPerSecond; }
  double seconds() const { return std::max(mathSeconds(), memorySeconds()); }
  bool isBoundByMath() const { return mathSeconds() >= memorySeconds(); }
  /// FLOPs per byte of this product, and at which the device's memory and arithmetic take equally long.
  double intensity() const { return flops / bytes; }
  double criticalIntensity() const { return flopsPerSecond / bytesPerSecond; }
};

/// The element types that products are priced for: bf16, int8, fp8, fp4.
std::vector<std::string> matmulTypes();

/// Errors: a size below 1, a type that is not of those, a device that the table does not know or has no rate for the
/// type (kNotFound).
absl::StatusOr<MatmulPrice> priceMatmul(llvm::StringRef device, llvm::StringRef type, int64_t m, int64_t k, int64_t n);

} // namespace shardwright::book

#endif // TOOLS_BOOK_MATMUL_H
