#include "lib/Reshard/PackedState.h"

#include "lib/Sharding/WordHash.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::reshard {

Packing::Packing(const Problem &problem) : problem(problem), lists(problem), rank(problem.shape.size()) {}

Row Packing::pack(const State &state) {
  Row row;
  for (const Atoms &dim : state.dims)
    row.push_back(lists.append(AtomLists::kEmpty, dim));
  row.resize(width());
  setPartial(row, state.partial, state.kind);
  return row;
}

State Packing::unpack(RowRef row) const {
  State state;
  for (AtomLists::Id list : row.take_front(rank))
    state.dims.push_back(lists.atoms(list));
  state.partial = partial(row);
  state.kind = kind(row);
  return state;
}

/// The atoms that one of two lists of a column has, or that are a different number of blocks in them.
AtomSet Packing::movedBetween(AtomLists::Id before, AtomLists::Id after) {
  auto [place, isNew] = movedKnown.try_emplace({before, after}, 0);
  if (!isNew)
    return place->second;
  // Blocks are counted from the minor end.
  AtomSet set = lists[before].members ^ lists[after].members;
  auto strides = [&](AtomLists::Id list) {
    llvm::SmallVector<std::pair<uint8_t, int64_t>, 8> found;
    for (int64_t stride = 1; list != AtomLists::kEmpty; list = lists[list].front) {
      found.push_back({lists[list].last, stride});
      stride *= problem.sizes[lists[list].last];
    }
    return found;
  };
  auto there = strides(after);
  for (auto here : strides(before))
    if (!llvm::is_contained(there, here))
      set |= AtomSet(1) << here.first;
  return place->second = set;
}

size_t RowSet::hash(RowRef row) const {
  WordHash hash;
  for (AtomLists::Id id : row)
    hash.add(id);
  return hash.get() & (slots.size() - 1);
}

std::pair<size_t, bool> RowSet::insert(RowRef row) {
  if (2 * (count + 1) > slots.size())
    grow();
  size_t slot = hash(row);
  for (; slots[slot] != kFree; slot = (slot + 1) & (slots.size() - 1))
    if ((*this)[slots[slot]] == row)
      return {slots[slot], false};
  slots[slot] = count;
  llvm::append_range(rows, row);
  return {count++, true};
}

void RowSet::grow() {
  slots.assign(2 * slots.size(), kFree);
  for (size_t number = 0; number < count; ++number) {
    size_t slot = hash((*this)[number]);
    while (slots[slot] != kFree)
      slot = (slot + 1) & (slots.size() - 1);
    slots[slot] = number;
  }
}

} // namespace shardwright::reshard
