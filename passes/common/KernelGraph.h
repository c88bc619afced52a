#ifndef PASSES_COMMON_KERNELGRAPH_H
#define PASSES_COMMON_KERNELGRAPH_H

#include "dialects/interfaces/Opcode.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Attributes.h"
#include "mlir/IR/Types.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <memory>
#include <vector>

/// A kernel as loops over an index space: what each point loads, computes and stores. Everything that is not a matrix
/// product, a collective or a library call is described this way; composing descriptions is fusion.
namespace shardwright::lower {

struct Node;

/// All that a description says, as numbers: equal ones have equal words. Types and attributes go by where the context
/// keeps them, so words are for finding what was there before, in one compilation; not for sorting, nor for writing.
using Words = llvm::SmallVector<uint64_t, 16>;

/// constant + sum of coefficient x loop + sum of coefficient x integer node. Terms are sorted and have no zero
/// coefficients, so equal expressions compare equal.
struct IndexExpr {
  int64_t constant = 0;
  llvm::SmallVector<std::pair<unsigned, int64_t>, 4> loops;
  llvm::SmallVector<std::pair<const Node *, int64_t>, 1> nodes;

  static IndexExpr number(int64_t value) {
    IndexExpr e;
    e.constant = value;
    return e;
  }
  bool isNumber() const { return loops.empty() && nodes.empty(); }
  bool operator==(const IndexExpr &other) const {
    return constant == other.constant && loops == other.loops && nodes == other.nodes;
  }
};

enum class NodeKind : uint8_t {
  Constant,
  Load,  ///< element `index` (linear) of buffer `buffer`; where a guard is given and false: anything, no access
  Index, ///< the value of `index`
  Apply,
  Accumulator, ///< the running value of an accumulator inside its nest
  Local,       ///< the final value of an accumulator, after its nest
};

struct Node {
  unsigned id = 0;
  NodeKind kind;
  Opcode op = Opcode::Add;
  mlir::Type type; ///< element type as in StableHLO (ui32, bf16, i1, ...)
  llvm::SmallVector<const Node *, 3> operands;
  mlir::Attribute constant; ///< IntegerAttr or FloatAttr; for ReducePrecision an array of two integers
  unsigned buffer = 0;
  IndexExpr index;
  const Node *guard = nullptr;
  unsigned nest = 0, slot = 0;               ///< Accumulator, Local
  uint64_t loops = 0;                        ///< the loops its value varies with (a Local's: the outer loops)
  int64_t low = INT64_MIN, high = INT64_MAX; ///< range of an integer node where it is known
};

struct Buffer {
  mlir::Type type;
  int64_t elements;
  bool isKept = false; ///< lives on the stack for as long as the outer loops are at one point
};

struct Store {
  unsigned buffer;
  IndexExpr offset;
  const Node *value;
  const Node *guard = nullptr; ///< stores only where it is true
};

struct AccumulatorSpec {
  const Node *init;    ///< varies with outer loops only
  const Node *running; ///< the Accumulator node
  const Node *update;
  const Node *result; ///< the Local node
};

/// Loops inside the outer ones, run to their end before the next nest starts. Its stores run at every innermost point,
/// after the accumulators' updates of the same point are computed (an update may be stored).
struct Nest {
  llvm::SmallVector<unsigned, 4> loops;
  llvm::SmallVector<AccumulatorSpec, 2> accumulators;
  llvm::SmallVector<Store, 2> stores;
};

/// One kernel. Outer loops (ids 0 .. numOuter-1) are parallel unless it says otherwise; a nest's loops run in order.
class KernelGraph {
public:
  llvm::SmallVector<int64_t, 8> loopExtents;
  unsigned numOuter = 0;
  /// The outer loops' points change the same elements: they run in order, by one thread.
  bool isSequential = false;
  std::vector<Nest> nests;
  std::vector<Buffer> buffers;

  /// The loop variable of a new loop; the number 0 when there is only one iteration (no loop is made).
  IndexExpr newLoop(int64_t extent);

  const Node *constant(mlir::Type type, mlir::Attribute value);
  const Node *integer(mlir::Type type, int64_t value);
  /// `varies`: further loops in which the element may change between two points (a buffer the kernel itself writes).
  const Node *load(unsigned buffer, IndexExpr offset, const Node *guard, uint64_t varies = 0);
  const Node *indexValue(mlir::Type type, IndexExpr value);
  const Node *apply(Opcode op, mlir::Type type, llvm::ArrayRef<const Node *> operands, mlir::Attribute extra = {});
  const Node *accumulator(mlir::Type type, unsigned nest, unsigned slot, uint64_t loops);
  const Node *local(mlir::Type type, unsigned nest, unsigned slot);

  IndexExpr add(const IndexExpr &a, const IndexExpr &b) const;
  IndexExpr addConstant(IndexExpr a, int64_t c) const;
  IndexExpr scale(IndexExpr a, int64_t factor) const;
  IndexExpr fromNode(const Node *node) const;
  /// Quotient and remainder by a positive number of an expression that is not negative.
  std::pair<IndexExpr, IndexExpr> divide(const IndexExpr &a, int64_t divisor);
  /// Row-major offset of a multi-index.
  IndexExpr linearize(llvm::ArrayRef<IndexExpr> index, llvm::ArrayRef<int64_t> shape) const;
  llvm::SmallVector<IndexExpr> delinearize(const IndexExpr &offset, llvm::ArrayRef<int64_t> shape);
  /// Smallest and largest value as far as known.
  std::pair<int64_t, int64_t> range(const IndexExpr &a) const;
  uint64_t loopsOf(const IndexExpr &a) const;

  /// By id.
  llvm::ArrayRef<std::unique_ptr<Node>> allNodes() const { return nodes; }
  /// Equal kernels have equal words.
  Words words() const;
  /// Sets of loops are words of 64 bits: a kernel with more loops than this is refused.
  static constexpr size_t kMaxLoops = 63;
  bool hasTooManyLoops() const { return loopExtents.size() > kMaxLoops; }
  /// The type that index arithmetic inside nodes is done in.
  mlir::Type indexType;

private:
  const Node *intern(Node node);

  std::vector<std::unique_ptr<Node>> nodes;
  llvm::DenseMap<Words, const Node *> unique;
};

/// Adds the words of one index expression, nodes by number.
void append(Words &words, const IndexExpr &e);

/// Of a function: wide enough for every element of every tensor, 32 bits unless one is very large.
mlir::Type indexTypeOf(mlir::func::FuncOp function);

} // namespace shardwright::lower

#endif // PASSES_COMMON_KERNELGRAPH_H
