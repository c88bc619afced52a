#include "lib/Reshard/PackedState.h"

#include "lib/Sharding/WordHash.h"

#include "llvm/ADT/STLExtras.h"

namespace shardwright::reshard {

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
