#include "runtime/Layout.h"

#include "shardwright/Base/PositionDigit.h"

#include "absl/strings/str_cat.h"

namespace shardwright::runtime {

int64_t numParts(const AxisDigits &digits) {
  int64_t n = 1;
  for (const AxisDigit &digit : digits)
    n *= digit.size;
  return n;
}

/// What the axes are of a device's position.
static std::vector<PositionDigit> digitsOf(const Executable &executable, const AxisDigits &axes) {
  std::vector<int64_t> sizes;
  for (const MeshAxisInfo &axis : executable.meshAxes)
    sizes.push_back(axis.size);
  const std::vector<PositionDigit> whole = rowMajorDigits(sizes);
  std::vector<PositionDigit> digits;
  for (const AxisDigit &axis : axes)
    digits.push_back(whole[axis.axis].middle(axis.pre, axis.size));
  return digits;
}

int64_t blockIndex(const Executable &executable, const AxisDigits &digits, int64_t device) {
  return digits.empty() ? 0 : blockAlong(digitsOf(executable, digits), device);
}

std::vector<std::vector<int64_t>> deviceGroups(const Executable &executable, const AxisDigits &axes) {
  return groupsAlong(digitsOf(executable, axes), executable.numDevices());
}

std::vector<int64_t> groupOf(const Executable &executable, const AxisDigits &axes, int64_t device) {
  return groupAlong(digitsOf(executable, axes), device);
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
