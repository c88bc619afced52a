#ifndef SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LIBRARY_H
#define SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LIBRARY_H

#include "runtime/backends/host/KernelImage.h"

#include "shardwright/Runtime/Executable.h"

#include "absl/status/status.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace shardwright::runtime::host {

/// A library call made ready at load.
class LibraryRoutine {
public:
  virtual ~LibraryRoutine() = default;
  /// Bytes of each buffer the call takes: the step's buffers must be at least as large, and as many.
  virtual std::vector<uint64_t> bufferBytes() const = 0;
  /// How many of these are read; the others are written.
  virtual size_t numInputs() const = 0;
  /// Whether written buffer number i may be the same bytes as read buffer number i.
  virtual bool worksInPlace() const { return false; }
  virtual uint64_t scratchBytes() const { return 0; }
  /// Must not allocate. `scratch` is 64-byte aligned. False where a library reports an error.
  virtual bool run(void *const *buffers, void *scratch, int worker) const = 0;
};

/// What the host backend offers to StepKind::Library, by name; those without a kernel are called for programs on GPUs,
/// too (backends/cuda/HostRoutines.h):
///
///   sort         parameters: dim. types, shapes: of the N operands, all of one shape. Buffers: N inputs, N outputs,
///                apart. kernelSymbol: the comparator, called with the buffers (lhs0, rhs0, lhs1, rhs1, ..., result i1)
///                of one element each and the range [0, 1): whether lhs comes before rhs. Always stable.
///   sort_by_key  parameters: dim, how many of each line's first elements are wanted, descending. types, shapes: of the
///                operands, then of the key. Buffers: as sort; what is not wanted stays as it is. kernelSymbol: what is
///                compared, called with the buffers (a line of each operand, of keys) and its whole range.
///                Keys are compared as integers, or by IEEE 754's total order. Always stable.
///   convolution  see Convolution.cpp for the parameters. types, shapes: lhs, rhs, out. Buffers: lhs, rhs, out.
///   fft          parameters: number of inputs, of dimensions (the last ones), whether inverse. Buffers: real and
///                imaginary parts of the operand, of the result; where one is real, its real part alone.
///   cholesky     parameters: lower. Buffers: a, factor (the other triangle zero), and perhaps info as LAPACK's potrf.
///   triangular_solve  parameters: left_side, lower, unit_diagonal, transposed. Buffers: a, b, x.
///   householder_qr, householder_product, lu  LAPACK's geqrf, orgqr and getrf. Buffers: a, packed, scales; packed,
///                scales, q; a, packed, pivots, info.
///   symmetric_eigen, singular_values  LAPACK's syevd and gesdd; see Spectra.h.
///                All of these of the matrices in the last two dimensions of f32 or f64.
///   pivoted_qr, householder_multiply, hessenberg, tridiagonal, tridiagonal_solve, eigen, schur  LAPACK's geqp3, ormqr,
///                gehrd, sytrd, gtsv, geev and gees, with operands and results as JAX's custom calls have them; see
///                LapackCalls.h; tridiagonal_solve_perturbed. All but the last one are there with `complex_` in front,
///                too: each complex operand and result is a buffer of real and one of imaginary parts.
///                kFailedPrecondition without LAPACK.
///
/// `workers` bounds the worker numbers that run will see.
/// kInvalidArgument where the name is unknown or the call does not fit what the routine takes.
absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeLibraryRoutine(const LibraryCall &call, KernelFunction kernel,
                                                                   int workers);

/// Whether the buffers of step number `step` are those that its routine takes. kInvalidArgument names the step.
absl::Status checkLibraryStep(const Executable &executable, uint32_t step, const LibraryRoutine &routine);
/// What is said where the library that a step of the device calls reports an error.
absl::Status libraryError(const Executable &executable, uint32_t step, int64_t device);

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeSort(const LibraryCall &call, KernelFunction kernel, int workers);
absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeSortByKey(const LibraryCall &call, KernelFunction kernel,
                                                              int workers);
absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeConvolution(const LibraryCall &call, KernelFunction kernel,
                                                                int workers);
absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeFactorization(const LibraryCall &call, KernelFunction kernel,
                                                                  int workers);
/// In front of the name of what computes on complex matrices.
constexpr char kComplexPrefix[] = "complex_";
absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeDecomposition(const LibraryCall &call, KernelFunction kernel,
                                                                  int workers);
absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeFourier(const LibraryCall &call, KernelFunction kernel,
                                                            int workers);

} // namespace shardwright::runtime::host

#endif // SHARDWRIGHT_RUNTIME_BACKENDS_HOST_LIBRARY_H
