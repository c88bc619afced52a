#ifndef LIB_PLAN_CONSTRAINTS_H
#define LIB_PLAN_CONSTRAINTS_H

#include "shardwright/Plan/Strategies.h"

namespace shardwright::plan {

/// Puts the decoded constraints into its program, each behind the op that makes its value, and moves the numbers of ops
/// in program and plan.
void addConstraints(Strategies::Decoded &decoded);

} // namespace shardwright::plan

#endif // LIB_PLAN_CONSTRAINTS_H
