#include "lib/Reshard/Edges.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace shardwright::reshard {

/// More arrangements than this are not tried from one state.
static constexpr size_t kMostArrangements = 4000;

namespace {
/// Arranges atoms anew so that every dimension keeps its number of parts, and the partial axes theirs.
class Arranger {
public:
  Arranger(const Problem &problem, const State &state) : problem(problem), state(state), next(state) {}

  std::vector<State> run() {
    arrangeDim(0, 0);
    return std::move(found);
  }

private:
  void arrangeDim(size_t dim, AtomSet taken);
  void extendDim(size_t dim, int64_t parts, AtomSet taken);
  void extendPartial(size_t first, int64_t parts, AtomSet taken);

  const Problem &problem;
  const State &state;
  State next;
  std::vector<State> found;
};
} // namespace

void Arranger::arrangeDim(size_t dim, AtomSet taken) {
  if (dim == state.dims.size()) {
    next.partial = 0;
    extendPartial(0, problem.parts(state.partial), taken);
    return;
  }
  next.dims[dim].clear();
  extendDim(dim, problem.parts(state.dims[dim]), taken);
}

/// Splits what is left of a dimension's `parts` by one more atom.
void Arranger::extendDim(size_t dim, int64_t parts, AtomSet taken) {
  if (found.size() >= kMostArrangements)
    return;
  if (parts == 1)
    return arrangeDim(dim + 1, taken);
  for (size_t atom = 0; atom < problem.atoms.size(); ++atom) {
    if ((taken >> atom & 1) || parts % problem.sizes[atom] != 0)
      continue;
    next.dims[dim].push_back(atom);
    size_t length = next.dims[dim].size();
    extendDim(dim, parts / problem.sizes[atom], taken | problem.excluded[atom]);
    next.dims[dim].resize(length - 1);
  }
}

void Arranger::extendPartial(size_t first, int64_t parts, AtomSet taken) {
  if (parts == 1) {
    if (!(next == state))
      found.push_back(next);
    return;
  }
  for (size_t atom = first; atom < problem.atoms.size(); ++atom) {
    if ((taken >> atom & 1) || parts % problem.sizes[atom] != 0)
      continue;
    next.partial |= AtomSet(1) << atom;
    extendPartial(atom + 1, parts / problem.sizes[atom], taken | problem.excluded[atom]);
    next.partial &= ~(AtomSet(1) << atom);
  }
}

/// An atom's part in what a device holds: atom, the list it is in, and how many blocks one step of it is.
struct Role {
  uint8_t atom;
  size_t list;
  int64_t stride;
  bool operator==(const Role &o) const { return atom == o.atom && list == o.list && stride == o.stride; }
};

static std::vector<Role> rolesOf(const Problem &problem, const State &state) {
  std::vector<Role> roles;
  auto addList = [&](llvm::ArrayRef<uint8_t> list, size_t number) {
    int64_t stride = 1;
    for (uint8_t atom : llvm::reverse(list)) {
      roles.push_back({atom, number, stride});
      stride *= problem.sizes[atom];
    }
  };
  for (size_t d = 0; d < state.dims.size(); ++d)
    addList(state.dims[d], d);
  addList(members(state.partial), state.dims.size());
  return roles;
}

/// Atoms whose role is not the same before and after.
static AtomSet changed(llvm::ArrayRef<Role> before, llvm::ArrayRef<Role> after) {
  AtomSet set = 0;
  for (const Role &role : before)
    if (!llvm::is_contained(after, role))
      set |= AtomSet(1) << role.atom;
  for (const Role &role : after)
    if (!llvm::is_contained(before, role))
      set |= AtomSet(1) << role.atom;
  return set;
}

/// The atoms exclude none of each other, so that a group along them exists.
static bool standTogether(const Problem &problem, AtomSet set) {
  for (uint8_t atom : members(set))
    if (problem.excluded[atom] & set & ~(AtomSet(1) << atom))
      return false;
  return true;
}

void permutesFrom(const Problem &problem, const State &state, std::vector<Edge> &edges) {
  if (!problem.taken(state))
    return;
  std::vector<Role> before = rolesOf(problem, state);
  int64_t bytes = problem.localBytes(state);
  for (State &after : Arranger(problem, state).run()) {
    AtomSet atoms = changed(before, rolesOf(problem, after));
    if (standTogether(problem, atoms))
      edges.push_back({ReshardOp::Permute, members(atoms), std::nullopt, std::nullopt, std::move(after), bytes});
  }
}

std::vector<std::pair<int64_t, int64_t>> permutePairs(const Problem &problem, const State &before, const Edge &edge) {
  // What a member of the group holds is a block number in every list, computed from the roles that change: the others
  // add the same to it on all members.
  std::vector<Role> roles[] = {rolesOf(problem, before), rolesOf(problem, edge.after)};
  int64_t size = problem.parts(edge.atoms);
  auto held = [&](const std::vector<Role> &of, int64_t member) {
    llvm::SmallVector<int64_t, 8> blocks(problem.shape.size() + 1, 0);
    for (uint8_t atom : llvm::reverse(edge.atoms)) {
      int64_t digit = member % problem.sizes[atom];
      member /= problem.sizes[atom];
      for (const Role &role : of)
        if (role.atom == atom)
          blocks[role.list] += digit * role.stride;
    }
    return std::vector<int64_t>(blocks.begin(), blocks.end());
  };
  std::map<std::vector<int64_t>, std::vector<int64_t>> spare;
  std::vector<std::pair<int64_t, int64_t>> pairs;
  std::vector<int64_t> needy;
  for (int64_t member = 0; member < size; ++member) {
    std::vector<int64_t> has = held(roles[0], member);
    if (has == held(roles[1], member)) {
      pairs.push_back({member, member});
      continue;
    }
    spare[has].push_back(member);
    needy.push_back(member);
  }
  // As many hold a block as want it, so every one left over finds a partner.
  for (int64_t member : llvm::reverse(needy)) {
    std::vector<int64_t> &sources = spare[held(roles[1], member)];
    pairs.push_back({sources.back(), member});
    sources.pop_back();
  }
  llvm::sort(pairs, llvm::less_second());
  return pairs;
}

} // namespace shardwright::reshard
