#include "runtime/backends/host/CollectivePlan.h"

#include "runtime/Layout.h"

#include <algorithm>
#include <cstring>

namespace shardwright::runtime::host {

CollectivePlan::CollectivePlan(const Executable &executable, const Collective &collective)
    : places(static_cast<size_t>(executable.numDevices())), groups(deviceGroups(executable, collective.axes)),
      kind(collective.kind), size(numParts(collective.axes)), elementSize(elementBytes(collective.type)),
      inElements(numElements(collective.inShape)), outElements(numElements(collective.outShape)) {
  for (size_t g = 0; g != groups.size(); ++g)
    for (size_t m = 0; m != groups[g].size(); ++m)
      places[static_cast<size_t>(groups[g][m])] = {static_cast<uint32_t>(g), static_cast<uint32_t>(m)};
  switch (kind) {
  case CollectiveKind::AllGather:
    planGather(collective);
    break;
  case CollectiveKind::AllToAll:
    planAllToAll(collective);
    break;
  case CollectiveKind::ReduceScatter:
    planReduceScatter(collective);
    break;
  case CollectiveKind::AllReduce:
    combine = combineFunction(collective.type, collective.reduction);
    break;
  case CollectiveKind::Permute:
    for (const std::vector<int64_t> &group : groups) {
      std::vector<int32_t> &row = sources.emplace_back();
      for (int64_t device : group) {
        int64_t source = collective.sources[static_cast<size_t>(device)];
        row.push_back(source < 0 ? -1 : static_cast<int32_t>(places[static_cast<size_t>(source)].member));
      }
    }
    break;
  default: // in no program
    break;
  }
  countBytes(collective);
}

std::vector<std::vector<int64_t>> CollectivePlan::membersIn(DeviceRange range) const {
  std::vector<std::vector<int64_t>> members(groups.size());
  for (size_t group = 0; group != groups.size(); ++group)
    for (int64_t device : groups[group])
      if (device >= range.first && device < range.first + range.count)
        members[group].push_back(device - range.first);
  return members;
}

void CollectivePlan::planGather(const Collective &c) {
  std::vector<int64_t> zero(c.inShape.size(), 0), box = c.inShape, start = zero;
  size_t dim = static_cast<size_t>(c.gatherDim);
  for (int64_t sender = 0; sender != size; ++sender) {
    start[dim] = std::min(sender * c.inShape[dim], c.outShape[dim]);
    box[dim] = std::min(c.inShape[dim], c.outShape[dim] - start[dim]);
    copies.emplace_back(elementSize, box, c.inShape, zero, c.outShape, start);
  }
}

void CollectivePlan::planAllToAll(const Collective &c) {
  size_t split = static_cast<size_t>(c.splitDim), gather = static_cast<size_t>(c.gatherDim);
  std::vector<int64_t> block = c.inShape, zero(c.inShape.size(), 0); // what one member sends to one other
  block[split] = ceilDiv(c.inShape[split], size);
  padded.assign(static_cast<size_t>(size), false);
  for (int64_t receiver = 0; receiver != size; ++receiver) {
    for (int64_t sender = 0; sender != size; ++sender) {
      std::vector<int64_t> from = zero, to = zero, box = block;
      from[split] = std::min(receiver * block[split], c.inShape[split]);
      box[split] = std::min(block[split], c.inShape[split] - from[split]);
      padded[static_cast<size_t>(receiver)] = padded[static_cast<size_t>(receiver)] || box[split] != block[split];
      to[gather] = std::min(sender * block[gather], c.outShape[gather]);
      box[gather] = std::min(box[gather], c.outShape[gather] - to[gather]);
      copies.emplace_back(elementSize, box, c.inShape, from, c.outShape, to);
    }
  }
}

void CollectivePlan::planReduceScatter(const Collective &c) {
  size_t dim = static_cast<size_t>(c.splitDim);
  combine = combineFunction(c.type, c.reduction);
  int64_t inner = 1;
  for (size_t d = dim + 1; d != c.inShape.size(); ++d)
    inner *= c.inShape[d];
  inRow = c.inShape[dim] * inner;
  outRow = c.outShape[dim] * inner;
}

void CollectivePlan::countBytes(const Collective &c) {
  uint64_t in = static_cast<uint64_t>(inElements) * elementSize, n = static_cast<uint64_t>(size);
  switch (kind) {
  case CollectiveKind::AllGather:
    sentByAll = static_cast<uint64_t>(outElements) * elementSize * (n - 1) / n;
    break;
  case CollectiveKind::ReduceScatter:
  case CollectiveKind::AllToAll:
    sentByAll = in * (n - 1) / n;
    break;
  case CollectiveKind::AllReduce:
    sentByAll = 2 * in * (n - 1) / n;
    break;
  case CollectiveKind::Permute:
    sent.assign(c.sources.size(), 0);
    for (size_t device = 0; device != c.sources.size(); ++device)
      if (int64_t source = c.sources[device]; source >= 0 && source != static_cast<int64_t>(device))
        sent[static_cast<size_t>(source)] = in;
    break;
  default:
    break;
  }
}

int64_t CollectivePlan::numUnits() const {
  bool reduces = kind == CollectiveKind::AllReduce || kind == CollectiveKind::ReduceScatter;
  return reduces ? ceilDiv(inElements, kCombineBlock) : size;
}

uint64_t CollectivePlan::bytesTouched() const {
  return static_cast<uint64_t>(inElements + outElements) * elementSize * static_cast<uint64_t>(size);
}

BoxCopy CollectivePlan::between(uint32_t group, int64_t sender, int64_t receiver) const {
  switch (kind) {
  case CollectiveKind::AllGather:
    return copies[static_cast<size_t>(sender)];
  case CollectiveKind::AllToAll:
    return copies[static_cast<size_t>(receiver * size + sender)];
  case CollectiveKind::ReduceScatter: {
    if (inElements == 0)
      return {};
    const int64_t rows = inElements / inRow, first = std::min(receiver * outRow, inRow);
    return BoxCopy(elementSize, {rows, std::min(outRow, inRow - first)}, {rows, inRow}, {0, first}, {rows, outRow},
                   {0, 0});
  }
  case CollectiveKind::Permute:
    if (sources[group][static_cast<size_t>(receiver)] != sender)
      return {};
    break;
  default:
    break;
  }
  return BoxCopy(elementSize, {outElements}, {outElements}, {0}, {outElements}, {0});
}

bool CollectivePlan::isPadded(uint32_t group, int64_t receiver) const {
  switch (kind) {
  case CollectiveKind::AllToAll:
    return padded[static_cast<size_t>(receiver)];
  case CollectiveKind::ReduceScatter:
    return (receiver + 1) * outRow > inRow;
  case CollectiveKind::Permute:
    return sources[group][static_cast<size_t>(receiver)] < 0;
  default:
    return false;
  }
}

void CollectivePlan::runUnits(uint32_t group, const void *const *ins, void *const *outs, int64_t begin,
                              int64_t end) const {
  if (combine)
    return reduce(ins, outs, begin, end);
  size_t outBytes = static_cast<size_t>(outElements) * elementSize;
  for (int64_t receiver = begin; receiver != end; ++receiver) {
    void *out = outs[receiver];
    switch (kind) {
    case CollectiveKind::AllGather: // put together once, then copied whole: the blocks may be many short runs
      if (receiver != begin)
        std::memcpy(out, outs[begin], outBytes);
      else
        for (int64_t sender = 0; sender != size; ++sender)
          copies[static_cast<size_t>(sender)].run(out, ins[sender]);
      break;
    case CollectiveKind::AllToAll:
      if (padded[static_cast<size_t>(receiver)])
        std::memset(out, 0, outBytes);
      for (int64_t sender = 0; sender != size; ++sender)
        copies[static_cast<size_t>(receiver * size + sender)].run(out, ins[sender]);
      break;
    case CollectiveKind::Permute:
      if (int32_t source = sources[group][static_cast<size_t>(receiver)]; source >= 0)
        std::memcpy(out, ins[source], outBytes);
      else
        std::memset(out, 0, outBytes);
      break;
    default:
      break;
    }
  }
}

void CollectivePlan::reduce(const void *const *ins, void *const *outs, int64_t begin, int64_t end) const {
  alignas(64) char block[kCombineBlock * 16]; // of the largest element
  for (int64_t unit = begin; unit != end; ++unit) {
    int64_t first = unit * kCombineBlock, count = std::min(kCombineBlock, inElements - first);
    size_t offset = static_cast<size_t>(first) * elementSize;
    combine(block, ins, size, offset, count);
    if (kind == CollectiveKind::ReduceScatter) {
      scatter(block, first, count, outs);
      continue;
    }
    for (int64_t receiver = 0; receiver != size; ++receiver)
      std::memcpy(static_cast<char *>(outs[receiver]) + offset, block, static_cast<size_t>(count) * elementSize);
  }
}

void CollectivePlan::scatter(const char *block, int64_t first, int64_t count, void *const *outs) const {
  int64_t row = first / inRow;
  // A row that began in the block before, those that lie here whole, and one that ends in the next block.
  if (const int64_t column = first % inRow; column != 0) {
    const int64_t part = std::min(inRow - column, count);
    scatterRows(block, row++, 1, column, part, outs);
    block += static_cast<size_t>(part) * elementSize;
    count -= part;
  }
  if (const int64_t rows = count / inRow; rows != 0) {
    scatterRows(block, row, rows, 0, inRow, outs);
    row += rows;
    block += static_cast<size_t>(rows * inRow) * elementSize;
    count -= rows * inRow;
  }
  if (count != 0)
    scatterRows(block, row, 1, 0, count, outs);
}

void CollectivePlan::scatterRows(const char *block, int64_t row, int64_t rows, int64_t column, int64_t width,
                                 void *const *outs) const {
  const int64_t fromStride = width * static_cast<int64_t>(elementSize);
  const int64_t toStride = outRow * static_cast<int64_t>(elementSize);
  const int64_t end = column + width;
  for (int64_t receiver = column / outRow; receiver != size; ++receiver) {
    const int64_t begin = receiver * outRow, from = std::max(begin, column), to = std::min(begin + outRow, end);
    char *out = static_cast<char *>(outs[receiver]) + row * toStride;
    if (from < to)
      copyRuns(static_cast<size_t>(to - from) * elementSize, out + static_cast<size_t>(from - begin) * elementSize,
               block + static_cast<size_t>(from - column) * elementSize, rows, toStride, fromStride);
    if (end != inRow && to <= from)
      return;
    // What the members at the end receive past the end of a row is padding.
    if (const int64_t held = std::clamp<int64_t>(inRow - begin, 0, outRow); end == inRow && held != outRow)
      for (int64_t i = 0; i != rows; ++i)
        std::memset(out + i * toStride + static_cast<size_t>(held) * elementSize, 0,
                    static_cast<size_t>(outRow - held) * elementSize);
  }
}

} // namespace shardwright::runtime::host
