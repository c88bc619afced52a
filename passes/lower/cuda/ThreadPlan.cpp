#include "passes/lower/cuda/ThreadPlan.h"

#include "passes/lower/EmitOps.h"
#include "passes/lower/cuda/RowLoops.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace shardwright::lower::cuda {
namespace {

using MergedLoop = LoopPlan::MergedLoop;

/// Threads of a block that has no reason to be of another size.
constexpr int64_t kBlock = 256;
/// More than this of one team would leave a thread few registers.
constexpr int64_t kMostTeam = 512;
/// Bytes that one thread reads or writes at a time, at most.
constexpr int64_t kAccessBytes = 16;
/// Threads from which on a GPU has enough to do: no more of them are made by sharing points.
constexpr int64_t kManyThreads = 1 << 16;
/// Owners of elements that updates are divided among: each looks at all updates.
constexpr int64_t kMostOwners = 1024;
/// A loop shorter than this is not shared.
constexpr int64_t kShortLoop = 8;
/// Of shared memory that every block has, what rows that are kept may take; the rest is for combining.
constexpr int64_t kKeptBytes = 40 << 10;
/// Of a thread, what rows that stay in registers may take of these, and steps that are written out for them.
constexpr double kRowRegisters = 32;
constexpr int64_t kMostKeptSteps = 16;
/// Sides of tiles: large ones keep more bytes under way and touch fewer sectors in part, where there are enough of
/// them, and as few values that all their points are written out.
constexpr int64_t kTileSide = 32, kLargeTileSide = 64;
constexpr int64_t kLargeTileBytes = 8; ///< of the elements that a point of a large tile has in shared memory
constexpr size_t kLargeTileNodes = 96;
/// What an access costs whose neighbours are not beside it in memory, in accesses.
constexpr double kScattered = 8;

int64_t bytesOf(mlir::Type type) { return storageType(type).getIntOrFloatBitWidth() / 8; }

/// An element that a point reads or writes.
struct Access {
  const IndexExpr *index;
  unsigned buffer;
  bool isStore;
  const Node *guard;
};

class Planner {
public:
  explicit Planner(const KernelGraph &kernel) : kernel(kernel) {
    plan.loops = planLoops(kernel, {/*vectors=*/false, /*tiles=*/false});
    for (const Nest &nest : kernel.nests) {
      nodes.push_back(nodesOf(nest));
      std::vector<Access> &own = accesses.emplace_back();
      for (const Node *node : nodes.back())
        if (node->kind == NodeKind::Load)
          own.push_back({&node->index, node->buffer, false, node->guard});
      for (const Store &store : nest.stores)
        own.push_back({&store.offset, store.buffer, true, store.guard});
    }
  }

  ThreadPlan run() {
    plan.split.resize(kernel.nests.size());
    if (kernel.isSequential) {
      divide(plan.loops.outer, plan.inOrder);
      return finish(kBlock);
    }
    if (updatesInOrder()) {
      divide(llvm::SmallVector<MergedLoop, 4>(plan.loops.nests.front()), plan.loops.nests.front());
      planOwners();
      return finish(kBlock);
    }
    plan.points = plan.loops.outer;
    if (llvm::all_of(plan.loops.nests, [](const auto &loops) { return loops.empty(); })) {
      if (!plan.points.empty())
        plan.lanes = lanesAlong(plan.points.back().id, accesses);
      if (plan.lanes == 1 && planTile())
        return std::move(plan);
      return finish(kBlock);
    }
    if (extentOf(plan.points) > 0) {
      if (planRows(/*keepsRow=*/false))
        return std::move(plan);
      plan.scans.clear();
      if (planColumns())
        return std::move(plan);
    }
    return finish(kBlock);
  }

  std::optional<ThreadPlan> runKept() {
    plan.split.resize(kernel.nests.size());
    plan.points = plan.loops.outer;
    if (extentOf(plan.points) <= 0 || !planRows(/*keepsRow=*/true))
      return std::nullopt;
    return std::move(plan);
  }

private:
  uint64_t maskOf(unsigned loop) const {
    uint64_t mask = 0;
    for (unsigned l = 0; l < plan.loops.mergedInto.size(); ++l)
      if (plan.loops.mergedInto[l] == loop)
        mask |= uint64_t{1} << l;
    return mask;
  }

  bool isStored(unsigned buffer) const {
    return llvm::any_of(kernel.nests, [&](const Nest &nest) {
      return llvm::any_of(nest.stores, [&](const Store &store) { return store.buffer == buffer; });
    });
  }

  /// A kernel without outer loops whose one nest changes elements that it reads: a scatter.
  bool updatesInOrder() const {
    return plan.loops.outer.empty() && kernel.nests.size() == 1 && kernel.nests.front().accumulators.empty() &&
           llvm::any_of(accesses.front(),
                        [&](const Access &access) { return !access.isStore && isStored(access.buffer); });
  }

  /// Whether different values of the loop never change the same element: in every access of what is written it has one
  /// stride, over which all other terms are multiples of its whole walk, or together less than one step.
  bool isApart(const MergedLoop &loop) const {
    std::optional<int64_t> stride, constant;
    for (const std::vector<Access> &nest : accesses)
      for (const Access &access : nest) {
        if (!isStored(access.buffer))
          continue;
        const int64_t own = coefficientOf(*access.index, loop.id), walk = own * loop.extent;
        if (own <= 0 || stride.value_or(own) != own ||
            constant.value_or(access.index->constant) != access.index->constant)
          return false;
        IndexExpr small;
        for (const auto &term : access.index->loops)
          if (plan.loops.mergedInto[term.first] != loop.id && term.second % walk != 0)
            small.loops.push_back(term);
        for (const auto &term : access.index->nodes)
          if (term.second % walk != 0)
            small.nodes.push_back(term);
        const auto [low, high] = kernel.range(small);
        if (low == INT64_MIN || high - low >= own)
          return false;
        stride = own;
        constant = access.index->constant;
      }
    return stride.has_value();
  }

  /// Loops whose points change different elements are given to threads, the others stay in order.
  void divide(const llvm::SmallVector<MergedLoop, 4> &loops, llvm::SmallVector<MergedLoop, 4> &inOrder) {
    llvm::SmallVector<MergedLoop, 4> rest;
    for (const MergedLoop &loop : loops)
      (isApart(loop) ? plan.points : rest).push_back(loop);
    inOrder = rest;
  }

  /// Few points that many updates share, all of the element that they read: elements are divided among owners.
  void planOwners() {
    const Store &store = kernel.nests.front().stores.front();
    for (const Access &access : accesses.front())
      if (isStored(access.buffer) && !(*access.index == store.offset))
        return;
    const int64_t updates = extentOf(plan.loops.nests.front()), points = extentOf(plan.points);
    while (plan.owners < kMostOwners && plan.owners * kShortLoop <= updates && plan.owners * points < kManyThreads)
      plan.owners *= 2;
    // What the points add is within one unit, or many of them.
    plan.owner = store.offset;
    llvm::erase_if(plan.owner.loops, [&](const auto &term) {
      return llvm::any_of(plan.points,
                          [&](const MergedLoop &loop) { return plan.loops.mergedInto[term.first] == loop.id; });
    });
    int64_t unit = 0;
    for (const auto &term : plan.owner.loops)
      unit = std::gcd(unit, term.second);
    for (const auto &term : plan.owner.nodes)
      unit = std::gcd(unit, term.second);
    plan.ownerUnit = std::max<int64_t>(unit, 1);
  }

  /// Whether lanes along the loop are one access of neighbours that begins at a multiple of their bytes.
  bool isWide(const Access &access, unsigned loop, int64_t lanes) const {
    const IndexExpr &e = *access.index;
    return kernel.buffers[access.buffer].elements % lanes == 0 && e.constant % lanes == 0 &&
           llvm::all_of(e.loops,
                        [&](const auto &term) {
                          const unsigned merged = plan.loops.mergedInto[term.first];
                          return merged == loop ? merged != term.first || term.second == 1
                                                : merged != term.first || term.second % lanes == 0;
                        }) &&
           llvm::all_of(e.nodes, [&](const auto &term) {
             return term.second % lanes == 0 && (term.first->loops & maskOf(loop)) == 0;
           });
  }

  bool varies(const Access &access, unsigned loop) const {
    return coefficientOf(*access.index, loop) != 0 ||
           llvm::any_of(access.index->nodes, [&](const auto &term) { return (term.first->loops & maskOf(loop)) != 0; });
  }

  /// As many as make accesses of 16 bytes, where every access along the loop is one; else 1.
  int64_t lanesAlong(unsigned loop, llvm::ArrayRef<std::vector<Access>> nests) const {
    int64_t widest = 0;
    for (const std::vector<Access> &nest : nests)
      for (const Access &access : nest)
        if (varies(access, loop))
          widest = std::max(widest, bytesOf(kernel.buffers[access.buffer].type));
    if (widest == 0)
      return 1;
    const int64_t lanes = std::min<int64_t>(kAccessBytes / widest, 8);
    int64_t extent = 0;
    for (const MergedLoop &each : plan.loops.outer)
      extent = each.id == loop ? each.extent : extent;
    for (const auto &loops : plan.loops.nests)
      for (const MergedLoop &each : loops)
        extent = each.id == loop ? each.extent : extent;
    if (lanes <= 1 || extent % lanes != 0)
      return 1;
    for (const std::vector<Access> &nest : nests)
      for (const Access &access : nest)
        if (varies(access, loop) &&
            (!isWide(access, loop, lanes) || (access.guard && (access.guard->loops & maskOf(loop)) != 0)))
          return 1;
    return lanes;
  }

  /// Whether a team may share the loop of the nest. Threads must not read what others of the nest write.
  bool isShareable(size_t n, unsigned loop) const {
    const Nest &nest = kernel.nests[n];
    if (!isDivisible(nest, nodes[n], loop, maskOf(loop)))
      return false;
    for (const Access &access : accesses[n])
      for (const Store &store : nest.stores)
        if (!access.isStore && access.buffer == store.buffer && !(*access.index == store.offset))
          return false;
    return true;
  }

  /// Whether the nest is a cumulative sum along its loop: each running value is used by its update alone, which adds an
  /// element that follows from none of them. Threads must not read what others of the nest write.
  bool isCumulative(size_t n, unsigned loop) const {
    const Nest &nest = kernel.nests[n];
    if (nest.accumulators.empty() || plan.loops.nests[n].size() != 1)
      return false;
    for (const AccumulatorSpec &acc : nest.accumulators) {
      if (!laneReduction(acc))
        return false;
      for (const Node *node : nodes[n])
        if ((node != acc.update && llvm::is_contained(node->operands, acc.running)) || node->guard == acc.running ||
            llvm::any_of(node->index.nodes, [&](const auto &term) { return term.first == acc.running; }))
          return false;
      llvm::DenseMap<const Node *, bool> known;
      if (dependsOnRunning(elementOfSum(acc), known))
        return false;
    }
    for (const Store &store : nest.stores) {
      if (coefficientOf(store.offset, loop) == 0 ||
          llvm::any_of(store.offset.nodes, [&](const auto &term) { return (term.first->loops & maskOf(loop)) != 0; }))
        return false;
      for (const Access &access : accesses[n])
        if (!access.isStore && access.buffer == store.buffer && !(*access.index == store.offset))
          return false;
    }
    return true;
  }

  /// What the accesses inside the loops of the nests cost with the lanes of a warp along the innermost loop of the
  /// points (nothing given) or of each nest.
  double priceAlong(std::optional<unsigned> pointLoop) const {
    double price = 0;
    for (size_t n = 0; n != kernel.nests.size(); ++n) {
      if (plan.loops.nests[n].empty())
        continue;
      uint64_t inside = 0;
      for (const MergedLoop &loop : plan.loops.nests[n])
        inside |= maskOf(loop.id);
      const unsigned along = pointLoop.value_or(plan.loops.nests[n].back().id);
      const auto steps = static_cast<double>(extentOf(plan.loops.nests[n]));
      for (const Access &access : accesses[n])
        if ((kernel.loopsOf(*access.index) & inside) != 0) {
          const int64_t stride = coefficientOf(*access.index, along);
          const bool isComputed = llvm::any_of(
              access.index->nodes, [&](const auto &term) { return (term.first->loops & maskOf(along)) != 0; });
          price += steps * (!isComputed && (stride == 0 || stride == 1) ? 1 : kScattered);
        }
    }
    return price;
  }

  /// Loads that only another loop than the innermost walks without gaps go through shared memory.
  bool planTile() {
    ThreadPlan::Tile tile;
    size_t first = plan.points.size();
    int64_t minor = 1;
    while (first != 0 && minor < kTileSide)
      minor *= plan.points[--first].extent;
    if (minor < kTileSide || first == 0 || keptBytes() != 0)
      return false;
    tile.firstMinor = first;
    const unsigned innermost = plan.points.back().id;
    size_t most = 0;
    for (size_t i = 0; i != first; ++i) {
      const MergedLoop &loop = plan.points[i];
      llvm::SmallVector<const Node *, 4> turned;
      for (const std::vector<const Node *> &nest : nodes)
        for (const Node *node : nest)
          if (node->kind == NodeKind::Load && !node->guard && node->index.nodes.empty() && !isStored(node->buffer) &&
              coefficientOf(node->index, loop.id) == 1 && std::abs(coefficientOf(node->index, innermost)) > 1 &&
              !llvm::is_contained(turned, node))
            turned.push_back(node);
      if (loop.extent >= kTileSide && turned.size() > most) {
        most = turned.size();
        tile.major = loop.id;
        tile.turned = turned;
      }
    }
    int64_t bytes = 0;
    for (const Node *node : tile.turned)
      bytes += bytesOf(node->type);
    if (most == 0 || bytes * kTileSide * (kTileSide + 1) > kKeptBytes)
      return false;
    auto blocksOf = [&](int64_t side) {
      int64_t blocks = llvm::divideCeil(minor, side);
      for (size_t i = 0; i != first; ++i)
        blocks *=
            plan.points[i].id == tile.major ? llvm::divideCeil(plan.points[i].extent, side) : plan.points[i].extent;
      return blocks;
    };
    const bool isLong = minor >= kLargeTileSide && llvm::any_of(plan.points, [&](const MergedLoop &loop) {
                          return loop.id == tile.major && loop.extent >= kLargeTileSide;
                        });
    size_t numNodes = 0;
    for (const std::vector<const Node *> &nest : nodes)
      numNodes += nest.size();
    const bool isLarge = isLong && bytes <= kLargeTileBytes && numNodes <= kLargeTileNodes &&
                         blocksOf(kLargeTileSide) * kBlock >= kFullThreads;
    tile.side = isLarge ? kLargeTileSide : kTileSide;
    plan.numPoints = extentOf(plan.points);
    plan.pointsPerBlock = tile.side * tile.side;
    plan.threads = kBlock;
    plan.blocks = blocksOf(tile.side);
    plan.tile = std::move(tile);
    return true;
  }

  int64_t keptBytes() const {
    int64_t bytes = 0;
    for (const Buffer &buffer : kernel.buffers)
      if (buffer.isKept)
        bytes += llvm::alignTo(buffer.elements * bytesOf(buffer.type), kAccessBytes);
    return bytes;
  }

  /// A warp or a block for each point, its threads along the innermost loops of the nests.
  bool planRows(bool keepsRow) {
    int64_t longest = 0;
    uint64_t rowLoops = 0;
    for (size_t n = 0; n != kernel.nests.size(); ++n) {
      if (plan.loops.nests[n].empty())
        continue;
      const MergedLoop &loop = plan.loops.nests[n].back();
      const bool isScan = !keepsRow && !isShareable(n, loop.id) && isCumulative(n, loop.id);
      if ((!isScan && !isShareable(n, loop.id)) || (keepsRow && plan.loops.nests[n].size() != 1))
        return false;
      plan.scans.resize(kernel.nests.size());
      plan.scans[n] = isScan;
      longest = std::max(longest, loop.extent);
      rowLoops |= maskOf(loop.id);
    }
    const int64_t points = extentOf(plan.points), kept = keptBytes();
    const bool hasScan = llvm::is_contained(plan.scans, true);
    const bool wantsPoints =
        points >= kManyThreads && !plan.points.empty() && priceAlong(plan.points.back().id) <= priceAlong(std::nullopt);
    const bool wantsColumns = !plan.points.empty() && plan.points.back().extent >= kWarp &&
                              priceAlong(plan.points.back().id) < priceAlong(std::nullopt);
    if (kept > kKeptBytes || longest < kShortLoop || (kept == 0 && (wantsPoints || (wantsColumns && !hasScan))))
      return false;
    // Threads that go through a line each are as good where there are many lines beside each other.
    if (hasScan && kept == 0 && (longest < kWarp || points * (wantsColumns ? kShortLoop : 1) >= kManyThreads))
      return false;
    if (kept == 0 && longest < kWarp && points >= kManyThreads)
      return false;
    int64_t lanes = 0;
    for (size_t n = 0; n != kernel.nests.size(); ++n) {
      if (plan.loops.nests[n].empty())
        continue;
      const unsigned loop = plan.loops.nests[n].back().id;
      plan.split[n] = loop;
      const int64_t own = lanesAlong(loop, llvm::ArrayRef<std::vector<Access>>(accesses[n]));
      lanes = lanes == 0 ? own : std::min(lanes, own);
    }
    plan.lanes = hasScan ? 1 : std::max<int64_t>(lanes, 1);
    const int64_t steps = llvm::divideCeil(longest, plan.lanes);
    plan.team = kWarp;
    while (plan.team < kMostTeam && plan.team < steps && (plan.team * 8 < steps || points * plan.team < kManyThreads))
      plan.team *= 2;
    if (keepsRow) {
      const double registers = registersBetweenNests(kernel, rowLoops) * static_cast<double>(plan.lanes);
      auto stepsOf = [&](int64_t team) { return llvm::divideCeil(steps, team); };
      auto fits = [&](int64_t team) {
        return stepsOf(team) <= kMostKeptSteps && static_cast<double>(stepsOf(team)) * registers <= kRowRegisters;
      };
      while (plan.team < kMostTeam && !fits(plan.team))
        plan.team *= 2;
      if (!fits(plan.team))
        return false;
      plan.keepsRow = true;
    }
    plan.isByRows = true;
    int64_t rows = plan.team > kWarp ? 1 : kBlock / kWarp;
    while (rows > 1 && (rows > points || rows * kept > kKeptBytes))
      rows /= 2;
    plan.pointsPerBlock = rows;
    plan.numPoints = points;
    plan.threads = rows * plan.team;
    plan.blocks = llvm::divideCeil(points, rows);
    return true;
  }

  /// Threads beside each other have points beside each other; where there are few, several share each.
  bool planColumns() {
    const int64_t points = extentOf(plan.points);
    if (plan.points.empty() || points >= kManyThreads || keptBytes() != 0 || plan.points.back().extent < kShortLoop)
      return false;
    int64_t longest = 0;
    for (size_t n = 0; n != kernel.nests.size(); ++n) {
      if (plan.loops.nests[n].empty())
        continue;
      const MergedLoop *loop =
          std::max_element(plan.loops.nests[n].begin(), plan.loops.nests[n].end(),
                           [](const MergedLoop &a, const MergedLoop &b) { return a.extent < b.extent; });
      if (!isShareable(n, loop->id))
        return false;
      plan.split[n] = loop->id;
      longest = std::max(longest, loop->extent);
    }
    int64_t team = 1;
    while (team < kMostTeam / kWarp && team * kShortLoop <= longest && points * team < kFullThreads)
      team *= 2;
    if (team == 1) {
      plan.split.assign(kernel.nests.size(), std::nullopt);
      return false;
    }
    plan.team = team;
    plan.pointsPerBlock = kWarp;
    plan.numPoints = points;
    plan.threads = kWarp * team;
    plan.blocks = llvm::divideCeil(points, kWarp);
    return true;
  }

  /// A thread for each point.
  ThreadPlan finish(int64_t block) {
    plan.numPoints = plan.owners * extentOf(plan.points) / plan.lanes;
    plan.threads = std::min<int64_t>(block, llvm::alignTo(std::max<int64_t>(plan.numPoints, 1), kWarp));
    plan.pointsPerBlock = plan.threads;
    plan.blocks = llvm::divideCeil(std::max<int64_t>(plan.numPoints, 1), plan.threads);
    return std::move(plan);
  }

  const KernelGraph &kernel;
  ThreadPlan plan;
  std::vector<std::vector<const Node *>> nodes;
  std::vector<std::vector<Access>> accesses; ///< by nest
};

} // namespace

int64_t extentOf(llvm::ArrayRef<LoopPlan::MergedLoop> loops) {
  int64_t points = 1;
  for (const MergedLoop &loop : loops)
    points *= loop.extent;
  return points;
}

const Node *elementOfSum(const AccumulatorSpec &acc) {
  return acc.update->operands[acc.update->operands[0] == acc.running ? 1 : 0];
}

ThreadPlan planThreads(const KernelGraph &kernel) { return Planner(kernel).run(); }

std::optional<ThreadPlan> planKeptRows(const KernelGraph &kernel) { return Planner(kernel).runKept(); }

} // namespace shardwright::lower::cuda
