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
  void add(size_t from, size_t to, int64_t more) { add(1, 0, width * kTogether, from, to, more); }
  int64_t most(size_t from, size_t to) const { return most(1, 0, width * kTogether, from, to); }
  int64_t operator[](size_t at) const { return most(at, at + 1); }

private:
  static constexpr size_t kTogether = 32;
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

  void add(size_t node, size_t begin, size_t size, size_t from, size_t to, int64_t more) {
    if (from <= begin && begin + size <= to) {
      nodes[node].most += more;
      nodes[node].added += more;
      return;
    }
    if (node >= width) {
      for (size_t at = std::max(from, begin); at < std::min(to, begin + size); ++at)
        numbers[at] += more;
      nodes[node].most = nodes[node].added + mostOf(begin, begin + size);
      return;
    }
    size /= 2;
    if (from < begin + size)
      add(2 * node, begin, size, from, to, more);
    if (to > begin + size)
      add(2 * node + 1, begin + size, size, from, to, more);
    nodes[node].most = nodes[node].added + std::max(nodes[2 * node].most, nodes[2 * node + 1].most);
  }

  int64_t most(size_t node, size_t begin, size_t size, size_t from, size_t to) const {
    if (from <= begin && begin + size <= to)
      return nodes[node].most;
    if (node >= width)
      return nodes[node].added + mostOf(std::max(from, begin), std::min(to, begin + size));
    size /= 2;
    const size_t middle = begin + size;
    int64_t found;
    if (to <= middle)
      found = most(2 * node, begin, size, from, to);
    else if (from >= middle)
      found = most(2 * node + 1, middle, size, from, to);
    else
      found = std::max(most(2 * node, begin, size, from, to), most(2 * node + 1, middle, size, from, to));
    return nodes[node].added + found;
  }

  size_t width = 0; ///< leaves
  std::vector<int64_t> numbers;
  std::vector<Node> nodes; ///< children of i: 2i and 2i + 1
};

} // namespace shardwright::fusion

#endif // LIB_FUSION_RANGEMAX_H
