#include "pjrt/CompileOptions.h"

#include "pjrt/Proto.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

#include <cstring>
#include <utility>

namespace shardwright::pjrt {
namespace {

constexpr char kName[] = "compile options";

/// An option of the user's, which is one of four types, as text.
absl::StatusOr<std::string> parseOverride(absl::string_view message) {
  std::string value;
  absl::Status status = eachField(message, kName, [&](const ProtoField &field) {
    if (field.number == 1 && field.isBytes) {
      value = std::string(field.bytes);
    } else if (field.number == 2) {
      value = field.value != 0 ? "true" : "false";
    } else if (field.number == 3) {
      value = absl::StrCat(static_cast<int64_t>(field.value));
    } else if (field.number == 4) {
      double real;
      std::memcpy(&real, &field.value, sizeof(real));
      value = absl::StrCat(real);
    }
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  return value;
}

/// Enters an option of the user's. XLA's tune another compiler, and programs that set them run here, too.
absl::Status applyOverride(const std::string &name, const std::string &value, compiler::Options &options) {
  if (absl::StartsWith(name, "xla_"))
    return absl::OkStatus();
  for (const char *own : {"devices", "mesh", "fuzz-shardings", "fuzz_shardings"})
    if (name == own)
      return absl::InvalidArgumentError(
          absl::StrCat("compiler option '", name, "': devices and mesh are the framework's, leave it out"));
  return compiler::setOption(options, name, value);
}

absl::Status parseOverrideEntry(absl::string_view message, compiler::Options &options) {
  std::string name;
  absl::string_view value;
  absl::Status status = eachField(message, kName, [&](const ProtoField &field) {
    if (field.number == 1)
      name = std::string(field.bytes);
    else if (field.number == 2)
      value = field.bytes;
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  absl::StatusOr<std::string> parsed = parseOverride(value);
  return parsed.ok() ? applyOverride(name, *parsed, options) : parsed.status();
}

absl::Status parseDeviceAssignment(absl::string_view message, std::vector<int64_t> &devices) {
  int64_t replicas = 1, computations = -1;
  absl::Status status = eachField(message, kName, [&](const ProtoField &field) {
    if (field.number == 1) {
      replicas = static_cast<int64_t>(field.value);
    } else if (field.number == 2) {
      computations = static_cast<int64_t>(field.value);
    } else if (field.number == 3) {
      std::vector<int64_t> ids;
      absl::Status inner = eachField(field.bytes, kName, [&](const ProtoField &id) {
        return id.number == 1 ? appendNumbers(id, kName, ids) : absl::OkStatus();
      });
      if (!inner.ok())
        return inner;
      devices.insert(devices.end(), ids.begin(), ids.end());
    }
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  if (replicas != 1)
    return absl::UnimplementedError(
        absl::StrCat("the device assignment has ", replicas, " replicas: only partitions of one are supported"));
  if (computations != static_cast<int64_t>(devices.size()))
    return absl::InvalidArgumentError(absl::StrCat("the device assignment is of ", computations,
                                                   " computations and has ", devices.size(), " devices"));
  return absl::OkStatus();
}

/// The message ExecutableBuildOptionsProto. What is not looked at speaks of XLA's own ways.
absl::Status parseBuildOptions(absl::string_view message, CompileOptions &options) {
  int64_t replicas = 1;
  auto appendTruths = [](const ProtoField &field, std::vector<bool> &truths) {
    std::vector<int64_t> numbers;
    absl::Status status = appendNumbers(field, kName, numbers);
    truths.insert(truths.end(), numbers.begin(), numbers.end());
    return status;
  };
  absl::Status status = eachField(message, kName, [&](const ProtoField &field) {
    switch (field.number) {
    case 4:
      replicas = static_cast<int64_t>(field.value);
      break;
    case 5:
      options.partitions = static_cast<int64_t>(field.value);
      break;
    case 9:
      return parseDeviceAssignment(field.bytes, options.devices);
    case 12:
      return appendTruths(field, options.mayChooseOutputs);
    case 18:
      return appendTruths(field, options.mayChooseParameters);
    }
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  if (replicas != 1)
    return absl::UnimplementedError(
        absl::StrCat("the program is to run as ", replicas, " replicas: only partitions of one are supported"));
  if (options.partitions < 1 || options.partitions > kMostDevices)
    return absl::InvalidArgumentError(
        absl::StrCat("the program is to run as ", options.partitions, " partitions: there are 1 to ", kMostDevices));
  return absl::OkStatus();
}

} // namespace

absl::StatusOr<CompileOptions> parseCompileOptions(absl::string_view message) {
  CompileOptions options;
  absl::Status status = eachField(message, kName, [&](const ProtoField &field) {
    if (field.number == 2 && field.value != 0)
      return absl::UnimplementedError("the program is to take its arguments as a tuple: pass them one by one");
    if (field.number == 3 && field.isBytes)
      return parseBuildOptions(field.bytes, options);
    if (field.number == 7 && field.isBytes)
      return parseOverrideEntry(field.bytes, options.compiler);
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  if (!options.devices.empty() && options.partitions != static_cast<int64_t>(options.devices.size()))
    return absl::InvalidArgumentError(absl::StrCat("the program is to run as ", options.partitions,
                                                   " partitions, and the device assignment has ",
                                                   options.devices.size(), " devices"));
  return options;
}

std::string deviceAssignment(const std::vector<int64_t> &devices) {
  ProtoWriter assignment;
  assignment.number(1, 1);
  assignment.number(2, devices.size());
  for (int64_t device : devices) {
    ProtoWriter computation;
    computation.packed(1, {device});
    assignment.bytes(3, computation.message);
  }
  return std::move(assignment.message);
}

} // namespace shardwright::pjrt
