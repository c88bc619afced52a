#ifndef SHARDWRIGHT_RUNTIME_VERSION_H
#define SHARDWRIGHT_RUNTIME_VERSION_H

#include <string>

namespace shardwright::runtime {

/// What `shardwright-run` is for, in one line.
inline constexpr const char *kRunToolSummary = "runs a program that `shardwright compile` made";

/// `0.1.0 (abc1234 of 2026-01-31)`: the version and, where it was built from a repository, the revision.
std::string version();

/// How this was built and what it runs on, one fact a line: compiler and flags, the version of .swx files, the CPU.
std::string buildFacts();

} // namespace shardwright::runtime

#endif // SHARDWRIGHT_RUNTIME_VERSION_H
