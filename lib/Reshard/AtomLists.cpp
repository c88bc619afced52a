#include "lib/Reshard/AtomLists.h"

namespace shardwright::reshard {

AtomLists::Id AtomLists::create(Id list, uint8_t atom) {
  Id next = lists.size();
  below[list * problem.atoms.size() + atom] = next;
  below.resize(below.size() + problem.atoms.size(), kEmpty);
  List copy = lists[list];
  copy.front = list;
  copy.last = atom;
  ++copy.length;
  copy.parts *= problem.sizes[atom];
  copy.members |= AtomSet(1) << atom;
  copy.taken |= problem.excluded[atom];
  lists.push_back(copy);
  return next;
}

Atoms AtomLists::atoms(Id list) const {
  Atoms out(lists[list].length);
  for (size_t i = out.size(); i-- > 0; list = lists[list].front)
    out[i] = lists[list].last;
  return out;
}

} // namespace shardwright::reshard
