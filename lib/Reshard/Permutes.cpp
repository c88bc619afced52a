#include "lib/Reshard/Edges.h"
#include "shardwright/Base/PositionDigit.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>

namespace shardwright::reshard {

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

AtomSet movedAtoms(const Problem &problem, const State &before, const State &after) {
  std::vector<Role> roles[] = {rolesOf(problem, before), rolesOf(problem, after)};
  AtomSet set = 0;
  for (const Role &role : roles[0])
    if (!llvm::is_contained(roles[1], role))
      set |= AtomSet(1) << role.atom;
  for (const Role &role : roles[1])
    if (!llvm::is_contained(roles[0], role))
      set |= AtomSet(1) << role.atom;
  return set;
}

std::vector<std::pair<int64_t, int64_t>> permutePairs(const Problem &problem, const State &before,
                                                      const PathEdge &edge) {
  // What a member of the group holds is a block number in every list, computed from the roles that change: the others
  // add the same to it on all members.
  std::vector<Role> roles[] = {rolesOf(problem, before), rolesOf(problem, edge.after)};
  int64_t size = problem.parts(edge.atoms);
  const std::vector<PositionDigit> digits =
      rowMajorDigits(llvm::map_range(edge.atoms, [&](uint8_t atom) { return problem.sizes[atom]; }));
  auto held = [&](const std::vector<Role> &of, int64_t member) {
    llvm::SmallVector<int64_t, 8> blocks(problem.shape.size() + 1, 0);
    for (auto [atom, digit] : llvm::zip_equal(edge.atoms, digits))
      for (const Role &role : of)
        if (role.atom == atom)
          blocks[role.list] += digit.of(member) * role.stride;
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
