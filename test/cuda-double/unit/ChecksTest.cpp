// Each check with a program that has the fault, which it finds, and the nearest one without, which it lets pass.
#include "test/cuda-double/unit/Device.h"

#include <gtest/gtest.h>

#include <cstring>

using namespace shardwright::cudadouble::test;

namespace {

constexpr int kFound = 86;

// Address of word %i of %p0 in %d0, of word %t of shared memory 's' in %r0.
const char *const kWord = "mul.wide.u32 %d0, %i, 4; add.u64 %d0, %p0, %d0;\n";
const char *const kShared = ".shared .align 16 .b8 s[1024];\n";
const char *const kSharedWord = "mov.u32 %r1, s; mad.lo.u32 %r0, %t, 4, %r1;\n";

// Runs a kernel on N words that are written; the error that the host gets behind it.
Outcome runKernel(const std::string &text, unsigned blocks, unsigned threads, size_t words = 1024,
                  int expectedError = 0, std::map<std::string, std::string> environment = {}) {
  return run(
      [&](Device &device) {
        Pointer data = device.upload(std::vector<uint32_t>(words, 1));
        device.launch(device.kernel(text), blocks, threads, {data});
        expectEqual(expectedError, device.call("cuStreamSynchronize", static_cast<void *>(nullptr)),
                    "error of the stream");
        expectEqual(expectedError, device.call("cuStreamSynchronize", static_cast<void *>(nullptr)),
                    "error that stays");
      },
      environment);
}

void finds(const Outcome &outcome, const std::string &what) {
  EXPECT_EQ(outcome.status, kFound) << outcome.messages;
  EXPECT_NE(outcome.messages.find(what), std::string::npos) << outcome.messages << "\nwanted: " << what;
}
void passes(const Outcome &outcome) { EXPECT_EQ(outcome.status, 0) << outcome.messages; }

} // namespace

TEST(Bounds, Global) {
  std::string text = entry(1, std::string(kWord) + "ld.global.u32 %r0, [%d0]; st.global.u32 [%d0], %r0;");
  passes(runKernel(text, 8, 128));
  finds(runKernel(text, 9, 128, 1024, 700),
        "out-of-bounds: kernel 'k', line 11, thread (0, 0, 0) of block (8, 0, 0): illegal read of 4 bytes at 0x");
  finds(runKernel(text, 9, 128, 1024, 700), "0 bytes behind the end of allocation 1 (4096 bytes at 0x");
  finds(runKernel(entry(1, "mov.u64 %d0, 0; st.global.u32 [%d0], %t;"), 1, 32, 4, 700), "a null pointer");
}

TEST(Bounds, SharedLocalAndParameters) {
  finds(runKernel(entry(1, std::string(kSharedWord) + "st.shared.u32 [%r0+512], %t;", kShared), 1, 256, 4, 700),
        "illegal write of 4 bytes at 0x400 of shared memory, which has 1024 bytes");
  finds(runKernel(entry(1, ".local .align 4 .b8 l[16]; mov.u64 %d0, l; mul.wide.u32 %d1, %t, 4; add.u64 %d0, %d0, %d1; "
                           "st.local.u32 [%d0], %t;"),
                  1, 32, 4, 700),
        "of local memory, of which a thread has 16 bytes");
  finds(runKernel(entry(1, "mov.u64 %d0, k_0; ld.param.u32 %r0, [%d0+8];"), 1, 32, 4, 700),
        "of parameters, which have 8 bytes");
}

TEST(Alignment, EveryOne) {
  finds(runKernel(entry(1, "ld.global.u32 %r0, [%p0+2];"), 1, 32, 16, 716),
        "misaligned: kernel 'k', line 10, thread (0, 0, 0) of block (0, 0, 0): misaligned read of 4 bytes at 0x");
  finds(runKernel(entry(1, "ld.global.v4.u32 {%r0, %r1, %r2, %r3}, [%p0+8];"), 1, 32, 16, 716),
        "misaligned read of 16 bytes");
  finds(runKernel(entry(1, std::string(kSharedWord) + "st.shared.u64 [%r0], 0;", kShared), 1, 32, 16, 716),
        "of shared memory");
}

TEST(Unwritten, Memory) {
  auto program = [](bool writes) {
    return run([=](Device &device) {
      Pointer data = device.allocate(256);
      if (writes)
        device.must("cuMemsetD8Async", data, static_cast<unsigned char>(0), size_t(256), static_cast<void *>(nullptr));
      device.launch(device.kernel(entry(1, std::string(kWord) + "ld.global.u32 %r0, [%d0];")), 1, 64, {data});
    });
  };
  passes(program(true));
  finds(program(false), "unwritten: kernel 'k', line 11, thread (0, 0, 0) of block (0, 0, 0): reads byte 0 of "
                        "allocation 1 (256 bytes at 0x");
  finds(runKernel(entry(1, std::string(kSharedWord) + "ld.shared.u32 %r2, [%r0];", kShared), 1, 32),
        "reads byte 0 of shared memory (1024 bytes), which nobody has written");
  finds(runKernel(entry(1, ".local .align 4 .b8 l[16]; ld.local.u32 %r0, [l+4];"), 1, 32),
        "reads byte 4 of local memory");
  // A byte is enough, and copies carry along what is not written.
  finds(run([](Device &device) {
          Pointer data = device.allocate(64), other = device.allocate(64);
          device.must("cuMemsetD8Async", data, static_cast<unsigned char>(0), size_t(63), static_cast<void *>(nullptr));
          device.must("cuMemcpyDtoD_v2", other, data, size_t(64));
          device.download<uint8_t>(other, 63);
          device.download<uint8_t>(other, 64);
        }),
        "reads byte 63, which nobody has written");
}

TEST(Races, WithinABlock) {
  const std::string neighbour = "xor.b32 %r2, %t, 32; mad.lo.u32 %r2, %r2, 4, %r1;\n";
  auto exchange = [&](const std::string &between) {
    return entry(
        1, std::string(kSharedWord) + neighbour + "st.shared.u32 [%r0], %t;" + between + "ld.shared.u32 %r3, [%r2];",
        kShared);
  };
  passes(runKernel(exchange("bar.sync 0;"), 1, 64));
  finds(runKernel(exchange(""), 1, 64), "unwritten"); // the first warp reads what the second has not written yet
  std::string twice = entry(1, "mov.u32 %r1, s; st.shared.u32 [%r1], %t;", kShared);
  finds(runKernel(twice, 1, 32), "race-shared: kernel 'k', line 11, thread (1, 0, 0) of block (0, 0, 0): writes byte 0 "
                                 "of shared memory (1024 bytes), written by thread 0");
  // Write after read: a barrier is missing at the end of a loop.
  auto loop = [&](const std::string &last) {
    return entry(1,
                 std::string(kSharedWord) + neighbour +
                     "mov.u32 %r4, 0; again: st.shared.u32 [%r0], %r4; bar.sync 0; ld.shared.u32 %r3, [%r2];" + last +
                     "add.u32 %r4, %r4, 1; setp.lt.u32 %q0, %r4, 1500; @%q0 bra again;",
                 kShared);
  };
  passes(runKernel(loop("bar.sync 0;"), 1, 64));
  finds(runKernel(loop(""), 1, 64), "race-shared");
  // All read one word, come together in their warps, and one writes it.
  auto common = [&](const std::string &between) {
    return entry(1,
                 std::string(kSharedWord) + "st.shared.u32 [%r0], %t; bar.sync 0; ld.shared.u32 %r2, [%r1+4];" +
                     "shfl.sync.bfly.b32 %r3, %r2, 1, 31, -1; ld.shared.u32 %r2, [%r1+8]; shfl.sync.bfly.b32 %r3, %r2, "
                     "1, 31, -1; ld.shared.u32 %r2, [%r1]; shfl.sync.bfly.b32 %r3, %r2, 1, 31, -1;" +
                     between + "setp.eq.u32 %q0, %t, 0; @%q0 st.shared.u32 [%r1], %r3;",
                 kShared);
  };
  passes(runKernel(common("bar.sync 0;"), 1, 64));
  passes(runKernel(common(""), 1, 32)); // within a warp, what went through a shuffle was read
  finds(runKernel(common(""), 1, 64), "race-shared");
  // The same in global memory, and within a warp.
  auto global = [&](const std::string &between) {
    return entry(1,
                 std::string(kWord) +
                     "xor.b32 %r2, %i, 1; mul.wide.u32 %d1, %r2, 4; add.u64 %d1, %p0, %d1; st.global.u32 [%d0], %t;" +
                     between + "ld.global.u32 %r3, [%d1];");
  };
  passes(runKernel(global("bar.sync 0;"), 4, 64));
  passes(runKernel(global("bar.warp.sync 0xffffffff;"), 4, 64));
  finds(runKernel(global(""), 4, 64), "race-global");
  // Atomics do not race with each other, but with others.
  passes(runKernel(entry(1, "red.global.add.u32 [%p0], 1;"), 4, 64));
  finds(runKernel(entry(1, "red.global.add.u32 [%p0], 1; ld.global.u32 %r0, [%p0];"), 1, 64), "race-global");
}

TEST(Races, ReadOnlyLoads) {
  auto program = [](const std::string &load) {
    return entry(1, std::string(kWord) + "st.global.u32 [%d0], %t; bar.sync 0; " + load + ".u32 %r0, [%d0];");
  };
  passes(runKernel(program("ld.global"), 1, 32));
  finds(runKernel(program("ld.global.nc"), 1, 32),
        "read-only: kernel 'k', line 11, thread (0, 0, 0) of block (0, 0, 0)");
}

TEST(Races, NamedBarriers) {
  // The second warp produces, the first consumes.
  auto program = [&](const std::string &arrive) {
    return entry(1,
                 std::string(kSharedWord) +
                     "setp.ge.u32 %q0, %t, 32; @%q0 bra produce; bar.sync 1, 64; ld.shared.u32 %r3, [%r0+128]; bra "
                     "end; produce: st.shared.u32 [%r0], %t; " +
                     arrive + " end:",
                 kShared);
  };
  passes(runKernel(program("bar.arrive 1, 64;"), 1, 64));
}

TEST(Races, BetweenBlocks) {
  std::string overlap = entry(1, "mul.wide.u32 %d0, %t, 4; add.u64 %d0, %p0, %d0; st.global.u32 [%d0], %t;");
  finds(runKernel(overlap, 2, 32), "race-global: kernel 'k', line 10, thread (0, 0, 0) of block (1, 0, 0): writes byte "
                                   "0 of allocation 1 (4096 bytes at 0x");
  passes(runKernel(overlap, 1, 32));
  // All blocks may read the same; the last one to arrive may read what the others wrote, by fences.
  auto last = [&](const std::string &fence) {
    return entry(
        1,
        std::string(kWord) + "st.global.u32 [%d0+64], %i; " + fence + " atom.global.inc.u32 %r0, [%p0], 7; " + fence +
            " setp.ne.u32 %q0, %r0, 7; @%q0 bra end; ld.global.u32 %r1, [%p0+64]; ld.global.u32 %r1, [%p0+80]; end:");
  };
  auto zeroed = [&](const std::string &text) {
    return run([&](Device &device) {
      Pointer data = device.upload(std::vector<uint32_t>(64, 0));
      device.launch(device.kernel(text), 8, 1, {data});
    });
  };
  passes(zeroed(last("fence.acq_rel.gpu;")));
  passes(zeroed(last("membar.gl;")));
  finds(zeroed(last("")), "race-global");
}

TEST(Barriers, Divergent) {
  finds(runKernel(entry(1, "setp.lt.u32 %q0, %t, 16; @%q0 bra end; bar.sync 0; end:"), 1, 64, 16, 719),
        "divergent barrier: lanes 0xffff0000 of the warp are at it");
  finds(runKernel(entry(1, "setp.lt.u32 %q0, %t, 32; @%q0 ret; bar.sync 0, 64;"), 1, 64, 16, 719),
        "divergent barrier: 32 threads wait at barrier 0 at line 10, 32 of 64 have left");
  finds(runKernel(entry(1, "setp.lt.u32 %q0, %t, 32; @%q0 bra one; bar.sync 1; bra end; one: bar.sync 2; end:"), 1, 64,
                  16, 719),
        "32 threads wait at barrier 2");
  passes(
      runKernel(entry(1, "setp.lt.u32 %q0, %t, 32; @%q0 bra one; bar.sync 1; bra end; one: bar.sync 1; end:"), 1, 64));
  passes(runKernel(
      entry(1, "setp.lt.u32 %q0, %t, 16; @%q0 bra one; barrier.sync 1; bra end; one: barrier.sync 1; end:"), 1, 64));
  finds(runKernel(entry(1, "setp.lt.u32 %q0, %t, 16; @%q0 bra end; shfl.sync.bfly.b32 %r0, %t, 1, 31, -1; end: "
                           "shfl.sync.bfly.b32 %r0, %t, 1, 31, -1;"),
                  1, 32, 16, 719),
        "divergent-sync");
  finds(runKernel(entry(1, "shfl.sync.bfly.b32 %r0, %t, 16, 31, -1;"), 1, 16),
        "a shuffle reads lane 16, which does not execute it");
}

TEST(Barriers, ThreadsThatHaveLeftAreNotWaitedFor) {
  // Whole warps, and the tail of one; what the others do is ordered by the barrier.
  auto program = [](unsigned leave, const std::string &barrier) {
    return entry(1,
                 std::string(kSharedWord) + "setp.ge.u32 %q0, %t, " + std::to_string(leave) +
                     "; @%q0 ret; st.shared.u32 [%r0], %t; " + barrier +
                     " xor.b32 %r2, %t, 32; setp.ge.u32 %q1, %r2, " + std::to_string(leave) +
                     "; @%q1 ret; mad.lo.u32 %r2, %r2, 4, %r1; ld.shared.u32 %r3, [%r2]; bar.sync 0;",
                 kShared);
  };
  passes(runKernel(program(64, "bar.sync 0;"), 1, 128));
  passes(runKernel(program(40, "bar.sync 0;"), 1, 128));
  finds(runKernel(program(40, ""), 1, 128), "unwritten");
}

TEST(Launches, TrapAndTimeout) {
  finds(runKernel(entry(1, "trap;"), 1, 32, 16, 719), "trap: kernel 'k', line 10");
  finds(runKernel(entry(1, "again: bra again;"), 1, 32, 16, 702, {{"SHARDWRIGHT_DOUBLE_INSTRUCTIONS", "1000000"}}),
        "has not ended");
  // Blocks that wait for each other end all the same.
  passes(run([](Device &device) {
    Pointer data = device.upload(std::vector<uint32_t>(4, 0));
    device.launch(device.kernel(entry(1, "red.global.add.u32 [%p0], 1; again: ld.relaxed.gpu.global.u32 %r0, [%p0]; "
                                         "setp.ne.u32 %q0, %r0, 4; @%q0 bra again;")),
                  4, 1, {data});
  }));
  finds(run([](Device &device) {
          void *kernel = device.kernel(entry(0, ""));
          expectEqual(1,
                      device.call("cuLaunchKernel", kernel, 1u, 1u, 1u, 2048u, 1u, 1u, 0u, static_cast<void *>(nullptr),
                                  static_cast<void **>(nullptr), static_cast<void **>(nullptr)),
                      "threads");
          expectEqual(1,
                      device.call("cuLaunchKernel", kernel, 1u, 1u, 1u, 32u, 1u, 1u, 60000u,
                                  static_cast<void *>(nullptr), static_cast<void **>(nullptr),
                                  static_cast<void **>(nullptr)),
                      "shared");
        }),
        "60000 bytes of dynamic shared memory, 49152 are permitted");
}

TEST(Allocations, FreedAndLeaked) {
  std::string text = entry(1, "ld.global.u32 %r0, [%p0];");
  finds(run([&](Device &device) {
          Pointer data = device.upload(std::vector<uint32_t>(16, 1));
          device.must("cuMemFree_v2", data);
          device.forget(data);
          Pointer other = device.upload(std::vector<uint32_t>(16, 1)); // not at the same address
          expect(other != data, "an address comes back at once");
          device.launch(device.kernel(text), 1, 1, {data});
          expectEqual(700, device.call("cuStreamSynchronize", static_cast<void *>(nullptr)), "error");
        }),
        "use after free: byte 0 of allocation 1 (64 bytes at 0x");
  finds(run([&](Device &device) {
          Pointer data = device.allocate(16);
          device.must("cuMemFree_v2", data);
          expectEqual(1, device.call("cuMemFree_v2", data), "error");
          device.forget(data);
        }),
        "double-free");
  finds(run([&](Device &device) { device.forget(device.allocate(48)); }), "leak: allocation 1 (48 bytes at 0x");
  finds(run([&](Device &device) {
          Pointer data = device.allocate(16);
          expectEqual(1,
                      device.call("cuMemcpyHtoD_v2", data,
                                  static_cast<const void *>("0123456789abcdefghijklmnopqrstuvwxyz"), size_t(17)),
                      "error");
        }),
        "illegal write of 17 bytes");
}
