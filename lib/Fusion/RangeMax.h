#ifndef LIB_FUSION_RANGEMAX_H
#define LIB_FUSION_RANGEMAX_H

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>
#include <vector>

namespace shardwright::fusion {

/// Numbers by position: something is added to all in a range, and the most in a range is asked for, each in O(log n). A
/// segment tree whose nodes keep what was added to all below them; its leaves are a few numbers together.
class RangeMax {
public:
  void assign(std::vector<int64_t> all) {
    numbers = std::move(all);
    reset();
  }

  /// To so many numbers, of which those at the front and at the end are as they were; the others are asked for, in
  /// order. Where nothing was added.
  template <typename Number> void replace(size_t size, size_t front, size_t end, Number numberAt) {
    const size_t sizeBefore = numbers.size();
    if (size > sizeBefore)
      numbers.resize(size);
    std::memmove(numbers.data() + (size - end), numbers.data() + (sizeBefore - end), end * sizeof(int64_t));
    numbers.resize(size);
    for (size_t at = front; at < size - end; ++at)
      numbers[at] = numberAt(at);
    if (size > width * kTogether)
      reset();
    else
      refresh(front, size == sizeBefore ? size - end : width * kTogether);
  }

  size_t size() const { return numbers.size(); }
  /// Ranges: [from, to), not empty, within the positions.
  void add(size_t from, size_t to, int64_t more) {
    const size_t first = width + from / kTogether, last = width + (to - 1) / kTogether;
    if (first == last) {
      addBelow(first, from, to, more);
    } else {
      addBelow(first, from, (first - width + 1) * kTogether, more);
      addBelow(last, (last - width) * kTogether, to, more);
      for (size_t begin = first + 1, end = last; begin < end; begin /= 2, end /= 2) {
        if (begin % 2)
          addAt(begin++, more);
        if (end % 2)
          addAt(--end, more);
      }
    }
    size_t left = first / 2, right = last / 2;
    for (; left != right; left /= 2, right /= 2) {
      sumUp(left);
      sumUp(right);
    }
    for (; left > 0; left /= 2)
      sumUp(left);
  }

  int64_t most(size_t from, size_t to) const {
    size_t left = width + from / kTogether, right = width + (to - 1) / kTogether;
    if (left == right)
      return mostOf(from, to) + addedAbove(left);
    int64_t inLeft = nodes[left].added + mostOf(from, (left - width + 1) * kTogether);
    int64_t inRight = nodes[right].added + mostOf((right - width) * kTogether, to);
    for (; left / 2 != right / 2; left /= 2, right /= 2) {
      if (left % 2 == 0)
        inLeft = std::max(inLeft, nodes[left + 1].most);
      if (right % 2)
        inRight = std::max(inRight, nodes[right - 1].most);
      inLeft += nodes[left / 2].added;
      inRight += nodes[right / 2].added;
    }
    return std::max(inLeft, inRight) + addedAbove(left / 2);
  }
  int64_t operator[](size_t at) const { return most(at, at + 1); }

private:
  static constexpr size_t kTogether = 16;
  struct Node {
    int64_t most;  ///< with what was added here and below
    int64_t added; ///< here
  };

  int64_t mostOf(size_t from, size_t to) const {
    int64_t found = INT64_MIN / 2;
    for (size_t at = from; at < std::min(to, numbers.size()); ++at)
      found = std::max(found, numbers[at]);
    return found;
  }

  void reset() {
    for (width = 1; width * kTogether < numbers.size();)
      width *= 2;
    nodes.assign(2 * width, {INT64_MIN / 2, 0});
    refresh(0, width * kTogether);
  }

  /// What the nodes say of a range, below which nothing was added.
  void refresh(size_t from, size_t to) {
    if (from >= to)
      return;
    size_t first = width + from / kTogether, last = width + (to - 1) / kTogether;
    for (size_t node = first; node <= last; ++node)
      nodes[node].most = mostOf((node - width) * kTogether, (node - width + 1) * kTogether);
    while (first > 1) {
      first /= 2;
      last /= 2;
      for (size_t node = first; node <= last; ++node)
        nodes[node].most = std::max(nodes[2 * node].most, nodes[2 * node + 1].most);
    }
  }

  void addAt(size_t node, int64_t more) {
    nodes[node].most += more;
    nodes[node].added += more;
  }
  /// To some of a leaf.
  void addBelow(size_t leaf, size_t from, size_t to, int64_t more) {
    const size_t begin = (leaf - width) * kTogether;
    if (to - from == kTogether)
      return addAt(leaf, more);
    for (size_t at = from; at < to; ++at)
      numbers[at] += more;
    nodes[leaf].most = nodes[leaf].added + mostOf(begin, begin + kTogether);
  }
  void sumUp(size_t node) {
    nodes[node].most = nodes[node].added + std::max(nodes[2 * node].most, nodes[2 * node + 1].most);
  }
  int64_t addedAbove(size_t node) const {
    int64_t added = 0;
    for (; node > 0; node /= 2)
      added += nodes[node].added;
    return added;
  }

  size_t width = 0; ///< leaves
  std::vector<int64_t> numbers;
  std::vector<Node> nodes; ///< children of i: 2i and 2i + 1
};

} // namespace shardwright::fusion

#endif // LIB_FUSION_RANGEMAX_H
