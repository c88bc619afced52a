#include "passes/lower/Interfaces.h"

#include "dialects/sharding/ShardingAttrs.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright::lower {

static std::optional<runtime::ElementType> runtimeType(FloatType type) {
  using E = runtime::ElementType;
  return llvm::TypeSwitch<FloatType, std::optional<E>>(type)
      .Case([](Float16Type) { return E::F16; })
      .Case([](BFloat16Type) { return E::BF16; })
      .Case([](Float32Type) { return E::F32; })
      .Case([](Float64Type) { return E::F64; })
      .Case([](Float4E2M1FNType) { return E::F4E2M1FN; })
      .Case([](Float6E2M3FNType) { return E::F6E2M3FN; })
      .Case([](Float6E3M2FNType) { return E::F6E3M2FN; })
      .Case([](Float8E3M4Type) { return E::F8E3M4; })
      .Case([](Float8E4M3Type) { return E::F8E4M3; })
      .Case([](Float8E4M3B11FNUZType) { return E::F8E4M3B11FNUZ; })
      .Case([](Float8E4M3FNType) { return E::F8E4M3FN; })
      .Case([](Float8E4M3FNUZType) { return E::F8E4M3FNUZ; })
      .Case([](Float8E5M2Type) { return E::F8E5M2; })
      .Case([](Float8E5M2FNUZType) { return E::F8E5M2FNUZ; })
      .Case([](Float8E8M0FNUType) { return E::F8E8M0FNU; })
      .Default(std::nullopt);
}

std::optional<runtime::ElementType> runtimeType(Type type) {
  using E = runtime::ElementType;
  if (auto real = dyn_cast<FloatType>(type))
    return runtimeType(real);
  if (auto complex = dyn_cast<ComplexType>(type)) {
    if (complex.getElementType().isF32())
      return E::C64;
    if (complex.getElementType().isF64())
      return E::C128;
    return std::nullopt;
  }
  auto integer = dyn_cast<IntegerType>(type);
  if (!integer)
    return std::nullopt;
  bool isUnsigned = integer.isUnsigned();
  switch (integer.getWidth()) {
  case 1:
    return E::I1;
  case 2:
    return isUnsigned ? E::U2 : E::I2;
  case 4:
    return isUnsigned ? E::U4 : E::I4;
  case 8:
    return isUnsigned ? E::U8 : E::I8;
  case 16:
    return isUnsigned ? E::U16 : E::I16;
  case 32:
    return isUnsigned ? E::U32 : E::I32;
  case 64:
    return isUnsigned ? E::U64 : E::I64;
  default:
    return std::nullopt;
  }
}

runtime::Reduction runtimeReduction(ReductionKind kind) {
  using R = runtime::Reduction;
  switch (kind) {
  case ReductionKind::Sum:
    return R::Sum;
  case ReductionKind::Product:
    return R::Product;
  case ReductionKind::Max:
    return R::Max;
  case ReductionKind::Min:
    return R::Min;
  case ReductionKind::And:
    return R::And;
  case ReductionKind::Or:
    return R::Or;
  case ReductionKind::Xor:
    return R::Xor;
  }
  return R::Sum;
}

runtime::AxisDigits axisDigits(const Mesh &mesh, ArrayRef<AxisRef> axes) {
  runtime::AxisDigits digits;
  for (const AxisRef &axis : axes)
    digits.push_back({static_cast<uint32_t>(*mesh.find(axis.name)), axis.preSize(), axis.size(mesh)});
  return digits;
}

/// An argument or result: its whole type, and the axes of each dimension.
template <typename Op> static FailureOr<runtime::Interface> describe(Op op, const Mesh &mesh, StringRef what) {
  runtime::Interface interface;
  auto type = dyn_cast<RankedTensorType>(op.getWhole());
  std::optional<runtime::ElementType> element = type ? runtimeType(type.getElementType()) : std::nullopt;
  if (!element)
    return op.emitError() << what << " " << op.getNumber() << " has type " << op.getWhole()
                          << ", which cannot be passed to a program";
  interface.name = (what + " " + Twine(op.getNumber())).str();
  interface.type = *element;
  interface.globalShape.assign(type.getShape().begin(), type.getShape().end());
  interface.dims.resize(type.getRank());
  AxisList partial;
  if (sharding::SpecAttr spec = op.getSpecAttr()) {
    for (auto [d, dim] : llvm::enumerate(spec.getValue().dims))
      interface.dims[d] = axisDigits(mesh, dim.axes);
    for (const PartialAxis &summand : spec.getValue().partial) {
      partial.push_back(summand.axis);
      interface.reduction = runtimeReduction(summand.kind);
    }
  }
  interface.partial = axisDigits(mesh, partial);
  return interface;
}

LogicalResult describeInterfaces(exec::ProgramOp program, const Mesh &mesh, runtime::Executable &executable) {
  for (const MeshAxis &axis : mesh.axes())
    executable.meshAxes.push_back({axis.name.str(), axis.size});
  executable.deviceOrder.assign(mesh.deviceOrder().begin(), mesh.deviceOrder().end());
  auto add = [&](auto op, StringRef what, std::vector<runtime::Interface> &all) {
    FailureOr<runtime::Interface> interface = describe(op, mesh, what);
    if (failed(interface))
      return failure();
    all.push_back(std::move(*interface));
    return success();
  };
  for (Operation &op : program.getBody().front()) {
    if (auto argument = dyn_cast<exec::ArgumentOp>(op)) {
      if (failed(add(argument, "argument", executable.arguments)))
        return failure();
      executable.arguments.back().donated = argument.getDonated();
    }
    if (auto result = dyn_cast<exec::ResultOp>(op)) {
      if (failed(add(result, "result", executable.results)))
        return failure();
      runtime::Interface &interface = executable.results.back();
      interface.alias = result.getTakes() ? static_cast<int64_t>(*result.getTakes()) : -1;
      interface.place = result.getOffset() ? static_cast<int64_t>(*result.getOffset()) : -1;
      if (result.getEpsilon())
        interface.accuracy.epsilon = result.getEpsilon()->convertToDouble();
      if (result.getTerms())
        interface.accuracy.terms = static_cast<int64_t>(*result.getTerms());
    }
  }
  return success();
}

} // namespace shardwright::lower
