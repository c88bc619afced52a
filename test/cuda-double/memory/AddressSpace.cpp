#include "test/cuda-double/memory/AddressSpace.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstdio>

namespace shardwright::cudadouble {

namespace {

constexpr uint64_t kGuardBytes = 65536, kAlignment = 512;

uint64_t mappedBytes(uint64_t bytes) { return std::max<uint64_t>(bytes, 1); }

std::string hexadecimal(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

} // namespace

Allocation::~Allocation() {
  if (data)
    munmap(data, mappedBytes(bytes));
}

Allocation *AddressSpace::allocate(uint64_t bytes, Owner owner, std::string name, int device) {
  void *memory =
      mmap(nullptr, mappedBytes(bytes), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (memory == MAP_FAILED)
    return nullptr;
  auto made = std::make_unique<Allocation>();
  made->data = static_cast<uint8_t *>(memory);
  made->bytes = bytes;
  made->host = owner == Owner::Host;
  made->device = device;
  made->name = owner == Owner::User ? "allocation " + std::to_string(++number) : std::move(name);
  if (owner == Owner::Host) {
    made->base = reinterpret_cast<uint64_t>(memory);
  } else {
    made->base = next;
    next = (next + bytes + kGuardBytes + kAlignment - 1) / kAlignment * kAlignment;
  }
  made->shadow.allocate(bytes);
  if (!made->shadow.writes || !made->shadow.reads)
    return nullptr;
  freed.erase(made->base); // only the host's addresses come back
  Allocation *result = made.get();
  allocations[made->base] = std::move(made);
  return result;
}

bool AddressSpace::free(uint64_t base) {
  auto found = allocations.find(base);
  if (found == allocations.end())
    return false;
  freed[base] = {found->second->bytes, found->second->name};
  allocations.erase(found);
  ++generations;
  return true;
}

Allocation *AddressSpace::find(uint64_t address) {
  auto above = allocations.upper_bound(address);
  if (above == allocations.begin())
    return nullptr;
  Allocation *below = std::prev(above)->second.get();
  return address - below->base < below->bytes ? below : nullptr;
}

std::string AddressSpace::describe(uint64_t address) const {
  if (address < 65536)
    return "a null pointer";
  for (const auto &[base, old] : freed)
    if (address >= base && address - base < old.bytes)
      return "use after free: byte " + std::to_string(address - base) + " of " + old.name + " (" +
             std::to_string(old.bytes) + " bytes at " + hexadecimal(base) + "), which was freed";
  auto above = allocations.upper_bound(address);
  std::string text;
  auto of = [&](const Allocation &it) {
    return it.name + " (" + std::to_string(it.bytes) + " bytes at " + hexadecimal(it.base) + ")";
  };
  uint64_t behind = ~uint64_t(0), before = ~uint64_t(0);
  if (above != allocations.begin())
    behind = address - (std::prev(above)->second->base + std::prev(above)->second->bytes);
  if (above != allocations.end())
    before = above->second->base - address;
  if (behind == ~uint64_t(0) && before == ~uint64_t(0))
    return "no allocation";
  if (behind <= before)
    return std::to_string(behind) + " bytes behind the end of " + of(*std::prev(above)->second);
  return std::to_string(before) + " bytes in front of " + of(*above->second);
}

uint64_t AddressSpace::bytesOf(int device) const {
  uint64_t sum = 0;
  for (const auto &[base, it] : allocations)
    if (!it->host && it->device == device)
      sum += it->bytes;
  return sum;
}

} // namespace shardwright::cudadouble
