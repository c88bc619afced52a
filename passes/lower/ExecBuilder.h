#ifndef PASSES_LOWER_EXECBUILDER_H
#define PASSES_LOWER_EXECBUILDER_H

#include "passes/lower/KernelBuilder.h"
#include "passes/lower/KernelPlan.h"
#include "passes/lower/LowerToExec.h"

#include "dialects/exec/ExecOps.h"
#include "dialects/stablehlo/StablehloOps.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace shardwright::lower {

/// Turns a prepared function into an `exec.program` with its kernels. Failure comes with a diagnostic at the operation
/// that cannot be lowered.
class ExecBuilder {
public:
  /// Into `module`, which gets the mesh, the kernels and the program.
  ExecBuilder(mlir::func::FuncOp function, mlir::ModuleOp module, const LoweringOptions &choices, ExecOrigins *origins);

  mlir::FailureOr<exec::ProgramOp> run();

private:
  void buildInterfaces();
  mlir::LogicalResult buildBlock(mlir::Block &block);
  mlir::LogicalResult buildOp(mlir::Operation *op);

  // Kernels.
  mlir::LogicalResult buildKernel(mlir::Operation *op);
  mlir::LogicalResult buildGroup(const KernelGroup &group);
  mlir::LogicalResult buildUpdate(mlir::Operation *op);
  mlir::LogicalResult buildScatter(mlir::Operation *op);
  mlir::LogicalResult buildSelectAndScatter(mlir::Operation *op);
  mlir::LogicalResult addLaunch(const KernelBuilder &builder, mlir::Operation *op);
  /// A buffer of a kernel; `buffer` is null where the kernel keeps it for itself.
  struct KernelBuffer {
    mlir::Value buffer;
    bool isWritten, isRead; ///< as in KernelBuilder::BufferUse
  };
  /// Of the kernel, or, where a GPU had too little to do at a time, of several that compute the same.
  void addLaunches(const KernelGraph &graph, llvm::ArrayRef<KernelBuffer> uses, mlir::Operation *op);
  unsigned kernelNumber(const KernelGraph &graph, mlir::Operation *op);
  exec::KernelOp addKernel(const KernelGraph &graph, const llvm::Twine &name, mlir::Operation *op);

  // Calls (BuildCalls.cpp).
  mlir::LogicalResult buildMatmul(mlir::Operation *op);
  mlir::LogicalResult buildConvolution(mlir::Operation *op);
  mlir::LogicalResult buildLibrary(stablehlo::CustomCallOp op, llvm::ArrayRef<int64_t> parameters);
  mlir::LogicalResult buildSort(mlir::Operation *op);

  // Between devices (BuildCollectives.cpp).
  mlir::LogicalResult buildCollective(mlir::Operation *op);
  mlir::LogicalResult buildDone(mlir::Operation *op);
  mlir::LogicalResult buildAxisIndex(mlir::Operation *op);

  // Checks (BuildChecks.cpp).
  mlir::LogicalResult buildCheck(mlir::Operation *op);

  // Control flow (BuildControlFlow.cpp).
  mlir::LogicalResult buildWhile(mlir::Operation *op);
  mlir::LogicalResult buildBranches(mlir::Operation *op);
  /// A region of steps: builds into it, and then goes on behind the op that has it.
  template <typename Build> mlir::LogicalResult inside(mlir::Region &region, Build build) {
    mlir::OpBuilder::InsertionGuard guard(b);
    b.createBlock(&region);
    return build();
  }

  /// The buffer of a value; made on first use. One that repeats an element is filled by a step that is added now: ask
  /// for buffers before adding the step that uses them.
  mlir::Value bufferOf(mlir::Value value);
  mlir::Value fillBuffer(stablehlo::ConstantOp constant);
  mlir::Value newBuffer(uint64_t bytes, mlir::Value value = {});
  mlir::Value newConstant(mlir::ElementsAttr value, uint64_t bytes);
  mlir::Value noteValue(mlir::Operation *buffer, mlir::Value value);
  exec::BufferType bufferType(uint64_t bytes) { return exec::BufferType::get(b.getContext(), bytes); }
  uint64_t bytesOf(mlir::Value value);
  /// Adds a step for `op` where the builder stands: `Step::create(b, loc, arguments..., source)`.
  template <typename Step, typename... Arguments> Step addStep(mlir::Operation *op, Arguments &&...arguments) {
    return note(Step::create(b, op->getLoc(), std::forward<Arguments>(arguments)..., sourceOf(op)), op);
  }
  template <typename Step> Step note(Step step, mlir::Operation *op) {
    if (origins)
      origins->ops[step] = op;
    return step;
  }
  void addCopy(mlir::Value from, mlir::Value to, mlir::Operation *op) { addStep<exec::CopyOp>(op, from, to); }
  exec::SourceAttr sourceOf(mlir::Operation *op);

  mlir::func::FuncOp function;
  mlir::ModuleOp module;
  const LoweringOptions choices;
  ExecOrigins *origins;
  KernelPlan plan;
  mlir::OpBuilder b;         ///< where steps go
  mlir::OpBuilder buffersAt; ///< where buffers go
  mlir::OpBuilder kernelsAt; ///< where kernels go
  llvm::DenseMap<mlir::Value, mlir::Value> buffers;
  llvm::DenseMap<mlir::Operation *, mlir::Value> events; ///< of collectives that nothing has waited for yet
  llvm::SmallVector<mlir::Value> results;
  struct Kernel {
    exec::KernelOp op;
    /// Its buffers (read, written) of which the second may be the memory of the first.
    llvm::SmallVector<std::pair<unsigned, unsigned>, 2> inPlace;
  };
  std::vector<Kernel> kernels;
  llvm::DenseMap<Words, unsigned> kernelNumbers; ///< equal ones are made once
  llvm::DenseMap<Words, exec::KernelOp> sortKernels;
  llvm::DenseMap<mlir::Location, mlir::StringAttr> places;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_EXECBUILDER_H
