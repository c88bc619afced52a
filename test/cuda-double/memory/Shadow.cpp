#include "test/cuda-double/memory/Shadow.h"

#include <algorithm>
#include <cstring>
#include <sys/mman.h>

namespace shardwright::cudadouble {

namespace {

Record *mapRecords(size_t count) {
  void *memory = mmap(nullptr, std::max<size_t>(count, 1) * sizeof(Record), PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return memory == MAP_FAILED ? nullptr : static_cast<Record *>(memory);
}

void unmapRecords(Record *records, size_t count) {
  if (records)
    munmap(records, std::max<size_t>(count, 1) * sizeof(Record));
}

Record *refined(Record *old, size_t count, unsigned factor) {
  Record *fine = mapRecords(count * factor);
  for (size_t i = 0; i < count; ++i)
    if (old[i]) // memory that was never touched stays so
      std::fill_n(fine + i * factor, factor, old[i]);
  unmapRecords(old, count);
  return fine;
}

void find(Conflict &conflict, Hazard hazard, Record other, uint32_t lane, uint64_t offset) {
  if (conflict.hazard == Hazard::None)
    conflict = {hazard, other, lane, offset};
}

} // namespace

void Shadow::allocate(uint64_t size) {
  release();
  bytes = size;
  granules = (size + 3) / 4;
  shift = 2;
  writes = mapRecords(granules);
  reads = mapRecords(granules);
}

void Shadow::release() {
  unmapRecords(writes, granules);
  unmapRecords(reads, granules);
  writes = reads = nullptr;
}

void Shadow::clear(uint64_t size) {
  size_t count = std::min<size_t>(granules, (size + (uint64_t(1) << shift) - 1) >> shift);
  std::memset(writes, 0, count * sizeof(Record));
  std::memset(reads, 0, count * sizeof(Record));
}

void Shadow::unwrite(uint64_t granule) {
  if (whole) {
    for (size_t i = 0; i < granules; ++i)
      writes[i] = writer(i);
    whole = 0;
  }
  writes[granule] = 0;
}

void Shadow::refine(uint64_t divisible) {
  unsigned finer = divisible & 1 ? 0 : 1;
  unsigned factor = 1u << (shift - finer);
  writes = refined(writes, granules, factor);
  reads = refined(reads, granules, factor);
  granules *= factor;
  shift = finer;
}

void note(Shadow &shadow, uint64_t offset, uint64_t size, Access access, uint32_t lane, Agent &agent,
          Conflict &conflict) {
  const Record mine = agent.self | lane;
  const Record atomic = mine | Record(RecordKind::Atomic) << kKindShift;
  const bool strong = access != Access::Read && access != Access::Write;
  const bool reading = access == Access::Read || access == Access::StrongRead || access == Access::Atomic;
  const bool writing = access != Access::Read && access != Access::StrongRead;
  const uint64_t granule = uint64_t(1) << shadow.shift;
  for (uint64_t at = offset >> shadow.shift, end = (offset + size + granule - 1) >> shadow.shift; at < end; ++at) {
    const Record write = shadow.writer(at);
    Record &read = shadow.reads[at];
    if (reading && write == 0)
      find(conflict, Hazard::Unwritten, 0, lane, at << shadow.shift);
    bool excused = strong && kindOf(write) == RecordKind::Atomic;
    if (write != 0 && write != mine && !excused && !agent.before(write) && !agent.ordering->ordered(write, lane))
      find(conflict, writing && access != Access::Atomic ? Hazard::WriteAfterWrite : Hazard::ReadAfterWrite, write,
           lane, at << shadow.shift);
    if (writing) {
      if (read != 0 && read != mine && !agent.before(read) && !agent.ordering->readBefore(read, lane))
        find(conflict, Hazard::WriteAfterRead, read, lane, at << shadow.shift);
      agent.bytesWritten += write < agent.first ? granule : 0;
      shadow.writes[at] = strong ? atomic : mine;
    }
    if (access == Access::Atomic)
      agent.bytesRead += read < agent.first ? granule : 0;
    if (access == Access::Read && read != mine && read != agent.manyInWarp && read != agent.manyInBlock &&
        read != agent.manyInLaunch) {
      agent.bytesRead += read < agent.first ? granule : 0;
      if (agent.before(read) || agent.ordering->ordered(read, lane)) {
        read = mine;
      } else {
        read = agent.ordering->merged(read, mine);
      }
    }
  }
}

bool noteAdjacentLanes(Shadow &shadow, uint64_t offset, uint64_t size, bool write, Agent &agent) {
  const unsigned perLane = static_cast<unsigned>(size >> shadow.shift);
  Record *writes = shadow.writes + (offset >> shadow.shift);
  Record *reads = shadow.reads + (offset >> shadow.shift);
  const Record limit = agent.limit, block = agent.block, floor = agent.floor, self = agent.self, own = agent.first;
  const unsigned count = 32 * perLane;
  const unsigned laneShift = static_cast<unsigned>(__builtin_ctz(perLane));
  // What was written at once was written by one operation: where that of the first granule is ordered before, so are
  // its other records.
  auto whole = [&](Record record) {
    bool known = record >= limit && record < own && agent.knows(operationOf(record));
    return known ? record >> kOperationShift << kOperationShift : ~Record(0);
  };
  constexpr Record all = Record(1) << kOperationShift;
  const Record writer = whole(writes[0] ? writes[0] : shadow.whole), reader = whole(reads[0]);
  const bool unwritten = !write; // is wrong
  const Record written = shadow.whole;
  // Sums of comparisons rather than a loop that ends early: the compiler makes vectors of them.
  unsigned wrong = 0, first = 0;
  for (unsigned i = 0; i < count; ++i) {
    Record w = writes[i] ? writes[i] : written, r = reads[i], mine = self | (i >> laneShift);
    wrong += !((w < limit) | ((w >= block) & (w < floor)) | (w == mine) | (w - writer < all));
    wrong += !((r < limit) | ((r >= block) & (r < floor)) | (r == mine) | (r - reader < all));
    wrong += unwritten & (w == 0);
    first += (write ? w : r) < own;
  }
  if (wrong)
    return false;
  Record *to = write ? writes : reads;
  for (unsigned i = 0; i < count; ++i)
    to[i] = self | (i >> laneShift);
  (write ? agent.bytesWritten : agent.bytesRead) += uint64_t(first) << shadow.shift;
  return true;
}

bool noteCommonRead(Shadow &shadow, uint64_t offset, uint64_t size, Agent &agent) {
  const uint64_t begin = offset >> shadow.shift, end = (offset + size) >> shadow.shift;
  for (uint64_t at = begin; at < end; ++at) {
    Record w = shadow.writer(at), r = shadow.reads[at];
    bool many = r == agent.manyInWarp || r == agent.manyInBlock || r == agent.manyInLaunch;
    if (w == 0 || !agent.before(w) || !(many || agent.before(r)))
      return false;
  }
  for (uint64_t at = begin; at < end; ++at) {
    Record &r = shadow.reads[at];
    if (r == agent.manyInBlock || r == agent.manyInLaunch)
      continue;
    agent.bytesRead += r < agent.first ? uint64_t(1) << shadow.shift : 0;
    r = agent.manyInWarp;
  }
  return true;
}

bool written(const Shadow &shadow, uint64_t offset, uint64_t size, uint64_t &firstUnwritten) {
  for (uint64_t at = offset >> shadow.shift, end = (offset + size + (uint64_t(1) << shadow.shift) - 1) >> shadow.shift;
       at < end; ++at)
    if (shadow.writer(at) == 0) {
      firstUnwritten = std::max(offset, at << shadow.shift);
      return false;
    }
  return true;
}

void copyWritten(const Shadow &from, uint64_t fromOffset, Shadow &to, uint64_t toOffset, uint64_t size) {
  const uint64_t step = uint64_t(1) << std::min(from.shift, to.shift);
  for (uint64_t at = 0; at < size; at += step)
    if (from.writer((fromOffset + at) >> from.shift) == 0)
      to.unwrite((toOffset + at) >> to.shift);
}

} // namespace shardwright::cudadouble
