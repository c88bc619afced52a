#ifndef PASSES_COMMON_OPCLASSES_H
#define PASSES_COMMON_OPCLASSES_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"

namespace shardwright {

/// Ops that do the same to their operands: same name, attributes, regions, operand and result types. What follows from
/// an op alone (its sharding rule) is computed once a class; a program of many equal layers has few. Shardings and
/// other discardable attributes play no part but for a rule that is written on the op. The ops must stay as they are.
class OpClasses {
public:
  /// Classes are numbered in the order in which they are met.
  size_t classOf(mlir::Operation *op);
  size_t size() const { return classes.size(); }

private:
  struct Alike : llvm::DenseMapInfo<mlir::Operation *> {
    static unsigned getHashValue(mlir::Operation *op);
    static bool isEqual(mlir::Operation *lhs, mlir::Operation *rhs);
  };
  llvm::DenseMap<mlir::Operation *, size_t, Alike> classes;
};

} // namespace shardwright

#endif // PASSES_COMMON_OPCLASSES_H
