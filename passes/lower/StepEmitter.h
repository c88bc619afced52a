#ifndef PASSES_LOWER_STEPEMITTER_H
#define PASSES_LOWER_STEPEMITTER_H

#include "passes/lower/KernelBuilder.h"
#include "passes/lower/KernelPlan.h"
#include "passes/lower/VirtualProgram.h"

#include "dialects/stablehlo/StablehloOps.h"

#include "shardwright/Sharding/AxisRef.h"

#include "mlir/Dialect/Func/IR/FuncOps.h"

#include <map>

namespace shardwright::lower {

/// Turns a prepared function into a flat schedule over virtual buffers, and its kernels into functions of a module.
/// Failure comes with a diagnostic at the operation that cannot be lowered.
class StepEmitter {
public:
  StepEmitter(mlir::func::FuncOp function, mlir::ModuleOp kernelModule, const LoweringOptions &choices);

  mlir::FailureOr<VirtualProgram> run();

private:
  mlir::LogicalResult scheduleBlock(mlir::Block &block);
  mlir::LogicalResult scheduleOp(mlir::Operation *op);

  // Kernels (Scheduler.cpp).
  mlir::LogicalResult scheduleKernel(mlir::Operation *op);
  mlir::LogicalResult scheduleGroup(const KernelGroup &group);
  mlir::LogicalResult scheduleUpdate(mlir::Operation *op);
  mlir::LogicalResult scheduleScatter(mlir::Operation *op);
  mlir::LogicalResult scheduleSelectAndScatter(mlir::Operation *op);
  mlir::LogicalResult addKernel(const KernelBuilder &builder, mlir::Operation *op);
  uint32_t kernelIndex(const KernelGraph &graph, mlir::Operation *op);

  // Calls (ScheduleCalls.cpp).
  mlir::LogicalResult scheduleMatmul(mlir::Operation *op);
  mlir::LogicalResult scheduleConvolution(mlir::Operation *op);
  mlir::LogicalResult scheduleLibrary(stablehlo::CustomCallOp op, llvm::ArrayRef<int64_t> parameters);
  mlir::LogicalResult scheduleSort(mlir::Operation *op);

  // Between devices (ScheduleCollectives.cpp).
  mlir::LogicalResult scheduleCollective(mlir::Operation *op);
  mlir::LogicalResult scheduleAxisIndex(mlir::Operation *op);

  // Checks (ScheduleChecks.cpp).
  mlir::LogicalResult scheduleCheck(mlir::Operation *op);

  // Control flow (ScheduleControlFlow.cpp).
  mlir::LogicalResult scheduleWhile(mlir::Operation *op);
  mlir::LogicalResult scheduleBranches(mlir::Operation *op);

  /// The buffer of a value; made on first use. A constant's lies in the executable's constants, or is filled by a step
  /// that is added now: ask for buffers before adding the step that uses them.
  uint32_t bufferOf(mlir::Value value);
  uint32_t fillBuffer(stablehlo::ConstantOp constant);
  uint32_t newBuffer(uint64_t bytes);
  uint64_t bytesOf(mlir::Value value);
  uint64_t addConstant(mlir::DenseElementsAttr value);
  VirtualStep &addStep(runtime::StepKind kind, mlir::Operation *op, uint32_t index = 0);
  void addCopy(uint32_t from, uint32_t to, mlir::Operation *op);
  uint32_t debugOf(mlir::Operation *op);
  uint32_t nextStep() const { return static_cast<uint32_t>(program.steps.size()); }
  /// The element type as the runtime stores it; checked for all values before anything is scheduled.
  runtime::ElementType elementType(mlir::Value value);
  mlir::LogicalResult checkTypes();

  mlir::func::FuncOp function;
  mlir::ModuleOp kernelModule;
  const LoweringOptions choices;
  KernelPlan plan;
  Mesh mesh;
  VirtualProgram program;
  llvm::DenseMap<mlir::Value, uint32_t> buffers;
  llvm::DenseMap<Words, uint32_t> kernels; ///< equal ones are made once
  /// By kernel: its buffers (read, written) of which the second may be the memory of the first.
  std::vector<llvm::SmallVector<std::pair<unsigned, unsigned>, 2>> inPlace;
  struct SortKernel {
    std::string symbol;
    int64_t range = 0;
  };
  llvm::DenseMap<Words, SortKernel> sortKernels;
  std::map<std::string, uint64_t> constants; ///< bytes -> offset
  std::map<std::string, uint32_t> debugEntries;
};

} // namespace shardwright::lower

#endif // PASSES_LOWER_STEPEMITTER_H
