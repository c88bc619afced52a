#ifndef LIB_PLAN_BOUNDSEARCH_H
#define LIB_PLAN_BOUNDSEARCH_H

#include "lib/Plan/Messages.h"
#include "lib/Plan/Multipliers.h"

#include <cmath>

namespace shardwright::plan {

/// Raises the lower bound of a model: after each pass of messages, the multipliers take a step along the usage beyond
/// the limit, as long as the gap to the best cost known asks for (subgradient ascent, Polyak 1969; usage is averaged
/// over passes). When that no longer helps, it goes back to the best so far with shorter steps. On its way it comes by
/// choices that are nearly within the limit.
class BoundSearch {
public:
  explicit BoundSearch(const Model &model);
  /// Goes on where another one's best is, on a restriction of its model.
  BoundSearch(const Model &model, const BoundSearch &other, const Restriction &restriction);

  /// One pass. `target`: the best cost known.
  void step(double target);
  /// Of tables, that a pass reads.
  double entriesOfPass() const { return messages.entriesOfPass(); }
  /// Proven, scaled; no more than the optimum.
  double bound() const { return bestBound; }
  /// Messages alone hardly raise the bound any more: multipliers move from here on. Before, the choices whose usage
  /// they would follow mean nothing.
  bool isWarmedUp() const { return isWarm; }
  /// Steps have become too short to change anything.
  bool isDone() const { return stepShare < kLeastShare; }
  /// Steps as long as in the beginning.
  void restart() { stepShare = kFirstShare; }
  /// By choice, what everything that has it costs at least, scaled (reduced costs at the best bound). Empty where that
  /// is not exact. Takes a pass.
  std::vector<double> boundsOfChoices();
  /// Short steps of multipliers from here on, as for a model that is little less than the one before.
  void calm() { stepShare = kCalmShare; }
  /// Of the best bound.
  llvm::ArrayRef<double> multipliers() const { return bestMultipliers; }

  struct Candidate {
    std::vector<uint32_t> choices;
    double cost = 0, score = 0; ///< `score`: the cost, dearer by what is held beyond the limit
  };
  /// The best candidate since it was asked last; none where there was none.
  std::optional<Candidate> takeCandidate();
  /// What the last passes arrived at, whatever they hold.
  llvm::ArrayRef<std::vector<uint32_t>> recent() const { return recentChoices; }

private:
  /// Of the best bound, with what is decided: what costs are small or large against.
  double wholeCost() const { return std::abs(bestBound + static_cast<double>(model.constant) * model.scale); }
  void setCosts();
  void look(llvm::ArrayRef<double> usage);
  void move(double bound, double target);
  void goBack();

  static constexpr size_t kMostRecent = 8;
  static constexpr double kFirstShare = 1, kCalmShare = 0.01, kLeastShare = 1e-6;
  /// Of steps: after one that raised the bound, and after kPatience of which none raised it by kMuch of it. The first
  /// step of all is mostly far too long.
  static constexpr double kLonger = 1.1, kShorter = 0.6, kFirstShorter = 0.5, kMuch = 1e-6;
  static constexpr int kPatience = 15, kFirstPatience = 3;
  /// Steps are at least as long as for a gap of that much.
  static constexpr double kLeastGap = 1e-4;
  /// Of the bound, what a pass raises it by while it warms up; passes of that, at most.
  static constexpr double kWarmingUp = 1e-4;
  static constexpr int kMostWarmingUp = 40;
  /// Of what is held now in the average.
  static constexpr double kNow = 0.3;
  /// How much dearer choices count that hold twice the limit, by turns: choices just beyond it may come down cheaply.
  static constexpr double kBeyond[] = {10, 1};

  const Model &model;
  Messages messages;
  Multipliers current;
  std::vector<double> average, bestMultipliers, bestAverage, bestMessages;
  double bestBound = -std::numeric_limits<double>::infinity();
  double stepShare = kFirstShare;
  int sinceBest = 0, numWarming = 0;
  bool isWarm = false;
  bool isMoving = false; ///< a step that followed others raised the bound
  std::optional<Candidate> candidate;
  size_t numTaken = 0;
  std::vector<std::vector<uint32_t>> recentChoices;
  size_t numPasses = 0;
};

} // namespace shardwright::plan

#endif // LIB_PLAN_BOUNDSEARCH_H
