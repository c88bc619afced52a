#include "shardwright/Runtime/Target.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

#include <algorithm>
#include <vector>

namespace shardwright::runtime {
namespace {

struct Feature {
  const char *name;
  bool present;
};

/// The features under the names LLVM gives them.
const std::vector<Feature> &features() {
  static const std::vector<Feature> all = [] {
    std::vector<Feature> list;
#if defined(__x86_64__)
    __builtin_cpu_init();
#define SW_FEATURE(name) list.push_back({#name, __builtin_cpu_supports(#name) != 0})
    SW_FEATURE(sse3);
    SW_FEATURE(ssse3);
    list.push_back({"sse4.1", __builtin_cpu_supports("sse4.1") != 0});
    list.push_back({"sse4.2", __builtin_cpu_supports("sse4.2") != 0});
    SW_FEATURE(popcnt);
    SW_FEATURE(avx);
    SW_FEATURE(avx2);
    SW_FEATURE(fma);
    SW_FEATURE(bmi);
    SW_FEATURE(bmi2);
    SW_FEATURE(avx512f);
    SW_FEATURE(avx512bw);
    SW_FEATURE(avx512cd);
    SW_FEATURE(avx512dq);
    SW_FEATURE(avx512vl);
    SW_FEATURE(avx512ifma);
    SW_FEATURE(avx512vbmi);
    SW_FEATURE(avx512vbmi2);
    SW_FEATURE(avx512vnni);
    SW_FEATURE(avx512bitalg);
    SW_FEATURE(avx512vpopcntdq);
    list.push_back({"avx512bf16", __builtin_cpu_supports("avx512bf16") != 0});
#undef SW_FEATURE
#endif
    return list;
  }();
  return all;
}

constexpr char kPrefix[] = "host:";

} // namespace

std::string hostTarget() {
  std::vector<std::string> present;
  for (const Feature &feature : features())
    if (feature.present)
      present.push_back(feature.name);
  return kPrefix + absl::StrJoin(present, ",");
}

absl::Status checkTarget(const std::string &target) {
  if (!absl::StartsWith(target, kPrefix))
    return absl::InvalidArgumentError(absl::StrCat("compiled for '", target,
                                                   "', this runtime runs 'host:' programs: "
                                                   "recompile with --backend=host"));
  std::vector<std::string> missing;
  for (absl::string_view name : absl::StrSplit(target.substr(sizeof(kPrefix) - 1), ',', absl::SkipEmpty())) {
    bool present = std::any_of(features().begin(), features().end(),
                               [&](const Feature &feature) { return feature.present && name == feature.name; });
    if (!present)
      missing.emplace_back(name);
  }
  if (missing.empty())
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("compiled for a CPU with ", absl::StrJoin(missing, ", "),
                                                 ", which this machine does not have: recompile on it"));
}

} // namespace shardwright::runtime
