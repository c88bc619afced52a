#ifndef SHARDWRIGHT_COST_ATTENTION_H
#define SHARDWRIGHT_COST_ATTENTION_H

#include "shardwright/Cost/DeviceCosts.h"

#include <optional>

namespace shardwright::cost {

/// What decides whether attention is fused on a device, and what it takes then. SI units.
struct AttentionRates {
  int64_t units = 1;         ///< each computes a block of rows at a time
  double flopsPerSecond = 0; ///< of the products in fused kernels
  double bytesPerSecond = 0; ///< of memory
  double kernelSeconds = 0;  ///< before a kernel
  /// Of products that are kernels of their own: of 16-bit floats, and of others.
  double halfFlopsPerSecond = 0, wideFlopsPerSecond = 0;

  /// Nothing where the device does not fuse attention.
  static std::optional<AttentionRates> of(const Device &device);
};

/// One fused kernel: products of blocks of rows with the columns, and what it reads for each pair of a row and a
/// column.
struct AttentionWork {
  double blocks = 1;     ///< of rows
  double blockFlops = 0; ///< of each, of whole tiles
  double bytes = 0;      ///< read at points
};

/// In the place of fused kernels: one for each product, and for each reduction over what is computed of them.
struct AttentionSteps {
  double bytes = 0;                    ///< that these write and read at each point
  double halfFlops = 0, wideFlops = 0; ///< at each point
  double kernels = 0;
};

/// The launch, and the longer of arithmetic and traffic. As many blocks as units take as long as one.
double seconds(const AttentionWork &work, const AttentionRates &rates);
/// The same with its derivation.
OpPrice price(const AttentionWork &work, const AttentionRates &rates);
double seconds(const AttentionSteps &steps, double points, const AttentionRates &rates);

} // namespace shardwright::cost

#endif // SHARDWRIGHT_COST_ATTENTION_H
