#include "tools/book/CollectiveRow.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace shardwright::book {
namespace {

constexpr double kLargeMessage = 16.0 * (1 << 30);

absl::StatusOr<std::string> text(const llvm::json::Object &inputs, llvm::StringRef key) {
  if (std::optional<llvm::StringRef> value = inputs.getString(key))
    return value->str();
  return absl::InvalidArgumentError("the inputs have no text '" + key.str() + "'");
}

std::string textOr(const llvm::json::Object &inputs, llvm::StringRef key) {
  return inputs.getString(key).value_or("").str();
}

absl::StatusOr<int64_t> count(const llvm::json::Object &inputs, llvm::StringRef key) {
  std::optional<int64_t> value = inputs.getInteger(key);
  if (value && *value >= 1)
    return *value;
  return absl::InvalidArgumentError("the inputs have no whole number '" + key.str() + "' of at least 1");
}

/// Words in common, for free text about a fabric.
size_t commonWords(llvm::StringRef a, llvm::StringRef b) {
  auto words = [](llvm::StringRef text) {
    llvm::SmallVector<llvm::StringRef, 12> words;
    llvm::SplitString(text, words, " +-/,()");
    return words;
  };
  auto theirs = words(b);
  return size_t(llvm::count_if(words(a), [&](llvm::StringRef word) {
    return llvm::any_of(theirs, [&](llvm::StringRef other) { return word.equals_insensitive(other); });
  }));
}

} // namespace

absl::StatusOr<const Topology *> CollectiveRows::topology(const std::string &name) {
  std::unique_ptr<Topology> &slot = topologies[name];
  if (!slot) {
    absl::StatusOr<Topology> found = findTopology(name, folder);
    if (!found.ok())
      return found.status();
    slot = std::make_unique<Topology>(*std::move(found));
  }
  return slot.get();
}

/// For a network the machine that a set of measurements of that hardware names, else the one whose description shares
/// the most words with it; the smallest machine that is large enough otherwise.
absl::StatusOr<std::string> CollectiveRows::machineOf(const llvm::json::Object &inputs, int64_t devices) {
  absl::StatusOr<std::string> device = text(inputs, "device");
  if (!device.ok())
    return device.status();
  bool network = textOr(inputs, "domain") == "network";
  std::string hardware = textOr(inputs, "hardware");
  if (network) {
    absl::StatusOr<Measurements> measured = readMeasurements(folder, *device);
    if (!measured.ok())
      return measured.status();
    for (const MeasuredSet &set : measured->sets)
      if (set.domain == "network" && set.hardware == hardware)
        return set.topology;
  }
  if (names.empty()) {
    absl::StatusOr<std::vector<std::string>> all = topologyNames(folder);
    if (!all.ok())
      return all.status();
    names = *std::move(all);
  }
  const Topology *best = nullptr;
  size_t most = 0;
  for (const std::string &name : names) {
    absl::StatusOr<const Topology *> candidate = topology(name);
    if (!candidate.ok())
      return candidate.status();
    const Topology &machine = **candidate;
    const DeviceGroup &group = machine.groups.front();
    if (machine.groups.size() > 1 || group.device.name != *device || machine.numDevices() < devices)
      continue;
    size_t common = network ? commonWords(hardware, machine.name + " " + machine.summary) : 0;
    bool better = !best || common > most || (common == most && machine.numDevices() < best->numDevices());
    if (better) {
      best = &machine;
      most = common;
    }
  }
  if (best)
    return best->name;
  return absl::NotFoundError("no topology has " + std::to_string(devices) + " devices '" + *device + "'");
}

absl::StatusOr<const CollectivePrice *> CollectiveRows::price(const llvm::json::Object &inputs) {
  absl::StatusOr<std::string> opText = text(inputs, "op");
  absl::StatusOr<int64_t> members = count(inputs, "n");
  if (!opText.ok() || !members.ok())
    return opText.ok() ? members.status() : opText.status();
  std::optional<CollectiveKind> op = parseCollective(*opText);
  if (!op)
    return absl::InvalidArgumentError("'" + *opText + "' is no collective");
  int64_t groups = std::max<int64_t>(1, inputs.getInteger("concurrent_groups").value_or(1));
  MeasuredBy by{textOr(inputs, "library"), textOr(inputs, "harness"), textOr(inputs, "hardware"),
                textOr(inputs, "algorithm")};
  std::string pattern = textOr(inputs, "pattern"), device = textOr(inputs, "device");
  std::string key =
      llvm::join(std::vector<std::string>{*opText, std::to_string(*members), std::to_string(groups), pattern, device,
                                          by.library, by.harness, by.hardware, by.algorithm, textOr(inputs, "domain"),
                                          textOr(inputs, "rank_placement")},
                 "|");
  std::unique_ptr<CollectivePrice> &slot = prices[key];
  if (slot)
    return slot.get();
  absl::StatusOr<std::string> machine = machineOf(inputs, *members * groups);
  absl::StatusOr<const Topology *> found = machine.ok() ? topology(*machine) : machine.status();
  if (!found.ok())
    return found.status();
  std::unique_ptr<CollectiveCosts> &model =
      costs[llvm::join(std::vector<std::string>{*machine, by.library, by.harness, by.hardware, by.algorithm}, "|")];
  if (!model) {
    absl::StatusOr<CollectiveCosts> made = CollectiveCosts::create(**found, folder, by);
    if (!made.ok())
      return made.status();
    model = std::make_unique<CollectiveCosts>(*std::move(made));
  }
  int64_t stride = textOr(inputs, "rank_placement") == "strided" ? groups : 1;
  absl::StatusOr<GroupAssignment> group = placeGroup(model->levels(), {{*members, stride}}, *members * groups);
  if (!group.ok())
    return group.status();
  slot = std::make_unique<CollectivePrice>(model->price(*op, *group, pattern));
  return slot.get();
}

absl::StatusOr<double> CollectiveRows::predict(llvm::StringRef quantity, const llvm::json::Object &inputs) {
  absl::StatusOr<const CollectivePrice *> found = price(inputs);
  if (!found.ok())
    return found.status();
  double bytes = inputs.getNumber("bytes").value_or(kLargeMessage);
  if (bytes <= 0)
    return absl::InvalidArgumentError("a collective of no bytes has no price");
  if (quantity == "bus_bandwidth")
    return (*found)->busBandwidth(bytes);
  if (quantity != "time")
    return absl::UnimplementedError("a collective has a time and a bus_bandwidth, no " + quantity.str());
  if (!inputs.getNumber("bytes"))
    return absl::InvalidArgumentError("the inputs have no number 'bytes'");
  return (*found)->seconds(bytes);
}

} // namespace shardwright::book
