#include "runtime/backends/host/Library.h"

#include "absl/strings/str_cat.h"

namespace shardwright::runtime::host {
namespace {
struct RoutineEntry {
  const char *name;
  absl::StatusOr<std::unique_ptr<LibraryRoutine>> (*make)(const LibraryCall &call, KernelFunction kernel, int workers);
};
constexpr RoutineEntry kEntries[] = {
    {"cholesky", makeFactorization},
    {"convolution", makeConvolution},
    {"fft", makeFourier},
    {"householder_product", makeFactorization},
    {"householder_qr", makeFactorization},
    {"lu", makeFactorization},
    {"singular_values", makeFactorization},
    {"sort", makeSort},
    {"sort_by_key", makeSortByKey},
    {"symmetric_eigen", makeFactorization},
    {"triangular_solve", makeFactorization},
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

} // namespace shardwright::runtime::host
