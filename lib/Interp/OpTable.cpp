#include "lib/Interp/OpTable.h"

#include "mlir/IR/Location.h"

namespace shardwright::interp {

const OpTable &localOps() {
  static const OpTable *table = [] {
    auto *ops = new OpTable;
    addConstructionOps(*ops);
    addMovementOps(*ops);
    addContractionOps(*ops);
    addReductionOps(*ops);
    addWindowOps(*ops);
    addIndexingOps(*ops);
    addLinearAlgebraOps(*ops);
    addNormalizationOps(*ops);
    return ops;
  }();
  return *table;
}

Index integers(mlir::Operation *op, llvm::StringRef name, size_t count, int64_t missing) {
  mlir::Attribute attribute = op->getAttr(name);
  if (auto array = llvm::dyn_cast_or_null<mlir::DenseI64ArrayAttr>(attribute))
    return Index(array.asArrayRef());
  if (auto array = llvm::dyn_cast_or_null<mlir::DenseBoolArrayAttr>(attribute))
    return Index(array.asArrayRef().begin(), array.asArrayRef().end());
  if (auto dense = llvm::dyn_cast_or_null<mlir::DenseIntElementsAttr>(attribute)) {
    Index values;
    for (const llvm::APInt &value : dense.getValues<llvm::APInt>())
      values.push_back(value.getSExtValue());
    return values;
  }
  return Index(count, missing);
}

mlir::RankedTensorType resultType(mlir::Operation *op, unsigned index) {
  return llvm::cast<mlir::RankedTensorType>(op->getResult(index).getType());
}

std::string locationText(mlir::Operation *op) {
  std::string text = "unknown";
  op->getLoc()->walk([&](mlir::Location location) {
    auto file = llvm::dyn_cast<mlir::FileLineColLoc>(location);
    if (!file)
      return mlir::WalkResult::advance();
    text = file.getFilename().str() + ":" + std::to_string(file.getLine()) + ":" + std::to_string(file.getColumn());
    return mlir::WalkResult::interrupt();
  });
  return text;
}

absl::Status unsupported(mlir::Operation *op, const std::string &message) {
  return absl::UnimplementedError(locationText(op) + ": '" + op->getName().getStringRef().str() + "': " + message);
}

} // namespace shardwright::interp
