#include "dialects/stablehlo/AsmForms.h"

#include <map>

using namespace mlir;

namespace shardwright::stablehlo {

namespace {

// One of the three lists of a convolution's dimension numbers: where each label stands.
struct LabelledDims {
  SmallVector<int64_t> spatial;
  llvm::SmallDenseMap<char, int64_t> named;
};

} // namespace

// `[b, 0, 1, f]` with the two given letters.
static ParseResult parseLabels(AsmParser &parser, StringRef letters, LabelledDims &result) {
  SMLoc loc = parser.getCurrentLocation();
  std::map<int64_t, int64_t> numbered;
  int64_t position = 0;
  auto parseLabel = [&]() -> ParseResult {
    SMLoc at = parser.getCurrentLocation();
    int64_t number;
    OptionalParseResult isNumber = parser.parseOptionalInteger(number);
    if (isNumber.has_value()) {
      if (failed(*isNumber))
        return failure();
      if (!numbered.try_emplace(number, position++).second)
        return parser.emitError(at) << "spatial dimension " << number << " is listed twice";
      return success();
    }
    StringRef keyword;
    if (parser.parseKeyword(&keyword))
      return failure();
    if (keyword.size() != 1 || !letters.contains(keyword[0]))
      return parser.emitError(at) << "expected a number, '" << letters[0] << "' or '" << letters[1] << "', got '"
                                  << keyword << "'";
    if (!result.named.try_emplace(keyword[0], position++).second)
      return parser.emitError(at) << "dimension '" << keyword << "' is listed twice";
    return success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseLabel))
    return failure();
  for (char letter : letters)
    if (!result.named.count(letter))
      return parser.emitError(loc) << "dimension '" << letter << "' is missing";
  for (int64_t number = 0, e = numbered.size(); number < e; ++number) {
    auto it = numbered.find(number);
    if (it == numbered.end())
      return parser.emitError(loc) << "spatial dimension " << number << " of " << e << " is missing";
    result.spatial.push_back(it->second);
  }
  return success();
}

ParseResult parseConvDimensions(AsmParser &parser, ConvDimensionNumbersAttr &dimensions) {
  LabelledDims input, kernel, output;
  if (parseLabels(parser, "bf", input) || parser.parseKeyword("x") || parseLabels(parser, "io", kernel) ||
      parser.parseArrow() || parseLabels(parser, "bf", output))
    return failure();
  dimensions = ConvDimensionNumbersAttr::get(parser.getContext(), input.named['b'], input.named['f'], input.spatial,
                                             kernel.named['i'], kernel.named['o'], kernel.spatial, output.named['b'],
                                             output.named['f'], output.spatial);
  return success();
}

static void printLabels(AsmPrinter &printer, char first, int64_t firstDim, char second, int64_t secondDim,
                        ArrayRef<int64_t> spatial) {
  printer << "[";
  llvm::interleaveComma(llvm::seq<int64_t>(0, spatial.size() + 2), printer, [&](int64_t position) {
    if (position == firstDim)
      printer << first;
    else if (position == secondDim)
      printer << second;
    else
      printer << llvm::find(spatial, position) - spatial.begin();
  });
  printer << "]";
}

void printConvDimensions(AsmPrinter &printer, ConvDimensionNumbersAttr dimensions) {
  printLabels(printer, 'b', dimensions.getInputBatchDimension(), 'f', dimensions.getInputFeatureDimension(),
              dimensions.getInputSpatialDimensions());
  printer << "x";
  printLabels(printer, 'i', dimensions.getKernelInputFeatureDimension(), 'o',
              dimensions.getKernelOutputFeatureDimension(), dimensions.getKernelSpatialDimensions());
  printer << "->";
  printLabels(printer, 'b', dimensions.getOutputBatchDimension(), 'f', dimensions.getOutputFeatureDimension(),
              dimensions.getOutputSpatialDimensions());
}

void printConvDimensions(OpAsmPrinter &printer, Operation *op, ConvDimensionNumbersAttr dimensions) {
  printConvDimensions(printer, dimensions);
}

//===-- Window ----------------------------------------------------------------------------------------------------===//

// `[[0, 1], [0, 1]]` as a tensor of N x 2.
static ParseResult parsePadding(OpAsmParser &parser, DenseIntElementsAttr &padding) {
  SmallVector<int64_t> values;
  auto parsePair = [&]() -> ParseResult {
    return failure(parser.parseLSquare() || parser.parseInteger(values.emplace_back()) || parser.parseComma() ||
                   parser.parseInteger(values.emplace_back()) || parser.parseRSquare());
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parsePair))
    return failure();
  int64_t pairs = values.size() / 2;
  auto type = RankedTensorType::get({pairs, 2}, parser.getBuilder().getI64Type());
  padding = DenseIntElementsAttr::get(type, values);
  return success();
}

static ParseResult parseReversal(OpAsmParser &parser, DenseBoolArrayAttr &reversal) {
  SmallVector<bool> values;
  auto parseFlag = [&]() -> ParseResult {
    if (succeeded(parser.parseOptionalKeyword("true")))
      return values.push_back(true), success();
    if (succeeded(parser.parseOptionalKeyword("false")))
      return values.push_back(false), success();
    SMLoc loc = parser.getCurrentLocation();
    int64_t number;
    if (parser.parseInteger(number))
      return failure();
    if (number != 0 && number != 1)
      return parser.emitError(loc) << "expected true, false, 1 or 0, got " << number;
    return values.push_back(number == 1), success();
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseFlag))
    return failure();
  reversal = parser.getBuilder().getDenseBoolArrayAttr(values);
  return success();
}

ParseResult parseWindow(OpAsmParser &parser, DenseI64ArrayAttr &strides, DenseIntElementsAttr &padding,
                        DenseI64ArrayAttr &lhsDilation, DenseI64ArrayAttr &rhsDilation, DenseBoolArrayAttr &reversal) {
  llvm::SmallDenseSet<StringRef> seen;
  auto parseNumbers = [&](DenseI64ArrayAttr &attribute) -> ParseResult {
    SmallVector<int64_t> values;
    if (parseDims(parser, values))
      return failure();
    attribute = parser.getBuilder().getDenseI64ArrayAttr(values);
    return success();
  };
  auto parseField = [&]() -> ParseResult {
    SMLoc loc = parser.getCurrentLocation();
    StringRef name;
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    if (!seen.insert(name).second)
      return parser.emitError(loc) << "'" << name << "' is given twice";
    if (name == "stride")
      return parseNumbers(strides);
    if (name == "pad")
      return parsePadding(parser, padding);
    if (name == "lhs_dilate")
      return parseNumbers(lhsDilation);
    if (name == "rhs_dilate")
      return parseNumbers(rhsDilation);
    if (name == "reverse")
      return parseReversal(parser, reversal);
    return parser.emitError(loc) << "expected stride, pad, lhs_dilate, rhs_dilate or reverse, got '" << name << "'";
  };
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, parseField);
}

void printWindow(OpAsmPrinter &printer, Operation *op, DenseI64ArrayAttr strides, DenseIntElementsAttr padding,
                 DenseI64ArrayAttr lhsDilation, DenseI64ArrayAttr rhsDilation, DenseBoolArrayAttr reversal) {
  StringRef separator = "";
  auto startField = [&](StringRef name) {
    printer << separator << name << " = ";
    separator = ", ";
  };
  auto printNumbers = [&](StringRef name, DenseI64ArrayAttr attribute) {
    if (!attribute)
      return;
    startField(name);
    printDims(printer, attribute.asArrayRef());
  };
  printer << "{";
  printNumbers("stride", strides);
  if (padding) {
    startField("pad");
    auto values = llvm::to_vector(padding.getValues<int64_t>());
    printer << "[";
    llvm::interleaveComma(llvm::seq<size_t>(0, values.size() / 2), printer,
                          [&](size_t i) { printDims(printer, ArrayRef(values).slice(2 * i, 2)); });
    printer << "]";
  }
  printNumbers("lhs_dilate", lhsDilation);
  printNumbers("rhs_dilate", rhsDilation);
  if (reversal) {
    startField("reverse");
    printer << "[";
    llvm::interleaveComma(reversal.asArrayRef(), printer, [&](bool flag) { printer << (flag ? "true" : "false"); });
    printer << "]";
  }
  printer << "}";
}

} // namespace shardwright::stablehlo
