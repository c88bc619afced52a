#include "tools/book/Constants.h"

#include "shardwright/Sharding/Suggest.h"
#include "tools/book/constants.inc"
#include "tools/book/devices.inc"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/ErrorHandling.h"

namespace shardwright::book {

static llvm::json::Value parsedText(llvm::StringRef text) {
  llvm::Expected<llvm::json::Value> parsed = llvm::json::parse(text);
  if (!parsed) // our own file, which a test reads first
    llvm::report_fatal_error(parsed.takeError());
  return std::move(*parsed);
}

/// What the file of a device in topologies/ says, as constants are called: hbm_bytes, bf16_flops_per_s.
static llvm::json::Object factsOf(llvm::StringRef device) {
  const auto *file = llvm::find_if(kDeviceFiles, [&](const auto &each) { return each.name == device; });
  if (file == std::end(kDeviceFiles))
    llvm::report_fatal_error("tools/book/CMakeLists.txt embeds no device '" + device + "'");
  llvm::json::Value parsed = parsedText(file->text);
  llvm::json::Object facts;
  for (const auto &[type, rate] : *parsed.getAsObject()->getObject("flops_per_s"))
    facts[type.str() + (llvm::StringRef(type).starts_with("int") ? "_ops_per_s" : "_flops_per_s")] = rate;
  for (const llvm::json::Value &each : *parsed.getAsObject()->getArray("memories")) {
    const llvm::json::Object &memory = *each.getAsObject();
    for (llvm::StringRef fact : {"bytes", "bytes_per_s"})
      facts[(*memory.getString("name") + "_" + fact).str()] = *memory.get(fact);
  }
  return facts;
}

/// Puts what constants name of their device's file in the place of the names.
static void addFacts(llvm::json::Object &constants) {
  if (!constants.get("device"))
    return;
  std::string device = constants.getString("device")->str();
  const llvm::json::Array named = *constants.getArray("from_device");
  constants.erase("device");
  constants.erase("from_device");
  llvm::json::Object facts = factsOf(device);
  for (const llvm::json::Value &name : named) {
    std::string constant = name.getAsString()->str();
    const llvm::json::Value *fact = facts.get(constant);
    if (!fact)
      llvm::report_fatal_error(llvm::Twine("topologies/devices/") + device + ".json has no " + constant);
    constants[constant] = *fact;
  }
}

static const llvm::json::Object &table() {
  static const llvm::json::Value kTable = [] {
    llvm::json::Value parsed = parsedText(kConstantFiles[0].text);
    for (auto &[name, constants] : *parsed.getAsObject()->getObject("devices"))
      addFacts(*constants.getAsObject());
    return parsed;
  }();
  return *kTable.getAsObject();
}

static constexpr llvm::StringLiteral kSections[] = {"devices", "machines", "links"};

std::vector<std::string> deviceNames() {
  // JSON objects forget the order of the file.
  std::vector<std::pair<size_t, std::string>> found;
  llvm::StringRef text = kConstantFiles[0].text;
  for (const auto &[name, constants] : *table().getObject("devices"))
    found.emplace_back(text.find("\"" + name.str() + "\": {"), name.str());
  llvm::sort(found);
  std::vector<std::string> names;
  for (auto &[place, name] : found)
    names.push_back(name);
  return names;
}

absl::StatusOr<const llvm::json::Object *> constantsOf(llvm::StringRef name) {
  for (llvm::StringRef section : kSections)
    if (const llvm::json::Object *found = table().getObject(section)->getObject(name))
      return found;
  return absl::NotFoundError("unknown device '" + name.str() + "' (there is " + llvm::join(deviceNames(), ", ") + ")" +
                             didYouMean(name, deviceNames()));
}

absl::StatusOr<llvm::json::Value> constantOf(llvm::StringRef name, llvm::StringRef constant) {
  absl::StatusOr<const llvm::json::Object *> constants = constantsOf(name);
  if (!constants.ok())
    return constants.status();
  if (const llvm::json::Value *found = (*constants)->get(constant))
    return *found;
  return absl::NotFoundError(("the table has no " + constant + " of " + name).str());
}

/// What formulas call a device's constants.
static constexpr struct {
  llvm::StringLiteral input, constant;
} kNames[] = {
    {"C_flops_per_s", "bf16_flops_per_s"},
    {"C_ops_per_s", "int8_ops_per_s"},
    {"W_hbm_bytes_per_s", "hbm_bytes_per_s"},
    {"W_ici_bytes_per_s", "ici_bidi_bytes_per_s"},
    {"W_bidi_bytes_per_s", "ici_bidi_bytes_per_s"},
    {"W_uni_bytes_per_s", "ici_uni_bytes_per_s"},
    {"W_dcn_bytes_per_s", "dcn_bytes_per_s"},
    {"W_pcie_bytes_per_s", "pcie_bytes_per_s"},
    {"W_gpu", "gpu_egress_bytes_per_s"},
    {"W_per_gpu", "gpu_egress_bytes_per_s"},
    {"W_node", "node_egress_bytes_per_s"},
};

static llvm::StringRef constantFor(llvm::StringRef input) {
  for (const auto &name : kNames)
    if (name.input == input)
      return name.constant;
  return input;
}

absl::StatusOr<std::vector<SuppliedInput>> supplyConstants(llvm::StringRef device, llvm::ArrayRef<std::string> names,
                                                           llvm::json::Object &inputs) {
  absl::StatusOr<const llvm::json::Object *> constants = constantsOf(device);
  if (!constants.ok())
    return constants.status();
  std::vector<SuppliedInput> supplied;
  for (const std::string &name : names) {
    llvm::StringRef constant = constantFor(name);
    const llvm::json::Value *value = (*constants)->get(constant);
    if (!value || inputs.get(name))
      continue;
    inputs[name] = *value;
    supplied.push_back({name, constant.str()});
  }
  return supplied;
}

} // namespace shardwright::book
