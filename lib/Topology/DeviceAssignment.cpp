#include "shardwright/Topology/DeviceAssignment.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

namespace shardwright {
namespace {

constexpr size_t kMostAxes = 8; // 40320 orders

/// One place of a device's number in the mixed radix of the levels.
struct Digit {
  size_t level, dim;
  int64_t size, below;
};

llvm::SmallVector<Digit, 6> digitsOf(llvm::ArrayRef<Level> levels) {
  llvm::SmallVector<Digit, 6> digits;
  int64_t below = 1;
  auto add = [&](size_t level, size_t dim, int64_t size) {
    digits.push_back({level, dim, size, below});
    below *= size;
  };
  for (size_t i = 0; i < levels.size(); ++i) {
    if (levels[i].kind != LevelKind::Torus)
      add(i, 0, levels[i].size);
    else
      for (size_t dim = levels[i].shape.size(); dim-- > 0;)
        add(i, dim, levels[i].shape[dim]);
  }
  return digits;
}

absl::Status doesNotLineUp(const AxisStride &axis, const Digit &digit, const Level &level) {
  return absl::InvalidArgumentError("an axis of " + std::to_string(axis.size) + " devices, " +
                                    std::to_string(axis.stride) + " apart, does not line up with level '" + level.name +
                                    "', whose " + std::to_string(digit.size) + " children hold " +
                                    std::to_string(digit.below) +
                                    " each; choose sizes that divide one another, or another order of the axes");
}

struct Reach {
  int64_t members, spacing;
};

/// The children at `digit` that the axis reaches: what the ranges of both have in common.
absl::StatusOr<Reach> reached(const AxisStride &axis, const Digit &digit, const Level &level) {
  int64_t low = std::max(axis.stride, digit.below);
  int64_t high = std::min(axis.stride * axis.size, digit.below * digit.size);
  if (low >= high)
    return Reach{1, 1};
  if (low % digit.below || low % axis.stride || high % low)
    return doesNotLineUp(axis, digit, level);
  return Reach{high / low, low / digit.below};
}

} // namespace

bool Span::operator==(const Span &other) const {
  return level == other.level && dim == other.dim && members == other.members && extent == other.extent &&
         inside == other.inside && devicesBelow == other.devicesBelow && spacing == other.spacing &&
         reach == other.reach;
}

absl::StatusOr<GroupAssignment> placeGroup(llvm::ArrayRef<Level> levels, llvm::ArrayRef<AxisStride> axes,
                                           int64_t devices) {
  llvm::SmallVector<Digit, 6> digits = digitsOf(levels);
  int64_t most = digits.empty() ? 1 : digits.back().below * digits.back().size;
  if (devices > most)
    return absl::InvalidArgumentError(std::to_string(devices) + " devices are asked for, the topology has " +
                                      std::to_string(most));
  GroupAssignment group;
  for (const Digit &digit : digits) {
    Span span{digit.level, digit.dim, 1, digit.size, group.members, digit.below};
    llvm::SmallVector<Reach, 4> reaches;
    for (const AxisStride &axis : axes) {
      absl::StatusOr<Reach> reach = reached(axis, digit, levels[digit.level]);
      if (!reach.ok())
        return reach.status();
      if (reach->members > 1)
        reaches.push_back(*reach);
    }
    llvm::sort(reaches, [](const Reach &a, const Reach &b) { return a.spacing < b.spacing; });
    for (const Reach &reach : reaches) {
      if (levels[digit.level].kind == LevelKind::Torus) { // else no child is nearer than another
        span.spacing = std::max(span.spacing, reach.spacing / span.members);
        span.reach += (reach.members - 1) * reach.spacing;
      }
      span.members *= reach.members;
    }
    if (span.members == 1)
      continue;
    group.members *= span.members;
    group.spans.push_back(span);
  }
  int64_t asked = 1;
  for (const AxisStride &axis : axes)
    asked *= axis.size;
  if (group.members != asked)
    return absl::InvalidArgumentError("a group of " + std::to_string(asked) + " reaches beyond the " +
                                      std::to_string(most) + " devices of the topology");
  group.groups = std::max<int64_t>(1, devices / group.members);
  return group;
}

absl::StatusOr<GroupAssignment> placeAxes(llvm::ArrayRef<Level> levels, const Mesh &mesh, llvm::ArrayRef<size_t> order,
                                          llvm::ArrayRef<size_t> over) {
  llvm::SmallVector<AxisStride, 4> all, mine;
  int64_t stride = 1;
  for (size_t axis : llvm::reverse(order)) {
    AxisStride laid{mesh.axes()[axis].size, stride};
    stride *= laid.size;
    all.push_back(laid);
    if (llvm::is_contained(over, axis))
      mine.push_back(laid);
  }
  // A group lies alike everywhere only if every axis of the mesh lines up.
  if (absl::StatusOr<GroupAssignment> whole = placeGroup(levels, all, stride); !whole.ok())
    return whole.status();
  return placeGroup(levels, mine, stride);
}

absl::StatusOr<AxisOrder>
searchAxisOrder(llvm::ArrayRef<Level> levels, const Mesh &mesh,
                const std::function<absl::StatusOr<double>(llvm::ArrayRef<size_t> order)> &price) {
  if (mesh.numAxes() > kMostAxes)
    return absl::InvalidArgumentError("a mesh of " + std::to_string(mesh.numAxes()) + " axes, at most " +
                                      std::to_string(kMostAxes) + " are searched; give the order by hand");
  AxisOrder order(mesh.numAxes()), best;
  std::iota(order.begin(), order.end(), 0);
  double least = 0;
  absl::Status why;
  do {
    absl::StatusOr<GroupAssignment> whole = placeAxes(levels, mesh, order, order);
    absl::StatusOr<double> seconds = whole.ok() ? price(order) : whole.status();
    if (!seconds.ok()) {
      why = seconds.status();
      continue;
    }
    if (best.size() != order.size() || *seconds < least) {
      best = order;
      least = *seconds;
    }
  } while (std::next_permutation(order.begin(), order.end()));
  if (best.size() != mesh.numAxes())
    return why;
  return best;
}

} // namespace shardwright
