// Random graphs of basic blocks, structured or not: every thread goes its own way through one, and ends with what plain
// arithmetic says.
#include "test/cuda-double/unit/Device.h"
#include "test/unit/Environment.h"

#include <gtest/gtest.h>

#include <random>

using namespace shardwright::cudadouble::test;

namespace {

constexpr unsigned kThreads = 100, kFuel = 60;

// A block multiplies and adds, then goes to one of four others by bits of the number: by two branches, or through a
// table.
struct BasicBlock {
  uint32_t factor, summand, shift;
  unsigned targets[4];
  bool table;
};

std::vector<BasicBlock> graph(std::mt19937 &random) {
  std::vector<BasicBlock> blocks(2 + random() % 12);
  for (BasicBlock &each : blocks) {
    each = {static_cast<uint32_t>(random() | 1),
            static_cast<uint32_t>(random()),
            static_cast<uint32_t>(random() % 28),
            {},
            random() % 3 == 0};
    for (unsigned &target : each.targets)
      target = random() % blocks.size();
  }
  return blocks;
}

std::string program(const std::vector<BasicBlock> &blocks) {
  std::string text = "add.u32 %r0, %i, 1; mov.u32 %r1, " + std::to_string(kFuel) + "; bra B0;\n";
  for (size_t i = 0; i < blocks.size(); ++i) {
    const BasicBlock &block = blocks[i];
    std::string own = "B" + std::to_string(i);
    auto target = [&](unsigned which) { return "B" + std::to_string(block.targets[which]); };
    text += own + ": mad.lo.u32 %r0, %r0, " + std::to_string(block.factor) + ", " + std::to_string(block.summand) +
            "; sub.u32 %r1, %r1, 1; setp.eq.u32 %q0, %r1, 0; @%q0 bra OUT; shr.u32 %r2, %r0, " +
            std::to_string(block.shift) + "; and.b32 %r2, %r2, 3;\n";
    if (block.table) {
      text += "T" + std::to_string(i) + ": .branchtargets " + target(0) + ", " + target(1) + ", " + target(2) + ", " +
              target(3) + "; brx.idx %r2, T" + std::to_string(i) + ";\n";
    } else {
      text += "setp.ge.u32 %q1, %r2, 2; and.b32 %r3, %r2, 1; setp.ne.u32 %q2, %r3, 0; @%q1 bra " + own +
              "b; @%q2 bra " + target(1) + "; bra " + target(0) + "; " + own + "b: @!%q2 bra " + target(2) +
              "; bra.uni " + target(3) + ";\n";
    }
  }
  return entry(1, text + "OUT: mul.wide.u32 %d0, %i, 4; add.u64 %d0, %p0, %d0; st.global.u32 [%d0], %r0;");
}

uint32_t follow(const std::vector<BasicBlock> &blocks, uint32_t thread) {
  uint32_t value = thread + 1;
  for (unsigned at = 0, fuel = kFuel;;) {
    const BasicBlock &block = blocks[at];
    value = value * block.factor + block.summand;
    if (--fuel == 0)
      return value;
    at = block.targets[value >> block.shift & 3];
  }
}

} // namespace

TEST(RandomControlFlow, EveryThreadGoesItsOwnWay) {
  const uint64_t graphs = shardwright::numberFrom("SHARDWRIGHT_CONTROL_FLOW_GRAPHS", 100);
  for (unsigned seed = 0; seed < graphs; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::vector<BasicBlock> blocks = graph(random);
    Outcome outcome = run([&](Device &device) {
      Pointer out = device.allocate(4 * kThreads * 2);
      device.launch(device.kernel(program(blocks)), 2, kThreads, {out});
      std::vector<uint32_t> values = device.download<uint32_t>(out, kThreads * 2);
      for (uint32_t thread = 0; thread < kThreads * 2; ++thread)
        expectEqual(follow(blocks, thread), values[thread], "thread " + std::to_string(thread));
    });
    EXPECT_EQ(outcome.status, 0) << outcome.messages;
  }
}
