#include "lib/Evaluate/BlockWindow.h"

#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"

namespace shardwright::evaluation {

bool BlockWindow::isSplit(const Array &array, const Shape &window) {
  for (auto [dim, size] : llvm::enumerate(window))
    if (!array.sharding.dims[dim].axes.empty() && size != array.whole[dim])
      return true;
  return false;
}

BlockWindow::BlockWindow(const Array &array, const Shape &whole, Shape local, PartId block,
                         llvm::ArrayRef<PartId> starts, Elements indices, LocalEmitter &emit)
    : array(array), emit(emit), block(block), window(std::move(local)), pieceShape(window), offsets(window.size()) {
  for (PartId start : starts)
    begins.push_back(emit.convert(start, indices, kInt64));
  for (size_t dim = 0; dim < begins.size(); ++dim) {
    llvm::ArrayRef<AxisRef> axes = array.sharding.dims[dim].axes;
    if (axes.empty() || whole[dim] == array.whole[dim])
      continue;
    int64_t blockLength = emit.shapeOf(block)[dim];
    pieceShape[dim] = std::min(window[dim], blockLength);
    PartId start = emit.clamp(begins[dim], array.whole[dim] - window[dim], kInt64);
    start = emit.binary('-', start, emit.blockStart(axes, blockLength, kInt64), kInt64);
    begins[dim] = emit.clamp(start, blockLength - pieceShape[dim], kInt64);
    offsets[dim] = emit.binary('-', begins[dim], start, kInt64);
  }
}

PartId BlockWindow::piece() { return emit.dynamicSlice(block, begins, pieceShape, array.elements); }

PartId BlockWindow::read() { return shifted(piece(), window, true); }

PartId BlockWindow::written(PartId update) {
  PartId inside = inWindow(), moved = shifted(update, pieceShape, false);
  PartId merged = emit.select(inside, moved, piece(), array.elements);
  llvm::SmallVector<PartId> operands{block, merged};
  llvm::append_range(operands, begins);
  return emit.make(formOf(fusion::OpForm::Kind::Update, array.elements), operands, emit.shapeOf(block), array.elements);
}

PartId BlockWindow::inWindow() {
  std::optional<PartId> inside;
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    if (!offset)
      continue;
    PartId place = emit.iota(pieceShape, dim, kInt64);
    place = emit.binary('+', place, emit.spread(*offset, pieceShape, kInt64), kInt64);
    for (auto [direction, bound] : {std::pair<char, int64_t>('>', 0), {'<', window[dim]}}) {
      PartId holds = emit.compare(direction, place, emit.splat(pieceShape, kInt64, bound));
      inside = inside ? emit.binary('&', *inside, holds, kBool) : holds;
    }
  }
  return *inside;
}

/// With as many zeros on either side as are taken, the elements from the offset on; back: from minus the offset.
PartId BlockWindow::shifted(PartId from, const Shape &taken, bool isBack) {
  Shape around(taken.size(), 0), padded = emit.shapeOf(from);
  llvm::SmallVector<PartId> starts(taken.size(), emit.splat({}, kInt64, 0));
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    if (!offset)
      continue;
    around[dim] = taken[dim];
    padded[dim] += 2 * taken[dim];
    PartId by = isBack ? emit.make(formOf(fusion::OpForm::Kind::Elementwise, kInt64), {*offset}, {}, kInt64,
                                   llvm::hash_value('n'))
                       : *offset;
    starts[dim] = emit.binary('+', by, emit.splat({}, kInt64, taken[dim]), kInt64);
  }
  return emit.dynamicSlice(emit.pad(from, around, padded, array.elements), starts, taken, array.elements);
}

} // namespace shardwright::evaluation
