#ifndef LIB_PLACEMENT_CANDIDATECLASSES_H
#define LIB_PLACEMENT_CANDIDATECLASSES_H

#include "lib/Placement/Interner.h"
#include "shardwright/Placement/ShardingProblem.h"

namespace shardwright {

/// Numbers the candidate class of each op class: op classes of one candidate class have the same candidates, which are
/// searched once. They differ at most in the cost of a point and in the lengths of dimensions that every splitting over
/// the mesh divides evenly: an optimizer step runs the same ops on every shape of parameters.
std::vector<uint32_t> numberCandidateClasses(const Mesh &mesh, llvm::ArrayRef<ShardingProblem::OpClass> classes);

} // namespace shardwright

#endif // LIB_PLACEMENT_CANDIDATECLASSES_H
