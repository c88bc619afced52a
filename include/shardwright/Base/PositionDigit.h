#ifndef SHARDWRIGHT_BASE_POSITIONDIGIT_H
#define SHARDWRIGHT_BASE_POSITIONDIGIT_H

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

/// Positions in a mesh are numbers in mixed radix: row-major over its axes, which are digits, and so are parts of them.
/// Whoever asks for a device's coordinate, block or group computes it here.
namespace shardwright {

/// `size` values, `stride` positions apart.
struct PositionDigit {
  int64_t stride = 1, size = 1;

  constexpr int64_t of(int64_t position) const { return position / stride % size; }
  /// The position whose digit is 0, all others alike.
  constexpr int64_t clearedIn(int64_t position) const { return position - of(position) * stride; }
  /// Reshaped to [before, count, the rest]: the middle one. before * count divides the size.
  constexpr PositionDigit middle(int64_t before, int64_t count) const {
    return {stride * (size / (before * count)), count};
  }
};

/// Of axes with these sizes (a range of numbers), major to minor.
template <typename Sizes> std::vector<PositionDigit> rowMajorDigits(const Sizes &sizes) {
  std::vector<PositionDigit> digits;
  int64_t stride = 1;
  for (int64_t size : sizes) {
    digits.push_back({1, size});
    stride *= size;
  }
  for (PositionDigit &digit : digits)
    digit.stride = stride /= digit.size;
  return digits;
}

/// The number that the digits make, the first of them the major one: the block of a dimension that is split along them.
template <typename Digits> int64_t blockAlong(const Digits &digits, int64_t position) {
  int64_t block = 0;
  for (const PositionDigit &digit : digits)
    block = block * digit.size + digit.of(position);
  return block;
}

/// The member of a position's group whose block along the digits is 0. No digit may stand among them twice.
template <typename Digits> int64_t firstAlong(const Digits &digits, int64_t position) {
  int64_t first = position;
  for (const PositionDigit &digit : digits)
    first = digit.clearedIn(first);
  return first;
}

/// The positions that differ from `position` in these digits only, by block.
template <typename Digits> std::vector<int64_t> groupAlong(const Digits &digits, int64_t position) {
  std::vector<int64_t> members = {firstAlong(digits, position)};
  for (const PositionDigit &digit : digits) {
    std::vector<int64_t> next;
    next.reserve(members.size() * static_cast<size_t>(digit.size));
    for (int64_t member : members)
      for (int64_t value = 0; value != digit.size; ++value)
        next.push_back(member + value * digit.stride);
    members = std::move(next);
  }
  return members;
}

/// All groups among `positions`, ordered by their first members.
template <typename Digits> std::vector<std::vector<int64_t>> groupsAlong(const Digits &digits, int64_t positions) {
  std::vector<std::vector<int64_t>> groups;
  for (int64_t position = 0; position != positions; ++position)
    if (firstAlong(digits, position) == position)
      groups.push_back(groupAlong(digits, position));
  return groups;
}

} // namespace shardwright

#endif // SHARDWRIGHT_BASE_POSITIONDIGIT_H
