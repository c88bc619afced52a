#ifndef DIALECTS_STABLEHLO_LOCAL_HALOEXCHANGEBUILDER_H
#define DIALECTS_STABLEHLO_LOCAL_HALOEXCHANGEBUILDER_H

#include "dialects/stablehlo/local/LocalBuilder.h"
#include "shardwright/Placement/HaloExchange.h"

#include <vector>

namespace shardwright {

/// Emits what brings the elements that an op's windows read to the device that reads them.
class HaloExchangeBuilder {
public:
  HaloExchangeBuilder(mlir::Operation *op, mlir::OpBuilder &builder, const LocalContext &context);

  /// Some factor with a window is split.
  bool isNeeded() const { return !split.empty(); }

  /// The plan for an operand's dimension; none where it is not split.
  const HaloExchange *along(size_t operand, int64_t dim) const;

  /// The operand with all that its windows read. Where the dimension has no element stands the scalar `outside`; any
  /// element without it.
  mlir::Value fetch(mlir::Value local, size_t operand, mlir::Value outside = {});

private:
  struct Split {
    FactorWindow window;
    AxisList axes;
    HaloExchange exchange;
  };

  mlir::Value mirror(mlir::Value local, const Split &own);
  mlir::Value join(mlir::Value local, const Split &own);
  mlir::Value send(mlir::Value piece, llvm::ArrayRef<std::pair<int64_t, int64_t>> between, const AxisList &axes);
  mlir::Value cut(mlir::Value joined, const Split &own);
  mlir::Value fill(mlir::Value local, const Split &own, mlir::Value outside);

  mlir::Operation *op;
  mlir::OpBuilder &builder;
  const LocalContext &context;
  LocalBuilder build;
  std::vector<Split> split;
};

/// Slots behind the last element, up to the end of the window.
int64_t slotsBehind(const HaloExchange &exchange, int64_t dilation);

/// A window attribute with the padding of the exchanged dimensions replaced; `dims` are those of operand 0.
mlir::DenseIntElementsAttr localPadding(std::optional<mlir::DenseIntElementsAttr> padding, llvm::ArrayRef<int64_t> dims,
                                        std::optional<llvm::ArrayRef<int64_t>> dilations,
                                        const HaloExchangeBuilder &exchange, mlir::Builder &builder);

} // namespace shardwright

#endif // DIALECTS_STABLEHLO_LOCAL_HALOEXCHANGEBUILDER_H
