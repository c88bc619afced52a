#include "dialects/stablehlo/StablehloOps.h"
#include "dialects/vhlo/Entries.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;

namespace shardwright::vhlo {

/// Codes of StableHLO's portable artifacts; they never change their meaning.
namespace {
enum class VhloAttribute : uint64_t {
  Array = 1,
  Boolean,
  ComparisonDirection,
  ComparisonType,
  CustomCallApiVersion,
  Dictionary,
  FftType,
  Float,
  Integer,
  OutputOperandAlias,
  Precision,
  RngAlgorithm,
  RngDistribution,
  String,
  Tensor,
  Transpose,
  Type,
  TypeExtensions,
  ResultAccuracyMode,
  ResultAccuracy,
  SubAxisInfo,
  AxisRef,
  ReplicaGroupMeshAxes,
  MeshAxis,
  Mesh
};

enum class VhloType : uint64_t {
  Boolean,
  Complex,
  BFloat16,
  Float16,
  Float32,
  Float64,
  Float8E4M3FN,
  Float8E5M2,
  Function,
  Index,
  SI4,
  SI8,
  SI16,
  SI32,
  SI64,
  UI4,
  UI8,
  UI16,
  UI32,
  UI64,
  RankedTensor,
  RankedTensorWithEncoding,
  Token,
  Tuple,
  UniformQuantized,
  UnrankedTensor,
  Witness,
  Float8E4M3FNUZ,
  Float8E5M2FNUZ,
  Float8E4M3B11FNUZ,
  UniformQuantizedPerAxis,
  SI2,
  UI2,
  None,
  FloatTF32,
  Float8E4M3,
  Float8E3M4,
  Float4E2M1FN,
  Float6E2M3FN,
  Float6E3M2FN,
  Float8E8M0FNU,
  Buffer,
  Future
};

template <typename EnumAttr, typename Enum>
Attribute readEnum(EntryReader &reader, std::optional<Enum> (*symbolize)(uint32_t)) {
  uint64_t number;
  if (!reader.read(number))
    return nullptr;
  std::optional<Enum> value = number <= UINT32_MAX ? symbolize(static_cast<uint32_t>(number)) : std::nullopt;
  return value ? EnumAttr::get(reader.getContext(), *value) : EnumAttr();
}

Attribute readVhloResultAccuracy(EntryReader &reader) {
  auto *context = reader.getContext();
  auto atol = llvm::cast_or_null<FloatAttr>(readNumber(reader, Float64Type::get(context)));
  auto rtol = llvm::cast_or_null<FloatAttr>(readNumber(reader, Float64Type::get(context)));
  int64_t ulps;
  stablehlo::ResultAccuracyModeAttr mode;
  if (!atol || !rtol || !reader.read(ulps, mode))
    return nullptr;
  return stablehlo::ResultAccuracyAttr::get(context, atol.getValue(), rtol.getValue(), ulps, mode);
}

Attribute readVhloAxisRef(EntryReader &reader) {
  StringAttr name;
  uint64_t hasPart;
  DenseI64ArrayAttr part;
  if (!reader.read(name, hasPart) || hasPart > 1 || (hasPart && (!reader.read(part) || part.size() != 2)))
    return nullptr;
  return stablehlo::AxisRefAttr::get(reader.getContext(), name, part ? part[0] : 1, part ? part[1] : 0);
}

Attribute readVhloMesh(EntryReader &reader) {
  ArrayAttr axes;
  DenseIntElementsAttr devices;
  if (!reader.read(axes) || !reader.readOptional(devices))
    return nullptr;
  SmallVector<stablehlo::MeshAxisAttr> list;
  for (Attribute axis : axes)
    list.push_back(dyn_cast<stablehlo::MeshAxisAttr>(axis));
  if (llvm::is_contained(list, stablehlo::MeshAxisAttr()))
    return nullptr;
  return stablehlo::MeshAttr::get(reader.getContext(), list, devices);
}

Attribute readVhloReplicaGroupMeshAxes(EntryReader &reader) {
  Attribute mesh;
  ArrayAttr axes;
  if (!reader.read(mesh, axes))
    return nullptr;
  // The name of a mesh is written as a string.
  if (auto name = dyn_cast<StringAttr>(mesh))
    mesh = FlatSymbolRefAttr::get(name);
  return stablehlo::ReplicaGroupMeshAxesAttr::get(reader.getContext(), mesh, axes);
}

} // namespace

Attribute readVhloAttribute(EntryReader &reader) {
  MLIRContext *context = reader.getContext();
  uint64_t number;
  StringRef text;
  StringAttr name;
  Type type;
  ArrayRef<char> bytes;
  SmallVector<int64_t> numbers;
  const uint64_t code = reader.in.number();
  switch (static_cast<VhloAttribute>(code)) {
  case VhloAttribute::Array:
    return readArray(reader);
  case VhloAttribute::Boolean:
    return reader.read(number) && number < 2 ? BoolAttr::get(context, number == 1) : BoolAttr();
  case VhloAttribute::ComparisonDirection:
    return readEnum<stablehlo::ComparisonDirectionAttr>(reader, stablehlo::symbolizeComparisonDirection);
  case VhloAttribute::ComparisonType:
    return readEnum<stablehlo::ComparisonTypeAttr>(reader, stablehlo::symbolizeComparisonType);
  case VhloAttribute::CustomCallApiVersion:
    return reader.read(number) && number <= 4 ? IntegerAttr::get(IntegerType::get(context, 32), number) : IntegerAttr();
  case VhloAttribute::Dictionary:
    return readDictionary(reader);
  case VhloAttribute::FftType:
    return readEnum<stablehlo::FftTypeAttr>(reader, stablehlo::symbolizeFftType);
  case VhloAttribute::Float:
    return reader.read(type) && isa<FloatType>(type) ? readNumber(reader, type) : nullptr;
  case VhloAttribute::Integer:
    return reader.read(type) && isa<IntegerType, IndexType>(type) ? readNumber(reader, type) : nullptr;
  case VhloAttribute::OutputOperandAlias: {
    SmallVector<int64_t> output;
    int64_t operand;
    if (!reader.read(output, operand, numbers))
      return nullptr;
    return stablehlo::OutputOperandAliasAttr::get(context, output, operand, numbers);
  }
  case VhloAttribute::Precision:
    return readEnum<stablehlo::PrecisionAttr>(reader, stablehlo::symbolizePrecision);
  case VhloAttribute::RngAlgorithm:
    return readEnum<stablehlo::RngAlgorithmAttr>(reader, stablehlo::symbolizeRngAlgorithm);
  case VhloAttribute::RngDistribution:
    return readEnum<stablehlo::RngDistributionAttr>(reader, stablehlo::symbolizeRngDistribution);
  case VhloAttribute::String:
    return reader.read(text) ? StringAttr::get(context, text) : StringAttr();
  case VhloAttribute::Tensor:
    return reader.read(type) && reader.readBlob(bytes) ? makeElements(reader, type, bytes) : nullptr;
  case VhloAttribute::Transpose:
    return readEnum<stablehlo::TransposeAttr>(reader, stablehlo::symbolizeTranspose);
  case VhloAttribute::Type:
    return reader.read(type) ? TypeAttr::get(type) : TypeAttr();
  case VhloAttribute::TypeExtensions:
    return reader.read(numbers) ? stablehlo::BoundsAttr::get(context, numbers) : stablehlo::BoundsAttr();
  case VhloAttribute::ResultAccuracyMode:
    return readEnum<stablehlo::ResultAccuracyModeAttr>(reader, stablehlo::symbolizeResultAccuracyMode);
  case VhloAttribute::ResultAccuracy:
    return readVhloResultAccuracy(reader);
  case VhloAttribute::SubAxisInfo: {
    int64_t pre, size;
    return reader.read(pre, size) ? DenseI64ArrayAttr::get(context, {pre, size}) : DenseI64ArrayAttr();
  }
  case VhloAttribute::AxisRef:
    return readVhloAxisRef(reader);
  case VhloAttribute::ReplicaGroupMeshAxes:
    return readVhloReplicaGroupMeshAxes(reader);
  case VhloAttribute::MeshAxis: {
    int64_t size;
    return reader.read(name, size) ? stablehlo::MeshAxisAttr::get(context, name, size) : stablehlo::MeshAxisAttr();
  }
  case VhloAttribute::Mesh:
    return readVhloMesh(reader);
  }
  return reader.refuse("it holds the StableHLO attribute with code " + llvm::Twine(code) +
                       ", which is newer than this compiler: save the program as text, or for an older StableHLO");
}

Type readVhloType(EntryReader &reader) {
  MLIRContext *context = reader.getContext();
  Type element;
  Attribute encoding;
  SmallVector<int64_t> shape;
  SmallVector<Type> inputs, results;
  const uint64_t code = reader.in.number();
  auto signless = [&](unsigned width) { return IntegerType::get(context, width); };
  auto withoutSign = [&](unsigned width) { return IntegerType::get(context, width, IntegerType::Unsigned); };
  switch (static_cast<VhloType>(code)) {
  case VhloType::Boolean:
    return signless(1);
  case VhloType::Complex:
    return reader.read(element) ? makeComplex(reader, element) : nullptr;
  case VhloType::BFloat16:
    return BFloat16Type::get(context);
  case VhloType::Float16:
    return Float16Type::get(context);
  case VhloType::Float32:
    return Float32Type::get(context);
  case VhloType::Float64:
    return Float64Type::get(context);
  case VhloType::Float8E4M3FN:
    return Float8E4M3FNType::get(context);
  case VhloType::Float8E5M2:
    return Float8E5M2Type::get(context);
  case VhloType::Function:
    return reader.read(inputs, results) ? FunctionType::get(context, inputs, results) : FunctionType();
  case VhloType::Index:
    return IndexType::get(context);
  case VhloType::SI2:
    return signless(2);
  case VhloType::SI4:
    return signless(4);
  case VhloType::SI8:
    return signless(8);
  case VhloType::SI16:
    return signless(16);
  case VhloType::SI32:
    return signless(32);
  case VhloType::SI64:
    return signless(64);
  case VhloType::UI2:
    return withoutSign(2);
  case VhloType::UI4:
    return withoutSign(4);
  case VhloType::UI8:
    return withoutSign(8);
  case VhloType::UI16:
    return withoutSign(16);
  case VhloType::UI32:
    return withoutSign(32);
  case VhloType::UI64:
    return withoutSign(64);
  case VhloType::RankedTensor:
    return reader.read(shape, element) ? makeTensor(reader, shape, element) : nullptr;
  case VhloType::RankedTensorWithEncoding:
    return reader.read(encoding, shape, element) ? makeTensor(reader, shape, element, encoding) : nullptr;
  case VhloType::Token:
    return stablehlo::TokenType::get(context);
  case VhloType::Tuple:
    return reader.read(inputs) ? TupleType::get(context, inputs) : TupleType();
  case VhloType::Float8E4M3FNUZ:
    return Float8E4M3FNUZType::get(context);
  case VhloType::Float8E5M2FNUZ:
    return Float8E5M2FNUZType::get(context);
  case VhloType::Float8E4M3B11FNUZ:
    return Float8E4M3B11FNUZType::get(context);
  case VhloType::None:
    return NoneType::get(context);
  case VhloType::FloatTF32:
    return FloatTF32Type::get(context);
  case VhloType::Float8E4M3:
    return Float8E4M3Type::get(context);
  case VhloType::Float8E3M4:
    return Float8E3M4Type::get(context);
  case VhloType::Float4E2M1FN:
    return Float4E2M1FNType::get(context);
  case VhloType::Float6E2M3FN:
    return Float6E2M3FNType::get(context);
  case VhloType::Float6E3M2FN:
    return Float6E3M2FNType::get(context);
  case VhloType::Float8E8M0FNU:
    return Float8E8M0FNUType::get(context);
  case VhloType::Future:
    return reader.read(inputs) ? stablehlo::FutureType::get(context, inputs) : stablehlo::FutureType();
  case VhloType::UniformQuantized:
  case VhloType::UniformQuantizedPerAxis:
    return reader.refuse(
        "it holds a quantized type, and quantized tensors are not supported: dequantize before exporting");
  case VhloType::UnrankedTensor:
    return reader.refuse("it holds a tensor of unknown rank, which is not supported: export for static shapes");
  case VhloType::Witness:
    return reader.refuse("it holds a shape witness, which is not supported: export for static shapes");
  case VhloType::Buffer:
    return reader.refuse("it holds a buffer type, which is not supported: export tensors");
  }
  return reader.refuse("it holds the StableHLO type with code " + llvm::Twine(code) +
                       ", which is newer than this compiler: save the program as text, or for an older StableHLO");
}

} // namespace shardwright::vhlo
