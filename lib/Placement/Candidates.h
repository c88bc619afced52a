#ifndef LIB_PLACEMENT_CANDIDATES_H
#define LIB_PLACEMENT_CANDIDATES_H

#include "lib/Placement/Situation.h"

namespace shardwright {

/// A placement that an op can run by.
struct Candidate {
  Placement placement;
  /// Into how many parts it splits each factor.
  llvm::SmallVector<int64_t, 6> parts;
  /// What it asks of each operand, and how it makes each result.
  llvm::SmallVector<ShardingId, 3> needs;
  llvm::SmallVector<ShardingId, 1> makes;
};

/// A candidate that is worth pricing in some situation.
struct SituatedCandidate {
  const Candidate *candidate;
  /// Every operand of a contraction is split alike already, and this would move those axes to other factors.
  bool breaksOperandAgreement = false;
};

/// Every candidate that can run; there is always one. They follow operands and factors in order, never addresses.
///
/// Each candidate starts from a seed, the sharding of one operand or one demanded of a result, and is extended by the
/// others' axes where these fit beside it, each with and
/// without the axes of contracted factors, and with each way of leaving partial operands partial. What demands cost,
/// and in which order operands are computed, makes no difference. `seen`: those of op classes of the same candidate
/// class (see CandidateClasses.h) in other situations; new ones are added, and must outlive what is returned.
std::vector<SituatedCandidate> findCandidates(const Situation &situation, Interner &interner,
                                              std::deque<Candidate> &seen);

/// Remembers candidates by what they come from.
class CandidateBook {
public:
  explicit CandidateBook(Interner &interner) : interner(interner) {}
  /// `candidateClasses`: a number of numberCandidateClasses().
  llvm::ArrayRef<SituatedCandidate> find(uint32_t candidateClasses, const Situation &situation);
  /// The candidate of a placement that the op can run by, whatever the situation.
  const Candidate *get(uint32_t candidateClass, const Situation &situation, const Placement &placement);

private:
  Interner &interner;
  Interner::Memory<std::vector<SituatedCandidate>> known;
  std::unordered_map<uint32_t, std::deque<Candidate>> seen; ///< by candidate class
};

} // namespace shardwright

#endif // LIB_PLACEMENT_CANDIDATES_H
