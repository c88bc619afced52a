// atom and red: lane after lane, in the order of their numbers, so that every run gives the same.
#include "test/cuda-double/machine/Access.h"
#include "test/cuda-double/machine/Decoder.h"
#include "test/cuda-double/machine/Launch.h"

#include <type_traits>

namespace shardwright::cudadouble {

namespace {

// In the order of kOperations.
enum Operation : int { AddOp, MinOp, MaxOp, AndOp, OrOp, XorOp, ExchOp, CasOp, IncOp, DecOp };
constexpr std::string_view kOperations = "add min max and or xor exch cas inc dec";

template <class T> T integerStep(int operation, T old, T b, T c) {
  using U = std::make_unsigned_t<T>;
  switch (operation) {
  case AddOp:
    return static_cast<T>(static_cast<U>(old) + static_cast<U>(b));
  case MinOp:
    return std::min(old, b);
  case MaxOp:
    return std::max(old, b);
  case AndOp:
    return old & b;
  case OrOp:
    return old | b;
  case XorOp:
    return old ^ b;
  case ExchOp:
    return b;
  case CasOp:
    return old == b ? c : old;
  case IncOp:
    return old >= b ? T(0) : static_cast<T>(old + 1);
  default:
    return old == 0 || old > b ? b : static_cast<T>(old - 1);
  }
}

// f32 in global memory: denormals count as zeros, and become zeros.
float floatStep(float old, float b, bool flushes) {
  return flushes ? canonical(flush(flush(old) + flush(b))) : canonical(old + b);
}

// In global memory a NaN stays as it is, the added one before the old one; in shared memory the old one becomes quiet.
double doubleStep(double old, double b, bool inGlobal) {
  if (old == old && b == b)
    return old + b;
  if (inGlobal)
    return b != b ? b : old;
  return doubleOf(bitsOf(old != old ? old : b) | uint64_t(1) << 51);
}

template <class H> uint16_t halfSum(uint16_t a, uint16_t b) {
  return static_cast<uint16_t>(roundTo(
      H::format(), static_cast<double>(H::widen({a})) + static_cast<double>(H::widen({b})), Rounding::Nearest, false));
}
template <class H> uint16_t halfExtreme(uint16_t a, uint16_t b, bool max) {
  float x = H::widen({a}), y = H::widen({b});
  if (x != x || y != y)
    return x != x && y != y ? 0x7fff : x != x ? b : a;
  return (x < y) == max ? b : a;
}
template <class H> uint16_t halfStep(int operation, uint16_t a, uint16_t b) {
  return operation == AddOp ? halfSum<H>(a, b) : halfExtreme<H>(a, b, operation == MaxOp);
}
template <class H> uint32_t halfPairStep(int operation, uint32_t a, uint32_t b) {
  return uint32_t(halfStep<H>(operation, static_cast<uint16_t>(a >> 16), static_cast<uint16_t>(b >> 16))) << 16 |
         halfStep<H>(operation, static_cast<uint16_t>(a), static_cast<uint16_t>(b));
}

uint64_t step(Type type, int operation, uint64_t old, uint64_t b, uint64_t c, bool flushes) {
  switch (type) {
  case Type::U32:
  case Type::B32:
    return integerStep<uint32_t>(operation, static_cast<uint32_t>(old), static_cast<uint32_t>(b),
                                 static_cast<uint32_t>(c));
  case Type::S32:
    return static_cast<uint32_t>(
        integerStep<int32_t>(operation, static_cast<int32_t>(old), static_cast<int32_t>(b), static_cast<int32_t>(c)));
  case Type::U64:
  case Type::B64:
    return integerStep<uint64_t>(operation, old, b, c);
  case Type::S64:
    return static_cast<uint64_t>(
        integerStep<int64_t>(operation, static_cast<int64_t>(old), static_cast<int64_t>(b), static_cast<int64_t>(c)));
  case Type::B16:
    return integerStep<uint16_t>(operation, static_cast<uint16_t>(old), static_cast<uint16_t>(b),
                                 static_cast<uint16_t>(c));
  case Type::F32:
    return bitsOf(floatStep(floatOf(static_cast<uint32_t>(old)), floatOf(static_cast<uint32_t>(b)), flushes));
  case Type::F64:
    return bitsOf(doubleStep(doubleOf(old), doubleOf(b), flushes));
  case Type::F16:
    return halfStep<Half>(operation, static_cast<uint16_t>(old), static_cast<uint16_t>(b));
  case Type::BF16:
    return halfStep<Bfloat>(operation, static_cast<uint16_t>(old), static_cast<uint16_t>(b));
  case Type::F16x2:
    return halfPairStep<Half>(operation, static_cast<uint32_t>(old), static_cast<uint32_t>(b));
  case Type::BF16x2:
    return halfPairStep<Bfloat>(operation, static_cast<uint32_t>(old), static_cast<uint32_t>(b));
  default:
    return old;
  }
}

bool allowed(Type type, int operation) {
  const bool integer = type == Type::U32 || type == Type::S32 || type == Type::U64 || type == Type::S64;
  switch (operation) {
  case AddOp:
    return integer || (isFloat(type) && sizeOf(type) <= 8);
  case MinOp:
  case MaxOp:
    return integer || type == Type::F16 || type == Type::F16x2 || type == Type::BF16 || type == Type::BF16x2;
  case AndOp:
  case OrOp:
  case XorOp:
  case ExchOp:
    return type == Type::B32 || type == Type::B64;
  case CasOp:
    return type == Type::B32 || type == Type::B64 || type == Type::B16;
  default:
    return type == Type::U32;
  }
}

// flags: the operation; extra.slots: the type; from: the operands; to: the old value, where it is wanted.
void atomic(Warp &warp, const Instruction &in) {
  const MemoryOperand &memory = in.extra->memory;
  const Type type = static_cast<Type>(in.extra->slots[0]);
  const unsigned bytes = memory.elementBytes;
  Launch &launch = *warp.block->launch;
  const uint32_t block = warp.block->index & kBlockMask;
  uint64_t addresses[32];
  addressesOf(warp, memory, addresses);
  if (memory.release)
    launch.order.fence(block, warp.epoch);
  Located located;
  if (!locate(warp, memory, addresses, bytes, Access::Atomic, located))
    return;
  uint64_t old[32] = {};
  const uint8_t *sharedBegin = warp.block->sharedMemory.data();
  for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    uint64_t b = 0, c = 0;
    std::memcpy(&b, warp.from<uint8_t>(in.from[1]) + lane * int(bytes), bytes);
    if (in.from[2] != kNoSlot)
      std::memcpy(&c, warp.from<uint8_t>(in.from[2]) + lane * int(bytes), bytes);
    std::memcpy(&old[lane], located.at[lane], bytes);
    bool shared = located.at[lane] >= sharedBegin && located.at[lane] < sharedBegin + warp.block->sharedBytes;
    uint64_t result = step(type, in.flags, old[lane], b, c, !shared);
    std::memcpy(located.at[lane], &result, bytes);
    if (launch.kernel.ordersBlocks && !shared)
      launch.order.atomic(block, addresses[lane], true, true);
  }
  if (memory.acquire)
    launch.order.acquire(block);
  if (memory.release)
    warp.nextEpoch();
  if (in.to == kNoSlot)
    return;
  for (uint32_t rest = warp.exec; rest; rest &= rest - 1) {
    int lane = __builtin_ctz(rest);
    std::memcpy(warp.to<uint8_t>(in.to) + lane * int(bytes), &old[lane], bytes);
  }
}

bool decodeAtomic(Decoder &d, bool returns) {
  MemoryOperand &memory = d.extra().memory;
  int order = d.choice("relaxed acquire release acq_rel");
  d.choice("cta cluster gpu sys");
  int space = d.choice("global shared shared::cta");
  memory.space = space < 0 ? Space::Generic : space == 0 ? Space::Global : Space::Shared;
  int operation = d.choice(kOperations);
  bool noFlush = d.flag("noftz");
  d.choice("L1::evict_normal L1::no_allocate");
  Type type = d.type();
  if (operation < 0 || !allowed(type, operation))
    return d.fail("the operation and the type do not fit");
  const bool half = type == Type::F16 || type == Type::F16x2 || type == Type::BF16 || type == Type::BF16x2;
  if (half != noFlush)
    return d.fail(".noftz stands with f16 and bf16");
  memory.elementBytes = static_cast<uint8_t>(sizeOf(type));
  memory.access = Access::Atomic;
  memory.acquire = order == 1 || order == 3;
  memory.release = order == 2 || order == 3;
  if (memory.acquire || memory.release)
    d.kernel.kernel.ordersBlocks = true;
  const size_t first = returns ? 1 : 0, values = operation == CasOp ? 2 : 1;
  if (!d.operands(first + 1 + values) || !d.address(d.operand(first), memory))
    return false;
  if (returns && d.operand(0).kind != Operand::Sink && !d.destination(0, type, d.in.to))
    return false;
  for (size_t i = 0; i < values; ++i)
    if (!d.source(first + 1 + i, type, d.in.from[i + 1]))
      return false;
  d.in.flags = static_cast<uint8_t>(operation);
  d.extra().slots.push_back(static_cast<Slot>(type));
  return d.emit(atomic);
}

} // namespace

void addAtomics(FamilyTable &table) {
  table["atom"] = [](Decoder &d) { return decodeAtomic(d, true); };
  table["red"] = [](Decoder &d) { return decodeAtomic(d, false); };
}

} // namespace shardwright::cudadouble
