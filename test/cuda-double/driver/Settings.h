// What the environment asks of the double (README.md lists the variables).
#ifndef TEST_CUDA_DOUBLE_DRIVER_SETTINGS_H
#define TEST_CUDA_DOUBLE_DRIVER_SETTINGS_H

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace shardwright::cudadouble {

/// "launch:NAME:N", "alloc:N", "call:FUNCTION:N:ERROR": the N-th one (from 1) fails.
struct FaultRequest {
  std::string what, name;
  uint64_t at = 1;
  int error = 0;
  uint64_t seen = 0;
};

struct Settings {
  std::vector<int> architectures = {
      90}; // of all devices, not only those that are visible; the last one stands for the rest
  int architectureOf(int device) const {
    const auto number = static_cast<size_t>(visible[static_cast<size_t>(device)]);
    return number < architectures.size() ? architectures[number] : architectures.back();
  }
  int driverVersion = 13000;
  int devices = 1;
  std::vector<int> visible; // numbers of the devices on the machine, of which the process sees these
  uint64_t memory = uint64_t(80) << 30;
  uint64_t instructionLimit = 2000000000; // about a minute
  uint64_t notReadyQueries = 1;
  std::string statisticsFile;
  std::set<std::string> ignored; // kinds of findings
  std::vector<FaultRequest> faults;
  std::string wrong; // a variable that is not understood
};

Settings settingsOfEnvironment();

/// The newest PTX that a driver takes: 80 for 8.0.
int newestPtx(int driverVersion);

} // namespace shardwright::cudadouble

#endif // TEST_CUDA_DOUBLE_DRIVER_SETTINGS_H
