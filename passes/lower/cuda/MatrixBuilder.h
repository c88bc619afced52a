#ifndef PASSES_LOWER_CUDA_MATRIXBUILDER_H
#define PASSES_LOWER_CUDA_MATRIXBUILDER_H

#include "passes/lower/cuda/DeviceBuilder.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

namespace shardwright::lower::cuda {

/// Arithmetic of a thread and what a warp does together with matrix units: instructions of sm_80 and up. Indices are of
/// 32 bits and not negative where they are divided.
class MatrixBuilder {
public:
  MatrixBuilder(mlir::OpBuilder &b, mlir::Location loc) : b(b), loc(loc) {}

  DeviceBuilder device() { return {b, loc}; }
  mlir::Value i32(int64_t value) { return device().i32(value); }
  mlir::Value i64(int64_t value) { return device().number(b.getI64Type(), value); }
  mlir::Value f32(float value);
  mlir::Value wide(mlir::Value index);

  mlir::Value add(mlir::Value x, mlir::Value y);
  mlir::Value sub(mlir::Value x, mlir::Value y);
  mlir::Value times(mlir::Value x, int64_t factor);
  mlir::Value div(mlir::Value x, int64_t divisor);
  mlir::Value rem(mlir::Value x, int64_t divisor);
  mlir::Value div(mlir::Value x, mlir::Value divisor);
  mlir::Value rem(mlir::Value x, mlir::Value divisor);
  mlir::Value bitAnd(mlir::Value x, int64_t bits);
  mlir::Value shiftRight(mlir::Value x, int64_t bits);
  mlir::Value least(mlir::Value x, mlir::Value y);
  mlir::Value most(mlir::Value x, mlir::Value y);
  mlir::Value below(mlir::Value x, int64_t bound) { return belowInt(x, i32(bound)); }
  mlir::Value belowInt(mlir::Value x, mlir::Value y);
  mlir::Value equalInt(mlir::Value x, int64_t y);
  mlir::Value notBelow(mlir::Value x, int64_t bound);
  mlir::Value either(mlir::Value x, mlir::Value y);
  mlir::Value both(mlir::Value x, mlir::Value y);
  mlir::Value select(mlir::Value condition, mlir::Value x, mlir::Value y);

  mlir::Value addFloat(mlir::Value x, mlir::Value y);
  mlir::Value subFloat(mlir::Value x, mlir::Value y);
  mlir::Value mulFloat(mlir::Value x, mlir::Value y);
  mlir::Value divFloat(mlir::Value x, mlir::Value y);
  /// The larger one; a number where one of them is none.
  mlir::Value maximum(mlir::Value x, mlir::Value y);
  mlir::Value equal(mlir::Value x, mlir::Value y);
  mlir::Value larger(mlir::Value x, mlir::Value y);
  /// To about 2 units in the last place of f32, and what rounding x times log2(e) adds.
  mlir::Value exp(mlir::Value x);

  /// What is there, or zeros.
  mlir::Value loadIf(mlir::Value condition, mlir::Type type, mlir::Value pointer, int64_t bytes);
  mlir::Value joinHalves(mlir::Value low, mlir::Value high);
  mlir::Value joinFloats(mlir::Value first, mlir::Value second);
  /// Two floats rounded to `type`, bf16 or f16, in one register.
  mlir::Value pack(mlir::Type type, mlir::Value low, mlir::Value high);
  /// One of the two, as a float.
  mlir::Value unpack(mlir::Type type, mlir::Value packed, bool isHigh);
  /// A float rounded to `type`, as a float.
  mlir::Value rounded(mlir::Type type, mlir::Value value);

  /// 16 bytes from global memory to shared memory, later; zeros where the condition does not hold.
  void copyPiece(mlir::Value to, mlir::Value from, mlir::Value condition);
  void commitCopies();
  /// Until no more than so many groups are under way.
  void waitForCopies(int64_t groups);

  /// Four matrices of 8 x 8 elements of 16 bits, whose lines are where groups of eight lanes point.
  llvm::SmallVector<mlir::Value> loadMatrices(mlir::Value pointer, bool isTransposed);
  /// Adds the product of 16 x 16 and 16 x 8 elements to four sums.
  void multiply(mlir::Type type, llvm::ArrayRef<mlir::Value> left, llvm::ArrayRef<mlir::Value> right,
                llvm::MutableArrayRef<mlir::Value> sums);

private:
  mlir::OpBuilder &b;
  mlir::Location loc;
};

} // namespace shardwright::lower::cuda

#endif // PASSES_LOWER_CUDA_MATRIXBUILDER_H
