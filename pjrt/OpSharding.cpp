#include "pjrt/OpSharding.h"

#include "pjrt/Proto.h"
#include "shardwright/Base/PositionDigit.h"

#include "absl/strings/str_cat.h"

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

namespace shardwright::pjrt {
namespace {

using runtime::AxisDigit;
using runtime::AxisDigits;

// Fields of the message and values of its enumeration.
constexpr uint32_t kType = 1, kTileDimensions = 3, kTileDevices = 4, kReplicateOnLast = 6, kLastTileDimensions = 8;
constexpr int64_t kReplicated = 0, kTiled = 3, kUnreduced = 6;

} // namespace

int64_t partsOf(const AxisDigits &digits) {
  int64_t parts = 1;
  for (const AxisDigit &digit : digits)
    parts *= digit.size;
  return parts;
}

absl::StatusOr<std::string> opSharding(const runtime::Executable &executable, const runtime::Interface &value,
                                       const std::string &what) {
  const int64_t positions = executable.numDevices(), summands = partsOf(value.partial);
  std::vector<int64_t> dimensions;
  int64_t tiles = 1;
  for (size_t d = 0; d != value.dims.size(); ++d) {
    const int64_t parts = partsOf(value.dims[d]);
    if (value.globalShape[d] % parts != 0)
      return absl::UnimplementedError(absl::StrCat(what, " has dimension ", d, " of length ", value.globalShape[d],
                                                   " in ", parts,
                                                   " parts: frameworks know parts of equal length only"));
    dimensions.push_back(parts);
    tiles *= parts;
  }
  ProtoWriter message;
  if (tiles == 1 && summands == 1)
    return std::move(message.message); // replicated
  const int64_t copies = positions / (tiles * summands);

  // Positions by tile, then by summand, those with the same in order.
  std::vector<int64_t> sizes;
  for (const runtime::MeshAxisInfo &axis : executable.meshAxes)
    sizes.push_back(axis.size);
  const std::vector<PositionDigit> axes = rowMajorDigits(sizes);
  std::vector<PositionDigit> digits;
  auto addDigits = [&](const AxisDigits &from) {
    for (const AxisDigit &digit : from)
      digits.push_back(axes[digit.axis].middle(digit.pre, digit.size));
  };
  std::for_each(value.dims.begin(), value.dims.end(), addDigits);
  addDigits(value.partial);
  std::vector<std::pair<int64_t, int64_t>> keys;
  for (int64_t position = 0; position != positions; ++position)
    keys.emplace_back(blockAlong(digits, position), position);
  std::sort(keys.begin(), keys.end());
  std::vector<int64_t> partitions;
  for (const auto &[key, position] : keys)
    partitions.push_back(executable.deviceOrder.empty() ? position
                                                        : executable.deviceOrder[static_cast<size_t>(position)]);

  message.number(kType, kTiled);
  if (summands != 1)
    dimensions.push_back(summands);
  if (copies != 1)
    dimensions.push_back(copies);
  message.packed(kTileDimensions, dimensions);
  message.packed(kTileDevices, partitions);
  if (summands == 1 && copies != 1)
    message.number(kReplicateOnLast, 1);
  if (summands != 1) {
    std::vector<int64_t> kinds = {kUnreduced};
    if (copies != 1)
      kinds.push_back(kReplicated);
    message.packed(kLastTileDimensions, kinds);
  }
  return std::move(message.message);
}

} // namespace shardwright::pjrt
