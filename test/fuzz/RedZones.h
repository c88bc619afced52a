#ifndef TEST_FUZZ_REDZONES_H
#define TEST_FUZZ_REDZONES_H

#include "shardwright/Runtime/Executable.h"

#include <cstdint>
#include <string>

namespace shardwright::fuzz {

/// Runs every kernel of a program alone, each buffer between bytes that are nobody's, once as a whole and once in
/// pieces with other bytes around. Whatever a kernel writes there, or computes from there, changes no result as long as
/// nothing else lies there, so comparing results seldom finds it. Empty, or what is wrong with which kernel.
std::string findStrayAccess(const runtime::Executable &executable, uint64_t seed);

} // namespace shardwright::fuzz

#endif // TEST_FUZZ_REDZONES_H
