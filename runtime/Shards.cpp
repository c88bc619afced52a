#include "runtime/Shards.h"

#include "runtime/BoxCopy.h"
#include "runtime/Identity.h"
#include "runtime/Layout.h"

#include <algorithm>
#include <cstring>
#include <set>

namespace shardwright::runtime {

ShardBox blockOf(const Executable &executable, const Interface &interface, int64_t device) {
  ShardBox block;
  block.local = localShape(interface);
  block.zero.assign(block.local.size(), 0);
  for (size_t d = 0; d != block.local.size(); ++d) {
    int64_t whole = interface.globalShape[d];
    int64_t start = std::min(whole, blockIndex(executable, interface.dims[d], device) * block.local[d]);
    block.start.push_back(start);
    block.valid.push_back(std::min(block.local[d], whole - start));
  }
  return block;
}

namespace {

void fillWithIdentity(const Interface &interface, void *local) {
  const ElementBytes identity = identityOf(interface.reduction, interface.type);
  const uint64_t size = elementBytes(interface.type), bytes = localBytes(interface);
  for (uint64_t at = 0; at != bytes; at += size)
    std::memcpy(static_cast<uint8_t *>(local) + at, identity.data(), size);
}

} // namespace

void copyShardIn(const Executable &executable, const Interface &interface, int64_t device, const Array &whole,
                 void *local) {
  if (blockIndex(executable, interface.partial, device) != 0)
    return fillWithIdentity(interface, local);
  ShardBox block = blockOf(executable, interface, device);
  if (block.valid != block.local)
    std::memset(local, 0, localBytes(interface));
  BoxCopy(elementBytes(interface.type), block.valid, whole.shape, block.start, block.local, block.zero)
      .run(local, whole.bytes.data());
}

absl::Status readShard(const Executable &executable, const Interface &interface, int64_t device,
                       const ArraySource &whole, void *local) {
  if (blockIndex(executable, interface.partial, device) != 0) {
    fillWithIdentity(interface, local);
    return absl::OkStatus();
  }
  const ShardBox block = blockOf(executable, interface, device);
  if (block.valid == block.local)
    return whole.read(block.start, block.valid, local);
  const size_t size = elementBytes(interface.type);
  std::vector<uint8_t> data(static_cast<size_t>(numElements(block.valid)) * size);
  absl::Status status = whole.read(block.start, block.valid, data.data());
  std::memset(local, 0, localBytes(interface));
  BoxCopy(size, block.valid, block.valid, block.zero, block.local, block.zero).run(local, data.data());
  return status;
}

void copyShardOut(const Executable &executable, const Interface &interface, int64_t device, const void *local,
                  Array &whole) {
  ShardBox block = blockOf(executable, interface, device);
  BoxCopy(elementBytes(interface.type), block.valid, block.local, block.zero, whole.shape, block.start)
      .run(whole.bytes.data(), local);
}

std::vector<int64_t> blockOwners(const Executable &executable, const Interface &interface) {
  std::vector<int64_t> owners;
  std::set<std::vector<int64_t>> seen;
  for (int64_t device = 0, n = executable.numDevices(); device != n; ++device) {
    std::vector<int64_t> block;
    for (const AxisDigits &dim : interface.dims)
      block.push_back(blockIndex(executable, dim, device));
    if (seen.insert(std::move(block)).second)
      owners.push_back(device);
  }
  return owners;
}

} // namespace shardwright::runtime
