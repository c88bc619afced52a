#include "lib/Reshard/State.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>
#include <tuple>

namespace shardwright::reshard {

/// Cuts that are useful but not needed are made up to this many moving atoms: the search grows fast with them.
static constexpr size_t kMostAtomsWithCuts = 5;
/// Axes that neither end names are used up to this many atoms.
static constexpr size_t kMostAtomsWithIdle = 4;

Atoms members(AtomSet set) {
  Atoms out;
  for (; set; set &= set - 1)
    out.push_back(llvm::countr_zero(set));
  return out;
}

/// The lists of both shardings, dimensions first, each followed by its partial axes.
static llvm::SmallVector<AxisList, 8> allLists(const Sharding &from, const Sharding &to) {
  llvm::SmallVector<AxisList, 8> lists;
  for (const Sharding *sharding : {&from, &to}) {
    for (const DimSharding &dim : sharding->dims)
      lists.push_back(dim.axes);
    AxisList &partial = lists.emplace_back();
    for (const PartialAxis &p : sharding->partial)
      partial.push_back(p.axis);
  }
  return lists;
}

/// The axes of `lists` (from's, then to's) that are not where they were: each list's beyond what both have in common.
static llvm::SmallVector<AxisRef, 8> moving(const Mesh &mesh, llvm::ArrayRef<AxisList> lists) {
  llvm::SmallVector<AxisRef, 8> out;
  size_t half = lists.size() / 2;
  for (size_t i = 0; i < half; ++i) {
    AxisList common = commonPrefix(mesh, lists[i], lists[half + i]);
    for (const AxisList *list : {&lists[i], &lists[half + i]})
      for (const AxisRef &axis : *list)
        if (!overlaps(mesh, common, axis) && !llvm::is_contained(out, axis))
          out.push_back(axis);
  }
  return out;
}

/// Cuts that let axes of different sizes change places: where one has the size of a major part of the other, that part
/// is exchanged with it as a whole, and only the rest travels by itself.
static void addExchangeCuts(const Mesh &mesh, llvm::SmallVectorImpl<AxisList> &lists) {
  llvm::SmallVector<AxisRef, 8> axes = moving(mesh, lists);
  size_t atoms = axes.size(), ends = lists.size();
  for (const AxisRef &axis : axes)
    for (const AxisRef &other : axes) {
      int64_t common = std::gcd(axis.size(mesh), other.size(mesh));
      if (axis.name == other.name || common == 1 || common == axis.size(mesh) || ++atoms > kMostAtomsWithCuts)
        continue;
      lists.push_back({makeAxisRef(mesh, axis.name, axis.preSize(), common)});
    }
  if (lists.size() == ends)
    return;
  refine(mesh, lists);
  lists.resize(ends);
}

/// What the ends leave of every axis, as a list more: a value that is spread over it on the way is sent in smaller
/// parts over the slow links, and joined again over the fast ones.
static void addIdle(const Mesh &mesh, llvm::SmallVectorImpl<AxisList> &lists) {
  AxisList &all = lists.emplace_back();
  for (const MeshAxis &axis : mesh.axes())
    if (axis.size > 1)
      all.push_back(AxisRef(axis.name));
  refine(mesh, lists);
  AxisList named;
  for (const AxisList &list : llvm::ArrayRef(lists).drop_back())
    for (const AxisRef &axis : list)
      if (!llvm::is_contained(named, axis))
        named.push_back(axis);
  llvm::erase_if(lists.back(), [&](const AxisRef &axis) { return overlaps(mesh, named, axis); });
  // Few at a time: the search grows fast with them.
  size_t most = kMostAtomsWithIdle - std::min(kMostAtomsWithIdle, named.size());
  lists.back().truncate(std::min(lists.back().size(), most));
}

Problem::Problem(const Mesh &mesh, llvm::ArrayRef<int64_t> shape, int64_t elementBytes, const Sharding &from,
                 const Sharding &to, Ways ways)
    : mesh(mesh), shape(shape.begin(), shape.end()), elementBytes(elementBytes) {
  llvm::SmallVector<AxisList, 8> lists = allLists(from.placement(mesh), to.placement(mesh));
  refine(mesh, lists);
  size_t ends = lists.size();
  if (ways == Ways::Exchanges)
    addExchangeCuts(mesh, lists);
  else
    addIdle(mesh, lists);
  for (const AxisList &list : lists)
    for (const AxisRef &axis : list)
      if (!llvm::is_contained(atoms, axis))
        atoms.push_back(axis);
  llvm::sort(atoms, [&](const AxisRef &a, const AxisRef &b) {
    return std::make_tuple(mesh.find(a.name), a.preSize(), a.size(mesh)) <
           std::make_tuple(mesh.find(b.name), b.preSize(), b.size(mesh));
  });
  for (const AxisRef &atom : atoms) {
    sizes.push_back(atom.size(mesh));
    AtomSet &set = excluded.emplace_back(0);
    for (size_t i = 0; i < atoms.size(); ++i)
      if (overlaps(mesh, atom, atoms[i]))
        set |= AtomSet(1) << i;
    exclusive = exclusive || llvm::popcount(set) > 1;
  }

  auto number = [&](const AxisRef &axis) { return static_cast<uint8_t>(llvm::find(atoms, axis) - atoms.begin()); };
  auto fill = [&](State &state, const Sharding &sharding, llvm::ArrayRef<AxisList> of) {
    for (const AxisList &list : of.drop_back()) {
      Atoms &dim = state.dims.emplace_back();
      for (const AxisRef &axis : list)
        dim.push_back(number(axis));
    }
    for (const AxisRef &axis : of.back())
      state.partial |= AtomSet(1) << number(axis);
    if (state.partial)
      state.kind = sharding.partial.front().kind;
  };
  llvm::ArrayRef<AxisList> all = llvm::ArrayRef(lists).take_front(ends);
  fill(source, from, all.take_front(from.rank() + 1));
  fill(target, to, all.drop_front(from.rank() + 1));
  for (size_t d = 0; d < from.rank(); ++d)
    labels.push_back(to.dims[d].label.empty() ? from.dims[d].label : to.dims[d].label);
}

int64_t Problem::parts(llvm::ArrayRef<uint8_t> list) const {
  int64_t product = 1;
  for (uint8_t atom : list)
    product *= sizes[atom];
  return product;
}

int64_t Problem::parts(AtomSet set) const {
  int64_t product = 1;
  for (; set; set &= set - 1)
    product *= sizes[llvm::countr_zero(set)];
  return product;
}

int64_t Problem::blockLength(const State &state, size_t dim) const {
  return llvm::divideCeil(shape[dim], parts(state.dims[dim]));
}

int64_t Problem::localBytes(const State &state) const {
  int64_t bytes = elementBytes;
  for (size_t d = 0; d < shape.size(); ++d)
    bytes *= blockLength(state, d);
  return bytes;
}

bool Problem::blocksNest(size_t dim, int64_t kept, int64_t split) const {
  int64_t n = shape[dim];
  // With one element all blocks but the first hold nothing, wherever they begin.
  if (kept == 1 || n <= 1 || n % (kept * split) == 0)
    return true;
  return static_cast<int64_t>(llvm::divideCeil(n, kept * split)) * split ==
         static_cast<int64_t>(llvm::divideCeil(n, kept));
}

AxisList Problem::axes(llvm::ArrayRef<uint8_t> list) const {
  AxisList out;
  for (uint8_t atom : list)
    append(mesh, out, atoms[atom]);
  return out;
}

Sharding Problem::sharding(const State &state) const {
  Sharding out = Sharding::closed(shape.size());
  for (size_t d = 0; d < shape.size(); ++d) {
    out.dims[d].axes = axes(state.dims[d]);
    out.dims[d].label = labels[d];
  }
  for (const AxisRef &axis : axes(members(state.partial)))
    out.partial.push_back({axis, state.kind});
  return out;
}

} // namespace shardwright::reshard
