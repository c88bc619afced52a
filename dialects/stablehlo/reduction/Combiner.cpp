#include "dialects/stablehlo/reduction/Combiner.h"

#include "dialects/stablehlo/ElementTypes.h"

#include "mlir/IR/TypeUtilities.h"

#include "llvm/ADT/TypeSwitch.h"

namespace shardwright::stablehlo {

std::optional<ReductionKind> reductionOf(mlir::Operation *op) {
  using Kind = std::optional<ReductionKind>;
  const bool isBool = mlir::getElementTypeOrSelf(op->getResult(0).getType()).isInteger(1);
  return llvm::TypeSwitch<mlir::Operation *, Kind>(op)
      .Case<AddOp>([&](auto) { return isBool ? ReductionKind::Or : ReductionKind::Sum; })
      .Case<MulOp>([&](auto) { return isBool ? ReductionKind::And : ReductionKind::Product; })
      .Case<MaxOp>([&](auto) { return isBool ? ReductionKind::Or : ReductionKind::Max; })
      .Case<MinOp>([&](auto) { return isBool ? ReductionKind::And : ReductionKind::Min; })
      .Case<AndOp>([](auto) { return ReductionKind::And; })
      .Case<OrOp>([](auto) { return ReductionKind::Or; })
      .Case<XorOp>([](auto) { return ReductionKind::Xor; })
      .Default([](auto) { return Kind(); });
}

std::optional<ReductionKind> combinerOf(mlir::Region &body) {
  if (!body.hasOneBlock())
    return std::nullopt;
  mlir::Block &block = body.front();
  mlir::ValueRange returned = block.getTerminator()->getOperands();
  size_t n = returned.size();
  if (n == 0 || block.getNumArguments() != 2 * n)
    return std::nullopt;
  std::optional<ReductionKind> common;
  for (size_t i = 0; i < n; ++i) {
    mlir::Operation *op = returned[i].getDefiningOp();
    if (!op || op->getNumOperands() != 2 || op->getNumResults() != 1)
      return std::nullopt;
    mlir::Value a = block.getArgument(i), b = block.getArgument(i + n);
    bool onPair =
        (op->getOperand(0) == a && op->getOperand(1) == b) || (op->getOperand(0) == b && op->getOperand(1) == a);
    std::optional<ReductionKind> kind = reductionOf(op);
    if (!onPair || !kind || (common && *common != *kind) ||
        (kind != ReductionKind::Sum && isComplex(mlir::getElementTypeOrSelf(op->getResult(0).getType()))))
      return std::nullopt;
    common = kind;
  }
  return common;
}

} // namespace shardwright::stablehlo
