#ifndef LIB_PLACEMENT_CANDIDATES_H
#define LIB_PLACEMENT_CANDIDATES_H

#include "lib/Placement/Situation.h"

#include "llvm/ADT/DenseMap.h"

namespace shardwright {

/// A placement worth pricing, and what is known of it whatever wishes cost.
struct Candidate {
  Placement placement;
  /// Every operand of a contraction is split alike already, and this would move those axes to other factors.
  bool undoesAgreement = false;
  /// What it asks of each operand, and how it makes each result.
  llvm::SmallVector<ShardingId, 3> needs;
  llvm::SmallVector<ShardingId, 1> makes;
  /// The local op, what it reads of its neighbours' blocks, and the gather of a reduction that combines across devices
  /// itself.
  Price own;
};

/// Every candidate that can run; there is always one. They follow operands and factors in order, never addresses.
///
/// Candidates lead with what one tensor has or wants and take from the others what fits beside it, each with and
/// without the axes of contracted factors, and with each way of leaving partial operands pending. What wishes cost, and
/// in which order operands are computed, makes no difference. `seen`: placements that were looked at for the same rule,
/// shapes and compute in other situations; new ones are added.
std::vector<Candidate> makeCandidates(const Situation &situation, Interner &interner, std::vector<Candidate> &seen);

/// Remembers candidates by what they come from.
class CandidateBook {
public:
  explicit CandidateBook(Interner &interner) : interner(interner) {}
  /// `kind`: a number for the rule, the shapes and the compute of the situation.
  llvm::ArrayRef<Candidate> find(uint32_t kind, const Situation &situation);

private:
  Interner &interner;
  Interner::Memory<std::vector<Candidate>> known;
  llvm::DenseMap<uint32_t, std::vector<Candidate>> seen; ///< by kind
};

} // namespace shardwright

#endif // LIB_PLACEMENT_CANDIDATES_H
