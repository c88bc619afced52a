#include "shardwright/Runtime/CpuFeatures.h"

#if defined(__x86_64__)
#include <cpuid.h>
#else
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

#include <fstream>
#include <vector>
#endif

#include <cstdint>

namespace shardwright::runtime {
namespace {

#if defined(__x86_64__)

enum Register : uint8_t { Eax, Ebx, Ecx, Edx };

/// What the system must keep when it switches tasks: bits of the extended control register 0.
enum State : uint64_t { Always = 0, Vectors256 = 0x6, Vectors512 = 0xe6, Tiles = 0x60000 };

/// Where CPUID says it.
struct Place {
  const char *name;
  uint32_t leaf, subleaf;
  Register in;
  uint8_t bit;
  State state;
};

constexpr uint32_t kExtended = 0x80000001;
constexpr Place kPlaces[] = {
    {"sse", 1, 0, Edx, 25, Always},
    {"sse2", 1, 0, Edx, 26, Always},
    {"sse3", 1, 0, Ecx, 0, Always},
    {"ssse3", 1, 0, Ecx, 9, Always},
    {"sse4.1", 1, 0, Ecx, 19, Always},
    {"sse4.2", 1, 0, Ecx, 20, Always},
    {"movbe", 1, 0, Ecx, 22, Always},
    {"popcnt", 1, 0, Ecx, 23, Always},
    {"lzcnt", kExtended, 0, Ecx, 5, Always},
    {"bmi", 7, 0, Ebx, 3, Always},
    {"bmi2", 7, 0, Ebx, 8, Always},
    {"avx", 1, 0, Ecx, 28, Vectors256},
    {"f16c", 1, 0, Ecx, 29, Vectors256},
    {"fma", 1, 0, Ecx, 12, Vectors256},
    {"avx2", 7, 0, Ebx, 5, Vectors256},
    {"avxvnni", 7, 1, Eax, 4, Vectors256},
    {"avxifma", 7, 1, Eax, 23, Vectors256},
    {"avxvnniint8", 7, 1, Edx, 4, Vectors256},
    {"avxneconvert", 7, 1, Edx, 5, Vectors256},
    {"avxvnniint16", 7, 1, Edx, 10, Vectors256},
    {"avx512f", 7, 0, Ebx, 16, Vectors512},
    {"avx512dq", 7, 0, Ebx, 17, Vectors512},
    {"avx512ifma", 7, 0, Ebx, 21, Vectors512},
    {"avx512cd", 7, 0, Ebx, 28, Vectors512},
    {"avx512bw", 7, 0, Ebx, 30, Vectors512},
    {"avx512vl", 7, 0, Ebx, 31, Vectors512},
    {"avx512vbmi", 7, 0, Ecx, 1, Vectors512},
    {"avx512vbmi2", 7, 0, Ecx, 6, Vectors512},
    {"avx512vnni", 7, 0, Ecx, 11, Vectors512},
    {"avx512bitalg", 7, 0, Ecx, 12, Vectors512},
    {"avx512vpopcntdq", 7, 0, Ecx, 14, Vectors512},
    {"avx512fp16", 7, 0, Edx, 23, Vectors512},
    {"avx512bf16", 7, 1, Eax, 5, Vectors512},
    {"amx-bf16", 7, 0, Edx, 22, Tiles},
    {"amx-tile", 7, 0, Edx, 24, Tiles},
    {"amx-int8", 7, 0, Edx, 25, Tiles},
    {"amx-fp16", 7, 1, Eax, 21, Tiles},
};

/// 0 where the system has not said that there is such a register.
uint64_t keptStates() {
  constexpr uint32_t kOsXsave = 1u << 27;
  uint32_t words[4];
  if (!__get_cpuid(1, &words[Eax], &words[Ebx], &words[Ecx], &words[Edx]) || !(words[Ecx] & kOsXsave))
    return 0;
  uint32_t low, high;
  __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return uint64_t{high} << 32 | low;
}

CpuFeatures readFeatures() {
  CpuFeatures features;
  const uint64_t kept = keptStates();
  for (const Place &place : kPlaces) {
    uint32_t words[4];
    if (__get_cpuid_count(place.leaf, place.subleaf, &words[Eax], &words[Ebx], &words[Ecx], &words[Edx]) &&
        (words[place.in] >> place.bit & 1) && (kept & place.state) == place.state)
      features.insert(place.name);
  }
  return features;
}

#else

/// LLVM's names and the system's.
struct Place {
  const char *name, *system;
};

constexpr Place kPlaces[] = {
    {"neon", "asimd"},
    {"sve", "sve"},
    {"sve2", "sve2"},
};

CpuFeatures readFeatures() {
  CpuFeatures features;
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (!absl::StartsWith(line, "Features"))
      continue;
    std::vector<std::string> names = absl::StrSplit(line.substr(line.find(':') + 1), ' ', absl::SkipEmpty());
    const std::set<std::string> all(names.begin(), names.end());
    for (const Place &place : kPlaces)
      if (all.count(place.system))
        features.insert(place.name);
    break;
  }
  return features;
}

#endif

} // namespace

const CpuFeatures &knownCpuFeatures() {
  static const CpuFeatures known = [] {
    CpuFeatures all;
    for (const Place &place : kPlaces)
      all.insert(place.name);
    return all;
  }();
  return known;
}

const CpuFeatures &thisCpuFeatures() {
  static const CpuFeatures features = readFeatures();
  return features;
}

bool multipliesBf16(const CpuFeatures &features) {
  return features.count("amx-bf16") || (features.count("avx512bf16") && !features.count("avx512fp16"));
}

} // namespace shardwright::runtime
