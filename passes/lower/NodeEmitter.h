#ifndef PASSES_LOWER_NODEEMITTER_H
#define PASSES_LOWER_NODEEMITTER_H

#include "passes/lower/VectorPlan.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Builders.h"

#include <memory>
#include <optional>
#include <vector>

namespace shardwright::lower {

/// Emits the values of a kernel's nodes, each once, whatever the loops around them become. A target says how it opens
/// loops, finds elements and reads them.
class NodeEmitter {
protected:
  NodeEmitter(const KernelGraph &kernel, LoopPlan loops, mlir::Location loc)
      : kernel(kernel), loops(std::move(loops)), loc(loc) {}
  virtual ~NodeEmitter() = default;

  using Value = mlir::Value;
  using Values = llvm::SmallVector<Value>;

  /// An open loop, or the kernel itself: where its code goes and what has been computed there. A value is computed in
  /// the outermost scope that knows the loops it varies with; nothing traps and no access leaves its buffer, so
  /// computing early is always allowed.
  struct Scope {
    mlir::OpBuilder builder;
    llvm::DenseMap<const Node *, Value> values, wide;
    explicit Scope(mlir::OpBuilder b) : builder(b) {}
  };

  virtual Value load(const Node *node, mlir::OpBuilder &b) = 0;
  virtual Value indexValue(const Node *node, mlir::OpBuilder &b) = 0;

  /// In scalars where it does not vary along the lanes.
  Value get(const Node *node);
  /// In all lanes.
  Value getWide(const Node *node);
  Value combine(const AccumulatorSpec &acc, Opcode op, Value x, Value y);
  /// Of how many values an accumulator's running one is made.
  virtual unsigned partsOf(const AccumulatorSpec & /*acc*/) const { return 1; }
  /// What they become by the point.
  virtual Values advance(const AccumulatorSpec &acc, mlir::ValueRange parts);
  /// What the accumulators become by the point, all values that the nest stores having been computed: a store may
  /// overwrite what another value is loaded from.
  Values computePoint(const Nest &nest, llvm::ArrayRef<Value> running);

  /// A loop of the plan; `body` takes and gives what is carried.
  template <typename Body> Values loop(unsigned id, Value lower, Value upper, Value step, Values running, Body body) {
    mlir::OpBuilder &b = here();
    auto forOp = mlir::scf::ForOp::create(b, loc, lower, upper, step, running);
    b.setInsertionPoint(forOp);
    mlir::OpBuilder inner(forOp.getContext());
    if (running.empty())
      inner.setInsertionPoint(forOp.getBody()->getTerminator());
    else
      inner.setInsertionPointToEnd(forOp.getBody());
    open(inner);
    setLoop(id, forOp.getInductionVar());
    Values results = body(Values(forOp.getRegionIterArgs()));
    if (!running.empty())
      mlir::scf::YieldOp::create(here(), loc, results);
    scopes.pop_back();
    loopDepth.erase(id);
    here().setInsertionPointAfter(forOp);
    return Values(forOp.getResults());
  }

  void open(mlir::OpBuilder b) { scopes.push_back(std::make_unique<Scope>(b)); }
  /// The variable of a merged loop, known from the open scope on.
  void setLoop(unsigned id, Value variable) {
    loopValue[id] = variable;
    loopDepth[id] = scopes.size() - 1;
  }
  mlir::OpBuilder &here() { return scopes.back()->builder; }

  /// Values that vary with the loop, if there is one, are vectors of `count` lanes.
  void setVectorLoop(std::optional<unsigned> loop, int64_t count);
  /// The scope where a value that varies with these loops is computed.
  size_t depthOf(uint64_t loopsOfNode) const;
  bool isWide(uint64_t loopsOfNode) const { return (loopsOfNode & vectorMask) != 0; }
  Value splat(mlir::OpBuilder &b, Value scalar);
  Value laneNumbers(mlir::OpBuilder &b, mlir::Type element, int64_t stride);

  const KernelGraph &kernel;
  const LoopPlan loops;
  const mlir::Location loc;
  std::vector<std::unique_ptr<Scope>> scopes;
  llvm::DenseMap<unsigned, size_t> loopDepth; ///< merged loop -> the scope its variable lives in
  llvm::DenseMap<unsigned, Value> loopValue;
  std::optional<unsigned> vectorLoopId;
  int64_t lanes = 1;

private:
  Value compute(const Node *node, mlir::OpBuilder &b);

  uint64_t vectorMask = 0;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_NODEEMITTER_H
