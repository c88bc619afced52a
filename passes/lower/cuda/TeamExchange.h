#ifndef PASSES_LOWER_CUDA_TEAMEXCHANGE_H
#define PASSES_LOWER_CUDA_TEAMEXCHANGE_H

#include "passes/lower/cuda/ThreadPlan.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace shardwright::lower::cuda {

/// What the threads of a team make of a value that each of them has: by shuffles within a warp, and in shared memory
/// between warps. All threads of the block come to it. The operation is associative and commutative.
class TeamExchange {
public:
  using Value = mlir::Value;
  using Combine = llvm::function_ref<Value(Value, Value)>;

  /// `thread` and `teamInBlock` are numbers of one integer type.
  TeamExchange(mlir::OpBuilder &b, mlir::Location loc, mlir::ModuleOp module, const ThreadPlan &plan, Value thread,
               Value teamInBlock)
      : b(b), loc(loc), module(module), plan(plan), thread(thread), teamInBlock(teamInBlock) {}

  /// All of them together, in each thread. `name`: of the shared memory, which nothing else is called.
  Value reduce(Value own, llvm::StringRef name, Combine combine);

  /// By rows: `before` with those of threads up to this one, and with those of all. Another scan may follow in the same
  /// memory.
  std::pair<Value, Value> scan(Value own, Value before, llvm::StringRef name, Combine combine);

private:
  /// Values of threads in shared memory.
  struct Shared {
    Value array;
    mlir::Type type, stored;
  };
  Shared share(mlir::Type type, llvm::StringRef name, int64_t count);
  void write(mlir::OpBuilder &at, const Shared &shared, Value value, Value index);
  Value read(const Shared &shared, Value index);
  Value number(int64_t value);

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::ModuleOp module;
  const ThreadPlan &plan;
  Value thread, teamInBlock;
};

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_TEAMEXCHANGE_H
