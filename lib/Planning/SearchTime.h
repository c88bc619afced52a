#ifndef LIB_PLANNING_SEARCHTIME_H
#define LIB_PLANNING_SEARCHTIME_H

#include "shardwright/Plan/Solve.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

namespace shardwright::planning {

/// The one clock of a plan, from where the search begins: how much of the budget is left for the search and for what
/// follows it (sensitivity, pipelines), what was left out for lack of time, and whether it was stopped.
///
/// What follows partitions the program again and again, so it takes so many times what one partitioning takes; as long
/// as that is not known, and at most, a share of the budget is kept for it. A look at half the devices has what is
/// left.
class SearchTime {
public:
  /// Seconds from any moment on.
  using Clock = std::function<double()>;
  explicit SearchTime(double budget, Clock clock = steadySeconds);

  double budget() const { return asked; }
  /// What takes time that the budget is not for.
  void extend(double more) { seconds += more; }
  /// The search has so many seconds, whatever that makes of the whole: behind a problem that took long to make. What
  /// follows it has no more by that.
  void allow(double least) { overtime += std::max(0.0, least - left()); }
  double elapsed() const { return clock() - begin; }
  void stop() { stopped = true; }
  bool isStopped() const { return stopped; }

  /// Of the search.
  double left() const { return seconds + overtime - reserved() - held - elapsed(); }
  bool isOver() const { return stopped || left() <= 0; }
  /// So many seconds are for another search, until they are released.
  void holdBack(double more) { held = more; }
  void release() { held = 0; }
  /// Whether a step of the program can be made (noteStep()) and the search still ends in time.
  bool hasStep() const { return !stopped && left() > step; }
  /// For one problem, in so many seconds; it ends all that follow where it is stopped.
  plan::SolveOptions within(const plan::SolveOptions &options, double seconds);

  /// What partitioning the program and playing its step took, what looking at a mesh did: the most of each counts.
  void noteStep(double took);
  void noteLook(double took);
  double stepSeconds() const { return step; }
  double lookSeconds() const { return look; }
  /// Of the budget, what is kept for what follows the search.
  double reserved() const;
  /// Of what follows: whether the whole ends within the budget with so many seconds more.
  bool hasTimeFor(double more) const { return !stopped && elapsed() + more <= seconds; }
  double untilEnd() const { return seconds - elapsed(); }

  /// In the words of a report, each once; not where it was stopped: whoever does that knows.
  void leaveOut(const std::string &what);
  /// The same questions of something that is left out where the answer is no.
  bool hasStep(const std::string &what) { return orLeaveOut(hasStep(), what); }
  bool hasTimeFor(double more, const std::string &what) { return orLeaveOut(hasTimeFor(more), what); }
  const std::vector<std::string> &leftOut() const { return missing; }

private:
  static double steadySeconds();
  bool orLeaveOut(bool has, const std::string &what) {
    if (!has)
      leaveOut(what);
    return has;
  }

  const double asked;
  double seconds;      ///< with what it was extended by
  double overtime = 0; ///< of the search
  const Clock clock;
  const double begin;
  bool stopped = false;
  double step = 0, look = 0, held = 0;
  std::vector<std::string> missing;
};

} // namespace shardwright::planning

#endif // LIB_PLANNING_SEARCHTIME_H
