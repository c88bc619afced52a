#ifndef PASSES_LOWER_KERNELBUILDER_H
#define PASSES_LOWER_KERNELBUILDER_H

#include "passes/common/KernelGraph.h"
#include "passes/lower/Fusion.h"
#include "passes/lower/KernelGroups.h"
#include "passes/lower/SortKey.h"

#include "mlir/IR/Operation.h"

#include <optional>

namespace shardwright::lower {

/// Describes as a KernelGraph what an operation computes together with everything inlined into it.
///
/// The kernel's buffers are values of the program, in `values`; a value that is written appears once more, in
/// `written`, with the buffer's number. Failure means an operation that has no such description: a diagnostic is given.
class KernelBuilder {
public:
  KernelBuilder(const Fusion &fusion, mlir::Type indexType) : fusion(fusion) { graph.indexType = indexType; }

  /// The kernel that writes the results of `op`: an index computation, reduce, reduce_window.
  mlir::LogicalResult buildRoot(mlir::Operation *op);
  /// The kernel that writes what is stored of the results of all members.
  mlir::LogicalResult buildGroup(const KernelGroup &group);
  /// The kernel that writes the update into `target`, which holds the operand already.
  mlir::LogicalResult buildUpdate(mlir::Operation *dynamicUpdateSlice);
  mlir::LogicalResult buildScatter(mlir::Operation *scatter);
  /// Two kernels: the initial value everywhere, then the selected elements.
  mlir::LogicalResult buildFill(mlir::Operation *selectAndScatter);
  mlir::LogicalResult buildSelectAndScatter(mlir::Operation *selectAndScatter);
  /// The comparator of a sort, with the buffers (lhs0, rhs0, lhs1, rhs1, ..., result).
  mlir::LogicalResult buildComparator(mlir::Operation *sort);
  /// What a sort compares of each element of a line, with the buffers (operand 0, operand 1, ..., key) of a line each.
  mlir::LogicalResult buildSortKey(mlir::Operation *sort, const SortKey &key, int64_t lineLength);

  struct BufferUse {
    mlir::Value value; ///< null for a buffer that is the kernel's own
    bool isWritten = false;
    bool isRead = false; ///< what others have written
  };

  KernelGraph graph;
  std::vector<BufferUse> buffers;

private:
  using Index = llvm::SmallVector<IndexExpr>;
  using IndexRef = llvm::ArrayRef<IndexExpr>;

  const Node *build(mlir::Value value, IndexRef index, const Node *guard);
  const Node *buildOp(mlir::Operation *op, IndexRef index, const Node *guard);
  /// The element of a buffer, or what the kernel itself has computed there.
  const Node *buildRead(mlir::Value value, IndexExpr offset, const Node *guard);
  const Node *buildElementwise(mlir::Operation *op, llvm::function_ref<const Node *(mlir::Value)> operand);
  /// The element at a row-major offset: passes through what keeps the order of elements.
  const Node *buildLinear(mlir::Value value, const IndexExpr &offset, const Node *guard);
  const Node *buildPad(mlir::Operation *op, IndexRef index, const Node *guard);
  const Node *buildConcatenate(mlir::Operation *op, IndexRef index, const Node *guard);
  const Node *buildGather(mlir::Operation *op, IndexRef index, const Node *guard);
  const Node *buildDynamicSlice(mlir::Operation *op, IndexRef index, const Node *guard);
  const Node *buildBitcast(mlir::Operation *op, IndexRef index, const Node *guard);
  const Node *buildReduce(mlir::Operation *op, unsigned result, IndexRef index);
  /// The nest that reduces at a point of the outer loops; the final values.
  mlir::FailureOr<llvm::SmallVector<const Node *>> reduceNest(mlir::Operation *op, IndexRef index);
  const Node *converted(const Node *node, mlir::Type type);
  /// Completes `nest` with accumulators: body(running..., inputs...), from the given initial values. Plain sums and
  /// products of narrow floats run in f32 and are rounded once: step by step, a sum of bf16 stands still after 256
  /// ones. `isLong`: those of f32 in f64, where the running value is needed at every step, so that it cannot be taken
  /// in parts.
  mlir::FailureOr<llvm::SmallVector<const Node *>> accumulate(Nest &nest, mlir::ValueRange inits, mlir::Region &body,
                                                              llvm::ArrayRef<const Node *> inputs, bool isLong = false);
  const Node *buildScalar(mlir::Value value) { return build(value, {}, nullptr); }
  /// The results of a region of scalar operations on the given values.
  mlir::FailureOr<llvm::SmallVector<const Node *>> buildBody(mlir::Region &body,
                                                             llvm::ArrayRef<const Node *> arguments);
  void storeOwn(const Node *node, int64_t elements, const IndexExpr &offset);
  mlir::LogicalResult buildConcatenateRoot(mlir::Operation *op);
  mlir::LogicalResult buildReduceRoot(mlir::Operation *op);
  mlir::LogicalResult buildWindowRoot(mlir::Operation *op);
  mlir::LogicalResult buildCumulativeRoot(mlir::Operation *op, unsigned dim, bool reversed);

  unsigned bufferOf(mlir::Value value);
  unsigned writtenBuffer(mlir::Value value);
  Index outerLoops(llvm::ArrayRef<int64_t> shape);
  /// The point of the outer loops as an index of what `op` computes. A reshape of what is inlined splits loops where it
  /// splits dimensions, so that what lies behind it is found without divisions.
  Index jointLoops(mlir::Operation *op);
  /// An index node clamped to [0, high].
  IndexExpr clampedIndex(const Node *node, int64_t high);
  const Node *both(const Node *a, const Node *b);
  /// Whether 0 <= e < size; null where that always holds.
  const Node *inRange(const IndexExpr &e, int64_t size);
  const Node *compareIndex(Opcode op, const IndexExpr &e, int64_t value);
  const Node *unsupported(mlir::Operation *op, llvm::StringRef why);
  uint64_t allLoops() const { return (uint64_t{1} << graph.loopExtents.size()) - 1; }

  const Fusion &fusion;
  llvm::DenseMap<mlir::Value, unsigned> bufferNumbers;
  llvm::DenseMap<mlir::Value, const Node *> scalars; ///< arguments of the bodies being built
  llvm::DenseMap<Words, const Node *> memo;          ///< of a value of the program, at an index, under a guard
  unsigned numNests = 0;

  /// The group being built (KernelRows.cpp).
  struct Rows {
    struct Computed {
      const Node *node;
      KernelGroup::Kind kind;
      unsigned pass;
      bool isStored;
    };
    IndexExpr point, row, inRow; ///< offsets: of the point, of its row, of the point in the row
    int64_t columns = 1;
    unsigned pass = 0;
    std::vector<Nest> nests; ///< of each pass
    llvm::DenseMap<mlir::Value, Computed> computed;
    llvm::DenseMap<mlir::Value, unsigned> kept; ///< the buffer in which a row of it is kept
  };
  const Node *groupNode(mlir::Value value);
  mlir::LogicalResult buildMember(const KernelGroup::Member &member, Nest &nest, Nest &rowStores);
  Rows *rows = nullptr;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_KERNELBUILDER_H
