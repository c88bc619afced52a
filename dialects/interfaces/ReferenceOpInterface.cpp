#include "dialects/interfaces/ReferenceOpInterface.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

#include "dialects/interfaces/ReferenceOpInterface.cpp.inc"

namespace shardwright::interp {

ScalarFunction scalarFunction(mlir::Operation *op) {
  auto known = llvm::dyn_cast<ReferenceOpInterface>(op);
  return known ? known.getScalarFunction() : ScalarFunction();
}

Results evaluateElementwise(mlir::Operation *op, Operands operands) {
  ScalarFunction function = scalarFunction(op);
  if (!function)
    return unsupported(op, "the reference interpreter does not know this op");
  Tensor result(resultType(op));
  llvm::SmallVector<Element, 3> elements(operands.size());
  for (int64_t i = 0; i < result.size(); ++i) {
    for (auto [element, operand] : llvm::zip_equal(elements, operands))
      element = operand->get(operand->rank() == 0 ? 0 : i);
    result.set(i, function(elements));
  }
  return std::vector<Tensor>{std::move(result)};
}

Results identity(mlir::Operation *, Operands operands) {
  std::vector<Tensor> results;
  for (const Tensor *operand : operands)
    results.push_back(*operand);
  return results;
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
