#ifndef LIB_COMPILER_LARGESTACK_H
#define LIB_COMPILER_LARGESTACK_H

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace shardwright::compiler {

/// Calls `work` where the stack has room for what passes/common/Limits.h lets programs nest: on this thread where it
/// has, as a tool's main thread after runtime::guardProcess(), else on one of its own, for which this one waits.
/// kResourceExhausted where there is no such thread to have; `work` was not called then.
absl::Status onLargeStack(llvm::function_ref<void()> work);

/// The same of work that has a status or a value to give.
template <typename Work>
auto onLargeStack(Work work) -> std::enable_if_t<!std::is_void_v<decltype(work())>, decltype(work())> {
  std::optional<decltype(work())> result;
  if (absl::Status status = onLargeStack(llvm::function_ref<void()>([&] { result.emplace(work()); })); !status.ok())
    return status;
  return *std::move(result);
}

} // namespace shardwright::compiler

#endif // LIB_COMPILER_LARGESTACK_H
