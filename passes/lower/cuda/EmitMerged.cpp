#include "passes/lower/cuda/EmitMerged.h"

#include "passes/lower/cuda/DeviceBuilder.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace mlir;

namespace shardwright::lower::cuda {
namespace {

class Merger {
public:
  Merger(DeviceFunction made, Location loc, int64_t threads)
      : function(made.function), b(made.builder), top(made.function.getContext()), loc(loc), threads(threads) {
    block = DeviceBuilder(b, loc).blockNumber();
    thread = DeviceBuilder(b, loc).threadInBlock();
    top.setInsertionPointToStart(&function.getBody().front());
  }

  /// The kernel's blocks, the next ones.
  void add(MergedKernel kernel) {
    DeviceBuilder device(b, loc);
    const int64_t blocks = kernel.geometry.blocks;
    Value own = arith::SubIOp::create(b, loc, block, device.i32(firstBlock));
    Value isOwn = isBelow(own, blocks * kernel.times);
    if (kernel.geometry.threads != threads)
      isOwn = arith::AndIOp::create(b, loc, isOwn, isBelow(thread, kernel.geometry.threads));
    auto branch = scf::IfOp::create(b, loc, isOwn, /*withElseRegion=*/false);
    OpBuilder outside = b;
    b = branch.getThenBodyBuilder();
    Value time;
    if (kernel.times > 1) {
      time = arith::DivUIOp::create(b, loc, own, device.i32(blocks));
      own = arith::RemUIOp::create(b, loc, own, device.i32(blocks));
    }
    copyBody(kernel, time, own);
    b = outside;
    firstBlock += blocks * kernel.times;
    firstParameter += kernel.function.getNumArguments() * kernel.times;
  }

  int64_t numBlocks() const { return firstBlock; }

private:
  Value isBelow(Value number, int64_t bound) {
    return arith::CmpIOp::create(b, loc, arith::CmpIPredicate::ult, number, DeviceBuilder(b, loc).i32(bound));
  }

  /// Of the buffer of each time, the one of `time`.
  Value parameter(MergedKernel kernel, unsigned number, Value time) {
    auto at = [&](int64_t t) {
      return Value(
          function.getArgument(firstParameter + static_cast<unsigned>(t) * kernel.function.getNumArguments() + number));
    };
    Value result = at(0);
    for (int64_t t = 1; t != kernel.times; ++t) {
      Value isThis = arith::CmpIOp::create(b, loc, arith::CmpIPredicate::eq, time, DeviceBuilder(b, loc).i32(t));
      result = arith::SelectOp::create(b, loc, isThis, at(t), result);
    }
    return result;
  }

  void copyBody(MergedKernel kernel, Value time, Value own) {
    IRMapping map;
    for (unsigned i = 0; i != kernel.function.getNumArguments(); ++i)
      map.map(kernel.function.getArgument(i), parameter(kernel, i, time));
    Operation *last =
        b.getInsertionPoint() == b.getInsertionBlock()->begin() ? nullptr : &*std::prev(b.getInsertionPoint());
    for (Operation &op : kernel.function.getBody().front().without_terminator()) {
      // What a thread has in memory of its own is the function's, which a branch would take anew.
      const bool isMemory = isa<LLVM::AllocaOp>(op) ||
                            (isa<arith::ConstantOp>(op) && llvm::any_of(op.getUsers(), llvm::IsaPred<LLVM::AllocaOp>));
      (isMemory ? top : b).clone(op, map);
    }
    const bool isPart = kernel.geometry.threads != threads;
    SmallVector<Operation *> places;
    for (Operation *op = last ? last->getNextNode() : &b.getInsertionBlock()->front(); op; op = op->getNextNode())
      op->walk([&](LLVM::CallIntrinsicOp call) {
        if (call.getIntrin() == kBlockNumber || (isPart && call.getIntrin() == kSyncBlock))
          places.push_back(call);
      });
    for (Operation *op : places) {
      auto call = cast<LLVM::CallIntrinsicOp>(op);
      if (call.getIntrin() == kBlockNumber) {
        call->getResult(0).replaceAllUsesWith(own);
      } else {
        OpBuilder at(call);
        DeviceBuilder(at, loc).syncThreads(kernel.geometry.threads);
      }
      call.erase();
    }
  }

  func::FuncOp function;
  OpBuilder b;
  OpBuilder top; ///< where a thread's own memory is declared
  Location loc;
  const int64_t threads;
  Value block, thread;
  int64_t firstBlock = 0;
  unsigned firstParameter = 0;
};

} // namespace

Geometry emitMerged(ModuleOp module, Location loc, StringRef symbol, ArrayRef<MergedKernel> kernels) {
  unsigned parameters = 0;
  int64_t threads = 1;
  for (MergedKernel kernel : kernels) {
    parameters += kernel.function.getNumArguments() * static_cast<unsigned>(kernel.times);
    threads = std::max(threads, kernel.geometry.threads);
  }
  Merger merger(createKernel(module, loc, symbol, parameters, threads), loc, threads);
  for (MergedKernel kernel : kernels)
    merger.add(kernel);
  return {merger.numBlocks(), threads};
}

} // namespace shardwright::lower::cuda
