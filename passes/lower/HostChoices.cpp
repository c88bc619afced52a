#include "passes/lower/HostChoices.h"

namespace shardwright {

llvm::ArrayRef<NamedChoice<HostChoices>> HostChoices::named() {
  static constexpr NamedChoice<HostChoices> all[] = {
      {"fusion", &HostChoices::fusion, "operations are computed inside the kernels that use them"},
      {"kernel-groups", &HostChoices::kernelGroups, "kernels over the same elements become one"},
      {"vectors", &HostChoices::vectors, "kernels compute several elements at a time"},
      {"tiles", &HostChoices::tiles, "kernels that transpose turn squares of elements in registers"},
      {"product-transposes", &HostChoices::productTransposes, "transposes next to matrix products are strides"},
      {"small-products", &HostChoices::smallProducts, "small products with a vector are kernels"},
      {"copy-removal", &HostChoices::copyRemoval, "copies between buffers that can be one disappear"},
      {"in-place", &HostChoices::inPlace, "results are written over what is read for the last time"},
      {"memory-order", &HostChoices::memoryOrder, "what runs when is chosen so that little is alive at once"},
      {"fills", &HostChoices::fills, "repeated elements are written where they are used, not copied from one place"},
      {"recompute", &HostChoices::recompute, "what is cheap to compute again is not kept where most is alive"},
      {"memory-reuse", &HostChoices::memoryReuse, "buffers that never live together share memory"},
      {"result-reuse", &HostChoices::resultReuse, "so do results, until they are written"},
      {"donation", &HostChoices::donation, "so do donated arguments, after their last use"},
  };
  return all;
}

} // namespace shardwright
