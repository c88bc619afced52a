#include "runtime/BlockPool.h"

#include "absl/strings/str_cat.h"

#include <algorithm>

namespace shardwright::runtime {
namespace {
constexpr uint64_t kAlignment = 64, kChunkBytes = 1 << 20;
/// Blocks from this size on are memory of their own, which can be given back to the system.
constexpr uint64_t kLargeBytes = 256 << 10;

uint64_t roundUp(uint64_t bytes) { return std::max(kAlignment, (bytes + kAlignment - 1) / kAlignment * kAlignment); }
} // namespace

BlockRef::~BlockRef() {
  if (block && block->references.fetch_sub(1, std::memory_order_acq_rel) == 1)
    block->pool->release(*block);
}

BlockPool::BlockPool(RawMemory &memory, int64_t numDevices, uint64_t limit)
    : memory(memory), limit(limit), devices(static_cast<size_t>(numDevices)) {}

BlockPool::~BlockPool() {
  for (size_t device = 0; device != devices.size(); ++device)
    for (auto &[reserved, list] : devices[device].free)
      for (Block *block = list; block && reserved >= kLargeBytes; block = block->nextFree)
        memory.free(static_cast<int64_t>(device), block->at, reserved);
  for (auto [device, chunk] : chunks)
    memory.free(device, chunk, kChunkBytes);
}

absl::Status BlockPool::count(int64_t device, uint64_t bytes) {
  DeviceBlocks &own = devices[static_cast<size_t>(device)];
  if (limit != 0 && (bytes > limit || own.inUse > limit - bytes))
    return absl::ResourceExhaustedError(absl::StrCat("device ", device, " has ", limit, " bytes of memory, of which ",
                                                     own.inUse, " are in use; ", bytes, " more are asked for"));
  own.inUse += bytes;
  own.peak = std::max(own.peak, own.inUse);
  return absl::OkStatus();
}

absl::Status BlockPool::reserve(int64_t device, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  return count(device, bytes);
}

void BlockPool::unreserve(int64_t device, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  devices[static_cast<size_t>(device)].inUse -= bytes;
}

/// Gives back what is kept of large blocks until `wanted` more bytes do not exceed what was once in use.
void BlockPool::trim(int64_t device, uint64_t wanted) {
  DeviceBlocks &own = devices[static_cast<size_t>(device)];
  const uint64_t most = std::max(own.largePeak, own.largeInUse + wanted);
  for (auto it = own.free.lower_bound(kLargeBytes); it != own.free.end() && own.large + wanted > most;) {
    Block *block = it->second;
    if (!block) {
      ++it;
      continue;
    }
    it->second = block->nextFree;
    memory.free(device, block->at, block->reserved);
    own.large -= block->reserved;
    unused.push_back(block);
  }
}

absl::StatusOr<void *> BlockPool::carve(int64_t device, uint64_t reserved) {
  DeviceBlocks &own = devices[static_cast<size_t>(device)];
  if (reserved >= kLargeBytes) {
    trim(device, reserved);
    absl::StatusOr<void *> fresh = memory.allocate(device, reserved);
    if (fresh.ok())
      own.large += reserved;
    return fresh;
  }
  DeviceBlocks &from = devices[memory.isOne() ? 0 : static_cast<size_t>(device)];
  if (from.chunkLeft < reserved) {
    absl::StatusOr<void *> chunk = memory.allocate(device, kChunkBytes);
    if (!chunk.ok())
      return chunk;
    chunks.emplace_back(device, *chunk);
    from.chunk = static_cast<uint8_t *>(*chunk);
    from.chunkLeft = kChunkBytes;
  }
  void *address = from.chunk;
  from.chunk += reserved;
  from.chunkLeft -= reserved;
  return address;
}

absl::StatusOr<Block *> BlockPool::take(int64_t device, uint64_t bytes) {
  if (bytes > (uint64_t{1} << 62))
    return absl::ResourceExhaustedError(absl::StrCat(bytes, " bytes of memory are asked for"));
  if (absl::Status status = count(device, bytes); !status.ok())
    return status;
  DeviceBlocks &own = devices[static_cast<size_t>(device)];
  const uint64_t reserved = roundUp(bytes);
  Block *&list = own.free[reserved];
  Block *block = list;
  if (block) {
    list = block->nextFree;
  } else {
    absl::StatusOr<void *> address = carve(device, reserved);
    if (!address.ok()) {
      own.inUse -= bytes;
      return address.status();
    }
    if (unused.empty())
      unused.push_back(&blocks.emplace_back());
    block = unused.back();
    unused.pop_back();
    block->at = *address;
    block->reserved = reserved;
    block->owner = device;
    block->pool = this;
  }
  block->length = bytes;
  if (reserved >= kLargeBytes) {
    own.largeInUse += reserved;
    own.largePeak = std::max(own.largePeak, own.largeInUse);
  }
  return block;
}

absl::StatusOr<BlockRef> BlockPool::allocate(int64_t device, uint64_t bytes) {
  std::lock_guard<std::mutex> lock(mutex);
  absl::StatusOr<Block *> block = take(device, bytes);
  if (!block.ok())
    return block.status();
  return BlockRef(*block);
}

absl::Status BlockPool::allocate(int64_t device, const std::vector<uint64_t> &bytes, std::vector<BlockRef> &out) {
  const size_t before = out.size();
  absl::Status status;
  {
    std::lock_guard<std::mutex> lock(mutex);
    for (uint64_t one : bytes) {
      absl::StatusOr<Block *> block = take(device, one);
      if (!block.ok()) {
        status = block.status();
        break;
      }
      out.emplace_back(*block);
    }
  }
  if (!status.ok()) // outside of the lock: they go back to the pool
    out.resize(before);
  return status;
}

void BlockPool::release(Block &block) {
  std::lock_guard<std::mutex> lock(mutex);
  DeviceBlocks &own = devices[static_cast<size_t>(block.owner)];
  own.inUse -= block.length;
  if (block.reserved >= kLargeBytes)
    own.largeInUse -= block.reserved;
  Block *&list = own.free[block.reserved];
  block.nextFree = list;
  list = &block;
}

uint64_t BlockPool::bytesInUse(int64_t device) const {
  std::lock_guard<std::mutex> lock(mutex);
  return devices[static_cast<size_t>(device)].inUse;
}

uint64_t BlockPool::peakBytesInUse(int64_t device) const {
  std::lock_guard<std::mutex> lock(mutex);
  return devices[static_cast<size_t>(device)].peak;
}

} // namespace shardwright::runtime
