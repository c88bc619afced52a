#include "lib/Reshard/Canonical.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace shardwright::reshard {

namespace {
class Canonicalizer {
public:
  Canonicalizer(Problem &problem, llvm::function_ref<int64_t(const AxisRef &)> placeOf) : problem(problem) {
    for (auto [atom, size] : llvm::zip_equal(problem.atoms, problem.sizes))
      kinds.push_back({placeOf(atom), size});
  }

  CanonicalForm run() {
    shortenDims();
    sortDims();
    numberAtoms();
    forgetKinds();
    return std::move(form);
  }

private:
  void shortenDims();
  void sortDims();
  void numberAtoms();
  void forgetKinds();
  using Kind = std::pair<int64_t, int64_t>; ///< place and size

  llvm::SmallVector<Kind, 8> kinds; ///< by atom as given
  Problem &problem;
  CanonicalForm form;
};
} // namespace

/// Only where some dimension is even is every byte count a multiple of the element's bytes: what an all-reduce sends is
/// otherwise rounded.
Shortened shorten(llvm::ArrayRef<int64_t> shape, int64_t elementBytes, int64_t devices) {
  Shortened out{llvm::SmallVector<int64_t, 6>(shape), elementBytes};
  for (int64_t &size : out.shape)
    if (size != 0 && size % devices == 0) {
      out.scale *= size / devices * out.elementBytes;
      size = devices;
      out.elementBytes = 1;
    }
  return out;
}

void Canonicalizer::shortenDims() {
  if (problem.exclusive)
    return;
  int64_t devices = problem.parts((AtomSet(1) << problem.atoms.size()) - 1);
  Shortened shortened = shorten(problem.shape, problem.elementBytes, devices);
  problem.shape = shortened.shape;
  problem.elementBytes = shortened.elementBytes;
  form.scale = shortened.scale;
}

void Canonicalizer::sortDims() {
  auto isBefore = [&](size_t a, size_t b) {
    if (problem.shape[a] != problem.shape[b])
      return problem.shape[a] < problem.shape[b];
    for (const State *end : {&problem.source, &problem.target}) {
      const Atoms &left = end->dims[a], &right = end->dims[b];
      auto [l, r] = std::mismatch(left.begin(), left.end(), right.begin(), right.end(),
                                  [&](uint8_t x, uint8_t y) { return kinds[x] == kinds[y]; });
      if (l != left.end() || r != right.end())
        return l == left.end() || (r != right.end() && kinds[*l] < kinds[*r]);
    }
    return a < b;
  };
  llvm::SmallVector<size_t, 6> order(problem.shape.size());
  std::iota(order.begin(), order.end(), 0);
  if (llvm::is_sorted(order, isBefore))
    return;
  llvm::sort(order, isBefore);
  auto rearrange = [&](auto &list) {
    const auto given = list;
    for (auto [place, dim] : llvm::enumerate(order))
      list[place] = given[dim];
  };
  rearrange(problem.shape);
  rearrange(problem.source.dims);
  rearrange(problem.target.dims);
  rearrange(problem.labels);
}

/// Those of one kind change places so that they come in the order in which the dimensions name them, and then the
/// others. Where each is of a kind of its own, they stay as they are.
void Canonicalizer::numberAtoms() {
  Atoms named;
  for (const auto &[from, to] : llvm::zip_equal(problem.source.dims, problem.target.dims))
    for (const Atoms *list : {&from, &to})
      for (uint8_t atom : *list)
        if (!llvm::is_contained(named, atom))
          named.push_back(atom);
  llvm::SmallVector<std::tuple<Kind, ptrdiff_t, AtomSet, AtomSet, uint8_t>, 8> order;
  for (size_t atom = 0; atom < problem.atoms.size(); ++atom)
    order.push_back({kinds[atom], llvm::find(named, atom) - named.begin(), problem.source.partial >> atom & 1,
                     problem.target.partial >> atom & 1, static_cast<uint8_t>(atom)});
  llvm::sort(order);
  llvm::SmallVector<std::pair<Kind, uint8_t>, 8> places;
  for (auto [atom, kind] : llvm::enumerate(kinds))
    places.push_back({kind, static_cast<uint8_t>(atom)});
  llvm::sort(places);

  Atoms numbers(order.size());
  for (const auto &[each, place] : llvm::zip_equal(order, places))
    numbers[std::get<uint8_t>(each)] = place.second;
  for (const Kind &kind : kinds)
    form.places.push_back(kind.first);
  if (llvm::is_sorted(numbers))
    return;
  auto renamed = [&](AtomSet set) {
    AtomSet out = 0;
    for (uint8_t atom : members(set))
      out |= AtomSet(1) << numbers[atom];
    return out;
  };
  const auto atoms = problem.atoms;
  const auto sizes = problem.sizes;
  const auto excluded = problem.excluded;
  for (auto [atom, number] : llvm::enumerate(numbers)) {
    problem.atoms[number] = atoms[atom];
    problem.sizes[number] = sizes[atom];
    problem.excluded[number] = renamed(excluded[atom]);
  }
  for (State *state : {&problem.source, &problem.target}) {
    for (Atoms &dim : state->dims)
      for (uint8_t &atom : dim)
        atom = numbers[atom];
    state->partial = renamed(state->partial);
  }
}

/// It matters only whether what is partial in the end can join what was partial. Where nothing was, nobody sends less
/// for it: a path that has the value whole instead takes the same collectives or fewer, and to be partial is free then.
void Canonicalizer::forgetKinds() {
  State &source = problem.source, &target = problem.target;
  if (!source.partial)
    target.partial = 0;
  bool differ = source.partial && target.partial && source.kind != target.kind;
  source.kind = ReductionKind::Sum;
  target.kind = differ ? ReductionKind::Max : ReductionKind::Sum;
}

CanonicalForm canonicalize(Problem &problem, llvm::function_ref<int64_t(const AxisRef &)> placeOf) {
  return Canonicalizer(problem, placeOf).run();
}

ProblemKey arrayKeyOf(const Problem &problem) {
  ProblemKey key = {problem.elementBytes, static_cast<int64_t>(problem.shape.size()),
                    static_cast<int64_t>(problem.atoms.size())};
  llvm::append_range(key, problem.shape);
  llvm::append_range(key, problem.sizes);
  llvm::append_range(key, problem.excluded);
  return key;
}

ProblemKey keyOf(const Problem &problem) {
  ProblemKey key = arrayKeyOf(problem);
  for (const State *state : {&problem.source, &problem.target}) {
    for (const Atoms &dim : state->dims) {
      key.push_back(static_cast<int64_t>(dim.size()));
      llvm::append_range(key, dim);
    }
    key.push_back(static_cast<int64_t>(state->partial));
    key.push_back(static_cast<int64_t>(state->kind));
  }
  return key;
}

} // namespace shardwright::reshard
