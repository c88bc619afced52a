#include "lib/Plan/ChangeClasses.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

namespace shardwright::plan {

// Places of axes, four bits each; a dimension is its number and one.
static constexpr uint8_t kIdle = 0, kPartial = 15;

/// Divisible by the number of devices.
static constexpr int64_t kEvenLength = -1;

ChangeClasses::ChangeClasses(const SolverState &state) : state(state) {
  if (state.mesh.numAxes() <= kMostAxes)
    addOrders();
}

uint32_t ChangeClasses::pairBit(size_t a, size_t b) {
  if (a > b)
    std::swap(a, b);
  return uint32_t(1) << (b * (b - 1) / 2 + a);
}

/// All orders in which each axis stands where one that is like it was; the mesh's first.
void ChangeClasses::addOrders() {
  llvm::ArrayRef<MeshAxis> axes = state.mesh.axes();
  auto isAlike = [&](size_t a, size_t b) {
    return axes[a].size == axes[b].size &&
           state.costs.placeOf(AxisRef(axes[a].name)) == state.costs.placeOf(AxisRef(axes[b].name));
  };
  llvm::SmallVector<uint8_t, kMostAxes> order(axes.size());
  std::iota(order.begin(), order.end(), 0);
  do {
    bool isAllowed = true;
    AxisOrder all{order};
    for (size_t place = 0; place < order.size() && isAllowed; ++place) {
      isAllowed = isAlike(order[place], place);
      for (size_t before = 0; before < place; ++before)
        if (order[before] > order[place])
          all.turned |= pairBit(order[before], order[place]);
    }
    if (isAllowed)
      orders.push_back(std::move(all));
  } while (axes.size() <= kMostRenamed && std::next_permutation(order.begin(), order.end()));
}

ChangeClasses::ShapeId ChangeClasses::shapeOf(ArrayId array) {
  const int64_t devices = state.mesh.numDevices();
  std::vector<int64_t> lengths;
  for (int64_t size : state.interner.array(array).shape)
    lengths.push_back(size != 0 && size % devices == 0 ? kEvenLength : size);
  auto [place, isNew] = shapeNumbers.try_emplace(lengths, static_cast<ShapeId>(shapes.size()));
  if (isNew) {
    std::vector<int64_t> sorted = lengths;
    llvm::sort(sorted);
    Shape &shape = shapes.emplace_back();
    for (int64_t length : lengths)
      shape.lengths.push_back(static_cast<uint8_t>(llvm::find(sorted, length) - sorted.begin()));
    shape.family = familyNumbers.try_emplace(std::move(sorted), static_cast<uint32_t>(families.size())).first->second;
    families.resize(familyNumbers.size());
  }
  return place->second;
}

std::optional<ChangeClasses::Packed> ChangeClasses::packOnce(const Sharding &sharding) const {
  Packed packed;
  if (sharding.dims.size() > kMostDims)
    return std::nullopt;
  auto take = [&](const AxisRef &axis, size_t after, uint8_t at) -> std::optional<size_t> {
    for (size_t number = after; number < state.mesh.numAxes(); ++number)
      if (AxisRef(state.mesh.axes()[number].name) == axis) {
        packed.places[number] = at;
        return number;
      }
    return std::nullopt;
  };
  for (auto [dim, split] : llvm::enumerate(sharding.dims)) {
    llvm::SmallVector<size_t, kMostAxes> numbers;
    for (const AxisRef &axis : split.axes) {
      std::optional<size_t> number =
          take(axis, numbers.empty() ? 0 : numbers.back() + 1, static_cast<uint8_t>(dim + 1));
      if (!number)
        return std::nullopt;
      for (size_t before : numbers)
        packed.sharing |= pairBit(before, *number);
      numbers.push_back(*number);
    }
  }
  for (const PartialAxis &partial : sharding.partial) {
    if (partial.kind != sharding.partial.front().kind || !take(partial.axis, 0, kPartial))
      return std::nullopt;
    packed.kind = static_cast<uint32_t>(partial.kind) + 1;
  }
  return packed;
}

const ChangeClasses::Packed &ChangeClasses::pack(ShardingId sharding) {
  if (sharding >= packed.size())
    packed.resize(sharding + 1);
  Packed &place = packed[sharding];
  if (!place.isKnown) {
    std::optional<Packed> made = packOnce(state.interner.sharding(sharding));
    place = made.value_or(Packed());
    place.isKnown = true;
    place.isPacked = made.has_value();
  }
  return place;
}

/// Dimensions in the order in which the axes name them, each with its length.
ChangeClasses::Key ChangeClasses::keyIn(const AxisOrder &order, const Shape &shape, const Packed &from,
                                        const Packed &to) {
  std::array<uint8_t, kMostDims + 1> numbers{};
  uint8_t count = 0;
  Key key{0, from.kind << 4 | to.kind};
  auto numberOf = [&](uint8_t place) -> uint64_t {
    if (place == kIdle || place == kPartial)
      return place;
    if (numbers[place] == 0) {
      numbers[place] = ++count;
      // What no axis names has the other lengths of the family.
      key.second = key.second << 4 | (shape.lengths[place - 1] + 1);
    }
    return numbers[place];
  };
  for (uint8_t axis : order.axes) {
    key.first = key.first << 4 | numberOf(from.places[axis]);
    key.first = key.first << 4 | numberOf(to.places[axis]);
  }
  return key;
}

std::optional<ChangeClasses::Key> ChangeClasses::keyOf(const Shape &shape, ShardingId from, ShardingId to) {
  pack(std::max(from, to)); // Makes room for both.
  const Packed &begin = pack(from), &end = pack(to);
  if (orders.empty() || !begin.isPacked || !end.isPacked)
    return std::nullopt;
  std::optional<Key> least;
  for (const AxisOrder &order : orders) {
    // Axes that split one dimension stay major and minor.
    if (order.turned & (begin.sharing | end.sharing))
      continue;
    Key key = keyIn(order, shape, begin, end);
    if (!least || key < *least)
      least = key;
  }
  return least;
}

uint32_t ChangeClasses::Shape::numberOf(ShardingId sharding) {
  if (sharding >= numbers.size())
    numbers.resize(sharding + 1, kUnknown);
  if (numbers[sharding] == kUnknown)
    numbers[sharding] = count++;
  return numbers[sharding];
}

ChangeClasses::ClassId ChangeClasses::of(ShapeId number, ShardingId from, ShardingId to) {
  Shape &shape = shapes[number];
  const uint32_t begin = shape.numberOf(from), end = shape.numberOf(to);
  if (begin >= shape.known.size())
    shape.known.resize(begin + 1);
  std::vector<ClassId> &row = shape.known[begin];
  if (end >= row.size())
    row.resize(end + 1, kUnknown);
  ClassId &known = row[end];
  if (known != kUnknown)
    return known;
  Family &family = families[shape.family];
  std::optional<Key> key = keyOf(shape, from, to);
  if (!key)
    return known = family.count++;
  auto [place, isNew] = family.classes.try_emplace(*key, family.count);
  family.count += isNew;
  return known = place->second;
}

} // namespace shardwright::plan
