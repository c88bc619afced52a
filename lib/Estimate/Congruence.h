#ifndef LIB_ESTIMATE_CONGRUENCE_H
#define LIB_ESTIMATE_CONGRUENCE_H

#include "lib/Estimate/LoopIndex.h"

#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <map>
#include <optional>
#include <vector>

namespace shardwright::estimate {

/// Value numbering (Kildall 1973; Alpern, Wegman and Zadeck 1988) of a global program: values with the same number are
/// equal. Beyond what common-subexpression elimination sees,
///   - an optimization barrier, a sharding constraint and a reshape there and back hand on their operand,
///   - loops with equal initial values and equal bodies are the same loop,
///   - what a loop writes into one slice of a stack in each iteration is what another loop reads from it, where both go
///     through all slices, in either direction: the residuals and weights of a scan and of its backward pass.
class Congruence {
public:
  using Visitor = std::function<void(mlir::Operation *op, uint32_t number)>;

  /// `visit` is called for each op with results, in program order, with the number of its first result.
  Congruence(mlir::ModuleOp module, Visitor visit);

private:
  using Key = std::vector<uintptr_t>;
  /// What a loop leaves in a stack: the number of what it writes in an iteration, into one slice of that dimension.
  struct Stack {
    uint32_t update;
    int64_t dim;
  };
  /// A loop whose body is being numbered.
  struct Loop {
    LoopIndex index;
    std::optional<LoopIndex::Affine> order; ///< in which it goes through the slices of its stacks
  };

  uint32_t intern(Key key);
  uint32_t unique() { return next++; }
  uint32_t of(mlir::Value value);
  void number(mlir::Block &block);
  void number(mlir::Operation *op);
  void numberLoop(mlir::Operation *loop);
  void numberLoopBody(mlir::Operation *loop, std::optional<uint32_t> as);
  bool isSliceOfAll(mlir::Value stacked, mlir::Value slice, mlir::ValueRange starts, int64_t &dim);
  std::optional<uint32_t> elementOf(mlir::Operation *slice);
  std::optional<Stack> stackOf(mlir::Value yielded, mlir::Value carried);
  Key keyOf(mlir::Operation *op);
  void reshape(mlir::Operation *op);

  Visitor visit;
  bool isTrial = false; ///< numbers a loop's body to find out which loop it is
  uint32_t next = 0;
  std::map<Key, uint32_t> numbers;
  llvm::DenseMap<mlir::Value, uint32_t> values;
  /// By number: the number and the type of what it is a reshape of; what a stack holds.
  llvm::DenseMap<uint32_t, std::pair<uint32_t, mlir::Type>> reshaped;
  llvm::DenseMap<uint32_t, Stack> stacks;
  std::vector<Loop> loops;
};

} // namespace shardwright::estimate

#endif // LIB_ESTIMATE_CONGRUENCE_H
