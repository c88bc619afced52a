#ifndef RUNTIME_SLOTTABLE_H
#define RUNTIME_SLOTTABLE_H

#include "runtime/Backend.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <utility>
#include <vector>

namespace shardwright::runtime {

/// Which step slots of an executable lie in which block.
struct SlotUses {
  struct Use {
    uint32_t stepSlot;
    uint64_t offset;
  };
  explicit SlotUses(const Executable &executable);

  size_t numStepSlots;
  std::vector<std::vector<Use>> blocks; ///< by block: arguments, results
  std::vector<Use> arena, constants;
};

/// Where each step slot of each device is.
class SlotTable : public BlockTable {
public:
  /// Sets of addresses that executions may go round in and are known again: training steps have one or two.
  static constexpr size_t kMostVersions = 4;

  /// `uses` outlives it. `constants`: where each device reads them.
  SlotTable(const SlotUses &uses, const std::vector<void *> &constants);

  void set(int64_t device, size_t block, void *address) override;
  void setArena(int64_t device, void *address) override;
  /// Follows the arenas that executions share, of which `generation` (not 0) changes when they move.
  void moveArenas(const DeviceSet &devices, uint64_t generation);
  /// By device and step slot.
  void *const *const *rows() const { return byDevice.data(); }
  /// Of the addresses: changes with each of them, and no other table has the same. The last few sets of addresses get
  /// the same one when they come again.
  uint64_t version();

private:
  void placeArena(size_t device, void *arena);

  const SlotUses &uses;
  std::vector<void *> slots;     ///< device x step slot
  std::vector<void *> addresses; ///< device x block
  std::vector<void *> arenas;    ///< by device
  std::vector<void **> byDevice; ///< rows of slots
  bool ownsArenas = false;
  bool hasChanged = true;                                       ///< since version() was last asked for
  uint64_t current = 0;                                         ///< version
  std::list<std::pair<std::vector<void *>, uint64_t>> versions; ///< by addresses and arenas, the last ones first
  uint64_t known = 0;                                           ///< generation of the arenas; 0: none yet
};

} // namespace shardwright::runtime

#endif // RUNTIME_SLOTTABLE_H
