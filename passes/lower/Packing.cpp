// Offsets in the arena. One block after the other goes to the lowest place that is free for the whole of its life; the
// order decides how well they fit.
#include "passes/lower/Packing.h"

#include "shardwright/Runtime/Executable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <array>
#include <functional>
#include <numeric>

using shardwright::runtime::alignmentOf;

namespace shardwright::lower {
namespace {

/// How long a better arrangement is looked for.
constexpr size_t kMaxRounds = 200, kMaxComparisons = 30'000'000;

/// Blocks that have a place, found by time: the schedule is cut into parts, each knows who lives in it.
class Timeline {
public:
  Timeline(llvm::ArrayRef<Block> blocks) : blocks(blocks) {
    uint32_t end = 0;
    for (const Block &block : blocks)
      end = std::max(end, block.life->last());
    width = end / kParts + 1;
  }
  void insert(uint32_t number) {
    begin[first(number)].push_back(number);
    for (uint32_t part = first(number); part <= last(number); ++part)
      live[part].push_back(number);
  }
  /// Each block that may live together with this one, once: who lives in the part in which it begins, and who begins
  /// later. Returns how many.
  size_t forNeighbours(uint32_t number, llvm::function_ref<void(uint32_t)> visit) const {
    size_t count = live[first(number)].size();
    llvm::for_each(live[first(number)], visit);
    for (uint32_t part = first(number) + 1; part <= last(number); ++part) {
      count += begin[part].size();
      llvm::for_each(begin[part], visit);
    }
    return count;
  }

private:
  static constexpr uint32_t kParts = 512;
  uint32_t first(uint32_t number) const { return blocks[number].life->first() / width; }
  uint32_t last(uint32_t number) const { return blocks[number].life->last() / width; }

  llvm::ArrayRef<Block> blocks;
  uint32_t width;
  std::array<std::vector<uint32_t>, kParts> begin, live;
};

Packing packInOrder(llvm::ArrayRef<Block> blocks, llvm::ArrayRef<uint32_t> order, bool shares, size_t &comparisons) {
  Packing packing;
  packing.offsets.assign(blocks.size(), 0);
  Timeline timeline(blocks);
  std::vector<std::pair<uint64_t, uint64_t>> taken;
  for (uint32_t number : order) {
    uint64_t bytes = blocks[number].bytes, alignment = alignmentOf(bytes), offset = 0;
    if (shares) {
      taken.clear();
      comparisons += timeline.forNeighbours(number, [&](uint32_t other) {
        if (blocks[number].life->meets(*blocks[other].life))
          taken.push_back({packing.offsets[other], packing.offsets[other] + blocks[other].bytes});
      });
      llvm::sort(taken);
      for (auto [begin, end] : taken) {
        if (offset + bytes <= begin)
          break;
        offset = std::max(offset, llvm::alignTo(end, alignment));
      }
      timeline.insert(number);
    } else {
      offset = llvm::alignTo(packing.bytes, alignment);
    }
    packing.offsets[number] = offset;
    packing.bytes = std::max(packing.bytes, offset + bytes);
  }
  return packing;
}

/// Those that stick out on top go first in the next round, until a round no longer helps or time is up.
Packing improve(llvm::ArrayRef<Block> blocks, std::vector<uint32_t> order, Packing best, uint64_t atLeast,
                size_t comparisons) {
  Packing last = best;
  for (size_t round = 0; round < kMaxRounds && comparisons < kMaxComparisons && best.bytes > atLeast; ++round) {
    std::stable_partition(order.begin(), order.end(),
                          [&](uint32_t number) { return last.offsets[number] + blocks[number].bytes == last.bytes; });
    last = packInOrder(blocks, order, /*shares=*/true, comparisons);
    if (last.bytes < best.bytes)
      best = last;
  }
  return best;
}

} // namespace

Packing pack(llvm::ArrayRef<Block> blocks, bool shares, uint64_t atLeast) {
  auto bytes = [&](uint32_t b) { return static_cast<double>(blocks[b].bytes); };
  auto first = [&](uint32_t b) { return static_cast<double>(blocks[b].life->first()); };
  auto length = [&](uint32_t b) { return static_cast<double>(blocks[b].life->last()) - first(b) + 1; };
  const std::function<double(uint32_t)> orders[] = {
      [&](uint32_t b) { return -bytes(b); },
      [&](uint32_t b) { return -bytes(b) * length(b); },
      [&](uint32_t b) { return -length(b); },
      [&](uint32_t b) { return first(b); },
  };
  Packing best;
  size_t comparisons = 0;
  std::vector<uint32_t> bestOrder;
  for (const auto &key : orders) {
    std::vector<uint32_t> order(blocks.size());
    std::iota(order.begin(), order.end(), 0u);
    std::vector<double> keys;
    for (uint32_t b : order)
      keys.push_back(key(b));
    llvm::stable_sort(
        order, [&](uint32_t a, uint32_t b) { return keys[a] != keys[b] ? keys[a] < keys[b] : first(a) < first(b); });
    Packing packing = packInOrder(blocks, order, shares, comparisons);
    if (bestOrder.empty() || packing.bytes < best.bytes) {
      best = std::move(packing);
      bestOrder = std::move(order);
    }
    if (!shares || best.bytes <= atLeast || comparisons >= kMaxComparisons)
      return best;
  }
  return improve(blocks, std::move(bestOrder), std::move(best), atLeast, comparisons);
}

} // namespace shardwright::lower
