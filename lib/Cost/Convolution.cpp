#include "shardwright/Cost/Convolution.h"

namespace shardwright::cost {

/// Instructions of a thread for a multiply-add of the definition: two loads, where they are, and whether there is an
/// element.
constexpr double kDefinitionSteps = 16;

double secondsByDefinition(const ConvolutionWork &work, const DeviceCosts &device) {
  KernelWork kernel;
  kernel.vectorSteps = kDefinitionSteps * work.multiplyAdds;
  kernel.readBytes = work.bytes;
  return device.seconds(kernel);
}

double secondsByProducts(const ConvolutionWork &work, const DeviceCosts &device) {
  double seconds = 0;
  for (const ProductWork &product : work.products)
    seconds += device.seconds(product);
  for (double bytes : work.movedBytes) {
    KernelWork kernel;
    kernel.readBytes = bytes;
    seconds += device.seconds(kernel);
  }
  return seconds;
}

} // namespace shardwright::cost
