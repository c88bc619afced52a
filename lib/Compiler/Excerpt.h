#ifndef LIB_COMPILER_EXCERPT_H
#define LIB_COMPILER_EXCERPT_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <vector>

namespace shardwright::compiler {

/// Part of a block as a program of its own: one func.func @main, whose arguments are what the part reads of others, and
/// whose results are what others read of it. Constants go with it. What nobody reads behind it, it may write over,
/// where the whole program may.
struct Excerpt {
  mlir::OwningOpRef<mlir::ModuleOp> program;
  mlir::IRMapping copies; ///< of the ops
};

/// `ops`: of one block, in its order.
Excerpt excerptOf(llvm::ArrayRef<mlir::Operation *> ops);

/// The ops of a block by their places, and what is alike in them.
class BlockPlaces {
public:
  explicit BlockPlaces(mlir::Block &block);

  /// Places from `begin` on, before `end`.
  struct Range {
    size_t begin = 0, end = 0;
    size_t size() const { return end - begin; }
  };
  llvm::ArrayRef<mlir::Operation *> ops(Range range) const {
    return llvm::ArrayRef(all).slice(range.begin, range.size());
  }

  /// From the first to the last of these ops, with at most so many more on each side: none behind a loop or a branch,
  /// across which nothing is computed while something is sent. A started collective is not parted from its end.
  Range around(llvm::ArrayRef<mlir::Operation *> part, size_t margin) const;

  using Form = std::vector<uint32_t>;
  /// Equal for ranges of ops that do the same with the same types, of which each is read as often, and which read each
  /// other alike.
  Form formOf(Range range) const;

private:
  std::vector<mlir::Operation *> all;
  llvm::DenseMap<mlir::Operation *, size_t> numbers;
  std::vector<uint32_t> forms; ///< by place, of the op without its operands
  bool hasStarted = false;
};

} // namespace shardwright::compiler

#endif // LIB_COMPILER_EXCERPT_H
