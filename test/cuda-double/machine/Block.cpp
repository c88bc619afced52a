// A block's barriers and the order in which its warps run.
#include "test/cuda-double/machine/Launch.h"

#include <algorithm>

namespace shardwright::cudadouble {

void Block::start(Launch &its, uint32_t number) {
  launch = &its;
  index = number;
  coordinates[0] = number % its.grid[0];
  coordinates[1] = number / its.grid[0] % its.grid[1];
  coordinates[2] = number / its.grid[0] / its.grid[1];
  threads = its.block[0] * its.block[1] * its.block[2];
  sharedBytes = its.kernel.sharedBytes;
  if (its.dynamicShared)
    sharedBytes = its.kernel.dynamicOffset + its.dynamicShared;
  sharedMemory.assign(sharedBytes, 0);
  if (sharedCapacity < sharedBytes || !sharedShadow.writes) {
    sharedShadow.allocate(sharedBytes);
    sharedCapacity = sharedBytes;
  } else {
    sharedShadow.clear(sharedBytes);
  }
  events = 1;
  for (Barrier &barrier : barriers) {
    barrier = Barrier();
  }
  size_t count = (threads + 31) / 32;
  if (warps.size() != count)
    warps = std::vector<Warp>(count);
  for (size_t i = 0; i < count; ++i) {
    uint32_t rest = threads - static_cast<uint32_t>(i) * 32;
    warps[i].start(*this, static_cast<uint32_t>(i), rest >= 32 ? ~0u : (1u << rest) - 1);
  }
}

bool Block::done() const {
  return std::all_of(warps.begin(), warps.end(), [](const Warp &warp) { return warp.done(); });
}

bool Block::run(uint64_t steps) {
  // A warp runs until it waits; all that can run get a turn before STEPS are over for the block.
  for (uint64_t used = 0; used < steps;) {
    bool ran = false;
    for (Warp &warp : warps) {
      if (warp.done() || warp.waits())
        continue;
      ran = true;
      uint64_t before = warp.steps;
      if (!warp.run(100000))
        return false;
      used += warp.steps - before;
      launch->time += warp.steps - before;
    }
    if (done())
      return true;
    if (!ran && !completeForLive())
      return !stuck();
  }
  return true;
}

// Barriers that say no number of threads wait for those that have not left.
bool Block::completeForLive() {
  bool any = false;
  for (uint32_t id = 0; id < 16; ++id) {
    bool all = barriers[id].used && barriers[id].ofAll;
    for (size_t i = 0; all && i < warps.size(); ++i)
      all = !(warps[i].live() & ~barriers[id].arrived[i]);
    if (all)
      complete(id);
    any |= all;
  }
  return any;
}

// Every warp waits at a barrier, or has left.
bool Block::stuck() {
  std::string text = "divergent barrier: ";
  uint32_t left = threads;
  Warp *first = nullptr;
  std::vector<std::pair<std::string, uint32_t>> places;
  for (Warp &warp : warps)
    for (Group &group : warp.groups) {
      first = first ? first : &warp;
      std::string place = "barrier " + std::to_string(group.barrier) + " at line " + std::to_string(group.line);
      uint32_t count = static_cast<uint32_t>(__builtin_popcount(group.mask));
      left -= count;
      auto known = std::find_if(places.begin(), places.end(), [&](const auto &each) { return each.first == place; });
      if (known == places.end())
        places.push_back({place, count});
      else
        known->second += count;
    }
  for (const auto &[place, count] : places)
    text += std::to_string(count) + " threads wait at " + place + ", ";
  text += std::to_string(left) + " of " + std::to_string(threads) + " have left";
  first->current = 0;
  first->fail(kErrorLaunchFailed, "divergent-barrier", static_cast<uint32_t>(__builtin_ctz(first->groups[0].mask)),
              text);
  return true;
}

bool Block::arrive(Warp &warp, Group &group, const BarrierOperand &operand, uint32_t id, uint32_t wanted,
                   uint32_t bits) {
  uint32_t lane = static_cast<uint32_t>(__builtin_ctz(group.mask));
  if (id >= 16) {
    warp.fail(kErrorIllegalInstruction, "barrier", lane, "barrier " + std::to_string(id) + " of 16");
    return false;
  }
  uint32_t all = (threads + 31) / 32 * 32;
  uint32_t expected = operand.threads == kNoSlot ? all : wanted;
  if (expected == 0 || expected % 32 || expected > all) {
    warp.fail(kErrorIllegalInstruction, "barrier", lane,
              "a barrier of " + std::to_string(expected) + " threads in a block of " + std::to_string(threads) +
                  ": a multiple of 32 up to that is wanted");
    return false;
  }
  Barrier &barrier = barriers[id];
  if (!barrier.used) {
    barrier = Barrier();
    barrier.arrived.assign(warps.size(), 0);
    barrier.expected = expected;
    barrier.used = true;
    barrier.ofAll = operand.threads == kNoSlot;
  } else if (barrier.expected != expected) {
    warp.fail(kErrorLaunchFailed, "divergent-barrier", lane,
              "barrier " + std::to_string(id) + " waits for " + std::to_string(barrier.expected) +
                  " threads, this one for " + std::to_string(expected));
    return false;
  }
  barrier.arrived[warp.index] |= group.mask;
  barrier.popc += static_cast<uint32_t>(__builtin_popcount(bits));
  barrier.all &= bits == group.mask;
  barrier.any |= bits != 0;
  if (operand.kind != BarrierOperand::Arrive)
    group.barrier = static_cast<int>(id);
  uint32_t count = 0;
  for (size_t i = 0; i < warps.size(); ++i)
    if (uint32_t mask = barrier.arrived[i])
      count += (mask & warps[i].lanes) == warps[i].lanes ? 32 : static_cast<uint32_t>(__builtin_popcount(mask));
  if (count >= barrier.expected)
    complete(id);
  return true;
}

void Block::complete(uint32_t id) {
  Barrier &barrier = barriers[id];
  bool full = true;
  std::vector<uint32_t> joined(warps.size(), 0);
  uint32_t highest = 0;
  for (size_t i = 0; i < warps.size(); ++i) {
    full &= !(warps[i].live() & ~barrier.arrived[i]);
    highest = std::max(highest, warps[i].epoch);
    if (!barrier.arrived[i])
      continue;
    for (size_t j = 0; j < warps.size(); ++j)
      joined[j] = std::max(joined[j], warps[i].seen[j]);
    joined[i] = std::max(joined[i], warps[i].epoch + 1);
  }
  // Barriers are counted in epochs, so that records of either kind compare with a warp's floor.
  events = full ? std::max(events, highest) + 1 : events + 1;
  for (size_t i = 0; i < warps.size(); ++i) {
    Warp &warp = warps[i];
    for (Group &group : warp.groups) {
      if (group.barrier != static_cast<int>(id))
        continue;
      group.barrier = -1;
      const Frame &frame = warp.frames[static_cast<size_t>(group.frame)];
      const Instruction &instruction = frame.code->instructions[group.pc - 1];
      const BarrierOperand &operand = instruction.extra->barrier;
      uint8_t *registers = const_cast<uint8_t *>(frame.registers.data());
      if (operand.kind == BarrierOperand::Popc) {
        for (uint32_t rest = group.mask; rest; rest &= rest - 1)
          reinterpret_cast<uint32_t *>(registers + instruction.to)[__builtin_ctz(rest)] = barrier.popc;
      } else if (operand.kind == BarrierOperand::And || operand.kind == BarrierOperand::Or) {
        uint32_t &word = *reinterpret_cast<uint32_t *>(registers + instruction.to);
        bool value = operand.kind == BarrierOperand::And ? barrier.all : barrier.any;
        word = value ? word | group.mask : word & ~group.mask;
      }
    }
    if (barrier.arrived[i] || full) {
      if (full) {
        warp.epoch = warp.floor = warp.synced = events;
        warp.seen.assign(warps.size(), events);
      } else {
        warp.seen = joined;
        warp.synced = ++warp.epoch;
      }
      warp.lastBarrier = events;
    }
    warp.updateAgents();
  }
  barrier.used = false;
}

} // namespace shardwright::cudadouble
