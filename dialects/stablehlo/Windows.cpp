#include "dialects/stablehlo/Windows.h"

namespace shardwright::stablehlo {

int64_t entryAt(std::optional<llvm::ArrayRef<int64_t>> values, size_t dim, int64_t otherwise) {
  return values ? (*values)[dim] : otherwise;
}

int64_t lowPadding(std::optional<mlir::DenseIntElementsAttr> padding, size_t dim) {
  return padding ? padding->getValues<int64_t>()[2 * dim] : 0;
}

void readByResult(ShardingRule &rule, int64_t factor, int64_t size, llvm::ArrayRef<FactorWindow> windows) {
  rule.factors[factor].size = size;
  rule.factors[factor].kind = FactorKind::PassThrough;
  for (FactorWindow window : windows) {
    window.factor = factor;
    rule.windows.push_back(window);
  }
}

} // namespace shardwright::stablehlo
