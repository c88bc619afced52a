#include "lib/Topology/Parse.h"

#include "llvm/ADT/STLExtras.h"

#include <array>

namespace shardwright {
namespace {

/// `read` of the fields of the object behind a key, where there is one.
template <typename Read> void readOptional(Fields &fields, llvm::StringRef key, Read read) {
  if (!fields.has(key))
    return;
  const Json *object = fields.object_(key);
  if (!object)
    return;
  Fields inner(fields.complaint, *object, fields.placeOf(key));
  read(inner);
  inner.finish();
}

void parseFlops(Fields &fields, Device &device) {
  const Json *rates = fields.object_("flops_per_s");
  if (!rates)
    return;
  Fields rate(fields.complaint, *rates, fields.placeOf("flops_per_s"));
  for (const RateType &type : rateTypes())
    if (double value = rate.number(type.name, {0, 1e18, /*open=*/true}, 0))
      device.flopsPerSecond.emplace_back(type.name.str(), value);
  rate.finish();
  if (rates->ObjectEmpty())
    fields.report("flops_per_s", "is empty; give the rate of one element type at least");
}

void parseMemories(Fields &fields, Device &device) {
  const Json *memories = fields.list("memories");
  if (!memories)
    return;
  for (auto [i, written] : llvm::enumerate(memories->GetArray())) {
    Fields memory(fields.complaint, written, fields.placeOf("memories") + "[" + std::to_string(i) + "]");
    Memory parsed;
    parsed.name = memory.text("name");
    parsed.bytes = memory.number("bytes", {0, 1e18, /*open=*/true});
    parsed.bytesPerSecond = memory.number("bytes_per_s", {0, 1e18, /*open=*/true});
    parsed.efficiency = memory.number("efficiency", {0, 1, /*open=*/true}, 1);
    memory.finish();
    if (llvm::any_of(device.memories, [&](const Memory &other) { return other.name == parsed.name; }))
      memory.report("name", "'" + parsed.name + "' is there twice; every memory has a name of its own");
    device.memories.push_back(parsed);
  }
}

void parseProducts(Fields &fields, Device &device) {
  readOptional(fields, "products", [&](Fields &products) {
    device.products.count = products.count("units", 1, 1);
    device.products.efficiency = products.number("efficiency", {0, 1, /*open=*/true}, 1);
    const Json *tile = products.list("tile");
    int64_t *sizes[] = {&device.products.m, &device.products.n, &device.products.k};
    bool isTile = tile && tile->Size() == 3;
    for (unsigned i = 0; isTile && i < 3; ++i) {
      isTile = wholeOf((*tile)[i]).value_or(0) >= 1;
      if (isTile)
        *sizes[i] = (*tile)[i].GetInt64();
    }
    if (tile && !isTile)
      products.report("tile", print(*tile) + " is no tile; give three numbers of at least 1: rows, columns, depth");
  });
}

/// `bf16_x3`: three products of bf16.
void parseF32Products(Fields &fields, Device &device) {
  if (!fields.has("f32_products"))
    return;
  const Json *object = fields.object_("f32_products");
  if (!object)
    return;
  Fields modes(fields.complaint, *object, fields.placeOf("f32_products"));
  static constexpr const char *kPrecisions[] = {"default", "high", "highest"};
  for (auto [mode, key] : llvm::zip_equal(device.f32Products, kPrecisions)) {
    std::string text = modes.text(key);
    auto [type, passes] = llvm::StringRef(text).split("_x");
    mode.type = type.str();
    if (!fields.complaint.status.ok())
      return;
    if (!device.flops(type))
      return modes.report(key, "'" + text + "' is computed as '" + type.str() +
                                   "', which flops_per_s has no rate of; give the name of one of its types");
    if (llvm::StringRef(text).contains("_x") && (passes.getAsInteger(10, mode.passes) || mode.passes < 1))
      return modes.report(key, "'" + text + "' has no number of passes of at least 1; write for instance '" +
                                   type.str() + "_x3'");
  }
  modes.finish();
}

/// Rows [type, form, m, n, k, seconds]; sizes of a type and a form are all combinations of some lengths.
void parseMeasuredProducts(Fields &fields, MeasuredDevice &measured) {
  const Json *rows = fields.list("products");
  if (!rows)
    return;
  for (const Json &row : rows->GetArray()) {
    bool isRow = row.IsArray() && row.Size() == 6 && row[0].IsString() && row[1].IsString() && row[5].IsNumber() &&
                 row[5].GetDouble() > 0;
    std::array<int64_t, 3> sizes{};
    for (unsigned i = 0; isRow && i < 3; ++i) {
      sizes[i] = wholeOf(row[2 + i]).value_or(0);
      isRow = sizes[i] >= 1;
    }
    if (!isRow)
      return fields.report("products", print(row) + " is no row of type, form, three sizes and seconds");
    measured.products.push_back(
        {textOf(row[0]).str(), textOf(row[1]).str(), sizes[0], sizes[1], sizes[2], row[5].GetDouble()});
  }
}

/// Rows [type, function, seconds to start, seconds].
void parseFunctions(Fields &fields, MeasuredDevice &measured) {
  if (!fields.has("functions"))
    return;
  const Json *rows = fields.list("functions");
  if (!rows)
    return;
  for (const Json &row : rows->GetArray()) {
    bool isRow = row.IsArray() && row.Size() == 4 && row[0].IsString() && row[1].IsString();
    for (unsigned i = 2; isRow && i < 4; ++i)
      isRow = row[i].IsNumber() && row[i].GetDouble() >= 0;
    const auto *type = isRow ? llvm::find(kMathTypeNames, textOf(row[0])) : std::end(kMathTypeNames);
    const auto *function = isRow ? llvm::find(kFunctionNames, textOf(row[1])) : std::end(kFunctionNames);
    if (type == std::end(kMathTypeNames) || function == std::end(kFunctionNames))
      return fields.report("functions", print(row) + " is no row of a type (f32, f64, complex), the name of a function "
                                                     "and two times in seconds");
    measured.functions.push_back({static_cast<Function>(function - std::begin(kFunctionNames)),
                                  static_cast<MathType>(type - std::begin(kMathTypeNames)), row[2].GetDouble(),
                                  row[3].GetDouble()});
  }
}

std::vector<MeasuredDevice::Slope> parseSlopes(Fields &fields, const char *key) {
  std::vector<MeasuredDevice::Slope> slopes;
  const Json *parts = fields.list(key);
  if (!parts)
    return slopes;
  for (auto [i, written] : llvm::enumerate(parts->GetArray())) {
    Fields part(fields.complaint, written, fields.placeOf(key) + "[" + std::to_string(i) + "]");
    slopes.push_back({part.number("beyond", {0}), part.number("s", {0, 1})});
    part.finish();
  }
  return slopes;
}

void parseMeasured(Fields &fields, Device &device) {
  readOptional(fields, "measured", [&](Fields &measured) {
    MeasuredDevice &into = device.measured;
    into.vectorStepSeconds = measured.number("vector_step_s", {0, 1});
    into.scalarStepSeconds = measured.number("scalar_step_s", {0, 1});
    into.loopSeconds = measured.number("loop_s", {0, 1});
    into.vectorLanes = static_cast<double>(measured.count("vector_lanes", 1, 1));
    into.sortStepSeconds = measured.number("sort_step_s", {0, 1});
    into.strided = parseSlopes(measured, "strided_step_s");
    into.traffic = parseSlopes(measured, "byte_s");
    parseMeasuredProducts(measured, into);
    parseFunctions(measured, into);
  });
}

void parseFusion(Fields &fields, FusionLimits &limits) {
  readOptional(fields, "fusion", [&](Fields &fusion) {
    limits.instructions = fusion.number("instructions", {0}, limits.instructions);
    limits.loads = fusion.count("loads", 1, limits.loads);
    limits.groupInstructions = fusion.number("group_instructions", {0}, limits.groupInstructions);
    limits.members = fusion.count("members", 1, limits.members);
    limits.buffers = fusion.count("buffers", 1, limits.buffers);
    limits.rows = fusion.count("rows", 1, limits.rows);
    limits.fewElements = fusion.count("few_elements", 1, limits.fewElements);
    limits.smallProduct = fusion.count("small_product", 0, limits.smallProduct);
    limits.launch = fusion.number("launch", {0}, limits.launch);
    limits.transposedRows = fusion.flag("transposed_rows", limits.transposedRows);
  });
}

void parseHost(Fields &fields, Device &device) {
  readOptional(fields, "host", [&](Fields &host) {
    RoutineHost &parsed = device.host.emplace();
    parsed.flopsPerSecond = host.number("flops_per_s", {0, 1e18, /*open=*/true});
    parsed.bytesPerSecond = host.number("bytes_per_s", {0, 1e18, /*open=*/true});
    parsed.callSeconds = host.number("call_s", {0, 1});
  });
}

void parseAttention(Fields &fields, Device &device) {
  readOptional(fields, "attention", [&](Fields &attention) {
    device.attention.emplace().flopsPerSecond = attention.number("flops_per_s", {0, 1e18, /*open=*/true});
  });
}

} // namespace

Sources parseSources(Fields &fields) {
  Sources sources;
  const Json *texts = fields.object_("sources");
  if (!texts)
    return sources;
  for (const auto &[name, value] : texts->GetObject()) {
    std::string key = textOf(name).str();
    if (!value.IsString() || textOf(value).empty())
      fields.complaint.report(fields.placeOf("sources") + "." + key, "say in a text where the numbers come from");
    else
      sources.emplace_back(key, textOf(value).str());
  }
  return sources;
}

Device parseDevice(Fields &fields) {
  Device device;
  if (!fields.complaint.status.ok())
    return device;
  device.name = fields.text("name");
  device.summary = fields.text("summary");
  parseFlops(fields, device);
  parseMemories(fields, device);
  device.launchSeconds = fields.number("launch_s", {0, 1});
  if (fields.has("kernel_s"))
    device.kernelSeconds = fields.number("kernel_s", {0, 1});
  parseProducts(fields, device);
  parseF32Products(fields, device);
  double widest = device.flopsPerSecond.empty() ? 0 : device.flopsPerSecond.front().second;
  device.vectorFlopsPerSecond =
      fields.number("vector_flops_per_s", {0, 1e18, /*open=*/true}, device.flops("f32").value_or(widest));
  device.lineBytes = fields.count("line_bytes", 1, 64);
  device.sendsBesideCompute = fields.flag("sends_beside_compute", true);
  device.sharedCores = fields.number("shared_cores", {0, 1e6}, 0);
  device.wakeSeconds = fields.number("wake_s", {0, 1}, 0);
  device.stepSeconds = fields.number("step_s", {0, 1}, 0);
  parseFusion(fields, device.fusion);
  parseHost(fields, device);
  parseAttention(fields, device);
  parseMeasured(fields, device);
  device.sources = parseSources(fields);
  return device;
}

absl::StatusOr<Device> parseDevice(llvm::StringRef text, llvm::StringRef file) {
  return readObject(text, file, [](Fields &fields) { return parseDevice(fields); });
}

llvm::ArrayRef<RateType> rateTypes() {
  static constexpr RateType kTypes[] = {{"f64", 8}, {"f32", 4},   {"tf32", 4}, {"bf16", 2},  {"f16", 2},
                                        {"fp8", 1}, {"fp4", 0.5}, {"int8", 1}, {"int4", 0.5}};
  return kTypes;
}

double MeasuredDevice::wholeVectors(double columns) const {
  return columns > 0 ? std::ceil(columns / vectorLanes) * vectorLanes / columns : 1;
}

const MeasuredDevice::FunctionSeconds *MeasuredDevice::find(Function function, MathType type) const {
  const FunctionSeconds *found = nullptr;
  for (const FunctionSeconds &row : functions)
    if (row.function == function && (row.type == type || (!found && isRoutine(function))))
      found = &row;
  return found;
}

std::optional<double> Device::flops(llvm::StringRef type) const {
  for (const auto &[name, rate] : flopsPerSecond)
    if (type == name)
      return rate;
  return std::nullopt;
}

} // namespace shardwright
