// Errors, the plugin's attributes, clients, devices and memories.
#include "pjrt/Call.h"
#include "pjrt/CompileOptions.h"
#include "shardwright/Compiler/Options.h"
#include "shardwright/Runtime/Version.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <cstdlib>
#include <limits>
#include <utility>

namespace shardwright::pjrt {

Error *errorOf(absl::Status status) { return status.ok() ? nullptr : new Error(std::move(status)); }

absl::Status statusOf(int32_t code, const char *message, size_t size) {
  if (code == 0)
    return absl::OkStatus();
  constexpr int32_t kLastCode = 16;
  const auto known = code < 0 || code > kLastCode ? absl::StatusCode::kUnknown : static_cast<absl::StatusCode>(code);
  return absl::Status(known, message ? absl::string_view(message, size) : "");
}

absl::Status answer(args::Error_GetCode &args) {
  absl::Status status = checkHandle(args.error);
  args.code = static_cast<int32_t>(status.ok() ? args.error->status.code() : status.code());
  return absl::OkStatus(); // an error of an error would be asked for its code
}

absl::Status answer(args::Error_ForEachPayload &) { return absl::OkStatus(); }

absl::Status answer(args::Plugin_Initialize &) { return absl::OkStatus(); }

namespace {

NamedValue named(const char *name, ValueType type, size_t size) {
  NamedValue value = {};
  value.struct_size = sizeof(value);
  value.name = name;
  value.name_size = std::strlen(name);
  value.type = type;
  value.value_size = size;
  return value;
}

/// Begins the text of everything that has no text of its own.
constexpr char kPlatform[] = "shardwright";
constexpr char kDeviceKind[] = "shardwright host";

/// Where the caller wants text as pointer and length.
void give(absl::string_view text, const char *&pointer, size_t &size) {
  pointer = text.data();
  size = text.size();
}

/// What a client is made with.
struct Options {
  int64_t devices = 1, workers = 0, memory = 0;
};

/// An integer option, which may be text.
absl::StatusOr<int64_t> integerOf(absl::string_view name, const NamedValue &value, int64_t least, int64_t most) {
  std::optional<int64_t> number;
  int64_t parsed;
  std::string given;
  if (value.type == ValueType::Int64) {
    number = value.int64_value;
    given = absl::StrCat(value.int64_value);
  } else if (value.type == ValueType::String && value.string_value) {
    const std::string text(value.string_value, value.value_size);
    compiler::Options bytes; // whose memory is written alike
    given = absl::StrCat("'", text, "'");
    if (absl::SimpleAtoi(text, &parsed))
      number = parsed;
    else if (name == "memory" && compiler::setOption(bytes, "memory", text).ok())
      number = bytes.memory;
  } else {
    given = "of another type";
  }
  if (number && *number >= least && *number <= most)
    return *number;
  return absl::InvalidArgumentError(
      absl::StrCat("client option '", name, "' is ", given, ": it takes a number from ", least, " to ", most));
}

absl::StatusOr<Options> parseOptions(const NamedValue *given, size_t count) {
  constexpr int64_t kMostWorkers = 1 << 12;
  constexpr int64_t kMostBytes = std::numeric_limits<int64_t>::max();
  Options options;
  auto set = [&](absl::string_view name, const NamedValue &value) -> absl::Status {
    int64_t *place = nullptr, least = 0, most = 0;
    if (name == "num_devices")
      place = &options.devices, least = 1, most = kMostDevices;
    else if (name == "workers")
      place = &options.workers, least = 0, most = kMostWorkers;
    else if (name == "memory")
      place = &options.memory, least = 0, most = kMostBytes;
    else if (name == "num_nodes" || name == "node_id")
      return absl::UnimplementedError(absl::StrCat("client option '", name, "': only one process is supported"));
    else
      return absl::InvalidArgumentError(
          absl::StrCat("unknown client option '", name, "': there are memory, num_devices and workers"));
    absl::StatusOr<int64_t> number = integerOf(name, value, least, most);
    if (number.ok())
      *place = *number;
    return number.status();
  };
  if (const char *text = std::getenv("SHARDWRIGHT_NUM_DEVICES"); text && *text) {
    NamedValue value = named("num_devices", ValueType::String, std::strlen(text));
    value.string_value = text;
    if (absl::Status status = set("num_devices", value); !status.ok())
      return absl::InvalidArgumentError(absl::StrCat("SHARDWRIGHT_NUM_DEVICES: ", status.message()));
  }
  if (!given && count != 0)
    return absl::InvalidArgumentError(absl::StrCat(count, " client options are given, and they are null"));
  for (size_t i = 0; i != count; ++i) {
    const NamedValue value = copyOf(given[i]);
    if (!value.name)
      return absl::InvalidArgumentError(absl::StrCat("client option ", i, " has no name"));
    if (absl::Status status = set({value.name, value.name_size}, value); !status.ok())
      return status;
  }
  return options;
}

} // namespace

DeviceDescription::DeviceDescription(int64_t id)
    : Handle(kKind), id(static_cast<int32_t>(id)), debugText(absl::StrCat(kPlatform, ":", id)),
      text(absl::StrCat("ShardwrightDevice(id=", id, ")")) {}

Memory::Memory(Device &device, size_t kindIndex)
    : Handle(kKind), device(&device), kindIndex(kindIndex),
      debugText(absl::StrCat("memory '", kindName(), "' of ", device.description.debugText)),
      text(absl::StrCat("ShardwrightMemory(device=", device.description.id, ", kind=", kindName(), ")")) {}

absl::Status answer(args::Plugin_Attributes &args) {
  // The newest version of StableHLO's portable format that is read; frameworks write this one or an older one.
  static const int64_t newest[] = {1, 17, 0}, oldest[] = {0, 9, 0};
  static NamedValue attributes[] = {named("stablehlo_current_version", ValueType::Int64List, 3),
                                    named("stablehlo_minimum_version", ValueType::Int64List, 3)};
  attributes[0].int64_array_value = newest;
  attributes[1].int64_array_value = oldest;
  args.attributes = attributes;
  args.num_attributes = std::size(attributes);
  return absl::OkStatus();
}

absl::Status answer(args::Client_Create &args) {
  absl::StatusOr<Options> options = parseOptions(args.create_options, args.num_options);
  if (!options.ok())
    return options.status();
  runtime::ClientOptions wanted;
  wanted.devices = options->devices;
  wanted.workers = static_cast<int>(options->workers);
  wanted.memory = static_cast<uint64_t>(options->memory);
  absl::StatusOr<std::unique_ptr<runtime::Client>> client = runtime::Client::create(wanted);
  if (!client.ok())
    return client.status();
  auto state = std::make_shared<ClientState>();
  state->runtime = *std::move(client);
  state->session = std::make_unique<compiler::Session>();
  for (int64_t id = 0; id != options->devices; ++id) {
    state->devices.push_back(std::make_unique<Device>(*state, id));
    state->deviceList.push_back(state->devices.back().get());
    for (Memory *memory : state->devices.back()->memoryList)
      state->memoryList.push_back(memory);
  }
  args.client = new Client(std::move(state));
  return absl::OkStatus();
}

absl::Status answer(args::Client_Destroy &args) {
  runtime::Event last;
  {
    std::lock_guard<std::mutex> lock(args.client->state->mutex);
    last = args.client->state->last;
  }
  (void)last.wait(); // executions end in the order of their submission; errors are their results'
  delete args.client;
  return absl::OkStatus();
}

absl::Status answer(args::Client_PlatformName &args) {
  give(kPlatform, args.platform_name, args.platform_name_size);
  return absl::OkStatus();
}

absl::Status answer(args::Client_PlatformVersion &args) {
  static const std::string version = absl::StrCat(kPlatform, " ", runtime::version());
  give(version, args.platform_version, args.platform_version_size);
  return absl::OkStatus();
}

absl::Status answer(args::Client_ProcessIndex &args) { return absl::OkStatus(); }

absl::Status answer(args::Client_Devices &args) {
  args.devices = args.client->state->deviceList.data();
  args.num_devices = args.client->state->deviceList.size();
  return absl::OkStatus();
}

absl::Status answer(args::Client_AddressableDevices &args) {
  args.addressable_devices = args.client->state->deviceList.data();
  args.num_addressable_devices = args.client->state->deviceList.size();
  return absl::OkStatus();
}

static absl::StatusOr<Device *> lookUp(const Client &client, int64_t id) {
  const std::vector<Device *> &devices = client.state->deviceList;
  if (id < 0 || id >= static_cast<int64_t>(devices.size()))
    return absl::InvalidArgumentError(absl::StrCat("there is no device ", id, ": the client has ", devices.size()));
  return devices[static_cast<size_t>(id)];
}

absl::Status answer(args::Client_LookupDevice &args) {
  absl::StatusOr<Device *> device = lookUp(*args.client, args.id);
  args.device = device.ok() ? *device : nullptr;
  return device.status();
}

absl::Status answer(args::Client_LookupAddressableDevice &args) {
  absl::StatusOr<Device *> device = lookUp(*args.client, args.local_hardware_id);
  args.addressable_device = device.ok() ? *device : nullptr;
  return device.status();
}

absl::Status answer(args::Client_AddressableMemories &args) {
  args.addressable_memories = args.client->state->memoryList.data();
  args.num_addressable_memories = args.client->state->memoryList.size();
  return absl::OkStatus();
}

absl::Status answer(args::Client_DefaultDeviceAssignment &args) {
  const auto devices = static_cast<int64_t>(args.client->state->devices.size());
  const int64_t wanted = int64_t{args.num_replicas} * args.num_partitions;
  if (args.num_replicas != 1 || args.num_partitions < 1 || wanted > devices)
    return absl::InvalidArgumentError(absl::StrCat("no devices for ", args.num_replicas, " replicas of ",
                                                   args.num_partitions, " partitions: the client has ", devices,
                                                   ", and programs run as one replica"));
  if (!args.default_assignment || args.default_assignment_size < static_cast<size_t>(wanted))
    return absl::InvalidArgumentError(absl::StrCat("the device assignment has ", wanted, " entries, there is room for ",
                                                   args.default_assignment_size));
  for (int64_t k = 0; k != wanted; ++k)
    args.default_assignment[k] = static_cast<int32_t>(k);
  return absl::OkStatus();
}

absl::Status answer(args::DeviceDescription_Id &args) {
  args.id = args.device_description->id;
  return absl::OkStatus();
}

absl::Status answer(args::DeviceDescription_ProcessIndex &) { return absl::OkStatus(); }

absl::Status answer(args::DeviceDescription_Attributes &) { return absl::OkStatus(); }

absl::Status answer(args::DeviceDescription_Kind &args) {
  give(kDeviceKind, args.device_kind, args.device_kind_size);
  return absl::OkStatus();
}

absl::Status answer(args::DeviceDescription_DebugString &args) {
  give(args.device_description->debugText, args.debug_string, args.debug_string_size);
  return absl::OkStatus();
}

absl::Status answer(args::DeviceDescription_ToString &args) {
  give(args.device_description->text, args.to_string, args.to_string_size);
  return absl::OkStatus();
}

absl::Status answer(args::Device_GetDescription &args) {
  args.device_description = &args.device->description;
  return absl::OkStatus();
}

absl::Status answer(args::Device_IsAddressable &args) {
  args.is_addressable = true;
  return absl::OkStatus();
}

absl::Status answer(args::Device_LocalHardwareId &args) {
  args.local_hardware_id = args.device->description.id;
  return absl::OkStatus();
}

absl::Status answer(args::Device_AddressableMemories &args) {
  args.memories = args.device->memoryList;
  args.num_memories = std::size(args.device->memoryList);
  return absl::OkStatus();
}

absl::Status answer(args::Device_DefaultMemory &args) {
  args.memory = &args.device->memories[0];
  return absl::OkStatus();
}

absl::Status answer(args::Device_MemoryStats &args) {
  const runtime::Client &client = *args.device->client.runtime;
  args.bytes_in_use = static_cast<int64_t>(client.bytesInUse(args.device->id()));
  args.peak_bytes_in_use = static_cast<int64_t>(client.peakBytesInUse(args.device->id()));
  args.peak_bytes_in_use_is_set = true;
  return absl::OkStatus();
}

absl::Status answer(args::Device_GetAttributes &args) {
  args.attributes_deleter = [](void *) {};
  return absl::OkStatus();
}

absl::Status answer(args::Memory_Id &args) {
  const auto number = args.memory->device->id() * static_cast<int64_t>(std::size(kMemoryKinds));
  args.id = static_cast<int32_t>(number + static_cast<int64_t>(args.memory->kindIndex));
  return absl::OkStatus();
}

absl::Status answer(args::Memory_Kind &args) {
  give(args.memory->kindName(), args.kind, args.kind_size);
  return absl::OkStatus();
}

absl::Status answer(args::Memory_Kind_Id &args) {
  args.kind_id = static_cast<int32_t>(args.memory->kindIndex);
  return absl::OkStatus();
}

absl::Status answer(args::Memory_DebugString &args) {
  give(args.memory->debugText, args.debug_string, args.debug_string_size);
  return absl::OkStatus();
}

absl::Status answer(args::Memory_ToString &args) {
  give(args.memory->text, args.to_string, args.to_string_size);
  return absl::OkStatus();
}

absl::Status answer(args::Memory_AddressableByDevices &args) {
  args.devices = args.memory->device->self;
  args.num_devices = std::size(args.memory->device->self);
  return absl::OkStatus();
}

} // namespace shardwright::pjrt
