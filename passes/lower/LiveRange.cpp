// Lives by data flow over the basic blocks of the schedule, and inside a block by one walk from its end: the time is
// that of the accesses, plus blocks times buffers.
#include "passes/lower/LiveRange.h"

#include "passes/lower/VirtualProgram.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"

using namespace shardwright::runtime;

namespace shardwright::lower {

LiveRange::LiveRange(llvm::SmallVector<Span, 1> spans) {
  llvm::sort(spans);
  for (Span span : spans) {
    if (!all.empty() && span.first <= all.back().second + 1)
      all.back().second = std::max(all.back().second, span.second);
    else
      all.push_back(span);
  }
}

void LiveRange::add(const LiveRange &other) {
  llvm::SmallVector<Span, 1> both(all);
  both.append(other.all.begin(), other.all.end());
  *this = LiveRange(std::move(both));
}

LiveRange LiveRange::common(const LiveRange &other) const {
  LiveRange both;
  for (auto a = all.begin(), b = other.all.begin(); a != all.end() && b != other.all.end();) {
    uint32_t first = std::max(a->first, b->first), last = std::min(a->second, b->second);
    if (first <= last)
      both.all.push_back({first, last});
    a->second < b->second ? ++a : ++b;
  }
  return both;
}

bool LiveRange::meets(const LiveRange &other) const {
  for (auto a = all.begin(), b = other.all.begin(); a != all.end() && b != other.all.end();) {
    if (std::max(a->first, b->first) <= std::min(a->second, b->second))
      return true;
    a->second < b->second ? ++a : ++b;
  }
  return false;
}

namespace {

struct BasicBlock {
  uint32_t begin, end; ///< steps
  llvm::SmallVector<uint32_t, 2> next;
  llvm::BitVector reads, writes; ///< before anything else happens to the buffer
  llvm::BitVector liveIn, liveOut;
};

llvm::SmallVector<uint32_t, 2> successors(const VirtualProgram &program, uint32_t s) {
  const VirtualStep &step = program.steps[s];
  switch (step.kind) {
  case StepKind::End:
    return {};
  case StepKind::Jump:
    return {step.target};
  case StepKind::JumpIfFalse:
    return {step.target, s + 1};
  case StepKind::Switch: {
    const std::vector<uint32_t> &targets = program.switches[step.target];
    return {targets.begin(), targets.end()};
  }
  default:
    return {s + 1};
  }
}

bool endsBlock(StepKind kind) {
  return kind == StepKind::End || kind == StepKind::Jump || kind == StepKind::JumpIfFalse || kind == StepKind::Switch;
}

std::vector<BasicBlock> blocksOf(const VirtualProgram &program) {
  uint32_t numSteps = program.steps.size();
  std::vector<bool> begins(numSteps + 1, false);
  begins[0] = begins[numSteps] = true;
  for (uint32_t s = 0; s < numSteps; ++s)
    if (endsBlock(program.steps[s].kind)) {
      begins[s + 1] = true;
      for (uint32_t next : successors(program, s))
        begins[next] = true;
    }
  std::vector<BasicBlock> blocks;
  std::vector<uint32_t> blockAt(numSteps);
  for (uint32_t s = 0; s < numSteps; ++s) {
    if (begins[s])
      blocks.push_back({s, s + 1});
    blocks.back().end = s + 1;
    blockAt[s] = blocks.size() - 1;
  }
  for (BasicBlock &block : blocks)
    for (uint32_t next : successors(program, block.end - 1))
      block.next.push_back(blockAt[next]);
  return blocks;
}

void flow(const VirtualProgram &program, std::vector<BasicBlock> &blocks) {
  unsigned numBuffers = program.buffers.size();
  llvm::BitVector results(numBuffers);
  for (unsigned b = 0; b < numBuffers; ++b)
    if (program.buffers[b].space == SlotSpace::Result)
      results.set(b);
  for (BasicBlock &block : blocks) {
    for (llvm::BitVector *set : {&block.reads, &block.writes, &block.liveIn, &block.liveOut})
      set->resize(numBuffers);
    if (program.steps[block.end - 1].kind == StepKind::End)
      block.liveOut = results;
    for (uint32_t s = block.begin; s < block.end; ++s) {
      for (const BufferAccess &access : program.steps[s].accesses)
        if (access.reads && !block.writes.test(access.buffer))
          block.reads.set(access.buffer);
      for (const BufferAccess &access : program.steps[s].accesses)
        if (access.writes && !access.reads && !block.reads.test(access.buffer))
          block.writes.set(access.buffer);
    }
  }
  for (bool changed = true; changed;) {
    changed = false;
    for (BasicBlock &block : llvm::reverse(blocks)) {
      for (uint32_t next : block.next)
        block.liveOut |= blocks[next].liveIn;
      llvm::BitVector in = block.liveOut;
      in.reset(block.writes);
      in |= block.reads;
      changed |= in != block.liveIn;
      block.liveIn = std::move(in);
    }
  }
}

} // namespace

std::vector<LiveRange> computeLives(const VirtualProgram &program) {
  std::vector<BasicBlock> blocks = blocksOf(program);
  flow(program, blocks);
  constexpr uint32_t kDead = ~0u;
  std::vector<uint32_t> needed(program.buffers.size(), kDead); // until when, at the step that the walk is at
  std::vector<llvm::SmallVector<LiveRange::Span, 1>> spans(program.buffers.size());
  for (const BasicBlock &block : blocks) {
    llvm::SmallVector<uint32_t> touched;
    auto need = [&](uint32_t buffer, uint32_t point) {
      if (needed[buffer] == kDead) {
        needed[buffer] = point;
        touched.push_back(buffer);
      }
    };
    for (unsigned b : block.liveOut.set_bits())
      need(b, 2 * block.end - 1);
    for (uint32_t s = block.end; s-- > block.begin;) {
      const llvm::SmallVector<BufferAccess, 4> &accesses = program.steps[s].accesses;
      // What nobody reads is there all the same once it is written: it must not be over something that is read.
      for (const BufferAccess &access : accesses)
        if (access.writes)
          need(access.buffer, 2 * s + 1);
      for (const BufferAccess &access : accesses)
        if (access.writes && !access.reads && needed[access.buffer] != kDead) {
          spans[access.buffer].push_back({2 * s, needed[access.buffer]});
          needed[access.buffer] = kDead;
        }
      for (const BufferAccess &access : accesses)
        if (access.reads)
          need(access.buffer, 2 * s);
    }
    for (uint32_t buffer : touched)
      if (needed[buffer] != kDead) {
        spans[buffer].push_back({2 * block.begin, needed[buffer]});
        needed[buffer] = kDead;
      }
  }
  std::vector<LiveRange> lives;
  for (llvm::SmallVector<LiveRange::Span, 1> &own : spans)
    lives.emplace_back(std::move(own));
  return lives;
}

} // namespace shardwright::lower
