#include "pjrt/CompileOptions.h"

#include "pjrt/Proto.h"

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>

namespace shardwright::pjrt {
namespace {

constexpr char kName[] = "compile options";
constexpr int64_t kMostDevices = 1 << 20;

/// An option of the user's, as one of four types.
struct Override {
  std::optional<std::string> text;
  std::optional<bool> truth;
  std::optional<int64_t> integer;
  std::optional<double> real;

  std::string print() const {
    if (text)
      return absl::StrCat("'", *text, "'");
    if (truth)
      return *truth ? "true" : "false";
    return integer ? absl::StrCat(*integer) : real ? absl::StrCat(*real) : "nothing";
  }
};

absl::StatusOr<Override> parseOverride(absl::string_view message) {
  Override value;
  absl::Status status = eachField(message, kName, [&](const ProtoField &field) {
    if (field.number == 1 && field.isBytes) {
      value.text = std::string(field.bytes);
    } else if (field.number == 2) {
      value.truth = field.value != 0;
    } else if (field.number == 3) {
      value.integer = static_cast<int64_t>(field.value);
    } else if (field.number == 4) {
      double real;
      std::memcpy(&real, &field.value, sizeof(real));
      value.real = real;
    }
    return absl::OkStatus();
  });
  if (!status.ok())
    return status;
  return value;
}

absl::Status wrongValue(absl::string_view name, const Override &value, absl::string_view wanted) {
  return absl::InvalidArgumentError(
      absl::StrCat("compiler option '", name, "' is ", value.print(), ": it takes ", wanted));
}

/// Enters an option of the user's.
absl::Status applyOverride(absl::string_view name, const Override &value, compiler::Options &options) {
  const std::pair<absl::string_view, std::string *> texts[] = {{"topology", &options.machine.topology},
                                                               {"order", &options.machine.order},
                                                               {"target", &options.target},
                                                               {"disable", &options.disable}};
  for (const auto &[known, place] : texts)
    if (name == known) {
      if (!value.text)
        return wrongValue(name, value, "a text");
      *place = *value.text;
      return absl::OkStatus();
    }
  if (name == "memory") {
    absl::StatusOr<int64_t> bytes = value.integer ? *value.integer : parseBytes(value.text.value_or(""));
    if (!bytes.ok())
      return wrongValue(name, value, "a number of bytes, as 80GiB");
    options.memory = *bytes;
    return absl::OkStatus();
  }
  if (name == "decompose_collectives") {
    if (value.truth || (value.text && (*value.text == "true" || *value.text == "false")))
      options.decomposeCollectives = value.truth ? *value.truth : *value.text == "true";
    else
      return wrongValue(name, value, "true or false");
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("unknown compiler option '", name,
                   "': there are decompose_collectives, disable, memory, order, target and topology"));
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
  absl::StatusOr<Override> parsed = parseOverride(value);
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

absl::StatusOr<int64_t> parseBytes(absl::string_view text) {
  const size_t unitAt = std::min(text.find_first_not_of("0123456789."), text.size());
  const absl::string_view unit = text.substr(unitAt);
  constexpr std::pair<absl::string_view, double> kUnits[] = {{"", 1},
                                                             {"B", 1},
                                                             {"kB", 1e3},
                                                             {"KB", 1e3},
                                                             {"MB", 1e6},
                                                             {"GB", 1e9},
                                                             {"TB", 1e12},
                                                             {"KiB", 1024.},
                                                             {"MiB", 1048576.},
                                                             {"GiB", 1073741824.},
                                                             {"TiB", 1099511627776.}};
  double number = 0;
  if (absl::SimpleAtod(text.substr(0, unitAt), &number))
    for (const auto &[name, bytes] : kUnits)
      if (unit == name && number >= 0 && number * bytes < 0x1p62)
        return static_cast<int64_t>(std::llround(number * bytes));
  return absl::InvalidArgumentError(absl::StrCat("'", text, "' is no number of bytes, as 80GiB"));
}

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
