#include "runtime/WholeArrays.h"

#include "runtime/Layout.h"
#include "runtime/Shards.h"
#include "runtime/backends/host/Reduce.h"

#include <algorithm>
#include <cstdint>
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

} // namespace shardwright::runtime
