#ifndef SHARDWRIGHT_COST_CONVOLUTION_H
#define SHARDWRIGHT_COST_CONVOLUTION_H

#include "shardwright/Cost/DeviceCosts.h"

namespace shardwright::cost {

/// A convolution in the two ways in which GPUs compute it: by its definition, one thread for an element of the result,
/// and as a product of its windows, which another kernel has gathered in memory ("im2col").
struct ConvolutionWork {
  double multiplyAdds = 0; ///< of the definition: a multiply-add for each tap on an element of the operand
  double depth = 0;        ///< multiply-adds of an element of the result
  double bytes = 0;        ///< of operands and result
  /// Products of windows, one behind the other: of every tap, those on padding too.
  llvm::SmallVector<ProductWork, 1> products;
  /// What kernels beside the products read and write: buffers of windows, what puts results together. Empty where the
  /// operand is the windows.
  llvm::SmallVector<double, 2> movedBytes;
};

double secondsByDefinition(const ConvolutionWork &work, const DeviceCosts &device);
double secondsByProducts(const ConvolutionWork &work, const DeviceCosts &device);

} // namespace shardwright::cost

#endif // SHARDWRIGHT_COST_CONVOLUTION_H
