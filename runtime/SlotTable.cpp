#include "runtime/SlotTable.h"

#include "runtime/Overlap.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <utility>

namespace shardwright::runtime {

SlotUses::SlotUses(const Executable &executable)
    : numStepSlots(executable.stepSlots.size()), blocks(executable.arguments.size() + executable.results.size()) {
  for (uint32_t i = 0; i != executable.stepSlots.size(); ++i) {
    const Slot slot = stepBuffer(executable, executable.stepSlots[i], false).bytes;
    const Use use{i, slot.offset};
    switch (slot.space) {
    case SlotSpace::Arena:
      arena.push_back(use);
      break;
    case SlotSpace::Argument:
      blocks[slot.block].push_back(use);
      break;
    case SlotSpace::Result:
      blocks[executable.arguments.size() + slot.block].push_back(use);
      break;
    case SlotSpace::Constant:
      constants.push_back(use);
      break;
    }
  }
}

SlotTable::SlotTable(const SlotUses &uses, const std::vector<void *> &constants)
    : uses(uses), slots(uses.numStepSlots * constants.size()), addresses(uses.blocks.size() * constants.size()),
      arenas(constants.size()) {
  for (size_t device = 0; device != constants.size(); ++device) {
    byDevice.push_back(slots.data() + device * uses.numStepSlots);
    for (const SlotUses::Use &use : uses.constants)
      byDevice[device][use.stepSlot] = static_cast<uint8_t *>(constants[device]) + use.offset;
  }
}

void SlotTable::set(int64_t device, size_t block, void *address) {
  void *&now = addresses[static_cast<size_t>(device) * uses.blocks.size() + block];
  if (now == address)
    return;
  now = address;
  hasChanged = true;
  void **row = byDevice[static_cast<size_t>(device)];
  for (const SlotUses::Use &use : uses.blocks[block])
    row[use.stepSlot] = static_cast<uint8_t *>(address) + use.offset;
}

void SlotTable::placeArena(size_t device, void *arena) {
  hasChanged = true;
  arenas[device] = arena;
  for (const SlotUses::Use &use : uses.arena)
    byDevice[device][use.stepSlot] = static_cast<uint8_t *>(arena) + use.offset;
}

uint64_t SlotTable::version() {
  static std::atomic<uint64_t> last{0};
  if (!std::exchange(hasChanged, false))
    return current;
  std::vector<void *> all = addresses;
  all.insert(all.end(), arenas.begin(), arenas.end());
  auto known = std::find_if(versions.begin(), versions.end(), [&](const auto &each) { return each.first == all; });
  if (known == versions.end())
    known = versions.emplace(versions.end(), std::move(all), ++last);
  versions.splice(versions.begin(), versions, known);
  if (versions.size() > kMostVersions)
    versions.pop_back();
  current = versions.front().second;
  return current;
}

void SlotTable::setArena(int64_t device, void *address) {
  ownsArenas = true;
  placeArena(static_cast<size_t>(device), address);
}

void SlotTable::moveArenas(const DeviceSet &devices, uint64_t generation) {
  if (ownsArenas || known == generation)
    return;
  known = generation;
  for (size_t device = 0; device != byDevice.size(); ++device)
    placeArena(device, devices.arena(static_cast<int64_t>(device)));
}

} // namespace shardwright::runtime
