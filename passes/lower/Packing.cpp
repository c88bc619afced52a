// Offsets in the arena and in lent blocks. One buffer after the other goes to the lowest place that is free for the
// whole of its life, in the smallest lent block that has one, else in the arena (first fit over bins of which one
// grows); the order decides how well they fit.
#include "passes/lower/Packing.h"

#include "shardwright/Runtime/Executable.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
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

/// A better one could save no more than this share of all there is.
constexpr uint64_t kIdleShare = 1024;

/// A buffer that has its place.
struct Placed {
  uint64_t begin, end;  ///< bytes
  uint32_t first, last; ///< of its life
  const LiveRange *life;

  bool meets(const Placed &other) const {
    return first <= other.last && other.first <= last && life->meets(*other.life);
  }
};

/// What lies in one block, from the bottom up.
using Bin = std::vector<Placed>;

class Packer {
public:
  Packer(llvm::ArrayRef<BufferRequest> requests, llvm::ArrayRef<LentBlock> lent, bool shares, uint64_t atLeast)
      : requests(requests), lent(lent), shares(shares), lenders(requests.size()) {
    uint64_t ofLent = 0;
    for (const LentBlock &block : lent)
      ofLent += block.bytes;
    const uint64_t leastArena = atLeast > ofLent ? atLeast - ofLent : 0;
    goodEnough = leastArena + atLeast / kIdleShare;
    if (shares)
      findLenders();
  }

  Packing run(bool isThorough);

private:
  void findLenders();
  Packing packInOrder(llvm::ArrayRef<uint32_t> order);
  /// Those that stick out on top go first in the next round. Where that has not helped for a while, some buffer of the
  /// best order does, and so on, until nothing is lost or time is up.
  Packing improve(std::vector<uint32_t> order, Packing best);
  std::vector<uint32_t> orderedBy(llvm::function_ref<double(uint32_t)> key) const;
  /// Moves `next` to the lowest place of the bin that is free for it and whose end is at most `limit`, and puts it
  /// there; false where there is none.
  bool insert(Bin &bin, Placed &next, uint64_t limit);

  llvm::ArrayRef<BufferRequest> requests;
  llvm::ArrayRef<LentBlock> lent;
  const bool shares;
  uint64_t goodEnough; ///< bytes of the arena
  /// By request: the blocks that are large enough and whose content it does not meet; the smallest first.
  std::vector<llvm::SmallVector<uint32_t, 4>> lenders;
  size_t comparisons = 0;
};

} // namespace

void Packer::findLenders() {
  std::vector<uint32_t> bySize(lent.size());
  std::iota(bySize.begin(), bySize.end(), 0u);
  llvm::stable_sort(bySize, [&](uint32_t a, uint32_t b) { return lent[a].bytes < lent[b].bytes; });
  for (auto [request, own] : llvm::zip(requests, lenders))
    for (uint32_t block : bySize)
      if (request.mayBorrow && lent[block].bytes >= request.bytes && !lent[block].life->meets(*request.life))
        own.push_back(block);
}

bool Packer::insert(Bin &bin, Placed &next, uint64_t limit) {
  const uint64_t bytes = next.end - next.begin, alignment = alignmentOf(bytes);
  auto below = bin.begin();
  for (; below != bin.end() && below->begin < next.end && next.end <= limit; ++below)
    if (below->end > next.begin && next.meets(*below)) {
      next.begin = llvm::alignTo(below->end, alignment);
      next.end = next.begin + bytes;
    }
  comparisons += below - bin.begin();
  if (next.end > limit)
    return false;
  bin.insert(llvm::lower_bound(bin, next.begin, [](const Placed &p, uint64_t at) { return p.begin < at; }), next);
  return true;
}

Packing Packer::packInOrder(llvm::ArrayRef<uint32_t> order) {
  Packing packing;
  packing.places.assign(requests.size(), {-1, 0});
  Bin arena;
  std::vector<Bin> bins(lent.size());
  for (uint32_t number : order) {
    const BufferRequest &request = requests[number];
    const Placed fresh{0, request.bytes, request.life->first(), request.life->last(), request.life};
    Placed next = fresh;
    Packing::Place &place = packing.places[number];
    for (uint32_t block : lenders[number]) {
      ++comparisons;
      next = fresh;
      if (insert(bins[block], next, lent[block].bytes)) {
        place.block = static_cast<int32_t>(block);
        break;
      }
    }
    if (place.block < 0) {
      next = fresh;
      if (shares) {
        insert(arena, next, UINT64_MAX);
      } else {
        next.begin = llvm::alignTo(packing.bytes, alignmentOf(request.bytes));
        next.end = next.begin + request.bytes;
      }
      packing.bytes = std::max(packing.bytes, next.end);
    }
    place.offset = next.begin;
  }
  return packing;
}

Packing Packer::improve(std::vector<uint32_t> order, Packing best) {
  comparisons = 0;
  std::vector<uint32_t> bestOrder = order;
  Packing last = best;
  std::minstd_rand random; // the same numbers each time
  for (size_t round = 1, lastHelp = 0; round < kMaxRounds && comparisons < kMaxForRounds && best.bytes > goodEnough;
       ++round) {
    if ((round - lastHelp) % kPatience != 0) {
      std::stable_partition(order.begin(), order.end(), [&](uint32_t number) {
        const Packing::Place &place = last.places[number];
        return place.block < 0 && place.offset + requests[number].bytes == last.bytes;
      });
    } else {
      order = bestOrder;
      auto moved = order.begin() + random() % order.size();
      std::rotate(order.begin(), moved, moved + 1);
    }
    last = packInOrder(order);
    if (last.bytes < best.bytes) {
      best = last;
      bestOrder = order;
      lastHelp = round;
    }
  }
  return best;
}

std::vector<uint32_t> Packer::orderedBy(llvm::function_ref<double(uint32_t)> key) const {
  std::vector<uint32_t> order(requests.size());
  std::iota(order.begin(), order.end(), 0u);
  std::vector<double> keys;
  for (uint32_t b : order)
    keys.push_back(key(b));
  llvm::stable_sort(order, [&](uint32_t a, uint32_t b) {
    return keys[a] != keys[b] ? keys[a] < keys[b] : requests[a].life->first() < requests[b].life->first();
  });
  return order;
}

Packing Packer::run(bool isThorough) {
  auto bytes = [&](uint32_t b) { return static_cast<double>(requests[b].bytes); };
  auto first = [&](uint32_t b) { return static_cast<double>(requests[b].life->first()); };
  auto length = [&](uint32_t b) { return static_cast<double>(requests[b].life->last()) - first(b) + 1; };
  const std::function<double(uint32_t)> keys[] = {
      [&](uint32_t b) { return -bytes(b); },
      [&](uint32_t b) { return -bytes(b) * length(b); },
      [&](uint32_t b) { return -length(b); },
      [&](uint32_t b) { return first(b); },
  };
  Packing best;
  std::vector<uint32_t> bestOrder;
  for (const auto &key : keys) {
    std::vector<uint32_t> order = orderedBy(key);
    Packing packing = packInOrder(order);
    if (bestOrder.empty() || packing.bytes < best.bytes) {
      best = std::move(packing);
      bestOrder = std::move(order);
    }
    if (!shares || best.bytes <= goodEnough || comparisons >= kMaxForOrders)
      return best;
  }
  return isThorough ? improve(std::move(bestOrder), std::move(best)) : best;
}

Packing pack(llvm::ArrayRef<BufferRequest> requests, llvm::ArrayRef<LentBlock> lent, bool shares, uint64_t atLeast,
             bool isThorough) {
  return Packer(requests, lent, shares, atLeast).run(isThorough);
}

} // namespace shardwright::lower
