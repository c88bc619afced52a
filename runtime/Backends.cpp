#include "runtime/Backend.h"

#include "absl/strings/str_cat.h"

namespace shardwright::runtime {

std::string backendOf(const std::string &target) { return target.substr(0, target.find(':')); }

absl::StatusOr<Backend *> findBackend(const std::string &name) {
  for (Backend *backend : {&hostBackend(), &cudaBackend()})
    if (name == backend->name())
      return backend;
  return absl::InvalidArgumentError(absl::StrCat("no backend '", name, "'; there are host and cuda"));
}

} // namespace shardwright::runtime
