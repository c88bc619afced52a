#include "shardwright/Fusion/Product.h"

namespace shardwright::fusion {

/// Multiplications of the largest such product.
constexpr int64_t kSmallProduct = 1 << 16;

bool isSmallProduct(const cost::ProductWork &product) {
  constexpr double kReal = 2;
  return product.multiplyAdd == kReal && (product.k == 1 || product.m == 1 || product.n == 1) &&
         product.batch * product.m * product.n * product.k <= kSmallProduct;
}

} // namespace shardwright::fusion
