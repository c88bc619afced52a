#include "dialects/vhlo/Properties.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

#include "llvm/ADT/StringMap.h"
#include "llvm/Support/raw_ostream.h"

#include <optional>

using namespace mlir;

namespace shardwright::vhlo {
namespace {

/// How a property of some name is written and what it becomes. Names mean the same in every operation.
enum class PropertyForm {
  AsIs,
  Numbers,        ///< a tensor of i64 -> array<i64: ...>
  NumbersOrNone,  ///< the same; empty -> nothing
  NumbersNotOnes, ///< the same; all 1 -> nothing
  Bools,          ///< a tensor of i1 -> array<i1: ...>; all false -> nothing
  Padding,        ///< a tensor of i64; all 0 -> nothing
  Flag,           ///< true; false -> nothing
  Unit,           ///< true -> unit, false -> nothing
  Symbol,         ///< "f" -> @f
  Symbols,        ///< ["f"] -> [@f]; empty -> nothing
  ListOrNone,     ///< an array; empty -> nothing
  TextOrNone,     ///< a string or a dictionary; empty text -> nothing
  Version,        ///< an integer of any width -> i32; 0 -> nothing
  ComparisonType,
  Precisions, ///< an array; all DEFAULT -> nothing
  ResultAccuracy,
};

PropertyForm formOf(StringRef name) {
  static const llvm::StringMap<PropertyForm> forms = [] {
    llvm::StringMap<PropertyForm> forms;
    for (StringRef numbers : {"broadcast_dimensions", "broadcast_sizes", "dimensions", "edge_padding_high",
                              "edge_padding_low", "fft_length", "interior_padding", "limit_indices", "permutation",
                              "slice_sizes", "start_indices", "strides", "window_dimensions"})
      forms[numbers] = PropertyForm::Numbers;
    for (StringRef numbers : {"base_dilations", "lhs_dilation", "rhs_dilation", "window_dilations", "window_strides"})
      forms[numbers] = PropertyForm::NumbersNotOnes;
    for (StringRef numbers : {"known_expanding_dimensions", "known_nonexpanding_dimensions"})
      forms[numbers] = PropertyForm::NumbersOrNone;
    for (StringRef list : {"arg_attrs", "layout", "output_operand_aliases", "res_attrs", "result_tilings"})
      forms[list] = PropertyForm::ListOrNone;
    for (StringRef flag : {"has_side_effect", "indices_are_sorted", "is_host_transfer", "is_stable", "unique_indices"})
      forms[flag] = PropertyForm::Flag;
    for (StringRef flag : {"has_dynamic_root", "use_global_device_ids"})
      forms[flag] = PropertyForm::Unit;
    for (StringRef text : {"backend_config", "infeed_config", "outfeed_config", "sym_visibility"})
      forms[text] = PropertyForm::TextOrNone;
    for (StringRef symbol : {"callee", "decomposition"})
      forms[symbol] = PropertyForm::Symbol;
    forms["called_computations"] = PropertyForm::Symbols;
    forms["window_reversal"] = PropertyForm::Bools;
    forms["padding"] = PropertyForm::Padding;
    forms["precision_config"] = PropertyForm::Precisions;
    forms["version"] = PropertyForm::Version;
    forms["compare_type"] = PropertyForm::ComparisonType;
    forms["result_accuracy"] = PropertyForm::ResultAccuracy;
    return forms;
  }();
  auto found = forms.find(name);
  return found == forms.end() ? PropertyForm::AsIs : found->second;
}

std::optional<SmallVector<int64_t>> numbersOf(Attribute attribute) {
  auto elements = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  if (!elements || !elements.getElementType().isInteger(64) || elements.getType().getRank() != 1)
    return std::nullopt;
  return llvm::to_vector(elements.getValues<int64_t>());
}

class Conversion {
public:
  Conversion(NamedAttrList written, NamedAttrList &result, std::string &problem)
      : written(std::move(written)), result(result), problem(problem) {}

  bool run() {
    return convertDimensionNumbers() && convertAlgorithm() && convertChannel() && convertTransfer() &&
           convertLayouts() && convertRest();
  }

private:
  bool has(StringRef name) const { return written.get(name) != nullptr; }
  bool refuse(StringRef name, Attribute value, const llvm::Twine &expected) {
    problem = ("its property '" + name + "' is " + llvm::Twine(show(value)) + ", expected " + expected).str();
    return false;
  }
  static std::string show(Attribute value) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    value.print(stream);
    return text.size() <= 80 ? text : text.substr(0, 80) + "...";
  }
  /// Takes a property of one form; false, with the problem, where it is missing or of another.
  bool take(StringRef name, SmallVector<int64_t> &numbers) {
    Attribute value = written.erase(name);
    std::optional<SmallVector<int64_t>> read = numbersOf(value);
    if (!read)
      return value ? refuse(name, value, "a list of 64-bit integers") : isMissing(name);
    numbers = std::move(*read);
    return true;
  }
  bool take(StringRef name, int64_t &number) {
    Attribute value = written.erase(name);
    auto integer = dyn_cast_or_null<IntegerAttr>(value);
    if (!integer || !integer.getValue().isSignedIntN(64))
      return value ? refuse(name, value, "an integer") : isMissing(name);
    number = integer.getValue().getSExtValue();
    return true;
  }
  bool isMissing(StringRef name) {
    problem = ("it has no property '" + name + "'").str();
    return false;
  }
  /// Of older versions of an operation, which have no such property.
  bool takeIfThere(StringRef name, SmallVector<int64_t> &numbers) { return !has(name) || take(name, numbers); }

  bool convertDimensionNumbers();
  bool convertGather();
  bool convertScatter();
  bool convertDot();
  bool convertConvolution();
  bool convertAlgorithm();
  bool convertChannel();
  bool convertTransfer();
  bool convertLayouts();
  bool convertRest();
  bool convert(NamedAttribute property);

  MLIRContext *context() const { return (*written.begin()).getName().getContext(); }

  NamedAttrList written;
  NamedAttrList &result;
  std::string &problem;
};

bool Conversion::convertDimensionNumbers() {
  if (has("offset_dims"))
    return convertGather();
  if (has("update_window_dims"))
    return convertScatter();
  if (has("lhs_contracting_dimensions"))
    return convertDot();
  return !has("input_batch_dimension") || convertConvolution();
}

bool Conversion::convertGather() {
  MLIRContext *context = this->context();
  SmallVector<int64_t> offset, collapsed, operandBatching, indicesBatching, indexMap;
  int64_t indexVector;
  if (!take("offset_dims", offset) || !take("collapsed_slice_dims", collapsed) ||
      !takeIfThere("operand_batching_dims", operandBatching) ||
      !takeIfThere("start_indices_batching_dims", indicesBatching) || !take("start_index_map", indexMap) ||
      !take("index_vector_dim", indexVector))
    return false;
  result.append("dimension_numbers",
                stablehlo::GatherDimensionNumbersAttr::get(context, offset, collapsed, operandBatching, indicesBatching,
                                                           indexMap, indexVector));
  return true;
}

bool Conversion::convertScatter() {
  MLIRContext *context = this->context();
  SmallVector<int64_t> window, inserted, inputBatching, indicesBatching, toOperand;
  int64_t indexVector;
  if (!take("update_window_dims", window) || !take("inserted_window_dims", inserted) ||
      !takeIfThere("input_batching_dims", inputBatching) ||
      !takeIfThere("scatter_indices_batching_dims", indicesBatching) ||
      !take("scatter_dims_to_operand_dims", toOperand) || !take("index_vector_dim", indexVector))
    return false;
  result.append("scatter_dimension_numbers",
                stablehlo::ScatterDimensionNumbersAttr::get(context, window, inserted, inputBatching, indicesBatching,
                                                            toOperand, indexVector));
  return true;
}

bool Conversion::convertDot() {
  MLIRContext *context = this->context();
  SmallVector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  if (!take("lhs_batching_dimensions", lhsBatching) || !take("rhs_batching_dimensions", rhsBatching) ||
      !take("lhs_contracting_dimensions", lhsContracting) || !take("rhs_contracting_dimensions", rhsContracting))
    return false;
  result.append("dot_dimension_numbers", stablehlo::DotDimensionNumbersAttr::get(context, lhsBatching, rhsBatching,
                                                                                 lhsContracting, rhsContracting));
  return true;
}

bool Conversion::convertConvolution() {
  MLIRContext *context = this->context();
  int64_t inputBatch, inputFeature, kernelInput, kernelOutput, outputBatch, outputFeature;
  SmallVector<int64_t> input, kernel, output;
  if (!take("input_batch_dimension", inputBatch) || !take("input_feature_dimension", inputFeature) ||
      !take("input_spatial_dimensions", input) || !take("kernel_input_feature_dimension", kernelInput) ||
      !take("kernel_output_feature_dimension", kernelOutput) || !take("kernel_spatial_dimensions", kernel) ||
      !take("output_batch_dimension", outputBatch) || !take("output_feature_dimension", outputFeature) ||
      !take("output_spatial_dimensions", output))
    return false;
  result.append("dimension_numbers",
                stablehlo::ConvDimensionNumbersAttr::get(context, inputBatch, inputFeature, input, kernelInput,
                                                         kernelOutput, kernel, outputBatch, outputFeature, output));
  return true;
}

/// The arithmetic of a dot_general, or types that are none.
bool Conversion::convertAlgorithm() {
  if (!has("accumulation_type"))
    return true;
  MLIRContext *context = this->context();
  SmallVector<Type> types;
  for (StringRef name : {"lhs_precision_type", "rhs_precision_type", "accumulation_type"}) {
    Attribute value = written.erase(name);
    auto type = dyn_cast_or_null<TypeAttr>(value);
    if (!type)
      return value ? refuse(name, value, "a type") : isMissing(name);
    types.push_back(type.getValue());
  }
  const bool hasNone = llvm::all_of(types, llvm::IsaPred<NoneType>);
  SmallVector<int64_t> numbers;
  for (StringRef name : {"lhs_component_count", "rhs_component_count", "num_primitive_operations"}) {
    // Types, too, where there is no algorithm.
    if (hasNone)
      (void)written.erase(name);
    else if (!take(name, numbers.emplace_back()))
      return false;
  }
  Attribute imprecise = written.erase("allow_imprecise_accumulation");
  if (hasNone)
    return true;
  if (!isa_and_nonnull<BoolAttr>(imprecise))
    return imprecise ? refuse("allow_imprecise_accumulation", imprecise, "true or false")
                     : isMissing("allow_imprecise_accumulation");
  result.append("algorithm",
                stablehlo::DotAlgorithmAttr::get(context, types[0], types[1], types[2], numbers[0], numbers[1],
                                                 numbers[2], cast<BoolAttr>(imprecise).getValue()));
  return true;
}

/// Channels of collectives have no type and are optional, those of sends have one and are not.
bool Conversion::convertChannel() {
  if (!has("channel_id"))
    return true;
  MLIRContext *context = this->context();
  const bool isOfTransfer = has("channel_type");
  int64_t id, type = 0;
  if (!take("channel_id", id) || (isOfTransfer && !take("channel_type", type)))
    return false;
  if (isOfTransfer || id != 0)
    result.append("channel_handle", stablehlo::ChannelHandleAttr::get(context, id, type));
  return true;
}

/// Where a send goes, which may be nowhere in particular.
bool Conversion::convertTransfer() {
  auto pairs = dyn_cast_or_null<DenseIntElementsAttr>(written.get("source_target_pairs"));
  if (has("is_host_transfer") && pairs && pairs.empty())
    (void)written.erase("source_target_pairs");
  return true;
}

/// Of a custom call: either both or neither.
bool Conversion::convertLayouts() {
  auto operands = dyn_cast_or_null<ArrayAttr>(written.get("operand_layouts"));
  auto results = dyn_cast_or_null<ArrayAttr>(written.get("result_layouts"));
  if (operands && results && operands.empty() && results.empty()) {
    (void)written.erase("operand_layouts");
    (void)written.erase("result_layouts");
  }
  return true;
}

bool Conversion::convertRest() {
  return llvm::all_of(written, [&](NamedAttribute each) { return convert(each); });
}

bool Conversion::convert(NamedAttribute property) {
  StringAttr name = property.getName();
  Attribute value = property.getValue();
  MLIRContext *context = name.getContext();
  auto add = [&](Attribute converted) {
    if (converted)
      result.append(name, converted);
    return true;
  };
  switch (const PropertyForm form = formOf(name)) {
  case PropertyForm::AsIs:
    return add(value);
  case PropertyForm::Numbers:
  case PropertyForm::NumbersOrNone:
  case PropertyForm::NumbersNotOnes: {
    std::optional<SmallVector<int64_t>> numbers = numbersOf(value);
    if (!numbers)
      return refuse(name, value, "a list of 64-bit integers");
    const bool isDefault = (form == PropertyForm::NumbersOrNone && numbers->empty()) ||
                           (form == PropertyForm::NumbersNotOnes && llvm::all_equal(*numbers) &&
                            (numbers->empty() || numbers->front() == 1));
    return add(isDefault ? Attribute() : DenseI64ArrayAttr::get(context, *numbers));
  }
  case PropertyForm::Bools: {
    auto elements = dyn_cast<DenseIntElementsAttr>(value);
    if (!elements || !elements.getElementType().isInteger(1) || elements.getType().getRank() != 1)
      return refuse(name, value, "a list of booleans");
    SmallVector<bool> flags = llvm::to_vector(elements.getValues<bool>());
    return add(llvm::is_contained(flags, true) ? DenseBoolArrayAttr::get(context, flags) : DenseBoolArrayAttr());
  }
  case PropertyForm::Padding: {
    auto elements = dyn_cast<DenseIntElementsAttr>(value);
    if (!elements || !elements.getElementType().isInteger(64))
      return refuse(name, value, "a tensor of 64-bit integers");
    return add(llvm::any_of(elements.getValues<int64_t>(), [](int64_t each) { return each != 0; }) ? elements
                                                                                                   : Attribute());
  }
  case PropertyForm::Flag:
    if (auto flag = dyn_cast<BoolAttr>(value))
      return add(flag.getValue() ? flag : BoolAttr());
    return refuse(name, value, "true or false");
  case PropertyForm::Unit:
    if (auto flag = dyn_cast<BoolAttr>(value))
      return add(flag.getValue() ? UnitAttr::get(context) : UnitAttr());
    return refuse(name, value, "true or false");
  case PropertyForm::Symbol:
    if (auto text = dyn_cast<StringAttr>(value))
      return add(FlatSymbolRefAttr::get(text));
    return refuse(name, value, "the name of a function");
  case PropertyForm::Symbols: {
    SmallVector<Attribute> symbols;
    auto list = dyn_cast<ArrayAttr>(value);
    if (!list || !llvm::all_of(list, llvm::IsaPred<StringAttr>))
      return refuse(name, value, "names of functions");
    for (Attribute text : list)
      symbols.push_back(FlatSymbolRefAttr::get(cast<StringAttr>(text)));
    return add(symbols.empty() ? ArrayAttr() : ArrayAttr::get(context, symbols));
  }
  case PropertyForm::ListOrNone:
    if (auto list = dyn_cast<ArrayAttr>(value))
      return add(list.empty() ? ArrayAttr() : list);
    return refuse(name, value, "a list");
  case PropertyForm::TextOrNone:
    if (auto text = dyn_cast<StringAttr>(value))
      return add(text.empty() ? StringAttr() : text);
    return isa<DictionaryAttr>(value) ? add(value) : refuse(name, value, "text");
  case PropertyForm::Version: {
    auto number = dyn_cast<IntegerAttr>(value);
    if (!number || !number.getValue().isSignedIntN(32))
      return refuse(name, value, "a 32-bit integer");
    return add(number.getValue().isZero()
                   ? IntegerAttr()
                   : IntegerAttr::get(IntegerType::get(context, 32), number.getValue().getSExtValue()));
  }
  case PropertyForm::ComparisonType:
    if (auto type = dyn_cast<stablehlo::ComparisonTypeAttr>(value))
      return add(type.getValue() == stablehlo::ComparisonType::NOTYPE ? stablehlo::ComparisonTypeAttr() : type);
    return refuse(name, value, "a type of comparison");
  case PropertyForm::Precisions: {
    auto list = dyn_cast<ArrayAttr>(value);
    if (!list || !llvm::all_of(list, llvm::IsaPred<stablehlo::PrecisionAttr>))
      return refuse(name, value, "a list of precisions");
    return add(llvm::all_of(list,
                            [](Attribute each) {
                              return cast<stablehlo::PrecisionAttr>(each).getValue() == stablehlo::Precision::DEFAULT;
                            })
                   ? ArrayAttr()
                   : list);
  }
  case PropertyForm::ResultAccuracy:
    if (auto accuracy = dyn_cast<stablehlo::ResultAccuracyAttr>(value))
      return add(accuracy == stablehlo::ResultAccuracyAttr::getDefault(context) ? Attribute() : accuracy);
    return refuse(name, value, "an accuracy");
  }
  return false;
}

} // namespace

bool convertProperties(NamedAttrList written, NamedAttrList &result, std::string &problem) {
  return written.empty() || Conversion(std::move(written), result, problem).run();
}

} // namespace shardwright::vhlo
