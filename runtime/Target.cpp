#include "shardwright/Runtime/Target.h"

#include "shardwright/Runtime/CpuFeatures.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include <vector>

namespace shardwright::runtime {
namespace {

constexpr absl::string_view kPrefix = "host:", kGpuPrefix = "cuda:";

#if defined(__x86_64__)
constexpr absl::string_view kArchitecture = "x86_64";
#elif defined(__aarch64__)
constexpr absl::string_view kArchitecture = "aarch64";
#else
constexpr absl::string_view kArchitecture = "";
#endif

} // namespace

absl::Status checkTarget(const std::string &target) {
  absl::string_view rest = target;
  if (absl::StartsWith(target, kGpuPrefix))
    return absl::OkStatus(); // which GPU there is, its driver says
  if (!absl::ConsumePrefix(&rest, kPrefix))
    return absl::InvalidArgumentError(absl::StrCat(
        "compiled for '", target, "', this runtime runs 'host:' and 'cuda:' programs: recompile with --target=host"));
  std::vector<std::string> parts = absl::StrSplit(rest, ':');
  std::string architecture = parts.size() > 1 ? parts[0].substr(0, parts[0].find('-')) : "";
  if (!architecture.empty() && architecture != kArchitecture)
    return absl::InvalidArgumentError(
        absl::StrCat("compiled for ", architecture, ", this machine is ", kArchitecture, ": recompile for it"));
  std::vector<std::string> missing;
  for (absl::string_view name : absl::StrSplit(parts.back(), ',', absl::SkipEmpty())) {
    absl::ConsumePrefix(&name, "+");
    if (!name.empty() && name[0] != '-' && !thisCpuFeatures().count(name))
      missing.emplace_back(name);
  }
  if (missing.empty())
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      absl::StrCat("compiled for a CPU with ", absl::StrJoin(missing, ", "),
                   ", which this machine does not have: recompile on it, or with a --target of what it has"));
}

} // namespace shardwright::runtime
