#include "test/cuda-double/driver/Settings.h"

#include <cstdlib>
#include <sstream>

namespace shardwright::cudadouble {

namespace {

std::vector<std::string> split(const std::string &text, char separator) {
  std::vector<std::string> parts;
  std::istringstream in(text);
  for (std::string part; std::getline(in, part, separator);)
    parts.push_back(part);
  return parts;
}

bool number(const std::string &text, uint64_t &value) {
  char *end = nullptr;
  value = std::strtoull(text.c_str(), &end, 0);
  return end != text.c_str() && !*end;
}

bool parseFault(const std::string &text, FaultRequest &fault) {
  std::vector<std::string> parts = split(text, ':');
  uint64_t error = 0;
  if (parts.size() < 2)
    return false;
  fault.what = parts[0];
  if (fault.what == "alloc")
    return parts.size() == 2 && number(parts[1], fault.at);
  fault.name = parts[1];
  if (fault.what == "launch" || fault.what == "skip")
    return parts.size() == 3 && number(parts[2], fault.at);
  if (fault.what != "call" || parts.size() != 4 || !number(parts[2], fault.at) || !number(parts[3], error))
    return false;
  fault.error = static_cast<int>(error);
  return true;
}

} // namespace

Settings settingsOfEnvironment() {
  Settings settings;
  auto read = [&](const char *name, auto &to) {
    const char *text = std::getenv(name);
    uint64_t value;
    if (!text)
      return;
    if (!number(text, value))
      settings.wrong = std::string(name) + "=" + text + " is no number";
    else
      to = static_cast<std::remove_reference_t<decltype(to)>>(value);
  };
  if (const char *text = std::getenv("SHARDWRIGHT_DOUBLE_ARCHITECTURE")) {
    settings.architectures.clear();
    for (const std::string &part : split(text, ',')) {
      uint64_t value = 0;
      if (!number(part, value))
        settings.wrong = std::string("SHARDWRIGHT_DOUBLE_ARCHITECTURE=") + text + " is no list of numbers";
      settings.architectures.push_back(static_cast<int>(value));
    }
    if (settings.architectures.empty())
      settings.architectures = {90};
  }
  read("SHARDWRIGHT_DOUBLE_DRIVER", settings.driverVersion);
  read("SHARDWRIGHT_DOUBLE_DEVICES", settings.devices);
  const char *chosen = std::getenv("CUDA_VISIBLE_DEVICES");
  for (int device = 0; !chosen && device < settings.devices; ++device)
    settings.visible.push_back(device);
  for (const std::string &text : split(chosen ? chosen : "", ',')) {
    uint64_t device;
    if (!number(text, device) || device >= static_cast<uint64_t>(settings.devices))
      break; // as CUDA has it: what follows is not seen either
    settings.visible.push_back(static_cast<int>(device));
  }
  settings.devices = static_cast<int>(settings.visible.size());
  read("SHARDWRIGHT_DOUBLE_MEMORY", settings.memory);
  read("SHARDWRIGHT_DOUBLE_INSTRUCTIONS", settings.instructionLimit);
  read("SHARDWRIGHT_DOUBLE_NOT_READY", settings.notReadyQueries);
  if (const char *file = std::getenv("SHARDWRIGHT_DOUBLE_STATISTICS"))
    settings.statisticsFile = file;
  if (const char *kinds = std::getenv("SHARDWRIGHT_DOUBLE_IGNORE"))
    for (const std::string &kind : split(kinds, ','))
      settings.ignored.insert(kind);
  if (const char *faults = std::getenv("SHARDWRIGHT_DOUBLE_FAULT"))
    for (const std::string &text : split(faults, ',')) {
      FaultRequest fault;
      if (parseFault(text, fault))
        settings.faults.push_back(fault);
      else
        settings.wrong = "SHARDWRIGHT_DOUBLE_FAULT: '" + text +
                         "' is none of launch:NAME:N, alloc:N, skip:FUNCTION:N and "
                         "call:FUNCTION:N:ERROR";
    }
  return settings;
}

int newestPtx(int driverVersion) {
  // CUDA version and PTX version of the release notes of PTX.
  constexpr int versions[][2] = {{11000, 70}, {11010, 71}, {11020, 72}, {11030, 73}, {11040, 74}, {11050, 75},
                                 {11060, 76}, {11070, 77}, {11080, 78}, {12000, 80}, {12010, 81}, {12020, 82},
                                 {12030, 83}, {12040, 84}, {12050, 85}, {12060, 85}, {12070, 86}, {12080, 87},
                                 {12090, 88}, {13000, 90}, {13010, 91}};
  int newest = 65;
  for (const auto &[driver, ptx] : versions)
    if (driver <= driverVersion)
      newest = ptx;
  return newest;
}

} // namespace shardwright::cudadouble
