// ld, st, prefetch, fences, cp.async.
#include "test/cuda-double/machine/Access.h"
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Launch.h"

#include <cstring>

namespace shardwright::cudadouble {

namespace {

// Bytes of function parameters lie in the frame, a lane's behind the other's.
void locateInFrame(Warp &warp, const MemoryOperand &memory, Located &located) {
  for (uint32_t lane = 0; lane < 32; ++lane)
    located.at[lane] = warp.base[0] + memory.frameOffset + lane * memory.frameStride + memory.offset;
}

bool find(Warp &warp, const MemoryOperand &memory, Located &located) {
  if (memory.inFrame) {
    locateInFrame(warp, memory, located);
    return true;
  }
  uint64_t addresses[32];
  addressesOf(warp, memory, addresses);
  Launch &launch = *warp.block->launch;
  if (memory.release)
    launch.order.fence(warp.block->index & kBlockMask, warp.epoch);
  if (!locate(warp, memory, addresses, memory.elementBytes * memory.count, memory.access, located))
    return false;
  if (memory.readOnly)
    checkReadOnly(warp, memory, addresses, memory.elementBytes * memory.count);
  if (launch.kernel.ordersBlocks && memory.access != Access::Read && memory.access != Access::Write)
    for (uint32_t rest = warp.exec; rest; rest &= rest - 1)
      launch.order.atomic(warp.block->index & kBlockMask, addresses[__builtin_ctz(rest)],
                          memory.access == Access::StrongRead, memory.access == Access::StrongWrite);
  if (memory.acquire)
    launch.order.acquire(warp.block->index & kBlockMask);
  if (memory.release)
    warp.nextEpoch();
  return true;
}

// Elements of type E into registers of type R.
template <class R, class E> void loadElements(Warp &warp, const Instruction &in) {
  const MemoryOperand &memory = in.extra->memory;
  Located located;
  if (!find(warp, memory, located))
    return;
  if (located.adjacent && memory.count == 1 && sizeof(R) == sizeof(E)) {
    std::memcpy(warp.to<R>(memory.values[0]), located.at[0], 32 * sizeof(R));
    return;
  }
  for (unsigned i = 0; i < memory.count; ++i) {
    if (memory.values[i] == kNoSlot)
      continue;
    R *registers = warp.to<R>(memory.values[i]);
    for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
      int lane = __builtin_ctz(rest);
      E element;
      std::memcpy(&element, located.at[lane] + i * sizeof(E), sizeof(E));
      registers[lane] = static_cast<R>(element);
    }
  }
}

template <class R, class E> void storeElements(Warp &warp, const Instruction &in) {
  const MemoryOperand &memory = in.extra->memory;
  Located located;
  if (!find(warp, memory, located))
    return;
  if (located.adjacent && memory.count == 1 && sizeof(R) == sizeof(E)) {
    std::memcpy(located.at[0], warp.from<R>(memory.values[0]), 32 * sizeof(R));
    return;
  }
  for (unsigned i = 0; i < memory.count; ++i) {
    const R *registers = warp.from<R>(memory.values[i]);
    for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
      int lane = __builtin_ctz(rest);
      E element = static_cast<E>(registers[lane]);
      std::memcpy(located.at[lane] + i * sizeof(E), &element, sizeof(E));
    }
  }
}

template <class R> Handler accessOf(unsigned elementBytes, bool extendsSign, bool stores) {
  switch (elementBytes) {
  case 1:
    return stores ? storeElements<R, uint8_t> : extendsSign ? loadElements<R, int8_t> : loadElements<R, uint8_t>;
  case 2:
    return stores ? storeElements<R, uint16_t> : extendsSign ? loadElements<R, int16_t> : loadElements<R, uint16_t>;
  case 4:
    return stores ? storeElements<R, uint32_t> : extendsSign ? loadElements<R, int32_t> : loadElements<R, uint32_t>;
  case 8:
    return stores ? storeElements<R, uint64_t> : loadElements<R, uint64_t>;
  }
  return nullptr;
}

constexpr std::string_view kSpaceNames = "global shared shared::cta local const param param::entry param::func";
Space spaceOf(int which) {
  constexpr Space spaces[] = {Space::Global, Space::Shared, Space::Shared, Space::Local,
                              Space::Const,  Space::Param,  Space::Param,  Space::Param};
  return which < 0 ? Space::Generic : spaces[which];
}

// Modifiers of caches say nothing about values.
void takeCacheHints(Decoder &d) {
  d.choice("ca cg cs lu cv wb wt");
  d.choice("L1::evict_normal L1::evict_unchanged L1::evict_first L1::evict_last L1::no_allocate");
  d.choice("L2::evict_normal L2::evict_first L2::evict_last");
  d.choice("L2::64B L2::128B L2::256B");
}

bool decodeAccess(Decoder &d, bool stores) {
  MemoryOperand &memory = d.extra().memory;
  bool isVolatile = d.flag("volatile");
  int order = d.choice("weak relaxed acquire release mmio");
  int scope = d.choice("cta cluster gpu sys");
  memory.space = spaceOf(d.choice(kSpaceNames));
  bool readOnly = d.flag("nc");
  takeCacheHints(d);
  int vector = d.choice("v2 v4 v8");
  Type type = d.type();
  if (type == Type::None || type == Type::Pred || sizeOf(type) > 8 || sizeOf(type) == 0)
    return d.fail("no type of a value in memory");
  if ((order > 0) != (scope >= 0))
    return d.fail("a scope stands beside .relaxed, .acquire and .release");
  if ((stores && (order == 2 || readOnly || memory.space == Space::Const)) || (!stores && order == 3))
    return d.fail("the modifiers do not fit");
  bool strong = isVolatile || order > 0;
  memory.access =
      stores ? (strong ? Access::StrongWrite : Access::Write) : (strong ? Access::StrongRead : Access::Read);
  memory.acquire = order == 2;
  memory.release = order == 3;
  memory.readOnly = readOnly;
  if ((memory.acquire || memory.release || strong) && memory.space != Space::Shared)
    d.kernel.kernel.ordersBlocks = true;
  memory.elementBytes = static_cast<uint8_t>(sizeOf(type));
  memory.count = static_cast<uint8_t>(vector < 0 ? 1 : 2u << vector);
  if (memory.count * memory.elementBytes > 32)
    return d.fail("an access has at most 32 bytes");
  if (!d.operands(2) || !d.address(d.operand(stores ? 0 : 1), memory))
    return false;
  const Operand &value = d.operand(stores ? 1 : 0);
  if ((value.kind == Operand::Vector) != (vector >= 0) || (vector >= 0 && value.elements.size() != memory.count))
    return d.fail("a vector of " + std::to_string(unsigned(memory.count)) + " is wanted");
  unsigned bytes = 0;
  for (unsigned i = 0; i < memory.count; ++i) {
    const Operand &each = vector >= 0 ? value.elements[i] : value;
    if (each.kind == Operand::Sink && !stores)
      continue;
    unsigned its = d.registerBytes(each, type);
    if (its < memory.elementBytes || (bytes && its != bytes))
      return d.fail("the registers have " + std::to_string(its) + " bytes, the elements " +
                    std::to_string(unsigned(memory.elementBytes)));
    bytes = its;
    Type container = its == sizeOf(type) ? type : its == 2 ? Type::B16 : its == 4 ? Type::B32 : Type::B64;
    if (!(stores ? d.source(each, container, memory.values[i]) : d.destination(each, container, memory.values[i])))
      return false;
  }
  const bool sign = isSigned(type);
  if (bytes == 0)
    bytes = std::max(2u, sizeOf(type));
  return d.emit(bytes == 2   ? accessOf<uint16_t>(memory.elementBytes, sign, stores)
                : bytes == 4 ? accessOf<uint32_t>(memory.elementBytes, sign, stores)
                             : accessOf<uint64_t>(memory.elementBytes, sign, stores));
}

void nothing(Warp &, const Instruction &) {}

// Prefetching an address that nobody may read is no error.
bool decodePrefetch(Decoder &d) {
  MemoryOperand &memory = d.extra().memory;
  memory.space = spaceOf(d.choice(kSpaceNames));
  int level = d.choice("L1 L2 L2::evict_last L2::evict_normal");
  return level >= 0 && d.operands(1) && d.address(d.operand(0), memory) && d.emit(nothing);
}

void fence(Warp &warp, const Instruction &in) {
  if (in.flags) // of the device or the system
    warp.block->launch->order.fence(warp.block->index & kBlockMask, warp.epoch);
  warp.nextEpoch();
}

bool decodeFence(Decoder &d) {
  d.choice("acq_rel sc acquire release");
  int scope = d.choice("cta cluster gpu sys gl");
  if (scope < 0 || !d.operands(0))
    return d.fail("a scope is wanted");
  d.in.flags = scope >= 2;
  d.kernel.kernel.ordersBlocks |= scope >= 2;
  return d.emit(fence);
}

void startCopy(Warp &warp, const Instruction &in) {
  const Extra &extra = *in.extra;
  const unsigned bytes = extra.memory.elementBytes;
  uint64_t to[32], from[32];
  addressesOf(warp, extra.memory, to);
  addressesOf(warp, extra.source, from);
  const uint32_t *given = extra.slots.empty() ? nullptr : warp.from<uint32_t>(extra.slots[0]);
  const uint32_t all = warp.exec;
  for (uint32_t rest = all; rest; rest &= rest - 1) {
    uint32_t lane = static_cast<uint32_t>(__builtin_ctz(rest));
    uint32_t count = given ? std::min(given[lane], bytes) : bytes;
    PendingCopy copy{lane, warp.committed[lane], bytes, to[lane], {}};
    if (to[lane] % bytes || from[lane] % bytes) {
      warp.fail(kErrorMisalignedAddress, "misaligned", lane,
                "cp.async of " + std::to_string(bytes) + " bytes at addresses that are no multiples");
      return;
    }
    // What is copied is read by pieces that the count consists of.
    for (uint32_t at = 0; at < count;) {
      unsigned piece = count - at >= 4 && at % 4 == 0 ? 4 : 1;
      uint64_t addresses[32] = {};
      addresses[lane] = from[lane] + at;
      Located located;
      warp.exec = 1u << lane;
      bool found = locate(warp, extra.source, addresses, piece, Access::Read, located);
      warp.exec = all;
      if (!found)
        return;
      std::memcpy(copy.data + at, located.at[lane], piece);
      at += piece;
    }
    warp.pending.push_back(copy);
  }
}

// flags: 1 all; else groups but for the last extra.bits.
void waitForCopies(Warp &warp, const Instruction &in) {
  const uint32_t all = warp.exec;
  std::vector<PendingCopy> rest;
  std::vector<PendingCopy> pending = std::move(warp.pending);
  for (const PendingCopy &copy : pending) {
    bool mine = all >> copy.lane & 1;
    bool due = in.flags || copy.group + in.extra->bits < warp.committed[copy.lane];
    if (!mine || !due) {
      rest.push_back(copy);
      continue;
    }
    uint64_t addresses[32] = {};
    addresses[copy.lane] = copy.offset;
    MemoryOperand shared;
    shared.space = Space::Shared;
    Located located;
    warp.exec = 1u << copy.lane;
    bool found = locate(warp, shared, addresses, copy.bytes, Access::Write, located);
    warp.exec = all;
    if (!found)
      return;
    std::memcpy(located.at[copy.lane], copy.data, copy.bytes);
  }
  warp.pending = std::move(rest);
}

void commitCopies(Warp &warp, const Instruction &) {
  for (uint32_t rest = warp.exec; rest; rest &= rest - 1)
    ++warp.committed[__builtin_ctz(rest)];
}

bool decodeCopy(Decoder &d) {
  if (!d.flag("async"))
    return d.fail("only cp.async is known");
  Extra &extra = d.extra();
  if (d.flag("commit_group"))
    return d.operands(0) && d.emit(commitCopies);
  bool all = d.flag("wait_all");
  if (all || d.flag("wait_group")) {
    d.in.flags = all;
    if (!d.operands(all ? 0 : 1) || (!all && d.operand(0).kind != Operand::Integer))
      return d.fail("the number of groups is a constant");
    extra.bits = all ? 0 : static_cast<uint64_t>(d.operand(0).offset);
    return d.emit(waitForCopies);
  }
  int cache = d.choice("ca cg");
  bool shared = d.flag("shared") || d.flag("shared::cta"), global = d.flag("global");
  d.choice("L2::64B L2::128B L2::256B");
  if (cache < 0 || !shared || !global || !d.operands(3, 4) || d.operand(2).kind != Operand::Integer)
    return d.fail("unknown form");
  int64_t bytes = d.operand(2).offset;
  if ((bytes != 4 && bytes != 8 && bytes != 16) || (cache == 1 && bytes != 16))
    return d.fail("copies have 4, 8 or 16 bytes, with .cg 16");
  extra.memory.space = Space::Shared;
  extra.source.space = Space::Global;
  extra.memory.elementBytes = extra.source.elementBytes = static_cast<uint8_t>(bytes);
  if (!d.address(d.operand(0), extra.memory) || !d.address(d.operand(1), extra.source))
    return false;
  if (d.operandCount() == 4 && !d.source(3, Type::U32, extra.slots.emplace_back()))
    return false;
  return d.emit(startCopy);
}

} // namespace

void addMemory(FamilyTable &table) {
  table["ld"] = [](Decoder &d) { return decodeAccess(d, false); };
  table["ldu"] = [](Decoder &d) { return decodeAccess(d, false); };
  table["st"] = [](Decoder &d) { return decodeAccess(d, true); };
  table["prefetch"] = decodePrefetch;
  table["prefetchu"] = decodePrefetch;
  table["fence"] = decodeFence;
  table["membar"] = decodeFence;
  table["cp"] = decodeCopy;
}

} // namespace shardwright::cudadouble
