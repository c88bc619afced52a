#include "lib/Reshard/Canonical.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>
#include <tuple>

namespace shardwright::reshard {

namespace {
class Canonicalizer {
public:
  Canonicalizer(const Problem &given, llvm::function_ref<int64_t(const AxisRef &)> placeOf)
      : given(given), result{given, 1} {
    for (auto [atom, size] : llvm::zip_equal(given.atoms, given.sizes))
      kinds.push_back({placeOf(atom), size});
  }

  CanonicalProblem run() && {
    shortenDims();
    sortDims();
    numberAtoms();
    forgetKinds();
    return std::move(result);
  }

private:
  void shortenDims();
  void sortDims();
  void numberAtoms();
  void forgetKinds();
  using Kind = std::pair<int64_t, int64_t>; ///< place and size
  llvm::SmallVector<Kind, 4> kindsOf(const Atoms &list) const;

  const Problem &given;
  llvm::SmallVector<Kind, 8> kinds; ///< by atom
  CanonicalProblem result;
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
  Problem &problem = result.problem;
  if (problem.exclusive)
    return;
  int64_t devices = problem.parts((AtomSet(1) << problem.atoms.size()) - 1);
  Shortened shortened = shorten(problem.shape, problem.elementBytes, devices);
  problem.shape = shortened.shape;
  problem.elementBytes = shortened.elementBytes;
  result.scale = shortened.scale;
}

llvm::SmallVector<Canonicalizer::Kind, 4> Canonicalizer::kindsOf(const Atoms &list) const {
  return llvm::to_vector<4>(llvm::map_range(list, [&](uint8_t atom) { return kinds[atom]; }));
}

void Canonicalizer::sortDims() {
  Problem &problem = result.problem;
  auto say = [&](size_t dim) {
    return std::make_tuple(problem.shape[dim], kindsOf(given.source.dims[dim]), kindsOf(given.target.dims[dim]));
  };
  llvm::SmallVector<size_t, 6> order(problem.shape.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) { return say(a) < say(b); });
  llvm::SmallVector<int64_t, 6> shape;
  for (auto [place, dim] : llvm::enumerate(order)) {
    shape.push_back(problem.shape[dim]);
    problem.source.dims[place] = given.source.dims[dim];
    problem.target.dims[place] = given.target.dims[dim];
    problem.labels[place] = given.labels[dim];
  }
  problem.shape = shape;
}

/// By kind, and within a kind in the order in which the dimensions name them, and then the others.
void Canonicalizer::numberAtoms() {
  Problem &problem = result.problem;
  Atoms order;
  auto name = [&](llvm::ArrayRef<uint8_t> atoms) {
    for (uint8_t atom : atoms)
      if (!llvm::is_contained(order, atom))
        order.push_back(atom);
  };
  for (auto [from, to] : llvm::zip_equal(problem.source.dims, problem.target.dims)) {
    name(from);
    name(to);
  }
  Atoms rest = members((AtomSet(1) << given.atoms.size()) - 1);
  llvm::stable_sort(rest, [&](uint8_t a, uint8_t b) {
    auto say = [&](uint8_t atom) {
      return std::make_tuple(given.source.partial >> atom & 1, given.target.partial >> atom & 1, given.sizes[atom]);
    };
    return say(a) < say(b);
  });
  name(rest);
  llvm::stable_sort(order, [&](uint8_t a, uint8_t b) { return kinds[a] < kinds[b]; });

  Atoms numbers(order.size());
  for (auto [number, atom] : llvm::enumerate(order))
    numbers[atom] = number;
  auto renamed = [&](AtomSet set) {
    AtomSet out = 0;
    for (uint8_t atom : members(set))
      out |= AtomSet(1) << numbers[atom];
    return out;
  };
  for (auto [number, atom] : llvm::enumerate(order)) {
    problem.atoms[number] = given.atoms[atom];
    problem.sizes[number] = given.sizes[atom];
    problem.excluded[number] = renamed(given.excluded[atom]);
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
  State &source = result.problem.source, &target = result.problem.target;
  if (!source.partial)
    target.partial = 0;
  bool differ = source.partial && target.partial && source.kind != target.kind;
  source.kind = ReductionKind::Sum;
  target.kind = differ ? ReductionKind::Max : ReductionKind::Sum;
}

CanonicalProblem canonicalize(const Problem &problem, llvm::function_ref<int64_t(const AxisRef &)> placeOf) {
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
