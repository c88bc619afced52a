#ifndef LIB_PLACEMENT_CANDIDATES_H
#define LIB_PLACEMENT_CANDIDATES_H

#include "lib/Placement/Situation.h"

#include "llvm/ADT/DenseMap.h"

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

/// What was found out about the ops of one candidate class (see CandidateClasses.h): each once, by numbers. Holds for
/// one mesh and interner.
class CandidateMemory {
public:
  /// Axes of factors.
  using FactorsId = uint32_t;
  FactorsId factors(FactorAxes axes);
  const FactorAxes &factors(FactorsId id) const { return *numbered[id]; }
  /// A choice of partial axes that pass through: a placement without factors.
  uint32_t partials(const Placement &placement);

  /// By operand, or result behind all operands, and its sharding: how it splits the factors; none where it does not.
  llvm::SmallDenseMap<std::pair<uint32_t, ShardingId>, std::optional<FactorsId>, 8> seeds;
  /// What takes over from the second what fits beside the first.
  llvm::SmallDenseMap<std::pair<FactorsId, FactorsId>, FactorsId, 8> filled;
  /// By axes and partial choice; null: the op cannot run so.
  llvm::SmallDenseMap<std::pair<FactorsId, uint32_t>, const Candidate *, 8> byParts;
  std::deque<Candidate> candidates;

private:
  struct Hash {
    size_t operator()(const FactorAxes &factors) const;
  };
  std::unordered_map<FactorAxes, FactorsId, Hash> ids;
  std::vector<const FactorAxes *> numbered;
  std::vector<Placement> partialChoices;
};

/// Every candidate that can run; there is always one. They follow operands and factors in order, never addresses.
///
/// Each candidate starts from a seed, the sharding of one operand or one demanded of a result, and is extended by the
/// others' axes where these fit beside it, each with and
/// without the axes of contracted factors, and with each way of leaving partial operands partial. What demands cost,
/// and in which order operands are computed, makes no difference. `memory`: of the op's candidate class; outlives what
/// is returned.
std::vector<SituatedCandidate> findCandidates(const Situation &situation, Interner &interner, CandidateMemory &memory);

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
  std::unordered_map<uint32_t, CandidateMemory> memories; ///< by candidate class
};

} // namespace shardwright

#endif // LIB_PLACEMENT_CANDIDATES_H
