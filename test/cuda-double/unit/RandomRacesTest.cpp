// Random programs of reads, writes and barriers, and an oracle that knows every access: the double finds a race if and
// only if two threads access a word between the same barriers, one of them writing.
#include "test/cuda-double/unit/Device.h"
#include "test/unit/Environment.h"

#include <gtest/gtest.h>

#include <random>

using namespace shardwright::cudadouble::test;

namespace {

constexpr unsigned kThreads = 96, kSteps = 12, kWords = 16;
enum Command : uint32_t { None, Read, Write, Barrier };

// Each step, every thread takes its command from a table: the kind in the low two bits, then the word.
std::string program(const std::string &space, bool warpBarriers) {
  std::string address = space == "shared" ? "mov.u32 %r2, s; mad.lo.u32 %r2, %r3, 4, %r2; cvt.u64.u32 %d2, %r2;"
                                          : "mul.wide.u32 %d2, %r3, 4; add.u64 %d2, %p1, %d2;";
  std::string init = space == "shared" ? "mov.u32 %r2, s; mad.lo.u32 %r2, %t, 4, %r2; setp.lt.u32 %q0, %t, " +
                                             std::to_string(kWords) + "; @%q0 st.shared.u32 [%r2], %t; bar.sync 0;"
                                       : "";
  return entry(2,
               init + "mov.u32 %r0, 0; step: mad.lo.u32 %r1, %r0, " + std::to_string(kThreads) +
                   ", %t; mul.wide.u32 %d0, %r1, 4; add.u64 %d0, %p0, %d0; ld.global.u32 %r1, [%d0]; shr.u32 %r3, %r1, "
                   "2; and.b32 %r1, %r1, 3;" +
                   address +
                   "setp.eq.u32 %q1, %r1, 1; setp.eq.u32 %q2, %r1, 2; setp.eq.u32 %q3, %r1, 3;"
                   "@%q1 ld." +
                   space + ".u32 %r4, [%d2]; @%q2 st." + space +
                   ".u32 [%d2], %t; @%q3 bra barrier; bra next; barrier: " +
                   (warpBarriers ? "bar.warp.sync -1;" : "bar.sync 0;") +
                   " next: add.u32 %r0, %r0, 1; setp.lt.u32 %q0, %r0, " + std::to_string(kSteps) + "; @%q0 bra step;",
               ".shared .align 4 .b8 s[" + std::to_string(4 * kWords) + "];\n");
}

// Few accesses, so that about half of the programs have a race.
std::vector<uint32_t> commands(std::mt19937 &random, unsigned threads) {
  std::vector<uint32_t> table(kSteps * kThreads, None);
  unsigned oneIn = 20 + random() % 100;
  for (unsigned step = 0; step < kSteps; ++step) {
    bool barrier = random() % 3 == 0;
    for (unsigned thread = 0; thread < threads; ++thread)
      if (barrier)
        table[step * kThreads + thread] = Barrier;
      else if (random() % oneIn == 0)
        table[step * kThreads + thread] = (random() % 4 ? Read : Write) | (random() % kWords) << 2;
  }
  return table;
}

bool hasRace(const std::vector<uint32_t> &table) {
  struct Access {
    unsigned thread, word;
    bool writes;
  };
  std::vector<Access> interval;
  for (unsigned step = 0; step < kSteps; ++step) {
    if ((table[step * kThreads] & 3) == Barrier)
      interval.clear();
    for (unsigned thread = 0; thread < kThreads; ++thread) {
      uint32_t command = table[step * kThreads + thread];
      if ((command & 3) != Read && (command & 3) != Write)
        continue;
      Access mine{thread, command >> 2, (command & 3) == Write};
      for (const Access &other : interval)
        if (other.thread != mine.thread && other.word == mine.word && (other.writes || mine.writes))
          return true;
      interval.push_back(mine);
    }
  }
  return false;
}

bool compare(const std::string &space, bool warpBarriers, unsigned seed) {
  SCOPED_TRACE("seed " + std::to_string(seed));
  std::mt19937 random(seed);
  std::vector<uint32_t> table = commands(random, warpBarriers ? 32 : kThreads);
  Outcome outcome = run([&](Device &device) {
    Pointer commandTable = device.upload(table), words = device.upload(std::vector<uint32_t>(kWords, 0));
    device.launch(device.kernel(program(space, warpBarriers)), 1, warpBarriers ? 32 : kThreads, {commandTable, words});
  });
  EXPECT_EQ(outcome.status, hasRace(table) ? 86 : 0) << outcome.messages;
  if (outcome.status == 86) {
    EXPECT_NE(outcome.messages.find("race-" + space), std::string::npos) << outcome.messages;
  }
  return hasRace(table);
}

} // namespace

TEST(RandomRaces, TheOracleAgrees) {
  const unsigned programs = static_cast<unsigned>(shardwright::numberFrom("SHARDWRIGHT_RACE_PROGRAMS", 60));
  unsigned races = 0;
  for (unsigned seed = 0; seed < programs; ++seed) {
    races += compare("shared", false, seed);
    races += compare("global", false, 1000000 + seed);
    races += compare("shared", true, 2000000 + seed);
    races += compare("global", true, 3000000 + seed);
  }
  // Of either kind there are enough.
  EXPECT_GT(races, programs / 2);
  EXPECT_LT(races, 4 * programs - programs / 2);
}
