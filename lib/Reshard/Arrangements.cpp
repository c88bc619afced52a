#include "lib/Reshard/Edges.h"

namespace shardwright::reshard {

/// More arrangements than this are not tried from one state.
static constexpr size_t kMostArrangements = 4000;

namespace {
/// Arranges atoms anew so that every dimension keeps its number of parts, and the partial axes theirs.
class Arranger {
public:
  Arranger(Packing &packing, RowRef from, EdgeSet which, EdgeVisit visit)
      : problem(packing.problem), packing(packing), lists(packing.lists), from(from), visit(visit), after(from),
        local(packing.localBytes(from)), keepsPartial(which == EdgeSet::Timed && !problem.target.partial) {}

  void run() { arrangeDim(0, keepsPartial ? lists[from[packing.rank]].taken : 0); }

private:
  using Id = AtomLists::Id;

  void arrangeDim(size_t dim, AtomSet taken);
  void extendDim(size_t dim, Id list, int64_t parts, AtomSet taken);
  void extendPartial(size_t first, Id list, int64_t parts, AtomSet taken);
  void found();

  const Problem &problem;
  Packing &packing;
  AtomLists &lists;
  RowRef from;
  EdgeVisit visit;
  Row after;
  int64_t local;
  size_t count = 0;
  /// Summands stay with the atoms that they are over.
  bool keepsPartial;
};
} // namespace

void Arranger::arrangeDim(size_t dim, AtomSet taken) {
  int64_t parts = lists[from[dim]].parts;
  if (dim == packing.rank && keepsPartial)
    found();
  else if (dim == packing.rank)
    extendPartial(0, AtomLists::kEmpty, parts, taken);
  else
    extendDim(dim, AtomLists::kEmpty, parts, taken);
}

/// Splits what is left of a dimension's `parts` by one more atom.
void Arranger::extendDim(size_t dim, Id list, int64_t parts, AtomSet taken) {
  if (count >= kMostArrangements)
    return;
  if (parts == 1) {
    after[dim] = list;
    return arrangeDim(dim + 1, taken);
  }
  for (size_t atom = 0; atom < problem.atoms.size(); ++atom)
    if (!(taken >> atom & 1) && parts % problem.sizes[atom] == 0)
      extendDim(dim, lists.append(list, atom), parts / problem.sizes[atom], taken | problem.excluded[atom]);
}

void Arranger::extendPartial(size_t first, Id list, int64_t parts, AtomSet taken) {
  if (parts == 1) {
    after[packing.rank] = list;
    return found();
  }
  for (size_t atom = first; atom < problem.atoms.size(); ++atom)
    if (!(taken >> atom & 1) && parts % problem.sizes[atom] == 0)
      extendPartial(atom + 1, lists.append(list, atom), parts / problem.sizes[atom], taken | problem.excluded[atom]);
}

/// The atoms exclude none of each other, so that a group along them exists.
static bool standTogether(const Problem &problem, AtomSet set) {
  for (uint8_t atom : members(set))
    if (problem.excluded[atom] & set & ~(AtomSet(1) << atom))
      return false;
  return true;
}

void Arranger::found() {
  if (RowRef(after) == from)
    return;
  ++count;
  if (!problem.exclusive || standTogether(problem, movedAtoms(problem, packing.unpack(from), packing.unpack(after))))
    visit({ReshardOp::Permute, -1, -1, local}, after);
}

void forEachPermute(Packing &packing, RowRef from, EdgeSet which, EdgeVisit visit) {
  Arranger(packing, from, which, visit).run();
}

} // namespace shardwright::reshard
