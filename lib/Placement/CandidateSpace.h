#ifndef LIB_PLACEMENT_CANDIDATESPACE_H
#define LIB_PLACEMENT_CANDIDATESPACE_H

#include "lib/Placement/Assignment.h"

namespace shardwright {

/// By op: every candidate that follows from some choice of the others' candidates.
using CandidateSpace = std::vector<std::vector<const Candidate *>>;

/// For ops that are open, while others are assigned (`ops` in program order; the result is in their order). The least
/// fixed point of: a value may be sharded as propagation decided, as its op makes it and as a user needs it, by the
/// assignment or a candidate; an op's candidates are those of findCandidates() where its operands and results may be
/// sharded in any of these ways. Agreement of operands restricts nothing.
CandidateSpace findCandidateSpace(AssignmentPricer &pricer, llvm::ArrayRef<size_t> ops, const Assignment &assignment);

/// Of one op while all others are assigned: those of findCandidates() where its operands come and its results are
/// needed as assigned. A small part of its candidate space, in which the next best nearly always is.
std::vector<const Candidate *> findCandidatesOf(AssignmentPricer &pricer, size_t op, const Assignment &assignment);

} // namespace shardwright

#endif // LIB_PLACEMENT_CANDIDATESPACE_H
