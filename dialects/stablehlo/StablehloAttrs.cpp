#include "dialects/stablehlo/AsmForms.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;

namespace shardwright::stablehlo {

//===-- `<name = [dims], name = number, ...>` ---------------------------------------------------------------------===//

namespace {

// A field of a struct-like attribute: a list of dimensions or one number.
struct Field {
  StringRef name;
  SmallVectorImpl<int64_t> *dims;
  int64_t *number;
};

Field dimsField(StringRef name, SmallVectorImpl<int64_t> &dims) { return {name, &dims, nullptr}; }
Field numberField(StringRef name, int64_t &number) { return {name, nullptr, &number}; }

} // namespace

// Reads what stands between `<` and `>`, in any order; what is absent stays as it is.
static ParseResult parseFields(AsmParser &parser, ArrayRef<Field> fields) {
  SmallVector<bool> seen(fields.size());
  while (failed(parser.parseOptionalGreater())) {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    const Field *field = llvm::find_if(fields, [&](const Field &each) { return each.name == name; });
    if (field == fields.end()) {
      InFlightDiagnostic error = parser.emitError(loc) << "expected one of ";
      llvm::interleaveComma(fields, error, [&](const Field &each) { error << "'" << each.name << "'"; });
      return error << ", got '" << name << "'";
    }
    if (seen[field - fields.begin()])
      return parser.emitError(loc) << "'" << name << "' is given twice";
    seen[field - fields.begin()] = true;
    if (field->dims ? parseDims(parser, *field->dims) : parser.parseInteger(*field->number))
      return failure();
    if (failed(parser.parseOptionalComma()))
      return parser.parseGreater();
  }
  return success();
}

namespace {

// Prints fields, by default leaving out empty lists and zeros.
class FieldPrinter {
public:
  explicit FieldPrinter(AsmPrinter &printer) : printer(printer) { printer << "<"; }
  ~FieldPrinter() { printer << ">"; }

  FieldPrinter &dims(StringRef name, ArrayRef<int64_t> dims, bool always = false) {
    if (!dims.empty() || always) {
      start(name);
      printDims(printer, dims);
    }
    return *this;
  }

  FieldPrinter &number(StringRef name, int64_t number, bool always = false) {
    if (number != 0 || always) {
      start(name);
      printer << number;
    }
    return *this;
  }

  void start(StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  }

private:
  AsmPrinter &printer;
  StringRef separator = "";
};

} // namespace

Attribute GatherDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> offset, collapsed, operandBatching, indicesBatching, indexMap;
  int64_t indexVectorDim = 0;
  if (parser.parseLess() ||
      parseFields(parser, {dimsField("offset_dims", offset), dimsField("collapsed_slice_dims", collapsed),
                           dimsField("operand_batching_dims", operandBatching),
                           dimsField("start_indices_batching_dims", indicesBatching),
                           dimsField("start_index_map", indexMap), numberField("index_vector_dim", indexVectorDim)}))
    return {};
  return get(parser.getContext(), offset, collapsed, operandBatching, indicesBatching, indexMap, indexVectorDim);
}

void GatherDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .dims("offset_dims", getOffsetDims())
      .dims("collapsed_slice_dims", getCollapsedSliceDims())
      .dims("operand_batching_dims", getOperandBatchingDims())
      .dims("start_indices_batching_dims", getStartIndicesBatchingDims())
      .dims("start_index_map", getStartIndexMap())
      .number("index_vector_dim", getIndexVectorDim());
}

Attribute ScatterDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> window, inserted, inputBatching, indicesBatching, toOperand;
  int64_t indexVectorDim = 0;
  if (parser.parseLess() ||
      parseFields(parser, {dimsField("update_window_dims", window), dimsField("inserted_window_dims", inserted),
                           dimsField("input_batching_dims", inputBatching),
                           dimsField("scatter_indices_batching_dims", indicesBatching),
                           dimsField("scatter_dims_to_operand_dims", toOperand),
                           numberField("index_vector_dim", indexVectorDim)}))
    return {};
  return get(parser.getContext(), window, inserted, inputBatching, indicesBatching, toOperand, indexVectorDim);
}

void ScatterDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .dims("update_window_dims", getUpdateWindowDims())
      .dims("inserted_window_dims", getInsertedWindowDims())
      .dims("input_batching_dims", getInputBatchingDims())
      .dims("scatter_indices_batching_dims", getScatterIndicesBatchingDims())
      .dims("scatter_dims_to_operand_dims", getScatterDimsToOperandDims())
      .number("index_vector_dim", getIndexVectorDim());
}

Attribute DotDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (parser.parseLess() || parseFields(parser, {dimsField("lhs_batching_dimensions", lhsBatching),
                                                 dimsField("rhs_batching_dimensions", rhsBatching),
                                                 dimsField("lhs_contracting_dimensions", lhsContracting),
                                                 dimsField("rhs_contracting_dimensions", rhsContracting)}))
    return {};
  return get(parser.getContext(), lhsBatching, rhsBatching, lhsContracting, rhsContracting);
}

void DotDimensionNumbersAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .dims("lhs_batching_dimensions", getLhsBatchingDimensions())
      .dims("rhs_batching_dimensions", getRhsBatchingDimensions())
      .dims("lhs_contracting_dimensions", getLhsContractingDimensions())
      .dims("rhs_contracting_dimensions", getRhsContractingDimensions());
}

Attribute ConvDimensionNumbersAttr::parse(AsmParser &parser, Type) {
  if (parser.parseLess())
    return {};
  if (failed(parser.parseOptionalKeyword("raw"))) {
    ConvDimensionNumbersAttr result;
    return parseConvDimensions(parser, result) || parser.parseGreater() ? Attribute() : result;
  }
  int64_t inputBatch = 0, inputFeature = 0, kernelInput = 0, kernelOutput = 0, outputBatch = 0, outputFeature = 0;
  SmallVector<int64_t> input, kernel, output;
  if (parseFields(
          parser,
          {numberField("input_batch_dimension", inputBatch), numberField("input_feature_dimension", inputFeature),
           dimsField("input_spatial_dimensions", input), numberField("kernel_input_feature_dimension", kernelInput),
           numberField("kernel_output_feature_dimension", kernelOutput), dimsField("kernel_spatial_dimensions", kernel),
           numberField("output_batch_dimension", outputBatch), numberField("output_feature_dimension", outputFeature),
           dimsField("output_spatial_dimensions", output)}))
    return {};
  return get(parser.getContext(), inputBatch, inputFeature, input, kernelInput, kernelOutput, kernel, outputBatch,
             outputFeature, output);
}

void ConvDimensionNumbersAttr::print(AsmPrinter &printer) const {
  printer << "<";
  printConvDimensions(printer, *this);
  printer << ">";
}

Attribute OutputOperandAliasAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> output, operand;
  int64_t index = 0;
  if (parser.parseLess() ||
      parseFields(parser, {dimsField("output_tuple_indices", output), numberField("operand_index", index),
                           dimsField("operand_tuple_indices", operand)}))
    return {};
  return get(parser.getContext(), output, index, operand);
}

void OutputOperandAliasAttr::print(AsmPrinter &printer) const {
  FieldPrinter(printer)
      .dims("output_tuple_indices", getOutputTupleIndices(), /*always=*/true)
      .number("operand_index", getOperandIndex(), /*always=*/true)
      .dims("operand_tuple_indices", getOperandTupleIndices(), /*always=*/true);
}

//===-- Result accuracy -------------------------------------------------------------------------------------------===//

ResultAccuracyAttr ResultAccuracyAttr::getDefault(MLIRContext *context) {
  return get(context, APFloat(0.0), APFloat(0.0), 0, ResultAccuracyModeAttr::get(context, ResultAccuracyMode::DEFAULT));
}

Attribute ResultAccuracyAttr::parse(AsmParser &parser, Type) {
  double atol = 0, rtol = 0;
  int64_t ulps = 0;
  auto mode = ResultAccuracyModeAttr::get(parser.getContext(), ResultAccuracyMode::DEFAULT);
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (name == "atol")
      return parser.parseFloat(atol);
    if (name == "rtol")
      return parser.parseFloat(rtol);
    if (name == "ulps")
      return parser.parseInteger(ulps);
    if (name == "mode")
      return parser.parseAttribute(mode);
    return parser.emitError(loc) << "expected atol, rtol, ulps or mode, got '" << name << "'";
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, parseField))
    return {};
  return get(parser.getContext(), APFloat(atol), APFloat(rtol), ulps, mode);
}

void ResultAccuracyAttr::print(AsmPrinter &printer) const {
  FieldPrinter fields(printer);
  auto printTolerance = [&](StringRef name, const APFloat &value) {
    if (value.isZero())
      return;
    fields.start(name);
    printer.printFloat(value);
  };
  printTolerance("atol", getAtol());
  printTolerance("rtol", getRtol());
  fields.number("ulps", getUlps());
  fields.start("mode");
  printer.printAttribute(getMode());
}

//===-- Bounds ----------------------------------------------------------------------------------------------------===//

// `4, ?` up to the closing delimiter.
static ParseResult parseBounds(AsmParser &parser, AsmParser::Delimiter delimiter, SmallVectorImpl<int64_t> &bounds) {
  return parser.parseCommaSeparatedList(delimiter, [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalQuestion()))
      return bounds.push_back(ShapedType::kDynamic), success();
    return parser.parseInteger(bounds.emplace_back());
  });
}

Attribute BoundsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  if (parseBounds(parser, AsmParser::Delimiter::LessGreater, bounds))
    return {};
  return get(parser.getContext(), bounds);
}

void BoundsAttr::print(AsmPrinter &printer) const {
  printer << "<";
  llvm::interleaveComma(getBounds(), printer, [&](int64_t bound) {
    if (ShapedType::isDynamic(bound))
      printer << "?";
    else
      printer << bound;
  });
  printer << ">";
}

Attribute TypeExtensionsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> bounds;
  if (parser.parseLess() || parser.parseKeyword("bounds") || parser.parseEqual() ||
      parseBounds(parser, AsmParser::Delimiter::Square, bounds) || parser.parseGreater())
    return {};
  return BoundsAttr::get(parser.getContext(), bounds);
}

void TypeExtensionsAttr::print(AsmPrinter &printer) const { BoundsAttr::get(getContext(), getBounds()).print(printer); }

LogicalResult BoundsAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                                         function_ref<InFlightDiagnostic()> emitError) const {
  if (getBounds().size() != shape.size())
    return emitError() << "a tensor of rank " << shape.size() << " has " << getBounds().size() << " bounds";
  for (auto [dim, size, bound] : llvm::enumerate(shape, getBounds()))
    if (!ShapedType::isDynamic(bound) && !ShapedType::isDynamic(size))
      return emitError() << "dimension " << dim << " of size " << size << " is static but has a bound of " << bound;
  return success();
}

//===-- Meshes in replica groups ----------------------------------------------------------------------------------===//

Attribute AxisRefAttr::parse(AsmParser &parser, Type) {
  std::string name;
  int64_t preSize = 1, size = 0;
  if (parser.parseLess() || parser.parseKeyword("name") || parser.parseEqual() || parser.parseString(&name))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("sub_axis_info") || parser.parseEqual() || parser.parseLParen() ||
       parser.parseInteger(preSize) || parser.parseRParen() || parser.parseInteger(size)))
    return {};
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), parser.getBuilder().getStringAttr(name), preSize, size);
}

void AxisRefAttr::print(AsmPrinter &printer) const {
  printer << "<name = " << getName();
  if (getSize() != 0)
    printer << ", sub_axis_info = (" << getPreSize() << ")" << getSize();
  printer << ">";
}

Attribute MeshAttr::parse(AsmParser &parser, Type) {
  SmallVector<MeshAxisAttr> axes;
  DenseIntElementsAttr deviceIds;
  auto parseAxis = [&]() -> ParseResult {
    auto axis = dyn_cast_or_null<MeshAxisAttr>(MeshAxisAttr::parse(parser, Type()));
    axes.push_back(axis);
    return success(axis != nullptr);
  };
  if (parser.parseLess() || parser.parseKeyword("axes") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseAxis))
    return {};
  if (succeeded(parser.parseOptionalComma()) &&
      (parser.parseKeyword("device_ids") || parser.parseEqual() || parser.parseAttribute(deviceIds)))
    return {};
  if (parser.parseGreater())
    return {};
  return get(parser.getContext(), axes, deviceIds);
}

void MeshAttr::print(AsmPrinter &printer) const {
  printer << "<axes=[";
  llvm::interleaveComma(getAxes(), printer, [&](MeshAxisAttr axis) { axis.print(printer); });
  printer << "]";
  if (getDeviceIds())
    printer << ", device_ids=" << getDeviceIds();
  printer << ">";
}

} // namespace shardwright::stablehlo

#include "dialects/stablehlo/StablehloEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/stablehlo/StablehloAttrs.cpp.inc"

namespace shardwright::stablehlo {

void StablehloDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/stablehlo/StablehloAttrs.cpp.inc"
      >();
}

} // namespace shardwright::stablehlo
