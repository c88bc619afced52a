#ifndef SHARDWRIGHT_LIB_RESHARD_ATOMLISTS_H
#define SHARDWRIGHT_LIB_RESHARD_ATOMLISTS_H

#include "lib/Reshard/State.h"

#include "llvm/ADT/bit.h"

namespace shardwright::reshard {

/// The ordered lists of atoms that a search meets, numbered. They form a tree: a list hangs below the one without its
/// last atom, so appending and dropping atoms are steps in it, and what a list says is worked out once.
class AtomLists {
public:
  using Id = uint32_t;
  static constexpr Id kEmpty = 0;

  struct List {
    /// The list without its last atom.
    Id front;
    uint8_t last;
    uint32_t length;
    /// Product of sizes.
    int64_t parts;
    AtomSet members;
    /// The members, and those that may not stand beside them.
    AtomSet taken;
  };

  explicit AtomLists(const Problem &problem) : problem(problem), lists{{kEmpty, 0, 0, 1, 0, 0}} {
    below.resize(problem.atoms.size(), kEmpty);
  }

  /// Good until a list is appended to.
  const List &operator[](Id list) const { return lists[list]; }
  size_t size() const { return lists.size(); }

  Id append(Id list, uint8_t atom) {
    Id next = below[list * problem.atoms.size() + atom];
    return next != kEmpty ? next : create(list, atom);
  }
  Id append(Id list, llvm::ArrayRef<uint8_t> atoms) {
    for (uint8_t atom : atoms)
      list = append(list, atom);
    return list;
  }
  /// The atoms of the set in order.
  Id ofSet(AtomSet set) {
    Id list = kEmpty;
    for (; set; set &= set - 1)
      list = append(list, llvm::countr_zero(set));
    return list;
  }
  Atoms atoms(Id list) const;

private:
  Id create(Id list, uint8_t atom);

  const Problem &problem;
  std::vector<List> lists;
  /// Of each list and atom, the list with that atom appended; kEmpty where there is none yet.
  std::vector<Id> below;
};

} // namespace shardwright::reshard

#endif // SHARDWRIGHT_LIB_RESHARD_ATOMLISTS_H
