#include "shardwright/Placement/HaloExchange.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>

namespace shardwright {
namespace {

using llvm::divideCeilSigned;
using llvm::divideFloorSigned;
using Segment = HaloExchange::Segment;

/// Further apart than so many blocks, joining all is simpler.
constexpr int64_t kFarthest = 8;

/// What each device lacks, by distance.
class Needs {
public:
  Needs(int64_t length, int64_t positions, int64_t parts, const FactorWindow &window)
      : length(length), positions(positions), block(divideCeilSigned(length, parts)),
        positionBlock(divideCeilSigned(positions, parts)), window(window) {
    for (int64_t device = 0; device * positionBlock < positions; ++device)
      add(device);
  }

  std::map<int64_t, Segment> byDistance;
  bool readsOutside = false;

private:
  void add(int64_t device) {
    int64_t begin = device * positionBlock, last = std::min(begin + positionBlock, positions) - 1;
    int64_t from = divideCeilSigned(window.low + begin * window.stride, window.dilation);
    int64_t to = divideFloorSigned(window.low + last * window.stride + window.size - 1, window.dilation) + 1;
    readsOutside |= from < 0 || to > length;
    from = std::max<int64_t>(from, 0);
    to = std::min(to, length);
    if (from >= to)
      return;
    for (int64_t source = from / block; source * block < to; ++source) {
      int64_t first = std::max(from - source * block, int64_t(0)), end = std::min(to - source * block, block);
      Segment &segment =
          byDistance.try_emplace(source - device, Segment{source - device, first, end, first, end, {}}).first->second;
      segment.firstRead = segment.begin = std::min(segment.begin, first);
      segment.endRead = segment.end = std::max(segment.end, end);
      if (source != device)
        segment.pairs.push_back({source, device});
    }
  }

  int64_t length, positions, block, positionBlock;
  const FactorWindow &window;
};

/// Contiguous: all but the first from the start of their blocks, all but the last to the end.
void join(std::map<int64_t, Segment> &&needed, int64_t block, llvm::SmallVectorImpl<Segment> &segments) {
  if (needed.empty())
    return;
  int64_t nearest = needed.begin()->first, farthest = needed.rbegin()->first;
  for (int64_t distance = nearest; distance <= farthest; ++distance) {
    auto it = needed.find(distance);
    Segment segment = it == needed.end() ? Segment{distance, 0, block, 0, block, {}} : std::move(it->second);
    if (distance != nearest)
      segment.begin = 0;
    if (distance != farthest)
      segment.end = block;
    segments.push_back(std::move(segment));
  }
}

/// Turned round, a dimension is read forwards. Nothing of its padding, which is in front then, is read.
std::optional<HaloExchange> planMirrored(int64_t length, int64_t positions, int64_t parts, FactorWindow window) {
  if (window.size != 1 || window.dilation != 1)
    return std::nullopt;
  int64_t padded = divideCeilSigned(length, parts) * parts;
  window.low = padded - 1 - window.low;
  window.stride = -window.stride;
  std::optional<HaloExchange> plan = planHaloExchange(padded, positions, parts, window);
  if (plan)
    for (int64_t device = 0; device < parts; ++device)
      plan->mirror.push_back({device, parts - 1 - device});
  return plan;
}

} // namespace

llvm::SmallVector<HaloExchange::Message, 3> HaloExchange::messages() const {
  llvm::SmallVector<Message, 3> messages;
  if (!mirror.empty())
    messages.push_back({block, mirror});
  for (const Segment &segment : segments)
    if (!segment.pairs.empty())
      messages.push_back({segment.endRead - segment.firstRead, segment.pairs});
  return messages;
}

int64_t HaloExchange::sent() const {
  int64_t sum = 0;
  for (const Message &message : messages())
    sum += message.length;
  return sum;
}

std::optional<HaloExchange> planHaloExchange(int64_t length, int64_t positions, int64_t parts,
                                             const FactorWindow &window) {
  if (window.stride < 0)
    return planMirrored(length, positions, parts, window);
  HaloExchange result;
  result.block = divideCeilSigned(length, parts);
  int64_t positionBlock = divideCeilSigned(positions, parts), step = positionBlock * window.stride;
  if (positions == 0) { // nobody reads
    if (window.size != 1 || window.dilation != 1)
      return std::nullopt;
    return result;
  }
  // Positions are computed with 32 bits.
  if (step % window.dilation != 0 || std::max(length, positions * window.stride) > INT32_MAX)
    return std::nullopt;
  result.first = divideCeilSigned(window.low, window.dilation);
  result.advance = step / window.dilation;
  result.phase = result.first * window.dilation - window.low;
  result.slots = (positionBlock - 1) * window.stride + window.size;
  result.length = divideFloorSigned(result.slots - 1 - result.phase, window.dilation) + 1;
  if (result.length <= 0)
    return std::nullopt;

  Needs needs(length, positions, parts, window);
  result.readsOutside = needs.readsOutside;
  if (!needs.byDistance.empty() && needs.byDistance.rbegin()->first - needs.byDistance.begin()->first > kFarthest)
    return std::nullopt;
  join(std::move(needs.byDistance), result.block, result.segments);
  if (result.messages().size() > 1 && result.sent() >= (parts - 1) * result.block)
    return std::nullopt;
  if (result.segments.empty())
    return result;

  int64_t begin = result.segments.front().distance * result.block + result.segments.front().begin;
  int64_t end = result.segments.back().distance * result.block + result.segments.back().end;
  result.drift = result.advance - result.block;
  result.offset = result.first - begin;
  int64_t last = result.offset + (divideCeilSigned(positions, positionBlock) - 1) * result.drift;
  // Who reads nothing of what is joined may read anywhere in what is added.
  result.before = std::clamp<int64_t>(-std::min(result.offset, last), 0, result.length);
  result.behind = std::clamp<int64_t>(std::max(result.offset, last) + result.length - (end - begin), 0, result.length);
  result.offset += result.before;
  result.isEmptyOutside = result.drift == 0 && result.block * parts == length;
  return result;
}

llvm::SmallVector<HaloMessages, 1> haloMessages(const CostModel &costs, const ShardingRule &rule,
                                                const OpShapes &shapes, const Placement &placement, size_t operand,
                                                int64_t elementBytes) {
  llvm::SmallVector<HaloMessages, 1> all;
  Shape local =
      operandSharding(costs.mesh(), rule, placement, operand).localShape(costs.mesh(), shapes.operands[operand]);
  for (const FactorWindow &window : rule.windows) {
    const AxisList &axes = placement.factors[window.factor];
    if (axes.empty() || window.operand != static_cast<int64_t>(operand))
      continue;
    std::optional<HaloExchange> exchange = planHaloExchange(
        shapes.operands[operand][window.dim], rule.factors[window.factor].size, numParts(costs.mesh(), axes), window);
    if (!exchange)
      continue;
    local[window.dim] = 1;
    double slice = static_cast<double>(elementBytes);
    for (int64_t size : local)
      slice *= static_cast<double>(size);
    HaloMessages messages{axes, {}, {}};
    for (const HaloExchange::Message &message : exchange->messages())
      messages.sent.push_back(
          {slice * static_cast<double>(message.length), {message.pairs.begin(), message.pairs.end()}});
    local[window.dim] = exchange->length;
    messages.local = local;
    all.push_back(std::move(messages));
  }
  return all;
}

Price priceHaloExchange(const CostModel &costs, const ShardingRule &rule, const OpShapes &shapes,
                        const Placement &placement, size_t operand, int64_t elementBytes) {
  Price price;
  for (const HaloMessages &messages : haloMessages(costs, rule, shapes, placement, operand, elementBytes)) {
    for (const HaloMessages::Message &message : messages.sent) {
      const CollectivePrice &permute = costs.collective({CollectiveKind::Permute, messages.axes, "f32", message.pairs});
      price += Price::ofSending(permute.seconds(message.bytes), message.bytes);
    }
  }
  return price;
}

} // namespace shardwright
