#ifndef LIB_PLAN_BOUNDTREE_H
#define LIB_PLAN_BOUNDTREE_H

#include "lib/Plan/BoundSearch.h"

#include <functional>
#include <memory>
#include <set>

namespace shardwright::plan {

/// Raises a bound beyond what messages prove: best-first branch and bound (Land & Doig 1960), over what nodes hold
/// where memory has a price, then over the choices of one node after the other. Each case is bounded by messages and
/// multipliers that go on where those of the case before ended, and is without the choices that they or the memory left
/// (UsagePropagation.h) rule out. For models whose passes are quick.
class BoundTree {
public:
  /// Begins with all choices of the model, which it refers to. `bounds`: of it.
  BoundTree(const Model &model, const BoundSearch &bounds);

  /// Looks at cases until so many entries of tables were gone over, or until none can cost less than `best`, scaled.
  /// Where open cases keep more than a quarter of a gigabyte, those with the highest bounds come first, which end soon.
  void run(double work, double best, const std::function<bool()> &goesOn);
  /// Of what is not ruled out by `best`; scaled, as costs of the model. Infinite where no case is open.
  double bound() const;
  /// The cheapest choices within the limit that were met since it was asked last; of the problem.
  std::optional<Choices> takeCandidate() { return std::exchange(candidate, std::nullopt); }

private:
  /// Numbers that open cases may keep.
  static constexpr double kMostHeld = 32 << 20;

  /// The model of some choices, and what is known of it.
  struct Case {
    Case(const Model &model, const BoundSearch &bounds, const std::vector<bool> &isKept, double &held);
    ~Case() { held -= size; }
    Case(const Case &) = delete;
    Case &operator=(const Case &) = delete;

    Restriction restriction;
    BoundSearch bounds;
    double offset = 0;                   ///< of costs of this model to those of the whole, scaled
    std::vector<double> boundsOfChoices; ///< of the whole

    double least = 0; ///< of the case before, of the whole
    double size = 0;  ///< numbers that it keeps
    double &held;     ///< by all cases

    /// Of the whole.
    double bound() const { return std::max(least, bounds.bound() + offset); }
  };
  /// A case that was not looked at yet.
  struct Open {
    double bound = 0;
    std::shared_ptr<const Case> parent; ///< null: the whole
    std::vector<bool> isKept;           ///< of the parent's choices
    bool operator<(const Open &other) const { return bound < other.bound; }
  };

  /// What a node holds: at most so much, or more.
  struct Split {
    uint32_t node;
    double usage;
  };

  void look(const Open &open, double best);
  void raise(Case &at, double best);
  void offer(const Case &at, llvm::ArrayRef<uint32_t> choices);
  void branch(std::shared_ptr<const Case> at, double best);
  static std::optional<Split> splitOf(const Case &at, const std::vector<bool> &isKept, double best);
  void branch(const std::shared_ptr<const Case> &at, const std::vector<bool> &isKept, Split split);

  const Model &whole;
  const BoundSearch &wholeBounds;
  double held = 0;           ///< numbers that cases keep
  std::multiset<Open> queue; ///< of equal bounds in the order in which they came
  double workDone = 0;
  std::optional<Choices> candidate;
  double candidateCost = 0;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_BOUNDTREE_H
