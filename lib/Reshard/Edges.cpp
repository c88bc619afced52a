#include "lib/Reshard/Edges.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/Support/MathExtras.h"

namespace shardwright::reshard {

/// Beyond this many choices only short sequences, and those that the target spells, are tried.
static constexpr int kAllSequences = 4;

namespace {
class EdgeBuilder {
public:
  EdgeBuilder(const Problem &problem, const State &state, EdgeSet which)
      : problem(problem), state(state), which(which), taken(problem.taken(state)) {}

  std::vector<Edge> build();

private:
  using Visit = llvm::function_ref<void(llvm::ArrayRef<uint8_t>)>;

  void slices(size_t dim);
  void gathers(size_t dim);
  void exchanges(size_t from, size_t to);
  void reduceScatters(size_t dim);
  void allReduces();
  void makePartials();

  bool direct() const { return which == EdgeSet::Direct; }
  AtomSet all() const { return (AtomSet(1) << problem.atoms.size()) - 1; }
  /// What the target has behind the state's atoms of a dimension, if those are how it begins.
  Atoms missing(size_t dim) const;
  /// Non-empty sequences of atoms of `from` that may stand beside each other.
  void forEachSequence(AtomSet from, size_t dim, Visit visit) const;
  void extendSequence(AtomSet from, size_t longest, Atoms &sequence, Visit visit) const;
  /// Non-empty subsets.
  void forEachSubset(AtomSet of, llvm::function_ref<void(AtomSet)> visit) const;
  bool mayAppend(size_t dim, llvm::ArrayRef<uint8_t> atoms) const {
    return problem.blocksNest(dim, problem.parts(state.dims[dim]), problem.parts(atoms));
  }
  Edge &add(ReshardOp op, llvm::ArrayRef<uint8_t> atoms, std::optional<size_t> dim = std::nullopt);

  const Problem &problem;
  const State &state;
  EdgeSet which;
  AtomSet taken;
  std::vector<Edge> edges;
};
} // namespace

Edge &EdgeBuilder::add(ReshardOp op, llvm::ArrayRef<uint8_t> atoms, std::optional<size_t> dim) {
  edges.push_back(Edge{op, Atoms(atoms.begin(), atoms.end()), dim, std::nullopt, state, 0});
  return edges.back();
}

Atoms EdgeBuilder::missing(size_t dim) const {
  const Atoms &have = state.dims[dim], &want = problem.target.dims[dim];
  if (have.size() >= want.size() || !std::equal(have.begin(), have.end(), want.begin()))
    return {};
  return Atoms(want.begin() + have.size(), want.end());
}

void EdgeBuilder::extendSequence(AtomSet from, size_t longest, Atoms &sequence, Visit visit) const {
  for (uint8_t atom : members(from)) {
    sequence.push_back(atom);
    visit(sequence);
    if (sequence.size() < longest)
      extendSequence(from & ~problem.excluded[atom], longest, sequence, visit);
    sequence.pop_back();
  }
}

void EdgeBuilder::forEachSequence(AtomSet from, size_t dim, Visit visit) const {
  Atoms wanted = missing(dim);
  bool possible = (setOf(wanted) & ~from) == 0;
  if (direct()) {
    if (possible && !wanted.empty())
      visit(wanted);
    return;
  }
  bool few = llvm::popcount(from) <= kAllSequences;
  Atoms sequence;
  extendSequence(from, few ? kAllSequences : 2, sequence, visit);
  if (!few && possible && wanted.size() > 2)
    visit(wanted);
}

void EdgeBuilder::forEachSubset(AtomSet of, llvm::function_ref<void(AtomSet)> visit) const {
  visit(of);
  if (direct())
    return;
  if (llvm::popcount(of) > kAllSequences) {
    for (uint8_t atom : members(of))
      visit(AtomSet(1) << atom);
    return;
  }
  for (AtomSet subset = (of - 1) & of; subset; subset = (subset - 1) & of)
    visit(subset);
}

void EdgeBuilder::slices(size_t dim) {
  forEachSequence(all() & ~taken, dim, [&](llvm::ArrayRef<uint8_t> atoms) {
    if (mayAppend(dim, atoms))
      llvm::append_range(add(ReshardOp::Slice, atoms, dim).after.dims[dim], atoms);
  });
}

void EdgeBuilder::gathers(size_t dim) {
  const Atoms &list = state.dims[dim];
  int64_t local = problem.localBytes(state);
  for (size_t kept = 0; kept < (direct() ? std::min<size_t>(list.size(), 1) : list.size()); ++kept) {
    llvm::ArrayRef<uint8_t> head = llvm::ArrayRef(list).take_front(kept), tail = llvm::ArrayRef(list).drop_front(kept);
    if (!problem.blocksNest(dim, problem.parts(head), problem.parts(tail)))
      continue;
    Edge &edge = add(ReshardOp::AllGather, tail, dim);
    edge.after.dims[dim].resize(kept);
    edge.bytes = (problem.parts(tail) - 1) * local;
  }
}

/// Bytes of one of `count` blocks of dimension `dim` of the local array.
static int64_t blockBytes(const Problem &problem, const State &state, size_t dim, int64_t count) {
  int64_t length = problem.blockLength(state, dim);
  if (length == 0)
    return 0;
  return problem.localBytes(state) / length * llvm::divideCeil(length, count);
}

void EdgeBuilder::exchanges(size_t from, size_t to) {
  const Atoms &list = state.dims[from];
  for (size_t kept = 0; kept < list.size(); ++kept) {
    llvm::ArrayRef<uint8_t> head = llvm::ArrayRef(list).take_front(kept), tail = llvm::ArrayRef(list).drop_front(kept);
    int64_t count = problem.parts(tail);
    if (!problem.blocksNest(from, problem.parts(head), count) || !mayAppend(to, tail))
      continue;
    Edge &edge = add(ReshardOp::AllToAll, tail, to);
    edge.concatDim = from;
    edge.after.dims[from].resize(kept);
    llvm::append_range(edge.after.dims[to], tail);
    edge.bytes = (count - 1) * blockBytes(problem, state, to, count);
  }
}

static void resolve(State &state, AtomSet atoms) {
  state.partial &= ~atoms;
  if (!state.partial)
    state.kind = ReductionKind::Sum;
}

void EdgeBuilder::reduceScatters(size_t dim) {
  forEachSequence(state.partial, dim, [&](llvm::ArrayRef<uint8_t> atoms) {
    if (!mayAppend(dim, atoms))
      return;
    Edge &edge = add(ReshardOp::ReduceScatter, atoms, dim);
    resolve(edge.after, setOf(atoms));
    llvm::append_range(edge.after.dims[dim], atoms);
    int64_t count = problem.parts(atoms);
    edge.bytes = (count - 1) * blockBytes(problem, state, dim, count);
  });
}

void EdgeBuilder::allReduces() {
  int64_t local = problem.localBytes(state);
  forEachSubset(state.partial, [&](AtomSet set) {
    Edge &edge = add(ReshardOp::AllReduce, members(set));
    resolve(edge.after, set);
    int64_t count = problem.parts(set);
    edge.bytes = 2 * (count - 1) * local / count;
  });
}

void EdgeBuilder::makePartials() {
  AtomSet free = problem.target.partial & ~taken;
  if (!free || (state.partial && state.kind != problem.target.kind))
    return;
  forEachSubset(free, [&](AtomSet set) {
    Edge &edge = add(ReshardOp::MakePartial, members(set));
    edge.after.partial |= set;
    edge.after.kind = problem.target.kind;
  });
}

std::vector<Edge> EdgeBuilder::build() {
  size_t rank = state.dims.size();
  for (size_t d = 0; d < rank; ++d)
    slices(d);
  for (size_t d = 0; d < rank; ++d)
    gathers(d);
  if (!direct())
    for (size_t from = 0; from < rank; ++from)
      for (size_t to = 0; to < rank; ++to)
        if (from != to)
          exchanges(from, to);
  if (state.partial) {
    if (!direct())
      for (size_t d = 0; d < rank; ++d)
        reduceScatters(d);
    allReduces();
  }
  makePartials();
  if (!direct())
    permutesFrom(problem, state, edges);
  return std::move(edges);
}

std::vector<Edge> edgesFrom(const Problem &problem, const State &state, EdgeSet which) {
  return EdgeBuilder(problem, state, which).build();
}

} // namespace shardwright::reshard
