#ifndef PASSES_LOWER_CUDA_KERNELWRITER_H
#define PASSES_LOWER_CUDA_KERNELWRITER_H

#include "passes/lower/cuda/EmitMerged.h"

#include "dialects/exec/ExecOps.h"
#include "shardwright/Runtime/Executable.h"

#include "llvm/ADT/StringMap.h"

#include <optional>

namespace shardwright::lower::cuda {

/// The kernels of an executable for GPUs: an entry of its table and, unless there is to be no code, a function in
/// `module` for each. Equal products and exchanges have one.
class KernelWriter {
public:
  /// `module` null: no code.
  KernelWriter(mlir::ModuleOp module, runtime::Executable &executable) : module(module), e(executable) {}

  uint32_t add(exec::KernelOp kernel);
  /// Of a launch of several kernels, `kernels` in the order of their buffers, equal ones beside each other.
  uint32_t addMerged(llvm::ArrayRef<exec::KernelOp> kernels);
  /// Takes out the code of kernels that have been added only as parts of launches; nothing is added behind it.
  void dropParts();
  uint32_t addProduct(exec::MatmulOp op);
  /// Whether the product's kernel computes it even where a library could: batches of matrices with one narrow side, and
  /// batches of batches, which libraries do not have.
  static bool isOwnProduct(exec::MatmulOp op);
  /// What a host calls a routine for; nothing where there is no kernel for it.
  std::optional<uint32_t> addRoutine(exec::LibraryOp op);
  /// For groups of `members`, a collective of the operation that stands in the executable's table as `collective`.
  mlir::LogicalResult addExchange(exec::CollectiveOp op, mlir::Type element, int64_t members,
                                  runtime::Collective &collective);

private:
  /// A kernel's code, and whether it is launched by itself.
  struct Emitted {
    MergedKernel kernel;
    bool hasEntry = false;
  };
  Emitted &emit(exec::KernelOp kernel);
  std::optional<uint32_t> addAttention(exec::LibraryOp op);
  uint32_t addEntry(llvm::StringRef symbol, Geometry geometry);
  uint32_t addGraph(mlir::Location loc, llvm::StringRef kind, llvm::StringRef key, const KernelGraph &graph);

  mlir::ModuleOp module;
  runtime::Executable &e;
  llvm::StringMap<Emitted> emitted;
  llvm::StringMap<uint32_t> products, routines, exchanges, merged;
  std::optional<uint32_t> firstCopy;
};

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_KERNELWRITER_H
