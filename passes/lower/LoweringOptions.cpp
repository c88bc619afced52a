#include "passes/lower/LoweringOptions.h"

namespace shardwright {

llvm::ArrayRef<NamedOptimization<LoweringOptions>> LoweringOptions::named() {
  static constexpr NamedOptimization<LoweringOptions> all[] = {
      {"fusion", &LoweringOptions::fusion, "operations are computed inside the kernels that use them"},
      {"kernel-groups", &LoweringOptions::kernelGroups, "kernels over the same elements become one"},
      {"vectors", &LoweringOptions::vectors, "kernels compute several elements at a time"},
      {"tiles", &LoweringOptions::tiles, "kernels that transpose turn squares of elements in registers"},
      {"product-transposes", &LoweringOptions::productTransposes, "transposes next to matrix products are strides"},
      {"small-products", &LoweringOptions::smallProducts, "small products with a vector are kernels"},
      {"product-padding", &LoweringOptions::productPadding, "rows of products for GPUs begin where they are read fast"},
      {"transform-products", &LoweringOptions::transformProducts, "Fourier transforms on GPUs are matrix products"},
      {"convolution-products", &LoweringOptions::convolutionProducts,
       "convolutions on GPUs are matrix products of their windows where that takes less time"},
      {"merged-launches", &LoweringOptions::mergedLaunches,
       "kernels for GPUs that do not need each other are one launch"},
      {"copy-removal", &LoweringOptions::copyRemoval, "copies between buffers that can be one disappear"},
      {"in-place", &LoweringOptions::inPlace, "results are written over what is read for the last time"},
      {"memory-order", &LoweringOptions::memoryOrder, "what runs when is chosen so that little is alive at once"},
      {"fills", &LoweringOptions::fills,
       "repeated elements are written where they are used, not copied from one place"},
      {"recompute", &LoweringOptions::recompute, "what is cheap to compute again is not kept where most is alive"},
      {"memory-reuse", &LoweringOptions::memoryReuse, "buffers that never live together share memory"},
      {"result-reuse", &LoweringOptions::resultReuse, "so do results, until they are written"},
      {"donation", &LoweringOptions::donation, "so do donated arguments, after their last use"},
      {"overlap", &LoweringOptions::overlap,
       "collectives start early and go on beside other steps, where the target has them so"},
      {"decompose-collectives", &LoweringOptions::decomposition,
       "there, those next to products are taken apart where a step gets shorter by it"},
  };
  return all;
}

} // namespace shardwright
