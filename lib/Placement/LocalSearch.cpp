#include "lib/Placement/LocalSearch.h"

#include "lib/Placement/BranchAndBound.h"
#include "lib/Placement/CandidateSpace.h"
#include "lib/Placement/Neighbourhood.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <queue>

namespace shardwright {
namespace {

class LocalSearch {
public:
  LocalSearch(AssignmentPricer &pricer, Assignment &assignment)
      : pricer(pricer), state(pricer.state), assignment(assignment), queued(state.specs.size()) {}

  bool run() {
    bool improved = false;
    for (const Pass &each : kPasses) {
      pass = each;
      for (size_t root = 0; root < state.specs.size(); ++root)
        enqueue(root);
      while (!queue.empty() && effort() < limit) {
        size_t root = queue.top().root;
        queue.pop();
        queued[root] = false;
        for (Towards towards : {Towards::Both, Towards::Makers, Towards::Users})
          improved |= improve(windowAround(root, towards));
      }
    }
    return improved;
  }

private:
  /// Windows of so many ops, of each of which at most so many partial choices are looked at.
  struct Pass {
    size_t ops, choices;
  };
  /// Some choices of every window first, then many of those that were cut off, since one of them takes as long as ten
  /// others. Between them the windows of few ops: they are searched to the end in a fraction of the time.
  static constexpr Pass kPasses[] = {{10, 1'000}, {4, 10'000}, {10, 10'000}};
  /// Of each window, at least.
  static constexpr size_t kFew = 150;
  /// Of a sum of some prices.
  static constexpr double kRounding = 1e-12;
  enum class Towards { Both, Makers, Users };

  /// In partial choices; a window is made, and a change of sharding priced, in the time of some of them.
  size_t effort() const { return perPrice * (state.prices.asked() - asked) + 10 * windows + visited; }

  static constexpr size_t kSmall = 70'000'000;

  struct Entry {
    double ticks;
    size_t root;
    bool operator<(const Entry &other) const { return ticks != other.ticks ? ticks < other.ticks : root < other.root; }
  };

  void enqueue(size_t root) {
    if (queued[root])
      return;
    double ticks = potential(root);
    if (ticks <= 0)
      return;
    queued[root] = true;
    queue.push({ticks, root});
  }

  /// What is paid for bringing the value to where it is needed, and for work that not all devices share.
  double potential(size_t root) {
    std::optional<Price> price = pricer.reshards(root, assignment);
    double ticks = price ? price->ticks : 0;
    if (AssignmentPricer::Maker maker = pricer.makerOf(root); maker.op >= 0) {
      double parts = 1;
      for (int64_t each : assignment[maker.op]->parts)
        parts *= static_cast<double>(each);
      ticks += pricer.own(maker.op, *assignment[maker.op]).ticks *
               (1 - parts / static_cast<double>(state.mesh.numDevices()));
    }
    return ticks;
  }

  /// The ops that make and read a value, and those nearest to them.
  llvm::SmallVector<size_t, 8> windowAround(size_t root, Towards towards) const {
    llvm::SmallVector<size_t, 8> window;
    auto add = [&](int64_t op) {
      if (op >= 0 && window.size() < pass.ops && assignment[op] && !state.isPinned(op) &&
          !llvm::is_contained(window, op))
        window.push_back(op);
    };
    add(pricer.makerOf(root).op);
    for (AssignmentPricer::Use use : pricer.usesOf(root))
      add(use.op);
    for (size_t next = 0; next < window.size() && window.size() < pass.ops; ++next)
      for (size_t near : pricer.rootsAround(window[next])) {
        if (towards != Towards::Users)
          add(pricer.makerOf(near).op);
        if (towards != Towards::Makers)
          for (AssignmentPricer::Use use : pricer.usesOf(near))
            add(use.op);
      }
    llvm::sort(window);
    return window;
  }

  bool improve(llvm::ArrayRef<size_t> ops) {
    if (ops.empty())
      return false;
    Found &found = known[neighbourhoodOf(pricer, assignment, ops)];
    if (found.most < pass.choices)
      found = search(ops);
    if (found.better.empty())
      return false;
    for (auto [op, candidate] : llvm::zip_equal(ops, found.better))
      assignment[op] = candidate;
    for (size_t op : ops)
      for (size_t root : pricer.rootsAround(op))
        enqueue(root);
    return true;
  }

  /// Of a window.
  struct Found {
    std::vector<const Candidate *> better; ///< the candidates of the ops where they get cheaper, else nothing
    size_t most = 0;                       ///< nothing more is found by as many partial choices
  };

  Found search(llvm::ArrayRef<size_t> ops) {
    CandidateSpace space = findCandidateSpace(pricer, ops, assignment);
    Window::Choice current;
    for (auto [op, candidates] : llvm::zip_equal(ops, space)) {
      auto place = llvm::find(candidates, assignment[op]);
      current.push_back(static_cast<Window::Index>(place - candidates.begin()));
      if (place == candidates.end())
        candidates.push_back(assignment[op]);
    }
    ++windows;
    Found found{{}, kPasses[2].choices};
    if (!mayImprove(ops, space))
      return found;
    Window window(pricer, ops, std::move(space), assignment);
    const SearchPrice before = window.total(current);
    if (!window.keepBelow(before))
      return found;
    BoundedSearch search =
        searchChoices(window, before, std::clamp(limit - std::min(effort(), limit), kFew, pass.choices));
    visited += search.visited;
    if (!search.finished)
      found.most = pass.choices;
    if (search.best && isMoreThanRounding(before - window.total(*search.best), before))
      for (auto [op, candidate] : llvm::zip_equal(window.ops, *search.best))
        found.better.push_back(op.candidates[candidate]);
    return found;
  }

  /// Sums of the same prices differ by their order: two windows that overlap could go to and fro for ever.
  static bool isMoreThanRounding(const SearchPrice &gain, const SearchPrice &of) {
    return gain.ticks > kRounding * of.ticks || gain.bytes > kRounding * of.bytes;
  }

  /// Whether candidates of the ops may take less by their own prices than the ops do with all that surrounds them. It
  /// takes a fraction of a window.
  bool mayImprove(llvm::ArrayRef<size_t> ops, const CandidateSpace &space) {
    SearchPrice now, least;
    llvm::SmallVector<size_t, 16> roots;
    for (auto [op, candidates] : llvm::zip_equal(ops, space)) {
      SearchPrice cheapest = SearchPrice::none();
      for (const Candidate *candidate : candidates)
        cheapest = std::min(cheapest, SearchPrice::of(pricer.own(op, *candidate)));
      least += cheapest;
      now += SearchPrice::of(pricer.own(op, *assignment[op]));
      for (size_t root : pricer.rootsAround(op))
        if (!llvm::is_contained(roots, root))
          roots.push_back(root);
    }
    for (size_t root : roots) {
      std::optional<Price> price = pricer.reshards(root, assignment);
      if (!price)
        return true;
      now += SearchPrice::of(*price);
    }
    return least < now;
  }

  AssignmentPricer &pricer;
  SolverState &state;
  Assignment &assignment;
  /// A change of sharding is searched among placements, whose number grows with the factors of the mesh.
  size_t perPrice = 1 + llvm::Log2_64(state.mesh.numDevices()) * llvm::Log2_64(state.mesh.numDevices()) / 8;
  /// A tenth of what the rounds took for prices, and at least some windows, since rounds over equal layers ask few;
  /// small programs are searched to the end.
  size_t asked = state.prices.asked();
  size_t limit = std::max(perPrice * asked / 10, state.program.ops.size() / 8) +
                 kSmall / (state.program.ops.size() * state.program.ops.size() * state.program.ops.size() + 1);
  size_t windows = 0, visited = 0;
  std::priority_queue<Entry> queue;
  std::vector<bool> queued; // by root
  Interner::Memory<Found> known;
  Pass pass = kPasses[0];
};

} // namespace

bool improveByWindows(AssignmentPricer &pricer, Assignment &assignment, PlacementPlan &plan) {
  Assignment before = assignment;
  LocalSearch search(pricer, assignment);
  if (!search.run())
    return false;
  std::vector<size_t> changed;
  for (size_t op = 0; op < assignment.size(); ++op)
    if (assignment[op] != before[op])
      changed.push_back(op);
  describeChoices(pricer, assignment, changed, plan);
  plan.total = pricer.total(assignment).value_or(plan.total);
  return true;
}

} // namespace shardwright
