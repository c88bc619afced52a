#include "lib/Topology/gpus.inc"
#include "shardwright/Topology/Files.h"

#include <iterator>

namespace shardwright {
namespace {

/// In the order of the files.
constexpr llvm::StringLiteral kArchitectures[] = {"sm_80", "sm_90", "sm_100"};
static_assert(std::size(kArchitectures) == std::size(kGpuFiles));

} // namespace

llvm::ArrayRef<llvm::StringLiteral> gpuArchitectures() { return kArchitectures; }

const Device *deviceOfArchitecture(llvm::StringRef architecture) {
  static const std::vector<Device> kDevices = [] {
    std::vector<Device> devices;
    for (const auto &file : kGpuFiles)
      devices.push_back(*parseDevice(file.text, file.name));
    return devices;
  }();
  for (size_t number = 0; number < kDevices.size(); ++number)
    if (architecture == kArchitectures[number])
      return &kDevices[number];
  return nullptr;
}

} // namespace shardwright
