#include "shardwright/Runtime/Target.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

#include <fstream>
#include <set>
#include <vector>

namespace shardwright::runtime {
namespace {

constexpr absl::string_view kPrefix = "host:";

#if defined(__x86_64__)
constexpr absl::string_view kArchitecture = "x86_64";
#elif defined(__aarch64__)
constexpr absl::string_view kArchitecture = "aarch64";
#else
constexpr absl::string_view kArchitecture = "";
#endif

/// What the kernel says the CPU has, in its own names; empty where it does not say.
const std::set<std::string> &cpuFlags() {
  static const std::set<std::string> flags = [] {
    std::ifstream file("/proc/cpuinfo");
    for (std::string line; std::getline(file, line);)
      if (absl::StartsWith(line, "flags") || absl::StartsWith(line, "Features")) {
        std::vector<std::string> names = absl::StrSplit(line.substr(line.find(':') + 1), ' ', absl::SkipEmpty());
        return std::set<std::string>(names.begin(), names.end());
      }
    return std::set<std::string>();
  }();
  return flags;
}

/// LLVM's names where the kernel has others.
struct Rename {
  absl::string_view llvm, kernel;
};
constexpr Rename kRenames[] = {
    {"64bit", "lm"},
    {"avx512bf16", "avx512_bf16"},
    {"avx512bitalg", "avx512_bitalg"},
    {"avx512fp16", "avx512_fp16"},
    {"avx512vbmi2", "avx512_vbmi2"},
    {"avx512vnni", "avx512_vnni"},
    {"avx512vpopcntdq", "avx512_vpopcntdq"},
    {"avxvnni", "avx_vnni"},
    {"bmi", "bmi1"},
    {"crc32", "sse4_2"},
    {"lzcnt", "abm"},
    {"neon", "asimd"},
    {"pclmul", "pclmulqdq"},
    {"prfchw", "3dnowprefetch"},
    {"rdrnd", "rdrand"},
    {"sahf", "lahf_lm"},
    {"sha", "sha_ni"},
    {"sse3", "pni"},
};

} // namespace

bool hasCpuFeature(absl::string_view name) {
  // A shadow stack is the system's business, no instruction of a kernel's.
  if (name == "shstk" || cpuFlags().empty())
    return true;
  for (const Rename &rename : kRenames)
    if (name == rename.llvm)
      return cpuFlags().count(std::string(rename.kernel)) != 0;
  return cpuFlags().count(absl::StrReplaceAll(name, {{".", "_"}, {"-", "_"}})) != 0;
}

bool multipliesBf16() {
  return hasCpuFeature("amx-bf16") || (hasCpuFeature("avx512bf16") && !hasCpuFeature("avx512fp16"));
}

absl::Status checkTarget(const std::string &target) {
  absl::string_view rest = target;
  if (!absl::ConsumePrefix(&rest, kPrefix))
    return absl::InvalidArgumentError(
        absl::StrCat("compiled for '", target, "', this runtime runs 'host:' programs: recompile with --backend=host"));
  std::vector<std::string> parts = absl::StrSplit(rest, ':');
  std::string architecture = parts.size() > 1 ? parts[0].substr(0, parts[0].find('-')) : "";
  if (!architecture.empty() && architecture != kArchitecture)
    return absl::InvalidArgumentError(
        absl::StrCat("compiled for ", architecture, ", this machine is ", kArchitecture, ": recompile for it"));
  std::vector<std::string> missing;
  for (absl::string_view name : absl::StrSplit(parts.back(), ',', absl::SkipEmpty())) {
    absl::ConsumePrefix(&name, "+");
    if (name[0] != '-' && !hasCpuFeature(name))
      missing.emplace_back(name);
  }
  if (missing.empty())
    return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("compiled for a CPU with ", absl::StrJoin(missing, ", "),
                                                 ", which this machine does not have: recompile on it"));
}

} // namespace shardwright::runtime
