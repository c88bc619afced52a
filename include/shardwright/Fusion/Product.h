#ifndef SHARDWRIGHT_FUSION_PRODUCT_H
#define SHARDWRIGHT_FUSION_PRODUCT_H

#include "shardwright/Cost/Work.h"

namespace shardwright::fusion {

/// Whether a product is too small for a library: one side is a vector, or nothing is contracted, and calling costs more
/// than computing. On devices whose kernels are made by this compiler such products become multiplications and sums,
/// which fuse. Complex products do not.
bool isSmallProduct(const cost::ProductWork &product);

} // namespace shardwright::fusion

#endif // SHARDWRIGHT_FUSION_PRODUCT_H
