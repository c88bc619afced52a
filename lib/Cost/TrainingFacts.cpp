#include "lib/Cost/TrainingFacts.h"
#include "lib/Topology/Fields.h"
#include "lib/Topology/ReadFile.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/StringExtras.h"

namespace shardwright::cost {
namespace {

constexpr Fields::Range kAboveZero{0, std::numeric_limits<double>::infinity(), /*open=*/true};
constexpr Fields::Range kShare{0, 1};

TrainingHabits parseHabits(Fields fields) {
  TrainingHabits habits;
  for (auto [key, value] : {std::pair("width_passes", &habits.widthPasses),
                            {"hidden_passes", &habits.hiddenPasses},
                            {"compiled_passes", &habits.compiledPasses},
                            {"logit_bytes", &habits.logitBytes},
                            {"exposed", &habits.exposed},
                            {"tensor_exposed", &habits.tensorExposed},
                            {"tensor_overlapped", &habits.tensorOverlapped},
                            {"context_exposed", &habits.contextExposed},
                            {"expert_exposed", &habits.expertExposed},
                            {"expert_slowdown", &habits.expertSlowdown},
                            {"pipeline_chunks", &habits.pipelineChunks},
                            {"straggling", &habits.straggling},
                            {"optimizer_bytes", &habits.optimizerBytes},
                            {"step_s", &habits.stepSeconds},
                            {"state_bytes", &habits.stateBytes},
                            {"logit_memory", &habits.logitMemory},
                            {"width_kept", &habits.widthKept},
                            {"hidden_kept", &habits.hiddenKept}})
    *value = fields.number(key, kAboveZero);
  fields.finish();
  return habits;
}

llvm::StringMap<double> parseNumbers(Fields &fields, const char *key, Fields::Range range) {
  llvm::StringMap<double> numbers;
  const Json *object = fields.object_(key);
  if (!object)
    return numbers;
  Fields inner(fields.complaint, *object, fields.placeOf(key));
  for (const auto &[name, value] : object->GetObject())
    numbers[textOf(name)] = inner.number(textOf(name), range);
  return numbers;
}

std::vector<std::string> parseTexts(Fields &fields, const char *key) {
  std::vector<std::string> texts;
  if (const Json *list = fields.list(key))
    for (const Json &value : list->GetArray())
      value.IsString() ? texts.push_back(textOf(value).str()) : fields.report(key, print(value) + " is no text");
  return texts;
}

TrainedDevice parseDevice(Fields fields) {
  TrainedDevice device;
  device.device = fields.text("device");
  if (fields.has("hardware"))
    device.hardware = fields.text("hardware");
  device.topology = fields.text("topology");
  device.productsReach = fields.number("products_reach", kAboveZero);
  device.attentionReach = fields.number("attention_reach", kAboveZero);
  device.layerSeconds = fields.number("layer_s", {0}, 0);
  device.passes = fields.number("passes", kAboveZero, 1);
  device.memoryBytes = fields.number("memory_bytes", {0}, 0);
  device.stateBytes = fields.number("state_bytes", {0}, 0);
  device.logitMemory = fields.number("logit_memory", {0}, 0);
  fields.finish();
  return device;
}

} // namespace

absl::StatusOr<TrainingFacts> parseTrainingFacts(llvm::StringRef text, llvm::StringRef file) {
  return readObject(text, file, [](Fields &fields) {
    Complaint &complaint = fields.complaint;
    TrainingFacts facts;
    fields.text("summary");
    if (const Json *habits = fields.object_("habits"))
      facts.habits = parseHabits(Fields(complaint, *habits, "habits"));
    facts.memoryReach = fields.number("memory_reach", kShare);
    facts.recomputed = parseNumbers(fields, "recomputed", kShare);
    facts.offloading = parseTexts(fields, "offloading");
    facts.precisions = parseNumbers(fields, "precisions", kAboveZero);
    facts.gatedFamilies = parseTexts(fields, "gated_families");
    facts.overlapping = parseTexts(fields, "overlapping");
    if (const Json *devices = fields.list("devices"))
      for (auto [i, device] : llvm::enumerate(devices->GetArray()))
        if (complaint.status.ok())
          facts.devices.push_back(parseDevice(Fields(complaint, device, "devices[" + std::to_string(i) + "]")));
    return facts;
  });
}

absl::StatusOr<TrainingFacts> readTrainingFacts(llvm::StringRef folder) {
  std::string path = (folder + "/training/decoders.json").str();
  absl::StatusOr<std::string> text = readFile(path);
  return text.ok() ? parseTrainingFacts(*text, path) : text.status();
}

/// The entry that says most about the hardware.
absl::StatusOr<const TrainedDevice *> TrainingFacts::find(llvm::StringRef device, llvm::StringRef hardware) const {
  const TrainedDevice *best = nullptr;
  for (const TrainedDevice &candidate : devices)
    if (candidate.device == device && hardware.contains(candidate.hardware) &&
        (!best || candidate.hardware.size() > best->hardware.size()))
      best = &candidate;
  if (best)
    return best;
  std::vector<std::string> names;
  for (const TrainedDevice &candidate : devices)
    if (names.empty() || names.back() != candidate.device)
      names.push_back(candidate.device);
  return absl::NotFoundError("nothing is known of training on '" + device.str() + "' (there is " +
                             llvm::join(names, ", ") + ")");
}

absl::StatusOr<TrainingHabits> TrainingFacts::habitsOn(llvm::StringRef device, llvm::StringRef hardware) const {
  absl::StatusOr<const TrainedDevice *> known = find(device, hardware);
  if (!known.ok())
    return known.status();
  TrainingHabits its = habits;
  if ((*known)->stateBytes > 0)
    its.stateBytes = (*known)->stateBytes;
  if ((*known)->logitMemory > 0)
    its.logitMemory = (*known)->logitMemory;
  return its;
}

/// FLOPs a second of 16-bit products, by the data sheet.
static absl::StatusOr<double> peakOf(const Device &sheet) {
  for (llvm::StringRef type : {"bf16", "f16"})
    if (std::optional<double> flops = sheet.flops(type))
      return *flops;
  return absl::NotFoundError("device '" + sheet.name + "' has no rate of bf16 or f16 products");
}

absl::StatusOr<TrainingMachine> TrainingFacts::machine(llvm::StringRef device, llvm::StringRef hardware,
                                                       llvm::StringRef folder) const {
  absl::StatusOr<const TrainedDevice *> known = find(device, hardware);
  if (!known.ok())
    return known.status();
  absl::StatusOr<Topology> topology = findTopology((*known)->topology, folder);
  absl::StatusOr<std::vector<Level>> levels = topology.ok() ? topology->commonLevels() : topology.status();
  if (!levels.ok())
    return levels.status();
  absl::StatusOr<double> peak = peakOf(topology->groups.front().device);
  if (!peak.ok())
    return peak.status();
  TrainingMachine machine;
  machine.peakFlopsPerSecond = *peak;
  machine.flopsPerSecond = *peak * (*known)->productsReach;
  machine.attentionFlopsPerSecond = machine.flopsPerSecond * (*known)->attentionReach;
  machine.memoryBytesPerSecond = topology->groups.front().device.memories.front().bytesPerSecond * memoryReach;
  machine.memoryBytes =
      (*known)->memoryBytes ? (*known)->memoryBytes : topology->groups.front().device.memories.front().bytes;
  machine.layerSeconds = (*known)->layerSeconds;
  machine.passes = (*known)->passes;
  const Level &inner = levels->front();
  bool torus = inner.kind == LevelKind::Torus;
  machine.domain = inner.size;
  machine.dimensions = torus ? static_cast<int64_t>(inner.shape.size()) : 1;
  machine.domainBytesPerSecond = inner.efficiency * (torus ? 2 * inner.bytesPerSecond : inner.childBytesPerSecond());
  machine.domainLatencySeconds = inner.latencySeconds;
  if (levels->size() > 1) {
    const Level &outer = (*levels)[1];
    machine.networkLatencySeconds = outer.latencySeconds;
    machine.networkBytesPerSecond = outer.efficiency * outer.childBytesPerSecond() / static_cast<double>(inner.size);
  }
  return machine;
}

} // namespace shardwright::cost
