#include "lib/Reshard/Edges.h"

#include "llvm/Support/MathExtras.h"

namespace shardwright::reshard {

namespace {
using Id = AtomLists::Id;

class EdgeVisitor {
public:
  EdgeVisitor(Packing &packing, RowRef from, EdgeSet which, EdgeVisit visit)
      : problem(packing.problem), packing(packing), lists(packing.lists), row(from), which(which), visit(visit),
        after(from), taken(packing.taken(from)), local(packing.localBytes(from)) {}

  void run();

private:
  /// The dimension's list with a sequence of atoms behind it, and that sequence as a set.
  using SequenceVisit = llvm::function_ref<void(Id list, AtomSet added)>;

  void slices(size_t dim);
  void gathers(size_t dim);
  void exchanges(size_t from, llvm::ArrayRef<Id> fronts, size_t to);
  void reduceScatters(size_t dim);
  void allReduces();
  void makePartials();

  static constexpr int16_t kNoDim = -1;
  static int16_t number(size_t dim) { return static_cast<int16_t>(dim); }
  bool direct() const { return which == EdgeSet::Direct; }
  AtomSet all() const { return (AtomSet(1) << problem.atoms.size()) - 1; }
  /// What the target has behind the state's atoms of a dimension, if those are how it begins.
  llvm::ArrayRef<uint8_t> missing(size_t dim) const;
  /// Non-empty sequences of atoms of `from` that may stand beside each other, behind those that the dimension has.
  void forEachSequence(AtomSet from, size_t dim, SequenceVisit visit);
  void extendSequence(AtomSet from, size_t longest, Id list, AtomSet added, SequenceVisit visit);
  /// Non-empty subsets.
  void forEachSubset(AtomSet of, llvm::function_ref<void(AtomSet)> visit) const;
  /// The list without its last atom, two, ...: the longest first, the empty one last.
  llvm::SmallVector<Id, 8> frontsOf(Id list) const;
  int64_t partsAdded(Id list, Id longer) const { return lists[longer].parts / lists[list].parts; }
  bool mayAppend(size_t dim, Id longer) const {
    return problem.blocksNest(dim, lists[row[dim]].parts, partsAdded(row[dim], longer));
  }
  /// Bytes of one of `count` blocks of dimension `dim` of the local array.
  int64_t blockBytes(size_t dim, int64_t count);
  void reducePartial(AtomSet resolved) {
    packing.setPartial(after, packing.partial(row) & ~resolved, packing.kind(row));
  }
  void restorePartial() {
    after[packing.rank] = row[packing.rank];
    after[packing.rank + 1] = row[packing.rank + 1];
  }

  const Problem &problem;
  Packing &packing;
  AtomLists &lists;
  RowRef row;
  EdgeSet which;
  EdgeVisit visit;
  /// `row` but for what the edge at hand changes.
  Row after;
  AtomSet taken;
  int64_t local;
};
} // namespace

llvm::ArrayRef<uint8_t> EdgeVisitor::missing(size_t dim) const {
  llvm::ArrayRef<uint8_t> want = problem.target.dims[dim];
  size_t have = lists[row[dim]].length;
  if (have >= want.size() || lists.atoms(row[dim]) != want.take_front(have))
    return {};
  return want.drop_front(have);
}

void EdgeVisitor::extendSequence(AtomSet from, size_t longest, Id list, AtomSet added, SequenceVisit visit) {
  for (AtomSet rest = from; rest; rest &= rest - 1) {
    uint8_t atom = llvm::countr_zero(rest);
    Id longer = lists.append(list, atom);
    AtomSet with = added | AtomSet(1) << atom;
    visit(longer, with);
    if (longest > 1)
      extendSequence(from & ~problem.excluded[atom], longest - 1, longer, with, visit);
  }
}

void EdgeVisitor::forEachSequence(AtomSet from, size_t dim, SequenceVisit visit) {
  bool few = llvm::popcount(from) <= kAllSequences;
  if (!direct())
    extendSequence(from, few ? kAllSequences : 2, row[dim], 0, visit);
  if (!direct() && few)
    return;
  llvm::ArrayRef<uint8_t> wanted = missing(dim);
  if (!wanted.empty() && (direct() || wanted.size() > 2) && (setOf(wanted) & ~from) == 0)
    visit(lists.append(row[dim], wanted), setOf(wanted));
}

void EdgeVisitor::forEachSubset(AtomSet of, llvm::function_ref<void(AtomSet)> visit) const {
  visit(of);
  if (direct())
    return;
  if (llvm::popcount(of) > kAllSequences) {
    for (AtomSet rest = of; rest; rest &= rest - 1)
      visit(rest & -rest);
    return;
  }
  for (AtomSet subset = (of - 1) & of; subset; subset = (subset - 1) & of)
    visit(subset);
}

llvm::SmallVector<Id, 8> EdgeVisitor::frontsOf(Id list) const {
  llvm::SmallVector<Id, 8> fronts;
  while (list != AtomLists::kEmpty)
    fronts.push_back(list = lists[list].front);
  return fronts;
}

int64_t EdgeVisitor::blockBytes(size_t dim, int64_t count) {
  int64_t length = packing.blockLength(dim, row[dim]);
  if (length == 0)
    return 0;
  return local / length * llvm::divideCeil(length, count);
}

void EdgeVisitor::slices(size_t dim) {
  // Blocks of an even dimension nest whatever they are split over.
  if (which == EdgeSet::Timed && problem.shape[dim] % problem.parts(all()) == 0) {
    for (AtomSet rest = all() & ~taken; rest; rest &= rest - 1) {
      Id longer = lists.append(row[dim], static_cast<uint8_t>(llvm::countr_zero(rest)));
      if (!mayAppend(dim, longer))
        continue;
      after[dim] = longer;
      visit({ReshardOp::Slice, number(dim)}, after);
    }
    after[dim] = row[dim];
    return;
  }
  forEachSequence(all() & ~taken, dim, [&](Id longer, AtomSet) {
    if (!mayAppend(dim, longer))
      return;
    after[dim] = longer;
    visit({ReshardOp::Slice, number(dim)}, after);
  });
  after[dim] = row[dim];
}

void EdgeVisitor::gathers(size_t dim) {
  llvm::SmallVector<Id, 8> fronts = frontsOf(row[dim]);
  for (Id front : llvm::reverse(direct() ? llvm::ArrayRef(fronts).take_back(1) : llvm::ArrayRef(fronts))) {
    int64_t count = partsAdded(front, row[dim]);
    if (!problem.blocksNest(dim, lists[front].parts, count))
      continue;
    after[dim] = front;
    AtomSet joined = lists[row[dim]].members & ~lists[front].members;
    visit({ReshardOp::AllGather, number(dim), kNoDim, (count - 1) * local, joined}, after);
  }
  after[dim] = row[dim];
}

void EdgeVisitor::exchanges(size_t from, llvm::ArrayRef<Id> fronts, size_t to) {
  Atoms atoms = lists.atoms(row[from]);
  for (Id front : llvm::reverse(fronts)) {
    int64_t count = partsAdded(front, row[from]);
    if (!problem.blocksNest(from, lists[front].parts, count) || !problem.blocksNest(to, lists[row[to]].parts, count))
      continue;
    after[from] = front;
    after[to] = lists.append(row[to], llvm::ArrayRef(atoms).drop_front(lists[front].length));
    AtomSet moved = lists[row[from]].members & ~lists[front].members;
    visit({ReshardOp::AllToAll, number(to), number(from), (count - 1) * blockBytes(to, count), moved}, after);
  }
  after[from] = row[from];
  after[to] = row[to];
}

void EdgeVisitor::reduceScatters(size_t dim) {
  forEachSequence(packing.partial(row), dim, [&](Id longer, AtomSet atoms) {
    if (!mayAppend(dim, longer))
      return;
    after[dim] = longer;
    reducePartial(atoms);
    int64_t count = partsAdded(row[dim], longer);
    visit({ReshardOp::ReduceScatter, number(dim), kNoDim, (count - 1) * blockBytes(dim, count), atoms}, after);
  });
  after[dim] = row[dim];
  restorePartial();
}

void EdgeVisitor::allReduces() {
  forEachSubset(packing.partial(row), [&](AtomSet set) {
    reducePartial(set);
    int64_t count = problem.parts(set);
    visit({ReshardOp::AllReduce, kNoDim, kNoDim, 2 * (count - 1) * local / count, set}, after);
  });
  restorePartial();
}

void EdgeVisitor::makePartials() {
  AtomSet free = problem.target.partial & ~taken, partial = packing.partial(row);
  if (!free || (partial && packing.kind(row) != problem.target.kind))
    return;
  forEachSubset(free, [&](AtomSet set) {
    packing.setPartial(after, partial | set, problem.target.kind);
    visit({ReshardOp::MakePartial}, after);
  });
  restorePartial();
}

void EdgeVisitor::run() {
  size_t rank = packing.rank;
  for (size_t d = 0; d < rank; ++d)
    slices(d);
  for (size_t d = 0; d < rank; ++d)
    gathers(d);
  if (!direct())
    for (size_t from = 0; from < rank; ++from) {
      llvm::SmallVector<Id, 8> fronts = frontsOf(row[from]);
      for (size_t to = 0; to < rank && !fronts.empty(); ++to)
        if (from != to)
          exchanges(from, fronts, to);
    }
  if (packing.partial(row)) {
    if (!direct())
      for (size_t d = 0; d < rank; ++d)
        reduceScatters(d);
    allReduces();
  }
  makePartials();
}

void forEachEdge(Packing &packing, RowRef from, EdgeSet which, EdgeVisit visit) {
  EdgeVisitor(packing, from, which, visit).run();
}

/// What `longer` has beyond `list`.
static Atoms tail(const Atoms &list, const Atoms &longer) { return Atoms(longer.begin() + list.size(), longer.end()); }

static Atoms groupOf(const Problem &problem, const State &before, const Edge &edge, const State &after) {
  if (edge.op == ReshardOp::Permute)
    return members(movedAtoms(problem, before, after));
  if (edge.dim < 0)
    return members(before.partial ^ after.partial);
  const Atoms &here = before.dims[edge.dim], &there = after.dims[edge.dim];
  return edge.op == ReshardOp::AllGather ? tail(there, here) : tail(here, there);
}

PathEdge inFull(const Problem &problem, const State &before, const Edge &edge, State after) {
  Atoms atoms = groupOf(problem, before, edge, after);
  auto dim = [](int16_t number) { return number < 0 ? std::nullopt : std::optional<size_t>(number); };
  return {edge.op, std::move(atoms), dim(edge.dim), dim(edge.concatDim), std::move(after), edge.bytes};
}

} // namespace shardwright::reshard
