#include "test/unit/Reshard/Reference.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright::test {

using reshard::AtomSet;
using reshard::members;
using reshard::setOf;

Reference::Key Reference::keyOf(const State &state) {
  std::vector<std::vector<uint8_t>> dims;
  for (const Atoms &dim : state.dims)
    dims.emplace_back(dim.begin(), dim.end());
  return {dims, state.partial, state.kind};
}

AtomSet Reference::taken(const State &state) const {
  AtomSet set = state.partial, taken = 0;
  for (const Atoms &dim : state.dims)
    set |= setOf(dim);
  for (uint8_t atom : members(set))
    taken |= problem.excluded[atom];
  return taken;
}

std::vector<reshard::Atoms> Reference::sequences(AtomSet of) const {
  std::vector<Atoms> out = {{}};
  for (size_t i = 0; i < out.size(); ++i)
    for (uint8_t atom : members(of)) {
      Atoms longer = out[i];
      if (llvm::any_of(longer, [&](uint8_t other) { return problem.excluded[other] >> atom & 1; }))
        continue;
      longer.push_back(atom);
      out.push_back(longer);
    }
  out.erase(out.begin());
  return out;
}

std::vector<AtomSet> Reference::subsets(AtomSet of) const {
  std::vector<AtomSet> out;
  for (AtomSet subset = of; subset; subset = (subset - 1) & of)
    out.push_back(subset);
  return out;
}

int64_t Reference::scatterBytes(const State &state, size_t dim, int64_t count) const {
  int64_t length = problem.blockLength(state, dim);
  return length == 0 ? 0
                     : (count - 1) *
                           (problem.localBytes(state) / length * static_cast<int64_t>(llvm::divideCeil(length, count)));
}

void Reference::reach(State after, CollectiveKind op, AtomSet group, int64_t bytes) {
  auto [seconds, sent, collectives] = here;
  if (costs) {
    AxisList axes;
    for (uint8_t atom : members(group))
      axes.push_back(problem.atoms[atom]);
    const CollectivePrice &price = costs->collective({op, axes, "f32", {}, "mutual_pairs"});
    seconds += price.secondsOfSent(static_cast<double>(bytes));
  }
  reach(std::move(after), {seconds, sent + bytes, collectives + 1});
}

void Reference::reach(State after, PathCost cost) {
  if (!after.partial)
    after.kind = ReductionKind::Sum;
  Key key = keyOf(after);
  auto [place, isNew] = best.try_emplace(key, cost);
  if (!isNew) {
    if (place->second <= cost)
      return;
    queue.erase({place->second, key});
    place->second = cost;
  }
  states.try_emplace(key, after);
  queue.insert({cost, key});
}

void Reference::slicesAndScatters(const State &state, size_t dim) {
  AtomSet all = (AtomSet(1) << problem.atoms.size()) - 1;
  for (AtomSet from : {all & ~taken(state), state.partial})
    for (const Atoms &atoms : sequences(from)) {
      if (!mayAppend(state, dim, atoms))
        continue;
      State after = state;
      llvm::append_range(after.dims[dim], atoms);
      after.partial &= ~setOf(atoms);
      if (from == state.partial)
        reach(after, CollectiveKind::ReduceScatter, setOf(atoms), scatterBytes(state, dim, problem.parts(atoms)));
      else
        reach(after, here);
    }
}

void Reference::gathersAndExchanges(const State &state, size_t dim) {
  for (size_t kept = 0; kept < state.dims[dim].size(); ++kept) {
    State after = state;
    after.dims[dim].resize(kept);
    Atoms tail(state.dims[dim].begin() + kept, state.dims[dim].end());
    int64_t count = problem.parts(tail);
    if (!problem.blocksNest(dim, problem.parts(after.dims[dim]), count))
      continue;
    reach(after, CollectiveKind::AllGather, setOf(tail), (count - 1) * problem.localBytes(state));
    for (size_t to = 0; to < state.dims.size(); ++to) {
      if (to == dim || !mayAppend(state, to, tail))
        continue;
      State exchanged = after;
      llvm::append_range(exchanged.dims[to], tail);
      reach(exchanged, CollectiveKind::AllToAll, setOf(tail), scatterBytes(state, to, count));
    }
  }
}

void Reference::allReduces(const State &state) {
  for (AtomSet set : subsets(state.partial)) {
    State after = state;
    after.partial &= ~set;
    int64_t count = problem.parts(set);
    reach(after, CollectiveKind::AllReduce, set, 2 * (count - 1) * problem.localBytes(state) / count);
  }
}

void Reference::makePartials(const State &state) {
  if (state.partial && state.kind != problem.target.kind)
    return;
  for (AtomSet set : subsets(problem.target.partial & ~taken(state))) {
    State after = state;
    after.partial |= set;
    after.kind = problem.target.kind;
    reach(after, here);
  }
}

void Reference::permutes(const State &state) {
  AtomSet all = (AtomSet(1) << problem.atoms.size()) - 1;
  std::vector<State> arranged = {state};
  for (size_t dim = 0; dim < state.dims.size(); ++dim) {
    std::vector<State> next;
    std::vector<Atoms> lists = sequences(all);
    lists.push_back({});
    for (const State &start : arranged)
      for (const Atoms &list : lists)
        if (problem.parts(list) == problem.parts(state.dims[dim])) {
          next.push_back(start);
          next.back().dims[dim] = list;
        }
    arranged = std::move(next);
  }
  std::vector<AtomSet> sets = subsets(all);
  sets.push_back(0);
  for (const State &lists : arranged)
    for (AtomSet partial : sets) {
      State after = lists;
      after.partial = partial;
      // Every atom has one place, and stands beside none that excludes it.
      AtomSet seen = 0, names = partial;
      bool fits = problem.parts(partial) == problem.parts(state.partial);
      auto place = [&](uint8_t atom) {
        fits = fits && !(seen >> atom & 1);
        seen |= problem.excluded[atom];
        names |= AtomSet(1) << atom;
      };
      for (const Atoms &dim : after.dims)
        llvm::for_each(dim, place);
      llvm::for_each(members(partial), place);
      // By seconds, summands stay where they are, unless the target has some.
      bool keepsPartial = costs && !problem.target.partial;
      if (!fits || after == state || (keepsPartial && partial != state.partial))
        continue;
      // The group is along the atoms whose place changes: none of them excludes another.
      AtomSet moved = reshard::movedAtoms(problem, state, after);
      if (llvm::none_of(members(moved),
                        [&](uint8_t atom) { return problem.excluded[atom] & moved & ~(AtomSet(1) << atom); }))
        reach(after, CollectiveKind::Permute, moved, problem.localBytes(state));
    }
}

void Reference::visitAll(const State &state) {
  for (size_t dim = 0; dim < state.dims.size(); ++dim) {
    slicesAndScatters(state, dim);
    gathersAndExchanges(state, dim);
  }
  allReduces(state);
  makePartials(state);
  permutes(state);
}

PathCost Reference::cost() {
  here = {0, 0, 0};
  reach(problem.source, here);
  Key target = keyOf(problem.target);
  while (!queue.empty()) {
    auto [cost, key] = *queue.begin();
    queue.erase(queue.begin());
    if (key == target)
      return cost;
    here = cost;
    visitAll(states.at(key));
  }
  return {-1, -1, -1};
}

} // namespace shardwright::test
