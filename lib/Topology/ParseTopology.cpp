#include "lib/Topology/Parse.h"
#include "lib/Topology/ReadFile.h"
#include "shardwright/Topology/Files.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright {
namespace {

/// The field `device`: a name of a shipped device, or one written out.
Device parseDeviceField(Fields &fields, llvm::StringRef folder) {
  const Json *value = fields.any("device");
  if (!value) {
    fields.report("device", "is missing; give the name of a device, or an object that describes one");
    return {};
  }
  if (value->IsObject()) {
    Fields own(fields.complaint, *value, fields.placeOf("device"));
    Device device = parseDevice(own);
    own.finish();
    return device;
  }
  if (!value->IsString()) {
    fields.report("device", print(*value) + " is neither the name of a device nor an object that describes one");
    return {};
  }
  std::string path = deviceFile(folder, textOf(*value));
  absl::StatusOr<std::string> text = readFile(path);
  if (!text.ok()) {
    fields.report("device", "'" + textOf(*value).str() + "' is no device: " + std::string(text.status().message()));
    return {};
  }
  absl::StatusOr<Device> device = parseDevice(*text, path);
  if (device.ok())
    return *device;
  if (fields.complaint.status.ok())
    fields.complaint.status = device.status();
  return {};
}

DeviceGroup parseGroup(Fields &fields, llvm::StringRef folder) {
  DeviceGroup group;
  group.device = parseDeviceField(fields, folder);
  group.levels = parseLevels(fields, /*required=*/true);
  return group;
}

void parseGroups(Fields &fields, Topology &topology, llvm::StringRef folder) {
  const Json *groups = fields.list("groups");
  if (!groups)
    return;
  for (auto [i, written] : llvm::enumerate(groups->GetArray())) {
    Fields group(fields.complaint, written, "groups[" + std::to_string(i) + "]");
    if (!written.IsObject())
      return;
    int64_t count = group.count("count", 1);
    topology.groups.push_back(parseGroup(group, folder));
    topology.groups.back().count = count;
    group.finish();
  }
}

/// Levels over the groups hold as many units as the groups have together.
void verifyUnits(Fields &fields, const Topology &topology) {
  int64_t units = 0, room = 1;
  for (const DeviceGroup &group : topology.groups)
    units += group.count;
  for (const Level &level : topology.levels)
    if (__builtin_mul_overflow(room, level.size, &room) || room > kMostDevices)
      return fields.report("levels", "have room for more than " + std::to_string(kMostDevices) + " units");
  if (units != room)
    fields.report("levels", "have room for " + std::to_string(room) + " units, the groups count " +
                                std::to_string(units) + "; make the sizes agree");
}

void verifyNumDevices(Fields &fields, const Topology &topology) {
  double devices = 0;
  for (const DeviceGroup &group : topology.groups) {
    double each = double(group.count);
    for (const Level &level : group.levels)
      each *= double(level.size);
    devices += each;
  }
  if (devices > double(kMostDevices))
    fields.complaint.report("", print(devices) + " devices are more than the " + std::to_string(kMostDevices) +
                                    " that can be counted");
}

} // namespace

absl::StatusOr<Topology> parseTopology(const Json &json, llvm::StringRef file, llvm::StringRef folder) {
  return readObject(json, file, [&](Fields &fields) {
    const absl::Status &status = fields.complaint.status;
    Topology topology;
    topology.name = fields.text("name");
    topology.summary = fields.text("summary");
    if (fields.has("groups")) {
      parseGroups(fields, topology, folder);
      topology.levels = parseLevels(fields, /*required=*/true);
      if (status.ok())
        verifyUnits(fields, topology);
    } else {
      topology.groups.push_back(parseGroup(fields, folder));
    }
    topology.collectiveSeconds = fields.number("collective_s", {0, 1}, 0);
    if (fields.has("measured"))
      if (const Json *measured = fields.object_("measured"))
        topology.measured = print(*measured);
    topology.sources = parseSources(fields);
    if (status.ok())
      verifyNumDevices(fields, topology);
    return topology;
  });
}

absl::StatusOr<Topology> parseTopology(llvm::StringRef text, llvm::StringRef file, llvm::StringRef folder) {
  absl::StatusOr<rapidjson::Document> json = parseJson(text, file);
  return json.ok() ? parseTopology(*json, file, folder) : json.status();
}

} // namespace shardwright
