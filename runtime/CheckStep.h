#ifndef RUNTIME_CHECKSTEP_H
#define RUNTIME_CHECKSTEP_H

#include "shardwright/Runtime/Executable.h"

#include <cstdint>
#include <string>

namespace shardwright::runtime {

/// What a Check step finds wrong with what it got; empty where nothing is. `rtol`, `atol` loosen it.
std::string failureOf(const Executable &executable, uint32_t step, const void *got, const void *want, double rtol,
                      double atol);

} // namespace shardwright::runtime

#endif // RUNTIME_CHECKSTEP_H
