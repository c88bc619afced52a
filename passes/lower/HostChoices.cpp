#include "passes/lower/HostChoices.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"

namespace shardwright {

llvm::ArrayRef<HostChoices::Named> HostChoices::named() {
  static constexpr Named all[] = {
      {"fusion", &HostChoices::fusion, "operations are computed inside the kernels that use them"},
      {"kernel-groups", &HostChoices::kernelGroups, "kernels over the same elements become one"},
      {"vectors", &HostChoices::vectors, "kernels compute several elements at a time"},
      {"product-transposes", &HostChoices::productTransposes, "transposes next to matrix products are strides"},
      {"small-products", &HostChoices::smallProducts, "small products with a vector are kernels"},
      {"copy-removal", &HostChoices::copyRemoval, "copies between buffers that can be one disappear"},
      {"in-place", &HostChoices::inPlace, "results are written over what is read for the last time"},
      {"memory-reuse", &HostChoices::memoryReuse, "buffers that never live together share memory"},
  };
  return all;
}

absl::StatusOr<HostChoices> HostChoices::without(llvm::StringRef list) {
  HostChoices choices;
  llvm::SmallVector<llvm::StringRef> names;
  list.split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  for (llvm::StringRef name : names) {
    bool isKnown = false;
    for (const Named &choice : named())
      if (name == choice.name || name == "all") {
        choices.*choice.choice = false;
        isKnown = true;
      }
    if (isKnown)
      continue;
    std::string text = "there is no '" + name.str() + "' to leave out (there is all";
    for (const Named &choice : named())
      text += std::string(", ") + choice.name;
    return absl::InvalidArgumentError(text + ")");
  }
  return choices;
}

} // namespace shardwright
