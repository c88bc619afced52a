#include "lib/Placement/Window.h"

#include "lib/Placement/Copies.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace shardwright {

Window::Window(AssignmentPricer &pricer, llvm::ArrayRef<size_t> indices,
               std::vector<std::vector<const Candidate *>> candidates, const Assignment &assignment)
    : pricer(pricer) {
  ops.reserve(indices.size());
  size_t values = 0;
  for (auto [index, each] : llvm::zip_equal(indices, candidates)) {
    values += pricer.rootsAround(index).size();
    Op &op = ops.emplace_back(Op{index, std::move(each), {}, {}, {}});
    op.own.reserve(op.candidates.size());
    for (const Candidate *candidate : op.candidates)
      op.own.push_back(SearchPrice::of(pricer.own(index, *candidate)));
  }
  roots.reserve(values);
  for (size_t index : indices)
    addRoots(index);
  for (Root &root : roots)
    fill(root, assignment);
}

Window::Index Window::opOf(size_t index) const {
  auto place = llvm::find_if(ops, [&](const Op &op) { return op.index == index; });
  return place == ops.end() ? -1 : static_cast<Index>(place - ops.begin());
}

void Window::addRoots(size_t index) {
  Op &op = ops[opOf(index)];
  const ShardingProblem::Op &what = pricer.state.program.ops[index];
  auto add = [&](size_t value, llvm::SmallVector<Index, 4> &list) {
    size_t root = pricer.state.rootOf(value);
    auto place = llvm::find_if(roots, [&](const Root &other) { return other.value == root; });
    auto number = static_cast<Index>(place - roots.begin());
    if (place == roots.end()) {
      roots.emplace_back();
      roots.back().value = root;
    }
    if (!llvm::is_contained(list, number))
      list.push_back(number);
  };
  for (size_t operand : what.operands)
    add(operand, op.operands);
  for (size_t result : what.results)
    add(result, op.results);
}

Window::Index Window::numberIn(Root &root, ShardingId sharding) {
  auto place = llvm::find(root.shardings, sharding);
  auto number = static_cast<Index>(place - root.shardings.begin());
  if (place == root.shardings.end())
    root.shardings.push_back(sharding);
  return number;
}

void Window::fill(Root &root, const Assignment &assignment) {
  AssignmentPricer::Maker maker = pricer.makerOf(root.value);
  root.maker = maker.op < 0 ? -1 : opOf(maker.op);
  if (root.maker < 0)
    root.made = numberIn(root, pricer.made(root.value, assignment));
  else
    for (const Candidate *candidate : ops[root.maker].candidates)
      root.makes.push_back(numberIn(root, candidate->makes[maker.result]));
  llvm::ArrayRef<AssignmentPricer::Use> uses = pricer.usesOf(root.value);
  root.users.reserve(uses.size());
  for (AssignmentPricer::Use use : uses) {
    User user{opOf(use.op), -1, use.handsOn, {}};
    if (user.op < 0) {
      user.need = numberIn(root, pricer.need(use, assignment));
      // It is there already.
      auto same = llvm::find_if(root.users, [&](const User &other) { return other.need == user.need; });
      if (same != root.users.end()) {
        same->handsOn &= user.handsOn;
        continue;
      }
    } else {
      user.needs.reserve(ops[user.op].candidates.size());
      for (const Candidate *candidate : ops[user.op].candidates)
        user.needs.push_back(numberIn(root, candidate->needs[use.position]));
    }
    root.lastUser = std::max(root.lastUser, user.op);
    root.users.push_back(std::move(user));
  }
  root.distances.assign(root.shardings.size() * root.shardings.size(), {-1, 0});
  root.bounds.assign(root.distances.size(), -1);
}

SearchPrice Window::distance(Root &root, Index from, Index to) {
  SearchPrice &known = root.distances[from * root.shardings.size() + to];
  if (known.ticks >= 0)
    return known;
  SolverState &state = pricer.state;
  if (from == to || state.isFree(root.value))
    return known = {};
  std::optional<Price> price = state.prices.between(state.arrays[root.value], root.shardings[from], root.shardings[to]);
  if (!price)
    return known = SearchPrice::none();
  *price *= state.timesOf[root.value];
  return known = SearchPrice::of(*price);
}

double Window::ticksAtLeast(Root &root, Index from, Index to) {
  const size_t place = from * root.shardings.size() + to;
  if (root.distances[place].ticks >= 0)
    return root.distances[place].ticks;
  double &bound = root.bounds[place];
  SolverState &state = pricer.state;
  if (bound < 0 && (from == to || state.isFree(root.value)))
    bound = 0;
  if (bound < 0)
    bound =
        std::max(0.0, state.timesOf[root.value] * state.prices.ticksAtLeast(state.arrays[root.value],
                                                                            root.shardings[from], root.shardings[to]));
  return bound;
}

SearchPrice Window::reshards(Root &root, Index made, llvm::ArrayRef<Need> needs) {
  Copies<SearchPrice> copies(made);
  for (const Need &need : needs) {
    auto priceOf = [&](Index from, Index to, const std::optional<SearchPrice> &best) -> std::optional<SearchPrice> {
      if (best && ticksAtLeast(root, from, to) > best->ticks)
        return std::nullopt;
      SearchPrice price = distance(root, from, to);
      return price.isNone() ? std::nullopt : std::optional(price);
    };
    bool known = copies.fetch(need.sharding, need.isRead, priceOf);
    if (!known)
      return SearchPrice::none();
  }
  return copies.total();
}

SearchPrice Window::total(const Choice &choice) {
  SearchPrice total;
  for (auto [op, candidate] : llvm::zip_equal(ops, choice))
    total += op.own[candidate];
  Needs needs;
  for (Root &root : roots) {
    needs.clear();
    for (const User &user : root.users)
      needs.push_back(*needOf(user, choice));
    total += reshards(root, root.maker < 0 ? root.made : root.makes[choice[root.maker]], needs);
  }
  return total;
}

bool Window::keepBelow(const SearchPrice &limit) {
  auto least = [](const Op &op) { return *std::min_element(op.own.begin(), op.own.end()); };
  SearchPrice sum;
  for (const Op &op : ops)
    sum += least(op);
  for (auto [number, op] : llvm::enumerate(ops)) {
    SearchPrice others = sum - least(op);
    llvm::SmallVector<Index, 16> kept;
    for (auto [candidate, own] : llvm::enumerate(op.own))
      if (others + own < limit)
        kept.push_back(static_cast<Index>(candidate));
    if (kept.empty())
      return false;
    if (kept.size() < op.own.size())
      keep(static_cast<Index>(number), kept);
  }
  return true;
}

void Window::keep(Index number, llvm::ArrayRef<Index> candidates) {
  auto leave = [&](auto &list) {
    for (auto [place, candidate] : llvm::enumerate(candidates))
      list[place] = list[candidate];
    list.resize(candidates.size());
  };
  leave(ops[number].candidates);
  leave(ops[number].own);
  for (Root &root : roots) {
    if (root.maker == number)
      leave(root.makes);
    for (User &user : root.users)
      if (user.op == number)
        leave(user.needs);
  }
}

} // namespace shardwright
