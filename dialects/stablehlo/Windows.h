#ifndef DIALECTS_STABLEHLO_WINDOWS_H
#define DIALECTS_STABLEHLO_WINDOWS_H

#include "dialects/interfaces/TensorType.h"
#include "dialects/stablehlo/Family.h"

/// What operations that read beside their own position share: windows of factors. Where blocks would not do even with
/// their neighbours' elements, the factor needs the whole dimension.
namespace shardwright::stablehlo {

/// Entry `dim` of an optional attribute of one number, or two, a dimension.
int64_t entryAt(std::optional<llvm::ArrayRef<int64_t>> values, size_t dim, int64_t otherwise);
int64_t lowPadding(std::optional<mlir::DenseIntElementsAttr> padding, size_t dim);

/// The factor of a result's dimension moves a window over a dimension of operands.
void readByResult(ShardingRule &rule, int64_t factor, int64_t size, llvm::ArrayRef<FactorWindow> windows);

} // namespace shardwright::stablehlo

#endif // DIALECTS_STABLEHLO_WINDOWS_H
