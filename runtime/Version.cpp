#include "shardwright/Runtime/Version.h"

#include "runtime/Revision.inc"
#include "shardwright/Runtime/Serialize.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

#include <fstream>
#include <thread>

namespace shardwright::runtime {

std::string version() { return SHARDWRIGHT_VERSION SHARDWRIGHT_REVISION; }

/// As the kernel calls it; empty where it does not say.
static std::string cpuName() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (size_t colon = line.find(':'); colon != std::string::npos && line.rfind("model name", 0) == 0)
      return absl::StrCat(absl::StripLeadingAsciiWhitespace(line.substr(colon + 1)), ", ");
  return "";
}

std::string buildFacts() {
  unsigned cores = std::thread::hardware_concurrency();
  return absl::StrCat("built by       " SHARDWRIGHT_COMPILER "\nexecutables    format version ", kFormatVersion,
                      "\nruns on        ", cpuName(), cores, cores == 1 ? " core\n" : " cores\n");
}

} // namespace shardwright::runtime
