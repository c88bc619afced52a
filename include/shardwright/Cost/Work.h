#ifndef SHARDWRIGHT_COST_WORK_H
#define SHARDWRIGHT_COST_WORK_H

#include "shardwright/Topology/Functions.h"

#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <string>

/// What a device is asked to do, whatever the device: the queries that DeviceCosts answers. Amounts are those of one
/// device and one execution.
namespace shardwright::cost {

/// A batch of products [m, k] times [k, n].
struct ProductWork {
  std::string type; ///< of the operands, as in Device::flopsPerSecond: bf16, f32, fp8, ...
  int64_t batch = 1, m = 1, n = 1, k = 1;
  /// How the operands are laid out, as in MeasuredDevice::Product.
  std::string form = "nn";
  /// Operands and result, each once.
  double readBytes = 0, writtenBytes = 0;
  /// So many products of the type stand for one: of its operands' leading and trailing parts.
  int64_t passes = 1;
  /// FLOPs of a multiply-add; 8 where the elements are complex.
  double multiplyAdd = 2;

  double flops() const { return multiplyAdd * double(batch) * double(m) * double(n) * double(k); }
};

/// Of an operation on complex elements, which kernels do not hold; on average.
constexpr double kOperationsPerComplexElement = 6;

/// A function of elements, a reduction or a routine, as a part of a kernel's work: what takes other than its steps
/// where it was measured.
struct FunctionWork {
  Function function = Function::None;
  MathType type = MathType::F32;
  double units = 0;                        ///< elements, or steps of a routine
  double vectorSteps = 0, scalarSteps = 0; ///< of those of the kernel
  double starts = 1;                       ///< results of a reduction, else calls
};

/// One kernel over elements: a fused chain, a reduction, a movement of data. What is computed and used inside it costs
/// arithmetic only; bytes are those that cross its border.
struct KernelWork {
  double flops = 0; ///< a floating-point operation of one element each
  /// The same in instructions of one element: a load, a store and an addition are 1, a division 6, an exponential 20.
  double vectorSteps = 0, scalarSteps = 0; ///< in loops that can run on vectors, and in those that cannot
  double stridedSteps = 0;                 ///< loads whose neighbours in a vector are no neighbours in memory
  double stridedBytes = 0;                 ///< what they load, each element once; not at computed places
  double loops = 0;                        ///< how often a loop inside the outer ones is entered
  /// So many neighbours are walked alike, at least: what a vector can hold of them; 0: all.
  double columns = 0;
  double readBytes = 0, writtenBytes = 0;
  /// Of readBytes and writtenBytes, what lies at places that were computed (gather, scatter), and how many bytes lie
  /// together there.
  double scatteredBytes = 0, runBytes = 0;
  llvm::SmallVector<FunctionWork, 1> functions;
  /// Into so many parts it can be divided among the cores of a device.
  int64_t parts = 1;
  /// Whether it is a routine that devices without it leave to the host (Device::host).
  bool isRoutine = false;

  double bytes() const { return readBytes + writtenBytes; }

  /// A library's call that computes so much (an instruction is half of a multiply-add), in loops of the one kind or the
  /// other.
  static KernelWork ofCall(Function function, MathType type, double flops, bool isScalar, double readBytes,
                           double writtenBytes) {
    KernelWork work;
    work.flops = flops;
    (isScalar ? work.scalarSteps : work.vectorSteps) = flops / 2;
    work.isRoutine = isHostRoutine(function);
    // The elements of what is no routine.
    if (function != Function::None)
      work.functions.push_back({function, type, isScalar ? flops / 2 : flops / kOperationsPerComplexElement,
                                work.vectorSteps, work.scalarSteps});
    work.readBytes = readBytes;
    work.writtenBytes = writtenBytes;
    return work;
  }
};

/// A comparison sort of `rows` independent rows.
struct SortWork {
  double rows = 1, length = 1;
  double bytes = 0; ///< of all that moves with the keys, once
};

} // namespace shardwright::cost

#endif // SHARDWRIGHT_COST_WORK_H
