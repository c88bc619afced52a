// Offsets in the arena. One block after the other goes to the lowest place that is free for the whole of its life; the
// order decides how well they fit.
#include "passes/lower/Packing.h"

#include "shardwright/Runtime/Executable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <functional>
#include <numeric>
#include <random>

using shardwright::runtime::alignmentOf;

namespace shardwright::lower {
namespace {

/// How long a better arrangement is looked for, in places that are looked at: among orders, and in rounds from the best
/// of them on.
constexpr size_t kMaxForOrders = 100'000'000, kMaxForRounds = 10'000'000, kMaxRounds = 500;
/// Rounds without success before something else is tried.
constexpr size_t kPatience = 20;

/// A better one could save no more than this share of the arena.
constexpr uint64_t kIdleShare = 1024;
bool isGoodEnough(const Packing &packing, uint64_t atLeast) { return packing.bytes <= atLeast + atLeast / kIdleShare; }

/// A block that has its place.
struct Placed {
  uint64_t begin, end;  ///< bytes
  uint32_t first, last; ///< of its life
  const LiveRange *life;

  bool meets(const Placed &other) const {
    return first <= other.last && other.first <= last && life->meets(*other.life);
  }
};

Packing packInOrder(llvm::ArrayRef<BufferRequest> blocks, llvm::ArrayRef<uint32_t> order, bool shares,
                    size_t &comparisons) {
  Packing packing;
  packing.offsets.assign(blocks.size(), 0);
  std::vector<Placed> placed; // from the bottom up
  for (uint32_t number : order) {
    const BufferRequest &block = blocks[number];
    const uint64_t alignment = alignmentOf(block.bytes);
    Placed next{0, block.bytes, block.life->first(), block.life->last(), block.life};
    auto moveUp = [&](uint64_t to) {
      next.begin = llvm::alignTo(to, alignment);
      next.end = next.begin + block.bytes;
    };
    if (shares) {
      auto below = placed.begin();
      for (; below != placed.end() && below->begin < next.end; ++below)
        if (below->end > next.begin && next.meets(*below))
          moveUp(below->end);
      comparisons += below - placed.begin();
      placed.insert(llvm::lower_bound(placed, next.begin, [](const Placed &p, uint64_t at) { return p.begin < at; }),
                    next);
    } else {
      moveUp(packing.bytes);
    }
    packing.offsets[number] = next.begin;
    packing.bytes = std::max(packing.bytes, next.end);
  }
  return packing;
}

/// Those that stick out on top go first in the next round. Where that has not helped for a while, some block of the
/// best order does, and so on, until nothing is lost or time is up.
Packing improve(llvm::ArrayRef<BufferRequest> blocks, std::vector<uint32_t> order, Packing best, uint64_t atLeast) {
  size_t comparisons = 0;
  std::vector<uint32_t> bestOrder = order;
  Packing last = best;
  std::minstd_rand random; // the same numbers each time
  for (size_t round = 1, lastHelp = 0;
       round < kMaxRounds && comparisons < kMaxForRounds && !isGoodEnough(best, atLeast); ++round) {
    if ((round - lastHelp) % kPatience != 0) {
      std::stable_partition(order.begin(), order.end(),
                            [&](uint32_t number) { return last.offsets[number] + blocks[number].bytes == last.bytes; });
    } else {
      order = bestOrder;
      auto moved = order.begin() + random() % order.size();
      std::rotate(order.begin(), moved, moved + 1);
    }
    last = packInOrder(blocks, order, /*shares=*/true, comparisons);
    if (last.bytes < best.bytes) {
      best = last;
      bestOrder = order;
      lastHelp = round;
    }
  }
  return best;
}

} // namespace

Packing pack(llvm::ArrayRef<BufferRequest> blocks, bool shares, uint64_t atLeast) {
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
    if (!shares || isGoodEnough(best, atLeast) || comparisons >= kMaxForOrders)
      return best;
  }
  return improve(blocks, std::move(bestOrder), std::move(best), atLeast);
}

} // namespace shardwright::lower
