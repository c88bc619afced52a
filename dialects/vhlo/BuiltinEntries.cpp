#include "dialects/vhlo/Entries.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Diagnostics.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::vhlo {

/// Codes in MLIR's mlir/IR/BuiltinDialectBytecode.td: the place in its lists of attributes and types.
namespace {
enum class BuiltinAttribute : uint64_t {
  Array,
  Dictionary,
  String,
  StringWithType,
  FlatSymbolRef,
  SymbolRef,
  Type,
  Unit,
  Integer,
  Float,
  CallSiteLoc,
  FileLineColLoc,
  FusedLoc,
  FusedLocWithMetadata,
  NameLoc,
  UnknownLoc,
  DenseResourceElements,
  DenseArray,
  DenseElements,
  DenseStringElements,
  SparseElements,
  Distinct,
  FileLineColRange
};

enum class BuiltinType : uint64_t {
  Integer,
  Index,
  Function,
  BFloat16,
  Float16,
  Float32,
  Float64,
  Float80,
  Float128,
  Complex,
  MemRef,
  MemRefWithMemSpace,
  None,
  RankedTensor,
  RankedTensorWithEncoding,
  Tuple
};
} // namespace

Attribute readNumber(EntryReader &reader, Type type) {
  const bool isFloat = llvm::isa<FloatType>(type);
  if (!isFloat && !llvm::isa<IntegerType, IndexType>(type))
    return nullptr;
  const unsigned width =
      llvm::isa<IndexType>(type) ? IndexType::kInternalStorageBitWidth : type.getIntOrFloatBitWidth();
  if (width > 64)
    return nullptr;
  const uint64_t bits = width <= 8 ? reader.in.byte() : static_cast<uint64_t>(reader.in.signedNumber());
  const llvm::APInt value(width, width == 64 ? bits : bits & ((uint64_t{1} << width) - 1));
  if (reader.in.failed())
    return nullptr;
  if (isFloat)
    return FloatAttr::get(type, llvm::APFloat(llvm::cast<FloatType>(type).getFloatSemantics(), value));
  return IntegerAttr::get(type, value);
}

Type makeComplex(EntryReader &, Type element) {
  auto integer = llvm::dyn_cast_or_null<IntegerType>(element);
  if (!llvm::isa_and_nonnull<FloatType>(element) && !integer)
    return nullptr;
  return ComplexType::get(element);
}

Type makeTensor(EntryReader &, ArrayRef<int64_t> shape, Type element, Attribute encoding) {
  // What is wrong with a type is a part of what is wrong with its entry, which is reported.
  return RankedTensorType::getChecked([] { return InFlightDiagnostic(); }, shape, element, encoding);
}

/// The number of elements; none where it does not fit in 32 bits more than any input has bytes.
static std::optional<int64_t> countElements(ArrayRef<int64_t> shape) {
  int64_t count = 1;
  for (int64_t size : shape)
    if (size < 0 || __builtin_mul_overflow(count, size, &count))
      return std::nullopt;
  constexpr int64_t kMost = int64_t{1} << 56; // times the bits of an element still fits
  return count <= kMost ? std::optional(count) : std::nullopt;
}

Attribute makeElements(EntryReader &reader, Type type, ArrayRef<char> bytes) {
  auto tensor = llvm::dyn_cast_or_null<RankedTensorType>(type);
  bool isSplat = false;
  if (!tensor || !tensor.hasStaticShape())
    return nullptr;
  Type element = tensor.getElementType();
  if (auto complex = llvm::dyn_cast<ComplexType>(element))
    element = complex.getElementType();
  if (!llvm::isa<IntegerType, FloatType, IndexType>(element))
    return nullptr;
  // Of an empty tensor of one value, the value is there.
  if (bytes.empty() && llvm::is_contained(tensor.getShape(), 0))
    return DenseElementsAttr::getFromRawBuffer(tensor, {});
  if (!countElements(tensor.getShape()))
    return reader.refuse("a constant of type " + [&] {
      std::string text;
      llvm::raw_string_ostream(text) << tensor;
      return text;
    }() + " is too large");
  if (bytes.empty() || !DenseElementsAttr::isValidRawBuffer(tensor, bytes, isSplat))
    return nullptr;
  return DenseElementsAttr::getFromRawBuffer(tensor, bytes);
}

/// A range in a file: nothing, or a line, or from a line and column to a column, or to a line and column. What is kept
/// is its beginning.
static Attribute readRange(EntryReader &reader) {
  StringAttr file;
  SmallVector<uint64_t> numbers;
  if (!reader.read(file, numbers))
    return nullptr;
  auto at = [&](size_t i) { return i < numbers.size() ? std::min<uint64_t>(numbers[i], UINT32_MAX) : 0; };
  return FileLineColLoc::get(file, at(0), at(1));
}

Attribute readArray(EntryReader &reader) {
  SmallVector<Attribute> elements;
  return reader.read(elements) ? ArrayAttr::get(reader.getContext(), elements) : ArrayAttr();
}

Attribute readDictionary(EntryReader &reader) {
  SmallVector<NamedAttribute> entries;
  for (size_t count = reader.in.count(); count > 0; --count) {
    StringAttr name;
    Attribute value;
    if (!reader.read(name, value) || name.empty())
      return nullptr;
    entries.emplace_back(name, value);
  }
  if (DictionaryAttr::findDuplicate(entries, /*isSorted=*/false))
    return nullptr;
  return reader.in.failed() ? DictionaryAttr() : DictionaryAttr::get(reader.getContext(), entries);
}

static Attribute readDenseArray(EntryReader &reader) {
  Type element;
  uint64_t size;
  ArrayRef<char> bytes;
  if (!reader.read(element, size) || !reader.readBlob(bytes) || !element.isIntOrFloat())
    return nullptr;
  const unsigned width = element.getIntOrFloatBitWidth();
  if ((width != 1 && width != 8 && width != 16 && width != 32 && width != 64) || size > bytes.size() ||
      bytes.size() != size * llvm::divideCeil(width, 8))
    return nullptr;
  return DenseArrayAttr::get(element, static_cast<int64_t>(size), bytes);
}

Attribute readBuiltinAttribute(EntryReader &reader) {
  MLIRContext *context = reader.getContext();
  StringRef text;
  StringAttr name;
  Type type;
  ArrayRef<char> bytes;
  const uint64_t code = reader.in.number();
  switch (static_cast<BuiltinAttribute>(code)) {
  case BuiltinAttribute::Array:
    return readArray(reader);
  case BuiltinAttribute::Dictionary:
    return readDictionary(reader);
  case BuiltinAttribute::String:
    return reader.read(text) ? StringAttr::get(context, text) : StringAttr();
  case BuiltinAttribute::StringWithType:
    return reader.read(text, type) ? StringAttr::get(text, type) : StringAttr();
  case BuiltinAttribute::FlatSymbolRef:
    return reader.read(name) ? FlatSymbolRefAttr::get(name) : FlatSymbolRefAttr();
  case BuiltinAttribute::Type:
    return reader.read(type) ? TypeAttr::get(type) : TypeAttr();
  case BuiltinAttribute::Unit:
    return UnitAttr::get(context);
  case BuiltinAttribute::Integer:
  case BuiltinAttribute::Float:
    return reader.read(type) ? readNumber(reader, type) : nullptr;
  case BuiltinAttribute::FileLineColLoc: {
    uint64_t line, column;
    if (!reader.read(name, line, column))
      return nullptr;
    return FileLineColLoc::get(name, std::min<uint64_t>(line, UINT32_MAX), std::min<uint64_t>(column, UINT32_MAX));
  }
  case BuiltinAttribute::FileLineColRange:
    return readRange(reader);
  case BuiltinAttribute::UnknownLoc:
    return UnknownLoc::get(context);
  case BuiltinAttribute::DenseArray:
    return readDenseArray(reader);
  case BuiltinAttribute::DenseElements:
    return reader.read(type) && reader.readBlob(bytes) ? makeElements(reader, type, bytes) : nullptr;
  case BuiltinAttribute::DenseResourceElements:
    return reader.refuse("it keeps constants in resources, which StableHLO does not do");
  default:
    return reader.refuse("MLIR's attribute with code " + llvm::Twine(code) + " is not known in a StableHLO program");
  }
}

Type readBuiltinType(EntryReader &reader) {
  MLIRContext *context = reader.getContext();
  Type element;
  Attribute encoding;
  SmallVector<int64_t> shape;
  SmallVector<Type> inputs, results;
  const uint64_t code = reader.in.number();
  switch (static_cast<BuiltinType>(code)) {
  case BuiltinType::Integer: {
    uint64_t widthAndSign;
    if (!reader.read(widthAndSign) || widthAndSign >> 2 > IntegerType::kMaxWidth || (widthAndSign & 3) > 2)
      return nullptr;
    return IntegerType::get(context, widthAndSign >> 2,
                            static_cast<IntegerType::SignednessSemantics>(widthAndSign & 3));
  }
  case BuiltinType::Index:
    return IndexType::get(context);
  case BuiltinType::Function:
    return reader.read(inputs, results) ? FunctionType::get(context, inputs, results) : FunctionType();
  case BuiltinType::BFloat16:
    return BFloat16Type::get(context);
  case BuiltinType::Float16:
    return Float16Type::get(context);
  case BuiltinType::Float32:
    return Float32Type::get(context);
  case BuiltinType::Float64:
    return Float64Type::get(context);
  case BuiltinType::Complex:
    return reader.read(element) ? makeComplex(reader, element) : nullptr;
  case BuiltinType::None:
    return NoneType::get(context);
  case BuiltinType::RankedTensor:
    return reader.read(shape, element) ? makeTensor(reader, shape, element) : nullptr;
  case BuiltinType::RankedTensorWithEncoding:
    return reader.read(encoding, shape, element) ? makeTensor(reader, shape, element, encoding) : nullptr;
  case BuiltinType::Tuple:
    return reader.read(inputs) ? TupleType::get(context, inputs) : TupleType();
  default:
    return reader.refuse("MLIR's type with code " + llvm::Twine(code) + " is not known in a StableHLO program");
  }
}

} // namespace shardwright::vhlo
