#include "test/cuda-double/machine/Access.h"

#include "test/cuda-double/machine/Launch.h"

#include <algorithm>
#include <cstdio>

namespace shardwright::cudadouble {

namespace {

std::string hexadecimal(uint64_t value) {
  char text[32];
  std::snprintf(text, sizeof text, "0x%llx", static_cast<unsigned long long>(value));
  return text;
}

const char *verb(Access access) {
  return access == Access::Atomic                                   ? "atomic"
         : access == Access::Write || access == Access::StrongWrite ? "write"
                                                                    : "read";
}

std::string bytesText(Access access, unsigned size, uint64_t address) {
  return std::string(verb(access)) + " of " + std::to_string(size) + " bytes at " + hexadecimal(address);
}

bool misaligned(Warp &warp, const uint64_t *addresses, uint32_t mask, unsigned size, Access access, const char *space) {
  uint64_t all = 0;
  for (uint32_t lane = 0; lane < 32; ++lane)
    all |= mask >> lane & 1 ? addresses[lane] : 0;
  if (!(all & (size - 1)))
    return false;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    if (addresses[lane] & (size - 1)) {
      warp.fail(kErrorMisalignedAddress, "misaligned", lane,
                std::string("misaligned ") + bytesText(access, size, addresses[lane]) + " of " + space);
      break;
    }
  }
  return true;
}

// What the other one of a conflict is.
std::string otherParty(Warp &warp, const Conflict &conflict) {
  Launch &launch = *warp.block->launch;
  const Clocks &clocks = launch.machine.clocks();
  const Operation &operation = clocks.operation(operationOf(conflict.other));
  if (operation.launch != launch.operation)
    return clocks.describe(operationOf(conflict.other)) + ", and no event or synchronisation orders the two";
  if (kindOf(conflict.other) == RecordKind::ManyInLaunch)
    return "several blocks of the same launch";
  uint32_t block = blockOf(conflict.other);
  std::string where = " of block (" + std::to_string(block % launch.grid[0]) + ", " +
                      std::to_string(block / launch.grid[0] % launch.grid[1]) + ", " +
                      std::to_string(block / launch.grid[0] / launch.grid[1]) + ")";
  bool same = block == (warp.block->index & kBlockMask);
  if (kindOf(conflict.other) == RecordKind::ManyInBlock)
    return "several threads" + where + (same ? ", and no barrier is between" : "");
  return "thread " + std::to_string(warpOf(conflict.other) * 32 + laneOf(conflict.other)) + where +
         (same ? ", and no barrier is between" : "");
}

void reportConflict(Warp &warp, const Conflict &conflict, const std::string &what, const char *space) {
  Launch &launch = *warp.block->launch;
  std::string key = launch.kernel.name + ":" + std::to_string(warp.running->line) + ":" +
                    std::to_string(static_cast<int>(conflict.hazard));
  std::string where = warp.where(conflict.lane) + ": ";
  if (conflict.hazard == Hazard::Unwritten) {
    launch.machine.report("unwritten", key, where + "reads " + what + ", which nobody has written");
    return;
  }
  bool otherOperation = launch.machine.clocks().operation(operationOf(conflict.other)).launch != launch.operation;
  std::string does = conflict.hazard == Hazard::ReadAfterWrite ? "reads" : "writes";
  std::string did = conflict.hazard == Hazard::WriteAfterRead ? "read by " : "written by ";
  launch.machine.report(otherOperation ? "stream-hazard" : std::string("race-") + space, key,
                        where + does + " " + what + ", " + did + otherParty(warp, conflict));
}

// Distinct 32-byte sectors that the lanes of MASK touch.
uint64_t sectorsOf(const uint64_t *addresses, uint32_t mask, unsigned size) {
  uint64_t sectors[64];
  int count = 0;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint64_t first = addresses[__builtin_ctz(rest)] / 32, last = (addresses[__builtin_ctz(rest)] + size - 1) / 32;
    for (uint64_t each = first; each <= last && count < 64; ++each)
      if (!count || sectors[count - 1] != each)
        sectors[count++] = each;
  }
  std::sort(sectors, sectors + count);
  return static_cast<uint64_t>(std::unique(sectors, sectors + count) - sectors);
}

// How often shared memory is accessed for the lanes of MASK: 32 banks of 4 bytes give one word each at a time, and 8 or
// 16 bytes a lane are halves or quarters of a warp.
void countWavefronts(LaunchStatistics &statistics, const uint64_t *addresses, uint32_t mask, unsigned size) {
  const unsigned words = std::max(1u, size / 4), lanesAtOnce = 32 / std::min(words, 4u);
  ++statistics.sharedAccesses;
  for (unsigned first = 0; first < 32; first += lanesAtOnce) {
    uint64_t perBank[32][32];
    unsigned count[32] = {}, most = 0;
    for (unsigned lane = first; lane < first + lanesAtOnce; ++lane) {
      if (!(mask >> lane & 1))
        continue;
      for (unsigned word = 0; word < words; ++word) {
        uint64_t address = addresses[lane] / 4 + word;
        unsigned bank = address % 32;
        if (std::find(perBank[bank], perBank[bank] + count[bank], address) == perBank[bank] + count[bank] &&
            count[bank] < 32)
          perBank[bank][count[bank]++] = address;
        most = std::max(most, count[bank]);
      }
    }
    statistics.sharedWavefronts += most;
    statistics.sharedWavefrontsNeeded += most ? 1 : 0;
  }
}

bool isAdjacent(const uint64_t *addresses, uint32_t mask, unsigned size) {
  if (mask != ~0u)
    return false;
  uint64_t wrong = 0;
  for (unsigned lane = 0; lane < 32; ++lane)
    wrong |= addresses[lane] ^ (addresses[0] + lane * size);
  return wrong == 0;
}

// Several lanes, one address.
bool isCommon(const uint64_t *addresses, uint32_t mask) {
  if (!(mask & (mask - 1)))
    return false;
  const uint64_t one = addresses[__builtin_ctz(mask)];
  uint64_t wrong = 0;
  for (uint32_t lane = 0; lane < 32; ++lane)
    wrong |= mask >> lane & 1 ? addresses[lane] ^ one : 0;
  return wrong == 0;
}

// The allocation at an address, or null. GPUs have no access to each other's memory unless somebody gives it to them.
Allocation *allocationAt(Launch &launch, uint64_t address) {
  Allocation *its = launch.machine.memory().find(address);
  if (its && !its->host && its->device != launch.machine.device())
    launch.machine.report("wrong-device", launch.kernel.name + its->name,
                          "kernel '" + launch.kernel.name + "' of device " + std::to_string(launch.machine.device()) +
                              " accesses " + its->name + " of device " + std::to_string(its->device));
  return its;
}

bool locateGlobal(Warp &warp, const MemoryOperand &memory, const uint64_t *addresses, uint32_t mask, unsigned size,
                  Access access, Located &located) {
  Launch &launch = *warp.block->launch;
  AddressSpace &space = launch.machine.memory();
  if (misaligned(warp, addresses, mask, size, access, "global memory"))
    return false;
  if (memory.lastGeneration != space.generation()) {
    memory.last = nullptr;
    memory.lastGeneration = space.generation();
  }
  const bool adjacent = isAdjacent(addresses, mask, size);
  if (launch.machine.countsSectors()) {
    uint64_t sectors = adjacent ? (addresses[0] % 32 + 32 * size + 31) / 32 : sectorsOf(addresses, mask, size);
    (access == Access::Read || access == Access::StrongRead ? launch.statistics.sectorsRead
                                                            : launch.statistics.sectorsWritten) += sectors;
  }
  const bool writes = access != Access::Read && access != Access::StrongRead;
  Conflict conflict;
  Allocation *its = memory.last;
  if (adjacent && (access == Access::Read || access == Access::Write)) {
    if (!its || !its->holds(addresses[0], 32 * size))
      its = allocationAt(launch, addresses[0]);
    if (its && its->holds(addresses[0], 32 * size) && !(writes && its->constant)) {
      memory.last = its;
      uint64_t offset = addresses[0] - its->base;
      its->shadow.fit(offset, size);
      for (unsigned lane = 0; lane < 32; ++lane)
        located.at[lane] = its->data + offset + lane * size;
      located.adjacent = true;
      if (noteAdjacentLanes(its->shadow, offset, size, writes, warp.global))
        return true;
      located.adjacent = true;
    }
  }
  if (access == Access::Read && isCommon(addresses, mask)) {
    const uint64_t address = addresses[__builtin_ctz(mask)];
    if (!its || !its->holds(address, size))
      its = allocationAt(launch, address);
    if (its && its->holds(address, size)) {
      memory.last = its;
      its->shadow.fit(address - its->base, size);
      std::fill(located.at, located.at + 32, its->data + (address - its->base));
      if (noteCommonRead(its->shadow, address - its->base, size, warp.global))
        return true;
    }
  }
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    uint64_t address = addresses[lane];
    if (!its || !its->holds(address, size))
      its = allocationAt(launch, address);
    if (!its || !its->holds(address, size) || (writes && its->constant)) {
      std::string what = its && its->constant
                             ? its->name + " is constant"
                             : space.describe(its && its->holds(address, 1) ? its->base + its->bytes : address);
      warp.fail(kErrorIllegalAddress, "out-of-bounds", lane,
                "illegal " + bytesText(access, size, address) + ": " + what);
      return false;
    }
    memory.last = its;
    uint64_t offset = address - its->base;
    its->shadow.fit(offset, size);
    located.at[lane] = its->data + offset;
    bool none = conflict.hazard == Hazard::None;
    note(its->shadow, offset, size, access, lane, warp.global, conflict);
    if (none && conflict.hazard != Hazard::None)
      reportConflict(warp, conflict,
                     "byte " + std::to_string(conflict.offset) + " of " + its->name + " (" +
                         std::to_string(its->bytes) + " bytes at " + hexadecimal(its->base) + ")",
                     "global");
  }
  return true;
}

bool locateShared(Warp &warp, const uint64_t *addresses, uint32_t mask, unsigned size, Access access,
                  Located &located) {
  Block &block = *warp.block;
  Launch &launch = *block.launch;
  if (misaligned(warp, addresses, mask, size, access, "shared memory"))
    return false;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    if (addresses[lane] > block.sharedBytes || size > block.sharedBytes - addresses[lane]) {
      warp.fail(kErrorIllegalAddress, "out-of-bounds", lane,
                "illegal " + bytesText(access, size, addresses[lane]) + " of shared memory, which has " +
                    std::to_string(block.sharedBytes) + " bytes");
      return false;
    }
    located.at[lane] = block.sharedMemory.data() + addresses[lane];
  }
  if (launch.machine.countsSectors())
    countWavefronts(launch.statistics, addresses, mask, size);
  located.adjacent = isAdjacent(addresses, mask, size);
  if (located.adjacent && (access == Access::Read || access == Access::Write)) {
    block.sharedShadow.fit(addresses[0], size);
    if (noteAdjacentLanes(block.sharedShadow, addresses[0], size, access == Access::Write, warp.shared))
      return true;
  }
  if (access == Access::Read && isCommon(addresses, mask)) {
    block.sharedShadow.fit(addresses[__builtin_ctz(mask)], size);
    if (noteCommonRead(block.sharedShadow, addresses[__builtin_ctz(mask)], size, warp.shared))
      return true;
  }
  Conflict conflict;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    block.sharedShadow.fit(addresses[lane], size);
    note(block.sharedShadow, addresses[lane], size, access, lane, warp.shared, conflict);
  }
  if (conflict.hazard != Hazard::None)
    reportConflict(warp, conflict,
                   "byte " + std::to_string(conflict.offset) + " of shared memory (" +
                       std::to_string(block.sharedBytes) + " bytes)",
                   "shared");
  return true;
}

bool locateLocal(Warp &warp, const uint64_t *addresses, uint32_t mask, unsigned size, Access access, Located &located) {
  if (misaligned(warp, addresses, mask, size, access, "local memory"))
    return false;
  const bool writes = access != Access::Read && access != Access::StrongRead;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    if (addresses[lane] > warp.localPerLane || size > warp.localPerLane - addresses[lane]) {
      warp.fail(kErrorIllegalAddress, "out-of-bounds", lane,
                "illegal " + bytesText(access, size, addresses[lane]) + " of local memory, of which a thread has " +
                    std::to_string(warp.localPerLane) + " bytes");
      return false;
    }
    uint64_t offset = lane * warp.localPerLane + addresses[lane];
    located.at[lane] = warp.local.data() + offset;
    uint8_t *written = warp.localWritten.data() + offset;
    if (writes)
      std::memset(written, 1, size);
    else if (std::memchr(written, 0, size))
      reportConflict(warp, {Hazard::Unwritten, 0, lane, 0},
                     "byte " + std::to_string(addresses[lane]) + " of local memory", "local");
  }
  return true;
}

bool locateParameter(Warp &warp, const uint64_t *addresses, uint32_t mask, unsigned size, Access access,
                     Located &located) {
  std::vector<uint8_t> &parameters = warp.block->launch->parameters;
  if (misaligned(warp, addresses, mask, size, access, "parameters"))
    return false;
  for (uint32_t rest = mask; rest; rest &= rest - 1) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    if (addresses[lane] > parameters.size() || size > parameters.size() - addresses[lane] || access == Access::Write) {
      warp.fail(kErrorIllegalAddress, "out-of-bounds", lane,
                "illegal " + bytesText(access, size, addresses[lane]) + " of parameters, which have " +
                    std::to_string(parameters.size()) + " bytes");
      return false;
    }
    located.at[lane] = parameters.data() + addresses[lane];
  }
  return true;
}

bool locateIn(Warp &warp, const MemoryOperand &memory, Space space, const uint64_t *addresses, uint32_t mask,
              unsigned size, Access access, Located &located) {
  switch (space) {
  case Space::Shared:
    return locateShared(warp, addresses, mask, size, access, located);
  case Space::Local:
    return locateLocal(warp, addresses, mask, size, access, located);
  case Space::Param:
    return locateParameter(warp, addresses, mask, size, access, located);
  default:
    return locateGlobal(warp, memory, addresses, mask, size, access, located);
  }
}

} // namespace

void addressesOf(Warp &warp, const MemoryOperand &memory, uint64_t *addresses) {
  if (memory.narrowAddress) {
    const uint32_t *base = warp.from<uint32_t>(memory.address);
    for (int lane = 0; lane < 32; ++lane)
      addresses[lane] = static_cast<uint32_t>(base[lane] + static_cast<uint32_t>(memory.offset));
  } else {
    const uint64_t *base = warp.from<uint64_t>(memory.address);
    const uint64_t offset = static_cast<uint64_t>(memory.offset) +
                            (memory.ofFrame ? warp.frames[static_cast<size_t>(warp.frame())].localBase : 0);
    for (int lane = 0; lane < 32; ++lane)
      addresses[lane] = base[lane] + offset;
  }
}

bool locate(Warp &warp, const MemoryOperand &memory, const uint64_t *addresses, unsigned size, Access access,
            Located &located) {
  warp.accessed = true;
  if (memory.space != Space::Generic)
    return locateIn(warp, memory, memory.space, addresses, warp.exec, size, access, located);
  // Generic addresses: by the windows that they are in.
  constexpr std::pair<uint64_t, Space> windows[] = {
      {kSharedWindow, Space::Shared}, {kLocalWindow, Space::Local}, {kParamWindow, Space::Param}};
  uint32_t rest = warp.exec;
  for (const auto &[window, space] : windows) {
    uint32_t mask = 0;
    uint64_t relative[32];
    for (uint32_t lane = 0; lane < 32; ++lane) {
      relative[lane] = addresses[lane] - window;
      mask |= uint32_t(addresses[lane] >= window && addresses[lane] < window + kWindowBytes) << lane;
    }
    mask &= rest;
    if (mask && !locateIn(warp, memory, space, relative, mask, size, access, located))
      return false;
    rest &= ~mask;
  }
  return !rest || locateGlobal(warp, memory, addresses, rest, size, access, located);
}

void checkReadOnly(Warp &warp, const MemoryOperand &memory, const uint64_t *addresses, unsigned size) {
  Launch &launch = *warp.block->launch;
  for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    Allocation *its = memory.last;
    if (!its || !its->holds(addresses[lane], size))
      its = launch.machine.memory().find(addresses[lane]);
    uint64_t offset = addresses[lane] - its->base;
    for (uint64_t at = offset >> its->shadow.shift; at < (offset + size) >> its->shadow.shift; ++at) {
      if (its->shadow.writer(at) < warp.global.first)
        continue;
      launch.machine.report("read-only", launch.kernel.name + ":" + std::to_string(warp.running->line),
                            warp.where(lane) + ": ld.global.nc reads byte " + std::to_string(at << its->shadow.shift) +
                                " of " + its->name + " (" + std::to_string(its->bytes) + " bytes at " +
                                hexadecimal(its->base) + "), which the same launch has written");
      return;
    }
  }
}

} // namespace shardwright::cudadouble
