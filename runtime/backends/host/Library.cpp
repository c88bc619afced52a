#include "runtime/backends/host/Library.h"

#include "runtime/Overlap.h"
#include "shardwright/Runtime/Runtime.h"

#include "absl/strings/str_cat.h"

namespace shardwright::runtime::host {
namespace {
struct RoutineEntry {
  const char *name;
  absl::StatusOr<std::unique_ptr<LibraryRoutine>> (*make)(const LibraryCall &call, KernelFunction kernel, int workers);
};
constexpr RoutineEntry kEntries[] = {
    {"cholesky", makeFactorization},
    {"complex_cholesky", makeDecomposition},
    {"complex_eigen", makeDecomposition},
    {"complex_hessenberg", makeDecomposition},
    {"complex_householder_multiply", makeDecomposition},
    {"complex_householder_product", makeDecomposition},
    {"complex_householder_qr", makeDecomposition},
    {"complex_lu", makeDecomposition},
    {"complex_pivoted_qr", makeDecomposition},
    {"complex_schur", makeDecomposition},
    {"complex_singular_values", makeDecomposition},
    {"complex_symmetric_eigen", makeDecomposition},
    {"complex_triangular_solve", makeDecomposition},
    {"complex_tridiagonal", makeDecomposition},
    {"complex_tridiagonal_solve", makeDecomposition},
    {"convolution", makeConvolution},
    {"eigen", makeDecomposition},
    {"fft", makeFourier},
    {"hessenberg", makeDecomposition},
    {"householder_multiply", makeDecomposition},
    {"householder_product", makeFactorization},
    {"householder_qr", makeFactorization},
    {"lu", makeFactorization},
    {"pivoted_qr", makeDecomposition},
    {"schur", makeDecomposition},
    {"singular_values", makeFactorization},
    {"sort", makeSort},
    {"sort_by_key", makeSortByKey},
    {"symmetric_eigen", makeFactorization},
    {"triangular_solve", makeFactorization},
    {"tridiagonal", makeDecomposition},
    {"tridiagonal_solve", makeDecomposition},
    {"tridiagonal_solve_perturbed", makeDecomposition},
};
} // namespace

absl::StatusOr<std::unique_ptr<LibraryRoutine>> makeLibraryRoutine(const LibraryCall &call, KernelFunction kernel,
                                                                   int workers) {
  std::string known;
  for (const RoutineEntry &entry : kEntries) {
    if (call.name == entry.name)
      return entry.make(call, kernel, workers);
    absl::StrAppend(&known, known.empty() ? "" : ", ", entry.name);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("library call '", call.name, "' is not known to this runtime: it has ", known));
}

/// What a routine writes must be apart from what it reads, unless it is made for that.
static absl::Status checkLibraryBuffers(const Executable &executable, const Step &step, const LibraryRoutine &routine) {
  std::vector<StepBuffer> buffers;
  std::vector<int64_t> partners(step.numSlots, -1);
  size_t inputs = routine.numInputs();
  for (uint32_t i = 0; i != step.numSlots; ++i) {
    buffers.push_back(stepBuffer(executable, executable.stepSlots[step.firstSlot + i], i >= inputs));
    if (i >= inputs && routine.worksInPlace())
      partners[i] = static_cast<int64_t>(i - inputs);
  }
  return checkApart(buffers, partners);
}

absl::Status checkLibraryStep(const Executable &executable, uint32_t number, const LibraryRoutine &routine) {
  const Step &step = executable.steps[number];
  std::vector<uint64_t> want = routine.bufferBytes();
  bool fits = want.size() == step.numSlots;
  for (uint32_t i = 0; fits && i != step.numSlots; ++i)
    fits = executable.slots[executable.stepSlots[step.firstSlot + i]].bytes >= want[i];
  absl::Status status = fits ? checkLibraryBuffers(executable, step, routine)
                             : absl::InvalidArgumentError(
                                   absl::StrCat("'", executable.libraryCalls[step.index].name, "' takes ", want.size(),
                                                " buffers, the step has ", step.numSlots, ", or one is too small"));
  return status.ok()
             ? status
             : absl::InvalidArgumentError(absl::StrCat(describeStep(executable, number), ": ", status.message()));
}

absl::Status libraryError(const Executable &executable, uint32_t step, int64_t device) {
  return absl::InternalError(
      absl::StrCat(describeStep(executable, step), " on device ", device, ": the matrix library reports an error"));
}

} // namespace shardwright::runtime::host
