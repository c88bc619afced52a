#include "lib/Fusion/LiveBytes.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

namespace shardwright::fusion {

void Sequence::connect() {
  for (auto [position, op] : llvm::enumerate(ops)) {
    for (uint32_t value : op.reads)
      values[value].readers.push_back(static_cast<uint32_t>(position));
    for (uint32_t value : op.results)
      values[value].maker = static_cast<int64_t>(position);
  }
}

bool LiveBytes::hasBuffer(uint32_t number) const {
  const Sequence::Value &value = sequence.values[number];
  if (value.maker < 0 || value.isMade || value.isView)
    return false;
  if (!value.isElementwise || value.readers.size() != 1)
    return true;
  const Sequence::Op &reader = sequence.ops[value.readers.front()];
  return reader.isEnd || !llvm::is_contained(llvm::ArrayRef(reader.reads).take_front(reader.numOperands), number);
}

LiveBytes::LiveBytes(const Sequence &sequence) : sequence(sequence), readUntil(sequence.ops.size()) {
  const size_t size = sequence.ops.size();
  std::vector<size_t> firstUse(size);
  for (size_t at = size; at-- > 0;) {
    const Sequence::Op &op = sequence.ops[at];
    size_t first = size - 1, last = at + 1;
    for (uint32_t result : op.results)
      for (uint32_t reader : sequence.values[result].readers) {
        first = std::min(first, firstUse[reader]);
        last = std::max(last, readUntil[reader]);
      }
    bool buffers = op.results.empty() || llvm::any_of(op.results, [&](uint32_t value) { return hasBuffer(value); });
    readUntil[at] = buffers ? at + !op.isInPlace : last;
    firstUse[at] = buffers ? at : std::max(at, first);
    bool isLate = !op.hasRegions && llvm::all_of(llvm::ArrayRef(op.reads).take_front(op.numOperands),
                                                 [&](uint32_t value) { return sequence.values[value].maker < 0; });
    // What nobody reads is alive nowhere.
    size_t begin = isLate ? std::max(at, first) : at;
    for (uint32_t result : op.results)
      if (hasBuffer(result))
        spans[result] = {begin, std::max(begin, last)};
  }
  // Spans are as long as the block may be: what begins and ends is counted, and added up once.
  std::vector<int64_t> bytesAt(size);
  for (auto &[value, span] : spans) {
    if (span.begin >= span.end)
      continue;
    int64_t bytes = sequence.values[value].bytes;
    bytesAt[span.begin] += bytes;
    if (span.end < size)
      bytesAt[span.end] -= bytes;
  }
  std::partial_sum(bytesAt.begin(), bytesAt.end(), bytesAt.begin());
  alive.assign(std::move(bytesAt));
  if (size > 0)
    peak = alive.most(0, size);
}

LiveBytes::Spans LiveBytes::spansWith(llvm::ArrayRef<uint32_t> moved, size_t place) const {
  Spans changed;
  auto spanOf = [&](uint32_t value) -> Span * {
    auto known = spans.find(value);
    return known == spans.end() ? nullptr : &changed.try_emplace(value, known->second).first->second;
  };
  for (uint32_t at : moved) {
    const Sequence::Op &op = sequence.ops[at];
    for (uint32_t operand : llvm::ArrayRef(op.reads).take_front(op.numOperands))
      if (Span *span = spanOf(operand))
        span->end = std::max(span->end, place + !op.isInPlace);
    for (uint32_t result : op.results)
      if (Span *span = spanOf(result))
        *span = {place, std::max(span->end, place)};
  }
  return changed;
}

bool LiveBytes::move(llvm::ArrayRef<uint32_t> moved, size_t place) {
  Spans changed = spansWith(moved, place);
  ByteChanges changes;
  for (auto &[value, span] : changed) {
    const Span &now = spans[value];
    changes.move(sequence.values[value].bytes, now.begin, now.end, span.begin, span.end);
  }
  if (!changes.fit(alive, peak))
    return false;
  changes.addTo(alive);
  for (auto &[value, span] : changed)
    before.push_back({value, std::exchange(spans[value], span)});
  return true;
}

void LiveBytes::undoTo(size_t mark) {
  for (; before.size() > mark; before.pop_back()) {
    auto [value, span] = before.back();
    const Span now = std::exchange(spans[value], span);
    ByteChanges changes;
    changes.move(sequence.values[value].bytes, now.begin, now.end, span.begin, span.end);
    changes.addTo(alive);
  }
}

} // namespace shardwright::fusion
