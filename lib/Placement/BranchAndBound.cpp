#include "lib/Placement/BranchAndBound.h"

#include "lib/Placement/Interner.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace shardwright {
namespace {

class BranchAndBound {
  using Index = Window::Index;
  using Root = Window::Root;

public:
  BranchAndBound(Window &window, SearchPrice below, size_t limit)
      : window(window), limit(limit), below(below), subtrees(window.ops.size()), cheapestFirst(window.ops.size()),
        terms(window.roots.size()), bounds(window.roots.size()), choice(window.ops.size(), -1) {}

  BoundedSearch run(size_t deviations) {
    for (size_t op = 0; op < window.ops.size(); ++op)
      sumUp(op);
    SearchPrice bound;
    for (size_t number = 0; number < window.roots.size(); ++number)
      if (window.roots[number].lastUser < 0)
        bound += terms[number] = termOf(number);
    do {
      skipped = false;
      descend(window.ops.size(), bound, deviations);
      deviations *= 2;
    } while (skipped && result.finished);
    return std::move(result);
  }

private:
  //===--- The relaxation ---===//

  /// The least price of the tree below an op, by its candidate.
  void sumUp(size_t index) {
    Window::Op &op = window.ops[index];
    subtrees[index] = op.own;
    for (Index number : op.operands)
      if (window.roots[number].lastUser == static_cast<Index>(index))
        for (size_t candidate = 0; candidate < op.candidates.size(); ++candidate) {
          choice[index] = static_cast<Index>(candidate);
          subtrees[index][candidate] += termOf(number);
        }
    choice[index] = -1;
    std::vector<Index> &order = cheapestFirst[index];
    for (size_t candidate = 0; candidate < op.candidates.size(); ++candidate)
      order.push_back(static_cast<Index>(candidate));
    llvm::stable_sort(order, [&](Index a, Index b) { return subtrees[index][a] < subtrees[index][b]; });
  }

  /// What a root costs at least by the needs that are fixed, with the tree below its op if that is not fixed.
  SearchPrice termOf(size_t number) {
    Root &root = window.roots[number];
    needs.clear();
    bool all = true;
    for (const Window::User &user : root.users) {
      std::optional<Window::Need> need = Window::needOf(user, choice);
      all &= need.has_value();
      if (need)
        needs.push_back(*need);
    }
    if (root.maker < 0)
      return all ? window.reshards(root, root.made, needs) : farthest(root, root.made, {}, SearchPrice::none());
    Interner::Key key;
    for (const Window::Need &need : needs)
      key.push_back(need.sharding);
    auto [place, added] = bounds[number].try_emplace(std::move(key));
    if (added)
      place->second = least(root, all);
    return place->second;
  }

  SearchPrice least(Root &root, bool all) {
    bool pays = window.ops[root.maker].results.front() == &root - window.roots.data();
    SearchPrice least = SearchPrice::none();
    // Those that make it as it is needed first: most others then need no price.
    for (bool asNeeded : {true, false})
      for (Index candidate : cheapestFirst[root.maker]) {
        SearchPrice below = pays ? subtrees[root.maker][candidate] : SearchPrice{};
        if (pays && !(below < least))
          break;
        Index made = root.makes[candidate];
        if (asNeeded != isAsNeeded(made) || (!least.isNone() && below.ticks + ticksAtLeast(root, made) > least.ticks))
          continue;
        least = std::min(least, all ? below + window.reshards(root, made, needs) : farthest(root, made, below, least));
      }
    return least;
  }

  bool isAsNeeded(Index made) const {
    return llvm::all_of(needs, [&](const Window::Need &need) { return !need.isRead || need.sharding == made; });
  }
  /// No more than bringing the root to the farthest of the needs.
  double ticksAtLeast(Root &root, Index made) {
    double most = 0;
    for (const Window::Need &need : needs)
      if (need.isRead)
        most = std::max(most, window.ticksAtLeast(root, made, need.sharding));
    return most;
  }

  /// `below`, and as much as the farthest need takes; or as much of it as is no less than `enough`, so that other needs
  /// are not asked about.
  SearchPrice farthest(Root &root, Index made, const SearchPrice &below, const SearchPrice &enough) {
    SearchPrice most = below;
    for (const Window::Need &need : needs)
      if (need.isRead) {
        most = std::max(most, below + window.distance(root, made, need.sharding));
        if (!(most < enough))
          break;
      }
    return most;
  }

  //===--- The search ---===//

  struct Branch {
    Index candidate;
    SearchPrice bound;
  };

  /// `bound`: of all that is fixed and of the rest, the next op among it.
  llvm::SmallVector<Branch, 16> branches(size_t index, const SearchPrice &bound) {
    Window::Op &op = window.ops[index];
    llvm::SmallVector<Branch, 16> found;
    SearchPrice before = bound;
    for (Index number : op.results)
      before = before - terms[number];
    for (Index number : op.operands)
      before = before - terms[number];
    for (size_t candidate = 0; candidate < op.candidates.size(); ++candidate) {
      choice[index] = static_cast<Index>(candidate);
      SearchPrice after = before + op.own[candidate];
      for (Index number : op.results)
        if (after < below)
          after += exactUnless(number, below.ticks - after.ticks);
      for (Index number : op.operands)
        if (after < below)
          after += termOf(number);
      if (after < below)
        found.push_back({static_cast<Index>(candidate), after});
    }
    choice[index] = -1;
    // Of equal bounds the first candidate; std::stable_sort would ask for memory each time.
    llvm::sort(found, [](const Branch &a, const Branch &b) {
      return a.bound < b.bound || (!(b.bound < a.bound) && a.candidate < b.candidate);
    });
    return found;
  }

  /// Of a root whose op and users are fixed.
  SearchPrice exact(size_t number) { return exactUnless(number, SearchPrice::none().ticks); }

  /// The same, or a bound on it that is more than so many ticks.
  SearchPrice exactUnless(size_t number, double ticks) {
    Root &root = window.roots[number];
    needs.clear();
    for (const Window::User &user : root.users)
      needs.push_back(*Window::needOf(user, choice));
    const Index made = root.makes[choice[root.maker]];
    if (double least = ticks < SearchPrice::none().ticks ? ticksAtLeast(root, made) : 0; least > ticks)
      return {least, 0};
    return window.reshards(root, made, needs);
  }

  /// Of all candidates, only so many deviate from the most promising ones: a wrong turn near the root does not take the
  /// whole effort.
  void descend(size_t left, const SearchPrice &bound, size_t deviations) {
    if (++result.visited > limit) {
      result.finished = false;
      return;
    }
    if (left == 0) {
      below = bound;
      result.best = choice;
      return;
    }
    Window::Op &op = window.ops[left - 1];
    llvm::SmallVector<SearchPrice, 6> before;
    auto around = llvm::concat<Index>(op.operands, op.results);
    for (Index number : around)
      before.push_back(terms[number]);
    for (auto [rank, branch] : llvm::enumerate(branches(left - 1, bound))) {
      if (!(branch.bound < below) || !result.finished)
        break;
      size_t deviation = rank ? llvm::Log2_64(rank) + 1 : 0;
      if (deviation > deviations) {
        skipped = true;
        break;
      }
      choice[left - 1] = branch.candidate;
      for (Index number : op.results)
        terms[number] = exact(number);
      for (Index number : op.operands)
        terms[number] = termOf(number);
      descend(left - 1, branch.bound, deviations - deviation);
    }
    choice[left - 1] = -1;
    for (auto [number, term] : llvm::zip(around, before))
      terms[number] = term;
  }

  Window &window;
  size_t limit;
  SearchPrice below;
  std::vector<std::vector<SearchPrice>> subtrees; // by op and candidate
  std::vector<std::vector<Index>> cheapestFirst;  // by op
  /// By root: what it adds to the bound; nothing while it counts in the tree of its last user.
  std::vector<SearchPrice> terms;
  std::vector<Interner::Memory<SearchPrice>> bounds; // by root and the needs that are fixed
  Window::Choice choice;
  Window::Needs needs;  // of the root that is looked at
  bool skipped = false; // something, for its deviations
  BoundedSearch result;
};

} // namespace

BoundedSearch searchChoices(Window &window, SearchPrice below, size_t limit, size_t deviations) {
  return BranchAndBound(window, below, limit).run(deviations);
}

} // namespace shardwright
