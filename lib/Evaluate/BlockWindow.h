#ifndef LIB_EVALUATE_BLOCKWINDOW_H
#define LIB_EVALUATE_BLOCKWINDOW_H

#include "lib/Evaluate/LocalEmitter.h"

namespace shardwright::evaluation {

/// A window at a runtime position of an array of which a device has a block: it reads, or writes, what lies in its
/// block, as passes/partition/ops/Slice.cpp does it.
class BlockWindow {
public:
  struct Array {
    const Shape &whole;
    const Sharding &sharding;
    Elements elements;
  };
  /// `window`: its shape; `local`: of blocks where it is as long as the array. `starts` are of `indices`.
  BlockWindow(const Array &array, const Shape &window, Shape local, LocalId block, llvm::ArrayRef<LocalId> starts,
              Elements indices, LocalEmitter emit, const Mesh &mesh);

  static bool isSplit(const Array &array, const Shape &window);

  LocalId read();
  LocalId written(LocalId update);

private:
  LocalId piece();
  LocalId inWindow();
  LocalId shifted(LocalId from, const Shape &taken, bool isBack);

  const Array array;
  LocalEmitter emit;
  const LocalId block;
  const Shape window;
  Shape pieceShape;
  llvm::SmallVector<LocalId> begins;
  llvm::SmallVector<std::optional<LocalId>> offsets;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_BLOCKWINDOW_H
