#ifndef LIB_PLACEMENT_CANDIDATECLASSES_H
#define LIB_PLACEMENT_CANDIDATECLASSES_H

#include "lib/Placement/Interner.h"
#include "shardwright/Placement/ShardingProblem.h"

namespace shardwright {

/// Numbers kinds by the ways in which their ops can run, so that candidates are looked for once. Kinds of one number
/// differ at most in what a point costs and in how long the dimensions are that every splitting over the mesh divides
/// evenly: a step of an optimiser does the same to every shape of parameters.
std::vector<uint32_t> numberCandidateClasses(const Mesh &mesh, llvm::ArrayRef<ShardingProblem::Kind> kinds);

} // namespace shardwright

#endif // LIB_PLACEMENT_CANDIDATECLASSES_H
