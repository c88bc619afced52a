#include "passes/lower/cuda/ThreadEmitter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower::cuda {

/// The loops of `points` that a tile's squares lie along, beside its major one.
static ArrayRef<LoopPlan::MergedLoop> minorOf(const ThreadPlan &plan) {
  return ArrayRef(plan.points).drop_front(plan.tile->firstMinor);
}

void ThreadEmitter::emitTile() {
  Square square;
  makeSquare(square);
  loadSquare(square);
  DeviceBuilder(here(), loc).syncBlock();
  storeSquare(square);
}

void ThreadEmitter::makeSquare(Square &square) {
  const ThreadPlan::Tile &tile = *plan.tile;
  OpBuilder &b = here();
  square.beside = arith::RemUIOp::create(b, loc, thread, number(b, tile.side));
  square.above = arith::DivUIOp::create(b, loc, thread, number(b, tile.side));
  // Of the block: the other loops, then squares along the minor points, then along the major ones.
  Value left = block;
  auto take = [&](int64_t count) {
    Value by = number(b, count), rest = arith::RemUIOp::create(b, loc, left, by);
    left = arith::DivUIOp::create(b, loc, left, by);
    return rest;
  };
  auto takeSquare = [&](int64_t extent) {
    return Value(arith::MulIOp::create(b, loc, take(llvm::divideCeil(extent, tile.side)), number(b, tile.side)));
  };
  square.minorPoints = extentOf(minorOf(plan));
  square.firstMinor = takeSquare(square.minorPoints);
  for (size_t i = tile.firstMinor; i-- != 0;) {
    const MergedLoop &merged = plan.points[i];
    if (merged.id != tile.major) {
      setLoop(merged.id, take(merged.extent));
      continue;
    }
    square.majorPoints = merged.extent;
    square.firstMajor = takeSquare(merged.extent);
  }
  for (const MergedLoop &merged : minorOf(plan))
    square.minorMask |= maskOf(merged.id);
  for (auto [i, node] : llvm::enumerate(tile.turned))
    square.shared.push_back(DeviceBuilder(b, loc).sharedArray(module, symbol + "_tile" + std::to_string(i),
                                                              storageType(node->type),
                                                              tile.side * tile.pitch(bytesOf(node->buffer))));
}

Value ThreadEmitter::cell(const Square &square, size_t load, Value row, Value column) {
  const Node *node = plan.tile->turned[load];
  const int64_t pitch = plan.tile->pitch(bytesOf(node->buffer));
  Value place = sum(arith::MulIOp::create(here(), loc, row, number(here(), pitch)), column);
  return DeviceBuilder(here(), loc).elementPointer(square.shared[load], storageType(node->type), place);
}

void ThreadEmitter::addBound(uint64_t mask, Value point, int64_t points) {
  if (points % plan.tile->side != 0)
    bounds.push_back(
        {mask, arith::CmpIOp::create(here(), loc, arith::CmpIPredicate::ult, point, number(here(), points))});
}

void ThreadEmitter::enterMinor(const Square &square, Value point) {
  addBound(square.minorMask, point, square.minorPoints);
  setLoops(minorOf(plan), point);
}

void ThreadEmitter::enterMajor(const Square &square, Value point) {
  addBound(maskOf(plan.tile->major), point, square.majorPoints);
  setLoop(plan.tile->major, point);
}

/// A thread's column of loads, all of them before any is stored.
void ThreadEmitter::loadSquare(const Square &square) {
  const ThreadPlan::Tile &tile = *plan.tile;
  const int64_t stride = plan.threads / tile.side, numSteps = tile.side / stride;
  std::vector<SmallVector<Value>> loaded(numSteps);
  const size_t outside = bounds.size();
  open(here());
  enterMajor(square, sum(square.firstMajor, square.beside));
  const size_t inMajor = bounds.size();
  auto rowOf = [&](int64_t step) { return sum(square.above, number(here(), step * stride)); };
  for (int64_t step = 0; step != numSteps; ++step) {
    open(here());
    enterMinor(square, sum(square.firstMinor, rowOf(step)));
    for (const Node *node : tile.turned) {
      Value place = address(node->index, indexType, here()).base;
      Value guard = both(here(), isInside(node->loops, here()), isAskedFor(node, here()));
      loaded[step].push_back(loadAt(node, storageType(node->type), place, guard, here()));
    }
    bounds.resize(inMajor);
    scopes.pop_back();
  }
  for (int64_t step = 0; step != numSteps; ++step)
    for (auto [i, node] : llvm::enumerate(tile.turned))
      DeviceBuilder(here(), loc)
          .store(loaded[step][i], cell(square, i, square.beside, rowOf(step)), bytesOf(node->buffer));
  bounds.resize(outside);
  scopes.pop_back();
}

/// A thread's row of stores; what else they need is loaded before them.
void ThreadEmitter::storeSquare(const Square &square) {
  const ThreadPlan::Tile &tile = *plan.tile;
  const int64_t stride = plan.threads / tile.side, numSteps = tile.side / stride;
  SmallVector<const Node *> loads;
  for (const Nest &nest : kernel.nests)
    for (const Node *node : nodesOf(nest))
      if (node->kind == NodeKind::Load && !llvm::is_contained(tile.turned, node) && !llvm::is_contained(loads, node))
        loads.push_back(node);
  const auto together = static_cast<int64_t>(stepsTogether(loads, 1));
  const size_t outside = bounds.size();
  open(here());
  enterMinor(square, sum(square.firstMinor, square.beside));
  const size_t inMinor = bounds.size();
  std::vector<std::unique_ptr<Scope>> points(numSteps);
  auto at = [&](int64_t step, llvm::function_ref<void()> body) {
    Value row = sum(square.above, number(here(), step * stride));
    const bool isNew = !points[step];
    if (isNew)
      points[step] = std::make_unique<Scope>(here());
    points[step]->builder.restoreInsertionPoint(here().saveInsertionPoint());
    scopes.push_back(std::move(points[step]));
    enterMajor(square, sum(square.firstMajor, row));
    if (isNew)
      for (auto [i, node] : llvm::enumerate(tile.turned)) {
        Value stored = DeviceBuilder(here(), loc)
                           .load(storageType(node->type), cell(square, i, row, square.beside), bytesOf(node->buffer));
        scopes.back()->values[node] = fromStorage(here(), loc, node->type, stored);
      }
    body();
    points[step] = std::move(scopes.back());
    scopes.pop_back();
    bounds.resize(inMinor);
  };
  for (int64_t first = 0; first < numSteps; first += together) {
    const int64_t end = std::min(first + together, numSteps);
    for (int64_t step = first; step != end; ++step)
      at(step, [&] {
        for (const Node *node : loads)
          get(node);
      });
    for (int64_t step = first; step != end; ++step)
      at(step, [&] { emitNests(); });
  }
  bounds.resize(outside);
  scopes.pop_back();
}

} // namespace shardwright::lower::cuda
