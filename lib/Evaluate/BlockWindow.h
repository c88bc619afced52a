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
  BlockWindow(const Array &array, const Shape &window, Shape local, PartId block, llvm::ArrayRef<PartId> starts,
              Elements indices, LocalEmitter &emit);

  static bool isSplit(const Array &array, const Shape &window);

  PartId read();
  PartId written(PartId update);

private:
  PartId piece();
  PartId inWindow();
  PartId shifted(PartId from, const Shape &taken, bool isBack);

  const Array array;
  LocalEmitter &emit;
  const PartId block;
  const Shape window;
  Shape pieceShape;
  llvm::SmallVector<PartId> begins;
  llvm::SmallVector<std::optional<PartId>> offsets;
};

} // namespace shardwright::evaluation

#endif // LIB_EVALUATE_BLOCKWINDOW_H
