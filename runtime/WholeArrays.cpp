#include "runtime/WholeArrays.h"

#include "runtime/Layout.h"
#include "runtime/Shards.h"
#include "runtime/backends/host/Reduce.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace shardwright::runtime {

Array gatherArray(const Executable &executable, const Interface &interface,
                  const std::function<const void *(int64_t device)> &local) {
  Array whole = Array::zeros(interface.type, interface.globalShape);
  const bool isPartial = numParts(interface.partial) > 1;
  std::vector<uint8_t> sum(isPartial ? localBytes(interface) : 0);
  const size_t size = elementBytes(interface.type);
  const auto elements = static_cast<int64_t>(sum.size() / size);
  for (int64_t device : blockOwners(executable, interface)) {
    if (isPartial) {
      std::vector<const void *> summands;
      for (int64_t member : groupOf(executable, interface.partial, device))
        summands.push_back(local(member));
      const host::CombineFunction combine = host::combineFunction(interface.type, interface.reduction);
      for (int64_t begin = 0; begin < elements; begin += host::kCombineBlock)
        combine(sum.data() + static_cast<size_t>(begin) * size, summands.data(), static_cast<int64_t>(summands.size()),
                static_cast<size_t>(begin) * size, std::min(host::kCombineBlock, elements - begin));
    }
    copyShardOut(executable, interface, device, isPartial ? sum.data() : local(device), whole);
  }
  return whole;
}

/// The devices whose blocks make the whole array, in order.
static std::vector<int64_t> neededDevices(const Executable &executable, const Interface &interface) {
  std::vector<int64_t> devices;
  for (int64_t owner : blockOwners(executable, interface)) {
    std::vector<int64_t> group = groupOf(executable, interface.partial, owner);
    devices.insert(devices.end(), group.begin(), group.end());
  }
  return devices;
}

absl::StatusOr<Array> gatherArray(const Executable &executable, const Interface &interface, DeviceRange range,
                                  Processes *processes, const std::function<const void *(int64_t device)> &local) {
  if (range.count == executable.numDevices())
    return gatherArray(executable, interface, local);
  const std::vector<int64_t> needed = neededDevices(executable, interface);
  const uint64_t bytes = localBytes(interface);
  std::string own;
  for (int64_t device : needed)
    if (device >= range.first && device < range.first + range.count)
      own.append(static_cast<const char *>(local(device - range.first)), bytes);
  absl::StatusOr<std::vector<std::string>> all = processes->gather(std::move(own), /*all=*/false);
  if (!all.ok())
    return all.status();
  if (processes->rank() != 0)
    return Array{interface.type, interface.globalShape, {}};
  std::vector<uint64_t> next(all->size(), 0);
  std::vector<const void *> blocks(static_cast<size_t>(executable.numDevices()));
  for (int64_t device : needed) {
    const auto rank = static_cast<size_t>(device / range.count);
    blocks[static_cast<size_t>(device)] = (*all)[rank].data() + next[rank];
    next[rank] += bytes;
  }
  return gatherArray(executable, interface, [&](int64_t device) { return blocks[static_cast<size_t>(device)]; });
}

} // namespace shardwright::runtime
