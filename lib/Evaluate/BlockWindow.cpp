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

BlockWindow::BlockWindow(const Array &array, const Shape &whole, Shape local, LocalId block,
                         llvm::ArrayRef<LocalId> starts, Elements indices, LocalEmitter emitter, const Mesh &mesh)
    : array(array), emit(emitter), block(block), window(std::move(local)), pieceShape(window), offsets(window.size()) {
  for (LocalId start : starts)
    begins.push_back(emit.convert(start, indices, kInt64));
  for (size_t dim = 0; dim < begins.size(); ++dim) {
    llvm::ArrayRef<AxisRef> axes = array.sharding.dims[dim].axes;
    if (axes.empty() || whole[dim] == array.whole[dim])
      continue;
    int64_t blockLength = emit.shapeOf(block)[dim];
    pieceShape[dim] = std::min(window[dim], blockLength);
    LocalId start = emit.clamp(begins[dim], array.whole[dim] - window[dim], kInt64);
    start = emit.binary('-', start, emit.blockStart(axes, blockLength, kInt64), kInt64);
    begins[dim] = emit.clamp(start, blockLength - pieceShape[dim], kInt64);
    offsets[dim] = emit.binary('-', begins[dim], start, kInt64);
  }
}

LocalId BlockWindow::piece() { return emit.dynamicSlice(block, begins, pieceShape, array.elements); }

LocalId BlockWindow::read() { return shifted(piece(), window, true); }

LocalId BlockWindow::written(LocalId update) {
  LocalId inside = inWindow(), moved = shifted(update, pieceShape, false);
  LocalId merged = emit.select(inside, moved, piece(), array.elements);
  llvm::SmallVector<LocalId> operands{block, merged};
  llvm::append_range(operands, begins);
  return emit.make(formOf(fusion::OpForm::Kind::Update, array.elements), operands, emit.shapeOf(block), array.elements);
}

LocalId BlockWindow::inWindow() {
  std::optional<LocalId> inside;
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    if (!offset)
      continue;
    LocalId place = emit.iota(pieceShape, dim, kInt64);
    place = emit.binary('+', place, emit.spread(*offset, pieceShape, kInt64), kInt64);
    for (auto [direction, bound] : {std::pair<char, int64_t>('>', 0), {'<', window[dim]}}) {
      LocalId holds = emit.compare(direction, place, emit.splat(pieceShape, kInt64, bound));
      inside = inside ? emit.binary('&', *inside, holds, kBool) : holds;
    }
  }
  return *inside;
}

/// With as many zeros on either side as are taken, the elements from the offset on; back: from minus the offset.
LocalId BlockWindow::shifted(LocalId from, const Shape &taken, bool isBack) {
  Shape around(taken.size(), 0), padded = emit.shapeOf(from);
  llvm::SmallVector<LocalId> starts(taken.size(), emit.splat({}, kInt64, 0));
  for (auto [dim, offset] : llvm::enumerate(offsets)) {
    if (!offset)
      continue;
    around[dim] = taken[dim];
    padded[dim] += 2 * taken[dim];
    LocalId by = isBack ? emit.make(formOf(fusion::OpForm::Kind::Elementwise, kInt64), {*offset}, {}, kInt64,
                                    llvm::hash_value('n'))
                        : *offset;
    starts[dim] = emit.binary('+', by, emit.splat({}, kInt64, taken[dim]), kInt64);
  }
  return emit.dynamicSlice(emit.pad(from, around, padded, array.elements), starts, taken, array.elements);
}

} // namespace shardwright::evaluation
