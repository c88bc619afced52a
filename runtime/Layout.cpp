#include "runtime/Layout.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <map>

namespace shardwright::runtime {

int64_t numParts(const AxisDigits &digits) {
  int64_t n = 1;
  for (const AxisDigit &digit : digits)
    n *= digit.size;
  return n;
}

int64_t blockIndex(const Executable &executable, const AxisDigits &digits, int64_t device) {
  std::vector<int64_t> coordinates(executable.meshAxes.size());
  for (size_t i = executable.meshAxes.size(); i-- > 0;) {
    coordinates[i] = device % executable.meshAxes[i].size;
    device /= executable.meshAxes[i].size;
  }
  int64_t index = 0;
  for (const AxisDigit &digit : digits) {
    int64_t minor = executable.meshAxes[digit.axis].size / (digit.pre * digit.size);
    index = index * digit.size + coordinates[digit.axis] / minor % digit.size;
  }
  return index;
}

std::vector<std::vector<int64_t>> deviceGroups(const Executable &executable, const AxisDigits &axes) {
  // A group's name is its devices' position with the digits of `axes` set to zero.
  std::vector<int64_t> strides(executable.meshAxes.size(), 1);
  for (size_t i = strides.size(); i-- > 1;)
    strides[i - 1] = strides[i] * executable.meshAxes[i].size;
  int64_t size = numParts(axes);
  std::map<int64_t, size_t> numbers;
  std::vector<std::vector<int64_t>> groups;
  for (int64_t device = 0, n = executable.numDevices(); device != n; ++device) {
    int64_t name = device;
    for (const AxisDigit &digit : axes) {
      int64_t minor = executable.meshAxes[digit.axis].size / (digit.pre * digit.size);
      int64_t unit = strides[digit.axis] * minor;
      name -= device / unit % digit.size * unit;
    }
    auto [it, isNew] = numbers.try_emplace(name, groups.size());
    if (isNew)
      groups.emplace_back(size, -1);
    groups[it->second][blockIndex(executable, axes, device)] = device;
  }
  return groups;
}

std::vector<int64_t> groupOf(const Executable &executable, const AxisDigits &axes, int64_t device) {
  for (std::vector<int64_t> &group : deviceGroups(executable, axes))
    if (std::find(group.begin(), group.end(), device) != group.end())
      return std::move(group);
  return {device};
}

std::vector<int64_t> localShape(const Interface &interface) {
  std::vector<int64_t> shape(interface.globalShape.size());
  for (size_t i = 0; i != shape.size(); ++i)
    shape[i] = ceilDiv(interface.globalShape[i], numParts(interface.dims[i]));
  return shape;
}

int64_t numElements(const std::vector<int64_t> &shape) {
  int64_t n = 1;
  for (int64_t dim : shape)
    n *= dim;
  return n;
}

int64_t boundedProduct(std::initializer_list<int64_t> factors) {
  constexpr int64_t kMost = int64_t{1} << 62;
  int64_t product = 1;
  for (int64_t factor : factors)
    if (factor == 0)
      return 0;
    else if (__builtin_mul_overflow(product, factor, &product) || product > kMost)
      product = kMost;
  return product;
}

int64_t checkedBytes(ElementType type, const std::vector<int64_t> &shape) {
  // A zero dimension makes the product zero, yet the others must not overflow where only some of them are multiplied.
  int64_t n = static_cast<int64_t>(elementBytes(type));
  bool empty = false;
  for (int64_t dim : shape) {
    if (dim < 0)
      return -1;
    if (dim == 0)
      empty = true;
    else if (__builtin_mul_overflow(n, dim, &n) || n > (int64_t{1} << 56))
      return -1;
  }
  return empty ? 0 : n;
}

uint64_t localBytes(const Interface &interface) {
  return static_cast<uint64_t>(numElements(localShape(interface))) * elementBytes(interface.type);
}

uint64_t bytesPerDevice(const Executable &executable) {
  uint64_t sum = executable.arenaBytes;
  auto add = [&](uint64_t bytes) {
    if (__builtin_add_overflow(sum, bytes, &sum))
      sum = UINT64_MAX;
  };
  for (const std::vector<Interface> *side : {&executable.arguments, &executable.results})
    for (const Interface &value : *side)
      if (value.hasOwnBlock())
        add(localBytes(value));
  add(executable.constants.size());
  return sum;
}

std::string describeSharding(const Executable &executable, const Interface &interface) {
  auto axes = [&](const AxisDigits &digits) {
    std::string text;
    for (const AxisDigit &digit : digits) {
      const MeshAxisInfo &axis = executable.meshAxes[digit.axis];
      absl::StrAppend(&text, text.empty() ? "" : ", ", "\"", axis.name, "\"");
      if (digit.size != axis.size)
        absl::StrAppend(&text, ":(", digit.pre, ")", digit.size);
    }
    return absl::StrCat("{", text, "}");
  };
  std::string text;
  for (const AxisDigits &dim : interface.dims)
    absl::StrAppend(&text, text.empty() ? "" : ", ", axes(dim));
  return absl::StrCat("[", text, "]",
                      interface.partial.empty() ? "" : absl::StrCat(" partial over ", axes(interface.partial)));
}

} // namespace shardwright::runtime
