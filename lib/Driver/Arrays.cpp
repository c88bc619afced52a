#include "lib/Driver/Arrays.h"

#include "lib/Interp/Interpret.h"

namespace shardwright::driver {

/// The runtime's element type of the same name.
static absl::StatusOr<runtime::ElementType> elementTypeOf(mlir::Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  for (int i = 0; i <= static_cast<int>(runtime::ElementType::C128); ++i)
    if (text == runtime::elementName(static_cast<runtime::ElementType>(i)))
      return static_cast<runtime::ElementType>(i);
  return absl::UnimplementedError("elements of type " + text + " are not supported");
}

static absl::StatusOr<std::vector<runtime::Interface>>
interfaces(absl::StatusOr<std::vector<mlir::RankedTensorType>> types, const std::string &what) {
  if (!types.ok())
    return types.status();
  std::vector<runtime::Interface> result;
  for (auto [i, type] : llvm::enumerate(*types)) {
    absl::StatusOr<runtime::ElementType> element = elementTypeOf(type.getElementType());
    if (!element.ok())
      return element.status();
    result.push_back({what + " " + std::to_string(i), *element, type.getShape().vec(), {}});
  }
  return result;
}

absl::StatusOr<ProgramInterface> interfaceOf(mlir::ModuleOp module) {
  auto arguments = interfaces(interp::argumentTypes(module), "argument");
  if (!arguments.ok())
    return arguments.status();
  auto results = interfaces(interp::resultTypes(module), "result");
  if (!results.ok())
    return results.status();
  return ProgramInterface{std::move(*arguments), std::move(*results)};
}

interp::Tensor toTensor(const runtime::Array &array, mlir::RankedTensorType type) {
  return interp::Tensor::fromBytes(type, array.bytes);
}

absl::StatusOr<runtime::Array> toArray(const interp::Tensor &tensor) {
  absl::StatusOr<runtime::ElementType> element = elementTypeOf(tensor.elementType());
  if (!element.ok())
    return element.status();
  return runtime::Array{*element, tensor.shape().vec(), tensor.toBytes()};
}

} // namespace shardwright::driver
