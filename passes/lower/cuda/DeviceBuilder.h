#ifndef PASSES_LOWER_CUDA_DEVICEBUILDER_H
#define PASSES_LOWER_CUDA_DEVICEBUILDER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace shardwright::lower::cuda {

/// Address spaces as NVPTX numbers them.
enum class Space : unsigned { Local = 0, Global = 1, Shared = 3 };

/// A kernel's function under construction: `void(u64 ...)`, global addresses and integers.
struct DeviceFunction {
  mlir::func::FuncOp function;
  mlir::OpBuilder builder; ///< in front of its return
};
DeviceFunction createKernel(mlir::ModuleOp module, mlir::Location loc, llvm::StringRef symbol, unsigned numParameters,
                            int64_t threads);
/// Threads of a block, as createKernel() has noted them.
constexpr llvm::StringLiteral kThreadsAttr = "shardwright.threads";

/// Intrinsics: a block's number, and a barrier of all its threads.
constexpr llvm::StringLiteral kBlockNumber = "llvm.nvvm.read.ptx.sreg.ctaid.x",
                              kSyncBlock = "llvm.nvvm.barrier.cta.sync.all";

/// What a thread does that is no arithmetic.
class DeviceBuilder {
public:
  DeviceBuilder(mlir::OpBuilder &b, mlir::Location loc) : b(b), loc(loc) {}

  mlir::Value number(mlir::Type type, int64_t value);
  mlir::Value i32(int64_t value) { return number(b.getI32Type(), value); }
  /// Of 32 bits.
  mlir::Value threadInBlock();
  mlir::Value blockNumber();
  void syncBlock();
  /// Of the block's first threads, as many, a multiple of the warp's.
  void syncThreads(int64_t threads);
  void syncWarp();
  /// The value, of any number of bits, of the thread whose number in the warp differs in the bits of `mask`.
  mlir::Value fromLane(mlir::Value value, int64_t mask);
  /// Of the thread as many lanes below; its own where there is none.
  mlir::Value fromLaneBelow(mlir::Value value, int64_t distance);
  mlir::Value fromLastLane(mlir::Value value);
  /// A bit for each lane of the warp, of 32: whether the condition holds there.
  mlir::Value ballot(mlir::Value condition);

  mlir::Value pointer(mlir::Value address, Space space = Space::Global);
  mlir::Value elementPointer(mlir::Value pointer, mlir::Type element, mlir::Value index);
  mlir::Value load(mlir::Type type, mlir::Value pointer, int64_t alignment);
  void store(mlir::Value value, mlir::Value pointer, int64_t alignment);

  /// Memory that the threads of a block share, of the whole module.
  mlir::Value sharedArray(mlir::ModuleOp module, llvm::StringRef name, mlir::Type element, int64_t elements);
  /// A thread's own.
  mlir::Value localArray(mlir::Type element, int64_t elements);

private:
  /// `lane` and `bounds` as PTX's shfl.sync has them.
  mlir::Value shuffle(mlir::Value value, llvm::StringRef intrinsic, int64_t lane, int64_t bounds);

  mlir::OpBuilder &b;
  mlir::Location loc;
};

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_DEVICEBUILDER_H
